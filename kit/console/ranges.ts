import { addDays, addMonths } from '#domain/time/day.ts';
import type { Resource } from '#kit/declare/resource.ts';
import { text } from '#kit/declare/text.ts';
import type { Text } from '#kit/declare/text.ts';

export const longestDays = 90;

/** So many days after a day or moment, `yyyy-MM-dd`. */
export const plusDays = (from: string, days: number): string => addDays(from.slice(0, 10), days);

/** The first month of a monthly report without a given start. */
export const twoMonthsBack = (today: string): string => `${addMonths(today, -2, 1)} 00:00:00`;

export type Range = { from: string; to: string };

/** Whole days up to and with today: `yyyy-MM-dd 00:00:00` to `23:59:59`. 7 is today and the six days before it. */
export const lastDays = (days: number, today: string): Range => ({
  from: `${plusDays(today, 1 - Math.max(1, days))} 00:00:00`,
  to: `${today} 23:59:59`,
});

/** The span of time that a list of facts has when its address names none. */
export function defaultRange(days: number, today: string): Record<string, string> {
  const { from, to } = lastDays(days, today);
  return { startTime: from, endTime: to };
}

/**
 * What a list is narrowed by where its address does not say: facts to their last days, one that also has days to come
 * to those up to today.
 */
export function listDefaults(
  { facts, until }: Pick<Resource, 'facts' | 'until'>,
  filters: Readonly<Record<string, string>>,
  today: string,
): Record<string, string> {
  if (facts) return defaultRange(facts.days, today);
  if (!until || ['startTime', 'endTime', until, `${until}From`, `${until}To`].some((name) => filters[name])) return {};
  return { [`${until}To`]: today };
}

/**
 * What is wrong with a range, or null. Start plus 90 days must not be earlier than the end, save for three whole
 * months, which may have 92.
 */
export function rangeProblem({ from, to }: Range): Text | null {
  if (from > to) return text('开始时间不能晚于结束时间', 'The start time cannot be later than the end time');
  if (
    plusDays(from, longestDays) < to.slice(0, 10) &&
    !(from.slice(8, 10) === '01' && to < addMonths(from.slice(0, 10), 3))
  )
    return text('时间范围不能超过90天', 'The range cannot exceed 90 days');
  return null;
}

export type QuickRange = { label: Text; range: (today: string) => Range };
const days = (from: string, to: string): Range => ({ from: `${from} 00:00:00`, to: `${to} 23:59:59` });

export const quickRanges: readonly QuickRange[] = [
  { label: text('今天', 'Today'), range: (today) => days(today, today) },
  { label: text('昨天', 'Yesterday'), range: (today) => days(plusDays(today, -1), plusDays(today, -1)) },
  { label: text('近7天', 'Last 7 days'), range: (today) => lastDays(7, today) },
  { label: text('近30天', 'Last 30 days'), range: (today) => lastDays(30, today) },
  { label: text('本月', 'This month'), range: (today) => days(`${today.slice(0, 8)}01`, today) },
  {
    label: text('上月', 'Last month'),
    range: (today) => days(addMonths(today, -1, 1), plusDays(`${today.slice(0, 8)}01`, -1)),
  },
];
