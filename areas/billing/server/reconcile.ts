/**
 * Every merchant's day held against the channel's own bill, line by line: what differs is listed, what was missed is
 * booked late.
 */
import { addDays, dayOf } from '#domain/time/day.ts';
import type { FeePart } from '#domain/fund/fees.ts';
import { channelDay, reconcileAgain } from '#areas/billing/model/channel-day.ts';
import { dayDiffered } from '#areas/billing/model/events.ts';
import { insertRows, orUpdate } from '#kit/server/bulk.ts';
import { emit } from '#kit/server/events.ts';
import { rowOf } from '#kit/server/row-by-id.ts';
import { platformScope, tenantScope } from '#kit/server/db.ts';
import type { Database, Db } from '#kit/server/db.ts';
import { serve } from '#kit/server/served.ts';
import type { Served } from '#kit/server/served.ts';
import { scopeOf } from '#kit/server/work.ts';
import type { Work } from '#kit/server/work.ts';
import type { BillLine, PaymentChannel, Terms } from './channel/channel.ts';
import { channelAt } from './channel/channels.ts';
import type { ChannelName } from './channel/merchant.ts';
import { feesOf } from './bill-fees.ts';
import { nameId, readTrade } from './ids.ts';
import { bookWords, noticeOf } from './words.ts';

/** Providers cut their days in China. */
const ZONE = 'Asia/Shanghai';
const DAY_MS = 86_400_000;

export type Account = {
  readonly tenantId: number;
  readonly companyId: string;
  readonly configId: string;
  readonly channel: ChannelName;
  readonly merchantNo: string;
};

/**
 * A payment or refund of ours, as far as a statement covers it. `at` is when the channel confirmed it, null while it
 * did not.
 */
type Own = {
  readonly number: string;
  readonly amountFen: number;
  readonly at: string | null;
  readonly tradeNo: string;
  readonly parkId: string;
  readonly companyId: string;
  readonly orderId: string;
  readonly plate: string | null;
  /** What it pays, by lot: several of a combined trade. */
  readonly parts: readonly FeePart[];
};

/**
 * Ours of the day, and ours of any day that the bill names; the parts of a combined trade are one, as they are on the
 * statement.
 */
async function ownPayments(
  db: Db,
  { tenantId, configId }: Account,
  from: string,
  to: string,
  named: readonly string[],
): Promise<Own[]> {
  return db.raw<Own>(
    `SELECT coalesce(j.trade_no, p.trade_no) AS number, coalesce(j.trade_no, p.trade_no) AS "tradeNo", sum(CASE WHEN p.paid_time IS NULL THEN 0 ELSE p.amount_fen END)::bigint AS "amountFen", max(p.paid_time) AS at,
      (array_agg(p.park_id ORDER BY p.id))[1] AS "parkId", (array_agg(p.company_id ORDER BY p.id))[1] AS "companyId", (array_agg(p.order_id ORDER BY p.id))[1] AS "orderId", max(p.plate_number) AS plate,
      json_agg(json_build_object('parkId', p.park_id, 'companyId', p.company_id, 'ref', p.merchant_ref, 'amountFen', CASE WHEN p.paid_time IS NULL THEN 0 ELSE p.amount_fen END) ORDER BY p.id) AS parts
     FROM payment p LEFT JOIN joint_part o ON o.tenant_id = p.tenant_id AND o.payment_id = p.id LEFT JOIN joint_trade j ON j.tenant_id = o.tenant_id AND j.id = o.joint_id
     WHERE p.tenant_id = $1 AND (p.merchant_ref = $2 OR p.merchant_ref LIKE $2 || '/%')
      AND ((p.paid_time >= $3 AND p.paid_time < $4) OR p.id = ANY($5::uuid[]) OR p.id IN (SELECT n.payment_id FROM joint_part n WHERE n.tenant_id = $1 AND n.joint_id = ANY($5::uuid[])))
     GROUP BY 1`,
    [tenantId, configId, from, to, named.flatMap((number) => readTrade(number)?.paymentId ?? [])],
  );
}

async function ownRefunds(
  db: Db,
  { tenantId, configId }: Account,
  from: string,
  to: string,
  named: readonly string[],
): Promise<Own[]> {
  return db.raw<Own>(
    `SELECT r.refund_no AS number, p.trade_no AS "tradeNo", r.amount_fen AS "amountFen", r.done_time AS at, r.park_id AS "parkId", r.company_id AS "companyId", r.order_id AS "orderId", r.plate_number AS plate,
      json_build_array(json_build_object('parkId', r.park_id, 'companyId', r.company_id, 'ref', p.merchant_ref, 'amountFen', r.amount_fen)) AS parts
     FROM refund r JOIN payment p ON p.tenant_id = r.tenant_id AND p.id = r.payment_id::uuid
     WHERE r.tenant_id = $1 AND (p.merchant_ref = $2 OR p.merchant_ref LIKE $2 || '/%') AND ((r.status = 'refunded' AND r.created_time >= $3 AND r.done_time < $4) OR r.refund_no = ANY($5::text[]))`,
    [tenantId, configId, from, to, [...named]],
  );
}

type Difference = {
  readonly own: Own;
  readonly line: BillLine | null;
  readonly result: 'oursOnly' | 'theirsOnly' | 'amountDiffers';
};
type Compared = {
  differences: Difference[];
  unknown: BillLine[];
  unheard: { own: Own; line: BillLine }[];
  /** Lines of the bill that were booked here, whatever their sums. */
  billed: { own: Own; line: BillLine }[];
  ourFen: number;
};

/** Pure: which lines agree with ours. A payment the bill has and we only began is `unheard`. */
export function compare(lines: readonly BillLine[], ours: readonly Own[], from: string, to: string): Compared {
  const own = new Map(ours.map((each) => [each.number, each]));
  const listed = new Set(lines.map((line) => line.number));
  const out: Compared = { differences: [], unknown: [], unheard: [], billed: [], ourFen: 0 };
  for (const each of ours) {
    if (each.at === null || each.at < from || each.at >= to) continue;
    out.ourFen += each.amountFen;
    if (!listed.has(each.number)) out.differences.push({ own: each, line: null, result: 'oursOnly' });
  }
  for (const line of lines) {
    const found = own.get(line.number);
    if (!found) out.unknown.push(line);
    else if (found.at === null) out.unheard.push({ own: found, line });
    else out.billed.push({ own: found, line });
    if (found && found.at !== null && found.amountFen !== line.amountFen)
      out.differences.push({ own: found, line, result: 'amountDiffers' });
  }
  return out;
}

/** Payments only the bill knew of: the channel is queried, and the result booked. Returns those that stay open. */
async function bookLate(
  database: Database,
  { channel, terms }: Counter,
  unheard: Compared['unheard'],
  configId: string,
): Promise<Difference[]> {
  const left: Difference[] = [];
  for (const { own, line } of unheard) {
    const [answer] = line.kind === 'payment' ? await channel.query([own.tradeNo], terms) : [];
    const [result] =
      answer && answer.state === 'paid' ? await bookWords(database, [noticeOf(answer, channel.name, configId)]) : [];
    if (result !== 'booked' && result !== 'repeated') left.push({ own, line, result: 'theirsOnly' });
  }
  return left;
}

const recordOf = (account: Account, { own, line, result }: Difference) => {
  const at = line ? new Date(line.at).toISOString() : own.at!;
  const now = new Date().toISOString();
  return {
    tenant_id: account.tenantId,
    company_id: own.companyId,
    park_id: own.parkId,
    id: nameId(`bill/${own.number}/${result}`),
    created_at: now,
    updated_at: now,
    pay_type: account.channel,
    trade_no: own.tradeNo,
    channel_trade_no: line?.channelNo ?? null,
    plate_number: own.plate,
    order_id: own.orderId,
    time: at,
    source: 'bill',
    asked_fen: own.amountFen,
    said_fen: line?.amountFen ?? 0,
    result,
  };
};

/** The differences of a day; what an earlier bill of it lacked and this one has is none any more. */
async function keepDifferences(
  db: Db,
  account: Account,
  [from, to]: readonly [string, string],
  differences: readonly Difference[],
): Promise<void> {
  const rows = differences.map((each) => recordOf(account, each));
  await db.raw(
    `DELETE FROM channel_record c WHERE c.tenant_id = $1 AND c.source = 'bill' AND c.pay_type = $2 AND c.time >= $3 AND c.time < $4
       AND NOT c.id = ANY($5::uuid[]) AND EXISTS (SELECT 1 FROM payment p
         WHERE p.tenant_id = $1 AND p.order_id = c.order_id AND split_part(p.merchant_ref, '/', 1) = $6) RETURNING 1`,
    [account.tenantId, account.channel, from, to, rows.map(({ id }) => id), account.configId],
  );
  await insertRows(db, 'channel_record', rows, 'ON CONFLICT DO NOTHING');
}

type Outcome = { readonly status: 'matched' | 'differs' | 'failed'; readonly differences: number };

async function keep(
  database: Database,
  account: Account,
  day: string,
  row: Readonly<Record<string, unknown>>,
): Promise<void> {
  const now = new Date().toISOString();
  const whole = {
    tenant_id: account.tenantId,
    company_id: account.companyId,
    id: nameId(`channel-day/${account.configId}/${day}`),
    created_at: now,
    updated_at: now,
    day,
    pay_type: account.channel,
    merchant_no: account.merchantNo,
    config_id: account.configId,
    compared_time: now,
    our_fen: 0,
    their_fen: 0,
    our_refund_fen: 0,
    their_refund_fen: 0,
    lines: 0,
    late: 0,
    differences: 0,
    unknown: null,
    unknown_fen: 0,
    fee_fen: 0,
    fees: null,
    fault: null,
    ...row,
  };
  await database.write(tenantScope(account.tenantId), async (db) => {
    await insertRows(db, 'channel_day', [whole], orUpdate(whole, ['tenant_id', 'id'], ['created_at']));
    if (row['status'] !== 'differs') return;
    const { tenantId, companyId, configId, channel, merchantNo } = account;
    const of = { tenantId, companyId, configId, channel, merchantNo, day };
    await emit(dayDiffered, { ...of, differences: Number(row['differences']), at: Date.parse(now) }, { db });
  });
}

const sum = (lines: readonly BillLine[]): number => lines.reduce((total, line) => total + line.amountFen, 0);

const feeSum = (lines: readonly BillLine[]): number => lines.reduce((total, { feeFen }) => total + (feeFen ?? 0), 0);

const numbersOf = (lines: readonly BillLine[]): string[] => lines.map(({ number }) => number);

/** Lines that nothing of ours stands for, as an operator reads them: number and yuan. */
const listed = (unknown: readonly BillLine[]): string | null =>
  unknown.length === 0
    ? null
    : unknown
        .slice(0, 50)
        .map(({ number, amountFen }) => `${number} ${(amountFen / 100).toFixed(2)}`)
        .join('\n')
        .slice(0, 2000);

/** The channel that is queried for statements and trades. */
type Counter = { readonly channel: Pick<PaymentChannel, 'name' | 'bill' | 'query'>; readonly terms: Terms };
type CounterAt = (...at: Parameters<typeof channelAt>) => Promise<Counter>;

/**
 * Compares one account's day (`yyyy-MM-dd`) with the channel's bill and keeps what came of it. Again gives the same.
 * `counterAt`: the address of the account's channel, where not the provider's.
 */
export async function reconcileDay(
  database: Database,
  account: Account,
  day: string,
  counterAt: CounterAt = channelAt,
): Promise<Outcome> {
  const { tenantId, channel: name, configId } = account;
  const [from, to] = [Date.parse(`${day}T00:00:00+08:00`), Date.parse(`${day}T00:00:00+08:00`) + DAY_MS].map((at) =>
    new Date(at).toISOString(),
  ) as [string, string];
  try {
    const counter = await counterAt(database, tenantId, name, configId);
    const bill = await counter.channel.bill(day, counter.terms);
    const [payments, refunds] = (['payment', 'refund'] as const).map((kind) =>
      bill.filter((line) => line.kind === kind),
    ) as [BillLine[], BillLine[]];
    const scope = tenantScope(tenantId);
    const look = () =>
      database.read(scope, async (db) => ({
        paid: compare(payments, await ownPayments(db, account, from, to, numbersOf(payments)), from, to),
        back: compare(refunds, await ownRefunds(db, account, from, to, numbersOf(refunds)), from, to),
      }));
    const before = await look();
    const open = await bookLate(database, counter, [...before.paid.unheard, ...before.back.unheard], configId);
    const { paid, back } = before.paid.unheard.length > 0 ? await look() : before;
    const differences = [...paid.differences, ...back.differences, ...open];
    const unknown = [...paid.unknown, ...back.unknown];
    await database.write(scope, (db) => keepDifferences(db, account, [from, to], differences));
    const status = differences.length + unknown.length === 0 ? 'matched' : 'differs';
    await keep(database, account, day, {
      status,
      our_fen: paid.ourFen,
      their_fen: sum(payments),
      our_refund_fen: back.ourFen,
      their_refund_fen: sum(refunds),
      lines: bill.length,
      late: before.paid.unheard.length - paid.unheard.length,
      differences: differences.length + unknown.length,
      unknown_fen: sum(paid.unknown) - sum(back.unknown),
      unknown: listed(unknown),
      fee_fen: feeSum(payments) - feeSum(refunds),
      fees: feesOf([...paid.billed, ...back.billed]),
    });
    return { status, differences: differences.length + unknown.length };
  } catch (error) {
    await keep(database, account, day, {
      status: 'failed',
      fault: String((error as Error).message ?? error).slice(0, 300),
    });
    return { status: 'failed', differences: 0 };
  }
}

const accountsSql = (
  [
    ["'wechat'", 'wechat_config', 'mch_id'],
    ["'alipay'", 'alipay_config', 'app_id'],
    ['pay_type', 'otherpay_config', 'merchant_no'],
  ] as const
)
  .map(
    ([channel, table, number]) =>
      `SELECT tenant_id AS "tenantId", company_id AS "companyId", id::text AS "configId", ${channel} AS channel, ${number} AS "merchantNo" FROM ${table} WHERE deleted_at IS NULL`,
  )
  .join(' UNION ALL ');

/** Days that are retried while their statement could not be had. */
const DAYS_BACK = 3;

/** The clock's part: yesterday of every account, and the days before that are still without a bill. */
export async function reconcileAll(database: Database, now: Date): Promise<void> {
  const accounts = await database.read(platformScope, (db) => db.raw<Account>(accountsSql));
  const days = Array.from({ length: DAYS_BACK }, (_, nth) => addDays(dayOf(now.getTime(), ZONE), -1 - nth));
  for (const account of accounts) {
    const done = await database.read(tenantScope(account.tenantId), (db) =>
      db.raw<{ day: string; status: string }>(
        'SELECT day, status FROM channel_day WHERE tenant_id = $1 AND config_id = $2 AND day = ANY($3::date[])',
        [account.tenantId, account.configId, days],
      ),
    );
    for (const [nth, day] of days.entries()) {
      const kept = done.find((each) => each.day === day);
      if (nth === 0 || kept?.status === 'failed') await reconcileDay(database, account, day);
    }
  }
}

async function again(work: Work): Promise<Outcome> {
  const row = await work.database.read(scopeOf(work.person), (db) =>
    rowOf(channelDay, String(work.input['recordId']), db),
  );
  const account = {
    tenantId: row['tenantId'],
    companyId: row['companyId'],
    configId: row['configId'],
    channel: row['payType'],
    merchantNo: row['merchantNo'],
  } as Account;
  return reconcileDay(work.database, account, String(row['day']));
}

export const reconcileServed: Served[] = [serve(reconcileAgain, (work) => again(work), { mode: 'open' })];
