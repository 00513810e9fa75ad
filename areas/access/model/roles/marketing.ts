/** What the administrators of a group and of a company may do with coupons and adverts. */
export const marketing = {
  // Adverts
  adDay: 'read',
  adNetworkDay: 'read export import add edit remove',
  adPlat: 'read export add edit remove',
  adVisit: 'read export',
  adver: 'read export add edit remove review start stopAdver',
  adverDays: 'read',
  adverOrder: 'read export add cancel pay withdraw',
  garagead: 'read export add edit remove',
  ppAdverDays: 'read',
  jsAdverDays: 'read',
  hAdverDays: 'read',
  xinlinAdverDays: 'read',
  // Coupons
  couponDeduction: 'read export unmask',
  couponGift: 'read export unmask',
  couponGiftItem: 'read',
  couponInfo: 'read export unmask give remove',
  couponRule: 'read export add edit remove cancelCouponRule enable grantPark sendCoupon stop',
  couponRuleBanner: 'read export add edit remove',
  couponStore: 'read export unmask add edit remove charge resetPassword',
  couponSummary: 'read',
} as const;

/** And what the manager of a car park may: its garage screens are his own. */
export const advertsOfLot = {
  adver: 'read',
  adverDays: 'read',
  adverOrder: 'read',
  garagead: 'read export add edit remove',
} as const;
