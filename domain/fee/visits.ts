/** How far back a cap over several visits looks. */
import { DAY } from '../time/zone.ts';
import { Days, spanKey } from './day-plan.ts';
import type { FeeContext, FeeRule } from './types.ts';

/** Spans begin anew every month at the latest, or are not looked for longer (see `spanKey`); so far back at most visits are asked of. */
const FARTHEST = 62 * DAY;

/**
 * Since when (epoch ms) visits of a plate may count in the price of a stay that begins at `from`: the midnight before the longest
 * cap's span began. Null where the rule counts none.
 */
export function visitsSince(rule: FeeRule, from: number, { zone, calendar = {} }: Pick<FeeContext, 'zone' | 'calendar'>): number | null {
  if (rule.form === 1) return null;
  const days = new Days(zone, calendar);
  const starts = rule.schemes.flatMap(({ after = [] }) => after.flatMap((step) => {
    // What lies before the clock is in no piece, and in none of its spans of minutes.
    if (!('cap' in step) || !step.visits || step.per === 'piece' || (typeof step.per === 'object' && 'minutes' in step.per)) return [];
    return [days.instant(spanKey(step.per, from, from, days), 0)];
  }));
  return starts.length === 0 ? null : Math.max(from - FARTHEST, Math.min(...starts));
}
