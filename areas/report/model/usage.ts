/** How the spaces are used: how full by hour and weekday, how often each is taken, how long cars stay. */
import { decimal, duration, integer, money, percent, select } from '#kit/declare/field.ts';
import { byLength, count, hours, rate, report, sum, weekdays } from '#kit/declare/report.ts';
import { text } from '#kit/declare/text.ts';
import { stay } from '#areas/passage/model/stay.ts';
import { parkDay } from '#areas/billing/model/park-day.ts';
import { ledgerFigures } from '#areas/billing/model/words.ts';
import { aPark, filters, ofPark, toExits, toNet } from './parts.ts';

const { entries, exits, staySeconds } = parkDay.fields;

export const occupancyHours = report({
  name: 'occupancyHours',
  title: text('在场时段分析', 'Occupancy by hour'),
  area: 'report',
  route: '/static/occupancyHours',
  help: text(
    '每个钟点末的在场车辆，按星期与钟点平均；由当前在场数与进出流水倒推，尚未到的钟点不计。',
    'Vehicles inside at the end of each hour, averaged by weekday and hour; worked back from the present count by entries and exits. Hours to come do not count.',
  ),
  wire: { path: '/api/gatehouse/report/occupancyHours' },
  dimensions: { weekday: select(text('星期', 'Weekday'), weekdays), hour: select(text('钟点', 'Hour'), hours) },
  measures: {
    inside: decimal(text('平均在场', 'Average inside')),
    occupied: percent(text('占用率', 'Occupancy')),
    entries,
    exits,
    vehicleHours: integer(text('占用车时', 'Vehicle hours')),
    spaceHours: integer(text('车位时', 'Space hours')),
    hours: integer(text('统计时数', 'Hours counted')),
  },
  rates: {
    inside: { of: 'vehicleHours', by: 'hours', decimals: 1 },
    occupied: { of: 'vehicleHours', by: 'spaceHours', times: 10_000 },
  },
  filters,
  tiles: ['inside', 'occupied', 'entries', 'exits'],
  defaultDays: 28,
  chart: { kind: 'heat', x: 'hour', y: ['inside'], by: 'weekday' },
  order: { by: 'weekday', desc: false },
});

export const spaceTurnover = report({
  name: 'spaceTurnover',
  title: text('车位周转分析', 'Space turnover'),
  area: 'report',
  route: '/static/spaceTurnover',
  help: text(
    '周转率为出场数除以车位日（车位数×天数）；每车位日收入与平均停车时长同口径。没有登记车位数的车场不计周转。',
    'Turnover is exits over space days (spaces × days); income per space day and average stay are counted alike. Car parks without a number of spaces have none.',
  ),
  wire: { path: '/api/gatehouse/report/spaceTurnover' },
  dimensions: { parkId: aPark },
  measures: {
    turnover: decimal(text('周转率（次/车位/日）', 'Turnover (per space and day)'), { width: 190 }),
    perSpaceFen: money(text('每车位日收入', 'Income per space day')),
    meanSeconds: duration(text('平均停车时长', 'Average stay')),
    exits,
    netFen: ledgerFigures.netFen,
    spaces: integer(text('车位数', 'Spaces')),
    spaceDays: integer(text('车位日', 'Space days')),
    staySeconds,
  },
  rates: {
    turnover: { of: 'exits', by: 'spaceDays', decimals: 2 },
    perSpaceFen: { of: 'netFen', by: 'spaceDays' },
    meanSeconds: { of: 'staySeconds', by: 'exits' },
  },
  filters,
  now: ['spaces'],
  tiles: ['turnover', 'perSpaceFen', 'meanSeconds', 'exits', 'netFen'],
  defaultDays: 28,
  chart: { kind: 'bar', x: 'parkId', y: ['turnover'] },
  order: { by: 'turnover', desc: true },
  cells: { exits: ofPark(toExits), staySeconds: ofPark(toExits), netFen: ofPark(toNet) },
});

/** Upper ends in seconds, the last without one; a stay belongs to the first it does not exceed. */
const lengthEnds = [900, 1800, 3600, 7200, 14_400, 28_800, 86_400];
const lengths = {
  1: text('15分钟以内', 'Up to 15 min'),
  2: text('15–30分钟', '15–30 min'),
  3: text('30–60分钟', '30–60 min'),
  4: text('1–2小时', '1–2 h'),
  5: text('2–4小时', '2–4 h'),
  6: text('4–8小时', '4–8 h'),
  7: text('8–24小时', '8–24 h'),
  8: text('24小时以上', 'Over 24 h'),
};
const toLength = { ...toExits, params: { staySecondsFrom: 'lengthFrom', staySecondsTo: 'lengthTo' } };

export const stayLengths = report({
  name: 'stayLengths',
  title: text('停车时长分布', 'Length of stay'),
  area: 'report',
  route: '/static/stayLengths',
  help: text(
    '期间出场的车辆按停车时长分段；实收为这些停车的缴费。一次最多查124天。',
    'Vehicles that left in the period, by how long they stayed; paid is what was paid for these stays. 124 days at most.',
  ),
  wire: { path: '/api/gatehouse/report/stayLengths' },
  from: stay,
  time: 'outTime',
  where: { status: { not: ['merged', 'voided'] } },
  group: { length: byLength('staySeconds', text('停车时长', 'Length of stay'), lengthEnds, lengths) },
  measures: {
    exits: count(exits.label),
    staySeconds: sum('staySeconds', { label: staySeconds.label }),
    meanSeconds: rate(text('平均停车时长', 'Average stay'), 'staySeconds', 'exits', { as: 'duration' }),
    paidFen: sum('paidFen'),
  },
  filters,
  mostDays: 124,
  defaultDays: 28,
  chart: { kind: 'bar', x: 'length', y: ['exits'] },
  order: { by: 'length', desc: false },
  drill: toLength,
  cells: { exits: toLength, staySeconds: toLength, paidFen: toLength },
});
