import { date, integer, money, month, relation, select } from '#kit/declare/field.ts';
import { report } from '#kit/declare/report.ts';
import { text } from '#kit/declare/text.ts';
import { company } from '#areas/org/model/company.ts';
import { park } from '#areas/lot/model/park.ts';
import { payTypes } from '#areas/billing/model/words.ts';

const filters = {
  companyId: relation(text('单位', 'Company'), () => company, { search: true }),
  parkId: relation(text('车场', 'Car park'), () => park, { search: true, within: 'companyId' }),
};

const traffic = { entries: integer(text('入场', 'Entries')), exits: integer(text('出场', 'Exits')) };

/** One lot day's money. `receivable + surplus = paid + discount + waived + left owing`; net is paid less refunds. */
const fees = {
  receivableFen: money(text('应收', 'Receivable')), derateFen: money(text('优惠', 'Discount')), waivedFen: money(text('减免', 'Waived')), arrearsFen: money(text('欠费', 'Left owing')),
  surplusFen: money(text('多收', 'Paid too much')), cashFen: money(text('现金', 'Cash')), onlineFen: money(text('线上', 'Online')), refundFen: money(text('退款', 'Refunded')), netFen: money(text('净收入', 'Net')),
};

const day = date(text('日期', 'Day'));
const wire = (path: string, exported: string) => ({ path: `/api/updown/staticSum/${path}`, export: `/api/updown/staticSum/${exported}` });
const toPayments = { route: '/static/tempWCPays', params: { startTime: 'day', endTime: 'day' } };
const help = text('收入按收款当日计，进出按通行当日计；日以车场时区为准。', 'Money counts on the day it came, passages on their own; days are the lot\'s own.');

export const daySum = report({
  name: 'daySum', title: text('日收费汇总', 'Daily fee summary'), area: 'report', route: '/static/chartDaySum', help,
  wire: wire('getNormalData', 'exportNormalData'), dimensions: { day }, measures: { ...traffic, ...fees }, filters,
  chart: { kind: 'line', x: 'day', y: ['receivableFen', 'netFen'] }, order: { by: 'day', desc: true }, drill: toPayments,
});

export const monthFeeSum = report({
  name: 'monthFeeSum', title: text('月收费汇总', 'Monthly fee summary'), area: 'report', route: '/static/chartMonthFeeSum', help,
  wire: wire('getMonthFeeData', 'exportMonthFeeData'), dimensions: { month: month(text('月份', 'Month')) }, measures: { ...traffic, ...fees }, filters, defaultDays: 90,
  chart: { kind: 'bar', x: 'month', y: ['receivableFen', 'netFen'] }, order: { by: 'month', desc: true },
});

export const monthInOut = report({
  name: 'monthInOut', title: text('月进出汇总', 'Monthly in and out'), area: 'report', help,
  wire: wire('getMonthInOutSumData', 'exportMonthInOutSumData'), dimensions: { month: month(text('月份', 'Month')) }, measures: traffic, filters, defaultDays: 90,
  chart: { kind: 'bar', x: 'month', y: ['entries', 'exits'] }, order: { by: 'month', desc: true },
});

export const dayInOut = report({
  name: 'dayInOut', title: text('车流量分析', 'In and out by day'), area: 'report', route: '/static/chartInOutSumChart', help,
  wire: wire('getParkInOutChartByDay', 'exportParkInOutChartByDay'), dimensions: { day }, measures: traffic, filters, defaultDays: 15,
  chart: { kind: 'line', x: 'day', y: ['entries', 'exits'] }, order: { by: 'day', desc: false }, drill: { route: '/static/inoutRecord', params: { startTime: 'day', endTime: 'day' } },
});

export const dayFees = report({
  name: 'dayFees', title: text('车场收费日图表', 'Fees by day'), area: 'report', help,
  wire: wire('getParkChartByDay', 'exportParkChartByDay'), dimensions: { day }, measures: fees, filters, defaultDays: 15,
  chart: { kind: 'line', x: 'day', y: ['cashFen', 'onlineFen', 'netFen'] }, order: { by: 'day', desc: false }, drill: toPayments,
});

export const parkFees = report({
  name: 'parkFees', title: text('收费分析图', 'Fees by car park'), area: 'report', route: '/static/chartFeeSumChart', help,
  wire: wire('getParkChargeAnalyseChart', 'exportParkChargeAnalyseChart'), dimensions: { parkId: relation(text('车场', 'Car park'), () => park) }, measures: { ...traffic, ...fees }, filters, defaultDays: 15,
  chart: { kind: 'bar', x: 'parkId', y: ['receivableFen', 'netFen'] }, order: { by: 'netFen', desc: true }, drill: { route: '/static/tempWCPays', params: { parkId: 'parkId' } },
});

const ways = Object.fromEntries(Object.entries(payTypes).map(([key, label]) => [`${key}Fen`, money(label)]));

export const dayPaySum = report({
  name: 'dayPaySum', title: text('日支付汇总', 'Daily payments by pay way'), area: 'report', route: '/static/chartDayPaySum', help,
  wire: wire('searchPayDaily', 'exportPayDaily'), dimensions: { day }, measures: { payments: integer(text('笔数', 'Payments')), paidFen: money(text('实收合计', 'Paid in all')), ...ways },
  filters: { ...filters, payType: select(text('支付方式', 'Pay way'), payTypes, { search: true }) },
  chart: { kind: 'line', x: 'day', y: ['paidFen', 'cashFen', 'wechatFen', 'alipayFen', 'sandboxFen'] }, order: { by: 'day', desc: true }, drill: toPayments,
});

/** Shares its call with the daily payments: `groupBy=payType` turns the days into pay ways over the whole range. */
export const payTypeSum = report({
  name: 'payTypeSum', title: text('支付方式汇总', 'Payments by pay way'), area: 'report', route: '/static/chartPayTypeSum', help,
  wire: { path: `${dayPaySum.wire.path}?groupBy=payType` },
  dimensions: { payType: select(text('支付方式', 'Pay way'), payTypes) },
  measures: { payments: integer(text('笔数', 'Payments')), paidFen: money(text('实收', 'Paid')), refunds: integer(text('退款笔数', 'Refunds')), refundFen: money(text('退款', 'Refunded')), netFen: money(text('净收入', 'Net')) },
  filters, chart: { kind: 'pie', x: 'payType', y: ['paidFen'] }, order: { by: 'paidFen', desc: true }, drill: { route: '/static/tempWCPays', params: { payType: 'payType' } },
});
