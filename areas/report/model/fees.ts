import { relation, select, str } from '#kit/declare/field.ts';
import { byDay, byField, byMonth, minus, report, sum } from '#kit/declare/report.ts';
import { text } from '#kit/declare/text.ts';
import { user } from '#areas/access/model/user.ts';
import { parkDay, parkDaySplit } from '#areas/billing/model/park-day.ts';
import { ledgerFigures, payTypes } from '#areas/billing/model/words.ts';
import {
  aPark,
  each,
  filters,
  help,
  ofPark,
  toCash,
  toEntries,
  toExits,
  toLedger,
  toNet,
  toOnline,
  toPayments,
  toRefunds,
  wire,
} from './parts.ts';

export const traffic = { entries: sum('entries'), exits: sum('exits') };
export const trafficCells = { entries: toEntries, exits: toExits };

/** One lot day's money. `receivable + surplus = paid + discount + waived + left owing`; net is paid less refunds. */
export const fees = {
  receivableFen: sum('receivableFen'),
  derateFen: sum('derateFen'),
  waivedFen: sum('waivedFen'),
  arrearsFen: sum('arrearsFen'),
  surplusFen: sum('surplusFen'),
  cashFen: sum('cashFen'),
  onlineFen: sum('onlineFen'),
  refundFen: sum('refundFen'),
  netFen: sum('paidFen', { less: 'refundFen', label: ledgerFigures.netFen.label }),
};
export const feeCells = {
  receivableFen: toLedger('receivable'),
  derateFen: toLedger('derate'),
  waivedFen: toLedger('waived'),
  arrearsFen: toLedger('arrears'),
  surplusFen: toLedger('surplus'),
  cashFen: toCash,
  onlineFen: toOnline,
  refundFen: toRefunds,
  netFen: toNet,
};

/** What stands above the chart of a report of all fees. */
export const mainSums = ['entries', 'exits', 'receivableFen', 'cashFen', 'onlineFen', 'refundFen', 'netFen'];

export const daySum = report({
  name: 'daySum',
  title: text('日收费汇总', 'Daily fee summary'),
  area: 'report',
  route: '/static/chartDaySum',
  help,
  wire: wire('getNormalData', 'exportNormalData'),
  from: parkDay,
  time: 'day',
  group: { day: byDay() },
  everyDay: true,
  measures: { ...traffic, ...fees },
  filters,
  tiles: mainSums,
  chart: { kind: 'line', x: 'day', y: ['receivableFen', 'netFen'] },
  order: { by: 'day', desc: true },
  drill: toPayments,
  cells: { ...trafficCells, ...feeCells },
});

export const monthFeeSum = report({
  name: 'monthFeeSum',
  title: text('月收费汇总', 'Monthly fee summary'),
  area: 'report',
  route: '/static/chartMonthFeeSum',
  help,
  wire: wire('getMonthFeeData', 'exportMonthFeeData'),
  from: parkDay,
  time: 'day',
  group: { month: byMonth() },
  measures: { ...traffic, ...fees },
  filters,
  tiles: mainSums,
  chart: { kind: 'bar', x: 'month', y: ['receivableFen', 'netFen'] },
  order: { by: 'month', desc: true },
  drill: { route: '/static/chartDaySum' },
  cells: { ...trafficCells, ...feeCells },
});

export const dayFees = report({
  name: 'dayFees',
  title: text('车场收费日图表', 'Fees by day'),
  area: 'report',
  help,
  wire: wire('getParkChartByDay', 'exportParkChartByDay'),
  from: parkDay,
  time: 'day',
  group: { day: byDay() },
  everyDay: true,
  measures: fees,
  filters,
  defaultDays: 15,
  chart: { kind: 'line', x: 'day', y: ['cashFen', 'onlineFen', 'netFen'] },
  order: { by: 'day', desc: false },
  drill: toPayments,
  cells: feeCells,
});

export const parkFees = report({
  name: 'parkFees',
  title: text('收费分析图', 'Fees by car park'),
  area: 'report',
  route: '/static/chartFeeSumChart',
  help,
  wire: wire('getParkChargeAnalyseChart', 'exportParkChargeAnalyseChart'),
  from: parkDay,
  time: 'day',
  group: { parkId: byField('parkId', aPark) },
  measures: { ...traffic, ...fees },
  filters,
  tiles: mainSums,
  defaultDays: 15,
  chart: { kind: 'bar', x: 'parkId', y: ['receivableFen', 'netFen'] },
  order: { by: 'netFen', desc: true },
  drill: ofPark({ route: '/static/chartDaySum' }),
  cells: each({ ...trafficCells, ...feeCells }, ofPark),
});

const ways = Object.fromEntries(
  Object.entries(payTypes).map(([key, label]) => [`${key}Fen`, sum('amountFen', { label, where: { key } })]),
);
const byWay = select(text('支付方式', 'Payment method'), payTypes);

export const dayPaySum = report({
  name: 'dayPaySum',
  title: text('日支付汇总', 'Daily payments by payment method'),
  area: 'report',
  route: '/static/chartDayPaySum',
  help,
  wire: wire('searchPayDaily', 'exportPayDaily'),
  from: parkDaySplit,
  time: 'day',
  where: { split: 'payType' },
  group: { day: byDay() },
  everyDay: true,
  measures: {
    payments: sum('count', { label: parkDay.fields.payments.label }),
    paidFen: sum('amountFen', { label: text('实收合计', 'Total paid') }),
    ...ways,
  },
  filters: { ...filters, payType: { ...byWay, search: true } },
  narrows: { payType: 'key' },
  chart: { kind: 'line', x: 'day', y: ['paidFen', 'cashFen', 'wechatFen', 'alipayFen', 'sandboxFen'] },
  order: { by: 'day', desc: true },
  drill: toPayments,
  cells: {
    payments: toPayments,
    paidFen: toPayments,
    ...Object.fromEntries(
      Object.keys(payTypes).map((key) => [`${key}Fen`, { ...toPayments, fixed: { payType: key } }]),
    ),
  },
});

const ofWay = { payType: 'payType' };
const paid = { split: 'payType' };
const back = { split: 'refundType' };

/** What came and was given back by each payment method. */
export const byWays = {
  from: parkDaySplit,
  time: 'day',
  where: { split: ['payType', 'refundType'] },
  group: { payType: byField('key', byWay) },
  skipEmpty: true,
  measures: {
    payments: sum('count', { label: parkDay.fields.payments.label, where: paid }),
    paidFen: sum('amountFen', { label: text('实收', 'Paid'), where: paid }),
    refunds: sum('count', { label: text('退款笔数', 'Refunds'), where: back }),
    refundFen: sum('amountFen', { label: text('退款', 'Refunded'), where: back }),
    netFen: minus(ledgerFigures.netFen.label, 'paidFen', 'refundFen'),
  },
} as const;

/** Shares its call with the daily payments: `groupBy=payType` turns the days into pay ways over the whole range. */
export const payTypeSum = report({
  name: 'payTypeSum',
  title: text('支付方式汇总', 'Payments by payment method'),
  area: 'report',
  route: '/static/chartPayTypeSum',
  help,
  wire: { path: `${dayPaySum.wire.path}?groupBy=payType` },
  ...byWays,
  filters,
  chart: { kind: 'pie', x: 'payType', y: ['paidFen'] },
  order: { by: 'paidFen', desc: true },
  drill: { ...toPayments, params: ofWay },
  cells: each(
    { payments: toPayments, paidFen: toPayments, refunds: toRefunds, refundFen: toRefunds, netFen: toNet },
    (drill) => ({ ...drill, params: ofWay }),
  ),
});

const ofPerson = { operator: 'exactly' };

/**
 * `operator` is how the line is called, `exactly` what its rows are found by: the name they carry, or none; what came
 * without a person is a line of its own.
 */
export const userFees = report({
  name: 'userFees',
  title: text('收费员汇总', 'Fees by collector'),
  area: 'report',
  route: '/static/chartUserFeeSum',
  help: text(
    '谁收的钱按谁计；车主自助缴费单列一行，合计与日支付汇总一致。',
    "Payments are attributed to the collector. Drivers' own payments are a separate row, so the totals match the daily payments.",
  ),
  wire: wire('searchUserFeeDaily', 'exportUserFeeDaily'),
  from: parkDaySplit,
  time: 'day',
  where: { split: ['cashier', 'cashierOnline', 'cashierBack'] },
  group: { operator: byField('key', str(text('收费员', 'Collector'))) },
  skipEmpty: true,
  measures: {
    payments: sum('count', { label: parkDay.fields.payments.label, where: { split: ['cashier', 'cashierOnline'] } }),
    cashFen: sum('amountFen', { label: parkDay.fields.cashFen.label, where: { split: 'cashier' } }),
    onlineFen: sum('amountFen', { label: parkDay.fields.onlineFen.label, where: { split: 'cashierOnline' } }),
    paidFen: sum('amountFen', {
      label: text('实收合计', 'Total paid'),
      where: { split: ['cashier', 'cashierOnline'] },
    }),
    refunds: sum('count', { label: text('退款笔数', 'Refunds'), where: { split: 'cashierBack' } }),
    refundFen: sum('amountFen', { label: text('经手退款', 'Refunded'), where: { split: 'cashierBack' } }),
    netFen: minus(ledgerFigures.netFen.label, 'paidFen', 'refundFen'),
  },
  filters: { ...filters, userId: relation(text('收费员', 'Collector'), () => user, { search: true }) },
  chart: { kind: 'bar', x: 'operator', y: ['cashFen', 'onlineFen'] },
  order: { by: 'paidFen', desc: true },
  drill: { ...toPayments, params: ofPerson },
  cells: each(
    {
      payments: toPayments,
      cashFen: toCash,
      onlineFen: toOnline,
      paidFen: toPayments,
      refunds: toRefunds,
      refundFen: toRefunds,
      netFen: toNet,
    },
    (drill) => ({ ...drill, params: ofPerson }),
  ),
});
