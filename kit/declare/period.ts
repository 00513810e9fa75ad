import { daysInMonth } from '#domain/time/day.ts';

const lastDayOf = (month: string): string =>
  `${month}-${String(daysInMonth(Number(month.slice(0, 4)), Number(month.slice(5)))).padStart(2, '0')}`;

/**
 * A span of days as files and sheets are named by it: `2026-10` for a whole month, `2026-08_2026-10` for several, else
 * its first and last day.
 */
export function periodOf(from: string, to: string): string {
  const [first, last] = [from.slice(0, 7), to.slice(0, 7)];
  const parts = from === `${first}-01` && to === lastDayOf(last) ? [first, last] : [from, to];
  return [...new Set(parts)].join('_');
}

/** The span a list or report was requested for; null where none was given. */
export function requestedPeriod(query: Readonly<Record<string, unknown>>): string | null {
  const [from, to] = [query['startTime'], query['endTime']].map((end) =>
    typeof end === 'string' ? (/^\d{4}-\d{2}-\d{2}/.exec(end)?.[0] ?? null) : null,
  );
  return from && to ? periodOf(from, to) : null;
}
