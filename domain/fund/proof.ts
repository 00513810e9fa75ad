/**
 * A merchant account's day compared three ways: the books, the channel's bill, and what the bank received; and the fees
 * on that bill with the rates.
 * Each step's difference is the sum of items that have a name and an owner; what is left over is unexplained and has to
 * be nothing. Pure, amounts in fen.
 */
import type { Day } from '#domain/time/day.ts';

type Step = 'bill' | 'fee' | 'bank';
/** Who has to say what became of it. */
type Owner = 'channel' | 'finance';

/** Why two of the three differ, and whose it is to clear until a person takes it. */
export const causes = {
  oursOnly: { step: 'bill', owner: 'channel' },
  theirsOnly: { step: 'bill', owner: 'finance' },
  amountDiffers: { step: 'bill', owner: 'channel' },
  stranger: { step: 'bill', owner: 'finance' },
  noBill: { step: 'bill', owner: 'channel' },
  feeDiffers: { step: 'fee', owner: 'finance' },
  awaited: { step: 'bank', owner: 'finance' },
  notArrived: { step: 'bank', owner: 'channel' },
  short: { step: 'bank', owner: 'finance' },
  refundDue: { step: 'bank', owner: 'channel' },
  elsewhere: { step: 'bank', owner: 'finance' },
  over: { step: 'bank', owner: 'finance' },
  bankOnly: { step: 'bank', owner: 'finance' },
} as const satisfies Readonly<Record<string, { readonly step: Step; readonly owner: Owner }>>;
export type Cause = keyof typeof causes;

/** Differences whose money waits in suspense until something of the opposite sum turns up. */
export const SUSPENSE_CAUSES = ['refundDue', 'elsewhere', 'over'] as const satisfies readonly Cause[];

export type DayFigures = {
  /** Payments less refunds of the day, as booked. */
  readonly booksFen: number;
  /** The same by the channel's bill; null while there is none. */
  readonly billFen: number | null;
  /** What was booked for days that had closed. */
  readonly lateFen: number;
  readonly feeFen: number;
  /** What the channel paid to receivers of contracts instead, less what came back. */
  readonly shareFen: number;
  /** What the fees of the bill come to less than the rates do, and how much of it is rounding: a fen a line. */
  readonly feeOffFen: number;
  readonly feeLines: number;
  /** What the bank got of it; null while nothing came. */
  readonly bankFen: number | null;
  /** What two people settled for good of an arrival that was short: a fee or a loss. */
  readonly settledFen: number;
  /** What they moved to suspense instead, by cause: it stays a difference until its money is found. */
  readonly parkedFen: Readonly<Record<'refundDue' | 'elsewhere', number>>;
};
export type Item = { readonly cause: Cause; readonly amountFen: number };

type Net = Pick<DayFigures, 'booksFen' | 'lateFen' | 'feeFen' | 'shareFen'>;
export const toArrive = ({ booksFen, lateFen, feeFen, shareFen }: Net): number =>
  booksFen + lateFen - feeFen - shareFen;

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

/** What the items leave unexplained: of each step, so that one does not hide the other. */
export function prove(figures: DayFigures, items: readonly Item[]): Proof {
  const netFen = toArrive(figures);
  const billOffFen = (figures.billFen ?? 0) - figures.booksFen;
  const bankOffFen = (figures.bankFen ?? 0) + figures.settledFen - netFen;
  const named = (step: Step): number =>
    items.filter(({ cause }) => causes[cause].step === step).reduce((sum, { amountFen }) => sum + amountFen, 0);
  const feeLeft = Math.max(0, Math.abs(figures.feeOffFen - named('fee')) - figures.feeLines);
  const unexplainedFen = Math.abs(billOffFen - named('bill')) + Math.abs(bankOffFen - named('bank')) + feeLeft;
  return { netFen, billOffFen, bankOffFen, unexplainedFen };
}

/**
 * The items of the bank's step: money that is on its way, did not come, came in another sum, or waits in suspense. Of a
 * sum that is missing, what was moved to suspense is named by its cause first.
 */
export function bankItems(figures: DayFigures, day: Day, lateFrom: Day): Item[] {
  let off = (figures.bankFen ?? 0) + figures.settledFen - toArrive(figures);
  const items: Item[] = [];
  for (const cause of ['refundDue', 'elsewhere'] as const) {
    const part = Math.max(0, Math.min(figures.parkedFen[cause], -off));
    if (part > 0) items.push({ cause, amountFen: -part });
    off += part;
  }
  if (off === 0) return items;
  const cause: Cause =
    figures.bankFen === null ? (day < lateFrom ? 'notArrived' : 'awaited') : off < 0 ? 'short' : 'over';
  return [...items, { cause, amountFen: off }];
}
