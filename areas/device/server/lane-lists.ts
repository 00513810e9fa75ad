/** Whom each camera of a lot has to let in by itself: the white list and the passes, by its lane. */
import { and, eq, gt, isNull, lte, or } from 'drizzle-orm';
import { holdsUntil, laneList } from '#domain/lane/held-list.ts';
import type { HeldCar, ListCommand } from '#domain/lane/held-list.ts';
import { dayOf } from '#domain/time/day.ts';
import { park } from '#areas/lot/model/park.ts';
import { settingsOf } from '#areas/lot/server/door.ts';
import { lotPasses } from '#areas/pass/server/door.ts';
import { carList } from '#areas/vehicle/model/car-list.ts';
import type { Db } from '#kit/server/db.ts';
import { rowOf } from '#kit/server/row-by-id.ts';
import { scoped } from '#kit/server/scope.ts';
import { tableOf } from '#kit/server/table.ts';

/**
 * What each camera of a lot has to hold, by its lane: white entries in force without those on the black list, and the
 * passes that are for that lane today.
 */
export async function listsOf(db: Db, parkId: string, now: Date): Promise<(lane: string | null) => HeldCar[]> {
  const t = tableOf(carList);
  const lot = (await rowOf(park, parkId, db)) as { tenantId: number; zone: string };
  const where = { at: now.getTime(), zone: lot.zone };
  const open = and(
    eq(t.parkId!, parkId),
    eq(t.dataStatus!, '1'),
    or(isNull(t.startTime!), lte(t.startTime!, now.toISOString())),
    or(isNull(t.endTime!), gt(t.endTime!, now.toISOString())),
  );
  const listed = (await db
    .select({ type: t.type!, plate: t.plateNumber!, until: t.endTime! })
    .from(t)
    .where(scoped(carList, db.scope, [open]))) as (HeldCar & { type: string })[];
  const cars = {
    white: listed.filter(({ type }) => type === 'white'),
    black: listed.filter(({ type }) => type === 'black').map(({ plate }) => plate),
  };
  const passes = await lotPasses(db, { tenantId: lot.tenantId, parkId }, dayOf(where.at, where.zone));
  return (lane) => laneList(cars, passes, { ...where, lane });
}

/** The same as it is sent, to hold for as long as the lot lets a list grow old. */
export async function syncsOf(db: Db, parkId: string, now: Date): Promise<(lane: string | null) => ListCommand> {
  const [lists, { listAgeHours }] = [await listsOf(db, parkId, now), await settingsOf(db, parkId)];
  return (lane) => ({ action: 'sync', entries: lists(lane), holdsUntil: holdsUntil(listAgeHours!, now.getTime()) });
}
