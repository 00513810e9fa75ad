/**
 * The life of one discount: issued, bound to a plate, locked to a quote, used by a payment, restored by a full refund,
 * or over. Every event is idempotent; the seller's account moves with it. Times epoch ms, money in fen.
 */
import type { Fen } from '../money/fen.ts';
import { giveBack, release, reserve, spend } from './account.ts';
import type { SellerAccount } from './account.ts';
import { chargeOf, mostCharged } from './terms.ts';
import type { Terms } from './terms.ts';

export type CouponState = 'issued' | 'bound' | 'locked' | 'used' | 'restored' | 'expired' | 'cancelled';

/** What one order took of it. `back`: that order was refunded in full and gave it back. */
export interface Use {
  readonly order: string;
  readonly benefitFen: Fen;
  readonly chargedFen: Fen;
  readonly back: boolean;
}

export interface Coupon {
  readonly id: string;
  readonly terms: Terms;
  readonly state: CouponState;
  readonly plate: string | null;
  /** The stay that quotes or has used it. */
  readonly stay: string | null;
  readonly order: string | null;
  readonly lockedUntil: number | null;
  /** Its last moment. */
  readonly validUntil: number;
  /** Still held of the seller's balance for it. */
  readonly reservedFen: Fen;
  readonly benefitFen: Fen;
  readonly chargedFen: Fen;
  readonly uses: readonly Use[];
}

export type CouponEvent =
  | { readonly kind: 'bind'; readonly plate: string; readonly at: number }
  | {
      readonly kind: 'lock';
      readonly stay: string;
      readonly order: string;
      readonly until: number;
      readonly at: number;
    }
  /** The quote it was locked to holds no longer. */
  | { readonly kind: 'unlock'; readonly order: string }
  /** An order that lists it was settled; `benefitFen` is what this order took of it. */
  | { readonly kind: 'use'; readonly stay: string; readonly order: string; readonly benefitFen: Fen }
  | { readonly kind: 'refund'; readonly order: string; readonly at: number }
  /** Its time is over, or its car has gone: what was not used is not used any more. */
  | { readonly kind: 'end'; readonly at: number }
  | { readonly kind: 'cancel'; readonly at: number };

export type CouponRefusal = 'not-open' | 'over' | 'no-balance' | 'used' | 'locked';

export interface CouponStep {
  readonly coupon: Coupon;
  readonly account: SellerAccount;
  /** What this event charged the seller; negative when it was given back. */
  readonly chargeFen: Fen;
  readonly refused: CouponRefusal | null;
}

/** Not used, and still to be used. */
const open = (coupon: Coupon): boolean =>
  coupon.state === 'bound' || coupon.state === 'restored' || coupon.state === 'locked';

/** Whether a bill of `stay` made at `at` may count it. A lock of another stay holds until it has run out. */
export function usable(coupon: Coupon, stay: string, at: number): boolean {
  if (coupon.state === 'used') return coupon.stay === stay;
  return open(coupon) && at <= coupon.validUntil && !lockedAgainst(coupon, stay, at);
}

const lockedAgainst = (coupon: Coupon, stay: string, at: number): boolean =>
  coupon.state === 'locked' && coupon.stay !== stay && at <= (coupon.lockedUntil ?? 0);

const same = (coupon: Coupon, account: SellerAccount, refused: CouponRefusal | null = null): CouponStep => ({
  coupon,
  account,
  chargeFen: 0,
  refused,
});

export function couponStep(coupon: Coupon, account: SellerAccount, event: CouponEvent): CouponStep {
  switch (event.kind) {
    case 'bind':
      return bind(coupon, account, event.plate, event.at);
    case 'lock':
      if (coupon.state === 'used') return same(coupon, account, coupon.stay === event.stay ? null : 'used');
      if (!usable(coupon, event.stay, event.at))
        return same(coupon, account, coupon.state === 'locked' ? 'locked' : 'not-open');
      return same(
        { ...coupon, state: 'locked', stay: event.stay, order: event.order, lockedUntil: event.until },
        account,
      );
    case 'unlock':
      return same(coupon.state === 'locked' && coupon.order === event.order ? unlocked(coupon) : coupon, account);
    case 'use':
      return spendOn(coupon, account, event);
    case 'refund':
      return refund(coupon, account, event);
    case 'end':
      return end(coupon, account, 'expired');
    case 'cancel':
      return cancel(coupon, account, event.at);
  }
}

const unlocked = (coupon: Coupon): Coupon => ({
  ...coupon,
  state: coupon.uses.length > 0 ? 'restored' : 'bound',
  stay: null,
  order: null,
  lockedUntil: null,
});

function bind(coupon: Coupon, account: SellerAccount, plate: string, at: number): CouponStep {
  if (coupon.state !== 'issued')
    return same(coupon, account, coupon.plate === plate && open(coupon) ? null : 'not-open');
  if (at > coupon.validUntil) return same(coupon, account, 'over');
  const held = mostCharged(coupon.terms);
  const after = reserve(account, held);
  return after === null
    ? same(coupon, account, 'no-balance')
    : same({ ...coupon, state: 'bound', plate, reservedFen: held }, after);
}

/**
 * Used by one stay, though by several of its orders: a dearer stay takes more of it later. The seller pays for all of
 * them together.
 */
function spendOn(
  coupon: Coupon,
  account: SellerAccount,
  { stay, order, benefitFen }: Extract<CouponEvent, { kind: 'use' }>,
): CouponStep {
  if (coupon.uses.some((each) => each.order === order)) return same(coupon, account);
  if (coupon.state === 'used' ? coupon.stay !== stay : !open(coupon)) return same(coupon, account, 'used');
  const total = coupon.benefitFen + benefitFen;
  const chargedFen = chargeOf(coupon.terms, total);
  const chargeFen = chargedFen - coupon.chargedFen;
  // What was held for it has been let go once its stay had ended: then no more is taken.
  const taken = Math.min(chargeFen, coupon.reservedFen);
  const next: Coupon = {
    ...coupon,
    state: 'used',
    stay,
    order,
    lockedUntil: null,
    benefitFen: total,
    chargedFen: coupon.chargedFen + taken,
    reservedFen: coupon.reservedFen - taken,
    uses: [...coupon.uses, { order, benefitFen, chargedFen: taken, back: false }],
  };
  return { coupon: next, account: spend(account, taken), chargeFen: taken, refused: null };
}

function refund(
  coupon: Coupon,
  account: SellerAccount,
  { order, at }: Extract<CouponEvent, { kind: 'refund' }>,
): CouponStep {
  const taken = coupon.uses.find((each) => each.order === order && !each.back);
  if (!taken || !coupon.terms.restores) return same(coupon, account);
  const uses = coupon.uses.map((each): Use => (each === taken ? { ...each, back: true } : each));
  const less: Coupon = {
    ...coupon,
    uses,
    benefitFen: coupon.benefitFen - taken.benefitFen,
    chargedFen: coupon.chargedFen - taken.chargedFen,
  };
  const paidBack = giveBack(account, taken.chargedFen);
  const done = (coupon_: Coupon, account_: SellerAccount): CouponStep => ({
    coupon: coupon_,
    account: account_,
    chargeFen: -taken.chargedFen,
    refused: null,
  });
  if (uses.some((each) => !each.back)) {
    const kept = reserve(paidBack, taken.chargedFen);
    return kept ? done({ ...less, reservedFen: less.reservedFen + taken.chargedFen }, kept) : done(less, paidBack);
  }
  const held = at <= coupon.validUntil ? reserve(paidBack, mostCharged(coupon.terms) - less.reservedFen) : null;
  if (held === null)
    return done(
      { ...less, state: 'expired', stay: null, order: null, reservedFen: 0 },
      release(paidBack, less.reservedFen),
    );
  return done({ ...less, state: 'restored', stay: null, order: null, reservedFen: mostCharged(coupon.terms) }, held);
}

/** What is held for it is free again; a used one stays used. */
function end(coupon: Coupon, account: SellerAccount, state: 'expired' | 'cancelled'): CouponStep {
  const next: Coupon = {
    ...coupon,
    state: open(coupon) || coupon.state === 'issued' ? state : coupon.state,
    reservedFen: 0,
  };
  return same(next, release(account, coupon.reservedFen));
}

function cancel(coupon: Coupon, account: SellerAccount, at: number): CouponStep {
  if (coupon.state === 'cancelled') return same(coupon, account);
  if (coupon.state === 'locked' && at <= (coupon.lockedUntil ?? 0)) return same(coupon, account, 'locked');
  return open(coupon) || coupon.state === 'issued'
    ? end(coupon, account, 'cancelled')
    : same(coupon, account, 'not-open');
}
