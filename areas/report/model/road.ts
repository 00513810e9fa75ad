/** What curb lots took: the twins of the fee reports for the roadside. */
import { integer, money, relation, select } from '#kit/declare/field.ts';
import type { Drill } from '#kit/declare/report.ts';
import { report } from '#kit/declare/report.ts';
import { text } from '#kit/declare/text.ts';
import { curbPark } from '#areas/lot/model/curb-park.ts';
import { company } from '#areas/org/model/company.ts';
import { payTypes } from '#areas/billing/model/words.ts';
import { feeCells, fees, mainSums, traffic, trafficCells } from './fees.ts';
import { day, each, help, toNet, toPayments, toRefunds, wire } from './parts.ts';

const filters = {
  companyId: relation(text('单位', 'Company'), () => company, { search: true }),
  parkId: relation(text('路内车场', 'Roadside car park'), () => curbPark, { search: true, within: 'companyId' }),
};

/** Lists know lots, not their kind: a line says which lots are in it, as `curbLots`. */
const ofCurb = (drill: Drill): Drill => ({ ...drill, params: { ...drill.params, parkId: 'curbLots' } });

export const roadDaySum = report({
  name: 'roadDaySum',
  title: text('路内日收费汇总', 'Roadside fees by day'),
  area: 'report',
  route: '/rdstatic/chartDaySum',
  help,
  wire: wire('getRoadNormalData', 'exportRoadNormalData'),
  dimensions: { day },
  measures: { ...traffic, ...fees },
  filters,
  tiles: mainSums,
  chart: { kind: 'line', x: 'day', y: ['receivableFen', 'netFen'] },
  order: { by: 'day', desc: true },
  drill: ofCurb(toPayments),
  cells: each({ ...trafficCells, ...feeCells }, ofCurb),
});

const ofWay = (drill: Drill): Drill => ofCurb({ ...drill, params: { payType: 'payType' } });

export const roadPaySum = report({
  name: 'roadPaySum',
  title: text('路内支付汇总', 'Roadside payments by payment method'),
  area: 'report',
  route: '/rdstatic/groupSummary',
  help,
  wire: { path: '/api/updown/roadstatic/paymentSum', export: '/api/updown/roadstatic/exportPaymentSum' },
  dimensions: { payType: select(text('支付方式', 'Payment method'), payTypes) },
  measures: {
    payments: integer(text('笔数', 'Payments')),
    paidFen: money(text('实收', 'Paid')),
    refunds: integer(text('退款笔数', 'Refunds')),
    refundFen: money(text('退款', 'Refunded')),
    netFen: money(text('净收入', 'Net')),
  },
  filters: { ...filters, payType: select(text('支付方式', 'Payment method'), payTypes, { search: true }) },
  chart: { kind: 'pie', x: 'payType', y: ['paidFen'] },
  order: { by: 'paidFen', desc: true },
  drill: ofWay(toPayments),
  cells: each(
    { payments: toPayments, paidFen: toPayments, refunds: toRefunds, refundFen: toRefunds, netFen: toNet },
    ofWay,
  ),
});
