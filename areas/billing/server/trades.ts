/** Payments through channels: begun for an order, and booked when the channel has spoken. */
import { orderStep } from '#domain/ledger/order.ts';
import type { OrderRefusal, OrderStep } from '#domain/ledger/order-types.ts';
import type { Posting } from '#domain/ledger/ledger.ts';
import type { Paid } from '#areas/billing/model/events.ts';
import { Refused, ruleRefused } from '#kit/declare/refused.ts';
import { text } from '#kit/declare/text.ts';
import { atOnce } from '#kit/server/at-once.ts';
import { tenantScope } from '#kit/server/db.ts';
import type { Database, Db } from '#kit/server/db.ts';
import { newId } from '#kit/server/id.ts';
import { insertRows } from '#kit/server/bulk.ts';
import { channelAt, orRefused } from './channel/channels.ts';
import { ChannelFault } from './channel/channel.ts';
import type { PayForm, PaymentChannel, Prepaid, Said, Terms } from './channel/channel.ts';
import { payWays } from './channel/merchant.ts';
import type { PayWay } from './channel/merchant.ts';
import { noted } from './entry.ts';
import type { OrderEntry, Place } from './entry.ts';
import { idOf, nameId, readTrade, tradeOf } from './ids.ts';
import { ordersOf, placesOf } from './load.ts';
import { kinds, queueRow } from './queue.ts';
import { unqueue, writeMoney } from './write.ts';

export type Begun = { readonly entry: OrderEntry; readonly trade: string; readonly refused: OrderRefusal | null };

/**
 * Begins one try to pay an order through a channel. `id` names the try for ever (a uuid): the same id again is the same trade. Pure; the
 * entry is to be written with `writeMoney`, for a scanned pay code with `charges: [{ trade, payCode }]` beside it.
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

const refusals: { readonly [id in OrderRefusal]?: ReturnType<typeof text> } = {
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
 * Begins a payment a driver makes on the phone: the trade is begun and told to the channel. An earlier try through the same channel is let go
 * first, so that one payment is under way there at a time. Throws `Refused` where the order cannot be paid or the earlier try still may be.
 */
export async function prepay(database: Database, asked: PrepayAsk): Promise<{ tradeNo: string; prepaid: Prepaid }> {
  const { tenantId, channel: name } = asked;
  const scope = tenantScope(tenantId);
  const { found: before } = await database.read(scope, (db) => orderFor(db, asked, false));
  for (const attempt of before.order.attempts.filter((it) => it.channel === name && it.state === 'pending'))
    await orRefused(letGo(database, tenantId, before, attempt.trade));
  const { entry, trade, way } = await database.write(scope, async (db) => {
    const { found, place, way: chosen } = await orderFor(db, asked, true);
    const open = found.order.state === 'failed' ? quotedAgain(found) : found;
    const { refused, ...begun } = beginTrade(tenantId, open, {
      id: newId(),
      channel: name,
      at: asked.at,
      merchantRef: chosen.merchantRef,
    });
    if (refused) throw ruleRefused(refusals[refused] ?? text('该订单不能支付', 'This order cannot be paid'));
    await writeMoney(db, place, { entries: [begun.entry] });
    return { ...begun, way: chosen };
  });
  const { amountFen } = entry.order.attempts.find((it) => it.trade === trade)!;
  const { channel, terms } = await channelAt(database, tenantId, name, way.merchantRef);
  return {
    tradeNo: trade,
    prepaid: await orRefused(
      channel.prepay(
        { tradeNo: trade, amountFen, at: asked.at, subject: `停车费 ${entry.about.plateNumber}` },
        asked.how ?? { form: 'code' },
        terms,
      ),
    ),
  };
}

/** A failed try leaves the sum as it was told: the next one may pay it while the price holds. */
function quotedAgain(entry: OrderEntry): OrderEntry {
  if (entry.order.owedFen > 0) return entry; // a debt is priced no more
  const { receivableFen, deratedFen, pricedAt, validUntil } = entry.order;
  return {
    ...entry,
    order: orderStep(entry.order, { kind: 'quote', receivableFen, deratedFen, pricedAt, validUntil }).order,
  };
}

/** Closes a try with its channel and books what became of it: paid after all, or given up. @throws Refused while it may still be paid */
async function letGo(database: Database, tenantId: number, entry: OrderEntry, trade: string): Promise<void> {
  const attempt = entry.order.attempts.find((it) => it.trade === trade)!;
  const merchantRef = entry.about.money[trade]?.merchantRef ?? null;
  const { channel, terms } = await channelAt(database, tenantId, attempt.channel, merchantRef);
  const said = await closed(channel, { tradeNo: trade, amountFen: attempt.amountFen, at: Date.now() }, terms);
  if (said.state === 'pending') throw ruleRefused(refusals['already-pending']!);
  await bookWords(database, [wordAsked(said, attempt.channel, merchantRef)]);
}

/** A trade after it was closed, as the channel has it. What it never heard of, or closed without a word against it, is over. */
export async function closed(
  channel: PaymentChannel,
  { tradeNo, amountFen, at }: { tradeNo: string; amountFen: number; at: number },
  terms: Terms,
): Promise<Said> {
  let refused = false;
  try {
    await channel.close(tradeNo, terms);
  } catch (error) {
    if (!(error instanceof ChannelFault) || error.status === null) throw error;
    refused = true; // paid meanwhile, or unknown: the query says which
  }
  const [said] = await channel.query([tradeNo], terms);
  if (said && (said.state !== 'pending' || refused)) return said;
  return { tradeNo, state: 'failed', amountFen, at, channelNo: null };
}

/** What a channel answered when we asked, as a word to book: the answer's own signature was verified on its way. */
export const wordAsked = (said: Said, channel: string, merchantRef: string | null): Word => ({
  said,
  channel,
  configId: configIn(merchantRef),
  source: 'query',
  signatureRight: true,
});

const configIn = (merchantRef: string | null | undefined): string | null => merchantRef?.split('/')[0] ?? null;

/** What a channel said, by notice or because we asked. `configId`: the account whose keys prove it; null for the sandbox. */
export type Word = {
  readonly said: Said;
  readonly channel: string;
  readonly configId: string | null;
  readonly source: 'notice' | 'query';
  readonly signatureRight: boolean;
};
export type WordResult = 'booked' | 'repeated' | 'notPaid' | 'wrong-amount' | 'wrong-signature' | 'unknown-trade';

export type { Paid };

export const paidRow = (paid: Paid, name: string) => queueRow(paid.tenantId, kinds.paid, name, paid, Date.now());

/** Lots whose money is booked, or whose lanes are told, at the same time: they do not wait for each other, and the connections are for others too. */
export const LOTS_AT_ONCE = 4;

type Found = { id: string; park_id: string; order_id: string };

/**
 * Books what channels said: each trade once however often it is said, one transaction per lot. A word whose signature or amount is wrong
 * books nothing and is kept as a record to look at.
 * @returns what came of each word, in their order
 */
export async function bookWords(database: Database, words: readonly Word[]): Promise<WordResult[]> {
  const results = new Map<Word, WordResult>();
  const trades = words.map((word) => ({ word, known: readTrade(word.said.tradeNo) }));
  for (const [tenantId, ofTenant] of Map.groupBy(trades, ({ known }) => known?.tenantId ?? 0)) {
    if (tenantId === 0) continue;
    const scope = tenantScope(tenantId);
    const rows = await database.read(scope, (db) =>
      db.raw<Found>('SELECT id, park_id, order_id FROM payment WHERE tenant_id = $1 AND id = ANY($2::uuid[])', [
        tenantId,
        ofTenant.map(({ known }) => known!.paymentId),
      ]),
    );
    const found = new Map(rows.map((row) => [row.id, row]));
    const known = ofTenant.filter((each) => found.has(each.known!.paymentId));
    await atOnce(
      LOTS_AT_ONCE,
      Map.groupBy(known, (each) => found.get(each.known!.paymentId)!.park_id),
      async ([parkId, ofPark]) => {
        const asked = ofPark.map((each) => ({ word: each.word, orderId: found.get(each.known!.paymentId)!.order_id }));
        for (const [word, result] of await pastDeadlocks(() =>
          database.write(scope, (db) => bookLot(db, parkId, asked), { byKey: true }),
        ))
          results.set(word, result);
      },
    );
  }
  return words.map((word) => results.get(word) ?? 'unknown-trade');
}

/** A lane may hold the same orders in another order for a moment; the engine then stops one of the two, which simply tries again. */
async function pastDeadlocks<T>(work: () => Promise<T>, tries = 3): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (tries <= 1 || (error as { code?: string }).code !== '40P01') throw error;
    return pastDeadlocks(work, tries - 1);
  }
}

type Booking = {
  entries: Map<string, OrderEntry>;
  postings: Posting[];
  records: Record<string, unknown>[];
  paid: { paid: Paid; trade: string }[];
  settled: string[];
};

async function bookLot(
  db: Db,
  parkId: string,
  asked: readonly { word: Word; orderId: string }[],
): Promise<Map<Word, WordResult>> {
  const place = (await placesOf(db, [parkId])).get(parkId)!;
  const entries = await ordersOf(db, [...new Set(asked.map((each) => each.orderId))].sort(), { lock: true });
  const booking: Booking = { entries, postings: [], records: [], paid: [], settled: [] };
  const results = new Map<Word, WordResult>();
  for (const { word, orderId } of asked) results.set(word, bookWord(place, booking, word, orderId));
  await writeMoney(db, place, { entries: [...entries.values()], postings: booking.postings });
  await insertRows(db, 'channel_record', booking.records, 'ON CONFLICT DO NOTHING');
  await unqueue(db, place.tenantId, booking.settled);
  await insertRows(
    db,
    'outbox',
    booking.paid.map(({ paid, trade }) => paidRow(paid, trade)),
    'ON CONFLICT DO NOTHING',
  );
  return results;
}

function resultOf(step: OrderStep, before: OrderEntry, word: Word): WordResult {
  if (step.alert) return step.alert;
  if (step.order === before.order) return 'repeated';
  return word.said.state === 'paid' ? 'booked' : 'notPaid';
}

/** Only the channel and the account a trade was begun with may settle it, however well another signs. */
function begunThere(entry: OrderEntry, { said, channel, configId }: Word): boolean {
  const attempt = entry.order.attempts.find((it) => it.trade === said.tradeNo);
  return (
    !attempt || (attempt.channel === channel && configIn(entry.about.money[said.tradeNo]?.merchantRef) === configId)
  );
}

function bookWord(place: Place, booking: Booking, word: Word, orderId: string): WordResult {
  const before = booking.entries.get(orderId);
  if (!before) return 'unknown-trade';
  // A channel's clock may be ahead of ours: nothing was paid after it was heard of, and the minutes to leave begin no later.
  const said = { ...word.said, at: Math.min(word.said.at, Date.now()) };
  if (said.state === 'pending' && word.signatureRight) return 'notPaid';
  const step = orderStep(before.order, {
    kind: 'notice',
    trade: said.tradeNo,
    amountFen: said.amountFen,
    success: said.state === 'paid',
    signatureRight: word.signatureRight && begunThere(before, word),
    at: said.at,
  });
  const result = resultOf(step, before, word);
  if (result === 'unknown-trade') return result;
  booking.records.push(recordOf(place, before, word, result));
  if (result !== 'booked' && result !== 'notPaid') return result;
  const entry = noted({ ...before, order: step.order }, said.tradeNo, { channelNo: said.channelNo });
  booking.entries.set(orderId, entry);
  booking.postings.push(...step.postings);
  booking.settled.push(said.tradeNo);
  if (result === 'booked') {
    booking.paid.push({
      trade: said.tradeNo,
      paid: {
        tenantId: place.tenantId,
        companyId: place.companyId,
        parkId: place.parkId,
        orderId,
        stayId: entry.order.stay,
        gateId: entry.about.gateId,
        amountFen: said.amountFen,
        at: said.at,
      },
    });
  }
  return result;
}

/** One record per trade and result; alarms at most one an hour, so that a sender of nonsense does not fill the table. */
function recordOf(place: Place, entry: OrderEntry, word: Word, result: WordResult): Record<string, unknown> {
  const { said } = word;
  const alarm = result === 'wrong-amount' || result === 'wrong-signature';
  const at = alarm ? Math.floor(Date.now() / 3_600_000) * 3_600_000 : said.at;
  const now = new Date().toISOString();
  return {
    tenant_id: place.tenantId,
    company_id: place.companyId,
    park_id: place.parkId,
    id: nameId(`word/${said.tradeNo}/${result}/${at}`),
    created_at: now,
    updated_at: now,
    pay_type: word.channel,
    trade_no: said.tradeNo,
    channel_trade_no: said.channelNo,
    plate_number: entry.about.plateNumber,
    order_id: entry.order.id,
    time: new Date(at).toISOString(),
    source: word.source,
    asked_fen: entry.order.attempts.find((it) => it.trade === said.tradeNo)?.amountFen ?? 0,
    said_fen: said.amountFen,
    result,
  };
}
