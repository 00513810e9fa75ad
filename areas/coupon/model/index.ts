import { orderBanners } from './banner-calls.ts';
import { parksForRule, parksOfRule, replayOfRule, rulesOfStore, sampleFee, storesOfCompany } from './calls.ts';
import { couponInfo } from './coupon-info.ts';
import { couponRule } from './coupon-rule.ts';
import { couponStore } from './coupon-store.ts';
import { couponDeduction, couponGift, couponGiftItem, couponRuleBanner } from './records.ts';
import { couponSummary } from './reports.ts';
import { chargeStore, giveCoupons, grantParks, resetStorePassword, sendCoupons, voidCoupons } from './row-calls.ts';

export const resources = [
  couponStore,
  couponRule,
  couponInfo,
  couponRuleBanner,
  couponGift,
  couponGiftItem,
  couponDeduction,
];
export const reports = [couponSummary];
export const calls = [
  storesOfCompany,
  rulesOfStore,
  parksOfRule,
  parksForRule,
  replayOfRule,
  sampleFee,
  giveCoupons,
  chargeStore,
  resetStorePassword,
  sendCoupons,
  grantParks,
  orderBanners,
  voidCoupons,
];
