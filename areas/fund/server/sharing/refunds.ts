/** Refunds and notices about shared trades, as billing tells of them. */
import { beforeRefund } from '#domain/fund/profit-share.ts';
import { refundSending, sharesNoticed, tradeSending } from '#areas/billing/model/events.ts';
import type { RefundSending } from '#areas/billing/model/events.ts';
import { tradeOf } from '#areas/billing/server/door.ts';
import { on } from '#kit/server/events.ts';
import type { AreaEvents } from '#kit/server/events.ts';
import type { Db } from '#kit/server/db.ts';
import { mover } from '#kit/server/mover.ts';
import { profitShare } from '../../model/profit-share.ts';
import { isToBeShared } from './plan.ts';
import { byId } from './requests.ts';
import { dueOf, isPart, keptOf, refundsOf, sharesHeld } from './rows.ts';
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

/** Calls back what a refund leaves receivers too much, and holds the refund until that came. */
async function holdRefund(
  db: Db,
  { tenantId, paymentId, refundId }: RefundSending,
  now: Date,
): Promise<'go' | 'wait' | 'refuse'> {
  const rows = (await sharesHeld(db, tenantId, paymentId, now)).filter(isPart);
  if (rows.length === 0) return 'go';
  const held = rows.map((row) => ({
    id: row.id,
    state: row.status,
    keptFen: keptOf(row),
    returnedFor: row.backFor,
  }));
  const { parts } = dueOf(rows, await refundsOf(db, tenantId, paymentId));
  const { answer, callBacks } = beforeRefund(refundId, held, parts);
  const byRow = new Map(rows.map((row) => [row.id, row]));
  for (const { id, fen } of callBacks)
    await recall(db, {
      now,
      tenantId,
      where: byId(id),
      set: { ...callBackOf(tenantId, byRow.get(id)!, fen, now), backFor: refundId, failure: null },
    });
  return answer;
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
    on(sharesNoticed, (notice, { db }) => queryNow(db, notice)),
  ],
};
