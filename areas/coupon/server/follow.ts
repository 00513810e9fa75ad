/**
 * Coupons follow what becomes of the discounts they stand on bills as, in the transaction of these; and they come onto
 * bills as their cars come in.
 */
import { couponStep } from '#domain/coupon/coupon.ts';
import type { Coupon } from '#domain/coupon/coupon.ts';
import { couponUsed, reversal, sellerDerated } from '#domain/ledger/ledger.ts';
import type { Posting } from '#domain/ledger/ledger.ts';
import type { PlacedMove } from '#areas/derate/model/events.ts';
import type { Came } from '#areas/passage/model/events.ts';
import type { Db } from '#kit/server/db.ts';
import { insertRows } from '#kit/server/bulk.ts';
import { newId } from '#kit/server/id.ts';
import { placeNow } from './place.ts';
import { couponOf, couponsWhere, Purses, writeCoupons } from './rows.ts';
import type { Also, HeldRule, StoredCoupon } from './rows.ts';

/**
 * Who bears it pays the lot; its own company gave it up with the bill. Keys by order and coupon: an action posts once.
 */
function postingsOf(rule: HeldRule, move: PlacedMove): Posting[] {
  if (move.chargeFen === 0 || move.kind === 'other' || rule.bearer === 'own') return [];
  const key = `coupon-derate/${move.order}/${move.carDerateId}`;
  const head = { key, park: move.parkId, at: move.at, about: move.carDerateId };
  const fen = Math.abs(move.chargeFen);
  const used = rule.bearer === 'store' ? sellerDerated(head, rule.storeId!, fen) : couponUsed(head, fen);
  return [move.kind === 'use' ? used : reversal(used, `coupon-derate-back/${move.order}/${move.carDerateId}`, move.at)];
}

const deductionRow = (tenantId: number, row: StoredCoupon, rule: HeldRule, move: PlacedMove) => ({
  tenant_id: tenantId,
  company_id: move.companyId,
  park_id: move.parkId,
  id: newId(move.at),
  created_at: new Date(move.at).toISOString(),
  updated_at: new Date(move.at).toISOString(),
  time: new Date(move.at).toISOString(),
  plate_number: move.plateNumber,
  rule_id: row.ruleId,
  store_id: row.storeId,
  bearer: rule.bearer,
  coupon_id: row.id,
  order_id: move.order,
  fee_fen: move.feeFen,
  benefit_fen: move.benefitFen,
  charged_fen: move.chargeFen,
  lot_fen: move.benefitFen - move.chargeFen,
  status: 'used',
});

/** Writes what orders took of coupons; one that took it again after it was given back is used anew. */
const writeDeductions = (db: Db, rows: readonly Record<string, unknown>[]): Promise<unknown> =>
  insertRows(
    db,
    'coupon_deduction',
    rows,
    `ON CONFLICT (tenant_id, coupon_id, order_id) WHERE deleted_at IS NULL DO UPDATE SET status = 'used', returned_time = NULL, fee_fen = excluded.fee_fen, benefit_fen = excluded.benefit_fen, charged_fen = excluded.charged_fen, lot_fen = excluded.lot_fen RETURNING id`,
  );

const giveBack = (
  db: Db,
  tenantId: number,
  parkId: string,
  couponId: string,
  order: string,
  at: number,
): Promise<unknown> =>
  db.raw(
    `UPDATE coupon_deduction SET status = 'returned', returned_time = $5, updated_at = now() WHERE tenant_id = $1 AND park_id = $2 AND coupon_id = $3 AND order_id = $4 AND status = 'used'`,
    [tenantId, parkId, couponId, order, new Date(at).toISOString()],
  );

/**
 * Coupons, their purses and the bills' deductions go the way the discounts went; answers what their bearers are
 * charged.
 */
export async function followPlaced(
  db: Db,
  tenantId: number,
  moves: readonly PlacedMove[],
): Promise<readonly Posting[]> {
  const ids = [...new Set(moves.map(({ couponId }) => couponId))];
  const found = await couponsWhere(db, tenantId, 'c.id = ANY($2::uuid[])', [ids]);
  const purses = await Purses.hold(
    db,
    tenantId,
    found.map(({ ruleId }) => ruleId),
  );
  const rows = await couponsWhere(db, tenantId, 'c.id = ANY($2::uuid[])', [ids], true);
  const byId = new Map(rows.map((row) => [row.id, row]));
  const coupons = new Map<string, { coupon: Coupon; also?: Also }>();
  const postings: Posting[] = [];
  const taken: Record<string, unknown>[] = [];
  for (const move of moves) {
    const row = byId.get(move.couponId);
    if (!row || row.carDerateId !== move.carDerateId) continue;
    const rule = purses.rule(row.ruleId);
    const before = coupons.get(row.id)?.coupon ?? couponOf(row);
    const { coupon, purse } = couponStep(before, purses.of(row.ruleId), {
      kind: 'follow',
      placed: {
        state: move.state,
        reservedFen: move.reservedFen,
        benefitFen: move.totalBenefitFen,
        chargedFen: move.totalChargedFen,
      },
      over: rule.status === 'cancelled' && rule.cancelType === '3',
      at: move.at,
    });
    purses.put(row.ruleId, purse);
    purses.count(row.ruleId, countOf(before, coupon));
    const also: Also = isOff(coupon)
      ? { carDerateId: null, usedTime: null, usedParkId: null }
      : move.kind === 'use'
        ? { usedTime: move.at }
        : {};
    coupons.set(row.id, { coupon, also: { ...coupons.get(row.id)?.also, ...also } });
    postings.push(...postingsOf(rule, move));
    if (move.kind === 'use') taken.push(deductionRow(tenantId, row, rule, move));
    if (move.kind === 'refund' && move.chargeFen <= 0)
      await giveBack(db, tenantId, move.parkId, row.id, move.order!, move.at);
  }
  await writeCoupons(db, tenantId, [...coupons.values()]);
  await writeDeductions(db, taken);
  await purses.write();
  return postings;
}

/** On no bill any more. */
const isOff = ({ state }: Coupon): boolean => state === 'held' || state === 'expired' || state === 'cancelled';

const countOf = (before: Coupon, after: Coupon) => ({
  used: Number(after.state === 'used') - Number(before.state === 'used'),
  cancelled: Number(after.state === 'cancelled') - Number(before.state === 'cancelled'),
  benefitFen: after.benefitFen - before.benefitFen,
});

type Lot = { readonly tenantId: number; readonly companyId: string; readonly parkId: string };

/**
 * Puts onto the bills of cars at a lot what their drivers claimed and want used by itself: of each rule the one that
 * ends first.
 */
export async function placeFor(db: Db, lot: Lot, cars: readonly Came[], now: Date): Promise<void> {
  const rows = await couponsWhere(
    db,
    lot.tenantId,
    `c.plate_number = ANY($2::text[]) AND c.status = 'held' AND c.valid_until >= $3 AND EXISTS (SELECT 1 FROM coupon_rule r WHERE r.tenant_id = $1 AND r.id = c.rule_id AND r.auto_use AND r.status <> 'draft' AND $4::uuid = ANY(r.park_ids))
     AND NOT EXISTS (SELECT 1 FROM coupon_info o WHERE o.tenant_id = $1 AND o.plate_number = c.plate_number AND o.rule_id = c.rule_id AND o.status = 'placed' AND o.deleted_at IS NULL)`,
    [cars.map(({ plate }) => plate), now.toISOString(), lot.parkId],
    true,
  );
  const first = new Map<string, StoredCoupon>();
  for (const row of rows.toSorted(
    (a, b) => Date.parse(a.validUntil) - Date.parse(b.validUntil) || (a.id < b.id ? -1 : 1),
  )) {
    const key = `${row.ruleId} ${row.plate}`;
    if (!first.has(key)) first.set(key, row);
  }
  for (const row of first.values()) await placeNow(db, lot, row, now);
}
