/** Discounts' events for the area that owns the coupons. */
import type { CouponState } from '#domain/derate/coupon.ts';
import type { Posting } from '#domain/ledger/ledger.ts';
import { transactionEvent } from '#kit/declare/event.ts';
import { text } from '#kit/declare/text.ts';

/** One thing that befell a discount that a coupon was placed as. Money in fen, `at` epoch ms. */
export type PlacedMove = {
  readonly couponId: string;
  readonly carDerateId: string;
  readonly companyId: string;
  readonly parkId: string;
  readonly plateNumber: string;
  readonly kind: 'use' | 'refund' | 'other';
  /**
   * The order it was used on or given back by; what this order took of it and what its bearer is charged more (or less)
   * for that.
   */
  readonly order: string | null;
  readonly benefitFen: number;
  readonly chargeFen: number;
  /** Of the order it is used on, what it came to before discounts. */
  readonly feeFen: number | null;
  /** As the discount stands then. */
  readonly state: CouponState;
  readonly totalBenefitFen: number;
  readonly totalChargedFen: number;
  readonly reservedFen: number;
  readonly at: number;
};

/** In the transaction of the bill, payment, refund or exit. Handlers answer what they post besides. */
export const placedMoved = transactionEvent<{ tenantId: number; moves: readonly PlacedMove[] }, readonly Posting[]>({
  name: 'placedMoved',
  area: 'derate',
  title: text('账单上的卡券变动', 'Coupons on bills moved'),
  payload: {
    tenantId: text('集团编号', 'The number of the group'),
    moves: text('每张卡券的核销、退回或结束', 'Each use, return or end of a coupon'),
  },
  answer: text('另行入账的分录', 'Postings to be made besides'),
  required: true,
});

export const events = [placedMoved];
