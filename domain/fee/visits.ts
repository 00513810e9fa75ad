/** How far back caps and free time over several visits look, and where their spans begin. */
import { DAY, MINUTE } from '../time/zone.ts';
import { Days, spanKey } from './day-plan.ts';
import type { Condition, Scheme, Span } from './form.ts';
import type { FeeContext, FeeRule } from './types.ts';

/**
 * Spans restart every month at the latest, or are not searched for longer (see `spanKey`); visits are looked up so far
 * back at most.
 */
const FARTHEST = 62 * DAY;

/**
 * Since when (epoch ms) visits of a plate may count in the price of a stay that begins at `from`: the midnight before
 * the longest span began; of minutes, whose spans depend on the visits before, as far as is looked at all. Null where
 * the rule counts none.
 */
export function visitsSince(
  rule: FeeRule,
  from: number,
  { zone, calendar = {} }: Pick<FeeContext, 'zone' | 'calendar'>,
): number | null {
  if (rule.form === 1) return null;
  const days = new Days(zone, calendar);
  // What lies before the clock is in no piece.
  const starts = rule.schemes
    .flatMap(spansOver)
    .filter((span) => span !== 'piece')
    .map((span) =>
      typeof span === 'object' && 'minutes' in span
        ? from - FARTHEST
        : days.instant(spanKey(span, from, from, days), 0),
    );
  return starts.length === 0 ? null : Math.max(from - FARTHEST, Math.min(...starts));
}

/** The spans of a scheme in which earlier visits count. */
const spansOver = ({ when, free, meters, after = [] }: Scheme): Span[] => [
  ...spansOf(when),
  ...after.flatMap((step) => [
    ...('cap' in step && step.visits ? [step.per] : []),
    ...('less' in step && 'paid' in step.less ? [step.less.paid] : []),
    ...('when' in step ? spansOf(step.when) : []),
  ]),
  ...[free, ...meters.map((meter) => meter.free)].flatMap((each) => each?.once ?? []),
];

const spansOf = (when: readonly Condition[] = []): Span[] =>
  when.flatMap(({ earlier }) => (earlier ? [earlier.per] : []));

/**
 * Where a span over several visits is counted from: each span of minutes begins with the first visit that no span
 * before it reaches.
 */
export function visitsClock(span: Span, clock: number, earlier: FeeContext['earlier'] = []): number {
  if (typeof span === 'string' || !('minutes' in span)) return clock;
  const length = span.minutes * MINUTE;
  return [
    ...earlier
      .map(({ at }) => at)
      .filter((at) => at < clock)
      .sort((a, b) => a - b),
    clock,
  ].reduce((start, at) => (at < start + length ? start : at), Number.NEGATIVE_INFINITY);
}
