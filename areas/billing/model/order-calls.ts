import { call } from '#kit/declare/call.ts';
import { dateTime, money, plate, relation, select, str } from '#kit/declare/field.ts';
import { text } from '#kit/declare/text.ts';
import { user } from '#areas/access/model/user.ts';
import { company } from '#areas/org/model/company.ts';
import { park } from '#areas/lot/model/park.ts';
import { orderStates, payTypes } from './words.ts';

const onlineOrderId = str(text('订单', 'Order'), { required: true, max: 36, alias: ['id', 'orderId'] });

const place = {
  companyId: relation(text('公司', 'Company'), () => company),
  parkId: relation(text('车场', 'Car park'), () => park),
};
const range = { startTime: dateTime(text('开始时间', 'From')), endTime: dateTime(text('结束时间', 'To')) };

/** Gives money back for an order: everything that is left of it, or a part. Money goes the way it came. */
export const refundOrder = call({
  name: 'parkingOrder.refund',
  title: text('退款', 'Refund'),
  area: 'billing',
  method: 'GET',
  path: '/api/updown/parkorder/refund',
  permission: 'parkingOrder:refund',
  changes: true,
  answer: 'ack',
  input: {
    onlineOrderId,
    remark: str(text('退款原因', 'Reason'), { required: true, max: 200 }),
    amountFen: money(text('退款金额', 'Amount'), {
      min: 1,
      help: text('不填则退还全部剩余金额', 'Empty gives back all that is left'),
    }),
  },
  note: text(
    '沙箱与渠道支付原路退回，现金从收款钱箱退出；超过限额需要大额退款权限。',
    'Channel payments go back through their channel, cash out of its drawer; above the limit the right to large refunds is needed.',
  ),
});

/** Notifies the lane once more that an order is paid, for when the barrier missed it. */
export const renotifyPaid = call({
  name: 'parkingOrder.notify',
  title: text('重发支付通知', 'Resend the payment notice'),
  area: 'billing',
  method: 'GET',
  path: '/api/updown/parkorder/manualPayResultNotice',
  permission: 'parkingOrder:notify',
  changes: true,
  answer: 'ack',
  input: { onlineOrderId },
});

/** Queries the channel for the order's payments and books the result. */
export const queryPaid = call({
  name: 'parkingOrder.query',
  title: text('查询支付结果', 'Ask for the payment result'),
  area: 'billing',
  method: 'GET',
  path: '/api/updown/parkorder/queryPayResult',
  permission: 'parkingOrder:query',
  changes: true,
  answer: 'object',
  input: { onlineOrderId },
});

/** Sums over the same filters as the list of orders. */
export const orderSums = call({
  name: 'parkingOrder.sums',
  title: text('停车订单金额合计', 'Sums of parking orders'),
  area: 'billing',
  method: 'GET',
  path: '/api/updown/static/getOnlineOrderPayAmountSum',
  permission: 'parkingOrder:read',
  input: {
    ...place,
    plateNumber: plate(text('车牌号', 'Plate')),
    payType: select(text('支付方式', 'Paid by'), payTypes),
    status: select(text('状态', 'State'), orderStates),
    ...range,
  },
});

/** What was charged and why: orders with their bill line by line, of one stay or order, or of a range. */
export const chargeDetail = call({
  name: 'parkingOrder.chargeDetail',
  title: text('收费明细', 'Charges in detail'),
  area: 'billing',
  method: 'GET',
  path: '/api/updown/static/getChargeDetail',
  permission: 'parkingOrder:read',
  answer: 'page',
  input: {
    ...place,
    recordId: str(text('停车记录', 'Stay'), { max: 36, alias: ['stayId'] }),
    onlineOrderId: str(text('订单', 'Order'), { max: 36, alias: ['orderId'] }),
    userId: relation(text('收费员', 'Collector'), () => user),
    ...range,
  },
});

export const chargeDetailExport = call({
  name: 'parkingOrder.chargeDetailExport',
  title: text('收费明细导出', 'Charges in detail: export'),
  area: 'billing',
  method: 'GET',
  path: '/api/updown/static/exportChargeDetail',
  permission: 'parkingOrder:export',
  answer: 'file',
  input: { ...place, userId: relation(text('收费员', 'Collector'), () => user), ...range },
});
