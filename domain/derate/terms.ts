/** Terms of a discount rule: what the driver is given, and what the seller pays for it. Money in fen. */
import type { Derate } from '../fee/derate.ts';
import type { Fen } from '../money/fen.ts';
import type { Words } from '../fee/words.ts';

/** minutes off; fen off; 1..100 per cent off; nothing to pay; pay at most so many fen. */
export type DerateKind = 'time' | 'amount' | 'percent' | 'full' | 'flat';
/**
 * `price`: so much for each one used; `benefit`: a part of what the bill shows; `face`: the amount it stands for
 * (amounts only).
 */
export type ChargeBy = 'price' | 'benefit' | 'face';

export interface Terms {
  readonly kind: DerateKind;
  /** Minutes, fen or per cent by the kind; 0 for `full`. */
  readonly value: number;
  /** No other discount stands beside it on a bill. */
  readonly exclusive: boolean;
  readonly chargeBy: ChargeBy;
  /** `price`: what one costs. `benefit`: the most one costs; 0 where the face value of an amount is the price. */
  readonly priceFen: Fen;
  /** `benefit`: 1..100. */
  readonly chargePercent: number;
  /** Given back to the driver and the seller when the order is refunded in full. */
  readonly restores: boolean;
  /** Stands on no bill whose fee before any discount is less; no such floor where it is not given. */
  readonly minSpendFen?: Fen;
  /**
   * The platform pays: works on what all other discounts have left. Time off stays first, for it changes the fee
   * itself.
   */
  readonly last?: boolean;
}

/** The discount as the bill knows it. */
export function derateOf(id: string, name: Words, terms: Terms): Derate {
  const named = { id, name, ...(terms.last ? { last: true } : {}) };
  switch (terms.kind) {
    case 'time':
      return { ...named, kind: 'time', minutes: terms.value };
    case 'amount':
      return { ...named, kind: 'amount', fen: terms.value };
    case 'percent':
      return { ...named, kind: 'percent', percentOff: terms.value };
    case 'full':
      return { ...named, kind: 'at-most', fen: 0 };
    case 'flat':
      return { ...named, kind: 'at-most', fen: terms.value };
  }
}

const part = (fen: Fen, percent: number): Fen => Math.floor((fen * percent) / 100);

/** The most one discount can cost its seller: so much of his balance is held for it. */
export function mostCharged(terms: Terms): Fen {
  switch (terms.chargeBy) {
    case 'price':
      return terms.priceFen;
    case 'face':
      return terms.value;
    case 'benefit': {
      const ofFace = terms.kind === 'amount' ? part(terms.value, terms.chargePercent) : terms.priceFen;
      return terms.priceFen > 0 ? Math.min(ofFace, terms.priceFen) : ofFace;
    }
  }
}

/**
 * What the seller pays for a benefit of so many fen on bills; nothing for none, never more than `mostCharged`. Parts of
 * a fen are left to the seller.
 */
export function chargeOf(terms: Terms, benefitFen: Fen): Fen {
  if (benefitFen <= 0) return 0;
  return terms.chargeBy === 'benefit'
    ? Math.min(mostCharged(terms), part(benefitFen, terms.chargePercent))
    : mostCharged(terms);
}
