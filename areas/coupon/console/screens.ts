import { text } from '#kit/declare/text.ts';
import type { Screen } from '#kit/console/screen.ts';

/** Screens that the declarations do not say. */
export const screens: readonly Screen[] = [
  { route: '/couponcard/couponseller', title: text('卡券商家', 'Coupon stores'), load: () => import('./stores.tsx') },
  { route: '/couponcard/couponrule', title: text('卡券规则', 'Coupon rules'), load: () => import('./rules.tsx') },
  { route: '/couponcard/couponcard', title: text('卡券管理', 'Coupons'), load: () => import('./coupons.tsx') },
  { route: '/couponcard/coupongive', title: text('卡券赠送记录', 'Coupons given'), load: () => import('./gifts.tsx') },
  {
    route: '/couponcard/mncouponbanner',
    title: text('卡券轮播图', 'Coupon banners'),
    load: () => import('./banners.tsx'),
  },
];
