/** Clocking in and out: one row each, located by the person's workplace; affected days are recomputed. */
import { placed } from '#domain/duty/place.ts';
import type { Point } from '#domain/duty/place.ts';
import { dayOf } from '#domain/time/day.ts';
import { HOUR, MINUTE } from '#domain/time/zone.ts';
import { park } from '#areas/lot/model/park.ts';
import { isId } from '#kit/declare/check.ts';
import { Refused, ruleRefused } from '#kit/declare/refused.ts';
import { text } from '#kit/declare/text.ts';
import { rowOf } from '#kit/server/row-by-id.ts';
import type { Db } from '#kit/server/db.ts';
import { ofTenant } from '#kit/server/db.ts';
import { newId } from '#kit/server/id.ts';
import { serve } from '#kit/server/served.ts';
import type { Served } from '#kit/server/served.ts';
import type { Work } from '#kit/server/work.ts';
import { clockNow, confirmPlace } from '../model/calls.ts';
import { dutyClock, rdworkrecord } from '../model/clock.ts';
import { settingsOf, workerOf } from './person.ts';
import type { Worker } from './person.ts';
import { recomputeAround } from './recompute.ts';

/**
 * A clock as it comes: `at` is the corrected instant, `rawAt` what the device showed. The id makes a repeat the same
 * clock.
 */
export type NewClock = {
  readonly id: string;
  readonly at: number;
  readonly rawAt?: number | null;
  readonly kind: 'in' | 'out';
  readonly parkId?: string | null;
  readonly point?: Point | null;
  readonly accuracyM?: number | null;
  readonly picture?: string | null;
  readonly deviceId?: string | null;
  readonly offline: boolean;
  readonly source: 'handheld' | 'console' | 'correction';
  readonly remark?: string | null;
};

/** An offline clock comes no later than this after it was made, and no clock from further ahead than `AHEAD`. */
const OLDEST = 72 * HOUR;
const AHEAD = 5 * MINUTE;

/** Where a person works on a day: the position of the lots of his roster, else of the lot named. */
async function linesOf(db: Db, { tenantId, userId }: Worker, day: string, parkId: string | null): Promise<Point[][]> {
  const rows = await db.raw<{ location: Point | null }>(
    `SELECT p.location FROM park p WHERE p.tenant_id = $1 AND p.location IS NOT NULL AND (p.id = $4 OR p.id IN (
       SELECT e.park_id FROM employe_work e WHERE e.tenant_id = $1 AND e.user_id = $2 AND e.day BETWEEN $3::date - 1 AND $3::date AND e.deleted_at IS NULL))`,
    [tenantId, userId, day, parkId],
  );
  return rows.flatMap(({ location }) => (location ? [[location]] : []));
}

export type Clocked = {
  readonly clockId: string;
  readonly place: 'ok' | 'far' | 'none';
  readonly distanceM: number | null;
  readonly workId: string | null;
};

/**
 * Writes a clock of a person and recomputes what it touches. The same id again changes nothing and answers the same.
 */
export async function writeClock(db: Db, worker: Worker, clock: NewClock, now: Date): Promise<Clocked> {
  const { tenantId, userId } = worker;
  const day = dayOf(clock.at, worker.zone);
  const { radiusM } = (await settingsOf(db, worker))(day);
  const { place, distanceM } = placed(
    clock.point ?? null,
    clock.accuracyM ?? 0,
    clock.point ? await linesOf(db, worker, day, clock.parkId ?? null) : [],
    radiusM,
  );
  await db.raw(
    `INSERT INTO duty_clock (tenant_id, company_id, id, user_id, park_id, at, raw_at, kind, place, distance_m, point,
     accuracy_m, picture, offline, source, device_id, remark)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17) ON CONFLICT (tenant_id, id) DO NOTHING`,
    [
      tenantId,
      worker.companyId,
      clock.id,
      userId,
      clock.parkId ?? null,
      new Date(clock.at).toISOString(),
      clock.rawAt == null ? null : new Date(clock.rawAt).toISOString(),
      clock.kind,
      place,
      distanceM,
      clock.point ? JSON.stringify(clock.point) : null,
      clock.accuracyM ?? null,
      clock.picture ?? null,
      clock.offline,
      clock.source,
      clock.deviceId ?? null,
      clock.remark ?? null,
    ],
  );
  await recomputeAround(db, worker, clock.at, now);
  const [stored] = await db.raw<Omit<Clocked, 'clockId' | 'workId'> & { at: string; owner: string }>(
    'SELECT place, distance_m AS "distanceM", at, user_id AS owner FROM duty_clock WHERE tenant_id = $1 AND id = $2',
    [tenantId, clock.id],
  );
  if (stored?.owner !== userId) throw new Refused('already_exists', { what: dutyClock.title });
  const [work] = await db.raw<{ id: string }>(
    `SELECT id FROM rdworkrecord WHERE tenant_id = $1 AND user_id = $2 AND start_at <= $3
     AND coalesce(out_time, start_at) >= $3 - interval '1 day' ORDER BY start_at DESC LIMIT 1`,
    [tenantId, userId, stored.at],
  );
  return { clockId: clock.id, place: stored.place, distanceM: stored.distanceM, workId: work?.id ?? null };
}

/** The caller as somebody who works. Operators of the platform have no duty. */
export async function selfOf(work: Work): Promise<Worker> {
  const { tenantId, userId } = work.person;
  const worker = await workerOf(ofTenant(work.db, tenantId), tenantId, userId, true);
  if (!worker) throw ruleRefused(text('当前账号不能打卡', 'This account cannot clock in'));
  return worker;
}

const timeOf = (at: number, now: Date): number => {
  if (at > now.getTime() + AHEAD)
    throw new Refused('bad_input', {}, [
      { field: 'at', msg: text('打卡时间不能晚于现在', 'The clock cannot be in the future') },
    ]);
  if (at < now.getTime() - OLDEST)
    throw new Refused('bad_input', {}, [
      {
        field: 'at',
        msg: text('超过72小时的打卡请申请补卡', 'A clock older than 72 hours needs a correction'),
      },
    ]);
  return at;
};

/**
 * Clocks the caller himself. @throws Refused where the time is out of reach, or the settings want a photo and there is
 * none
 */
export async function clockOwn(work: Work, clock: NewClock): Promise<Clocked> {
  const worker = await selfOf(work);
  const at = timeOf(clock.at, work.now);
  if (clock.parkId) await rowOf(park, clock.parkId, work.db);
  if (!isId(clock.id))
    throw new Refused('bad_input', {}, [{ field: 'clockId', msg: text('应为UUID', 'Must be a UUID') }]);
  const { photoRequired } = (await settingsOf(work.db, worker))(dayOf(at, worker.zone));
  if (photoRequired && !clock.picture)
    throw new Refused('bad_input', {}, [{ field: 'picture', msg: text('打卡须拍照', 'A photo is required') }]);
  const done = await writeClock(ofTenant(work.db, worker.tenantId), worker, { ...clock, at }, work.now);
  work.record({
    resource: dutyClock.name,
    action: 'add',
    rowId: done.clockId,
    after: { kind: clock.kind, place: done.place, distanceM: done.distanceM },
    tenantId: worker.tenantId,
    companyId: worker.companyId,
    parkId: clock.parkId ?? null,
  });
  return done;
}

const clockSelf = (work: Work<typeof clockNow.input>): Promise<Clocked> => {
  const { input } = work;
  return clockOwn(work as Work, {
    id: input.clockId?.toLowerCase() ?? newId(),
    at: input.at ? Date.parse(input.at) : work.now.getTime(),
    rawAt: input.rawAt ? Date.parse(input.rawAt) : null,
    kind: input.kind === 'out' ? 'out' : 'in',
    parkId: input.parkId ?? null,
    point: input.point ?? null,
    accuracyM: input.accuracyM ?? null,
    picture: input.picture ?? null,
    deviceId: input.deviceId ?? null,
    offline: Boolean(input.at),
    source: input.deviceId ? 'handheld' : 'console',
  });
};

async function confirm(work: Work<typeof confirmPlace.input>): Promise<{ workId: string }> {
  const id = String(work.input.workId).toLowerCase();
  if (!isId(id)) throw new Refused('no_such_record', { what: rdworkrecord.title });
  const row = await rowOf(rdworkrecord, id, work.db, { lock: true });
  if (row.place !== 'far')
    throw ruleRefused(text('只有不在岗位的签到需要确认', 'Only clocks away from the workplace need confirming'));
  if (row.userId === work.person.userId)
    throw ruleRefused(text('不能确认自己的打卡', 'You cannot confirm your own clock'), 'own-signature');
  const by = work.person.name || work.person.account;
  const tenantId = Number(row.tenantId);
  await ofTenant(work.db, tenantId).raw(
    'UPDATE rdworkrecord SET place_confirmed_by = $3, updated_at = $4 WHERE tenant_id = $1 AND id = $2',
    [tenantId, id, by, work.now.toISOString()],
  );
  work.record({
    resource: rdworkrecord.name,
    action: 'confirmPlace',
    rowId: id,
    before: { placeConfirmedBy: row.placeConfirmedBy },
    after: { placeConfirmedBy: by },
    tenantId,
    companyId: row.companyId,
    parkId: row.parkId,
  });
  return { workId: id };
}

export const clockServed: Served[] = [serve(clockNow, clockSelf), serve(confirmPlace, confirm)];
