/** What happens to discounts, by the rules of domain/derate: loaded with their sellers, held, changed, written, and posted. */
import { couponStep } from '#domain/derate/coupon.ts';
import type { CouponEvent, CouponStep } from '#domain/derate/coupon.ts';
import { reversal, sellerDerated } from '#domain/ledger/ledger.ts';
import type { Posting } from '#domain/ledger/ledger.ts';
import type { Db } from '#kit/server/db.ts';
import { couponOf, couponsWhere, holdAccounts, writeAccount, writeCoupons } from './rows.ts';
import type { StoredCoupon } from './rows.ts';

/** `at`: when (epoch ms) it was done, for the ledger and the discount's own times. */
export type Deed = { readonly couponId: string; readonly event: CouponEvent; readonly at: number };
export type Done = { readonly steps: readonly CouponStep[]; readonly postings: readonly Posting[] };

/** What a use charged the seller, or what its refund gave back to him. `at`: epoch ms. */
function postingsOf(row: StoredCoupon, event: CouponEvent, step: CouponStep, at: number): Posting[] {
  if (step.chargeFen === 0 || (event.kind !== 'use' && event.kind !== 'refund')) return [];
  const used = sellerDerated(
    { key: `seller-derate/${event.order}/${row.id}`, park: row.park_id, at, about: row.id },
    row.seller_id,
    Math.abs(step.chargeFen),
  );
  return [event.kind === 'use' ? used : reversal(used, `seller-derate-back/${event.order}/${row.id}`, at)];
}

/** Does the deeds in their order, each as far as the rules allow; what they charge sellers is answered for the ledger of the same transaction. */
export async function doDeeds(db: Db, tenantId: number, deeds: readonly Deed[]): Promise<Done> {
  if (deeds.length === 0) return { steps: [], postings: [] };
  const rows = new Map(
    (
      await couponsWhere(
        db,
        tenantId,
        'd.id = ANY($2::uuid[])',
        [[...new Set(deeds.map(({ couponId }) => couponId))]],
        true,
      )
    ).map((row) => [row.id, row]),
  );
  const accounts = await holdAccounts(
    db,
    tenantId,
    [...rows.values()].map((row) => row.seller_id),
  );
  const coupons = new Map([...rows].map(([id, row]) => [id, couponOf(row)]));
  const steps: CouponStep[] = [];
  const postings: Posting[] = [];
  const used = new Map<string, number>();
  for (const { couponId, event, at } of deeds) {
    const [row, coupon] = [rows.get(couponId), coupons.get(couponId)];
    const account = row && accounts.get(row.seller_id);
    if (!row || !coupon || !account) continue;
    const step = couponStep(coupon, account, event);
    if (event.kind === 'use' && step.coupon !== coupon) used.set(couponId, at);
    coupons.set(couponId, step.coupon);
    accounts.set(row.seller_id, step.account);
    postings.push(...postingsOf(row, event, step, at));
    steps.push(step);
  }
  await Promise.all([
    writeCoupons(db, tenantId, [...coupons.values()], used),
    ...[...accounts].map(([id, account]) => writeAccount(db, tenantId, id, account)),
  ]);
  return { steps, postings };
}
