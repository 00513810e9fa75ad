import { company } from '#areas/org/model/company.ts';
import { carType } from '#areas/vehicle/model/car-type.ts';
import { park } from '#areas/lot/model/park.ts';
import { parkGate } from '#areas/lot/model/park-gate.ts';
import { dateTime, json, money, plate, relation, select, str } from '#kit/declare/field.ts';
import { resource } from '#kit/declare/resource.ts';
import { text } from '#kit/declare/text.ts';
import { queryPaid, refundOrder, renotifyPaid } from './order-calls.ts';
import { orderKinds, orderStates, orderTones, payTypes } from './words.ts';

/**
 * The sum due from one driver at one moment: a quote that may be paid. `receivable = paid + discount + waived +
 * outstanding` always. A stay has as many as it was quoted for; the one at the exit charges only what the others left
 * open.
 */
export const parkingOrder = resource({
  name: 'parkingOrder',
  title: text('停车订单', 'Parking orders'),
  help: text(
    '每一笔停车订单：应收、优惠、实收、未收与退款。',
    'Every parking order: amount due, discount, paid, outstanding and refunded.',
  ),
  area: 'billing',
  route: '/static/onlineorder',
  page: 'record',
  scope: 'park',
  verbs: ['list', 'export'],
  wire: {
    base: '/api/updown/static',
    list: 'getOnlineOrder',
    key: 'onlineOrderId',
    export: '/api/updown/static/exportOnlineOrder',
  },
  facts: { by: 'createdTime', days: 7 },
  fields: {
    orderNo: str(text('订单号', 'Order number'), { search: true, width: 196 }),
    companyId: relation(text('所属单位', 'Company'), () => company, { search: true, readOnly: true }),
    parkId: relation(text('车场', 'Car park'), () => park, { required: true, search: true, within: 'companyId' }),
    plateNumber: plate(text('车牌号', 'Plate'), { search: true, personal: true }),
    kind: select(text('订单类型', 'Kind'), orderKinds, { search: true }),
    status: select(text('状态', 'State'), orderStates, { search: true, tones: orderTones }),
    payType: select(text('支付方式', 'Paid by'), payTypes, { search: true }),
    stayId: str(text('停车记录', 'Stay'), { hidden: true }),
    carTypeId: relation(text('车类', 'Car type'), () => carType),
    gateId: relation(text('通道', 'Lane'), () => parkGate),
    createdTime: dateTime(text('下单时间', 'Ordered at')),
    pricedTime: dateTime(text('计价时间', 'Priced at')),
    validUntil: dateTime(text('报价有效期', 'Quote valid until')),
    inTime: dateTime(text('入场时间', 'Entry time')),
    paidTime: dateTime(text('支付时间', 'Paid at'), { search: true }),
    receivableFen: money(text('应收金额', 'Amount due')),
    derateFen: money(text('优惠金额', 'Discount')),
    waivedFen: money(text('减免金额', 'Waived')),
    paidFen: money(text('实收金额', 'Paid')),
    outstandingFen: money(text('未收金额', 'Outstanding')),
    refundedFen: money(text('退款金额', 'Refunded')),
    surplusFen: money(text('多收金额', 'Overpaid'), {
      help: text('无人应付的金额，退还前一直列出', 'Money not owed; listed until refunded'),
    }),
    lines: json(text('账单明细', 'Bill lines'), { hidden: true }),
    ruleId: str(text('收费规则版本', 'Tariff version'), { hidden: true }),
    remark: str(text('备注', 'Remark'), { max: 200 }),
    /** Attempts, payments, refunds and actions as the order's own rules keep them (domain/ledger/order.ts). */
    book: json(text('账务过程', 'Course of the order'), { hidden: true }),
  },
  display: 'orderNo',
  index: [['stayId']],
  list: [
    'plateNumber',
    'receivableFen',
    'createdTime',
    'status',
    'payType',
    'parkId',
    'derateFen',
    'paidFen',
    'refundedFen',
    'paidTime',
    'inTime',
    'orderNo',
  ],
  totals: ['receivableFen', 'derateFen', 'waivedFen', 'paidFen', 'outstandingFen', 'refundedFen'],
  rights: { refundLarge: text('大额退款', 'Large refunds') },
  actions: [
    { call: refundOrder, key: 'onlineOrderId', tone: 'danger' },
    {
      call: renotifyPaid,
      key: 'onlineOrderId',
      confirm: text('重新通知通道该订单已支付？', 'Notify the lane again that this order is paid?'),
    },
    { call: queryPaid, key: 'onlineOrderId' },
  ],
});
