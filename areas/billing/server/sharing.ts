/** What billing asks of whoever shares trades: whether to make one so, and whether a refund may go. */
import { refundEnded, refundSending, sharesNoticed, tradeSending } from '#areas/billing/model/events.ts';
import type { RefundPass, TradeSending } from '#areas/billing/model/events.ts';
import { tenantScope } from '#kit/server/db.ts';
import type { Database, Db } from '#kit/server/db.ts';
import { emit } from '#kit/server/events.ts';
import type { Letter, RefundStatus } from './channel/channel.ts';
import { channelNamed } from './channel/channels.ts';
import type { Merchant } from './channel/merchant.ts';
import type { Place } from './entry.ts';
import { refundIdOf } from './entry.ts';
import { paymentIdOf } from './ids.ts';
import { placesOf } from './load.ts';

type Sending = {
  readonly channel: string;
  readonly merchantRef: string | null;
  readonly form: TradeSending['form'];
  readonly at: number;
};

/** A try of an order that the trade pays, and its lot. */
type Paying = { readonly place: Place; readonly trade: string };

/** Whether a trade is made to be shared; decided once, in the transaction of `db`. */
export async function isShared(
  db: Db,
  paying: readonly Paying[],
  { channel, merchantRef, form, at }: Sending,
): Promise<boolean> {
  if (!channelNamed(channel)?.sharing) return false;
  const payments = paying.map(({ place: { companyId, parkId }, trade }) => ({
    companyId,
    parkId,
    paymentId: paymentIdOf(trade),
  }));
  const { tenantId } = paying[0]!.place;
  const sending = { tenantId, channel, merchantRef, payments, form, createdAt: at };
  const answers = await emit(tradeSending, sending, { db });
  return answers.includes(true);
}

/** The same for a trade of the outbox. */
export const isSharedOf = (
  database: Database,
  { tenantId, parkId, trade }: { tenantId: number; parkId: string; trade: string },
  sending: Sending,
): Promise<boolean> =>
  channelNamed(sending.channel)?.sharing
    ? database.write(tenantScope(tenantId), async (db) => {
        const place = (await placesOf(db, [parkId], tenantId)).get(parkId)!;
        return isShared(db, [{ place, trade }], sending);
      })
    : Promise.resolve(false);

type Refund = { readonly channel: string; readonly trade: string; readonly refund: string };

/** Whether a refund of a trade may go to its channel now, under `number`, and what was shared of it comes back so. */
export async function refundGoes(
  database: Database,
  tenantId: number,
  { channel, trade, refund, number }: Refund & { readonly number: string },
): Promise<RefundPass> {
  if (!channelNamed(channel)?.sharing) return { answer: 'go' };
  const refundId = refundIdOf({ id: refund });
  const sending = { tenantId, paymentId: paymentIdOf(trade), refundId, refundNo: number };
  const answers = await database.write(tenantScope(tenantId), (db) => emit(refundSending, sending, { db }));
  return answers.find(({ answer }) => answer !== 'go') ?? answers.find(({ shares }) => shares) ?? { answer: 'go' };
}

/** Books what became of parts that rode on a refund, in the refund's own transaction. */
export async function refundOver(
  db: Db,
  tenantId: number,
  { channel, trade, refund }: Refund,
  status: RefundStatus,
): Promise<void> {
  if (!channelNamed(channel)?.sharing) return;
  const [paymentId, refundId] = [paymentIdOf(trade), refundIdOf({ id: refund })];
  const back = status.state === 'done' ? (status.back ?? []) : [];
  await emit(
    refundEnded,
    { tenantId, paymentId, refundId, isDone: status.state === 'done', at: status.at, back },
    { db },
  );
}

/** Passes on a notice that is about sharing; null where it is not. */
export async function noticeOfShare(
  database: Database,
  channel: string,
  letter: Letter,
  merchant: Merchant | null,
): Promise<'booked' | 'wrong-signature' | null> {
  const notice = merchant && channelNamed(channel)?.sharing?.readNotice(letter, merchant);
  if (!notice) return null;
  if (!notice.signatureRight) return 'wrong-signature';
  const { tenantId } = merchant;
  await database.write(tenantScope(tenantId), (db) => emit(sharesNoticed, { tenantId, number: notice.number }, { db }));
  return 'booked';
}
