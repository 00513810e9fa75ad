import { takers } from '#domain/lane/words.ts';
import { company } from '#areas/org/model/company.ts';
import { park } from '#areas/lot/model/park.ts';
import { parkGate } from '#areas/lot/model/park-gate.ts';
import { shift } from '#areas/shift/model/shift.ts';
import { dateTime, money, plate, relation, select, str } from '#kit/declare/field.ts';
import { resource } from '#kit/declare/resource.ts';
import { text } from '#kit/declare/text.ts';
import { backReasons, FAILURE_MAX, orderKinds, payTypes, paymentStates, refundFailures } from './words.ts';

/**
 * Money that came, or is being collected through a channel. Never changed once paid but by refunds, which are rows of
 * their own.
 */
export const payment = resource({
  name: 'payment',
  title: text('缴费记录', 'Payments'),
  help: text(
    '每一笔收款：何时、用什么方式、多少；之后只会因退款另增一行。',
    'Every payment: when, how and how much. Refunds are separate records.',
  ),
  area: 'billing',
  route: '/static/tempWCPays',
  page: 'record',
  scope: 'park',
  verbs: ['list', 'export'],
  wire: {
    base: '/api/updown/static',
    list: 'getPageTempWCPays',
    key: 'recordId',
    export: '/api/updown/static/exportTempWCPays',
  },
  facts: { by: 'createdTime', days: 7 },
  fields: {
    companyId: relation(text('所属单位', 'Company'), () => company, { search: true, readOnly: true }),
    parkId: relation(text('车场', 'Car park'), () => park, { required: true, search: true, within: 'companyId' }),
    plateNumber: plate(text('车牌号', 'Plate'), { search: true, personal: true }),
    kind: select(text('缴费类型', 'Paid for'), orderKinds, { search: true }),
    payType: select(text('支付方式', 'Paid by'), payTypes, { search: true }),
    status: select(text('状态', 'State'), paymentStates, {
      search: true,
      tones: { paid: 'ok', pending: 'info', failed: 'bad', overpaid: 'warn', refunded: 'muted', partRefunded: 'warn' },
    }),
    orderId: str(text('订单', 'Order'), { hidden: true }),
    stayId: str(text('停车记录', 'Stay'), { hidden: true }),
    gateId: relation(text('通道', 'Lane'), () => parkGate, { within: 'parkId' }),
    /** Our own number towards the channel; one payment attempt, one number. */
    tradeNo: str(text('交易号', 'Trade number'), { search: true, width: 240 }),
    channelTradeNo: str(text('渠道流水号', "Channel's number"), { search: true }),
    /** The merchant account it was begun with, see channel/merchant.ts; absent for cash and the sandbox. */
    merchantRef: str(text('商户', 'Merchant'), { hidden: true, max: 80 }),
    createdTime: dateTime(text('发起时间', 'Started at')),
    paidTime: dateTime(text('支付时间', 'Paid at'), { search: true }),
    inTime: dateTime(text('入场时间', 'Entry time')),
    receivableFen: money(text('应收金额', 'Amount due')),
    derateFen: money(text('优惠金额', 'Discount')),
    amountFen: money(text('实收金额', 'Paid')),
    tenderedFen: money(text('收取现金', 'Cash handed over')),
    changeFen: money(text('找零', 'Change')),
    refundedFen: money(text('已退金额', 'Refunded')),
    drawer: str(text('钱箱', 'Drawer'), { hidden: true }),
    operator: str(text('收费员', 'Collector'), { search: true, options: takers }),
  },
  display: 'tradeNo',
  index: [['orderId'], ['stayId'], ['paidTime']],
  list: [
    'plateNumber',
    'amountFen',
    'paidTime',
    'payType',
    'status',
    'parkId',
    'receivableFen',
    'derateFen',
    'refundedFen',
    'inTime',
    'operator',
    'tradeNo',
  ],
  totals: ['receivableFen', 'derateFen', 'amountFen', 'refundedFen'],
});

/** A condition of the list without a column: which shift took it. */
export const takenIn = {
  shiftId: relation(text('班次', 'Shift'), () => shift, { search: true, hidden: true, within: 'parkId' }),
};

/** Money given back; names its payment, never exceeds it. */
export const refund = resource({
  name: 'refund',
  title: text('退款订单', 'Refund orders'),
  help: text(
    '每一笔退款：哪张订单、多少、进展到哪一步、失败的为什么失败。',
    'Every refund: order, amount, progress, and why it failed.',
  ),
  area: 'billing',
  route: '/static/refundorder',
  page: 'record',
  scope: 'park',
  verbs: ['list', 'export'],
  wire: {
    base: '/api/updown/static',
    list: 'getSearchRefundOrder',
    key: 'recordId',
    export: '/api/updown/static/exportRefundOrder',
  },
  facts: { by: 'createdTime', days: 30 },
  fields: {
    companyId: relation(text('所属单位', 'Company'), () => company, { search: true, readOnly: true }),
    parkId: relation(text('车场', 'Car park'), () => park, { required: true, search: true, within: 'companyId' }),
    refundNo: str(text('退款单号', 'Refund number'), { search: true, width: 240 }),
    orderNo: str(text('订单号', 'Order number'), { search: true, width: 196 }),
    plateNumber: plate(text('车牌号', 'Plate'), { search: true, personal: true }),
    payType: select(text('支付方式', 'Paid by'), payTypes, { search: true }),
    status: select(
      text('状态', 'State'),
      {
        refunding: text('退款中', 'Refunding'),
        refunded: text('已退款', 'Refunded'),
        failed: text('退款失败', 'Failed'),
      },
      { search: true, tones: { refunding: 'info', refunded: 'ok', failed: 'bad' } },
    ),
    amountFen: money(text('退款金额', 'Refund amount')),
    createdTime: dateTime(text('申请时间', 'Requested at')),
    doneTime: dateTime(text('到账时间', 'Done at')),
    operator: str(text('操作人', 'Operator'), { search: true }),
    remark: str(text('退款原因', 'Reason'), { max: 200, options: backReasons }),
    failure: str(text('失败原因', 'Failed because'), { max: FAILURE_MAX, options: refundFailures, width: 240 }),
    orderId: str(text('订单', 'Order'), { hidden: true }),
    paymentId: str(text('缴费记录', 'Payment'), { hidden: true }),
    channelRefundNo: str(text('渠道退款号', "Channel's number")),
  },
  display: 'refundNo',
  index: [['paymentId'], ['orderId']],
  list: [
    'plateNumber',
    'amountFen',
    'status',
    'payType',
    'createdTime',
    'doneTime',
    'failure',
    'parkId',
    'operator',
    'remark',
    'orderNo',
    'refundNo',
  ],
  totals: ['amountFen'],
});
