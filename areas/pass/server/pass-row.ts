/** A pass as stored, the days it has, and the lot it belongs to. */
import { asc, eq, inArray } from 'drizzle-orm';
import type { PassHistory } from '#domain/pass/history.ts';
import { dayOf } from '#domain/time/day.ts';
import type { Values } from '#kit/declare/field.ts';
import { rowOf } from '#kit/server/row-by-id.ts';
import { ofTenant } from '#kit/server/db.ts';
import type { Db } from '#kit/server/db.ts';
import type { Stored } from '#kit/server/rows.ts';
import { scoped } from '#kit/server/scope.ts';
import { tableOf } from '#kit/server/table.ts';
import type { Work } from '#kit/server/work.ts';
import { placesOf } from '#areas/billing/server/door.ts';
import type { Place } from '#areas/billing/server/door.ts';
import type { ParkSettings } from '#areas/lot/model/park-settings.ts';
import { settingsOf } from '#areas/lot/server/door.ts';
import { carType } from '#areas/vehicle/model/car-type.ts';
import type { parkMonth } from '../model/park-month.ts';
import { passRenewal, passSuspension } from '../model/renewal.ts';

export type Pass = Values<(typeof parkMonth)['fields']> &
  Stored & {
    tenantId: number;
    companyId: string;
    parkId: string;
    plateNumber: string;
    carTypeId: string;
    startTime: string;
  };
export type Renewal = Values<(typeof passRenewal)['fields']> &
  Stored & { passId: string; fromDay: string; newEnd: string; moneyFen: number; refundedFen: number };
export type Rest = Values<(typeof passSuspension)['fields']> & Stored & { passId: string; fromDay: string };

/** The lot of a pass: whose it is, its rules for passes, and its day now. */
export type Lot = { readonly place: Place; readonly settings: ParkSettings; readonly today: string; readonly db: Db };

export async function lotOf(work: Work, pass: { tenantId: number; parkId: string }): Promise<Lot> {
  const db = ofTenant(work.db, pass.tenantId);
  const [places, settings] = await Promise.all([
    placesOf(db, [pass.parkId], pass.tenantId),
    settingsOf(db, pass.parkId),
  ]);
  const place = places.get(pass.parkId)!;
  return { place, settings, today: dayOf(work.now.getTime(), place.zone), db };
}

/** Renewals of passes in the order they were made. */
export async function renewalsOf(db: Db, passIds: readonly string[]): Promise<Renewal[]> {
  const t = tableOf(passRenewal);
  return (await db
    .select()
    .from(t)
    .where(scoped(passRenewal, db.scope, [inArray(t.passId!, [...passIds])]))
    .orderBy(asc(t.time!), asc(t.id!))) as Renewal[];
}

export async function restsOf(db: Db, passIds: readonly string[]): Promise<Rest[]> {
  const t = tableOf(passSuspension);
  return (await db
    .select()
    .from(t)
    .where(scoped(passSuspension, db.scope, [inArray(t.passId!, [...passIds])]))
    .orderBy(asc(t.fromDay!), asc(t.id!))) as Rest[];
}

export const historyOf = (
  lastDay: string | null,
  renewals: readonly Renewal[],
  rests: readonly Rest[],
): PassHistory => ({
  spans: renewals.map(({ fromDay, newEnd }) => ({ fromDay, toDay: newEnd })),
  suspended: rests.map(({ fromDay, toDay }) => ({ fromDay, toDay: toDay ?? null })),
  lastDay,
});

/** The car type of a pass and what a month of it costs, in fen; null where no price is set. */
export async function typeOf(
  db: Db,
  carTypeId: string,
): Promise<{ kind: string; monthFen: number | null; typeName: string }> {
  const { kind, monthPrice, typeName } = await rowOf(carType, carTypeId, db);
  return { kind: String(kind), monthFen: monthPrice ?? null, typeName: String(typeName) };
}

/** The rest that has no end yet. */
export async function openRest(db: Db, passId: string): Promise<Rest | undefined> {
  return (await restsOf(db, [passId])).find(({ toDay }) => toDay === null);
}

/** Writes into one row of a table of passes, within the pass's tenant. */
export async function put(
  db: Db,
  of: typeof passRenewal | typeof passSuspension,
  id: string,
  change: Record<string, unknown>,
): Promise<void> {
  const t = tableOf(of);
  await db
    .update(t)
    .set(change)
    .where(scoped(of, db.scope, [eq(t.id!, id)]));
}
