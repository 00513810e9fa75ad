/** The name under which a list of facts, or a report, puts its own span of time into the search bar. */
export const timeRange = '(time range)';

/** Parameters that carry the two ends of a span of time. */
export const endsOf = (name: string): [string, string] =>
  name === timeRange ? ['startTime', 'endTime'] : [`${name}From`, `${name}To`];

/** Whole days are written without their first and last second, and a single day once. */
export function spanWords(from: string, to: string): string {
  if (!from.endsWith(' 00:00:00') || !to.endsWith(' 23:59:59')) return `${from} ~ ${to}`;
  const [first, last] = [from.slice(0, 10), to.slice(0, 10)];
  return first === last ? first : `${first} ~ ${last}`;
}
