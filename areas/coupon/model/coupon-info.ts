import { derateTypes } from '#areas/derate/model/words.ts';
import { company } from '#areas/org/model/company.ts';
import { park } from '#areas/lot/model/park.ts';
import { dateTime, integer, json, money, phone, plate, relation, select, str } from '#kit/declare/field.ts';
import { resource } from '#kit/declare/resource.ts';
import { text } from '#kit/declare/text.ts';
import { couponRule } from './coupon-rule.ts';
import { couponStore } from './coupon-store.ts';
import { voidCoupons } from './row-calls.ts';
import { bearers, couponStates, couponTones } from './words.ts';

const base = '/api/updown/plat/couponInfo';

/** One coupon, from its issue to its use or end. It keeps the terms of its rule as they were then. */
export const couponInfo = resource({
  name: 'couponInfo',
  title: text('卡券', 'Coupon'),
  many: text('卡券管理', 'Coupons'),
  help: text(
    '每一张卡券从发出到核销或结束；作废须说明原因，冻结金额随即退回。',
    'Every coupon from its issue to its use or end; voiding one needs a reason and releases what is held.',
  ),
  area: 'coupon',
  route: '/couponcard/couponcard',
  page: 'record',
  scope: 'company',
  wire: { base },
  verbs: ['list', 'detail', 'export'],
  range: 'time',
  fields: {
    couponNo: str(text('券号', 'No.'), { search: true, max: 12 }),
    status: select(text('状态', 'State'), couponStates, { search: true, tones: couponTones }),
    companyId: relation(text('所属单位', 'Company'), () => company, { search: true, readOnly: true }),
    ruleId: relation(text('规则', 'Rule'), () => couponRule, { search: true, within: 'companyId' }),
    storeId: relation(text('商家', 'Store'), () => couponStore, { search: true, within: 'companyId' }),
    bearer: select(text('承担方', 'Paid by'), bearers, { search: true }),
    derateType: select(text('优惠方式', 'Kind'), derateTypes, { search: true }),
    derateValue: integer(text('优惠值', 'Value'), { hidden: true }),
    plateNumber: plate(text('车牌号', 'Plate'), { search: true, personal: true }),
    holderPhone: phone(text('手机号', 'Phone'), { search: true, personal: true }),
    time: dateTime(text('发券时间', 'Issued at'), { search: true }),
    claimTime: dateTime(text('领取时间', 'Claimed at')),
    validUntil: dateTime(text('有效期至', 'Valid until')),
    usedParkId: relation(text('使用车场', 'Used at'), () => park, { search: true }),
    usedTime: dateTime(text('核销时间', 'Used at')),
    benefitFen: money(text('优惠金额', 'Taken off')),
    chargedFen: money(text('承担金额', 'Paid by bearer')),
    reservedFen: money(text('冻结金额', 'On hold')),
    gifts: integer(text('转赠次数', 'Times given on'), { default: 0 }),
    /** Until when, and by which code, the driver it is given to may take it. */
    givingUntil: dateTime(text('转赠有效至', 'Gift good until')),
    giftCode: str(text('转赠码', 'Gift code'), { hidden: true, max: 12 }),
    carDerateId: str(text('车辆优惠', 'Discount'), { hidden: true, max: 36 }),
    endRemark: str(text('作废原因', 'Why void'), { max: 200 }),
    /** The rule's terms when it was issued (domain/derate). */
    terms: json(text('条款', 'Terms'), { hidden: true }),
  },
  display: 'couponNo',
  unique: [['couponNo'], ['giftCode']],
  index: [['ruleId', 'status'], ['plateNumber'], ['storeId', 'time'], ['carDerateId'], ['validUntil']],
  order: { by: 'time', desc: true },
  list: [
    'couponNo',
    'benefitFen',
    'status',
    'ruleId',
    'storeId',
    'bearer',
    'plateNumber',
    'holderPhone',
    'chargedFen',
    'usedParkId',
    'time',
    'claimTime',
    'usedTime',
    'validUntil',
    'gifts',
    'endRemark',
    'companyId',
  ],
  totals: ['benefitFen', 'chargedFen', 'reservedFen'],
  rights: { give: text('赠送', 'Give'), remove: text('作废', 'Void') },
  actions: [
    {
      call: voidCoupons,
      key: 'ids',
      tone: 'danger',
      when: { field: 'status', is: ['unclaimed', 'held', 'giving'] },
    },
  ],
});
