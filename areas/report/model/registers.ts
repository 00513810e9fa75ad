import { integer, money, relation } from '#kit/declare/field.ts';
import { report } from '#kit/declare/report.ts';
import type { Drill } from '#kit/declare/report.ts';
import { text } from '#kit/declare/text.ts';
import { village } from '#areas/lot/model/village.ts';
import { passStates } from '#areas/pass/model/words.ts';
import { carType } from '#areas/vehicle/model/car-type.ts';
import { parkDay } from '#areas/billing/model/park-day.ts';
import { aPark, each, filters, toEntries, toExits, toLedger, toNet, wire } from './parts.ts';

/** A pass that ends within this many days is ending soon. */
export const SOON_DAYS = 7;

const count = integer(text('数量', 'Count'));
const states = Object.fromEntries(Object.entries(passStates).map(([state, label]) => [state, { ...count, label }]));
const toPasses: Drill = { route: '/car/carMonthNew', params: { parkId: 'parkId', carTypeId: 'carTypeId' }, time: null };

export const passSum = report({
  name: 'passSum',
  title: text('月租车汇总', 'Monthly passes by type'),
  area: 'report',
  route: '/static/carMonthSum',
  help: text(
    '数量为现在的状态，“即将到期”是有效月租中7天内到期的；金额为所选时段内的月租收款与退款，已计入日收费汇总。',
    'Counts are current; “Ending soon” are active passes that expire within 7 days. Amounts are pass payments and refunds in the period, already included in the daily fees.',
  ),
  wire: wire('searchCarSum', 'exportCarSum'),
  dimensions: { parkId: aPark, carTypeId: relation(text('车类', 'Car type'), () => carType) },
  measures: {
    ...states,
    soon: { ...count, label: text('即将到期', 'Ending soon') },
    paidFen: money(text('月租收款', 'Paid')),
    refundFen: money(text('月租退款', 'Refunded')),
    netFen: money(text('净收入', 'Net')),
  },
  now: [...Object.keys(passStates), 'soon'],
  tiles: ['active', 'soon', 'suspended', 'expired', 'paidFen', 'refundFen', 'netFen'],
  filters: {
    ...filters,
    carTypeId: relation(text('车类', 'Car type'), () => carType, { search: true, within: 'parkId' }),
  },
  defaultDays: 30,
  chart: { kind: 'bar', x: 'parkId', y: ['paidFen', 'refundFen'] },
  order: { by: 'paidFen', desc: true },
  drill: toPasses,
  cells: {
    ...Object.fromEntries(Object.keys(passStates).map((status) => [status, { ...toPasses, fixed: { status } }])),
    soon: {
      ...toPasses,
      params: { ...toPasses.params, endTimeFrom: 'today', endTimeTo: 'soonUntil' },
      fixed: { status: 'active' },
    },
    // Payments and refunds do not know the type of car, and a lot has several.
    paidFen: { ...toPasses, route: '/static/monthlyRenewal', time: 'time' },
    ...each({ refundFen: toLedger('refund'), netFen: toNet }, (drill) => ({
      ...drill,
      params: toPasses.params!,
      fixed: { ...drill.fixed, orderKind: 'pass' },
    })),
  },
});

const toLots: Drill = { route: '/basedata/park', params: { villageId: 'villageId' }, time: null };

/** Lists know lots, not their village: a line says which are in it. */
const ofVillage = (drill: Drill): Drill => ({ ...drill, params: { ...drill.params, parkId: 'parkIds' } });

export const villageSum = report({
  name: 'villageSum',
  title: text('小区统计', 'Community statistics'),
  area: 'report',
  route: '/static/baseVillage',
  help: text(
    '小区的车场、车位、在场车辆与有效月租为现在的数；进出与收入为所选时段内小区各车场之和。',
    "Car parks, spaces, cars inside and active passes are as of now; passages and income are the sums of the community's car parks in the period.",
  ),
  wire: { path: '/api/gatehouse/village/sum' },
  dimensions: { villageId: relation(text('小区', 'Community'), () => village) },
  measures: {
    households: { ...count, label: text('户数', 'Households') },
    parks: { ...count, label: text('车场', 'Car parks') },
    spaces: { ...count, label: text('车位', 'Spaces') },
    inside: { ...count, label: text('在场', 'Inside') },
    passes: { ...count, label: text('有效月租', 'Active passes') },
    entries: parkDay.fields.entries,
    exits: parkDay.fields.exits,
    netFen: money(text('净收入', 'Net')),
  },
  now: ['households', 'parks', 'spaces', 'inside', 'passes'],
  filters: { companyId: filters.companyId },
  chart: { kind: 'bar', x: 'villageId', y: ['entries', 'exits'] },
  order: { by: 'entries', desc: true },
  drill: toLots,
  cells: {
    parks: toLots,
    ...each(
      {
        inside: { route: '/static/incar', time: null },
        passes: { route: '/car/carMonthNew', time: null, fixed: { status: 'active' } },
        entries: toEntries,
        exits: toExits,
        netFen: { route: '/static/chartDaySum' },
      },
      ofVillage,
    ),
  },
});
