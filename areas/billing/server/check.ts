/** Checks the books: recomputes every day's sums from the raw rows, with the rule that maintains them. */
import { addDays, startOfDay } from '#domain/time/day.ts';
import type { Db } from '#kit/server/db.ts';
import { SUMS, addUp, ledgerDeltas, stayDeltas } from './days.ts';
import type { DayDelta, LedgerLine, Sum } from './days.ts';
import type { Place } from './entry.ts';

/** A figure that is not what the raw rows say. `name` is a sum, or `split:key` with `.count` or `.amountFen`. */
export type Difference = {
  readonly day: string;
  readonly name: string;
  readonly kept: number;
  readonly counted: number;
};

type StayRow = {
  status: string;
  in_time: string | null;
  out_time: string | null;
  stay_seconds: number | null;
  release_type: string | null;
  kind: string | null;
  car_type_id: string | null;
  paid_fen: number | null;
  plate_number: string | null;
};

const ms = (at: string | null): number | null => (at === null ? null : Date.parse(at));

async function ledgerOf(db: Db, place: Place, from: string, to: string): Promise<LedgerLine[]> {
  const rows = await db.raw<{
    posting: string;
    line_no: number;
    at: string;
    kind: string;
    account: LedgerLine['account'];
    party: string;
    amount_fen: number;
    operator: string | null;
  }>(
    'SELECT posting, line_no, at, kind, account, party, amount_fen, operator FROM ledger_line WHERE tenant_id = $1 AND park_id = $2 AND at >= $3 AND at < $4 ORDER BY posting, line_no',
    [place.tenantId, place.parkId, from, to],
  );
  return rows.map((row) => ({
    posting: row.posting,
    lineNo: row.line_no,
    at: Date.parse(row.at),
    kind: row.kind,
    account: row.account,
    party: row.party,
    amountFen: row.amount_fen,
    operator: row.operator,
  }));
}

/** An entry found later lies before its stay's begin, at most the days a late event is taken for. */
async function staysOf(db: Db, place: Place, from: string, to: string): Promise<DayDelta[]> {
  const rows = await db.raw<StayRow>(
    `SELECT status, in_time, out_time, stay_seconds, release_type, kind, car_type_id, paid_fen, plate_number FROM stay
     WHERE tenant_id = $1 AND park_id = $2 AND (
       (in_time >= $3 AND in_time < $4 AND begin_time >= $3 AND begin_time < $4::timestamptz + interval '31 days')
       OR (out_time >= $3 AND out_time < $4 AND status IN ('closed', 'closed-inferred', 'closed-batch')))`,
    [place.tenantId, place.parkId, from, to],
  );
  return rows.flatMap((row) =>
    stayDeltas(
      {
        status: row.status,
        inTime: ms(row.in_time),
        outTime: ms(row.out_time),
        staySeconds: row.stay_seconds,
        releaseType: row.release_type,
        kind: row.kind,
        carTypeId: row.car_type_id,
        paidFen: row.paid_fen,
        plate: row.plate_number ?? '',
      },
      place.zone,
    ),
  );
}

const column = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

async function kept(db: Db, place: Place, day: string): Promise<Map<string, number>> {
  const figures = new Map<string, number>();
  const [sums] = await db.raw<Record<string, number>>(
    'SELECT * FROM park_day WHERE tenant_id = $1 AND park_id = $2 AND day = $3',
    [place.tenantId, place.parkId, day],
  );
  for (const sum of SUMS) figures.set(sum, Number(sums?.[column(sum)] ?? 0));
  const splits = await db.raw<{ split: string; key: string; count: number; amount_fen: number }>(
    'SELECT split, key, count, amount_fen FROM park_day_split WHERE tenant_id = $1 AND park_id = $2 AND day = $3',
    [place.tenantId, place.parkId, day],
  );
  for (const row of splits) {
    figures.set(`${row.split}:${row.key}.count`, row.count);
    figures.set(`${row.split}:${row.key}.amountFen`, row.amount_fen);
  }
  return figures;
}

/** A day's sums as the raw rows give them. */
async function counted(db: Db, place: Place, day: string): Promise<Map<string, number>> {
  const from = new Date(startOfDay(day, place.zone)).toISOString();
  const to = new Date(startOfDay(addDays(day, 1), place.zone)).toISOString();
  const { days, splits } = addUp([
    ...ledgerDeltas(await ledgerOf(db, place, from, to), place.zone),
    ...(await staysOf(db, place, from, to)),
  ]);
  const figures = new Map<string, number>(
    SUMS.map((sum: Sum) => [sum, days.find((each) => each.day === day)?.[sum] ?? 0]),
  );
  for (const each of splits.filter((split) => split.day === day)) {
    figures.set(`${each.split}:${each.key}.count`, each.count);
    figures.set(`${each.split}:${each.key}.amountFen`, each.amountFen);
  }
  return figures;
}

/** Differences between the kept sums of a lot's day and its raw rows; none when the books are right. */
export async function recompute(db: Db, place: Place, day: string): Promise<Difference[]> {
  const [is, should] = [await kept(db, place, day), await counted(db, place, day)];
  return [...new Set([...is.keys(), ...should.keys()])]
    .map((name) => ({ day, name, kept: is.get(name) ?? 0, counted: should.get(name) ?? 0 }))
    .filter((each) => each.kept !== each.counted);
}

/** Sum over all ledger lines of a lot, in fen; 0 or the books are broken. */
export async function ledgerSum(db: Db, tenantId: number, parkId: string): Promise<number> {
  const [row] = await db.raw<{ sum: number }>(
    'SELECT coalesce(sum(amount_fen), 0)::bigint AS sum FROM ledger_line WHERE tenant_id = $1 AND park_id = $2',
    [tenantId, parkId],
  );
  return row!.sum;
}

export type MoneyCheck = {
  readonly parkId: string;
  readonly days: number;
  readonly differences: readonly Difference[];
  readonly ledgerSumFen: number;
  /** Paid by payment rows and by the ledger; equal or money was recorded in one place alone. */
  readonly paidByPaymentsFen: number;
  readonly paidByLedgerFen: number;
  /**
   * Orders whose receivable is not paid + derated + waived + outstanding, a part of which is below 0, or whose bill
   * lines are another sum.
   */
  readonly brokenOrders: number;
  /** Refunds above the payment they name. */
  readonly excessRefunds: number;
  /** Words of channels with a wrong amount or signature in the range. */
  readonly alarms: number;
  readonly right: boolean;
};

const facts = `
  SELECT
    (SELECT coalesce(sum(amount_fen), 0)::bigint FROM payment WHERE tenant_id = $1 AND park_id = $2 AND paid_time >= $3 AND paid_time < $4) AS by_payments,
    (SELECT coalesce(sum(amount_fen), 0)::bigint FROM ledger_line
      WHERE tenant_id = $1 AND park_id = $2 AND at >= $3 AND at < $4 AND kind IN ('payment', 'stored-value')
      AND account IN ('drawer', 'channel', 'stored-value')) AS by_ledger,
    (SELECT count(*) FROM parking_order WHERE tenant_id = $1 AND park_id = $2 AND created_time >= $3 AND created_time < $4
       AND (receivable_fen <> paid_fen + derate_fen + waived_fen + outstanding_fen
         OR least(receivable_fen, paid_fen, derate_fen, waived_fen, outstanding_fen) < 0
       OR (jsonb_typeof(lines) = 'array' AND lines <> '[]'
         AND (SELECT coalesce(sum((line->>'amountFen')::bigint), 0) FROM jsonb_array_elements(lines) line) <> receivable_fen - derate_fen))) AS broken,
    (SELECT count(*) FROM payment WHERE tenant_id = $1 AND park_id = $2 AND created_time >= $3 AND created_time < $4 AND refunded_fen > amount_fen) AS excess,
    (SELECT count(*) FROM channel_record WHERE tenant_id = $1 AND park_id = $2 AND time >= $3 AND time < $4
      AND result IN ('wrong-amount', 'wrong-signature')) AS alarms`;

/** Holds a lot's money against itself over days of the lot, both included. */
export async function checkMoney(db: Db, place: Place, from: string, to: string): Promise<MoneyCheck> {
  const differences: Difference[] = [];
  let days = 0;
  for (let day = from; day <= to; day = addDays(day, 1), days += 1)
    differences.push(...(await recompute(db, place, day)));
  const bounds = [
    new Date(startOfDay(from, place.zone)).toISOString(),
    new Date(startOfDay(addDays(to, 1), place.zone)).toISOString(),
  ];
  const [row] = await db.raw<Record<'by_payments' | 'by_ledger' | 'broken' | 'excess' | 'alarms', number>>(facts, [
    place.tenantId,
    place.parkId,
    ...bounds,
  ]);
  const ledgerSumFen = await ledgerSum(db, place.tenantId, place.parkId);
  const {
    by_payments: paidByPaymentsFen,
    by_ledger: paidByLedgerFen,
    broken: brokenOrders,
    excess: excessRefunds,
    alarms,
  } = row!;
  return {
    parkId: place.parkId,
    days,
    differences,
    ledgerSumFen,
    paidByPaymentsFen,
    paidByLedgerFen,
    brokenOrders,
    excessRefunds,
    alarms,
    right:
      differences.length === 0 &&
      ledgerSumFen === 0 &&
      paidByPaymentsFen === paidByLedgerFen &&
      brokenOrders === 0 &&
      excessRefunds === 0,
  };
}
