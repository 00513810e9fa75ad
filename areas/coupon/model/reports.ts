import { company } from '#areas/org/model/company.ts';
import { relation } from '#kit/declare/field.ts';
import { byField, count, fieldsOf, report, share, sum } from '#kit/declare/report.ts';
import { text } from '#kit/declare/text.ts';
import { couponInfo } from './coupon-info.ts';

/** What became of the coupons issued in a period, by rule; its sums are those of the bills they stood on. */
export const couponSummary = report({
  name: 'couponSummary',
  title: text('卡券汇总', 'Coupon summary'),
  area: 'coupon',
  route: '/couponcard/couponsummary',
  help: text(
    '期间发出的卡券到目前为止的结果；优惠金额即账单上减去的金额，其余由车场让利。图按发券日。',
    'Coupons issued in the period, with what has come of them to date; the chart is by the day of issue. What was taken off is what their bills show; what the bearer does not pay is the car park’s own.',
  ),
  wire: {
    path: '/api/updown/plat/couponInfo/getCouponInfoSummary',
    export: '/api/gatehouse/couponInfo/exportSummary',
  },
  from: couponInfo,
  time: 'time',
  group: { ruleId: byField('ruleId'), storeId: byField('storeId'), bearer: byField('bearer') },
  measures: {
    issued: count(text('已发', 'Issued')),
    claimed: count(text('已领', 'Claimed'), { claimTime: { not: null } }),
    used: count(text('已核销', 'Used'), { status: 'used' }),
    onBill: count(text('账单上', 'On a bill'), { status: 'placed' }),
    expired: count(text('已过期', 'Expired'), { status: 'expired' }),
    cancelled: count(text('已作废', 'Void'), { status: 'cancelled' }),
    benefitFen: sum('benefitFen'),
    chargedFen: sum('chargedFen'),
    reservedFen: sum('reservedFen'),
    usedShare: share(text('核销率', 'Used share'), 'used', 'issued'),
  },
  filters: {
    companyId: relation(text('单位', 'Company'), () => company, { search: true }),
    ...fieldsOf(couponInfo, 'storeId', 'ruleId', 'bearer'),
  },
  defaultDays: 28,
  tiles: ['issued', 'claimed', 'used', 'benefitFen', 'chargedFen', 'usedShare'],
  chart: { kind: 'bar', x: 'day', y: ['issued', 'claimed', 'used'], days: true },
  order: { by: 'issued', desc: true },
});
