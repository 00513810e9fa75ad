/**
 * The life of one coupon: issued with its money held, claimed by a driver, placed on a car's bill as a discount of
 * domain/derate, used, and held again when that discount ends unused or its order is refunded. A driver may give a
 * claimed one to another: until it is accepted, taken back or a day has passed it is on no bill. Its purse moves with
 * it. Times epoch ms, money in fen.
 */
import { release, reserve } from '../derate/account.ts';
import type { SellerAccount } from '../derate/account.ts';
import type { CouponState as DiscountState } from '../derate/coupon.ts';
import { mostCharged } from '../derate/terms.ts';
import type { Terms } from '../derate/terms.ts';
import type { Fen } from '../money/fen.ts';

/** Money that coupons are paid from: what a store put in, or what a rule may spend. */
export type Purse = SellerAccount;

export type CouponState = 'unclaimed' | 'held' | 'giving' | 'placed' | 'used' | 'expired' | 'cancelled';

export interface Coupon {
  readonly id: string;
  readonly terms: Terms;
  readonly state: CouponState;
  readonly phone: string | null;
  readonly plate: string | null;
  /** Its last moment. */
  readonly validUntil: number;
  /** Held of its purse, also while the discount it was placed as holds it. */
  readonly reservedFen: Fen;
  readonly benefitFen: Fen;
  readonly chargedFen: Fen;
  /** How often it went from one driver to another. */
  readonly gifts: number;
  /** Until when it may be accepted, while it is being given. */
  readonly givingUntil: number | null;
}

/** What the discount that a coupon was placed as has become. */
export interface Placed {
  readonly state: DiscountState;
  readonly reservedFen: Fen;
  readonly benefitFen: Fen;
  readonly chargedFen: Fen;
}

export type CouponEvent =
  | {
      readonly kind: 'claim';
      readonly phone: string | null;
      readonly plate: string;
      readonly validUntil: number;
      readonly at: number;
    }
  | { readonly kind: 'place'; readonly at: number }
  /** `over`: its rule was ended together with what is not used. */
  | { readonly kind: 'follow'; readonly placed: Placed; readonly over: boolean; readonly at: number }
  /** Offered to whoever has its gift code, until `until`; `maxGifts` of its rule, 0 where it may not be given. */
  | { readonly kind: 'give'; readonly maxGifts: number; readonly until: number; readonly at: number }
  | { readonly kind: 'accept'; readonly phone: string; readonly plate: string; readonly at: number }
  | { readonly kind: 'withdraw' }
  | { readonly kind: 'lapse'; readonly at: number }
  | { readonly kind: 'cancel' }
  | { readonly kind: 'expire'; readonly at: number };

export interface CouponStep {
  readonly coupon: Coupon;
  readonly purse: Purse;
  readonly refused: 'not-open' | 'over' | 'gifts' | 'own' | null;
}

/** Issues so many at once, each with what it may cost held; null where the purse does not reach. */
export const issue = (purse: Purse, terms: Terms, num: number): Purse | null =>
  reserve(purse, num * mostCharged(terms));

export function couponStep(coupon: Coupon, purse: Purse, event: CouponEvent): CouponStep {
  const same = (refused: CouponStep['refused'] = null): CouponStep => ({ coupon, purse, refused });
  switch (event.kind) {
    case 'claim':
      if (coupon.state !== 'unclaimed') return same('not-open');
      if (event.at > coupon.validUntil) return same('over');
      return {
        coupon: {
          ...coupon,
          state: 'held',
          phone: event.phone,
          plate: event.plate,
          validUntil: Math.min(coupon.validUntil, event.validUntil),
        },
        purse,
        refused: null,
      };
    case 'place':
      if (coupon.state !== 'held') return same('not-open');
      return event.at > coupon.validUntil
        ? same('over')
        : { coupon: { ...coupon, state: 'placed' }, purse, refused: null };
    case 'give':
    case 'accept':
    case 'withdraw':
    case 'lapse':
      return { purse, ...gift(coupon, event) };
    case 'follow':
      return coupon.state === 'placed' || coupon.state === 'used' ? follow(coupon, purse, event) : same('not-open');
    case 'cancel':
      return isIdle(coupon)
        ? ended(coupon, purse, 'cancelled')
        : same(coupon.state === 'cancelled' ? null : 'not-open');
    case 'expire':
      return isIdle(coupon) && event.at > coupon.validUntil ? ended(coupon, purse, 'expired') : same();
  }
}

/** On no bill and not over. */
const isIdle = ({ state }: Coupon): boolean => state === 'unclaimed' || state === 'held' || state === 'giving';

type GiftEvent = Extract<CouponEvent, { kind: 'give' | 'accept' | 'withdraw' | 'lapse' }>;

/** From one driver to another: its terms, its last moment and what is held for it stay. */
function gift(coupon: Coupon, event: GiftEvent): Pick<CouponStep, 'coupon' | 'refused'> {
  const refuse = (refused: CouponStep['refused']) => ({ coupon, refused });
  const isGiving = coupon.state === 'giving' && coupon.givingUntil !== null;
  const back: Coupon = { ...coupon, state: 'held', givingUntil: null };
  switch (event.kind) {
    case 'give':
      if (coupon.state !== 'held') return refuse('not-open');
      if (event.at > coupon.validUntil) return refuse('over');
      if (coupon.gifts >= event.maxGifts) return refuse('gifts');
      return {
        coupon: { ...coupon, state: 'giving', givingUntil: Math.min(event.until, coupon.validUntil) },
        refused: null,
      };
    case 'accept':
      if (!isGiving) return refuse('not-open');
      if (event.at > coupon.givingUntil!) return refuse('over');
      if (event.phone === coupon.phone && event.plate === coupon.plate) return refuse('own');
      return { coupon: { ...back, phone: event.phone, plate: event.plate, gifts: coupon.gifts + 1 }, refused: null };
    case 'withdraw':
      return isGiving ? { coupon: back, refused: null } : refuse('not-open');
    case 'lapse':
      return isGiving && event.at > coupon.givingUntil! ? { coupon: back, refused: null } : refuse(null);
  }
}

const ended = (coupon: Coupon, purse: Purse, state: 'expired' | 'cancelled'): CouponStep => ({
  coupon: { ...coupon, state, reservedFen: 0, givingUntil: null },
  purse: release(purse, coupon.reservedFen),
  refused: null,
});

/**
 * Its purse goes the way its discount went. What a bill returns is reserved again, as far as its validity and purse
 * allow.
 */
function follow(
  coupon: Coupon,
  purse: Purse,
  { placed, over, at }: Extract<CouponEvent, { kind: 'follow' }>,
): CouponStep {
  const isBack = placed.state === 'expired' || placed.state === 'cancelled';
  const reservedFen = isBack ? 0 : placed.reservedFen;
  const moved: Purse = {
    ...purse,
    reservedFen: purse.reservedFen - coupon.reservedFen + reservedFen,
    usedFen: purse.usedFen - coupon.chargedFen + placed.chargedFen,
  };
  const next: Coupon = {
    ...coupon,
    state: placed.state === 'used' ? 'used' : 'placed',
    reservedFen,
    benefitFen: placed.benefitFen,
    chargedFen: placed.chargedFen,
  };
  if (!isBack) return { coupon: next, purse: moved, refused: null };
  if (over) return { coupon: { ...next, state: 'cancelled' }, purse: moved, refused: null };
  const held = at <= coupon.validUntil ? reserve(moved, mostCharged(coupon.terms)) : null;
  return held
    ? { coupon: { ...next, state: 'held', reservedFen: mostCharged(coupon.terms) }, purse: held, refused: null }
    : { coupon: { ...next, state: 'expired' }, purse: moved, refused: null };
}
