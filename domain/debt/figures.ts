/**
 * Figures of debts: the rates of the reports and the curve of recovery by age. Money in fen, rates as parts of one,
 * days whole.
 */

/**
 * Money of a period by the ledger's days. `receivable = gross - cancelled`, `arrears = new - late - cancelled - off`.
 */
export interface PeriodMoney {
  readonly grossFen: number;
  readonly derateFen: number;
  /** Paid by the end of the stay. */
  readonly settledFen: number;
  /** Left owing. */
  readonly newFen: number;
  /** Payments of debts, whenever these were born. */
  readonly lateFen: number;
  readonly cancelledFen: number;
  readonly offFen: number;
}

export const receivableOf = (of: PeriodMoney): number => of.grossFen - of.cancelledFen;
export const paidOf = (of: PeriodMoney): number => of.settledFen + of.lateFen;
export const arrearsOf = (of: PeriodMoney): number => of.newFen - of.lateFen - of.cancelledFen - of.offFen;

/** Part over whole; null where there is nothing to pay at all. */
const rate = (part: number, whole: number): number | null => (whole > 0 ? part / whole : null);

/** Share of the still valid claims that was paid by their end: settled / (settled + new). */
export const paymentRate = ({ settledFen, newFen }: Pick<PeriodMoney, 'settledFen' | 'newFen'>): number | null =>
  rate(settledFen, settledFen + newFen);

/** Share of debts born in a period that has been collected to date: late / (born - cancelled). */
export const recoveryRate = (of: {
  readonly bornFen: number;
  readonly lateFen: number;
  readonly cancelledFen: number;
}): number | null => rate(of.lateFen, of.bornFen - of.cancelledFen);
