/** Orders and payments of roadside car parks: the same rows, by their own screens and permissions. */
import { curbPark } from '#areas/lot/model/curb-park.ts';
import { relation } from '#kit/declare/field.ts';
import { resource } from '#kit/declare/resource.ts';
import { text } from '#kit/declare/text.ts';
import { parkingOrder } from './order.ts';
import { payment } from './payment.ts';

const parkId = relation(text('路内车场', 'Roadside car park'), () => curbPark, {
  required: true,
  search: true,
  within: 'companyId',
});

export const roadOrder = resource({
  name: 'roadOrder',
  title: text('路内停车订单', 'Roadside parking orders'),
  area: 'billing',
  route: '/rdstatic/onlineorder',
  page: 'record',
  scope: 'park',
  rowsOf: () => parkingOrder,
  verbs: ['list', 'export'],
  wire: { base: '/api/gatehouse/roadOrder', key: 'onlineOrderId' },
  facts: { by: 'createdTime', days: 7 },
  fields: { ...parkingOrder.fields, parkId },
  display: 'orderNo',
  list: [
    'plateNumber',
    'receivableFen',
    'createdTime',
    'status',
    'payType',
    'parkId',
    'derateFen',
    'paidFen',
    'outstandingFen',
    'refundedFen',
    'paidTime',
    'inTime',
    'orderNo',
  ],
  totals: ['receivableFen', 'derateFen', 'waivedFen', 'paidFen', 'outstandingFen', 'refundedFen'],
  actions: parkingOrder.actions,
  help: text(
    '路内车场的停车订单：应收、优惠、实收、未收与退款。',
    'Orders of roadside car parks: amount due, discount, paid, outstanding and refunded.',
  ),
});

export const roadPayment = resource({
  name: 'roadPayment',
  title: text('路内缴费记录', 'Roadside payments'),
  area: 'billing',
  route: '/rdstatic/tempWCPays',
  page: 'record',
  scope: 'park',
  rowsOf: () => payment,
  verbs: ['list', 'export'],
  wire: { base: '/api/gatehouse/roadPayment', key: 'recordId' },
  facts: { by: 'createdTime', days: 7 },
  fields: { ...payment.fields, parkId },
  display: 'tradeNo',
  list: [
    'plateNumber',
    'amountFen',
    'paidTime',
    'payType',
    'kind',
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
  help: text(
    '路内车场的每一笔收款；离场后补缴的缴费类型为“补缴欠费”。',
    'Every payment of roadside car parks; those made after leaving are for “Arrears”.',
  ),
});

/** What a group took everywhere, payment by payment. */
export const groupPayment = resource({
  name: 'groupPayment',
  title: text('集团临停缴费记录', 'Payments of the group'),
  area: 'billing',
  route: '/rdstatic/groupTempWCPays',
  page: 'record',
  scope: 'park',
  rowsOf: () => payment,
  verbs: ['list', 'export'],
  wire: {
    base: '/api/updown/roadstatic',
    list: 'getGroupChargeDetail',
    key: 'recordId',
    export: '/api/updown/roadstatic/exportGroupChargeDetail',
  },
  facts: { by: 'createdTime', days: 7 },
  fields: {
    ...payment.fields,
    companyId: { ...payment.fields.companyId, alias: ['groupCompanyId'] },
  },
  display: 'tradeNo',
  list: roadPayment.list as readonly (keyof typeof payment.fields)[],
  totals: ['receivableFen', 'derateFen', 'amountFen', 'refundedFen'],
  help: text('全部车场的每一笔收款，只读。', 'Every payment of all car parks, read only.'),
});
