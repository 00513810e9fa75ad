import { shareInterval } from '#domain/share/interval.ts';

/**
 * A measure that is the sum of one over the sum of another, on each line and in the totals; nothing where the other is
 * nothing. `bound`: an end of the interval in which the share lies with 95 %, instead of the share.
 */
export type Rate = {
  readonly of: string;
  readonly by: string;
  readonly times?: number;
  readonly decimals?: number;
  readonly bound?: 'low' | 'high';
};

/** @param parts the sum of `of`; @param whole the sum of `by` */
export function rateOf({ times = 1, decimals = 0, bound }: Rate, parts: number, whole: number): number {
  if (whole === 0) return 0;
  const share = bound ? shareInterval(parts, whole)![bound] : parts / whole;
  return Number((share * times).toFixed(decimals));
}
