/** Refunds and notices about shared trades, as billing tells of them. */
import { alongRefund, beforeRefund } from '#domain/fund/profit-share.ts';
import { refundEnded, refundSending, sharesNoticed, tradeSending } from '#areas/billing/model/events.ts';
import type { RefundPass, RefundSending } from '#areas/billing/model/events.ts';
import { tradeOf } from '#areas/billing/server/door.ts';
import { on } from '#kit/server/events.ts';
import type { AreaEvents } from '#kit/server/events.ts';
import type { Db } from '#kit/server/db.ts';
import { mover } from '#kit/server/mover.ts';
import { profitShare } from '../../model/profit-share.ts';
import { bookGivenBack } from './outcomes.ts';
import { isToBeShared } from './plan.ts';
import { byId } from './requests.ts';
import { dueOf, isBackWithRefund, isPart, keptOf, receiversOf, refundsOf, sharesHeld } from './rows.ts';
import type { Share } from './rows.ts';

const recall = mover(profitShare, 'recall', 'clock');

/** What a row is called back under: a number for each time. */
export const callBackOf = (tenantId: number, row: Pick<Share, 'id' | 'backTimes'>, backFen: number, now: Date) => ({
  backFen,
  backNo: `${tradeOf(tenantId, row.id)}-R${row.backTimes + 1}`,
  backTimes: row.backTimes + 1,
  tries: 0,
  dueTime: now.toISOString(),
});

const heldOf = (rows: readonly Share[]) =>
  rows.map((row) => ({ id: row.id, state: row.status, keptFen: keptOf(row), returnedFor: row.backFor }));

/** Calls back what a refund leaves receivers too much, and holds the refund until that came. */
async function callBackFirst(
  db: Db,
  { tenantId, paymentId, refundId }: RefundSending,
  rows: readonly Share[],
  now: Date,
): Promise<RefundPass> {
  const { parts } = dueOf(rows, await refundsOf(db, tenantId, paymentId));
  const { answer, callBacks } = beforeRefund(refundId, heldOf(rows), parts);
  const byRow = new Map(rows.map((row) => [row.id, row]));
  for (const { id, fen } of callBacks)
    await recall(db, {
      now,
      tenantId,
      where: byId(id),
      set: { ...callBackOf(tenantId, byRow.get(id)!, fen, now), backFor: refundId, failure: null },
    });
  return { answer };
}

/** Settles what receivers give back with a refund: stored under its number before it is sent, the same each time. */
async function takeAlong(
  db: Db,
  { tenantId, paymentId, refundId, refundNo }: RefundSending,
  rows: readonly Share[],
  now: Date,
): Promise<RefundPass> {
  const due = dueOf(rows, await refundsOf(db, tenantId, paymentId, refundId));
  const { answer, parts } = alongRefund(refundId, heldOf(rows), due.parts);
  if (answer === 'wait') return { answer };
  const byRow = new Map(rows.map((row) => [row.id, row]));
  for (const { id, fen } of parts) {
    const set = { backFen: fen, backNo: refundNo, backFor: refundId, backTimes: byRow.get(id)!.backTimes + 1 };
    await recall(db, { now, tenantId, where: byId(id), set: { ...set, dueTime: null, failure: null } });
  }
  const going: readonly { readonly id: string; readonly fen: number }[] =
    answer === 'again'
      ? rows.filter(({ status }) => status === 'returning').map(({ id, backFen }) => ({ id, fen: Number(backFen) }))
      : parts;
  if (going.length === 0) return { answer: 'go' };
  const receivers = await receiversOf(
    db,
    tenantId,
    going.map(({ id }) => byRow.get(id)!.receiverId!),
  );
  const accountOf = new Map(receivers.map(({ id, accountNo }) => [id, accountNo]));
  return {
    answer: 'go',
    shares: {
      form: rows[0]!.payForm,
      parts: going
        .filter(({ fen }) => fen > 0)
        .map(({ id, fen }) => ({ account: accountOf.get(byRow.get(id)!.receiverId!)!, amountFen: fen })),
    },
  };
}

/** What a refund waits for, or takes along. */
async function holdRefund(db: Db, refund: RefundSending, now: Date): Promise<RefundPass> {
  const held = await sharesHeld(db, refund.tenantId, refund.paymentId, now);
  // Those of other payments of the same trade stay with their receivers.
  const rows = held.filter((row) => isPart(row) && row.paymentId === refund.paymentId);
  if (rows.length === 0) return { answer: 'go' };
  return isBackWithRefund(rows[0]!.payType) ? takeAlong(db, refund, rows, now) : callBackFirst(db, refund, rows, now);
}

/** What a notice speaks of is queried with the next round. */
const queryNow = async (db: Db, { tenantId, number }: { tenantId: number; number: string }): Promise<void> => {
  await db.raw(
    `UPDATE profit_share SET due_time = $3 WHERE tenant_id = $1 AND (share_no = $2 OR back_no = $2)
      AND status IN ('sent', 'returning') AND deleted_at IS NULL`,
    [tenantId, number, new Date().toISOString()],
  );
};

/** What the settlement area handles. */
export const fundEvents: AreaEvents = {
  name: 'fund',
  emits: [],
  handles: [
    on(tradeSending, (trade, { db }) => isToBeShared(db, trade)),
    on(refundSending, (refund, { db }) => holdRefund(db, refund, new Date())),
    on(refundEnded, (refund, { db }) => bookGivenBack(db, refund, new Date())),
    on(sharesNoticed, (notice, { db }) => queryNow(db, notice)),
  ],
};
