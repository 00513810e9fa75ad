/** Reports of debts and of what roadside car parks took, each made of the rows its figures lead to. */
import { curbPark } from '#areas/lot/model/curb-park.ts';
import { payment } from '#areas/billing/model/payment.ts';
import { company } from '#areas/org/model/company.ts';
import { stay } from '#areas/passage/model/stay.ts';
import { str, relation } from '#kit/declare/field.ts';
import {
  byDay,
  byField,
  byLength,
  byMonth,
  count,
  fieldsOf,
  minus,
  rate,
  report,
  share,
  sum,
} from '#kit/declare/report.ts';
import type { Drill } from '#kit/declare/report.ts';
import { text } from '#kit/declare/text.ts';
import { rdEscape } from './escape.ts';
import { openStates } from './debt-words.ts';

const filters = {
  companyId: relation(text('单位', 'Company'), () => company, { search: true }),
  parkId: relation(text('路内车场', 'Roadside car park'), () => curbPark, { search: true, within: 'companyId' }),
};
const atTheKerb = { 'parkId.parkType': 'curb' } as const;
const roadstatic = (path: string, exported: string) => ({
  path: `/api/updown/roadstatic/${path}`,
  export: `/api/updown/roadstatic/${exported}`,
});

const toDebts: Drill = { route: '/rdstatic/escape', time: 'bornTime' };

/** Debts by the day they were born: what has come of them to date, and how soon. */
export const escapeRecovery = report({
  name: 'escapeRecovery',
  title: text('逃费追缴统计', 'Recovery of unpaid parking'),
  area: 'road',
  route: '/rdstatic/escapestatic',
  help: text(
    '按欠费形成日统计到目前为止的结果；追缴率＝已补缴÷（形成－撤销）。“几日内”按最后一次补缴距形成的天数。',
    'Debts by the day they were born, with what has come of them to date; recovery is paid over born less cancelled. “Within days” is by the last payment since birth.',
  ),
  wire: roadstatic('escapePayStatic', 'exportEscapePayStatic'),
  from: rdEscape,
  time: 'bornTime',
  where: atTheKerb,
  group: { day: byDay(text('形成日', 'Born on')) },
  measures: {
    debts: count(text('笔数', 'Debts')),
    owedFen: sum('owedFen', { label: text('形成金额', 'Born') }),
    within1Fen: sum('paidFen', { label: text('1日内补缴', 'Paid within 1 day'), where: { paidAfterDays: { to: 1 } } }),
    within7Fen: sum('paidFen', { label: text('7日内补缴', 'Within 7 days'), where: { paidAfterDays: { to: 7 } } }),
    within30Fen: sum('paidFen', { label: text('30日内补缴', 'Within 30 days'), where: { paidAfterDays: { to: 30 } } }),
    within90Fen: sum('paidFen', { label: text('90日内补缴', 'Within 90 days'), where: { paidAfterDays: { to: 90 } } }),
    paidFen: sum('paidFen', { label: text('已补缴', 'Paid to date') }),
    cancelledFen: sum('cancelledFen', { label: text('撤销', 'Cancelled') }),
    writtenOffFen: sum('writtenOffFen', { label: text('核销', 'Written off') }),
    outstandingFen: sum('outstandingFen', { label: text('尚欠', 'Still owed') }),
    collectableFen: minus(text('应追缴', 'To be recovered'), 'owedFen', 'cancelledFen'),
    recovery: share(text('追缴率', 'Recovery'), 'paidFen', 'collectableFen'),
  },
  filters: { ...filters, ...fieldsOf(rdEscape, 'plateNumber') },
  defaultDays: 28,
  everyDay: true,
  tiles: ['owedFen', 'paidFen', 'cancelledFen', 'writtenOffFen', 'outstandingFen', 'recovery'],
  chart: { kind: 'line', x: 'day', y: ['within1Fen', 'within7Fen', 'within30Fen', 'within90Fen'] },
  order: { by: 'day', desc: true },
  drill: toDebts,
  cells: Object.fromEntries(
    ['debts', 'owedFen', 'paidFen', 'cancelledFen', 'writtenOffFen', 'outstandingFen'].map((name) => [name, toDebts]),
  ),
});

const ofPlate: Drill = { ...toDebts, params: { plateNumber: 'plateNumber' }, fixed: { status: openStates.join(',') } };

/** Plates that owe, with all that is still open of each. */
export const arrearsByPlate = report({
  name: 'arrearsByPlate',
  title: text('欠费追缴', 'Plates that owe'),
  area: 'road',
  route: '/rdstatic/arrearage',
  menu: 'roadReports',
  help: text(
    '按车牌汇总期间形成、至今未了结的路内欠费；点车牌或数字看每一笔，在那里登记申诉、撤销、移交或核销。',
    'Roadside debts born in the period and still open, by plate; a plate or figure leads to the debts, where they are appealed, cancelled, handed over or written off.',
  ),
  wire: roadstatic('searchArrearage', 'exportArrearage'),
  from: rdEscape,
  time: 'bornTime',
  where: { ...atTheKerb, status: openStates },
  group: { plateNumber: byField('plateNumber') },
  measures: {
    debts: count(text('笔数', 'Debts')),
    outstandingFen: sum('outstandingFen'),
    owedFen: sum('owedFen'),
    paidFen: sum('paidFen'),
    notices: sum('notices'),
    doubtful: count(text('车牌存疑', 'In doubt'), { blocked: true }),
    appealed: count(text('申诉中', 'Under appeal'), { heldSince: { not: null } }),
    handed: count(text('已移交', 'Handed over'), { status: 'handed' }),
  },
  filters: { ...filters, ...fieldsOf(rdEscape, 'plateNumber') },
  defaultDays: 365,
  tiles: ['debts', 'outstandingFen', 'doubtful', 'appealed', 'handed'],
  chart: { kind: 'bar', x: 'plateNumber', y: ['outstandingFen'] },
  order: { by: 'outstandingFen', desc: true },
  drill: ofPlate,
  cells: { debts: ofPlate, outstandingFen: ofPlate, owedFen: ofPlate, paidFen: ofPlate },
});

const toStays: Drill = {
  route: '/static/inoutRecord',
  time: 'outTime',
  slack: [90, 0],
  params: { staySecondsFrom: 'bandFrom', staySecondsTo: 'bandTo' },
  fixed: atTheKerb,
};

/** How long cars stood at the roadside. */
export const roadStayLengths = report({
  name: 'roadStayLengths',
  title: text('路内停车时长统计', 'Roadside parking time'),
  area: 'road',
  route: '/rdstatic/parktime',
  help: text(
    '期间离开路内车场的车辆按停车时长分段；应收与实收是这些停车的。一次最多查124天。',
    'Vehicles that left roadside car parks in the period, by how long they stood; due and paid are those of these stays. 124 days at most.',
  ),
  wire: roadstatic('stopTimeStatic', 'exportStopTimeStatic'),
  from: stay,
  time: 'outTime',
  where: { ...atTheKerb, status: { not: 'merged' } },
  group: {
    band: byLength('staySeconds', text('停车时长', 'Parking time'), [900, 1800, 3600, 7200, 14_400, 28_800, 86_400], {
      1: text('15分钟以内', 'Up to 15 min'),
      2: text('15–30分钟', '15–30 min'),
      3: text('30–60分钟', '30–60 min'),
      4: text('1–2小时', '1–2 h'),
      5: text('2–4小时', '2–4 h'),
      6: text('4–8小时', '4–8 h'),
      7: text('8–24小时', '8–24 h'),
      8: text('24小时以上', 'Over 24 h'),
    }),
  },
  measures: {
    stays: count(text('停车次数', 'Stays')),
    staySeconds: sum('staySeconds', { label: text('停车总时长', 'Total parking time') }),
    meanSeconds: rate(text('平均停车时长', 'Average stay'), 'staySeconds', 'stays', { as: 'duration' }),
    receivableFen: sum('receivableFen'),
    paidFen: sum('paidFen'),
  },
  filters,
  mostDays: 124,
  defaultDays: 28,
  chart: { kind: 'bar', x: 'band', y: ['stays'] },
  order: { by: 'band', desc: false },
  cells: { stays: toStays, staySeconds: toStays, receivableFen: toStays, paidFen: toStays },
});

/** What a payment's collector is called on a line; payments without one are the drivers' own. */
const operator = str(text('收费员', 'Collector'), {
  options: payment.fields.operator.options ?? {},
  none: text('车主自助缴费', 'Paid by drivers themselves'),
});
const toTaken: Drill = {
  route: '/rdstatic/tempWCPays',
  time: 'paidTime',
  slack: [1, 0],
  params: { operator: 'operator' },
};
const taken = { ...atTheKerb, paidTime: { not: null } } as const;
const takings = {
  payments: count(text('笔数', 'Payments')),
  cashFen: sum('amountFen', { label: text('现金', 'Cash'), where: { payType: 'cash' } }),
  codeFen: sum('amountFen', { label: text('线上', 'Online'), where: { payType: { not: 'cash' } } }),
  lateFen: sum('amountFen', { label: text('其中补缴', 'Of it for debts'), where: { kind: 'arrears' } }),
  paidFen: sum('amountFen', { label: text('实收合计', 'Total paid') }),
  refundFen: sum('refundedFen', { label: text('已退', 'Refunded since') }),
  netFen: minus(text('净收入', 'Net'), 'paidFen', 'refundFen'),
} as const;
const help = text(
  '谁收的钱按谁计，车主自助缴费单列一行；已退为这些收款至今退回的金额。',
  'Payments count for who took them, those drivers made themselves in a line of their own; refunded is what has gone back of these payments to date.',
);
const cells = { payments: toTaken, cashFen: toTaken, codeFen: toTaken, lateFen: toTaken, paidFen: toTaken };
const byPerson = {
  filters: { ...filters, ...fieldsOf(payment, 'operator') },
  from: payment,
  time: 'paidTime',
} as const;
const collectorMeasures = {
  area: 'road',
  where: taken,
  measures: takings,
  slack: [1, 0],
  help,
  tiles: ['payments', 'cashFen', 'codeFen', 'lateFen', 'netFen'],
} as const;

export const collectorDays = report({
  ...byPerson,
  ...collectorMeasures,
  name: 'collectorDays',
  title: text('收费员日报', 'Collectors by day'),
  route: '/rdstatic/dailyReportCollector',
  wire: roadstatic('searchUserFeeDaily', 'exportUserFeeDaily'),
  group: { day: byDay(), operator: byField('operator', operator) },
  chart: { kind: 'bar', x: 'day', y: ['cashFen', 'codeFen'] },
  order: { by: 'day', desc: true },
  cells,
});

export const collectorMonths = report({
  ...byPerson,
  ...collectorMeasures,
  name: 'collectorMonths',
  title: text('收费员月报', 'Collectors by month'),
  route: '/rdstatic/dailyReportMouthCollector',
  wire: roadstatic('searchUserFeeMonth', 'exportUserFeeMonth'),
  group: { month: byMonth(), operator: byField('operator', operator) },
  chart: { kind: 'bar', x: 'month', y: ['cashFen', 'codeFen'] },
  order: { by: 'month', desc: true },
  cells,
});

export const collectorSums = report({
  ...byPerson,
  ...collectorMeasures,
  name: 'collectorSums',
  title: text('收费员收费汇总', 'Fees by collector'),
  route: '/rdstatic/userFeeSum',
  wire: { path: '/api/gatehouse/report/collectorSums' },
  group: { operator: byField('operator', operator) },
  chart: { kind: 'bar', x: 'operator', y: ['cashFen', 'codeFen'] },
  order: { by: 'paidFen', desc: true },
  drill: toTaken,
  cells,
});

export const roadReports = [
  escapeRecovery,
  arrearsByPlate,
  roadStayLengths,
  collectorDays,
  collectorMonths,
  collectorSums,
];
