import { transactionEvent } from '#kit/declare/event.ts';
import { text } from '#kit/declare/text.ts';

/** Coupons of one rule held by one driver. Times epoch ms. */
export type HeldCoupons = {
  readonly tenantId: number;
  readonly companyId: string;
  readonly couponIds: readonly string[];
  readonly name: string;
  readonly plate: string;
  readonly phone: string | null;
  readonly validUntil: number;
  readonly at: number;
};

const payload = {
  tenantId: text('集团编号', 'The number of the group'),
  companyId: text('单位', 'The company'),
  couponIds: text('卡券编号', 'The coupons'),
  name: text('卡券名称', 'What they are called'),
  plate: text('车牌', 'The plate they are for'),
  phone: text('持有人手机', 'The phone of who holds them'),
  validUntil: text('有效至', 'Good until'),
  at: text('时间', 'When'),
};

/** Once, in the transaction in which they are claimed or given. */
export const couponsTaken = transactionEvent<HeldCoupons>({
  name: 'couponsTaken',
  area: 'coupon',
  title: text('卡券到手', 'Coupons received'),
  payload,
});

/** Of coupons whose last day has begun and that are on no bill; the same may be published again. */
export const couponsEnding = transactionEvent<HeldCoupons>({
  name: 'couponsEnding',
  area: 'coupon',
  title: text('卡券将到期', 'Coupons about to end'),
  payload,
});

export const events = [couponsTaken, couponsEnding];
