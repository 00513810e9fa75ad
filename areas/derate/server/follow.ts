/**
 * Discounts follow the quotes, payments, refunds and exits of their cars, in the transaction of these. Times epoch ms.
 */
import { takenBy } from '#domain/derate/choose.ts';
import type { BillLine } from '#domain/fee/types.ts';
import type { Posting } from '#domain/ledger/ledger.ts';
import type { DeratedOrder } from '#areas/billing/model/events.ts';
import type { Db } from '#kit/server/db.ts';
import { applyCouponActions } from './coupon-actions.ts';
import type { CouponAction } from './coupon-actions.ts';
import { refsOf } from './gate.ts';
import { couponsWhere } from './rows.ts';

/**
 * Uses what settled orders list, and gives back what orders refunded in full had used; answers what sellers are
 * charged.
 */
export async function followMoney(
  db: Db,
  tenantId: number,
  settled: readonly DeratedOrder[],
  refunded: readonly DeratedOrder[],
): Promise<readonly Posting[]> {
  const bills = settled.map(({ order, lines, at }) => ({ order, at, bill: billOf(lines) }));
  const refs = [...new Set(bills.flatMap(({ bill }) => refsOf(bill)))];
  const taken = new Map(
    (refs.length === 0 ? [] : await couponsWhere(db, tenantId, 'd.id = ANY($2::uuid[])', [refs], true)).map((row) => [
      row.id,
      row.benefit_fen,
    ]),
  );
  const actions: CouponAction[] = [];
  for (const { order, at, bill } of bills) {
    for (const [couponId, benefitFen] of takenBy(bill, taken, order.deratedFen)) {
      const event = { kind: 'use', stay: order.stay, order: order.id, benefitFen } as const;
      actions.push({ couponId, at, event, feeFen: order.receivableFen });
      taken.set(couponId, (taken.get(couponId) ?? 0) + benefitFen);
    }
  }
  for (const { order, lines, at } of refunded)
    for (const couponId of refsOf(billOf(lines)))
      actions.push({ couponId, at, event: { kind: 'refund', order: order.id, at } });
  return (await applyCouponActions(db, tenantId, actions)).postings;
}

const billOf = (lines: unknown): BillLine[] => (Array.isArray(lines) ? (lines as BillLine[]) : []);

/** Events of one lot's batch that concern discounts, beside money. */
export type LotActions = {
  readonly quotes: readonly {
    readonly order: string;
    readonly stay: string;
    readonly validUntil: number;
    readonly lines: readonly BillLine[];
    readonly at: number;
  }[];
  readonly voided: readonly string[];
  readonly left: readonly { readonly stay: string; readonly plate: string; readonly at: number }[];
};

/**
 * Locks what the last quote of each stay lists and nothing else of it, and ends what a car that has gone did not use.
 */
export async function followLot(
  db: Db,
  { tenantId, parkId }: { tenantId: number; parkId: string },
  { quotes, voided, left }: LotActions,
): Promise<void> {
  const last = new Map(quotes.map((quote) => [quote.stay, quote]));
  const stays = [...last.keys(), ...left.map(({ stay }) => stay)];
  if (stays.length === 0 && voided.length === 0) return;
  const wanted = [...last.values()].flatMap((quote) => refsOf(quote.lines).map((couponId) => ({ couponId, quote })));
  const rows = await couponsWhere(
    db,
    tenantId,
    `d.park_id = $2 AND (d.id = ANY($3::uuid[]) OR (d.status = 'locked' AND (d.stay_id = ANY($4::text[]) OR d.order_id = ANY($5::text[])))
      OR (d.status = 'used' AND d.reserved_fen > 0 AND d.stay_id = ANY($6::text[])) OR (d.status IN ('bound', 'restored', 'locked') AND d.plate_number = ANY($7::text[])))`,
    [
      parkId,
      wanted.map(({ couponId }) => couponId),
      stays,
      voided,
      left.map(({ stay }) => stay),
      left.map(({ plate }) => plate),
    ],
    true,
  );
  const now = Date.now();
  const actions: CouponAction[] = [];
  for (const row of rows) {
    const quote = wanted.find(({ couponId }) => couponId === row.id)?.quote;
    const stale =
      row.status === 'locked' &&
      !row.paying &&
      row.order_id !== quote?.order &&
      (voided.includes(row.order_id ?? '') || last.has(row.stay_id ?? ''));
    if (stale) actions.push({ couponId: row.id, at: now, event: { kind: 'unlock', order: row.order_id! } });
    if (quote && !(row.paying && row.stay_id === quote.stay))
      actions.push({
        couponId: row.id,
        at: now,
        event: { kind: 'lock', stay: quote.stay, order: quote.order, until: quote.validUntil, at: quote.at },
      });
    const gone = left.find(({ stay, plate, at }) =>
      row.status === 'used'
        ? row.stay_id === stay
        : plate === row.plate_number && Date.parse(row.time) <= at && (row.stay_id === null || row.stay_id === stay),
    );
    if (gone && !row.paying) actions.push({ couponId: row.id, at: now, event: { kind: 'end', at: gone.at } });
  }
  await applyCouponActions(db, tenantId, actions);
}
