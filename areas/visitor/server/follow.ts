/**
 * What the lane saw of visitors' cars: a booking that was used is a guest who came, its car's exit is a guest who left.
 */
import type { BookedCar, BookedCars } from '#areas/passage/model/events.ts';
import type { Db } from '#kit/server/db.ts';
import { bookAgain } from './cars.ts';
import { comesIn, goesOut } from './passing.ts';
import { carsBy, changeCar, happened, lockVisits } from './store.ts';
import type { CarRow, VisitRow } from './store.ts';

type Seen = { readonly car: CarRow; readonly row: VisitRow; readonly by: BookedCar };

const howOf = ({ at, lane, stay }: BookedCar) => ({ way: 'car', at, place: lane, stayId: stay }) as const;

async function comes(db: Db, { car, row, by }: Seen): Promise<void> {
  if (car.stayId === by.stay) return; // repeated
  await changeCar(
    db,
    car,
    { state: 'inside', stayId: by.stay, used: (car.used ?? 0) + 1, note: null },
    new Date(by.at),
  );
  await comesIn(db, row, howOf(by));
}

/** The party goes with its last car; one of several that leaves is only written down. */
async function goes(db: Db, { car, row, by }: Seen): Promise<void> {
  if (car.stayId !== by.stay || car.state !== 'inside') return;
  const now = new Date(by.at);
  await changeCar(db, car, { state: 'left' }, now);
  const others = (await carsBy(db, row.tenantId, 'visitId', [row.id])).filter(
    ({ id, state }) => id !== car.id && state === 'inside',
  );
  if (others.length > 0) return happened(db, row, { kind: 'out', ...howOf(by) });
  await goesOut(db, row, howOf(by));
  const [after] = await lockVisits(db, row.tenantId, [row.id]);
  if (after?.status === 'approved' && (car.used ?? 0) < (car.entries ?? 1) && by.at < Date.parse(car.endTime))
    await bookAgain(db, after, car, now);
}

/**
 * Within the transaction that writes the stays. Visits are held before their cars are read, so that a desk and a lane
 * take turns.
 */
export async function followCars(db: Db, { place: { tenantId }, came, left }: BookedCars): Promise<void> {
  const steps = [...came.map((by) => ({ by, apply: comes })), ...left.map((by) => ({ by, apply: goes }))].toSorted(
    (a, b) => a.by.at - b.by.at,
  );
  for (const { by, apply } of steps) {
    const [known] = await carsBy(db, tenantId, 'bookingId', [by.booking]);
    if (!known) continue; // a booking that no visit made
    const [row] = await lockVisits(db, tenantId, [known.visitId]);
    const [car] = await carsBy(db, tenantId, 'bookingId', [by.booking]);
    if (row && car) await apply(db, { car, row, by });
  }
}
