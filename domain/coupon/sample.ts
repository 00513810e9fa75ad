/** What one bill comes to with a coupon and without it, and who bears the difference. Money in fen. */
import { chosenLines, derateSum } from '../derate/choose.ts';
import { chargeOf } from '../derate/terms.ts';
import type { Terms } from '../derate/terms.ts';
import type { Fen } from '../money/fen.ts';

export type SampleBill = {
  /** Without the coupon. */
  readonly feeFen: Fen;
  readonly driverFen: Fen;
  readonly offFen: Fen;
  /** What its bearer pays, and what the car park gives up; below 0 where a price for each is more than is taken off. */
  readonly bearerFen: Fen;
  readonly lotFen: Fen;
};

/** What a stay costs before any discount. Times are instants. */
export type SampleFee = {
  readonly inTime: string;
  readonly outTime: string;
  /** The lot's. */
  readonly zone: string;
  /** The name of the tariff in force. */
  readonly tariff: string;
  readonly feeFen: Fen;
  /** Had the car left as many minutes earlier as were requested. */
  readonly earlierFen: Fen;
};

/**
 * A bill of `feeFen` with one coupon of these terms and no other discount. `earlierFen`: the fee of the stay ended as
 * many minutes earlier as the coupon takes off; of no matter for other kinds.
 */
export function sampleBill(
  terms: Terms & { readonly name: string },
  feeFen: Fen,
  earlierFen: Fen = feeFen,
): SampleBill {
  const name = { zh: terms.name, en: terms.name };
  const offFen = derateSum(chosenLines([{ id: 'sample', name, terms, used: false }], feeFen, 0, () => earlierFen));
  const bearerFen = chargeOf(terms, offFen);
  return { feeFen, driverFen: feeFen - offFen, offFen, bearerFen, lotFen: offFen - bearerFen };
}
