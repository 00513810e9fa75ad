/**
 * A person's duties and days of attendance, from his clocks, roster and settings. The same input gives the same rows,
 * however often.
 */
import { LONGEST_DUTY, byCell, cellOf, dutiesOf, judge, minutesOf } from '#domain/duty/duty.ts';
import type { Cell, Clock, Duty, Judged } from '#domain/duty/duty.ts';
import { addDays, dayOf, daysBetween, startOfDay } from '#domain/time/day.ts';
import { MINUTE } from '#domain/time/zone.ts';
import { insertRows } from '#kit/server/bulk.ts';
import type { BulkRow } from '#kit/server/bulk.ts';
import type { Db } from '#kit/server/db.ts';
import { newId } from '#kit/server/id.ts';
import { closedMonths, settingsOf, workerOf } from './person.ts';
import type { Settings, Worker } from './person.ts';

type ClockRow = Clock & {
  readonly park: string | null;
  readonly place: string;
  readonly source: string;
  readonly picture: string | null;
};
/** An entry of the roster: a shift with its cell, a day off or leave without one, office hours without a shift. */
type Entry = {
  readonly id: string;
  readonly day: string;
  readonly kind: 'shift' | 'rest' | 'leave';
  readonly shiftId: string | null;
  readonly parkId: string | null;
  readonly cell: Cell | null;
};
type Found = {
  readonly worker: Worker;
  readonly entries: readonly Entry[];
  readonly clocks: ReadonlyMap<string, ClockRow>;
  readonly placed: ReadonlyMap<string | null, Duty[]>;
  readonly settings: (day: string) => Settings;
  readonly now: number;
};

/** Days around the requested ones whose clocks and roster may reach into them. */
const AROUND = 2;
const iso = (instant: number | null): string | null => (instant === null ? null : new Date(instant).toISOString());

async function clocksOf(db: Db, { tenantId, userId, zone }: Worker, from: string, to: string): Promise<ClockRow[]> {
  const rows = await db.raw<Omit<ClockRow, 'at'> & { at: string }>(
    `SELECT id, at, kind, park_id AS park, place, source, picture FROM duty_clock
     WHERE tenant_id = $1 AND user_id = $2 AND at >= $3 AND at < $4 AND deleted_at IS NULL`,
    [tenantId, userId, iso(startOfDay(from, zone)), iso(startOfDay(addDays(to, 1), zone))],
  );
  return rows.map((row) => ({ ...row, at: Date.parse(row.at) }));
}

async function entriesOf(db: Db, { tenantId, userId, zone }: Worker, from: string, to: string): Promise<Entry[]> {
  const rows = await db.raw<{
    id: string;
    day: string;
    kind: Entry['kind'];
    shift: string | null;
    park: string | null;
    start: string | null;
    end: string | null;
    rest: number | null;
  }>(
    `SELECT e.id, e.day::text AS day, e.cell_kind AS kind, e.shift_id AS shift, e.park_id AS park, s.start_time AS start, s.end_time AS end, s.break_min AS rest
     FROM employe_work e LEFT JOIN rdworkset s ON s.tenant_id = $1 AND s.id = e.shift_id
     WHERE e.tenant_id = $1 AND e.user_id = $2 AND e.day >= $3 AND e.day <= $4 AND e.deleted_at IS NULL`,
    [tenantId, userId, from, to],
  );
  return rows.map(({ id, day, kind, shift, park, start, end, rest }) => ({
    id,
    day,
    kind,
    shiftId: shift,
    parkId: park,
    cell:
      kind === 'shift' && start && end
        ? cellOf(id, day, { startMinute: minutesOf(start), endMinute: minutesOf(end), breakMinutes: rest ?? 0 }, zone)
        : null,
  }));
}

/** Office hours for the days on which somebody without a roster clocked in. */
function officeEntries(
  duties: readonly Duty[],
  entries: readonly Entry[],
  { zone }: Worker,
  settings: Found['settings'],
): Entry[] {
  const rostered = new Set(entries.map(({ day }) => day));
  const days = new Set(duties.flatMap((duty) => (duty.in === null ? [] : [dayOf(duty.in, zone)])));
  return [...days].flatMap((day): Entry[] => {
    const { office } = settings(day);
    if (!office || rostered.has(day)) return [];
    const id = `office ${day}`;
    return [{ id, day, kind: 'shift', shiftId: null, parkId: null, cell: cellOf(id, day, office, zone) }];
  });
}

const cellsOf = (entries: readonly Entry[]): Cell[] => entries.flatMap(({ cell }) => (cell ? [cell] : []));

async function find(db: Db, worker: Worker, from: string, to: string, now: number): Promise<Found> {
  const [first, last] = [addDays(from, -AROUND), addDays(to, AROUND)];
  const settings = await settingsOf(db, worker);
  const clocks = await clocksOf(db, worker, first, last);
  const roster = await entriesOf(db, worker, first, last);
  const duties = dutiesOf(clocks);
  const rulesIn = (all: readonly Entry[]) => {
    const days = new Map(all.map(({ id, day }) => [id, day]));
    return (cell: Cell) => settings(days.get(cell.id)!).rules;
  };
  const unrostered = byCell(duties, cellsOf(roster), rulesIn(roster)).get(null) ?? [];
  const entries = [...roster, ...officeEntries(unrostered, roster, worker, settings)];
  return {
    worker,
    entries,
    clocks: new Map(clocks.map((clock) => [clock.id, clock])),
    placed: byCell(duties, cellsOf(entries), rulesIn(entries)),
    settings,
    now,
  };
}

const nothing: Judged = { in: null, out: null, lateMin: 0, earlyMin: 0, workedMin: 0, overtimeMin: 0, result: null };

type Kept = { id: string; day: string; shift: string | null; approved: number | null; approvedBy: string | null };

/** The row of attendance of an entry; what was approved of its overtime stays, as far as there is so much. */
function dayRow({ worker, placed, settings, now }: Found, entry: Entry, kept: Kept | undefined): BulkRow {
  const { cell, kind } = entry;
  const done = cell ? judge(cell, placed.get(cell.id) ?? [], now, settings(entry.day).rules) : nothing;
  const approved = kept?.approved ?? null;
  const counts = approved === null || done.overtimeMin === 0 ? null : Math.min(approved, done.overtimeMin);
  return {
    tenant_id: worker.tenantId,
    company_id: worker.companyId,
    id: kept?.id ?? newId(),
    day: entry.day,
    user_id: worker.userId,
    dept_id: worker.deptId,
    shift_id: entry.shiftId,
    park_id: entry.parkId,
    start_at: iso(cell?.start ?? startOfDay(entry.day, worker.zone)),
    end_at: iso(cell?.end ?? null),
    in_time: iso(done.in),
    out_time: iso(done.out),
    late_min: done.lateMin,
    early_min: done.earlyMin,
    worked_min: done.workedMin,
    overtime_min: done.overtimeMin,
    approved_min: counts,
    approved_by: counts === null ? null : (kept?.approvedBy ?? null),
    overtime_state: done.overtimeMin === 0 ? null : counts === null ? 'asked' : 'approved',
    result: kind === 'shift' ? done.result : kind,
  };
}

function stateOf(duty: Duty, entry: Entry | undefined, { clocks, settings, now }: Found): string {
  const corrected = duty.clocks.some((id) => clocks.get(id)?.source === 'correction');
  if (duty.in === null) return 'missing';
  if (duty.out !== null) return corrected ? 'corrected' : 'off';
  const until = entry?.cell ? entry.cell.end + settings(entry.day).rules.lateOut * MINUTE : duty.in + LONGEST_DUTY;
  return now > until ? 'missing' : 'on';
}

function dutyRow(found: Found, duty: Duty, entry: Entry | undefined, confirmedBy: string | null): BulkRow {
  const { worker, clocks } = found;
  const first = clocks.get(duty.id)!;
  return {
    tenant_id: worker.tenantId,
    company_id: worker.companyId,
    id: duty.id,
    user_id: worker.userId,
    park_id: entry?.parkId ?? first.park,
    start_at: iso(duty.in ?? duty.out),
    in_time: iso(duty.in),
    out_time: iso(duty.out),
    worked_min: duty.in !== null && duty.out !== null ? Math.floor((duty.out - duty.in) / MINUTE) : null,
    shift_id: entry?.shiftId ?? null,
    cell_id: entry && entry.shiftId !== null ? entry.id : null,
    state: stateOf(duty, entry, found),
    place: first.place,
    place_confirmed_by: confirmedBy,
    picture: first.picture,
  };
}

async function writeDays(db: Db, found: Found, days: readonly string[]): Promise<void> {
  const { tenantId, userId } = found.worker;
  const kept = await db.raw<Kept>(
    `DELETE FROM attendance_day WHERE tenant_id = $1 AND user_id = $2 AND day = ANY($3::date[])
     RETURNING id, day::text AS day, shift_id AS shift, approved_min AS approved, approved_by AS "approvedBy"`,
    [tenantId, userId, days],
  );
  const before = new Map(kept.map((row) => [`${row.day} ${row.shift}`, row]));
  const entries = found.entries.filter(({ day }) => days.includes(day));
  await insertRows(
    db,
    'attendance_day',
    entries.map((entry) => dayRow(found, entry, before.get(`${entry.day} ${entry.shiftId}`))),
    '',
  );
}

/** Days in order as spans, first and last, that leave none out. */
function spansOf(days: readonly string[]): [first: string, last: string][] {
  const spans: [string, string][] = [];
  for (const day of days) {
    const span = spans.at(-1);
    if (span && addDays(span[1], 1) === day) span[1] = day;
    else spans.push([day, day]);
  }
  return spans;
}

async function writeDuties(db: Db, found: Found, days: readonly string[]): Promise<void> {
  const { tenantId, userId, zone } = found.worker;
  const entries = new Map(found.entries.map((entry) => [entry.id, entry]));
  const ofDays = [...found.placed].flatMap(([cell, duties]) =>
    duties
      .filter((duty) => days.includes(dayOf((duty.in ?? duty.out)!, zone)))
      .map((duty) => ({ duty, entry: cell === null ? undefined : entries.get(cell) })),
  );
  const confirmed = new Map<string, string | null>();
  for (const [first, last] of spansOf(days)) {
    const kept = await db.raw<{ id: string; by: string | null }>(
      'DELETE FROM rdworkrecord WHERE tenant_id = $1 AND user_id = $2 AND start_at >= $3 AND start_at < $4 RETURNING id, place_confirmed_by AS by',
      [tenantId, userId, iso(startOfDay(first, zone)), iso(startOfDay(addDays(last, 1), zone))],
    );
    for (const { id, by } of kept) confirmed.set(id, by);
  }
  await insertRows(
    db,
    'rdworkrecord',
    ofDays.map(({ duty, entry }) => dutyRow(found, duty, entry, confirmed.get(duty.id) ?? null)),
    '',
  );
}

/**
 * Recomputes a person's days from `from` to `to`; days of closed months stay as they are. Within the caller's
 * transaction.
 */
export async function recomputeDays(
  db: Db,
  { tenantId, userId }: { readonly tenantId: number; readonly userId: string },
  from: string,
  to: string,
  now: Date,
): Promise<void> {
  const worker = await workerOf(db, tenantId, userId, true);
  if (!worker) return;
  const closed = await closedMonths(db, worker);
  const days = Array.from({ length: daysBetween(from, to) + 1 }, (_, nth) => addDays(from, nth)).filter(
    (day) => !closed.has(day.slice(0, 7)),
  );
  if (days.length === 0) return;
  const found = await find(db, worker, from, to, now.getTime());
  await writeDays(db, found, days);
  await writeDuties(db, found, days);
}

/** The days a clock at an instant may change: a night's shift began the day before, a duty up to a day earlier. */
export async function recomputeAround(
  db: Db,
  who: { readonly tenantId: number; readonly userId: string; readonly zone: string },
  at: number,
  now: Date,
): Promise<void> {
  const day = dayOf(at, who.zone);
  await recomputeDays(db, who, addDays(day, -2), addDays(day, 1), now);
}
