import { parkingOrder } from '#areas/billing/model/order.ts';
import { company } from '#areas/org/model/company.ts';
import { park } from '#areas/lot/model/park.ts';
import { boolean, dateTime, image, integer, money, phone, plate, relation, select, str } from '#kit/declare/field.ts';
import { resource } from '#kit/declare/resource.ts';
import { text } from '#kit/declare/text.ts';
import { couponInfo } from './coupon-info.ts';
import { couponRule } from './coupon-rule.ts';
import { couponStore } from './coupon-store.ts';
import { bearers, deductionStates, giftWays, givers } from './words.ts';

const base = '/api/updown/plat/couponInfo';
const companyId = relation(text('所属单位', 'Company'), () => company, { search: true, readOnly: true });
const storeId = relation(text('商家', 'Store'), () => couponStore, { search: true, within: 'companyId' });
const ruleId = relation(text('规则', 'Rule'), () => couponRule, { search: true, within: 'companyId' });
const couponId = relation(text('卡券', 'Coupon'), () => couponInfo, { search: true });

/** Coupons handed to somebody by a store or the office, or by one driver to another. */
export const couponGift = resource({
  name: 'couponGift',
  title: text('卡券赠送记录', 'Coupons given'),
  help: text(
    '商家、后台或车主把卡券送给了谁，各送了哪些券。',
    'To whom a store, the office or a driver gave coupons, and which.',
  ),
  area: 'coupon',
  route: '/couponcard/coupongive',
  page: 'record',
  scope: 'company',
  verbs: ['list', 'export'],
  wire: { base, list: 'getGiftRecord', key: 'giftId' },
  range: 'time',
  fields: {
    time: dateTime(text('时间', 'At'), { search: true }),
    companyId,
    ruleId,
    storeId,
    giver: select(text('赠送方', 'Given by'), givers, { search: true }),
    giverName: str(text('赠送人', 'Who'), { search: true, max: 60 }),
    giverPhone: phone(text('赠送人手机号', "Giver's phone"), { personal: true }),
    way: select(text('方式', 'How'), giftWays, { search: true }),
    plateNumber: plate(text('车牌号', 'Plate'), { search: true, personal: true }),
    phone: phone(text('手机号', 'Phone'), { search: true, personal: true }),
    num: integer(text('张数', 'How many')),
    remark: str(text('备注', 'Remark'), { max: 200 }),
  },
  display: 'time',
  index: [['storeId', 'time']],
  order: { by: 'time', desc: true },
  list: [
    'time',
    'num',
    'ruleId',
    'storeId',
    'giver',
    'giverName',
    'giverPhone',
    'way',
    'plateNumber',
    'phone',
    'remark',
    'companyId',
  ],
  totals: ['num'],
});

/** The coupons of one gift. */
export const couponGiftItem = resource({
  name: 'couponGiftItem',
  title: text('卡券赠送明细', 'Coupons of a gift'),
  area: 'coupon',
  scope: 'company',
  page: 'record',
  verbs: ['list'],
  wire: { base, list: 'getGiveDetail' },
  fields: {
    companyId,
    storeId: { ...storeId, search: false, hidden: true },
    giftId: relation(text('赠送', 'Gift'), () => couponGift, { search: true, alias: ['id'] }),
    couponId,
    time: dateTime(text('时间', 'At')),
  },
  display: 'couponId',
  index: [['giftId']],
  order: { by: 'time', desc: false },
  list: ['couponId', 'time'],
});

/** What one coupon took off one order, and who bears it: the benefit is the bearer's part and the lot's. */
export const couponDeduction = resource({
  name: 'couponDeduction',
  title: text('卡券核销明细', 'Coupon deductions'),
  help: text(
    '每张账单上由卡券减去的金额：优惠 = 承担方付的 + 车场让利；全额退款退回的另有标记。',
    "What coupons took off each bill: the benefit is the bearer's part and the car park's own; what a full refund gave back is marked.",
  ),
  area: 'coupon',
  route: '/couponcard/deductiondetail',
  page: 'record',
  scope: 'park',
  verbs: ['list', 'export'],
  wire: { base, list: 'getParkCheckList' },
  range: 'time',
  fields: {
    time: dateTime(text('核销时间', 'Used at'), { search: true }),
    plateNumber: plate(text('车牌号', 'Plate'), { search: true, personal: true }),
    companyId,
    parkId: relation(text('车场', 'Car park'), () => park, { required: true, search: true, within: 'companyId' }),
    ruleId,
    storeId,
    bearer: select(text('承担方', 'Paid by'), bearers, { search: true }),
    couponId,
    orderId: relation(text('订单', 'Order'), () => parkingOrder, { outlives: true }),
    feeFen: money(text('停车费', 'Fee'), {
      help: text('优惠前该订单的停车费', 'What the order came to before discounts'),
    }),
    benefitFen: money(text('优惠金额', 'Taken off')),
    chargedFen: money(text('承担方付', 'Paid by bearer')),
    lotFen: money(text('车场让利', 'Borne by the car park')),
    status: select(text('状态', 'State'), deductionStates, {
      search: true,
      tones: { used: 'ok', returned: 'muted' },
    }),
    returnedTime: dateTime(text('退回时间', 'Returned at')),
  },
  display: 'plateNumber',
  unique: [['couponId', 'orderId']],
  index: [
    ['parkId', 'time'],
    ['storeId', 'time'],
  ],
  order: { by: 'time', desc: true },
  list: [
    'plateNumber',
    'benefitFen',
    'time',
    'feeFen',
    'chargedFen',
    'lotFen',
    'parkId',
    'bearer',
    'storeId',
    'ruleId',
    'couponId',
    'orderId',
    'status',
    'returnedTime',
  ],
  totals: ['benefitFen', 'chargedFen', 'lotFen'],
});

/** What the driver's page of coupons offers besides; each leads to a rule whose coupons may be claimed. */
export const couponRuleBanner = resource({
  name: 'couponRuleBanner',
  title: text('卡券轮播图', 'Coupon banner'),
  help: text(
    '在车主卡券页按顺序列出，顺序可拖动排列；点标题领取所选规则的卡券，或打开链接。',
    "Listed on the driver's page of coupons in their order, which is set by dragging; each title leads to the coupons of a rule or to a link.",
  ),
  area: 'coupon',
  route: '/couponcard/mncouponbanner',
  scope: 'company',
  wire: { base: '/api/updown/plat/couponRuleBanner' },
  fields: {
    title: str(text('标题', 'Title'), { required: true, search: true, max: 40 }),
    imageUrl: image(text('图片', 'Picture')),
    companyId: relation(text('所属单位', 'Company'), () => company, { search: true, fixed: true }),
    storeId,
    ruleId: relation(text('规则', 'Rule'), () => couponRule, {
      search: true,
      within: 'companyId',
      only: { status: 'enabled' },
    }),
    linkUrl: str(text('链接', 'Link'), { max: 300 }),
    sort: integer(text('顺序', 'Order'), { default: 0, min: 0, max: 9999 }),
    fromTime: dateTime(text('开始', 'From')),
    untilTime: dateTime(text('结束', 'Until')),
    enable: boolean(text('启用', 'Enabled'), { default: true, search: true }),
    remark: str(text('备注', 'Remark'), { max: 200 }),
  },
  display: 'title',
  order: { by: 'sort', desc: false },
  list: ['sort', 'title', 'imageUrl', 'ruleId', 'storeId', 'linkUrl', 'fromTime', 'untilTime', 'enable', 'companyId'],
});
