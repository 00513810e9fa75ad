/**
 * Books statuses reported by channels: each trade once however often it is reported. A combined trade's status is
 * booked for each of its orders, all or none.
 */
import { orderStep } from '#domain/ledger/order.ts';
import type { OrderStep } from '#domain/ledger/order-types.ts';
import type { Posting } from '#domain/ledger/ledger.ts';
import { paidTogether } from '#areas/billing/model/events.ts';
import type { CodeRefused, Paid } from '#areas/billing/model/events.ts';
import { atOnce } from '#kit/server/at-once.ts';
import { tenantScope } from '#kit/server/db.ts';
import type { Database, Db } from '#kit/server/db.ts';
import { emit } from '#kit/server/events.ts';
import { insertRows } from '#kit/server/bulk.ts';
import type { TradeStatus } from './channel/channel.ts';
import { noted } from './entry.ts';
import type { OrderEntry, Place } from './entry.ts';
import { nameId, readTrade } from './ids.ts';
import { jointsNamed } from './combined-store.ts';
import type { CombinedTrade } from './combined-store.ts';
import { ordersOf, placesOf } from './load.ts';
import { kinds, queueRow } from './queue.ts';
import { unqueue, writeMoney } from './write.ts';

/** A channel's answer to a query, as a status to book: the answer's own signature was verified on its way. */
export const noticeOf = (status: TradeStatus, channel: string, merchantRef: string | null): Word => ({
  status,
  channel,
  configId: configIn(merchantRef),
  source: 'query',
  signatureRight: true,
});

const configIn = (merchantRef: string | null | undefined): string | null => merchantRef?.split('/')[0] ?? null;

/**
 * A status from a channel, by notice or by query. `configId`: the account whose keys prove it; null for the sandbox.
 */
export type Word = {
  readonly status: TradeStatus;
  readonly channel: string;
  readonly configId: string | null;
  readonly source: 'notice' | 'query';
  readonly signatureRight: boolean;
};
export type WordResult = 'booked' | 'repeated' | 'notPaid' | 'wrong-amount' | 'wrong-signature' | 'unknown-trade';

export type { Paid };

export const paidRow = (paid: Paid, name: string) => queueRow(paid.tenantId, kinds.paid, name, paid, Date.now());

/**
 * Lots whose money is booked, or whose lanes are notified, at the same time: they do not wait for each other, and the
 * connections are for others too.
 */
export const LOTS_AT_ONCE = 4;

type Found = { id: string; park_id: string; order_id: string };

/**
 * Books what channels reported: each trade once however often it is reported, one transaction per lot. A status whose
 * signature or amount is wrong books nothing and is kept as a record to look at.
 * @returns what came of each word, in their order
 */
export async function bookWords(database: Database, words: readonly Word[]): Promise<WordResult[]> {
  const results = new Map<Word, WordResult>();
  const trades = words.map((word) => ({ word, known: readTrade(word.status.tradeNo) }));
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
        const matched = ofPark.map((each) => ({
          word: each.word,
          orderId: found.get(each.known!.paymentId)!.order_id,
        }));
        for (const [word, result] of await pastDeadlocks(() =>
          database.write(scope, (db) => bookLot(db, parkId, matched), { byKey: true }),
        ))
          results.set(word, result);
      },
    );
    const others = ofTenant.filter((each) => !found.has(each.known!.paymentId));
    const joints = await database.read(scope, (db) =>
      jointsNamed(
        db,
        tenantId,
        others.map((each) => each.known!.paymentId),
      ),
    );
    for (const { word, known: number } of others) {
      const combined = joints.get(number!.paymentId);
      if (combined)
        results.set(
          word,
          await pastDeadlocks(() => database.write(scope, (db) => bookCombined(db, tenantId, combined, word))),
        );
    }
  }
  return words.map((word) => results.get(word) ?? 'unknown-trade');
}

/**
 * A lane may hold the same orders in another order for a moment; the engine then stops one of the two, which simply
 * tries again.
 */
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
  refused: { refused: CodeRefused; trade: string }[];
  settled: string[];
};

async function bookLot(
  db: Db,
  parkId: string,
  matched: readonly { word: Word; orderId: string }[],
): Promise<Map<Word, WordResult>> {
  const place = (await placesOf(db, [parkId])).get(parkId)!;
  const entries = await ordersOf(db, [...new Set(matched.map((each) => each.orderId))].sort(), { lock: true });
  const booking: Booking = { entries, postings: [], records: [], paid: [], refused: [], settled: [] };
  const results = new Map<Word, WordResult>();
  for (const { word, orderId } of matched) results.set(word, bookWord(place, booking, word, orderId));
  await writeMoney(db, place, { entries: [...entries.values()], postings: booking.postings });
  await insertRows(db, 'channel_record', booking.records, 'ON CONFLICT DO NOTHING');
  const scanned = await unqueue(db, place.tenantId, booking.settled);
  await insertRows(
    db,
    'outbox',
    [
      ...booking.paid.map(({ paid, trade }) => paidRow(paid, trade)),
      ...booking.refused
        .filter(({ trade }) => scanned.has(trade))
        .map(({ refused, trade }) => queueRow(place.tenantId, kinds.refused, trade, refused, Date.now())),
    ],
    'ON CONFLICT DO NOTHING',
  );
  return results;
}

/** The word of one trade for each of its orders, in one transaction. A sum that is not the trade's books nothing. */
async function bookCombined(db: Db, tenantId: number, combined: CombinedTrade, word: Word): Promise<WordResult> {
  const { status } = word;
  await db.raw('SELECT 1 FROM joint_trade WHERE tenant_id = $1 AND id = $2 FOR UPDATE', [tenantId, combined.id]);
  if (word.signatureRight && status.state === 'paid' && status.amountFen !== combined.amountFen) {
    const [{ parkId, orderId }] = combined.parts as [CombinedTrade['parts'][number]];
    const place = (await placesOf(db, [parkId])).get(parkId)!;
    const entry = (await ordersOf(db, [orderId])).get(orderId)!;
    const row = { ...recordOf(place, entry, word, 'wrong-amount'), asked_fen: combined.amountFen };
    await insertRows(db, 'channel_record', [row], 'ON CONFLICT DO NOTHING');
    return 'wrong-amount';
  }
  const results: WordResult[] = [];
  const byLot = [...Map.groupBy(combined.parts, ({ parkId }) => parkId)].sort(([a], [b]) => (a < b ? -1 : 1));
  for (const [parkId, parts] of byLot) {
    const matched = parts.map(({ orderId, trade, amountFen }) => ({
      orderId,
      word: { ...word, status: { ...status, tradeNo: trade, amountFen } },
    }));
    results.push(...(await bookLot(db, parkId, matched)).values());
  }
  const done = (['booked', 'notPaid', 'wrong-signature'] as const).find((each) => results.includes(each));
  if (done === 'booked' || (done === 'notPaid' && status.state === 'failed')) {
    await db.raw('UPDATE joint_trade SET state = $3, settled_at = $4 WHERE tenant_id = $1 AND id = $2', [
      tenantId,
      combined.id,
      status.state,
      new Date(Math.min(status.at, Date.now())).toISOString(),
    ]);
    await unqueue(db, tenantId, [combined.tradeNo]);
  }
  if (done === 'booked')
    await emit(paidTogether, { tenantId, at: Math.min(status.at, Date.now()), ...combined }, { db });
  return done ?? 'repeated';
}

function resultOf(step: OrderStep, before: OrderEntry, word: Word): WordResult {
  if (step.alert) return step.alert;
  if (step.order === before.order) return 'repeated';
  return word.status.state === 'paid' ? 'booked' : 'notPaid';
}

/** Only the channel and the account a trade was begun with may settle it, however well another signs. */
function begunThere(entry: OrderEntry, { status, channel, configId }: Word): boolean {
  const attempt = entry.order.attempts.find((it) => it.trade === status.tradeNo);
  return (
    !attempt || (attempt.channel === channel && configIn(entry.about.money[status.tradeNo]?.merchantRef) === configId)
  );
}

function bookWord(place: Place, booking: Booking, word: Word, orderId: string): WordResult {
  const before = booking.entries.get(orderId);
  if (!before) return 'unknown-trade';
  // A channel's clock may be ahead of ours: nothing was paid after it was reported, and the minutes to leave begin no
  // later.
  const status = { ...word.status, at: Math.min(word.status.at, Date.now()) };
  if (status.state === 'pending' && word.signatureRight) return 'notPaid';
  const step = orderStep(before.order, {
    kind: 'notice',
    trade: status.tradeNo,
    amountFen: status.amountFen,
    success: status.state === 'paid',
    signatureRight: word.signatureRight && begunThere(before, word),
    at: status.at,
  });
  const result = resultOf(step, before, word);
  if (result === 'unknown-trade') return result;
  booking.records.push(recordOf(place, before, word, result));
  if (result !== 'booked' && result !== 'notPaid') return result;
  const entry = noted({ ...before, order: step.order }, status.tradeNo, { channelNo: status.channelNo });
  booking.entries.set(orderId, entry);
  booking.postings.push(...step.postings);
  booking.settled.push(status.tradeNo);
  const { tenantId, companyId, parkId } = place;
  const about = { tenantId, companyId, parkId, orderId, stayId: entry.order.stay, gateId: entry.about.gateId };
  const trade = status.tradeNo;
  if (result === 'booked') booking.paid.push({ trade, paid: { ...about, amountFen: status.amountFen, at: status.at } });
  else booking.refused.push({ trade, refused: { ...about, why: status.why ?? null } });
  return result;
}

/**
 * One record per trade and result; alarms at most one an hour, so that a sender of nonsense does not fill the table.
 */
function recordOf(place: Place, entry: OrderEntry, word: Word, result: WordResult): Record<string, unknown> {
  const { status } = word;
  const alarm = result === 'wrong-amount' || result === 'wrong-signature';
  const at = alarm ? Math.floor(Date.now() / 3_600_000) * 3_600_000 : status.at;
  const now = new Date().toISOString();
  return {
    tenant_id: place.tenantId,
    company_id: place.companyId,
    park_id: place.parkId,
    id: nameId(`word/${status.tradeNo}/${result}/${at}`),
    created_at: now,
    updated_at: now,
    pay_type: word.channel,
    trade_no: status.tradeNo,
    channel_trade_no: status.channelNo,
    plate_number: entry.about.plateNumber,
    order_id: entry.order.id,
    time: new Date(at).toISOString(),
    source: word.source,
    asked_fen: entry.order.attempts.find((it) => it.trade === status.tradeNo)?.amountFen ?? 0,
    said_fen: status.amountFen,
    result,
  };
}
