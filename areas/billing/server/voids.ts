/** Gives back cash that a shift took wrongly, when a second person has approved it. */
import type { CashVoid } from '#areas/shift/model/events.ts';
import { refundable } from '#domain/ledger/order-state.ts';
import { ruleRefused } from '#kit/declare/refused.ts';
import { text } from '#kit/declare/text.ts';
import type { Db } from '#kit/server/db.ts';
import { ordersOf, placesOf } from './load.ts';
import { refundedBy } from './refund.ts';
import { writeMoney } from './write.ts';

/** Refunds what is left of the payment. @throws Refused where nothing is left */
export async function refundVoided(
  db: Db,
  { tenantId, parkId, orderId, paymentId, operator, remark, at }: CashVoid,
): Promise<void> {
  const entry = (await ordersOf(db, [orderId], { tenantId, lock: true })).get(orderId);
  const left = entry ? refundable(entry.order, paymentId) : 0;
  if (!entry || left === 0) throw ruleRefused(text('该笔现金已退款', 'This cash has already been refunded'));
  const place = (await placesOf(db, [parkId], tenantId)).get(parkId)!;
  const done = refundedBy(entry, left, { operator, remark, at }, paymentId);
  await writeMoney(db, place, { entries: [done.entry], postings: done.postings });
}
