/**
 * Which days of a merchant account a line of a bank statement pays: one day's net, or several days that follow one
 * another. Pure.
 */
import { addDays } from '#domain/time/day.ts';
import type { Day } from '#domain/time/day.ts';

/** A day of a merchant account that nothing arrived for yet. Days without anything to arrive are not among them. */
export type Awaited = { readonly account: string; readonly day: Day; readonly netFen: number };
/** Money that came in. `accounts` are those that pay into this bank account, by what the counterparty is called. */
export type Incoming = {
  readonly id: string;
  readonly day: Day;
  readonly amountFen: number;
  readonly accounts: readonly string[];
};
export type Match = { readonly id: string; readonly account: string; readonly days: readonly Day[] };

/** A bank pays out the day after at the soonest, and is late by a long holiday at the most. */
const [SOONEST, LATEST] = [1, 5];
/** Weekends and holidays come in one sum. */
const MOST_DAYS = 10;

/** Days of one account that follow one another and are paid by one line, as many as there are ways. */
function runsOf({ day, amountFen }: Incoming, own: readonly Awaited[]): (readonly Day[])[] {
  const runs: Day[][] = [];
  for (const [from, first] of own.entries()) {
    let sum = 0;
    for (const [nth, each] of own.slice(from, from + MOST_DAYS).entries()) {
      // A day that is paid already, or has nothing to arrive, may lie between: nobody else's sum is torn apart by it.
      sum += each.netFen;
      const soon = each.day <= addDays(day, -SOONEST);
      const late = each.day >= addDays(day, -LATEST);
      if (sum === amountFen && soon && late) runs.push(own.slice(from, from + nth + 1).map((it) => it.day));
      if (first.day > day) break;
    }
  }
  return runs;
}

/**
 * Each line with the days it pays, where there is one answer. Two that would do are no answer: a person looks. Lines
 * come in the order of their days, so that an older one has the first word, and no day is paid by two.
 */
export function matchArrivals(lines: readonly Incoming[], awaited: readonly Awaited[]): readonly Match[] {
  const open = new Map(
    [...Map.groupBy(awaited, ({ account }) => account)].map(([account, days]) => [
      account,
      days.toSorted((a, b) => (a.day < b.day ? -1 : 1)),
    ]),
  );
  const matches: Match[] = [];
  for (const line of lines.toSorted((a, b) => (a.day === b.day ? (a.id < b.id ? -1 : 1) : a.day < b.day ? -1 : 1))) {
    if (line.amountFen <= 0) continue;
    const found = line.accounts.flatMap((account) =>
      runsOf(line, open.get(account) ?? []).map((days) => ({ id: line.id, account, days })),
    );
    const [only, other] = found;
    if (!only || other) continue;
    matches.push(only);
    open.set(
      only.account,
      open.get(only.account)!.filter(({ day }) => !only.days.includes(day)),
    );
  }
  return matches;
}

/** What one lot still has to get of a day, below 0 where its refunds were more than it took. */
export type Receivable = { readonly id: string; readonly openFen: number };
export type Allotted = {
  readonly parts: readonly { readonly id: string; readonly fen: number }[];
  readonly overFen: number;
};

/**
 * Which receivables an amount that came settles. What is below 0 was kept back by the channel and counts first; the
 * rest is paid in the order given, as far as the amount goes. What is left over pays none of them.
 */
export function allot(amountFen: number, receivables: readonly Receivable[]): Allotted {
  let left = receivables.reduce((sum, { openFen }) => sum - Math.min(0, openFen), amountFen);
  const parts = receivables.flatMap(({ id, openFen }) => {
    const fen = openFen < 0 ? openFen : Math.min(openFen, left);
    if (openFen > 0) left -= fen;
    return fen === 0 ? [] : [{ id, fen }];
  });
  return { parts, overFen: left };
}
