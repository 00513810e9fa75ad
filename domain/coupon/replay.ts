/** What a rule's coupons would have cost over bills that were paid without them. Money in fen. */
import { chosenLines, derateSum } from '../derate/choose.ts';
import { chargeOf } from '../derate/terms.ts';
import type { Terms } from '../derate/terms.ts';
import type { Fen } from '../money/fen.ts';

/**
 * A bill that was paid: its fee before any discount and what discounts took off. `day` in the lot's own zone. `person`:
 * who is known to drive the car, where somebody is; else the plate counts as a person of its own. `earlierFen`, for a
 * rule of minutes: the fee of the stay ended so many minutes earlier, null where no tariff prices it.
 */
export type PaidBill = {
  readonly id: string;
  readonly day: string;
  readonly plate: string | null;
  readonly feeFen: Fen;
  readonly deratedFen: Fen;
  readonly person?: string | null;
  readonly earlierFen?: Fen | null;
};
export type ReplayLimits = {
  readonly budgetNum: number;
  /** What its bearer may spend; null for no sum. */
  readonly budgetFen: Fen | null;
  /** 0 or null for no limit. */
  readonly perPerson: number | null;
  readonly perPlateDay: number | null;
};
export type Replay = {
  /** Bills looked at, and those a coupon would have been on. */
  readonly bills: number;
  readonly used: number;
  /** Bills whose minutes no tariff prices: no coupon is used there. */
  readonly unpriced: number;
  readonly plates: number;
  readonly offFen: Fen;
  readonly bearerFen: Fen;
  readonly lotFen: Fen;
  /** The day on which coupons or money ran out; null where they did not. */
  readonly endsOn: string | null;
  /** Of it, for cars that came often: they most likely would have come anyway. */
  readonly regulars: { readonly plates: number; readonly offFen: Fen };
  /** Bills that would have changed most. */
  readonly most: readonly { readonly id: string; readonly feeFen: Fen; readonly offFen: Fen }[];
};

/** So many bills in the period make a car one that comes often. */
const OFTEN = 4;
const MOST_BILLS = 5;
type Use = PaidBill & { readonly offFen: Fen; readonly chargedFen: Fen };

/** Whether minutes off have no value on a bill. */
const isUnpriced = ({ kind }: Terms, { earlierFen }: PaidBill): boolean =>
  kind === 'time' && (earlierFen === undefined || earlierFen === null);

/** What a coupon takes off a bill beside what is on it already; one that stands alone is not used there. */
function offOf(terms: Terms, bill: PaidBill): Fen {
  const { feeFen, deratedFen, earlierFen } = bill;
  if (isUnpriced(terms, bill)) return 0;
  if (terms.exclusive && deratedFen > 0) return 0;
  const name = { zh: '', en: '' };
  const lines = chosenLines([{ id: 'replayed', name, terms, used: false }], feeFen, 0, () => earlierFen ?? feeFen);
  return Math.max(0, Math.min(derateSum(lines), feeFen - deratedFen));
}

/**
 * Plays the rule over bills in the order they were paid, one coupon a bill, until its coupons or its money are used up.
 * A person takes no more than the rule gives one person, over all of the bills.
 */
export function replayRule(terms: Terms, limits: ReplayLimits, bills: readonly PaidBill[]): Replay {
  const uses: Use[] = [];
  const [perDay, perPerson] = [new Map<string, number>(), new Map<string, number>()];
  const visits = Map.groupBy(bills, ({ plate }) => plate);
  let spentFen = 0;
  let endsOn: string | null = null;
  for (const bill of bills) {
    const offFen = offOf(terms, bill);
    if (offFen === 0) continue;
    const key = `${bill.day} ${bill.plate}`;
    const person = bill.person ?? bill.plate;
    if (limits.perPerson && person && (perPerson.get(person) ?? 0) >= limits.perPerson) continue;
    if (limits.perPlateDay && bill.plate && (perDay.get(key) ?? 0) >= limits.perPlateDay) continue;
    const chargedFen = chargeOf(terms, offFen);
    if (uses.length >= limits.budgetNum || (limits.budgetFen !== null && spentFen + chargedFen > limits.budgetFen)) {
      endsOn = bill.day;
      break;
    }
    perDay.set(key, (perDay.get(key) ?? 0) + 1);
    if (person) perPerson.set(person, (perPerson.get(person) ?? 0) + 1);
    spentFen += chargedFen;
    uses.push({ ...bill, offFen, chargedFen });
  }
  const sum = (of: readonly Use[]): Fen => of.reduce((total, { offFen }) => total + offFen, 0);
  const often = uses.filter(({ plate }) => plate !== null && visits.get(plate)!.length >= OFTEN);
  return {
    bills: bills.length,
    used: uses.length,
    unpriced: bills.filter((bill) => isUnpriced(terms, bill)).length,
    plates: new Set(uses.map(({ plate }) => plate)).size,
    offFen: sum(uses),
    bearerFen: spentFen,
    lotFen: sum(uses) - spentFen,
    endsOn,
    regulars: { plates: new Set(often.map(({ plate }) => plate)).size, offFen: sum(often) },
    most: uses
      .toSorted((a, b) => b.offFen - a.offFen)
      .slice(0, MOST_BILLS)
      .map(({ id, feeFen, offFen }) => ({ id, feeFen, offFen })),
  };
}
