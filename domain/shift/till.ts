/**
 * A box's cash drawer and the shifts that work it, one after another. Pure; money is integer fen, a refusal changes
 * nothing. INV-S1 to INV-S6 are tested on any history in `laws.test.ts`.
 */

/** What was taken and given in a shift, each >= 0 but `correctionFen`, which may be either. */
export interface CashSums {
  /** What drivers handed over. */
  readonly tenderedFen: number;
  readonly changeFen: number;
  readonly refundFen: number;
  /** Taken out of the drawer into the safe while the shift goes on. */
  readonly dropFen: number;
  readonly correctionFen: number;
}

export const NO_CASH: CashSums = { tenderedFen: 0, changeFen: 0, refundFen: 0, dropFen: 0, correctionFen: 0 };

export const addCash = (a: CashSums, b: Partial<CashSums>): CashSums => ({
  tenderedFen: a.tenderedFen + (b.tenderedFen ?? 0),
  changeFen: a.changeFen + (b.changeFen ?? 0),
  refundFen: a.refundFen + (b.refundFen ?? 0),
  dropFen: a.dropFen + (b.dropFen ?? 0),
  correctionFen: a.correctionFen + (b.correctionFen ?? 0),
});

/** INV-S1: what should lie in the drawer. */
export const expectedFen = (floatFen: number, cash: CashSums): number =>
  floatFen + cash.tenderedFen - cash.changeFen - cash.refundFen - cash.dropFen + cash.correctionFen;

/** Notes and coins that are counted, in fen, the largest first. */
export const DENOMINATIONS = [10_000, 5_000, 2_000, 1_000, 500, 100, 50, 10] as const;

/** Pieces by denomination in fen: `{ '10000': 3 }` is three notes of 100 yuan. */
export type Pieces = Readonly<Record<string, number>>;

/** The worth of counted pieces; null when one is no denomination or no whole number of pieces. */
export function countedFen(pieces: Pieces): number | null {
  let sum = 0;
  for (const [fen, number] of Object.entries(pieces)) {
    if (
      !(DENOMINATIONS as readonly number[]).includes(Number(fen)) ||
      !Number.isSafeInteger(number) ||
      number < 0 ||
      number > 100_000
    )
      return null;
    sum += Number(fen) * number;
  }
  return sum;
}

/**
 * A blind count against what should be there: `keepFen` stays in the drawer as the next float, the rest is handed in.
 */
export interface Count {
  readonly countedFen: number;
  readonly expectedFen: number;
  /** Counted less expected: below 0 is short. */
  readonly differenceFen: number;
  readonly keepFen: number;
  readonly handInFen: number;
}

export const countOf = (counted: number, expected: number, keepFen: number): Count => ({
  countedFen: counted,
  expectedFen: expected,
  differenceFen: counted - expected,
  keepFen,
  handInFen: counted - keepFen,
});

/**
 * `counting`: handover requested, totals hidden; `counted`: waits for the next person's signature. `forced` still has
 * to be counted.
 */
export type ShiftState = 'open' | 'counting' | 'counted' | 'closed' | 'forced';

export interface WorkedShift {
  readonly id: string;
  readonly operator: string;
  readonly state: ShiftState;
  readonly floatFen: number;
  readonly cash: CashSums;
  readonly count: Count | null;
  /** Who signed beside the operator. */
  readonly witness: string | null;
}

export interface Till {
  /** The shift that works the box; a forced or closed one has left it. */
  readonly shift: WorkedShift | null;
  /** Cash rows since the last shift's cut: they belong to the shift that comes next. */
  readonly loose: CashSums;
  /** Receipts of the box, counted from 1 without a gap. */
  readonly lastReceipt: number;
}

export const EMPTY_TILL: Till = { shift: null, loose: NO_CASH, lastReceipt: 0 };

export type TillEvent =
  | { readonly kind: 'cash'; readonly tenderedFen: number; readonly changeFen: number }
  | { readonly kind: 'refund'; readonly refundFen: number }
  | { readonly kind: 'drop'; readonly dropFen: number; readonly by: string }
  | { readonly kind: 'correct'; readonly correctionFen: number; readonly by: string }
  | { readonly kind: 'open'; readonly id: string; readonly by: string; readonly floatFen: number }
  | { readonly kind: 'handover'; readonly by: string }
  | { readonly kind: 'resume'; readonly by: string }
  | { readonly kind: 'count'; readonly by: string; readonly countedFen: number; readonly keepFen: number }
  /** The next person signs; `next` names the shift he opens with what was kept, null closes the box. */
  | { readonly kind: 'confirm'; readonly by: string; readonly next: string | null }
  | { readonly kind: 'force'; readonly by: string };

export type TillRefusal =
  | 'no-shift'
  | 'shift-open'
  | 'not-open'
  | 'not-counting'
  | 'not-counted'
  | 'not-yours'
  | 'own-signature'
  | 'bad-amount'
  | 'more-than-there';

/** `left`: the shift that leaves the box by this event. */
export type TillStep =
  | { readonly till: Till; readonly left?: WorkedShift; readonly refused?: undefined }
  | { readonly till: Till; readonly refused: TillRefusal };

const amountRight = (fen: number): boolean => Number.isSafeInteger(fen) && fen >= 0;

/** Cash goes to the open shift; while one counts, or none works, it waits for the next. */
function book(till: Till, cash: Partial<CashSums>): Till {
  const { shift } = till;
  return shift?.state === 'open'
    ? { ...till, shift: { ...shift, cash: addCash(shift.cash, cash) } }
    : { ...till, loose: addCash(till.loose, cash) };
}

const opened = (till: Till, id: string, operator: string, floatFen: number): Till => ({
  ...till,
  shift: { id, operator, state: 'open', floatFen, cash: till.loose, count: null, witness: null },
  loose: NO_CASH,
});

/** INV-S6: nobody signs for himself. */
export const maySign = (operator: string, by: string): boolean => operator !== by;

export function tillStep(till: Till, event: TillEvent): TillStep {
  const refused = (why: TillRefusal): TillStep => ({ till, refused: why });
  const { shift } = till;
  switch (event.kind) {
    case 'cash':
      if (!amountRight(event.tenderedFen) || !amountRight(event.changeFen) || event.changeFen > event.tenderedFen)
        return refused('bad-amount');
      return { till: { ...book(till, event), lastReceipt: till.lastReceipt + 1 } };
    case 'refund':
      return amountRight(event.refundFen) ? { till: book(till, event) } : refused('bad-amount');
    case 'open':
      if (shift) return refused('shift-open');
      return amountRight(event.floatFen)
        ? { till: opened(till, event.id, event.by, event.floatFen) }
        : refused('bad-amount');
    default:
      return shift ? shiftStep(till, shift, event) : refused('no-shift');
  }
}

type OfShift = Exclude<TillEvent, { kind: 'cash' | 'refund' | 'open' }>;

function shiftStep(till: Till, shift: WorkedShift, event: OfShift): TillStep {
  const refused = (why: TillRefusal): TillStep => ({ till, refused: why });
  const to = (state: ShiftState, more: Partial<WorkedShift> = {}): TillStep => ({
    till: { ...till, shift: { ...shift, ...more, state } },
  });
  switch (event.kind) {
    case 'drop':
      if (shift.state !== 'open') return refused('not-open');
      if (!amountRight(event.dropFen) || event.dropFen === 0) return refused('bad-amount');
      return event.dropFen > expectedFen(shift.floatFen, shift.cash)
        ? refused('more-than-there')
        : { till: book(till, event) };
    case 'correct':
      if (shift.state !== 'open') return refused('not-open');
      if (!Number.isSafeInteger(event.correctionFen) || event.correctionFen === 0) return refused('bad-amount');
      return maySign(shift.operator, event.by) ? { till: book(till, event) } : refused('own-signature');
    case 'handover':
      if (shift.state !== 'open') return refused('not-open');
      return shift.operator === event.by ? to('counting') : refused('not-yours');
    case 'resume':
      if (shift.state !== 'counting') return refused('not-counting');
      return shift.operator === event.by
        ? {
            till: {
              ...till,
              shift: { ...shift, state: 'open', cash: addCash(shift.cash, till.loose) },
              loose: NO_CASH,
            },
          }
        : refused('not-yours');
    case 'count': {
      if (shift.state !== 'counting') return refused('not-counting');
      if (shift.operator !== event.by) return refused('not-yours');
      if (!amountRight(event.countedFen) || !amountRight(event.keepFen)) return refused('bad-amount');
      if (event.keepFen > event.countedFen) return refused('more-than-there');
      return to('counted', {
        count: countOf(event.countedFen, expectedFen(shift.floatFen, shift.cash), event.keepFen),
      });
    }
    case 'confirm':
      return confirmed(till, shift, event);
    case 'force':
      if (shift.state !== 'open' && shift.state !== 'counting') return refused('not-open');
      return maySign(shift.operator, event.by)
        ? { till: { ...till, shift: null }, left: { ...shift, state: 'forced', witness: event.by } }
        : refused('own-signature');
  }
}

/** Without a next shift nothing stays in the drawer. */
function confirmed(till: Till, shift: WorkedShift, { by, next }: Extract<TillEvent, { kind: 'confirm' }>): TillStep {
  if (shift.state !== 'counted' || !shift.count) return { till, refused: 'not-counted' };
  if (!maySign(shift.operator, by)) return { till, refused: 'own-signature' };
  const { count } = shift;
  const closed: WorkedShift = {
    ...shift,
    state: 'closed',
    witness: by,
    count: next === null ? countOf(count.countedFen, count.expectedFen, 0) : count,
  };
  return next === null
    ? { till: { ...till, shift: null }, left: closed }
    : { till: opened(till, next, by, count.keepFen), left: closed };
}

/** A shift that was closed by force is counted later, by somebody else than its operator; all of it is handed in. */
export function countForced(shift: WorkedShift, by: string, counted: number): WorkedShift | TillRefusal {
  if (shift.state !== 'forced') return 'not-counting';
  if (!maySign(shift.operator, by)) return 'own-signature';
  if (!amountRight(counted)) return 'bad-amount';
  return {
    ...shift,
    state: 'closed',
    witness: by,
    count: countOf(counted, expectedFen(shift.floatFen, shift.cash), 0),
  };
}
