/** Fees on channels' bills held against the rates of those who settle, by lot, merchant account and day. */
import { checkFees } from '#domain/fund/fees.ts';
import type { BilledFee, FeeCheck, FeePart } from '#domain/fund/fees.ts';
import { addDays } from '#domain/time/day.ts';
import type { Day } from '#domain/time/day.ts';
import type { Db } from '#kit/server/db.ts';
import { OPEN_STATES } from '../model/words.ts';
import type { SettleWay } from '../model/words.ts';
import type { Span } from './ledger.ts';

type Fee = BilledFee & { readonly way: SettleWay };
type Place = { readonly parkId: string; readonly way: string; readonly ref: string };
export type FeesByAccount = ReadonlyMap<string, FeeCheck>;

export const feeKey = ({ parkId, way, ref }: Place, day: Day): string => `${parkId} ${way} ${ref} ${day}`;

/** A refund is on the bill of the day it was begun, and in the books when it arrived: so many days may lie between. */
const APART_DAYS = 10;

/** What bills show of the days of a span, as they were compared. */
export async function billedFees(db: Db, tenantId: number, { from, to }: Span): Promise<Fee[]> {
  const rows = await db.raw<{ way: SettleWay; fees: BilledFee[] }>(
    `SELECT pay_type AS way, fees FROM channel_day WHERE tenant_id = $1 AND day >= $2 AND day <= $3 AND fees IS NOT NULL AND deleted_at IS NULL ORDER BY day, id`,
    [tenantId, addDays(from, -APART_DAYS), addDays(to, 1)],
  );
  return rows
    .flatMap(({ way, fees }) => fees.map((fee) => ({ ...fee, way })))
    .filter(({ day }) => day >= from && day <= to);
}

export const companiesOf = (fees: readonly Fee[]): FeePart[] => fees.flatMap(({ parts }) => parts);

/** The rates that settlements keep but those in some states, by `feeKey`. */
async function ratesOf(
  db: Db,
  tenantId: number,
  { from, to }: Span,
  not: readonly string[],
): Promise<Map<string, number>> {
  const rows = await db.raw<Place & { day: Day; feeBp: number }>(
    `SELECT park_id AS "parkId", pay_type AS way, merchant_ref AS ref, to_char(day, 'YYYY-MM-DD') AS day, fee_bp AS "feeBp"
     FROM settlement_record WHERE tenant_id = $1 AND day >= $2 AND day <= $3 AND merchant_ref <> '' AND NOT status = ANY($4::text[]) AND deleted_at IS NULL`,
    [tenantId, from, to, not],
  );
  return new Map(rows.map((row) => [feeKey(row, row.day), row.feeBp]));
}
export const closedRates = (db: Db, tenantId: number, span: Span): Promise<ReadonlyMap<string, number>> =>
  ratesOf(db, tenantId, span, OPEN_STATES);

/**
 * Fees by `feeKey`, a combined trade with its first lot. `otherwise`: the rate where `rates` has none; null leaves a
 * line out, as its day is not settled.
 */
export function checkByAccount(
  fees: readonly Fee[],
  rates: ReadonlyMap<string, number>,
  otherwise: (part: FeePart, way: SettleWay) => number | null,
): FeesByAccount {
  const rateOf = (part: FeePart, way: SettleWay, day: Day): number | null =>
    rates.get(feeKey({ ...part, way }, day)) ?? otherwise(part, way);
  const known = fees.filter(({ parts, way, day }) => parts.every((part) => rateOf(part, way, day) !== null));
  return new Map(
    [...Map.groupBy(known, ({ parts, way, day }) => feeKey({ ...parts[0]!, way }, day))].map(([key, own]) => [
      key,
      checkFees(own, (part, day) => rateOf(part, own[0]!.way, day)!),
    ]),
  );
}

/** The same over all lots of a merchant account, by `account day`, at the rates its settlements keep. */
export async function feesByDay(db: Db, tenantId: number, span: Span): Promise<FeesByAccount> {
  const checked = checkByAccount(
    await billedFees(db, tenantId, span),
    await ratesOf(db, tenantId, span, []),
    () => null,
  );
  const days = new Map<string, FeeCheck>();
  for (const [key, { offFen, lines, items }] of checked) {
    const [, , ref = '', day = ''] = key.split(' ');
    const at = `${ref.split('/')[0]} ${day}`;
    const held = days.get(at) ?? { offFen: 0, lines: 0, items: [] };
    days.set(at, { offFen: held.offFen + offFen, lines: held.lines + lines, items: [...held.items, ...items] });
  }
  return days;
}
