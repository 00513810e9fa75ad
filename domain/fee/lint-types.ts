/** What a check of a rule against the laws of good tariffs finds. */
import type { Fen } from '../money/fen.ts';
import type { Day } from '../time/day.ts';
import type { Holidays } from './day-plan.ts';
import type { Words } from './words.ts';

export const LAWS = [
  /** Whatever the kind of car and whatever is known, there is a price. */
  'all-priced',
  /** Every minute of every kind of day has a meter. */
  'day-covered',
  /** Every meter counts at some time: none stands wholly behind earlier ones; where they overlap is reported. */
  'meter-seen',
  /** A longer stay from the same entry is never cheaper. */
  'longer-no-cheaper',
  /** Leaving and coming back at once never costs less than staying. */
  'return-no-gain',
  /** A cap takes something from some stay. */
  'cap-reached',
  /** At the very second of an edge there is a price. */
  'edge-decided',
  /** A rung of a ladder charges some stay. */
  'rung-reached',
  /** A scheme prices some stay. */
  'scheme-reached',
  /** The lot's calendar has days, where the tariff depends on calendar days. */
  'calendar-filled',
] as const;

export type LintLaw = (typeof LAWS)[number];

/** error: stays are left without a price; warning: likely not meant; note: to know, often meant so. */
export type LintSeverity = 'error' | 'warning' | 'note';

/** Instants in ms; `fen` is null where the stay is refused. */
export type LintStay = { readonly inAt: number; readonly outAt: number; readonly fen: Fen | null };

/**
 * A stay that shows a finding, and the stays it is held against. Priced under these circumstances it gives these very
 * amounts.
 */
export type LintExample = LintStay & {
  readonly others: readonly LintStay[];
  readonly carKind?: string;
  readonly values?: Readonly<Record<string, string | number>>;
  readonly calendar?: Holidays;
  readonly area?: string;
};

export type Finding = {
  readonly law: LintLaw;
  /** Path in the tariff, such as `schemes[0].after[1]`; '' for the rule as a whole. */
  readonly where: string;
  readonly ok: boolean | 'unknown';
  /** How much it matters where `ok` is not true. */
  readonly severity: LintSeverity;
  readonly words: Words;
  /** What was left aside: the amounts shown are those of the rule without its free time. */
  readonly aside?: 'free-time';
  /** The smallest stay that breaks the law: shortest first, then earliest. */
  readonly counterExample?: LintExample;
  /** Where the law holds, a stay that shows how: the shortest that reaches a cap, what an edge costs. */
  readonly example?: LintExample;
  /** How it was found: from the form of the rule alone, or by pricing; then how many stays and up to what length. */
  readonly searched: { readonly by: 'form' | 'search'; readonly stays: number; readonly hours?: number };
};

/**
 * The lot a rule is checked for. Without a calendar a Wednesday is a holiday and the Sunday after it is worked, where
 * the rule depends on them.
 */
export type LintContext = {
  readonly zone: string;
  readonly calendar?: Holidays;
  /** The lot has a calendar, and no days in it. */
  readonly calendarEmpty?: boolean;
  /** Fixed answers; further inputs of a rule are tried with each of the values it names. */
  readonly values?: Readonly<Record<string, string | number>>;
  readonly carKind?: string;
};

export type LintOptions = {
  /** The year that begins here is looked through for kinds of days; a Monday reads best. */
  readonly firstDay?: Day;
  /** Longest stay that is searched, in hours. */
  readonly hours?: number;
  /** Most stays that one search prices; past it the answer is 'unknown'. */
  readonly stays?: number;
};
