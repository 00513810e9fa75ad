/** How many coupons of a rule may be issued, and who may claim one. Times epoch ms. */

export interface Limits {
  /** The most that are ever issued. */
  readonly budgetNum: number;
  /** The most one person may claim, and one plate on one day of the lot; 0 for no limit. */
  readonly perPerson: number;
  readonly perPlateDay: number;
  readonly claimFrom: number | null;
  readonly claimUntil: number | null;
}

export const restOf = (limits: Limits, issued: number): number => Math.max(0, limits.budgetNum - issued);

export type ClaimRefusal = 'early' | 'late' | 'person' | 'plate';

/** Why one more may not be claimed; null where it may. `claimed`: by the person so far, by the plate on this day. */
export function claimRefusal(
  limits: Limits,
  claimed: { readonly byPerson: number; readonly byPlateToday: number },
  at: number,
): ClaimRefusal | null {
  if (limits.claimFrom !== null && at < limits.claimFrom) return 'early';
  if (limits.claimUntil !== null && at > limits.claimUntil) return 'late';
  if (limits.perPerson > 0 && claimed.byPerson >= limits.perPerson) return 'person';
  if (limits.perPlateDay > 0 && claimed.byPlateToday >= limits.perPlateDay) return 'plate';
  return null;
}

const DAY = 86_400_000;

/**
 * The last moment of a coupon claimed at `at`: so many days on where the rule counts days, never beyond the rule's own
 * end.
 */
export function lastMoment(at: number, validDays: number | null, validUntil: number | null): number {
  const byDays = validDays === null ? Number.POSITIVE_INFINITY : at + validDays * DAY;
  return Math.min(byDays, validUntil ?? Number.POSITIVE_INFINITY);
}
