/** Adverts of garage screens as their controllers read them. */
import { park } from '#areas/lot/model/park.ts';
import { wallText } from '#domain/time/iso.ts';
import { wallAt } from '#domain/time/zone.ts';
import type { Problem } from '#kit/declare/refused.ts';
import type { Row } from '#kit/declare/resource.ts';
import { text } from '#kit/declare/text.ts';
import { rowOf } from '#kit/server/row-by-id.ts';
import type { Rules } from '#kit/server/rules.ts';
import { Raw, serve } from '#kit/server/served.ts';
import type { Served } from '#kit/server/served.ts';
import type { Work } from '#kit/server/work.ts';
import { garageAd, garageAdText } from '../model/garage-ad.ts';

type Ad = Row<typeof garageAd>;

const LINES = 4;
const LINE = 30;
const linesOf = (content: string | null | undefined): string[] =>
  (content ?? '')
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter(Boolean);

function problemsOf(now: Ad): Problem[] {
  const problems: Problem[] = [];
  const lines = linesOf(now.content);
  if (now.startTime && now.endTime && now.startTime >= now.endTime)
    problems.push({ field: 'endTime', msg: text('结束时间须晚于开始时间', 'It must end after it begins') });
  if (lines.length === 0 && !now.fileUrl)
    problems.push({ field: 'content', msg: text('请填写文字或上传图片', 'A text or a picture is needed') });
  if (lines.length > LINES || lines.some((line) => [...line].length > LINE))
    problems.push({
      field: 'content',
      msg: text(`至多${LINES}行，每行至多${LINE}字`, `At most ${LINES} lines of ${LINE} characters`),
    });
  return problems;
}

export const garageAdRules: Rules = {
  check: (values, before) => problemsOf({ ...before, ...values } as Ad),
};

/** A bar parts the columns, so one in the text is written wide; a line that is over or switched off is none. */
async function textOf(work: Work): Promise<Raw> {
  const ad = (await rowOf(garageAd, String(work.input['id']), work.db)) as Ad;
  const { zone } = await rowOf(park, String(ad.parkId), work.db);
  const wall = (at: string | null | undefined) =>
    wallText(wallAt(Date.parse(String(at)), String(zone ?? 'Asia/Shanghai')));
  const over = ad.enabled === false || Date.parse(String(ad.endTime)) <= work.now.getTime();
  const pages = linesOf(ad.content);
  const lines = over
    ? []
    : (pages.length > 0 ? pages : ['']).map((page) =>
        [
          ad.id,
          wall(ad.startTime),
          wall(ad.endTime),
          ad.seconds ?? 8,
          page.replaceAll('|', '｜'),
          ad.fileUrl ?? '',
        ].join('|'),
      );
  const name = encodeURIComponent(`${ad.adName}.txt`);
  return new Raw((reply) =>
    reply
      .header('Content-Type', 'text/plain; charset=utf-8')
      .header('Content-Disposition', `attachment; filename="garage.txt"; filename*=UTF-8''${name}`)
      .header('Cache-Control', 'private, no-store')
      .send(lines.map((line) => `${line}\r\n`).join('')),
  );
}

export const garageAdServed: Served[] = [serve(garageAdText, textOf)];
