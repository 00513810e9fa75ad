/**
 * What a day of a lot earned by one way of being paid, and what of it is settled. Amounts are whole fen, rates
 * hundredths of a percent, days the channel's. Pure.
 */
import type { Day } from '#domain/time/day.ts';

/**
 * The money of one day. `feeFen` is the channel's, a refund gives its part back; `shareFen` is what the channel paid to
 * receivers of a contract, less what came back.
 */
export type Sums = {
  readonly count: number;
  readonly grossFen: number;
  readonly refundFen: number;
  readonly feeFen: number;
  readonly shareFen: number;
  readonly couponFen: number;
};
export const nothing: Sums = { count: 0, grossFen: 0, refundFen: 0, feeFen: 0, shareFen: 0, couponFen: 0 };

/**
 * `own`: the channel pays the company itself; `split`: the same, less what it pays to receivers of a contract; `agency`:
 * it pays the platform, which pays the company.
 */
export type Mode = 'own' | 'split' | 'agency';

const each = (a: Sums, b: Sums, by: 1 | -1): Sums => ({
  count: a.count + by * b.count,
  grossFen: a.grossFen + by * b.grossFen,
  refundFen: a.refundFen + by * b.refundFen,
  feeFen: a.feeFen + by * b.feeFen,
  shareFen: a.shareFen + by * b.shareFen,
  couponFen: a.couponFen + by * b.couponFen,
});
export const plus = (a: Sums, b: Sums): Sums => each(a, b, 1);
const less = (a: Sums, b: Sums): Sums => each(a, b, -1);
const isNothing = (of: Sums): boolean => Object.keys(nothing).every((name) => of[name as keyof Sums] === 0);

/** A rate of an amount, rounded half up on its size: what a refund gives back is what the payment was charged. */
export function shareOf(amountFen: number, rateBp: number): number {
  const size = Math.floor((Math.abs(amountFen) * rateBp + 5_000) / 10_000);
  return amountFen < 0 && size > 0 ? -size : size;
}

/**
 * Lines of a day as the ledger has them, `times` of the same amount. Above 0 came in, below went back. `shared`: to a
 * receiver of a contract, or from him.
 */
export type Amount = { readonly amountFen: number; readonly times: number; readonly shared?: boolean };

/** The channel takes its fee of each line and rounds each: fees are added up and never taken of a sum. */
export function channelSums(amounts: Iterable<Amount>, feeBp: number): Sums {
  let sums = nothing;
  for (const { amountFen, times, shared } of amounts)
    sums = plus(
      sums,
      shared
        ? { ...nothing, shareFen: -amountFen * times }
        : {
            count: amountFen > 0 ? times : 0,
            grossFen: Math.max(amountFen, 0) * times,
            refundFen: Math.max(-amountFen, 0) * times,
            feeFen: shareOf(amountFen, feeBp) * times,
            shareFen: 0,
            couponFen: 0,
          },
    );
  return sums;
}

/** What the platform owes for its coupons of a day. */
export function couponSums(amounts: Iterable<Amount>): Sums {
  let sums = nothing;
  for (const { amountFen, times } of amounts)
    sums = plus(sums, { ...nothing, count: amountFen > 0 ? times : 0, couponFen: amountFen * times });
  return sums;
}

/** What came to a day after it was closed, settled with a later one. */
export type Adjustment = Sums & { readonly day: Day };

/** A day as it is settled: its own sums, and what it carries of days before. A closed one stands for ever. */
export type Settled = {
  readonly day: Day;
  readonly closed: boolean;
  readonly sums: Sums;
  readonly adjustments: readonly Adjustment[];
};

const adjustedFor = (closed: readonly Settled[], day: Day): Sums =>
  closed.flatMap((record) => record.adjustments.filter((it) => it.day === day)).reduce<Sums>(plus, nothing);

/**
 * The open days of one account as they are now: the ledger's sums of a day are in its own record while that is
 * open, and what exceeds a closed one is carried by the latest open day. `waits`: something is to be carried and
 * even `last` is closed; the next day has it. Nothing is in two records, and all records together equal the ledger.
 */
export function settle(
  ledger: ReadonlyMap<Day, Sums>,
  records: readonly Settled[],
  last: Day,
): { open: Settled[]; waits: boolean } {
  const closed = records.filter((record) => record.closed);
  const closedDays = new Map(closed.map((record) => [record.day, record]));
  const sumsOf = (day: Day): Sums => ledger.get(day) ?? nothing;
  const open = new Map<Day, Settled>();
  for (const day of new Set([...ledger.keys(), ...records.map((record) => record.day)])) {
    if (closedDays.has(day)) continue;
    const sums = less(sumsOf(day), adjustedFor(closed, day));
    if (isNothing(sums) && !records.some((record) => record.day === day)) continue;
    open.set(day, { day, closed: false, sums, adjustments: [] });
  }
  const adjustments = [...closedDays.values()]
    .map((record) => ({
      ...less(less(sumsOf(record.day), record.sums), adjustedFor(closed, record.day)),
      day: record.day,
    }))
    .filter((it) => !isNothing(it))
    .sort((a, b) => (a.day < b.day ? -1 : 1));
  const inOrder = (): Settled[] => [...open.values()].sort((a, b) => (a.day < b.day ? -1 : 1));
  if (adjustments.length === 0) return { open: inOrder(), waits: false };
  const carrier = inOrder().at(-1)?.day ?? (closedDays.has(last) ? null : last);
  if (carrier === null) return { open: [], waits: true };
  open.set(carrier, { ...(open.get(carrier) ?? { day: carrier, closed: false, sums: nothing }), adjustments });
  return { open: inOrder(), waits: false };
}

export type Terms = { readonly mode: Mode; readonly serviceBp: number };

/** The figures of a record: what arrives from the channel, and what the platform then owes (below 0: is owed). */
export type Figures = {
  readonly grossFen: number;
  readonly refundFen: number;
  readonly channelFeeFen: number;
  readonly adjustFen: number;
  readonly shareFen: number;
  readonly netFen: number;
  readonly serviceFeeFen: number;
  readonly couponFen: number;
  readonly dueFen: number;
};

export function figuresOf({ sums, adjustments }: Settled, { mode, serviceBp }: Terms): Figures {
  const late = adjustments.reduce<Sums>(plus, nothing);
  const adjustFen = late.grossFen - late.refundFen;
  const turnover = sums.grossFen - sums.refundFen + adjustFen;
  const channelFeeFen = sums.feeFen + late.feeFen;
  const couponFen = sums.couponFen + late.couponFen;
  const shareFen = sums.shareFen + late.shareFen;
  const [netFen, serviceFeeFen] = [turnover - channelFeeFen - shareFen, shareOf(turnover, serviceBp)];
  const dueFen = (mode === 'agency' ? netFen : 0) - serviceFeeFen + couponFen;
  const { grossFen, refundFen } = sums;
  return { grossFen, refundFen, channelFeeFen, adjustFen, shareFen, netFen, serviceFeeFen, couponFen, dueFen };
}
