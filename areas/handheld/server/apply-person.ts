/** Journal entries that are about the person, not about a berth: clocks, work orders, notices. */
import { clockOwn } from '#areas/duty/server/door.ts';
import { markRead } from '#areas/ops/server/door.ts';
import { doTask } from '#areas/workorder/server/door.ts';
import { Refused } from '#kit/declare/refused.ts';
import { text } from '#kit/declare/text.ts';
import { keyedId } from '#kit/server/id.ts';
import type { Work } from '#kit/server/work.ts';
import type { Outcome } from './apply.ts';
import { mustMay } from './may.ts';
import type { Body, TakenEntry } from './journal.ts';

const bad = (zh: string, en: string): Refused => new Refused('bad_input', {}, [{ field: 'deeds', msg: text(zh, en) }]);
const str = (body: Body, name: string, most: number): string => {
  const value = body[name];
  return typeof value === 'string' ? value.slice(0, most) : '';
};
const HASH = /^[0-9a-f]{64}$/;
const address = (hash: string): string => `/api/updown/file/${hash}`;

function pointIn(body: Body): { point: { lng: number; lat: number } | null; accuracyM: number | null } {
  const { lng, lat } = (body['point'] ?? {}) as { lng?: unknown; lat?: unknown };
  const accuracyM = Number.isSafeInteger(body['accuracyM']) ? Number(body['accuracyM']) : null;
  const known = typeof lng === 'number' && typeof lat === 'number' && Math.abs(lng) <= 180 && Math.abs(lat) <= 90;
  return known ? { point: { lng, lat }, accuracyM } : { point: null, accuracyM: null };
}

/** Clocked in or out at the time it was done; its id derives from the entry, so that repeats give one clock entry. */
export async function clocked(work: Work, { entry, body, at, offline }: TakenEntry): Promise<Outcome> {
  mustMay(work, 'dutyClock:add');
  const kind = body['kind'];
  if (kind !== 'in' && kind !== 'out') throw bad('打卡类型有误', 'Neither in nor out');
  const picture = str(body, 'picture', 64);
  const parkId = str(body, 'parkId', 36) || null;
  const { place } = await clockOwn(work, {
    id: keyedId(`clock of ${entry.installation} ${entry.seq}`),
    at,
    rawAt: entry.wallAt,
    kind,
    parkId,
    ...pointIn(body),
    picture: HASH.test(picture) ? address(picture) : null,
    deviceId: null,
    offline,
    source: 'handheld',
  });
  return { outcome: 'done', parkId, place };
}

export async function taskDone(work: Work, { body, at }: TakenEntry): Promise<Outcome> {
  const what = body['do'];
  if (what !== 'accept' && what !== 'deal') throw bad('工单操作有误', 'No such step of a work order');
  mustMay(work, `rdrwork:${what}`);
  const images = Array.isArray(body['images']) ? body['images'].filter((each) => HASH.test(String(each))) : [];
  const done = await doTask(work, {
    workId: str(body, 'workId', 36),
    do: what,
    remark: str(body, 'remark', 1000).trim(),
    images: images.map((each) => address(String(each))),
    at: new Date(at),
  });
  return { outcome: 'done', ...done };
}

export async function noticeRead(work: Work, { body }: TakenEntry): Promise<Outcome> {
  mustMay(work, 'notice:read');
  await markRead(work, str(body, 'noticeId', 36));
  return { outcome: 'done' };
}
