import { select } from '#kit/declare/field.ts';
import { byDay, count, report, sum } from '#kit/declare/report.ts';
import type { Drill } from '#kit/declare/report.ts';
import { resource } from '#kit/declare/resource.ts';
import { text } from '#kit/declare/text.ts';
import { lotFilters } from '#areas/lot/model/lot-filters.ts';
import { parkingOrder } from './order.ts';
import { orderStates } from './words.ts';

const { pending, failed, partPaid, arrears } = orderStates;
/** States of an order that is not fully paid. */
export const unchargedStates = { pending, failed, partPaid, arrears };

const title = text('未确认订单', 'Unconfirmed orders');

/** The orders that need follow-up: due, and neither paid in full nor given up. */
export const unchargedOrder = resource({
  name: 'unchargedOrder',
  title,
  area: 'billing',
  route: '/static/unConfirmOrder',
  page: 'record',
  scope: 'park',
  rowsOf: () => parkingOrder,
  verbs: ['list', 'export'],
  wire: {
    base: '/api/updown/static',
    list: 'getPageUnChargeOrder',
    key: 'onlineOrderId',
    export: '/api/updown/static/exportPageUnChargeOrder',
  },
  facts: { by: 'createdTime', days: 7 },
  fields: { ...parkingOrder.fields, status: { ...parkingOrder.fields.status, options: unchargedStates } },
  display: 'orderNo',
  list: [
    'plateNumber',
    'outstandingFen',
    'createdTime',
    'status',
    'receivableFen',
    'paidFen',
    'parkId',
    'payType',
    'kind',
    'validUntil',
    'orderNo',
  ],
  totals: ['receivableFen', 'paidFen', 'outstandingFen'],
  actions: parkingOrder.actions,
  help: text(
    '要了钱而没有收齐的订单：待支付、支付失败、部分支付、欠费。收齐后不再列出。',
    'Orders not fully paid: pending, failed, partly paid or in arrears. Removed from the list once paid.',
  ),
});

const toOrders: Drill = { route: '/static/unConfirmOrder', fixed: { view: '' } };
const counts = Object.fromEntries(
  Object.entries(unchargedStates).map(([status, label]) => [status, count(label, { status })]),
);

/** The same orders by the day they were made, as they stand now; the second view of their page. */
export const unchargedDays = report({
  name: 'unchargedDays',
  title: text('未确认订单日统计', 'Unconfirmed orders by day'),
  area: 'billing',
  wire: { path: '/api/updown/static/getPageDailyStatistics' },
  from: unchargedOrder,
  time: 'createdTime',
  group: { day: byDay(text('下单日', 'Ordered on')) },
  measures: {
    orders: count(text('订单数', 'Orders')),
    ...counts,
    outstandingFen: sum('outstandingFen', { label: text('未收金额', 'Outstanding') }),
  },
  filters: { ...lotFilters, status: select(text('状态', 'State'), unchargedStates, { search: true }) },
  chart: { kind: 'bar', x: 'day', y: ['outstandingFen'] },
  order: { by: 'day', desc: true },
  drill: toOrders,
  cells: {
    orders: toOrders,
    outstandingFen: toOrders,
    ...Object.fromEntries(
      Object.keys(unchargedStates).map((status) => [status, { ...toOrders, fixed: { ...toOrders.fixed, status } }]),
    ),
  },
});
