/** What a lot is to a price: its zone, its calendar, and what its cars are called in tariffs. */
import { eq } from 'drizzle-orm';
import { holidaysOf } from '#domain/fee/day-plan.ts';
import type { Holidays } from '#domain/fee/day-plan.ts';
import { rowOf } from '#kit/server/row-by-id.ts';
import type { Db } from '#kit/server/db.ts';
import { scoped } from '#kit/server/scope.ts';
import { tableOf } from '#kit/server/table.ts';
import { carKindOf, carKindsOf } from '#areas/vehicle/server/door.ts';
import { holidayDate } from '#areas/fee/model/holiday-date.ts';
import { park } from '#areas/lot/model/park.ts';

const h = tableOf(holidayDate);

/** Holidays, make-up days and days of events of a lot, as days of its own. */
export async function calendarOf(db: Db, parkId: string): Promise<Required<Holidays>> {
  return holidaysOf(
    (await db
      .select({ day: h.day!, dayKind: h.dayKind! })
      .from(h)
      .where(scoped(holidayDate, db.scope, [eq(h.parkId!, parkId)]))
      .orderBy(h.day!)) as { day: string; dayKind: string }[],
  );
}

export type Place = Required<Holidays> & { readonly zone?: string; readonly carKind?: string };

/** Zone and calendar of a lot, and the kind of car its trials are about: the model named, else the lot's default. */
export async function placeOf(db: Db, parkId: string, carModelId: string | null): Promise<Place> {
  const [lot, calendar, kinds] = await Promise.all([
    rowOf(park, parkId, db),
    calendarOf(db, parkId),
    carKindsOf(db, parkId),
  ]);
  const model = kinds.models.find((each) => (carModelId ? each.id === carModelId : each.isDefault));
  return {
    ...calendar,
    ...(lot.zone ? { zone: String(lot.zone) } : {}),
    ...(model ? { carKind: carKindOf(model) } : {}),
  };
}
