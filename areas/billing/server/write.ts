/** Money into the tables: bulk, idempotent, and with the day's sums in the same transaction. */
import type { Posting } from '#domain/ledger/ledger.ts';
import { checkBalanced } from '#domain/ledger/ledger.ts';
import { queryAt } from '#domain/ledger/order-state.ts';
import { isoOf } from '#domain/time/iso.ts';
import type { AccountKind } from '#domain/ledger/ledger.ts';
import type { Db } from '#kit/server/db.ts';
import { insertRows, orUpdate } from '#kit/server/bulk.ts';
import type { BulkRow as Row } from '#kit/server/bulk.ts';
import { cardsMoved, discountsBooked } from '#areas/billing/model/events.ts';
import type { DeratedOrder } from '#areas/billing/model/events.ts';
import { emit } from '#kit/server/events.ts';
import { publishArrears } from './arrears.ts';
import { publishCash } from './cash.ts';
import { addUp, ledgerDeltas, SUMS } from './days.ts';
import type { DayDelta, LedgerLine } from './days.ts';
import { orderRow, paymentRows, refundRows } from './entry.ts';
import { publishMoney } from './publish-money.ts';
import type { OrderEntry, Place } from './entry.ts';
import { idOf, nameId } from './ids.ts';
import { kinds, queueId, queueRow } from './queue.ts';

export type MoneyBatch = {
  /** Orders as they are now; with them go their payments, refunds and the requests to channels. */
  readonly entries?: readonly OrderEntry[];
  readonly postings?: readonly Posting[];
  /**
   * What stays add to their days (`stayDeltas`, and `takenAway` of what they added before). Money's own follow from the
   * postings.
   */
  readonly days?: readonly DayDelta[];
  /**
   * Pay codes scanned for attempts of these orders, by trade number. They are kept until the channel was called, and
   * nowhere else.
   */
  readonly charges?: readonly { readonly trade: string; readonly payCode: string }[];
};

export type { DeratedOrder };

async function publishCards(db: Db, place: Place, lines: readonly LedgerLine[]): Promise<void> {
  const moved = new Map<string, number>();
  for (const { account, party, amountFen } of lines)
    if (account === 'stored-value') moved.set(party, (moved.get(party) ?? 0) - amountFen);
  if (moved.size > 0) await emit(cardsMoved, { tenantId: place.tenantId, moved }, { db });
}

async function deratesOf(
  db: Db,
  place: Place,
  entries: readonly OrderEntry[],
  postings: readonly Posting[],
): Promise<readonly Posting[]> {
  const orders = new Map(entries.filter(({ order }) => order.deratedFen > 0).map((entry) => [entry.order.id, entry]));
  if (orders.size === 0) return [];
  const derated = ({ order, about }: OrderEntry, at: number): DeratedOrder => ({ order, lines: about.lines, at });
  const settled = postings.flatMap(({ kind, about, at }) =>
    kind === 'derate' && orders.has(about) ? [derated(orders.get(about)!, at)] : [],
  );
  const back = postings.findLast(({ kind }) => kind === 'refund-paid');
  const refunded = back
    ? [...orders.values()].filter(({ order }) => order.state === 'refunded').map((entry) => derated(entry, back.at))
    : [];
  return (await emit(discountsBooked, { tenantId: place.tenantId, settled, refunded }, { db })).flat();
}

/**
 * Writes one batch of one lot. Writing it again changes nothing; an older copy of an order does not overwrite a newer
 * one. Callers hold the orders locked (`ordersOf` with `lock`) or have just made them.
 * @returns how many orders and ledger lines were really written
 */
export async function writeMoney(db: Db, place: Place, batch: MoneyBatch): Promise<{ orders: number; lines: number }> {
  const entries = batch.entries ?? [];
  const written = await writeOrders(db, place, entries);
  const current = entries.length === written.size ? entries : entries.filter((entry) => written.has(entry.order.id));
  await upsert(
    db,
    'payment',
    current.flatMap((entry) => paymentRows(place, entry)),
  );
  await upsert(
    db,
    'refund',
    current.flatMap((entry) => refundRows(place, entry)),
  );
  const postings = batch.postings ?? [];
  const lines = await writeLedger(
    db,
    place,
    [...postings, ...(await deratesOf(db, place, current, postings))],
    operatorsOf(entries),
  );
  await publishCards(db, place, lines);
  await publishArrears(db, place, postings, lines, entries);
  await writeDays(db, place, [...ledgerDeltas(lines, place.zone), ...(batch.days ?? [])]);
  await publishCash(
    db,
    place,
    batch.postings ?? [],
    new Set(lines.flatMap((line) => (line.account === 'drawer' ? line.posting : []))),
    entries,
  );
  await publishMoney(db, place, postings, lines, entries);
  await queueTasks(db, place, current, batch.charges ?? []);
  return { orders: written.size, lines: lines.length };
}

const factKey = ['tenant_id', 'created_time', 'id'];

/** The last copy of each order counts, should a batch hold several. */
async function writeOrders(db: Db, place: Place, entries: readonly OrderEntry[]): Promise<Set<string>> {
  const rows = [...new Map(entries.map((entry) => [entry.order.id, orderRow(place, entry)])).values()];
  const done = await insertRows<{ id: string }>(
    db,
    'parking_order',
    rows,
    `${orUpdate(rows[0], factKey, ['created_at'])} WHERE (parking_order.book->>'deeds')::int <= (excluded.book->>'deeds')::int RETURNING id`,
  );
  return new Set(done.map((row) => row.id));
}

/** What of a payment or refund may change after it was written. */
const watched = {
  payment: ['status', 'refunded_fen', 'channel_trade_no', 'stay_id', 'plate_number', 'receivable_fen', 'derate_fen'],
  refund: ['status', 'done_time', 'channel_refund_no', 'failure', 'plate_number'],
} as const;

async function upsert(db: Db, table: 'payment' | 'refund', all: readonly Row[]): Promise<void> {
  const rows = [...new Map(all.map((row) => [row['id'], row])).values()];
  await insertRows(
    db,
    table,
    rows,
    `${orUpdate(rows[0], factKey, ['created_at'])}
    WHERE (${watched[table].map((name) => `${table}.${name}`).join(', ')}) IS DISTINCT FROM (${watched[table].map((name) => `excluded.${name}`).join(', ')})`,
  );
}

/** Accounts of which a lot has one need no party. */
const several = new Set<AccountKind>(['drawer', 'channel', 'seller', 'stored-value', 'due', 'bank', 'suspense']);

const kindOf = (posting: Posting): string => {
  const [base = ''] = (posting.reverses ?? '').split('/');
  return posting.kind === 'reversal' ? `reversal:${base}` : posting.kind;
};

/** Who took or gave back the money, by the payment or refund that a posting is named after. */
const operatorsOf = (entries: readonly OrderEntry[]): ReadonlyMap<string, string> =>
  new Map(
    entries.flatMap(({ about }) =>
      Object.entries(about.money).flatMap(([id, { operator }]) =>
        operator ? [[id, operator.slice(0, 60)] as const] : [],
      ),
    ),
  );

/** Posts what was not posted before, by the postings' own keys; answers the lines that are new. */
async function writeLedger(
  db: Db,
  place: Place,
  postings: readonly Posting[],
  operators: ReadonlyMap<string, string>,
): Promise<LedgerLine[]> {
  const lines = new Map<string, LedgerLine>();
  const rows = postings.flatMap((posting) => {
    checkBalanced(posting.lines);
    const id = nameId(posting.key);
    const reference = posting.reverses ?? posting.key;
    const operator = operators.get(reference.slice(reference.indexOf('/') + 1)) ?? null;
    return posting.lines.map((line, lineNo) => {
      const cut = line.account.indexOf(':');
      const account = line.account.slice(0, cut) as AccountKind;
      const party = several.has(account) ? line.account.slice(cut + 1) : '';
      const kind = kindOf(posting);
      lines.set(`${id}/${lineNo}`, {
        posting: id,
        lineNo,
        at: posting.at,
        kind,
        account,
        party,
        amountFen: line.amountFen,
        operator,
      });
      return {
        tenant_id: place.tenantId,
        company_id: place.companyId,
        park_id: place.parkId,
        posting: id,
        line_no: lineNo,
        at: isoOf(posting.at),
        kind,
        account,
        party,
        amount_fen: line.amountFen,
        operator,
        subject_id: idOf(posting.about),
        reversal_of: posting.reverses === null ? null : nameId(posting.reverses),
      };
    });
  });
  const fresh = await insertRows<{ posting: string; line_no: number }>(
    db,
    'ledger_line',
    rows,
    'ON CONFLICT (tenant_id, at, posting, line_no) DO NOTHING RETURNING posting, line_no',
  );
  return fresh.flatMap((row) => lines.get(`${row.posting}/${row.line_no}`) ?? []);
}

const column = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/**
 * Adds to the days of a lot: one upsert for the sums, one for the splits, in the order of their keys so that two
 * writers never wait crosswise.
 */
export async function writeDays(db: Db, place: Place, deltas: readonly DayDelta[]): Promise<void> {
  const { days, splits } = addUp(deltas);
  const owner = { tenant_id: place.tenantId, company_id: place.companyId, park_id: place.parkId };
  const added = SUMS.map(column);
  await insertRows(
    db,
    'park_day',
    days.map((day) => ({ ...owner, day: day.day, ...Object.fromEntries(SUMS.map((sum) => [column(sum), day[sum]])) })),
    `ON CONFLICT (tenant_id, park_id, day) DO UPDATE SET ${added.map((name) => `${name} = park_day.${name} + excluded.${name}`).join(', ')}`,
  );
  await insertRows(
    db,
    'park_day_split',
    splits.map((each) => ({
      ...owner,
      day: each.day,
      split: each.split,
      key: each.key,
      count: each.count,
      amount_fen: each.amountFen,
    })),
    'ON CONFLICT (tenant_id, park_id, day, split, key) DO UPDATE SET count = park_day_split.count + excluded.count, amount_fen = park_day_split.amount_fen + excluded.amount_fen',
  );
}

/**
 * No provider has to send a notice for a scanned code, and the car is waiting: it is queried this often in its first
 * minute.
 */
export const SCANNED_PAUSE_MS = 5_000;

/**
 * What has to leave the installation: pay codes to charge, trades to ask after, refunds to send. Each once, by its own
 * name.
 */
async function queueTasks(
  db: Db,
  place: Place,
  entries: readonly OrderEntry[],
  charges: readonly { trade: string; payCode: string }[],
): Promise<void> {
  const codes = new Map(charges.map((charge) => [charge.trade, charge.payCode]));
  const now = Date.now();
  const rows = entries.flatMap(({ order, about: { money } }) => [
    ...order.attempts
      // A part of a combined trade is queried with the whole.
      .filter((it) => it.state === 'pending' && !money[it.trade]?.joint)
      .flatMap((attempt) => {
        const about = {
          orderId: order.id,
          parkId: place.parkId,
          channel: attempt.channel,
          merchantRef: money[attempt.trade]?.merchantRef ?? null,
          amountFen: attempt.amountFen,
          at: attempt.createdAt,
        };
        const payCode = codes.get(attempt.trade);
        return [
          queueRow(
            place.tenantId,
            kinds.query,
            attempt.trade,
            { ...about, scanned: payCode !== undefined },
            payCode !== undefined && attempt.channel !== 'sandbox' ? now + SCANNED_PAUSE_MS : queryAt(now, 0)!,
          ),
          ...(payCode === undefined
            ? []
            : [queueRow(place.tenantId, kinds.charge, attempt.trade, { ...about, payCode }, now)]),
        ];
      }),
    ...order.refunds
      .filter((it) => it.state === 'asked')
      .map((refund) =>
        queueRow(
          place.tenantId,
          kinds.refund,
          refund.id,
          { orderId: order.id, parkId: place.parkId, trade: refund.payment, amountFen: refund.amountFen },
          now,
        ),
      ),
  ]);
  await insertRows(db, 'outbox', rows, 'ON CONFLICT DO NOTHING');
}

/** The trades of attempts that are settled are queried no more. @returns those that a scanned pay code began */
export async function unqueue(db: Db, tenantId: number, trades: readonly string[]): Promise<ReadonlySet<string>> {
  const ids = trades.flatMap((trade) => [queueId(kinds.query, trade), queueId(kinds.charge, trade)]);
  if (ids.length === 0) return new Set();
  const gone = await db.raw<{ target: string; scanned: boolean | null }>(
    `DELETE FROM outbox WHERE tenant_id = $1 AND id = ANY($2::uuid[])
     RETURNING target, kind = '${kinds.query}' AND (payload->>'scanned')::boolean AS scanned`,
    [tenantId, ids],
  );
  return new Set(gone.flatMap(({ target, scanned }) => (scanned === true ? target : [])));
}
