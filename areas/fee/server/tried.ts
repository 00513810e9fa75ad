/** A stay tried by a rule: the price the gate would ask, and its lines in few enough words. */
import type { Bill } from '#domain/fee/bill.ts';
import { linesPerDay } from '#domain/fee/extent.ts';
import { summarised } from '#domain/fee/summary.ts';
import type { BillLine, FeeRefusal, FeeRule } from '#domain/fee/types.ts';
import { Refused } from '#kit/declare/refused.ts';
import { text } from '#kit/declare/text.ts';
import type { Lang } from '#kit/declare/text.ts';
import { billKnown } from '#domain/fee/stay-context.ts';
import type { Known } from '#domain/fee/stay-context.ts';
import type { Place } from './lot-place.ts';
import { givenContext } from './trial-context.ts';

/** `inTime`, `outTime`: ISO. */
export type Trial = {
  readonly inTime: string;
  readonly outTime: string;
  readonly carKind?: string | null;
  readonly context?: unknown;
};

const DAY = 86_400_000;
/** No stay is longer before it is listed as stale; a bill of centuries would hold up everyone else's. */
const LONGEST_DAYS = 3_660;
/** Pricing so many lines takes a tenth of a second. */
const MOST_PRICED = 50_000;

/** @throws Refused `bad_input` where the stay is too long for this rule to be tried */
function mustFit(rule: FeeRule, length: number): void {
  const most = Math.min(LONGEST_DAYS, Math.max(1, Math.floor(MOST_PRICED / linesPerDay(rule))));
  if (length > most * DAY)
    throw new Refused('bad_input', {}, [
      { field: 'outTime', msg: text(`按此规则最长试算${most}天`, `By this rule at most ${most} days can be tried`) },
    ]);
}

/** Prices a trial at a lot; what the trial says itself comes before what the lot knows. */
export function tried(
  rule: FeeRule,
  { inTime, outTime, carKind, context }: Trial,
  place: Partial<Place>,
): { readonly priced: Bill | FeeRefusal; readonly zone: string } {
  const { carKind: usual, ...known } = place;
  const given: Known = { ...known, ...givenContext(context) };
  const zone = given.zone ?? 'Asia/Shanghai';
  const kind = carKind ?? usual;
  const stay = { inAt: Date.parse(inTime), outAt: Date.parse(outTime), ...(kind ? { carKind: kind } : {}) };
  mustFit(rule, stay.outAt - stay.inAt);
  return { priced: billKnown(rule, stay, given, zone), zone };
}

type AnsweredLines = {
  readonly lines: readonly Record<string, unknown>[];
  readonly lineCount: number;
  readonly summarised: boolean;
};

/** The lines as a trial answers them; `lineCount` is how many there are before a very long bill is shortened. */
export function answeredLines(lines: readonly BillLine[], lang: Lang): AnsweredLines {
  const shown = summarised(lines);
  return {
    lineCount: lines.length,
    summarised: shown !== lines,
    lines: shown.map(({ from, to, clause, ...line }) => ({
      ...line,
      from: new Date(from).toISOString(),
      to: new Date(to).toISOString(),
      clause: clause[lang],
    })),
  };
}
