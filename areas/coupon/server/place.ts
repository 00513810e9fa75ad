/** A coupon is put onto the bill of its plate at a lot. */
import { couponStep } from '#domain/coupon/coupon.ts';
import type { CouponStep, Purse } from '#domain/coupon/coupon.ts';
import { placeDiscount } from '#areas/derate/server/door.ts';
import type { Db } from '#kit/server/db.ts';
import { couponOf, writeCoupons } from './rows.ts';
import type { StoredCoupon } from './rows.ts';

/** Placing moves no money: what is held stays held. */
const NO_MONEY: Purse = { chargedFen: 0, usedFen: 0, reservedFen: 0, creditFen: 0 };

/** `row` is held. Answers why it may not be used, or null. */
export async function placeNow(
  db: Db,
  lot: { readonly tenantId: number; readonly companyId: string; readonly parkId: string },
  row: StoredCoupon,
  now: Date,
): Promise<CouponStep['refused']> {
  const { coupon, refused } = couponStep(couponOf(row), NO_MONEY, { kind: 'place', at: now.getTime() });
  if (refused) return refused;
  const carDerateId = await placeDiscount(
    db,
    {
      tenantId: lot.tenantId,
      companyId: lot.companyId,
      parkId: lot.parkId,
      couponId: row.id,
      plate: row.plate!,
      derateType: row.derateType,
      derateValue: row.derateValue,
      terms: row.terms,
      reservedFen: row.reservedFen,
      validUntil: row.validUntil,
      operator: row.terms.name,
    },
    now,
  );
  await writeCoupons(db, lot.tenantId, [{ coupon, also: { carDerateId, usedParkId: lot.parkId } }]);
  return null;
}
