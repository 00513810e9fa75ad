/** How many seats calls need: calls of the last weeks, hour by hour, and what Erlang C makes of it. */
import { park } from '#areas/lot/model/park.ts';
import { IN_TIME_S } from '#domain/queue/figures.ts';
import { levelWith, seatsNeeded } from '#domain/queue/needed.ts';
import { addDays, dayOf, startOfDay } from '#domain/time/day.ts';
import { isoOf } from '#domain/time/iso.ts';
import { Refused } from '#kit/declare/refused.ts';
import { text } from '#kit/declare/text.ts';
import { ofTenant } from '#kit/server/db.ts';
import type { Db } from '#kit/server/db.ts';
import { rowOf } from '#kit/server/row-by-id.ts';
import { scopedSql } from '#kit/server/scope.ts';
import { serve } from '#kit/server/served.ts';
import type { Served } from '#kit/server/served.ts';
import type { Work } from '#kit/server/work.ts';
import { DEFAULT_LEVEL, seatsNeededCall } from '../model/needed-call.ts';
import { seatGroup } from '../model/seat-group.ts';

const ZONE = 'Asia/Shanghai';
const MOST_WEEKS = 8;
const WEEK_MS = 7 * 86_400_000;

/** Whose calls, and how many seats there are for them now. */
type Subject = {
  readonly tenantId: number;
  readonly parkIds: readonly string[];
  readonly zone: string;
  readonly seats: number;
};
type NeededWork = Work<typeof seatsNeededCall.input>;

async function subjectOfLot(work: NeededWork, parkId: string): Promise<Subject> {
  const lot = await rowOf(park, parkId, work.db);
  const tenantId = Number(lot.tenantId);
  const [granted] = await ofTenant(work.db, tenantId).raw<{ seats: number }>(
    `SELECT coalesce(sum(seat_num), 0)::int AS seats FROM cloudseat_grant
     WHERE tenant_id = $1 AND park_id = $2 AND start_time <= $3::timestamptz AND end_time > $3::timestamptz AND deleted_at IS NULL`,
    [tenantId, parkId, work.now.toISOString()],
  );
  return { tenantId, parkIds: [parkId], zone: String(lot.zone ?? ZONE), seats: granted!.seats };
}

async function zoneOf(db: Db, tenantId: number, parkId: string | undefined): Promise<string> {
  if (parkId === undefined) return ZONE;
  const [lot] = await db.raw<{ zone: string | null }>('SELECT zone FROM park WHERE tenant_id = $1 AND id = $2', [
    tenantId,
    parkId,
  ]);
  return lot?.zone ?? ZONE;
}

/** Hours of a group whose car parks lie in several zones are those of its first. */
async function subjectOfGroup(work: NeededWork, groupId: string): Promise<Subject> {
  const group = await rowOf(seatGroup, groupId, work.db);
  const tenantId = Number(group.tenantId);
  const db = ofTenant(work.db, tenantId);
  const parkIds = (group.parkIds ?? []) as readonly string[];
  const [members] = await db.raw<{ seats: number }>(
    'SELECT count(*)::int AS seats FROM seat_user WHERE tenant_id = $1 AND $2::uuid = ANY(group_ids) AND deleted_at IS NULL',
    [tenantId, groupId],
  );
  return { tenantId, parkIds, zone: await zoneOf(db, tenantId, parkIds[0]), seats: members!.seats };
}

function subjectOf(work: NeededWork): Promise<Subject> {
  const { parkId, groupId } = work.input;
  if (parkId && !groupId) return subjectOfLot(work, parkId);
  if (groupId && !parkId) return subjectOfGroup(work, groupId);
  throw new Refused('bad_input', {}, [
    { field: 'parkId', msg: text('车场与坐席组填一个', 'Either a car park or a seat group') },
  ]);
}

/** Who hung up at once was not kept waiting and needs nobody; whom nobody answered needed a seat. */
const NEEDED_ONE = "(c.counted OR c.status = 'fallback')";

type Span = { readonly from: number; readonly until: number; readonly weeks: number };

/**
 * Whole weeks up to today's midnight, so that each weekday comes as often as the others: as many as there were calls in,
 * eight at most. Null where there were none.
 */
async function spanOf(work: NeededWork, { tenantId, parkIds, zone }: Subject): Promise<Span | null> {
  const today = dayOf(work.now.getTime(), zone);
  const until = startOfDay(today, zone);
  const values: unknown[] = [tenantId, parkIds, isoOf(startOfDay(addDays(today, -7 * MOST_WEEKS), zone)), isoOf(until)];
  const [row] = await work.db.raw<{ first: string | null }>(
    `SELECT min(c.queued_time) AS first FROM call_record c WHERE c.tenant_id = $1 AND c.park_id = ANY($2::uuid[])
       AND c.queued_time >= $3::timestamptz AND c.queued_time < $4::timestamptz AND c.deleted_at IS NULL AND ${NEEDED_ONE}
       AND ${scopedSql(work.db.scope, 'c', values)}`,
    values,
  );
  if (!row?.first) return null;
  const weeks = Math.min(MOST_WEEKS, Math.ceil((until - Date.parse(row.first)) / WEEK_MS));
  return { from: startOfDay(addDays(today, -7 * weeks), zone), until, weeks };
}

type Hour = {
  readonly weekday: number;
  readonly hour: number;
  readonly calls: number;
  readonly answered: number;
  readonly busyS: number;
};

async function hoursOf(work: NeededWork, { tenantId, parkIds, zone }: Subject, { from, until }: Span): Promise<Hour[]> {
  const values: unknown[] = [tenantId, parkIds, isoOf(from), isoOf(until), zone];
  return work.db.raw<Hour>(
    `SELECT extract(isodow FROM c.queued_time AT TIME ZONE $5)::int AS weekday, extract(hour FROM c.queued_time AT TIME ZONE $5)::int AS hour,
       count(*)::int AS calls, (count(*) FILTER (WHERE c.status IN ('wrapup', 'closed')))::int AS answered,
       coalesce(sum(c.talk_s + coalesce(c.wrap_s, 0)) FILTER (WHERE c.status IN ('wrapup', 'closed')), 0)::int AS "busyS"
     FROM call_record c WHERE c.tenant_id = $1 AND c.park_id = ANY($2::uuid[])
       AND c.queued_time >= $3::timestamptz AND c.queued_time < $4::timestamptz AND c.deleted_at IS NULL AND ${NEEDED_ONE}
       AND ${scopedSql(work.db.scope, 'c', values)}
     GROUP BY 1, 2 ORDER BY 1, 2`,
    values,
  );
}

const sumOf = (hours: readonly Hour[], of: 'calls' | 'answered' | 'busyS'): number =>
  hours.reduce((sum, hour) => sum + hour[of], 0);

async function needed(work: NeededWork): Promise<unknown> {
  const about = await subjectOf(work);
  const level = work.input.level ?? DEFAULT_LEVEL;
  const span = await spanOf(work, about);
  const hours = span === null ? [] : await hoursOf(work, about, span);
  const answered = sumOf(hours, 'answered');
  // One mean for all hours: those of a quiet hour are too few to have one of their own.
  const handleS = answered === 0 ? null : Math.max(1, Math.round(sumOf(hours, 'busyS') / answered));
  const each =
    handleS === null
      ? []
      : hours.map(({ weekday, hour, calls }) => {
          const load = { callsPerHour: calls / span!.weeks, handleS };
          return {
            weekday,
            hour,
            callsPerHour: Math.round(load.callsPerHour * 100) / 100,
            seats: seatsNeeded(load, level / 100),
            level: Math.round(levelWith(about.seats, load) * 100),
          };
        });
  return {
    weeks: span?.weeks ?? 0,
    calls: sumOf(hours, 'calls'),
    handleS,
    withinS: IN_TIME_S,
    level,
    seats: about.seats,
    most: Math.max(0, ...each.map(({ seats }) => seats)),
    hours: each,
  };
}

export const neededServed: Served[] = [serve(seatsNeededCall, needed)];
