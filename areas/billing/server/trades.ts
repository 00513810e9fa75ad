/** Payments through channels: begun for an order, and booked when the channel has spoken. */
import { orderStep } from '#domain/ledger/order.ts';
import type { OrderRefusal } from '#domain/ledger/order-types.ts';
import { Refused, ruleRefused } from '#kit/declare/refused.ts';
import { text } from '#kit/declare/text.ts';
import { tenantScope } from '#kit/server/db.ts';
import type { Database, Db } from '#kit/server/db.ts';
import { newId } from '#kit/server/id.ts';
import { channelAt, orRefused } from './channel/channels.ts';
import { ChannelFault } from './channel/channel.ts';
import type { PayForm, PaymentChannel, Prepaid, TradeStatus, Terms } from './channel/channel.ts';
import { payWays } from './channel/merchant.ts';
import type { PayWay } from './channel/merchant.ts';
import { tradeQuery, noted } from './entry.ts';
import type { OrderEntry, Place } from './entry.ts';
import { idOf, tradeOf } from './ids.ts';
import { ordersOf, placesOf } from './load.ts';
import { isShared } from './sharing.ts';
import { bookWords, noticeOf } from './words.ts';
import { writeMoney } from './write.ts';

export type Begun = { readonly entry: OrderEntry; readonly trade: string; readonly refused: OrderRefusal | null };

/**
 * Begins one try to pay an order through a channel. `id` names the try for ever (a uuid): the same id again is the same
 * trade. Pure; the entry is to be written with `writeMoney`, for a scanned pay code with `charges: [{ trade, payCode
 * }]` beside it.
 */
export function beginTrade(
  tenantId: number,
  entry: OrderEntry,
  attempt: { id: string; channel: string; at: number; merchantRef?: string | null },
): Begun {
  const trade = tradeOf(tenantId, idOf(attempt.id));
  const step = orderStep(entry.order, { kind: 'create', trade, channel: attempt.channel, at: attempt.at });
  const again = step.refused === 'trade-used';
  const begun = { ...entry, order: step.order };
  const note = {
    ...(attempt.merchantRef ? { merchantRef: attempt.merchantRef } : {}),
    // The car has gone: what comes is for its debt.
    ...(entry.order.owedFen > 0 ? { late: true } : {}),
  };
  return {
    entry: Object.keys(note).length > 0 && !step.refused ? noted(begun, trade, note) : begun,
    trade,
    refused: again ? null : step.refused,
  };
}

export const refusals: { readonly [id in OrderRefusal]?: ReturnType<typeof text> } = {
  'quote-expired': text('报价已过期，请重新计价', 'The quote has expired, please price again'),
  'already-pending': text('该渠道已有一笔支付在等待结果', 'A payment through this channel is already waiting'),
  'nothing-due': text('该订单无需支付', 'Nothing is due on this order'),
  'state-closed': text('该订单当前状态不能支付', 'This order cannot be paid in its present state'),
};

type PrepayAsk = {
  readonly tenantId: number;
  readonly orderId: string;
  readonly channel: string;
  readonly at: number;
  readonly how?: PayForm;
};

async function orderFor(
  db: Db,
  { tenantId, orderId, channel }: PrepayAsk,
  lock: boolean,
): Promise<{ found: OrderEntry; place: Place; way: PayWay }> {
  const found = (await ordersOf(db, [orderId], { tenantId, lock })).get(orderId);
  if (!found) throw new Refused('no_such_record', { what: text('订单', 'Order') });
  const place = (await placesOf(db, [found.order.park], tenantId)).get(found.order.park)!;
  const way = (await payWays(db, place)).find((each) => each.channel === channel);
  if (!way) throw new Refused('no_such_record', { what: text('支付渠道', 'Payment channel') });
  return { found, place, way };
}

/**
 * Begins a payment a driver makes on the phone: the trade is begun and sent to the channel. An earlier try through the
 * same channel is let go first, so that one payment is under way there at a time. Throws `Refused` where the order
 * cannot be paid or the earlier try still may be.
 */
export async function prepay(database: Database, request: PrepayAsk): Promise<{ tradeNo: string; prepaid: Prepaid }> {
  const { tenantId, channel: name } = request;
  const scope = tenantScope(tenantId);
  const { found: before } = await database.read(scope, (db) => orderFor(db, request, false));
  for (const attempt of before.order.attempts.filter((it) => it.channel === name && it.state === 'pending'))
    await orRefused(letGo(database, tenantId, before, attempt.trade));
  const { entry, trade, way, sharing } = await database.write(scope, async (db) => {
    const { found, place, way: chosen } = await orderFor(db, request, true);
    const open = found.order.state === 'failed' ? quotedAgain(found) : found;
    const { refused, ...begun } = beginTrade(tenantId, open, {
      id: newId(),
      channel: name,
      at: request.at,
      merchantRef: chosen.merchantRef,
    });
    if (refused) throw ruleRefused(refusals[refused] ?? text('该订单不能支付', 'This order cannot be paid'));
    await writeMoney(db, place, { entries: [begun.entry] });
    const form = request.how?.form ?? 'code';
    const sending = { channel: name, merchantRef: chosen.merchantRef, form, at: request.at };
    return { ...begun, way: chosen, sharing: await isShared(db, [{ place, trade: begun.trade }], sending) };
  });
  const { amountFen } = entry.order.attempts.find((it) => it.trade === trade)!;
  const { channel, terms } = await channelAt(database, tenantId, name, way.merchantRef);
  return {
    tradeNo: trade,
    prepaid: await orRefused(
      channel.prepay(
        { tradeNo: trade, amountFen, at: request.at, subject: `停车费 ${entry.about.plateNumber}`, sharing },
        request.how ?? { form: 'code' },
        terms,
      ),
    ),
  };
}

/** A failed try leaves the sum as quoted: the next one may pay it while the price holds. */
export function quotedAgain(entry: OrderEntry): OrderEntry {
  if (entry.order.owedFen > 0) return entry; // a debt is priced no more
  const { receivableFen, deratedFen, pricedAt, validUntil } = entry.order;
  return {
    ...entry,
    order: orderStep(entry.order, { kind: 'quote', receivableFen, deratedFen, pricedAt, validUntil }).order,
  };
}

/**
 * Closes a try with its channel and books what became of it: paid after all, or given up. @throws Refused while it may
 * still be paid
 */
export async function letGo(database: Database, tenantId: number, entry: OrderEntry, trade: string): Promise<void> {
  const attempt = entry.order.attempts.find((it) => it.trade === trade)!;
  const merchantRef = entry.about.money[trade]?.merchantRef ?? null;
  const { channel, terms } = await channelAt(database, tenantId, attempt.channel, merchantRef);
  const status = await closed(channel, { ...tradeQuery(entry, trade, attempt.amountFen), at: Date.now() }, terms);
  if (status.state === 'pending') throw ruleRefused(refusals['already-pending']!);
  await bookWords(database, [noticeOf(status, attempt.channel, merchantRef)]);
}

/** A trade after it was closed, as the channel has it. What it does not know, or closed without an error, is over. */
export async function closed(
  channel: PaymentChannel,
  { tradeNo, amountFen, at }: { tradeNo: string; amountFen: number; at: number },
  terms: Terms,
): Promise<TradeStatus> {
  let refused = false;
  try {
    await channel.close(tradeNo, terms);
  } catch (error) {
    if (!(error instanceof ChannelFault) || error.status === null) throw error;
    refused = true; // paid meanwhile, or unknown: the query shows which
  }
  const [status] = await channel.query([tradeNo], terms);
  if (status && (status.state !== 'pending' || refused)) return status;
  return { tradeNo, state: 'failed', amountFen, at, channelNo: null };
}
