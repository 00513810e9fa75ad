/** A visit's cars at the lane: each has one approved booking of its lot at a time, and no pass or stay of its own. */
import { bookApproved, callOff } from '#areas/vehicle/server/door.ts';
import { Refused, ruleRefused } from '#kit/declare/refused.ts';
import type { Problem } from '#kit/declare/refused.ts';
import { text } from '#kit/declare/text.ts';
import { ofTenant } from '#kit/server/db.ts';
import type { Db } from '#kit/server/db.ts';
import { rowOf } from '#kit/server/row-by-id.ts';
import type { Work } from '#kit/server/work.ts';
import { visit } from '../model/visit.ts';
import { addCar, asVisit, carsBy, changeCar, lockVisits } from './store.ts';
import type { CarRow, VisitRow } from './store.ts';

const open = new Set(['waiting', 'approved', 'inside', 'overstay']);

/** Books one car for its next entry. @throws Refused where the lot does not take it: full, black list, locked */
export async function bookCar(db: Db, row: VisitRow, car: CarRow, by: string, now: Date): Promise<void> {
  const wish = {
    tenantId: row.tenantId,
    companyId: row.companyId,
    parkId: row.parkId,
    plateNumber: car.plateNumber,
    startTime: car.startTime,
    endTime: car.endTime,
    freeOfCharge: car.free !== 'none',
    by,
    remark: row.visitNo,
  };
  const bookingId = await bookApproved(ofTenant(db, row.tenantId), wish, now);
  await changeCar(db, car, { bookingId, state: 'booked', note: null }, now);
}

/** Books all cars of a visit that is being approved; the refusal of one refuses the approval. */
export async function bookCars(db: Db, row: VisitRow, by: string, now: Date): Promise<void> {
  for (const car of await carsBy(db, row.tenantId, 'visitId', [row.id]))
    if (car.state === 'waiting') await bookCar(db, row, car, by, now);
}

/** Calls off what is booked for a visit's cars and has not come. */
export async function endCars(db: Db, row: Pick<VisitRow, 'tenantId' | 'id'>, now: Date): Promise<void> {
  const cars = (await carsBy(db, row.tenantId, 'visitId', [row.id])).filter(
    ({ state }) => state === 'waiting' || state === 'booked',
  );
  await callOff(
    ofTenant(db, row.tenantId),
    row.tenantId,
    cars.flatMap(({ bookingId, state }) => (state === 'booked' && bookingId ? [bookingId] : [])),
    now,
  );
  for (const car of cars) await changeCar(db, car, { state: 'ended' }, now);
}

/** What of a visit its car is made of. */
const madeOf = ['plateNumber', 'visitTime', 'leaveTime', 'entries', 'freeOfCharge'] as const;

/**
 * The car of a visit that was entered or changed: a new one, or the same with its new plate and time, booked again if
 * it was booked.
 */
export async function carFollows(
  db: Db,
  after: VisitRow,
  before: VisitRow | null,
  by: string,
  now: Date,
): Promise<void> {
  if (before && madeOf.every((name) => before[name] === after[name])) return;
  const tenant = ofTenant(db, after.tenantId);
  const cars = before ? await carsBy(tenant, after.tenantId, 'visitId', [after.id]) : [];
  const own = cars.find(
    ({ state, plateNumber }) => (state === 'waiting' || state === 'booked') && plateNumber === before?.plateNumber,
  );
  if (own?.state === 'booked' && own.bookingId) await callOff(tenant, after.tenantId, [own.bookingId], now);
  if (own) await changeCar(tenant, own, { state: 'ended' }, now);
  if (!after.plateNumber || (before && !own && before.plateNumber === after.plateNumber)) return;
  await addCar(tenant, after, now);
  if (after.status === 'approved') await bookCars(tenant, after, by, now);
}

type Values = Record<string, unknown>;

async function check(values: Values, before: CarRow | null, work: Work): Promise<Problem[]> {
  const now = { ...before, ...values } as CarRow;
  if (before && before.state !== 'waiting' && before.state !== 'booked')
    return [
      { field: 'state', msg: text('已入场或已结束的车辆不能修改', 'A car that has come or ended cannot be changed') },
    ];
  if (!now.visitId || !now.startTime || !now.endTime) return [];
  const problems: Problem[] = [];
  const row = asVisit(await rowOf(visit, now.visitId, work.db));
  if (row.parkId !== now.parkId)
    problems.push({ field: 'visitId', msg: text('该来访不在此车场', 'This visit is to another car park') });
  if (!open.has(row.status)) problems.push({ field: 'visitId', msg: text('来访已结束', 'The visit is over') });
  const [from, until] = [Date.parse(now.startTime), Date.parse(now.endTime)];
  if (until <= from)
    problems.push({ field: 'endTime', msg: text('结束时间应晚于开始时间', 'The end must be later than the start') });
  else if (from < Date.parse(row.visitTime) || until > Date.parse(row.leaveTime))
    problems.push({ field: 'endTime', msg: text('应在来访时间之内', 'It must be within the time of the visit') });
  return problems;
}

/** A car of an approved visit is booked at once; one of a visit that waits, with it. */
async function saved(after: CarRow, before: CarRow | null, work: Work): Promise<void> {
  const [row] = await lockVisits(work.db, after.tenantId, [after.visitId]);
  if (!row || row.status === 'waiting') return;
  if (before?.state === 'booked' && before.bookingId)
    await callOff(ofTenant(work.db, after.tenantId), after.tenantId, [before.bookingId], work.now);
  await bookCar(work.db, row, after, work.person.name || work.person.account, work.now);
}

export const carRules = {
  check,
  saved,
  removing: async (car: CarRow, work: Work) => {
    if (car.state === 'inside')
      throw ruleRefused(text('车辆在场，不能删除', 'The car is inside and cannot be deleted'));
    if (car.state === 'booked' && car.bookingId)
      await callOff(ofTenant(work.db, car.tenantId), car.tenantId, [car.bookingId], work.now);
  },
};

/** The next booking of a car that has left, or why there is none. */
export async function bookAgain(db: Db, row: VisitRow, car: CarRow, now: Date): Promise<void> {
  try {
    await bookCar(db, row, car, row.visitNo, now);
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    await changeCar(db, car, { state: 'left', note: error.words.zh.slice(0, 200) }, now);
  }
}
