/**
 * Settlements counted from the ledger: open days anew each time, closed ones never; what is late goes to the next open
 * day.
 */
import { inArray } from 'drizzle-orm';
import { addDays, dayOf } from '#domain/time/day.ts';
import type { Day } from '#domain/time/day.ts';
import { channelSums, couponSums, figuresOf, nothing, settle } from '#domain/fund/settlement.ts';
import type { Adjustment, Figures, Settled, Sums } from '#domain/fund/settlement.ts';
import { formatFen } from '#domain/money/fen.ts';
import { nameId } from '#areas/billing/server/door.ts';
import { insertRows, orUpdate } from '#kit/server/bulk.ts';
import { platformScope, tenantScope } from '#kit/server/db.ts';
import type { Database, Db } from '#kit/server/db.ts';
import { mover } from '#kit/server/mover.ts';
import { tableOf } from '#kit/server/table.ts';
import { settlementRecord } from '../model/settlement.ts';
import { OPEN_STATES } from '../model/words.ts';
import type { SettleWay } from '../model/words.ts';
import { billsOf, ledgerGroups, merchantNos, ZONE } from './ledger.ts';
import type { LedgerGroup, Span } from './ledger.ts';
import { billedFees, checkByAccount, closedRates, companiesOf, feeKey } from './fees.ts';
import type { FeesByAccount } from './fees.ts';
import { feeBpOf, termsOf } from './terms.ts';
import type { CompanyTerms } from './terms.ts';

/**
 * So long after a day its account still receives entries of it: what a channel books later than that has to be looked
 * for by hand.
 */
export const BACK_DAYS = 31;

type Record_ = Settled & { readonly feeBp: number; readonly status: string; readonly remark: string | null };
/** A lot's money with one merchant account. */
type Account = {
  readonly parkId: string;
  readonly companyId: string;
  readonly way: SettleWay;
  readonly ref: string;
};

const keyOf = ({ parkId, way, ref }: Pick<Account, 'parkId' | 'way' | 'ref'>): string => `${parkId} ${way} ${ref}`;

type Stored = Account & {
  readonly day: Day;
  readonly status: string;
  readonly feeBp: number;
  readonly remark: string | null;
  readonly count: number;
  readonly grossFen: number;
  readonly refundFen: number;
  readonly ownFeeFen: number;
  readonly ownShareFen: number;
  readonly ownCouponFen: number;
  readonly adjustments: readonly Adjustment[] | null;
};

const lateOf = (records: readonly Adjustment[], of: 'feeFen' | 'shareFen' | 'couponFen'): number =>
  records.reduce((sum, each) => sum + each[of], 0);

async function recordsOf(db: Db, tenantId: number, span: Span, parkId: string | null): Promise<readonly Stored[]> {
  return db.raw<Stored>(
    `SELECT park_id AS "parkId", company_id AS "companyId", pay_type AS way, merchant_ref AS ref, to_char(day, 'YYYY-MM-DD') AS day, status, fee_bp AS "feeBp", remark, count,
      gross_fen AS "grossFen", refund_fen AS "refundFen", channel_fee_fen AS "ownFeeFen", coalesce(share_fen, 0) AS "ownShareFen", coupon_fen AS "ownCouponFen", adjustments
     FROM settlement_record WHERE tenant_id = $1 AND day >= $2 AND day <= $3 AND deleted_at IS NULL ${parkId === null ? '' : 'AND park_id = $4'} ORDER BY id FOR UPDATE`,
    [tenantId, span.from, span.to, ...(parkId === null ? [] : [parkId])],
  );
}

function settledOf(row: Stored): Record_ {
  // Those kept before there was sharing say nothing of it.
  const adjustments = (row.adjustments ?? []).map((each) => ({ ...nothing, ...each }));
  return {
    day: row.day,
    closed: !(OPEN_STATES as readonly string[]).includes(row.status),
    feeBp: row.feeBp,
    status: row.status,
    remark: row.remark,
    adjustments,
    sums: {
      count: row.count,
      grossFen: row.grossFen,
      refundFen: row.refundFen,
      feeFen: row.ownFeeFen - lateOf(adjustments, 'feeFen'),
      shareFen: row.ownShareFen - lateOf(adjustments, 'shareFen'),
      couponFen: row.ownCouponFen - lateOf(adjustments, 'couponFen'),
    },
  };
}

/**
 * The ledger's figures of each day; a day that has closed keeps the rate it was closed at. Where the channel's bill
 * shows a fee, that counts.
 */
function sumsByDay(
  groups: readonly LedgerGroup[],
  { way, parkId, ref }: Account,
  rateOf: (day: Day) => number,
  fees: FeesByAccount,
): ReadonlyMap<Day, Sums> {
  return new Map(
    [...Map.groupBy(groups, ({ day }) => day)].map(([day, amounts]) => {
      if (way === 'coupon') return [day, couponSums(amounts)];
      const sums = channelSums(amounts, rateOf(day));
      return [day, { ...sums, feeFen: sums.feeFen - (fees.get(feeKey({ parkId, way, ref }, day))?.offFen ?? 0) }];
    }),
  );
}

type Counted = { readonly account: Account; readonly record: Settled; readonly terms: CompanyTerms };

/** The open records of one account as they should stand. */
function countAccount(
  account: Account,
  groups: readonly LedgerGroup[],
  stored: readonly Record_[],
  { terms, fees, last }: { terms: CompanyTerms; fees: FeesByAccount; last: Day },
): Counted[] {
  const closed = new Map(stored.filter((record) => record.closed).map((record) => [record.day, record]));
  const rateOf = (day: Day): number => closed.get(day)?.feeBp ?? feeBpOf(terms, account.way);
  const { open } = settle(sumsByDay(groups, account, rateOf, fees), stored, last);
  return open.map((record) => ({ account, record, terms }));
}

const adjustLine = ({ day, grossFen, refundFen, feeFen, shareFen, couponFen }: Adjustment): string =>
  `${day} ${formatFen(grossFen - refundFen + couponFen - shareFen)} (${formatFen(feeFen)})`;

type Bills = Awaited<ReturnType<typeof billsOf>>;
/** Ours of each merchant account and day over all its lots, by `configId day`. */
type OurNet = ReadonlyMap<string, { grossFen: number; refundFen: number }>;

function againstBill(account: Account, day: Day, bills: Bills, ours: OurNet): { status: Standing; difference: number } {
  const [configId = ''] = account.ref.split('/');
  if (configId === '') return { status: 'counted', difference: 0 };
  const bill = bills.get(`${configId} ${day}`);
  if (!bill || bill.status === 'failed') return { status: 'counting', difference: 0 };
  const own = ours.get(`${configId} ${day}`) ?? { grossFen: 0, refundFen: 0 };
  const same = bill.status === 'matched' && bill.grossFen === own.grossFen && bill.refundFen === own.refundFen;
  const difference = bill.grossFen - bill.refundFen - own.grossFen + own.refundFen;
  return { status: same ? 'counted' : 'differs', difference };
}

async function ourNet(db: Db, tenantId: number, span: Span, groups: readonly LedgerGroup[] | null): Promise<OurNet> {
  const all = groups ?? (await ledgerGroups(db, tenantId, span, null));
  const sums = new Map<string, { grossFen: number; refundFen: number }>();
  for (const { ref, day, amountFen, times, shared } of all) {
    // Bills of trades say nothing of what was shared out of them.
    if (shared) continue;
    const key = `${ref.split('/')[0]} ${day}`;
    const sum = sums.get(key) ?? { grossFen: 0, refundFen: 0 };
    if (amountFen > 0) sum.grossFen += amountFen * times;
    else sum.refundFen -= amountFen * times;
    sums.set(key, sum);
  }
  return sums;
}

/** Where an open record stands against the bill of its day. */
const moves = {
  counted: mover(settlementRecord, 'agree', 'clock'),
  differs: mover(settlementRecord, 'differ', 'clock'),
  counting: mover(settlementRecord, 'await', 'clock'),
};
type Standing = keyof typeof moves;

async function moveTo(
  db: Db,
  tenantId: number,
  standing: ReadonlyMap<string, Standing>,
  written: readonly string[],
  now: Date,
): Promise<void> {
  for (const [name, move] of Object.entries(moves)) {
    const ids = written.filter((id) => standing.get(id) === name);
    if (ids.length > 0) await move(db, { now, tenantId, where: inArray(tableOf(settlementRecord).id!, ids) });
  }
}

const recordId = (account: Account, day: Day): string => nameId(`settlement/${keyOf(account)}/${day}`);

function rowOf(
  tenantId: number,
  { account, record, terms }: Counted,
  about: { bills: Bills; ours: OurNet; fees: FeesByAccount; merchantNo: (ref: string) => string; now: string },
): Record<string, unknown> {
  const id = recordId(account, record.day);
  const figures: Figures = figuresOf(record, terms);
  const { difference } = againstBill(account, record.day, about.bills, about.ours);
  return {
    tenant_id: tenantId,
    company_id: account.companyId,
    park_id: account.parkId,
    id,
    created_at: about.now,
    updated_at: about.now,
    settle_no: `JS${record.day.replaceAll('-', '')}${id.replaceAll('-', '').slice(-8).toUpperCase()}`,
    day: record.day,
    pay_type: account.way,
    merchant_no: about.merchantNo(account.ref),
    merchant_ref: account.ref,
    count: record.sums.count,
    gross_fen: figures.grossFen,
    refund_fen: figures.refundFen,
    adjust_fen: figures.adjustFen,
    channel_fee_fen: figures.channelFeeFen,
    fee_off_fen: about.fees.get(feeKey(account, record.day))?.offFen ?? 0,
    share_fen: figures.shareFen,
    net_fen: figures.netFen,
    service_fee_fen: figures.serviceFeeFen,
    coupon_fen: figures.couponFen,
    due_fen: figures.dueFen,
    adjust_text: record.adjustments.map(adjustLine).join('\n').slice(0, 2000) || null,
    adjustments: record.adjustments,
    status: 'counting',
    mode: terms.mode,
    fee_bp: feeBpOf(terms, account.way),
    service_bp: terms.serviceBp,
    difference_fen: difference,
    counted_time: about.now,
  };
}

/**
 * Counts a group's open days up to `last`, of one lot or all. Again gives the same. @returns how many records were
 * written
 */
export async function countDays(
  db: Db,
  tenantId: number,
  last: Day,
  { parkId = null, days = BACK_DAYS, now = new Date() }: { parkId?: string | null; days?: number; now?: Date } = {},
): Promise<number> {
  const span = { from: addDays(last, 1 - days), to: last };
  const stored = Map.groupBy(await recordsOf(db, tenantId, span, parkId), keyOf);
  const groups = await ledgerGroups(db, tenantId, span, parkId);
  const byAccount = Map.groupBy(groups, keyOf);
  const billed = await billedFees(db, tenantId, span);
  const terms = await termsOf(
    db,
    tenantId,
    [...groups, ...[...stored.values()].flat(), ...companiesOf(billed)].map(({ companyId }) => companyId),
  );
  const fees = checkByAccount(billed, await closedRates(db, tenantId, span), ({ companyId }, way) =>
    feeBpOf(terms.get(companyId)!, way),
  );
  const counted = [...new Set([...byAccount.keys(), ...stored.keys()])].flatMap((key) => {
    const [own, kept] = [byAccount.get(key) ?? [], stored.get(key) ?? []];
    const { parkId: lot, companyId, way, ref } = (own[0] ?? kept[0])!;
    const account = { parkId: lot, companyId, way, ref };
    return countAccount(account, own, kept.map(settledOf), { terms: terms.get(companyId)!, fees, last });
  });
  const about = {
    bills: await billsOf(db, tenantId, span),
    fees,
    ours: await ourNet(db, tenantId, span, parkId === null ? groups : null),
    merchantNo: await merchantNos(db, tenantId),
    now: now.toISOString(),
  };
  const rows = counted.map((each) => rowOf(tenantId, each, about));
  const standing = new Map(
    counted.map(({ account, record }) => [
      recordId(account, record.day),
      againstBill(account, record.day, about.bills, about.ours).status,
    ]),
  );
  const written = await insertRows<{ id: string }>(
    db,
    'settlement_record',
    rows,
    `${orUpdate(rows[0], ['tenant_id', 'id'], ['created_at', 'settle_no', 'status'])} WHERE settlement_record.status IN (${OPEN_STATES.map((state) => `'${state}'`).join(', ')}) RETURNING id`,
  );
  await moveTo(
    db,
    tenantId,
    standing,
    written.map(({ id }) => id),
    now,
  );
  return written.length;
}

/** The clock's part: every group's days up to yesterday. */
export async function countAll(database: Database, now: Date): Promise<void> {
  const tenants = await database.read(platformScope, (db) =>
    db.raw<{ tenant_id: number }>('SELECT DISTINCT tenant_id FROM park WHERE deleted_at IS NULL'),
  );
  const last = addDays(dayOf(now.getTime(), ZONE), -1);
  for (const { tenant_id: tenantId } of tenants)
    await database.write(tenantScope(tenantId), (db) => countDays(db, tenantId, last, { now }));
}
