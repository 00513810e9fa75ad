/**
 * One payment on the phone for the debts of several orders, perhaps of several lots, and at a barrier the bill with
 * them: one trade at the channel, a try of its own for each order.
 */
import { Refused, ruleRefused } from '#kit/declare/refused.ts';
import { text } from '#kit/declare/text.ts';
import { insertRows } from '#kit/server/bulk.ts';
import { tenantScope } from '#kit/server/db.ts';
import type { Database, Db } from '#kit/server/db.ts';
import { outstanding, queryAt } from '#domain/ledger/order-state.ts';
import { channelAt, orRefused } from './channel/channels.ts';
import type { PayForm, Prepaid } from './channel/channel.ts';
import { payWays } from './channel/merchant.ts';
import { tradeQuery, noted } from './entry.ts';
import type { OrderEntry, Place } from './entry.ts';
import { nameId, readTrade, tradeOf } from './ids.ts';
import { jointsNamed } from './combined-store.ts';
import type { CombinedTrade } from './combined-store.ts';
import { ordersOf, placesOf } from './load.ts';
import { kinds, queueRow } from './queue.ts';
import { isShared } from './sharing.ts';
import { beginTrade, letGo, quotedAgain, refusals } from './trades.ts';
import { writeMoney } from './write.ts';

type CombinedRequest = {
  readonly tenantId: number;
  readonly orderIds: readonly string[];
  readonly channel: string;
  /** The caller's own name for this payment: the same key for the same orders is the same trade. */
  readonly key: string;
  readonly at: number;
  readonly how?: PayForm;
};

const another = text(
  '所选欠费归不同商户收款，请分开支付',
  'These debts are paid to different accounts, please pay them separately',
);
const notOwed = text(
  '所选欠费中有已结清的，请重新查询',
  'One of these debts is settled already, please look them up again',
);

async function entriesOf(db: Db, { tenantId, orderIds }: CombinedRequest, lock: boolean): Promise<OrderEntry[]> {
  const found = await ordersOf(db, orderIds, { tenantId, lock });
  return orderIds.map((id) => {
    const entry = found.get(id);
    if (!entry) throw new Refused('no_such_record', { what: text('订单', 'Order') });
    if (outstanding(entry.order) <= 0) throw ruleRefused(notOwed);
    return entry;
  });
}

/** The one account all of them are paid to. @throws Refused where there are several */
async function accountOf(db: Db, places: readonly Place[], channel: string): Promise<string | null> {
  const refs = new Set<string | null>();
  for (const place of places) {
    const way = (await payWays(db, place)).find((each) => each.channel === channel);
    if (!way) throw new Refused('no_such_record', { what: text('支付渠道', 'Payment channel') });
    refs.add(way.merchantRef);
  }
  if (refs.size !== 1) throw ruleRefused(another);
  return [...refs][0]!;
}

/** Tries that are under way are let go first, whatever their channel: a debt is in one payment at a time. */
async function letGoAll(database: Database, request: CombinedRequest): Promise<void> {
  const entries = await database.read(tenantScope(request.tenantId), (db) => entriesOf(db, request, false));
  const closed = new Set<string>();
  for (const entry of entries)
    for (const { trade, amountFen, state } of entry.order.attempts) {
      const { tradeNo } = tradeQuery(entry, trade, amountFen);
      if (state !== 'pending' || closed.has(tradeNo)) continue;
      closed.add(tradeNo);
      await orRefused(letGo(database, request.tenantId, entry, trade));
    }
}

async function begin(db: Db, request: CombinedRequest, id: string): Promise<CombinedTrade> {
  const { tenantId, channel, at } = request;
  const entries = await entriesOf(db, request, true);
  const again = (await jointsNamed(db, tenantId, [id])).get(id);
  if (again) return again;
  const places = await placesOf(
    db,
    entries.map(({ order }) => order.park),
    tenantId,
  );
  const merchantRef = await accountOf(db, [...places.values()], channel);
  const begun = entries.map((entry) => {
    const open = entry.order.state === 'failed' ? quotedAgain(entry) : entry;
    const { refused, ...one } = beginTrade(tenantId, open, {
      id: nameId(`${id}/${entry.order.id}`),
      channel,
      at,
      merchantRef,
    });
    if (refused) throw ruleRefused(refusals[refused] ?? notOwed);
    return { ...one, amountFen: one.entry.order.attempts.find(({ trade }) => trade === one.trade)!.amountFen };
  });
  const tradeNo = tradeOf(tenantId, id);
  const amountFen = begun.reduce((sum, one) => sum + one.amountFen, 0);
  const parts = begun.map(({ entry: { order }, trade, amountFen: part }) => ({
    orderId: order.id,
    parkId: order.park,
    trade,
    amountFen: part,
  }));
  for (const [parkId, own] of Map.groupBy(begun, ({ entry }) => entry.order.park))
    await writeMoney(db, places.get(parkId)!, {
      entries: own.map(({ entry, trade }) => noted(entry, trade, { joint: { tradeNo, amountFen } })),
    });
  const sharing = await isShared(
    db,
    begun.map(({ entry: { order }, trade }) => ({ place: places.get(order.park)!, trade })),
    { channel, merchantRef, form: request.how?.form ?? 'code', at },
  );
  const head = { id, tradeNo, channel, merchantRef, amountFen, state: 'pending' as const, sharing };
  await keep(db, tenantId, { ...head, parts }, at);
  return { ...head, parts };
}

async function keep(db: Db, tenantId: number, combined: CombinedTrade, at: number): Promise<void> {
  const { id, tradeNo, channel, merchantRef, amountFen, sharing, parts } = combined;
  await insertRows(
    db,
    'joint_trade',
    [
      {
        tenant_id: tenantId,
        id,
        trade_no: tradeNo,
        channel,
        merchant_ref: merchantRef,
        amount_fen: amountFen,
        state: 'pending',
        sharing,
        created_at: new Date().toISOString(),
      },
    ],
    '',
  );
  await insertRows(
    db,
    'joint_part',
    parts.map((part) => ({
      tenant_id: tenantId,
      payment_id: readTrade(part.trade)!.paymentId,
      joint_id: id,
      order_id: part.orderId,
      park_id: part.parkId,
      trade: part.trade,
      amount_fen: part.amountFen,
    })),
    '',
  );
  const orderIds = parts.map(({ orderId }) => orderId);
  const payload = { orderId: orderIds[0], orderIds, parkId: parts[0]!.parkId, channel, merchantRef, amountFen, at };
  const row = queueRow(tenantId, kinds.query, tradeNo, payload, queryAt(Date.now(), 0)!);
  await insertRows(db, 'outbox', [row], 'ON CONFLICT DO NOTHING');
}

/**
 * Begins one payment for the debts of these orders, all of one group and one account. The same key again is the same
 * trade; one that is paid answers no form to pay by.
 */
export async function prepayCombined(
  database: Database,
  given: CombinedRequest,
): Promise<{ tradeNo: string; amountFen: number; prepaid: Prepaid | null }> {
  const request = { ...given, orderIds: [...new Set(given.orderIds)].sort() };
  const { tenantId, channel: name } = request;
  const id = nameId(`joint/${tenantId}/${name}/${request.key}/${request.orderIds.join(',')}`);
  const scope = tenantScope(tenantId);
  const before = (await database.read(scope, (db) => jointsNamed(db, tenantId, [id]))).get(id);
  if (!before) await letGoAll(database, request);
  const combined = before ?? (await database.write(scope, (db) => begin(db, request, id)));
  const { tradeNo, amountFen, sharing } = combined;
  if (combined.state === 'paid') return { tradeNo, amountFen, prepaid: null };
  if (combined.state === 'failed')
    throw ruleRefused(text('该支付已取消，请重新支付', 'This payment was cancelled, please pay again'));
  const { channel, terms } = await channelAt(database, tenantId, name, combined.merchantRef);
  const subject = `停车费补缴 ${combined.parts.length}笔`;
  const trade = { tradeNo, amountFen, at: request.at, subject, sharing };
  return {
    tradeNo,
    amountFen,
    prepaid: await orRefused(channel.prepay(trade, request.how ?? { form: 'code' }, terms)),
  };
}

/** Whether a combined trade, by its number, is paid. */
export async function combinedPaid(db: Db, tenantId: number, tradeNo: string): Promise<boolean> {
  const id = readTrade(tradeNo)?.paymentId;
  return id !== undefined && (await jointsNamed(db, tenantId, [id])).get(id)?.state === 'paid';
}
