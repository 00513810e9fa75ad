/** Space bookings: decided by people, kept at the gate, over when the car has come or the time has passed. */
import { and, eq, gt, gte, inArray, lt, ne } from 'drizzle-orm';
import { ruleRefused } from '#kit/declare/refused.ts';
import type { Problem } from '#kit/declare/refused.ts';
import { fill, text } from '#kit/declare/text.ts';
import { insertRows } from '#kit/server/bulk.ts';
import { rowOf } from '#kit/server/row-by-id.ts';
import type { Rules } from '#kit/server/rules.ts';
import { platformScope } from '#kit/server/db.ts';
import type { Database, Db } from '#kit/server/db.ts';
import { newId } from '#kit/server/id.ts';
import { mover } from '#kit/server/mover.ts';
import type { Stored } from '#kit/server/rows.ts';
import { scoped } from '#kit/server/scope.ts';
import { tableOf } from '#kit/server/table.ts';
import type { Work } from '#kit/server/work.ts';
import { park } from '#areas/lot/model/park.ts';
import { spaceBooking } from '../model/space-booking.ts';
import { listClassAt, listClassesFor } from './car-list.ts';
import { changesLocked } from './village-lock.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
/** How much earlier than announced a guest may arrive; from then on the space is kept. */
const EARLY_MS = 30 * MINUTE;
const LONGEST_MS = 31 * DAY;
/** How long after its end a booking is still known to lanes, for late events. */
const LATE_MS = 2 * DAY;

const t = tableOf(spaceBooking);
const arrive = mover(spaceBooking, 'arrive', 'device');
const miss = mover(spaceBooking, 'miss', 'clock');
const expire = mover(spaceBooking, 'expire', 'clock');
const calledOff = mover(spaceBooking, 'callOff', 'device');

/**
 * A booking as a lane knows it. `from` (early arrival included), `until`: epoch ms. `open`: nobody has come for it yet.
 */
export type GateBooking = {
  readonly id: string;
  readonly plate: string;
  readonly from: number;
  readonly until: number;
  readonly free: boolean;
  readonly open: boolean;
};

const gateBooking = (row: Record<string, unknown>): GateBooking => ({
  id: String(row.id),
  plate: String(row.plateNumber),
  from: Date.parse(String(row.startTime)) - EARLY_MS,
  until: Date.parse(String(row.endTime)),
  free: row.freeOfCharge !== false,
  open: row.status !== 'arrived',
});

/** Bookings of a lot that a car may still come for, those that ended lately among them. */
export async function openBookings(db: Db, parkId: string, now: number): Promise<GateBooking[]> {
  const near = [
    eq(t.parkId!, parkId),
    inArray(t.status!, ['passed', 'no-show']),
    gte(t.endTime!, new Date(now - LATE_MS).toISOString()),
    lt(t.startTime!, new Date(now + DAY).toISOString()),
  ];
  return (
    await db
      .select()
      .from(t)
      .where(scoped(spaceBooking, db.scope, near))
  ).map(gateBooking);
}

/** Bookings by id, whatever became of them. */
export async function bookingsById(db: Db, ids: readonly string[]): Promise<GateBooking[]> {
  return ids.length === 0
    ? []
    : (
        await db
          .select()
          .from(t)
          .where(scoped(spaceBooking, db.scope, [inArray(t.id!, [...ids])]))
      ).map(gateBooking);
}

/** The booking a plate may come in by at an instant (epoch ms). */
export const bookingAt = (bookings: readonly GateBooking[], plate: string, at: number): GateBooking | null =>
  bookings.find((each) => each.open && each.plate === plate && each.from <= at && at <= each.until) ?? null;

/** Spaces kept at an instant for cars that have not come yet. */
export const spacesKept = (bookings: readonly GateBooking[], at: number): number =>
  bookings.filter(({ open, from, until }) => open && from <= at && at <= until).length;

export type Arrival = { readonly booking: string; readonly stay: string; readonly at: number };

/** Notes that cars have come for their bookings; the same again changes nothing. */
export async function markArrived(db: Db, tenantId: number, arrivals: readonly Arrival[]): Promise<void> {
  for (const { booking, stay, at } of arrivals)
    await arrive(db, {
      now: new Date(),
      tenantId,
      where: eq(t.id!, booking),
      set: { arrivedTime: new Date(at).toISOString(), stayId: stay },
    });
}

/**
 * Ends what nobody came for or decided. Run by the clock; lanes ask the times and do not wait for it. Answers how many
 * ended.
 */
export async function refreshBookings(database: Database, now: Date): Promise<number> {
  const over = { now, where: lt(t.endTime!, now.toISOString()) };
  return database.write(platformScope, async (db) => {
    const [missed, expired] = [await miss(db, over), await expire(db, over)];
    return missed.length + expired.length;
  });
}

type Booking = Record<string, unknown> &
  Stored & { tenantId: number; parkId: string; plateNumber: string; startTime: string; endTime: string };

const alive = ['pending', 'passed'];
const meeting = (parkId: unknown, startTime: unknown, endTime: unknown) => [
  eq(t.parkId!, parkId),
  lt(t.startTime!, endTime),
  gt(t.endTime!, startTime),
];

function timeProblems(now: Pick<Booking, 'startTime' | 'endTime'>, at: number): Problem[] {
  const [from, until] = [Date.parse(now.startTime), Date.parse(now.endTime)];
  if (until <= from)
    return [{ field: 'endTime', msg: text('结束时间应晚于开始时间', 'The end must be later than the start') }];
  if (until <= at) return [{ field: 'endTime', msg: text('结束时间已过', 'The end has passed already') }];
  return until - from > LONGEST_MS
    ? [{ field: 'endTime', msg: text('一次预约不能超过31天', 'A booking lasts at most 31 days') }]
    : [];
}

async function check(values: Record<string, unknown>, before: Booking | null, work: Work): Promise<Problem[]> {
  const now = { ...before, ...values } as Booking;
  if (before && before.status !== 'pending')
    return [{ field: 'status', msg: text('只有待审核的预约可以修改', 'Only a booking that waits can be changed') }];
  if (!now.parkId || !now.plateNumber || !now.startTime || !now.endTime) return [];
  return problemsOf(work.db, now, before, work.now);
}

type Wanted = Pick<Booking, 'parkId' | 'plateNumber' | 'startTime' | 'endTime'>;

async function problemsOf(db: Db, now: Wanted, before: Booking | null, at: Date): Promise<Problem[]> {
  const problems = timeProblems(now, at.getTime());
  if (await changesLocked(db, now.parkId))
    problems.push({
      field: 'parkId',
      msg: text(
        '该车场所属小区已锁定，不能修改车辆',
        'The community of this car park is locked; vehicles cannot be changed',
      ),
    });
  const listed = await listClassesFor(db, now.parkId, [now.plateNumber]);
  if (listClassAt(listed.get(now.plateNumber), Date.parse(now.startTime)) === 'black')
    problems.push({ field: 'plateNumber', msg: text('该车牌在黑名单中', 'This plate is on the black list') });
  const same = [
    ...meeting(now.parkId, now.startTime, now.endTime),
    eq(t.plateNumber!, now.plateNumber),
    inArray(t.status!, alive),
    ...(before ? [ne(t.id!, before.id)] : []),
  ];
  const [found] = await db
    .select({ id: t.id! })
    .from(t)
    .where(scoped(spaceBooking, db.scope, [and(...same)]))
    .limit(1);
  if (found)
    problems.push({
      field: 'plateNumber',
      msg: text('该车牌在此时段已有预约', 'This plate has a booking for that time already'),
    });
  return problems;
}

async function approve(row: Booking, _: unknown, work: Work): Promise<void> {
  if (Date.parse(row.endTime) <= work.now.getTime())
    throw ruleRefused(text('预约时间已过，不能通过', 'Its time has passed; it cannot be approved'));
  await spaceIsLeft(work.db, row);
}

/** Bookings approved for one time are never more than the lot has spaces; one person at a time decides for a lot. */
async function spaceIsLeft(db: Db, row: Omit<Wanted, 'plateNumber'> & { tenantId: number }): Promise<void> {
  await db.raw('SELECT 1 FROM park WHERE tenant_id = $1 AND id = $2 FOR NO KEY UPDATE', [row.tenantId, row.parkId]);
  const lot = await rowOf(park, row.parkId, db);
  const others = await db
    .select({ id: t.id! })
    .from(t)
    .where(
      scoped(spaceBooking, db.scope, [...meeting(row.parkId, row.startTime, row.endTime), eq(t.status!, 'passed')]),
    );
  const spaces = Number(lot.totalStall ?? 0);
  if (spaces > 0 && others.length >= spaces)
    throw ruleRefused(
      fill(
        text('该时段已通过 {n} 个预约，车位已约满', '{n} bookings are approved for that time: all spaces are taken'),
        { n: String(others.length) },
      ),
    );
}

/**
 * A booking that another area has approved already, such as a visit's. Answers its id. `by`: who approved, as the list
 * names him.
 */
export type ApprovedWish = Wanted & {
  readonly tenantId: number;
  readonly companyId: string;
  readonly freeOfCharge: boolean;
  readonly by: string;
  readonly remark: string;
};

/**
 * @throws Refused where the plate, the time or the lot does not allow it: then whatever it was approved with is not
 * either
 */
export async function bookApproved(db: Db, wish: ApprovedWish, now: Date): Promise<string> {
  const [problem] = await problemsOf(db, wish, null, now);
  if (problem) throw ruleRefused(problem.msg);
  await spaceIsLeft(db, wish);
  const [id, at] = [newId(), now.toISOString()];
  await insertRows(
    db,
    'space_booking',
    [
      {
        tenant_id: wish.tenantId,
        company_id: wish.companyId,
        park_id: wish.parkId,
        id,
        created_at: at,
        updated_at: at,
        plate_number: wish.plateNumber,
        start_time: wish.startTime,
        end_time: wish.endTime,
        purpose: 'visit',
        free_of_charge: wish.freeOfCharge,
        status: 'passed',
        applicant: wish.by,
        audit_by: wish.by,
        audit_time: at,
        remark: wish.remark,
      },
    ],
    '',
  );
  return id;
}

/** What the bookings were made for is called off: cars that have not come are not let in by them any more. */
export async function callOff(db: Db, tenantId: number, ids: readonly string[], now: Date): Promise<void> {
  if (ids.length > 0) await calledOff(db, { now, tenantId, where: inArray(t.id!, [...ids]) });
}

export const spaceBookingRules: Rules = {
  check,
  fill: (_: unknown, before: Booking | null, work: Work) =>
    before ? {} : { applicant: work.person.name || work.person.account },
};

export const spaceBookingEffects = { pass: approve, cancel: 'none', refuse: 'none' };
