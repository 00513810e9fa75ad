/**
 * What happens to discounts, by the rules of domain/derate: loaded with their sellers, held, changed, written, and
 * posted.
 */
import { couponStep } from '#domain/derate/coupon.ts';
import type { SellerAccount } from '#domain/derate/account.ts';
import type { Coupon, CouponEvent, CouponStep } from '#domain/derate/coupon.ts';
import { reversal, sellerDerated } from '#domain/ledger/ledger.ts';
import type { Posting } from '#domain/ledger/ledger.ts';
import type { Db } from '#kit/server/db.ts';
import { emit } from '#kit/server/events.ts';
import { placedMoved } from '../model/events.ts';
import type { PlacedMove } from '../model/events.ts';
import { couponOf, couponsWhere, holdAccounts, writeAccount, writeCoupons } from './rows.ts';
import type { StoredCoupon } from './rows.ts';

/**
 * `at`: when (epoch ms) it was done, for the ledger and the discount's own times. `feeFen`: what the order came to
 * before discounts, where it is used.
 */
export type CouponAction = {
  readonly couponId: string;
  readonly event: CouponEvent;
  readonly at: number;
  readonly feeFen?: number;
};
export type Done = { readonly steps: readonly CouponStep[]; readonly postings: readonly Posting[] };

/** What stands behind a coupon's discount is its own purse, which follows by `placedMoved`: here it never runs out. */
const ANY_MONEY: SellerAccount = { chargedFen: 0, usedFen: 0, reservedFen: 0, creditFen: Number.MAX_SAFE_INTEGER };

/** What a use charged the seller, or what its refund gave back to him. `at`: epoch ms. */
function postingsOf(row: StoredCoupon, event: CouponEvent, step: CouponStep, at: number): Posting[] {
  if (row.seller_id === null || step.chargeFen === 0 || (event.kind !== 'use' && event.kind !== 'refund')) return [];
  const used = sellerDerated(
    { key: `seller-derate/${event.order}/${row.id}`, park: row.park_id, at, about: row.id },
    row.seller_id,
    Math.abs(step.chargeFen),
  );
  return [event.kind === 'use' ? used : reversal(used, `seller-derate-back/${event.order}/${row.id}`, at)];
}

/** A coupon that comes back from a bill is on no bill any more: its driver may use it elsewhere. */
function stepOf(row: StoredCoupon, coupon: Coupon, account: SellerAccount, event: CouponEvent, at: number): CouponStep {
  const step = couponStep(coupon, account, event);
  if (row.coupon_id === null || event.kind !== 'refund' || step.coupon.state !== 'restored') return step;
  return { ...step, coupon: couponStep(step.coupon, account, { kind: 'end', at }).coupon };
}

/** What the coupon behind a discount has to follow; a lock of a quote changes nothing for it. */
function moveOf(
  row: StoredCoupon,
  before: Coupon,
  { event, at, feeFen }: CouponAction,
  step: CouponStep,
): PlacedMove[] {
  const { coupon, chargeFen } = step;
  if (row.coupon_id === null || coupon === before || event.kind === 'lock' || event.kind === 'unlock') return [];
  const isMoney = event.kind === 'use' || event.kind === 'refund';
  return [
    {
      couponId: row.coupon_id,
      carDerateId: row.id,
      companyId: row.company_id,
      parkId: row.park_id,
      plateNumber: row.plate_number,
      kind: isMoney ? event.kind : 'other',
      order: isMoney ? event.order : null,
      benefitFen: event.kind === 'use' ? event.benefitFen : 0,
      chargeFen,
      feeFen: feeFen ?? null,
      state: coupon.state,
      totalBenefitFen: coupon.benefitFen,
      totalChargedFen: coupon.chargedFen,
      reservedFen: coupon.reservedFen,
      at,
    },
  ];
}

/**
 * Applies the actions in their order, each as far as the rules allow; returns what they charge sellers, for the ledger
 * of the same transaction.
 */
export async function applyCouponActions(db: Db, tenantId: number, actions: readonly CouponAction[]): Promise<Done> {
  if (actions.length === 0) return { steps: [], postings: [] };
  const rows = new Map(
    (
      await couponsWhere(
        db,
        tenantId,
        'd.id = ANY($2::uuid[])',
        [[...new Set(actions.map(({ couponId }) => couponId))]],
        true,
      )
    ).map((row) => [row.id, row]),
  );
  const accounts = await holdAccounts(
    db,
    tenantId,
    [...rows.values()].flatMap((row) => row.seller_id ?? []),
  );
  const coupons = new Map([...rows].map(([id, row]) => [id, couponOf(row)]));
  const steps: CouponStep[] = [];
  const postings: Posting[] = [];
  const moves: PlacedMove[] = [];
  const used = new Map<string, number>();
  for (const action of actions) {
    const { couponId, event, at } = action;
    const [row, coupon] = [rows.get(couponId), coupons.get(couponId)];
    const account = row?.coupon_id ? ANY_MONEY : accounts.get(row?.seller_id ?? '');
    if (!row || !coupon || !account) continue;
    const step = stepOf(row, coupon, account, event, at);
    if (event.kind === 'use' && step.coupon !== coupon) used.set(couponId, at);
    coupons.set(couponId, step.coupon);
    if (row.seller_id !== null) accounts.set(row.seller_id, step.account);
    moves.push(...moveOf(row, coupon, action, step));
    postings.push(...postingsOf(row, event, step, at));
    steps.push(step);
  }
  await Promise.all([
    writeCoupons(db, tenantId, [...coupons.values()], used),
    ...[...accounts].map(([id, account]) => writeAccount(db, tenantId, id, account)),
  ]);
  if (moves.length > 0) postings.push(...(await emit(placedMoved, { tenantId, moves }, { db })).flat());
  return { steps, postings };
}
