import { dateTime, integer, json, money, plate, relation, select, str } from '#kit/declare/field.ts';
import { resource } from '#kit/declare/resource.ts';
import { text } from '#kit/declare/text.ts';
import { company } from '#areas/org/model/company.ts';
import { park } from '#areas/lot/model/park.ts';
import { parkDerate } from './park-derate.ts';
import { parkSeller } from './park-seller.ts';
import { cancelDerate } from './row-calls.ts';
import { derateSources, derateStates, derateTones, derateTypes } from './words.ts';

/**
 * A discount given to a car, from the giving to its use or its end. It keeps the terms of its rule as they were then.
 */
export const carDerate = resource({
  name: 'carDerate',
  title: text('车辆优惠记录', 'Discounts given'),
  help: text(
    '给车辆的每一次优惠：哪个商家、按哪条规则、是否已用。',
    'Every discount given to a vehicle: by which shop, under which rule, and whether it was used.',
  ),
  area: 'derate',
  route: '/static/carDerates',
  page: 'record',
  scope: 'park',
  verbs: ['list', 'export'],
  wire: {
    base: '/api/updown/static',
    list: 'getPageCarDerates',
    key: 'recordId',
    export: '/api/updown/static/exportCarDerates',
  },
  fields: {
    plateNumber: plate(text('车牌号', 'Plate'), { search: true, personal: true }),
    companyId: relation(text('所属单位', 'Company'), () => company, { search: true, readOnly: true }),
    parkId: relation(text('车场', 'Car park'), () => park, { required: true, search: true, within: 'companyId' }),
    sellerId: relation(text('商家', 'Shop'), () => parkSeller, { search: true, within: 'parkId' }),
    derateId: relation(text('优惠规则', 'Rule'), () => parkDerate, { search: true, within: 'parkId' }),
    derateType: select(text('优惠方式', 'Kind'), derateTypes, { search: true }),
    derateValue: integer(text('优惠值', 'Value'), { hidden: true }),
    status: select(text('状态', 'State'), derateStates, { search: true, tones: derateTones }),
    source: select(text('来源', 'From'), derateSources, { search: true }),
    time: dateTime(text('发放时间', 'Given at'), { search: true }),
    validUntil: dateTime(text('有效期至', 'Valid until')),
    usedTime: dateTime(text('使用时间', 'Used at')),
    benefitFen: money(text('优惠金额', 'Discount')),
    /** What orders took that were refunded in full: their reports keep it, as they keep the payment and the refund. */
    returnedFen: money(text('退款退回的优惠', 'Returned by refunds')),
    chargedFen: money(text('商家扣款', 'Charged to shop')),
    reservedFen: money(text('冻结金额', 'On hold')),
    operator: str(text('发放人', 'Given by'), { search: true }),
    remark: str(text('备注', 'Remark'), { max: 200 }),
    /** The coupon it stands for (areas/coupon); such a one has neither shop nor rule. */
    couponId: str(text('卡券', 'Coupon'), { hidden: true, max: 36 }),
    stayId: str(text('停车记录', 'Stay'), { hidden: true }),
    orderId: str(text('订单', 'Order'), { hidden: true }),
    lockedUntil: dateTime(text('报价锁定至', 'Locked until'), { hidden: true }),
    /** The rule's terms when it was given, and what each order took (domain/derate). */
    terms: json(text('条款', 'Terms'), { hidden: true }),
    uses: json(text('使用明细', 'Uses'), { hidden: true }),
  },
  display: 'plateNumber',
  index: [['parkId', 'plateNumber'], ['sellerId', 'time'], ['orderId'], ['stayId']],
  range: 'time',
  order: { by: 'time', desc: true },
  list: [
    'time',
    'plateNumber',
    'benefitFen',
    'status',
    'returnedFen',
    'sellerId',
    'derateId',
    'chargedFen',
    'usedTime',
    'validUntil',
    'parkId',
    'source',
    'operator',
    'remark',
  ],
  totals: ['benefitFen', 'returnedFen', 'chargedFen'],
  actions: [
    {
      call: cancelDerate,
      key: 'recordId',
      tone: 'danger',
      when: { field: 'status', is: ['bound', 'restored'] },
      confirm: text(
        '撤销后车主不能再使用，冻结金额退回商家余额。',
        "The driver can no longer use it; the held amount returns to the shop's balance.",
      ),
    },
  ],
});
