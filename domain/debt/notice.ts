/**
 * Which plates get a notice of debts now: one notice per plate and gap, for all its debts open for collection. Times
 * epoch ms.
 */
import type { Debt } from './debt.ts';
import { stateAt } from './debt.ts';

const DAY = 86_400_000;

export interface NoticeTerms {
  /** Days after the term at which a notice is sent, ascending. */
  readonly days: readonly number[];
  /** Days between two notices to the same plate. */
  readonly gapDays: number;
}

export interface DueNotice {
  readonly plate: string;
  readonly debts: readonly Debt[];
}

/** Whether it is open for collection: past its term, and neither held, blocked, handed over nor settled. */
export const isCollectable = (debt: Debt, now: number): boolean =>
  debt.heldSince === null && !debt.blocked && stateAt(debt, now) === 'owing';

/** How many of the notice days have come for a debt. */
export const stepsReached = (debt: Debt, days: readonly number[], now: number): number =>
  days.filter((day) => debt.dueAt + day * DAY <= now).length;

/**
 * Notices that are due at `now`, by plate. A notice is due when a day of one of its debts has come that no notice has
 * answered yet.
 */
export function noticesDue(debts: readonly Debt[], terms: NoticeTerms, now: number): DueNotice[] {
  const due: DueNotice[] = [];
  for (const [plate, all] of Map.groupBy(debts, (debt) => debt.plate)) {
    const last = Math.max(...all.map((debt) => debt.noticedAt ?? -Infinity));
    if (last + terms.gapDays * DAY > now) continue;
    const collectable = all.filter((debt) => isCollectable(debt, now));
    if (collectable.some((debt) => stepsReached(debt, terms.days, now) > debt.notices))
      due.push({ plate, debts: collectable });
  }
  return due;
}

/** The debts after the notice was sent: days that passed without one are not made up for. */
export const noticed = ({ debts }: DueNotice, terms: NoticeTerms, now: number): Debt[] =>
  debts.map((debt) => ({
    ...debt,
    notices: Math.max(debt.notices, stepsReached(debt, terms.days, now)),
    noticedAt: now,
  }));
