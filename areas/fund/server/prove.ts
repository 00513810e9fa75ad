/**
 * Days of money proved: settlements, channels' bills and bank statements held beside one another, their differences
 * kept by name.
 */
import { and, gte, inArray, lte, notInArray } from 'drizzle-orm';
import { matchArrivals } from '#domain/fund/arrivals.ts';
import type { Incoming } from '#domain/fund/arrivals.ts';
import { bankItems, causes, prove, SUSPENSE_CAUSES, toArrive } from '#domain/fund/proof.ts';
import type { Cause, DayFigures } from '#domain/fund/proof.ts';
import type { FeeCheck } from '#domain/fund/fees.ts';
import { formatFen } from '#domain/money/fen.ts';
import { addDays, dayOf } from '#domain/time/day.ts';
import type { Day } from '#domain/time/day.ts';
import { nameId } from '#areas/billing/server/door.ts';
import { insertRows, orUpdate } from '#kit/server/bulk.ts';
import { platformScope, tenantScope } from '#kit/server/db.ts';
import type { Database, Db } from '#kit/server/db.ts';
import { mover } from '#kit/server/mover.ts';
import { tableOf } from '#kit/server/table.ts';
import { bankLine } from '../model/bank-line.ts';
import { moneyItem } from '../model/money-day.ts';
import { bookLines, keepMissing } from './book-arrivals.ts';
import { BACK_DAYS } from './count.ts';
import { feesByDay } from './fees.ts';
import type { FeesByAccount } from './fees.ts';
import { ZONE } from './ledger.ts';
import type { Span } from './ledger.ts';
import { haveOtherItems, unequalPairs } from './proof-items.ts';
import { at, billDifferences, parkedOf, sourcesOf, withNext } from './proof-rows.ts';
import type { Books, Line, Merchant, Parked, Sources } from './proof-rows.ts';

/** Money not there so many days after its own has not arrived, where the statement is known that far. */
const LATE_DAYS = 5;

const match = mover(bankLine, 'match', 'clock');
const settle = mover(moneyItem, 'settle', 'clock');
const reopen = mover(moneyItem, 'reopen', 'clock');
const partPair = mover(moneyItem, 'part', 'clock');
const NOTHING_PARKED = { refundDue: 0, elsewhere: 0 };
const NO_FEES: FeeCheck = { offFen: 0, lines: 0, items: [] };
const NOTHING: DayFigures = {
  booksFen: 0,
  billFen: 0,
  lateFen: 0,
  feeFen: 0,
  shareFen: 0,
  feeOffFen: 0,
  feeLines: 0,
  bankFen: null,
  settledFen: 0,
  parkedFen: NOTHING_PARKED,
};

type Found = { readonly cause: Cause; readonly ref: string; readonly amountFen: number };
type Proved = {
  readonly account: string;
  readonly day: Day;
  readonly merchant: Merchant;
  readonly figures: DayFigures;
  readonly items: readonly Found[];
};

/** What matched lines come to by account and day: of several days each gets its net, and the last what is left. */
function arrivedBy(lines: readonly Line[], nets: ReadonlyMap<string, number>): ReadonlyMap<string, number> {
  const arrived = new Map<string, number>();
  for (const { configId, dayFrom, dayUntil, amountFen } of lines) {
    if (!configId || !dayFrom || !dayUntil) continue;
    let left = amountFen;
    for (let day = dayFrom; day <= dayUntil; day = addDays(day, 1)) {
      const key = at(configId, day);
      const net = nets.get(key);
      if (net === undefined && day !== dayUntil) continue;
      const part = day === dayUntil ? left : (net ?? 0);
      arrived.set(key, (arrived.get(key) ?? 0) + part);
      left -= part;
    }
  }
  return arrived;
}

/** Who pays into an account, by what the bank calls it. */
const PAYERS = [
  { payType: 'wechat', name: /财付通|微信|tenpay|wechat/i },
  { payType: 'alipay', name: /支付宝|alipay/i },
  { payType: 'allinpay', name: /通联|allinpay/i },
] as const;

function payersOf({ counterparty, note, companyId }: Line, merchants: ReadonlyMap<string, Merchant>): string[] {
  const named = new Set<string>(
    PAYERS.filter(({ name }) => name.test(`${counterparty ?? ''} ${note ?? ''}`)).map(({ payType }) => payType),
  );
  const all = [...merchants.values()].filter(({ payType }) => named.has(payType));
  const own = all.filter((each) => each.companyId === companyId);
  return (own.length > 0 ? own : all).map(({ account }) => account);
}

/** Finds the days that lines not matched yet pay, and returns those lines. */
async function matchOpen(
  db: Db,
  tenantId: number,
  lines: readonly Line[],
  { books, nets, merchants, now }: Omit<Sources, 'lines'> & { now: Date },
): Promise<Line[]> {
  const arrived = arrivedBy(lines, nets);
  const awaited = books.flatMap((each) => {
    const [{ account, day }, netFen] = [each, toArrive(each)];
    return netFen === 0 || arrived.has(at(account, day)) ? [] : [{ account, day, netFen }];
  });
  const open = lines.filter(({ configId, released }) => !configId && !released);
  const incoming: Incoming[] = open.map((line) => ({
    id: line.id,
    day: line.day,
    amountFen: line.amountFen,
    accounts: payersOf(line, merchants),
  }));
  const found = new Map(matchArrivals(incoming, awaited).map((each) => [each.id, each]));
  for (const { id, account, days } of found.values())
    await match(db, {
      now,
      tenantId,
      where: inArray(tableOf(bankLine).id!, [id]),
      set: { configId: account, payType: merchants.get(account)!.payType, dayFrom: days[0], dayUntil: days.at(-1) },
    });
  return lines.map((line) => {
    const pays = found.get(line.id);
    if (!pays) return line;
    const { payType } = merchants.get(pays.account)!;
    return { ...line, configId: pays.account, payType, dayFrom: pays.days[0]!, dayUntil: pays.days.at(-1)! };
  });
}

/** Money that nobody expected: a row of its own for each account and day. */
function strangers(lines: readonly Line[]): Proved[] {
  const open = Map.groupBy(
    lines.filter(({ configId }) => !configId),
    ({ companyId, accountTail, day }) => at(`bank/${companyId}/${accountTail}`, day),
  );
  return [...open].map(([key, own]) => {
    const [account = '', day = ''] = key.split(' ');
    const { companyId, accountTail } = own[0]!;
    const bankFen = own.reduce((sum, { amountFen }) => sum + amountFen, 0);
    return {
      account,
      day,
      merchant: { account, companyId, payType: 'other', merchantNo: `…${accountTail}` },
      figures: { ...NOTHING, bankFen },
      items: own.map(({ ref, amountFen }) => ({ cause: 'bankOnly', ref, amountFen })),
    };
  });
}

/** Every merchant account's day of the span. `known`: the last day a statement speaks of. */
function provedOf(
  books: readonly Books[],
  arrived: ReadonlyMap<string, number>,
  {
    bills,
    fees,
    parked,
    merchants,
    known,
  }: {
    parked: ReadonlyMap<string, Parked>;
    bills: Awaited<ReturnType<typeof billDifferences>>;
    fees: FeesByAccount;
    merchants: ReadonlyMap<string, Merchant>;
    known: Day | null;
  },
): Proved[] {
  return books.flatMap(({ account, day, booksFen, lateFen, feeFen, shareFen, settledFen }) => {
    const merchant = merchants.get(account);
    if (!merchant) return [];
    const bill = bills.get(at(account, day));
    const parkedFen = parked.get(at(account, day)) ?? NOTHING_PARKED;
    const fee = fees.get(at(account, day)) ?? NO_FEES;
    const figures = {
      booksFen,
      billFen: bill?.netFen ?? null,
      lateFen,
      feeFen,
      shareFen,
      feeOffFen: fee.offFen,
      feeLines: fee.lines,
      bankFen: arrived.get(at(account, day)) ?? null,
      settledFen: settledFen - parkedFen.refundDue - parkedFen.elsewhere,
      parkedFen,
    };
    const named: Found[] = bill
      ? [...bill.items]
      : booksFen === 0
        ? []
        : [{ cause: 'noBill', ref: '', amountFen: -booksFen }];
    const charged = fee.items.map((each) => ({ ...each, cause: 'feeDiffers' as const }));
    const lateFrom = known === null ? '' : addDays(known, -LATE_DAYS);
    const missing = bankItems(figures, day, lateFrom).map((each) => ({ ...each, ref: '' }));
    return [{ account, day, merchant, figures, items: [...named, ...charged, ...missing] }];
  });
}

const dayId = (account: string, day: Day): string => nameId(`money-day/${account}/${day}`);
const ageOf = (day: Day, today: Day): number =>
  Math.max(0, Math.round((Date.parse(today) - Date.parse(day)) / 86_400_000));

/** What a day's proof comes to, by column. */
function figuresOf({ figures, items }: Proved): Readonly<Record<string, number | string>> {
  const named = (step: string) =>
    items.filter(({ cause }) => causes[cause].step === step).reduce((sum, { amountFen }) => sum + amountFen, 0);
  const { netFen, unexplainedFen } = prove(figures, items);
  return {
    status: unexplainedFen !== 0 ? 'unexplained' : items.length > 0 ? 'carried' : 'proved',
    books_fen: figures.booksFen,
    bill_fen: figures.billFen ?? 0,
    bill_items_fen: named('bill'),
    late_fen: figures.lateFen,
    fee_fen: figures.feeFen,
    share_fen: figures.shareFen,
    fee_off_fen: figures.feeOffFen,
    fee_items_fen: named('fee'),
    fee_lines: figures.feeLines,
    net_fen: netFen,
    bank_fen: figures.bankFen ?? 0,
    settled_fen: figures.settledFen,
    bank_items_fen: named('bank'),
    unexplained_fen: unexplainedFen,
    open_items: items.length,
  };
}

async function keepDays(db: Db, tenantId: number, span: Span, days: readonly Proved[], now: Date): Promise<void> {
  const rows = days.map((proved) => ({
    tenant_id: tenantId,
    company_id: proved.merchant.companyId,
    id: dayId(proved.account, proved.day),
    created_at: now.toISOString(),
    updated_at: now.toISOString(),
    day: proved.day,
    pay_type: proved.merchant.payType,
    merchant_no: proved.merchant.merchantNo,
    account: proved.account,
    ...figuresOf(proved),
    proved_time: now.toISOString(),
  }));
  await db.raw('DELETE FROM money_day WHERE tenant_id = $1 AND day >= $2 AND day <= $3 AND NOT id = ANY($4::uuid[])', [
    tenantId,
    span.from,
    span.to,
    rows.map(({ id }) => id),
  ]);
  await insertRows(db, 'money_day', rows, `${orUpdate(rows[0], ['tenant_id', 'id'], ['created_at'])} RETURNING 1`);
}

const SUSPENSE: readonly Cause[] = SUSPENSE_CAUSES;
/** What waits in suspense is chosen from a list to be paired: there its amount tells it from the rest of its day. */
const refOf = (cause: Cause, about: string, amountFen: number): string =>
  SUSPENSE.includes(cause) ? `${about} ${formatFen(amountFen)}` : about;

const itemId = ({ account, day }: Proved, { cause, ref }: Proved['items'][number]): string =>
  nameId(`money-item/${account}/${day}/${cause}/${ref}`);

async function keepItems(db: Db, tenantId: number, span: Span, days: readonly Proved[], now: Date): Promise<void> {
  const today = dayOf(now.getTime(), ZONE);
  const rows = days.flatMap((proved) => {
    const { account, day, merchant, items } = proved;
    return items.map(({ cause, ref, amountFen }) => ({
      tenant_id: tenantId,
      company_id: merchant.companyId,
      id: itemId(proved, { cause, ref, amountFen }),
      created_at: now.toISOString(),
      updated_at: now.toISOString(),
      day,
      pay_type: merchant.payType,
      merchant_no: merchant.merchantNo,
      account,
      money_day_id: dayId(account, day),
      cause,
      ref: ref || refOf(cause, `${day} ${merchant.merchantNo}`, amountFen),
      amount_fen: amountFen,
      age_days: ageOf(day, today),
      owner: causes[cause].owner,
      status: 'open',
    }));
  });
  await insertRows(
    db,
    'money_item',
    rows,
    `${orUpdate(rows[0], ['tenant_id', 'id'], ['created_at', 'status'])} RETURNING 1`,
  );
  const t = tableOf(moneyItem);
  const ids = rows.map(({ id }) => id);
  if (ids.length > 0) await reopen(db, { now, tenantId, where: inArray(t.id!, ids) });
  const gone = and(gte(t.day!, span.from), lte(t.day!, span.to), ...(ids.length > 0 ? [notInArray(t.id!, ids)] : []));
  await settle(db, { now, tenantId, where: gone });
  await partPair(db, {
    now,
    tenantId,
    where: inArray(t.pairNo!, await unequalPairs(db, tenantId)),
    set: { pairNo: null },
  });
}

const spanUntil = (last: Day): Span => ({ from: addDays(last, 1 - BACK_DAYS), to: last });
async function daysFrom(
  db: Db,
  tenantId: number,
  span: Span,
  { merchants, books, nets, lines }: Sources,
): Promise<Proved[]> {
  const known =
    lines
      .map(({ day }) => day)
      .toSorted()
      .at(-1) ?? null;
  const [bills, parked] = [await billDifferences(db, tenantId, span), await parkedOf(db, tenantId, span)];
  const fees = await feesByDay(db, tenantId, span);
  const arrived = arrivedBy(lines, nets);
  return [...provedOf(books, arrived, { bills, fees, parked, merchants, known }), ...strangers(lines)];
}

/**
 * Proves a group's days up to `last`, and books what arrived. Again gives the same. @returns how many days of merchant
 * accounts there are
 */
export async function proveDays(
  db: Db,
  tenantId: number,
  last: Day,
  now: Date,
): Promise<{ days: number; matched: number }> {
  const span = spanUntil(last);
  const { lines: before, ...sources } = await sourcesOf(db, tenantId, span);
  const lines = await matchOpen(db, tenantId, before, { ...sources, now });
  await bookLines(db, tenantId, lines);
  await keepMissing(db, tenantId, span);
  const days = await daysFrom(db, tenantId, span, { ...sources, lines });
  await keepDays(db, tenantId, withNext(span), days, now);
  await keepItems(db, tenantId, withNext(span), days, now);
  const wasOpen = before.filter(({ configId }) => !configId).length;
  return { days: days.length, matched: wasOpen - lines.filter(({ configId }) => !configId).length };
}

/** Whether a day's settlements, bill or bank lines come to other figures or differences than it was proved with. */
async function hasChanged(db: Db, tenantId: number, last: Day): Promise<boolean> {
  const span = spanUntil(last);
  const kept = await db.raw<{ readonly id: string } & Readonly<Record<string, unknown>>>(
    'SELECT * FROM money_day WHERE tenant_id = $1 AND day >= $2 AND day <= $3 AND deleted_at IS NULL',
    [tenantId, span.from, withNext(span).to],
  );
  if (kept.length === 0) return false;
  const days = await daysFrom(db, tenantId, span, await sourcesOf(db, tenantId, span));
  const current = new Map(days.map((each) => [dayId(each.account, each.day), figuresOf(each)]));
  const haveOthers = kept.some((row) => {
    const figures = current.get(row.id);
    return !figures || Object.entries(figures).some(([name, value]) => String(row[name]) !== String(value));
  });
  const proved = new Set(kept.map(({ id }) => id));
  const items = days
    .filter(({ account, day }) => proved.has(dayId(account, day)))
    .flatMap((each) => each.items.map((item) => ({ id: itemId(each, item), fen: item.amountFen })));
  return haveOthers || haveOtherItems(db, tenantId, proved, items);
}

async function ofEveryGroup(
  database: Database,
  now: Date,
  work: (db: Db, tenantId: number, last: Day) => Promise<unknown>,
): Promise<void> {
  const tenants = await database.read(platformScope, (db) =>
    db.raw<{ tenant_id: number }>('SELECT DISTINCT tenant_id FROM park WHERE deleted_at IS NULL'),
  );
  const last = addDays(dayOf(now.getTime(), ZONE), -1);
  for (const { tenant_id: tenantId } of tenants)
    await database.write(tenantScope(tenantId), (db) => work(db, tenantId, last));
}

/** The clock's part: every group, once its settlements are counted. */
export const proveAll = (database: Database, now: Date): Promise<void> =>
  ofEveryGroup(database, now, (db, tenantId, last) => proveDays(db, tenantId, last, now));

/** Proves those groups anew of which a proved day has other figures now; a day not proved yet waits for its morning. */
export const proveChanged = (database: Database, now: Date): Promise<void> =>
  ofEveryGroup(database, now, async (db, tenantId, last) => {
    if (await hasChanged(db, tenantId, last)) await proveDays(db, tenantId, last, now);
  });
