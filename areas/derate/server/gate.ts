/** Discounts as the lanes of a lot ask for them, while the lot is being changed. Times epoch ms. */
import { chosenLines } from '#domain/derate/choose.ts';
import { couponStep, usable } from '#domain/derate/coupon.ts';
import type { Coupon } from '#domain/derate/coupon.ts';
import type { SellerAccount } from '#domain/derate/account.ts';
import type { BillLine } from '#domain/fee/types.ts';
import type { Db } from '#kit/server/db.ts';
import { couponOf, couponsWhere } from './rows.ts';
import type { StoredCoupon } from './rows.ts';

/** A price of a whole stay, as `Price` of domain/ledger has it. */
type Priced = {
  readonly receivableFen: number;
  readonly deratedFen: number;
  readonly lines: readonly BillLine[];
  readonly tariff: string | null;
};

/** Locks and uses move no money here: that is done when they are written. */
const NO_ACCOUNT: SellerAccount = { chargedFen: 0, usedFen: 0, reservedFen: 0, creditFen: 0 };

/**
 * The discounts of the plates in play. Quotes lock them while the lot is in memory, so that two exits of one plate
 * never count the same.
 */
export class Offers {
  readonly #coupons: Map<string, Coupon>;
  readonly #names: ReadonlyMap<string, string>;

  constructor(rows: readonly StoredCoupon[]) {
    this.#coupons = new Map(rows.map((row) => [row.id, couponOf(row)]));
    this.#names = new Map(rows.map((row) => [row.id, row.terms.name]));
  }

  /** The price with the discounts of the stay's plate. `feeAt`: the fee of the stay ended at another instant. */
  on<P extends Priced>(
    price: P,
    stay: { readonly id: string; readonly plate: string },
    at: number,
    feeAt: (outAt: number) => number,
  ): P {
    if (price.receivableFen === 0 || this.#coupons.size === 0) return price;
    const mine = [...this.#coupons.values()].filter(
      (coupon) => coupon.plate === stay.plate && usable(coupon, stay.id, at),
    );
    const offered = mine.map(({ id, terms, state }) => ({
      id,
      terms,
      used: state === 'used',
      name: { zh: this.#names.get(id)!, en: this.#names.get(id)! },
    }));
    const lines = chosenLines(offered, price.receivableFen, at, feeAt);
    return lines.length === 0
      ? price
      : {
          ...price,
          deratedFen: price.deratedFen + lines.reduce((sum, line) => sum - line.amountFen, 0),
          lines: [...price.lines, ...lines],
        };
  }

  /** A quote counts these: no other stay may, until it has run out. */
  lock(
    quote: {
      readonly order: string;
      readonly stay: string;
      readonly validUntil: number;
      readonly lines: readonly BillLine[];
    },
    at: number,
  ): void {
    for (const id of refsOf(quote.lines))
      this.#step(id, { kind: 'lock', stay: quote.stay, order: quote.order, until: quote.validUntil, at });
  }

  unlock(order: string): void {
    for (const id of this.#coupons.keys()) this.#step(id, { kind: 'unlock', order });
  }

  /** An order was settled: what it had locked is used. */
  used(order: string): void {
    for (const [id, coupon] of this.#coupons)
      if (coupon.state === 'locked' && coupon.order === order)
        this.#step(id, { kind: 'use', stay: coupon.stay!, order, benefitFen: 0 });
  }

  #step(id: string, event: Parameters<typeof couponStep>[2]): void {
    const coupon = this.#coupons.get(id);
    if (coupon) this.#coupons.set(id, couponStep(coupon, NO_ACCOUNT, event).coupon);
  }
}

/** Ids of the discounts on a bill. */
export const refsOf = (lines: readonly BillLine[]): string[] =>
  lines.flatMap((line) => (line.kind === 'derate' && line.ref !== undefined ? [line.ref] : []));

/** Discounts that bills of these plates may count: not used, or used by a stay that may still be inside. */
export const couponsOf = async (
  db: Db,
  { tenantId, parkId }: { tenantId: number; parkId: string },
  plates: readonly string[],
): Promise<StoredCoupon[]> =>
  plates.length === 0
    ? []
    : couponsWhere(
        db,
        tenantId,
        `d.park_id = $2 AND d.plate_number = ANY($3::text[]) AND (d.status IN ('bound', 'locked', 'restored') OR (d.status = 'used' AND d.used_time > now() - interval '60 days'))`,
        [parkId, plates],
      );
