/** What curb lots took: the twins of the fee reports for the roadside. */
import { relation, select } from '#kit/declare/field.ts';
import type { Drill } from '#kit/declare/report.ts';
import { byDay, byField, byMonth, rate, report, sum } from '#kit/declare/report.ts';
import { text } from '#kit/declare/text.ts';
import { curbPark } from '#areas/lot/model/curb-park.ts';
import { company } from '#areas/org/model/company.ts';
import { parkDay } from '#areas/billing/model/park-day.ts';
import { payTypes } from '#areas/billing/model/words.ts';
import { byWays, feeCells, fees, mainSums, traffic, trafficCells } from './fees.ts';
import { each, help, ofPark, toNet, toPayments, toRefunds, wire } from './parts.ts';

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
  from: parkDay,
  time: 'day',
  where: { 'parkId.parkType': 'curb' },
  group: { day: byDay() },
  everyDay: true,
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
  ...byWays,
  where: { ...byWays.where, 'parkId.parkType': 'curb' },
  narrows: { payType: 'key' },
  filters: { ...filters, payType: select(text('支付方式', 'Payment method'), payTypes, { search: true }) },
  chart: { kind: 'pie', x: 'payType', y: ['paidFen'] },
  order: { by: 'paidFen', desc: true },
  drill: ofWay(toPayments),
  cells: each(
    { payments: toPayments, paidFen: toPayments, refunds: toRefunds, refundFen: toRefunds, netFen: toNet },
    ofWay,
  ),
});

const yard = '/api/updown/roadstatic/parkDailyOrMonth';
const byLot = byField(
  'parkId',
  relation(text('路内车场', 'Roadside car park'), () => curbPark),
);
/** By day unless months are requested. */
const staticType = select(text('统计方式', 'By'), { day: text('按日', 'Day'), month: text('按月', 'Month') });
const ofLot = { ...trafficCells, ...feeCells };

export const yardDays = report({
  name: 'yardDays',
  title: text('路内车场日报', 'Roadside car parks by day'),
  area: 'report',
  route: '/rdstatic/yardDaily',
  help,
  wire: { path: yard, export: '/api/updown/roadstatic/exportParkDailyOrMonth' },
  accepts: { staticType },
  from: parkDay,
  time: 'day',
  where: { 'parkId.parkType': 'curb' },
  group: { day: byDay(), parkId: byLot },
  measures: { ...traffic, ...fees },
  filters,
  tiles: mainSums,
  chart: { kind: 'line', x: 'day', y: ['receivableFen', 'netFen'] },
  order: { by: 'day', desc: true },
  drill: ofPark(toPayments),
  cells: each(ofLot, ofPark),
});

export const yardMonths = report({
  name: 'yardMonths',
  title: text('路内车场月报', 'Roadside car parks by month'),
  area: 'report',
  route: '/rdstatic/yardMonthlyReport',
  help,
  wire: { path: `${yard}?staticType=month` },
  from: parkDay,
  time: 'day',
  where: { 'parkId.parkType': 'curb' },
  group: { month: byMonth(), parkId: byLot },
  measures: { ...traffic, ...fees },
  filters,
  tiles: mainSums,
  chart: { kind: 'bar', x: 'month', y: ['receivableFen', 'netFen'] },
  order: { by: 'month', desc: true },
  drill: ofPark({ route: '/rdstatic/yardDaily' }),
  cells: each(ofLot, ofPark),
});

/** How the roadside was parked at, for those who are to see no money. */
export const roadRecordSum = report({
  name: 'roadRecordSum',
  title: text('路内停车统计', 'Roadside parking by day'),
  area: 'report',
  route: '/static/chartRdaParkRecord',
  help: text(
    '路内车场每日的停车与驶离次数及平均停车时长；不含金额。日以车场时区为准。',
    'Cars that came to and left roadside car parks each day, and how long they stood; no money. Days are those of the car park’s time zone.',
  ),
  wire: { path: '/api/updown/plat/rdaParkRecord/get', export: '/api/updown/plat/rdaParkRecord/export' },
  from: parkDay,
  time: 'day',
  where: { 'parkId.parkType': 'curb' },
  group: { day: byDay(), parkId: byLot },
  measures: {
    ...traffic,
    staySeconds: sum('staySeconds'),
    meanSeconds: rate(text('平均停车时长', 'Average stay'), 'staySeconds', 'exits', { as: 'duration' }),
  },
  filters,
  chart: { kind: 'line', x: 'day', y: ['entries', 'exits'] },
  order: { by: 'day', desc: true },
  drill: ofPark(trafficCells.exits),
  cells: each({ ...trafficCells, staySeconds: trafficCells.exits }, ofPark),
});
