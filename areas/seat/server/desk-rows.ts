/**
 * The desk of a group of companies as it lies in tables: its seats, the calls that are not over, and how many may talk
 * where.
 */
import { figuresOf } from '#domain/queue/figures.ts';
import type { Fact } from '#domain/queue/facts.ts';
import type { SeatGroup } from '#domain/queue/groups.ts';
import type { Call, CallState, Desk, Seat, SeatState } from '#domain/queue/queue.ts';
import { isoOf } from '#domain/time/iso.ts';
import { insertRows } from '#kit/server/bulk.ts';
import type { Db } from '#kit/server/db.ts';
import { newId } from '#kit/server/id.ts';

type SeatRow = {
  id: string;
  presence: SeatState | null;
  since: string | null;
  misses: number | null;
  seen: string | null;
  call: string | null;
  parks: string[] | null;
  groups: string[] | null;
};
type CallRow = {
  id: string;
  park: string;
  gate: string;
  exit: boolean | null;
  status: CallState;
  queued: string;
  waiting: string | null;
  answered: string | null;
  ended: string | null;
  seat: string | null;
  reached: string[] | null;
  reachedAt: string | null;
  overflowed: boolean | null;
};
type GroupRow = { id: string; parks: string[] | null; next: string | null; seconds: number };

const ms = (instant: string | null): number => (instant === null ? 0 : Date.parse(instant));
const msOrNull = (instant: string | null): number | null => (instant === null ? null : Date.parse(instant));
const iso = (at: number | null): string | null => (at === null ? null : isoOf(at));

const seatOf = (row: SeatRow): Seat => ({
  id: row.id,
  state: row.presence ?? 'offline',
  since: ms(row.since),
  call: row.call,
  misses: row.misses ?? 0,
  lots: row.parks,
  groups: row.groups ?? [],
  heardAt: ms(row.seen),
});

const callOf = (row: CallRow): Call => ({
  id: row.id,
  lot: row.park,
  lane: row.gate,
  exit: row.exit ?? false,
  queuedAt: ms(row.queued),
  waitingFrom: ms(row.waiting ?? row.queued),
  state: row.status,
  seat: row.seat,
  answeredAt: msOrNull(row.answered),
  endedAt: msOrNull(row.ended),
  reached: row.reached ?? [],
  reachedAt: ms(row.reachedAt ?? row.waiting ?? row.queued),
  overflowed: row.overflowed ?? false,
});

const groupOf = ({ id, parks, next, seconds }: GroupRow): SeatGroup => ({
  id,
  lots: parks ?? [],
  overflowTo: next,
  overflowMs: seconds * 1_000,
});

/** Since when this server runs; 0 without one. Others that run beside it count silence by their own start. */
const watched = { from: 0 };
/** From `at` on pages can reach this server: a seat’s silence before counts for nothing. */
export const watchSeats = (at: number): void => {
  watched.from = at;
};

/** Seats are held from now on: whoever changes the desk waits for whoever does so just now. */
export async function loadDesk(db: Db, tenantId: number, now: number): Promise<Desk> {
  const seats = await db.raw<SeatRow>(
    `SELECT id, presence, presence_since AS since, misses::int AS misses, heard_at AS seen, call_id AS call, sees_parks AS parks,
       group_ids AS groups
     FROM seat_user WHERE tenant_id = $1 AND deleted_at IS NULL ORDER BY id FOR UPDATE`,
    [tenantId],
  );
  const calls = await db.raw<CallRow>(
    `SELECT id, park_id AS park, gate_id AS gate, exit, status, queued_time AS queued, waiting_from AS waiting, answered_time AS answered,
       ended_time AS ended, seat_id AS seat, reached, reached_time AS "reachedAt", overflowed
     FROM call_record WHERE tenant_id = $1 AND status IN ('queued', 'talking', 'wrapup') AND deleted_at IS NULL ORDER BY id FOR UPDATE`,
    [tenantId],
  );
  const granted = await db.raw<{ park: string; seats: number }>(
    `SELECT park_id AS park, sum(seat_num)::int AS seats FROM cloudseat_grant
     WHERE tenant_id = $1 AND start_time <= $2::timestamptz AND end_time > $2::timestamptz AND deleted_at IS NULL GROUP BY park_id`,
    [tenantId, isoOf(now)],
  );
  const groups = await db.raw<GroupRow>(
    `SELECT id, park_ids AS parks, overflow_to AS next, overflow_s::int AS seconds FROM seat_group
     WHERE tenant_id = $1 AND deleted_at IS NULL ORDER BY id`,
    [tenantId],
  );
  return {
    seats: new Map(seats.map((row) => [row.id, seatOf(row)])),
    calls: new Map(calls.map((row) => [row.id, callOf(row)])),
    granted: new Map(granted.map(({ park, seats: n }) => [park, n])),
    groups: new Map(groups.map((row) => [row.id, groupOf(row)])),
    watchedFrom: watched.from,
  };
}

const SEATS = `
  UPDATE seat_user s SET presence = r.presence, presence_since = r.since, misses = r.misses, heard_at = r.seen, call_id = r.call, sees_parks = r.parks
  FROM jsonb_to_recordset($2::jsonb) AS r(id uuid, presence text, since timestamptz, misses int, seen timestamptz, call text, parks jsonb)
  WHERE s.tenant_id = $1 AND s.id = r.id`;

const CALLS = `
  UPDATE call_record c SET status = r.status, waiting_from = r.waiting, answered_time = r.answered, ended_time = r.ended, seat_id = r.seat,
    user_id = (SELECT s.user_id FROM seat_user s WHERE s.tenant_id = $1 AND s.id = r.seat::uuid), wait_s = r.wait_s, talk_s = r.talk_s, reached = r.reached,
    reached_time = r.reached_time, overflowed = r.overflowed, group_id = coalesce((r.reached->>0)::uuid, c.group_id), counted = r.counted, in_time = r.in_time,
    open_key = CASE WHEN r.status IN ('queued', 'talking') THEN c.open_key END, updated_at = $3::timestamptz
  FROM jsonb_to_recordset($2::jsonb) AS r(id uuid, status text, waiting timestamptz, answered timestamptz,
    ended timestamptz, seat text, wait_s int, talk_s int, reached jsonb, reached_time timestamptz, overflowed boolean,
    counted boolean, in_time boolean)
  WHERE c.tenant_id = $1 AND c.id = r.id`;

const changed = <T>(before: ReadonlyMap<string, T>, after: ReadonlyMap<string, T>): T[] =>
  [...after].filter(([id, each]) => before.get(id) !== each).map(([, each]) => each);

const figuresRow = (call: Call) => {
  const { waitS, talkS, counted, inTime } = figuresOf(call);
  return { wait_s: waitS, talk_s: talkS, counted, in_time: inTime };
};

/** Writes what a step changed; the row of a call that came is there already. */
export async function saveDesk(db: Db, tenantId: number, before: Desk, after: Desk, now: number): Promise<void> {
  const seats = changed(before.seats, after.seats).map((seat) => ({
    id: seat.id,
    presence: seat.state,
    since: isoOf(seat.since),
    misses: seat.misses,
    seen: isoOf(seat.heardAt),
    call: seat.call,
    parks: seat.lots,
  }));
  if (seats.length > 0) await db.raw(SEATS, [tenantId, JSON.stringify(seats)]);
  const calls = changed(before.calls, after.calls).map((call) => ({
    id: call.id,
    status: call.state,
    waiting: isoOf(call.waitingFrom),
    answered: iso(call.answeredAt),
    ended: iso(call.endedAt),
    seat: call.seat,
    reached: call.reached,
    reached_time: isoOf(call.reachedAt),
    overflowed: call.overflowed,
    ...figuresRow(call),
  }));
  if (calls.length > 0) await db.raw(CALLS, [tenantId, JSON.stringify(calls), isoOf(now)]);
}

/** What happened to calls, one line each, beside the device messages. */
export async function writeFacts(
  db: Db,
  tenantId: number,
  desk: Desk,
  facts: readonly Fact[],
  now: number,
): Promise<void> {
  if (facts.length === 0) return;
  const owners = await db.raw<{ id: string; company: string }>(
    'SELECT id, company_id AS company FROM call_record WHERE tenant_id = $1 AND id = ANY($2::uuid[])',
    [tenantId, [...new Set(facts.map(({ call }) => call))]],
  );
  const users = await db.raw<{ id: string; userId: string }>(
    'SELECT id, user_id AS "userId" FROM seat_user WHERE tenant_id = $1 AND id = ANY($2::uuid[])',
    [tenantId, [...new Set(facts.flatMap(({ seat }) => seat ?? []))]],
  );
  const [companyOf, userOf] = [
    new Map(owners.map(({ id, company }) => [id, company])),
    new Map(users.map(({ id, userId }) => [id, userId])),
  ];
  const rows = facts.map(({ kind, call, seat, group }) => ({
    tenant_id: tenantId,
    company_id: companyOf.get(call)!,
    park_id: desk.calls.get(call)!.lot,
    id: newId(),
    created_at: isoOf(now),
    updated_at: isoOf(now),
    gate_id: desk.calls.get(call)!.lane,
    call_id: call,
    time: isoOf(now),
    kind,
    user_id: seat === null ? null : (userOf.get(seat) ?? null),
    group_id: group,
  }));
  await insertRows(db, 'call_event', rows, '');
}
