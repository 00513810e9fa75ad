import { useState } from 'react';
import type { ReactNode } from 'react';
import { useQuery } from '@tanstack/react-query';
import { isShownOn } from '#domain/advert/schedule.ts';
import { addDays, addMonths, daysBetween, weekdayOf } from '#domain/time/day.ts';
import type { Day } from '#domain/time/day.ts';
import { today } from '#kit/declare/format.ts';
import { listPaths } from '#kit/declare/resource.ts';
import { fill, text } from '#kit/declare/text.ts';
import { ask } from '#kit/console/ask.ts';
import { Trouble } from '#kit/console/empty.tsx';
import type { AnyRow } from '#kit/console/fields.ts';
import { Dialog } from '#kit/console/floating.tsx';
import type { Paged } from '#kit/console/listing.ts';
import { zone } from '#kit/console/me.ts';
import { MiniTable } from '#kit/console/mini-table.tsx';
import { WideFrame } from '#kit/console/wide-frame.tsx';
import { useWords } from '#kit/console/words.ts';
import { adver } from '../model/adver.ts';
import { scheduleOf } from '../model/schedule.ts';
import type { Scheduled } from '../model/schedule.ts';
import { calendarTitle, plats, slots } from '../model/words.ts';

const words = {
  before: text('上一月', 'Month before'),
  next: text('下一月', 'Month after'),
  slot: text('广告位', 'Slot'),
  free: text('空闲天数', 'Free days'),
  help: text(
    '数字为当天投放的广告条数，同一广告位由多条按权重轮换；“–”为空闲，虚线为只有待审核的草稿。点数字看是哪些。已停止的不占用。',
    'Figures are adverts shown that day; several share a slot by weight. “–” is free, dashed has only drafts to be approved. Click one to see which. Stopped adverts book nothing.',
  ),
  none: text('这一天空闲', 'Free on this day'),
  more: text('只列出前 {n} 条广告，共 {all} 条', 'The first {n} of {all} adverts'),
};

type Advert = AnyRow & Scheduled & { slots: string[]; plat: keyof typeof plats; status: string };
type Line = { readonly slot: keyof typeof slots; readonly plat: keyof typeof plats | null };

/** The most a list gives at once. */
const MOST = 500;
const BOOKED = new Set(['reviewed', 'running', 'ended']);

const isOf = ({ slot, plat }: Line, each: Advert): boolean =>
  each.slots.includes(slot) && (plat === null || each.plat === plat);
/** Those that are on a line on a day, booked or still to be approved. */
const shownOn = (adverts: readonly Advert[], line: Line, day: Day): Advert[] =>
  adverts.filter((each) => each.status !== 'stopped' && isOf(line, each) && isShownOn(scheduleOf(each), day, zone()));

function Cell({
  found,
  label,
  on,
  onPick,
}: {
  found: Advert[];
  label: string;
  on: boolean;
  onPick: () => void;
}): ReactNode {
  const booked = found.filter(({ status }) => BOOKED.has(status)).length;
  const kind = booked > 0 ? 'booked' : found.length > 0 ? 'draft' : '';
  return (
    <button
      type="button"
      className={`${kind} ${on ? 'on' : ''}`}
      aria-label={`${label}: ${booked}`}
      title={found.map(({ name }) => String(name)).join('\n')}
      onClick={onPick}
    >
      {booked > 0 ? booked : found.length > 0 ? found.length : '–'}
    </button>
  );
}

type Picked = { readonly line: Line; readonly day: Day };
type GridProps = {
  days: readonly Day[];
  adverts: readonly Advert[];
  picked: Picked | null;
  onPick: (at: Picked) => void;
};

/** A line for each slot, and below it one for each platform that has an advert there. */
function Grid({ days, adverts, picked, onPick }: GridProps): ReactNode {
  const { t } = useWords();
  const lines = (Object.keys(slots) as (keyof typeof slots)[]).flatMap((slot): Line[] => [
    { slot, plat: null },
    ...(Object.keys(plats) as (keyof typeof plats)[])
      .map((plat): Line => ({ slot, plat }))
      .filter((line) => days.some((day) => shownOn(adverts, line, day).length > 0)),
  ]);
  const now = today(zone());
  return (
    <WideFrame>
      <table className="ad-calendar">
        <thead>
          <tr>
            <th scope="col">{t(words.slot)}</th>
            {days.map((day) => (
              <th key={day} scope="col" className={`${weekdayOf(day) > 5 ? 'rest' : ''} ${day === now ? 'now' : ''}`}>
                {Number(day.slice(8))}
              </th>
            ))}
            <th scope="col">{t(words.free)}</th>
          </tr>
        </thead>
        <tbody>
          {lines.map((line) => {
            const name = line.plat ? t(plats[line.plat]) : t(slots[line.slot]);
            const found = days.map((day) => shownOn(adverts, line, day));
            return (
              <tr key={`${line.slot} ${line.plat}`} className={line.plat ? 'plat' : 'slot'}>
                <th scope="row">{name}</th>
                {days.map((day, nth) => (
                  <td key={day}>
                    <Cell
                      found={found[nth]!}
                      label={`${day} ${t(slots[line.slot])}${line.plat ? ` ${name}` : ''}`}
                      on={picked?.day === day && picked.line.slot === line.slot && picked.line.plat === line.plat}
                      onPick={() => onPick({ line, day })}
                    />
                  </td>
                ))}
                <td className="num">{found.filter((of) => !of.some(({ status }) => BOOKED.has(status))).length}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </WideFrame>
  );
}

const FIELDS = ['name', 'plat', 'status', 'startTime', 'endTime', 'hoursFrom', 'hoursUntil', 'weight', 'parkIds'];

/** The slots of a month day by day: booked, free, by platform. */
export function RunCalendar({ onClose }: { onClose: () => void }): ReactNode {
  const { t, lang } = useWords();
  const [first, setFirst] = useState<Day>(() => `${today(zone()).slice(0, 7)}-01`);
  const [picked, setPicked] = useState<Picked | null>(null);
  const after = addMonths(first, 1);
  const days = Array.from({ length: daysBetween(first, after) }, (_, nth) => addDays(first, nth));
  const span = { startTimeTo: `${days.at(-1)} 23:59:59`, endTimeFrom: `${first} 00:00:00` };
  const { data, error, refetch } = useQuery({
    queryKey: [adver.name, 'calendar', first],
    queryFn: ({ signal }) => ask<Paged<Advert>>(listPaths(adver)[0]!, { ...span, size: MOST }, { signal, quiet: true }),
  });
  const turn = (by: number) => {
    setFirst(addMonths(first, by));
    setPicked(null);
  };
  const month = new Intl.DateTimeFormat(lang === 'zh' ? 'zh-CN' : 'en-GB', {
    year: 'numeric',
    month: 'long',
    timeZone: 'UTC',
  }).format(Date.parse(first));
  const shown = picked && data ? shownOn(data.records, picked.line, picked.day) : [];
  return (
    <Dialog title={t(calendarTitle)} className="ad-dialog" onClose={onClose}>
      <div className="ad-month">
        <button type="button" className="gh-btn" aria-label={t(words.before)} onClick={() => turn(-1)}>
          ‹
        </button>
        <strong>{month}</strong>
        <button type="button" className="gh-btn" aria-label={t(words.next)} onClick={() => turn(1)}>
          ›
        </button>
      </div>
      {error ? (
        <Trouble error={error} onRetry={() => void refetch()} />
      ) : !data ? (
        <span className="gh-spin" />
      ) : (
        <>
          <Grid days={days} adverts={data.records} picked={picked} onPick={setPicked} />
          {data.total > data.records.length ? (
            <p>{t(fill(words.more, { n: String(MOST), all: String(data.total) }))}</p>
          ) : null}
          <p className="gh-dim">{t(words.help)}</p>
        </>
      )}
      {picked ? (
        <section>
          <h2 className="gh-group">{`${picked.day} ${t(slots[picked.line.slot])}`}</h2>
          {shown.length === 0 ? (
            <p className="gh-dim">{t(words.none)}</p>
          ) : (
            <WideFrame>
              <MiniTable of={adver} fields={FIELDS} rows={shown} />
            </WideFrame>
          )}
        </section>
      ) : null}
    </Dialog>
  );
}
