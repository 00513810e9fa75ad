/**
 * A merchant account's day compared three ways: the books, the channel's bill, and what the bank received.
 * Each step's difference is the sum of items that have a name and an owner; what is left over is unexplained and has to
 * be nothing. Pure, amounts in fen.
 */
import type { Day } from '#domain/time/day.ts';

type Step = 'bill' | 'bank';
/** Who has to say what became of it. */
type Owner = 'channel' | 'finance';

/** Why two of the three differ, and whose it is to clear until a person takes it. */
export const causes = {
  oursOnly: { step: 'bill', owner: 'channel' },
  theirsOnly: { step: 'bill', owner: 'finance' },
  amountDiffers: { step: 'bill', owner: 'channel' },
  stranger: { step: 'bill', owner: 'finance' },
  noBill: { step: 'bill', owner: 'channel' },
  awaited: { step: 'bank', owner: 'finance' },
  notArrived: { step: 'bank', owner: 'channel' },
  short: { step: 'bank', owner: 'finance' },
  over: { step: 'bank', owner: 'finance' },
  bankOnly: { step: 'bank', owner: 'finance' },
} as const satisfies Readonly<Record<string, { readonly step: Step; readonly owner: Owner }>>;
export type Cause = keyof typeof causes;

export type DayFigures = {
  /** Payments less refunds of the day, as booked. */
  readonly booksFen: number;
  /** The same by the channel's bill; null while there is none. */
  readonly billFen: number | null;
  /** What was booked for days that had closed. */
  readonly lateFen: number;
  readonly feeFen: number;
  /** What the bank got of it; null while nothing came. */
  readonly bankFen: number | null;
  /** What two people settled of an arrival that was short. */
  readonly settledFen: number;
};
export type Item = { readonly cause: Cause; readonly amountFen: number };

export const toArrive = ({ booksFen, lateFen, feeFen }: Pick<DayFigures, 'booksFen' | 'lateFen' | 'feeFen'>): number =>
  booksFen + lateFen - feeFen;

export type Proof = {
  readonly netFen: number;
  /**
   * The bill less the books, and the bank with what was settled less what was to arrive: differences that have to be
   * named.
   */
  readonly billOffFen: number;
  readonly bankOffFen: number;
  readonly unexplainedFen: number;
};

/** What the items leave unexplained: of both steps, so that one does not hide the other. */
export function prove(figures: DayFigures, items: readonly Item[]): Proof {
  const netFen = toArrive(figures);
  const billOffFen = (figures.billFen ?? 0) - figures.booksFen;
  const bankOffFen = (figures.bankFen ?? 0) + figures.settledFen - netFen;
  const named = (step: Step): number =>
    items.filter(({ cause }) => causes[cause].step === step).reduce((sum, { amountFen }) => sum + amountFen, 0);
  const unexplainedFen = Math.abs(billOffFen - named('bill')) + Math.abs(bankOffFen - named('bank'));
  return { netFen, billOffFen, bankOffFen, unexplainedFen };
}

/** The item of the bank's step: money that is on its way, did not come, or came in another sum. */
export function bankItem(figures: DayFigures, day: Day, lateFrom: Day): Item[] {
  const off = (figures.bankFen ?? 0) + figures.settledFen - toArrive(figures);
  if (off === 0) return [];
  if (figures.bankFen === null) return [{ cause: day < lateFrom ? 'notArrived' : 'awaited', amountFen: off }];
  return [{ cause: off < 0 ? 'short' : 'over', amountFen: off }];
}
