/** Which of a car's discounts stand on its bill, and what each order took of them. Money in fen. */
import { derateLines } from '../fee/derate.ts';
import type { BillLine } from '../fee/types.ts';
import type { Words } from '../fee/words.ts';
import type { Fen } from '../money/fen.ts';
import { derateOf } from './terms.ts';
import type { Terms } from './terms.ts';

/** `used`: an earlier bill of the same stay stands on it already. */
export interface Offered {
  readonly id: string;
  readonly name: Words;
  readonly terms: Terms;
  readonly used: boolean;
}

export const derateSum = (lines: readonly BillLine[]): Fen => lines.reduce((sum, line) => sum - line.amountFen, 0);

/**
 * The discount lines of a bill: all that stand beside others together, or one that stands alone, whichever leaves the
 * driver less to pay. What the stay has used before stays on it; then nothing that stands alone joins it.
 */
export function chosenLines(
  all: readonly Offered[],
  feeFen: Fen,
  outAt: number,
  feeAt: (outAt: number) => Fen,
): BillLine[] {
  const offered = all.filter(({ terms }) => feeFen >= (terms.minSpendFen ?? 0));
  if (offered.length === 0) return [];
  const used = offered.filter((each) => each.used);
  const beside = offered.filter((each) => !each.terms.exclusive);
  const alone = used.filter((each) => each.terms.exclusive);
  const ways =
    alone.length > 0
      ? [alone.slice(0, 1)]
      : used.length > 0
        ? [beside]
        : [
            beside,
            ...offered
              .filter((each) => each.terms.exclusive)
              .toSorted((a, b) => (a.id < b.id ? -1 : 1))
              .map((each) => [each]),
          ];
  const bills = ways.map((way) =>
    derateLines(
      way.map((each) => derateOf(each.id, each.name, each.terms)),
      feeFen,
      outAt,
      feeAt,
    ),
  );
  return bills.reduce((best, bill) => (derateSum(bill) > derateSum(best) ? bill : best));
}

/**
 * What an order took of each discount on its bill, by id: the lines show what the whole stay was given, `before` what
 * earlier orders took, and together they take `deratedFen`, what this order was derated.
 */
export function takenBy(
  lines: readonly BillLine[],
  before: ReadonlyMap<string, Fen>,
  deratedFen: Fen,
): Map<string, Fen> {
  const taken = new Map<string, Fen>();
  let rest = deratedFen;
  for (const line of lines) {
    if (line.kind !== 'derate' || line.ref === undefined) continue;
    const fen = Math.min(rest, Math.max(0, -line.amountFen - (before.get(line.ref) ?? 0)));
    if (fen > 0) taken.set(line.ref, fen);
    rest -= fen;
  }
  return taken;
}
