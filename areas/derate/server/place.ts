/** A coupon on a bill is a discount of its car: lanes, quotes and locks know no other kind. */
import type { Terms } from '#domain/derate/terms.ts';
import type { Db } from '#kit/server/db.ts';
import { newId } from '#kit/server/id.ts';
import { tableOf } from '#kit/server/table.ts';
import { carDerate } from '../model/car-derate.ts';
import { applyCouponActions } from './coupon-actions.ts';

export type Placing = {
  readonly tenantId: number;
  readonly companyId: string;
  readonly parkId: string;
  readonly couponId: string;
  readonly plate: string;
  readonly derateType: string;
  readonly derateValue: number;
  readonly terms: Terms & { readonly name: string };
  /** What is held for it, which moves with it. */
  readonly reservedFen: number;
  readonly validUntil: string;
  readonly operator: string;
};

/** Puts a coupon on the bill of its plate at a lot. Answers the discount's id. */
export async function placeDiscount(db: Db, placing: Placing, now: Date): Promise<string> {
  const { plate, ...rest } = placing;
  const id = newId();
  await db.insert(tableOf(carDerate)).values({
    ...rest,
    id,
    plateNumber: plate,
    status: 'bound',
    source: 'coupon',
    time: now.toISOString(),
    benefitFen: 0,
    chargedFen: 0,
    uses: [],
  });
  return id;
}

/** Takes a coupon's discount off its bill again; what is held goes back with it. Answers why it may not, or null. */
export async function endPlaced(
  db: Db,
  tenantId: number,
  carDerateId: string,
  now: Date,
): Promise<'locked' | 'used' | null> {
  const at = now.getTime();
  const { steps } = await applyCouponActions(db, tenantId, [
    { couponId: carDerateId, at, event: { kind: 'cancel', at } },
  ]);
  const refused = steps[0]?.refused ?? null;
  return refused === null ? null : refused === 'locked' ? 'locked' : 'used';
}
