/**
 * Temperature by day and month of each place, and what stands on the page of a company: all from the readings
 * themselves.
 */
import { call } from '#kit/declare/call.ts';
import { date, dateTime, month, relation, select } from '#kit/declare/field.ts';
import { byDay, byField, byMonth, count, report, share } from '#kit/declare/report.ts';
import type { Drill } from '#kit/declare/report.ts';
import { text } from '#kit/declare/text.ts';
import { company } from '#areas/org/model/company.ts';
import { thermalPlace } from './thermal-place.ts';
import { thermalRecord } from './thermal-record.ts';

const filters = {
  companyId: relation(text('单位', 'Company'), () => company, { search: true }),
  placeId: relation(text('地点', 'Place'), () => thermalPlace, { search: true }),
};
const measures = {
  readings: count(text('测温次数', 'Readings')),
  normal: count(text('正常', 'Normal'), { level: 'normal' }),
  suspect: count(text('偏高', 'High'), { level: 'suspect' }),
  implausible: count(text('读数异常', 'Implausible'), { level: 'implausible' }),
  cleared: count(text('复测正常', 'Cleared'), { status: 'cleared' }),
  confirmed: count(text('复测偏高', 'Confirmed'), { status: 'confirmed' }),
  unverified: count(text('未复测', 'Not measured again'), { status: 'unverified' }),
  waiting: count(text('待复测', 'To be measured again'), { status: 'open' }),
  suspectShare: share(text('偏高占比', 'Share high'), 'suspect', 'readings'),
};
const toReadings: Drill = { route: '/door/yjRecord', params: { placeId: 'placeId' } };
const toWarnings: Drill = { route: '/door/yujingRecord', params: { placeId: 'placeId' } };
const cells = {
  readings: toReadings,
  normal: { ...toReadings, fixed: { level: 'normal' } },
  suspect: toWarnings,
  implausible: { ...toReadings, fixed: { level: 'implausible' } },
  ...Object.fromEntries(
    (['cleared', 'confirmed', 'unverified'] as const).map((status) => [status, { ...toWarnings, fixed: { status } }]),
  ),
  waiting: { ...toWarnings, fixed: { status: 'open' } },
};
const base = '/api/updown/yjRecord';
const common = {
  area: 'door',
  from: thermalRecord,
  time: 'time',
  measures,
  filters,
  tiles: ['readings', 'suspect', 'confirmed', 'unverified', 'implausible'],
  cells,
} as const;

export const thermalDay = report({
  ...common,
  name: 'thermalDay',
  title: text('测温日统计', 'Temperature by day'),
  route: '/door/yjdaystatistics',
  help: text(
    '每天每个地点一行，按接入车场的当地日；偏高的为复测正常、复测偏高、未复测与待复测之和。',
    'One line per day and place, by the days of the car park it connects by; what was high is cleared, confirmed, not measured again or still waits.',
  ),
  wire: { path: `${base}/getDayStatistics`, export: `${base}/exportDayStatistics` },
  accepts: { staticDay: date(text('日期', 'Day')) },
  group: { day: byDay(), placeId: byField('placeId') },
  defaultDays: 7,
  chart: { kind: 'line', x: 'day', y: ['readings', 'suspect'] },
  order: { by: 'day', desc: true },
});

export const thermalMonth = report({
  ...common,
  name: 'thermalMonth',
  title: text('测温月统计', 'Temperature by month'),
  route: '/door/yjmonthstatistics',
  help: text('每月每个地点一行。', 'One line per month and place.'),
  wire: { path: `${base}/getMonthStatistics`, export: `${base}/exportMonthStatistics` },
  accepts: {
    staticMonth: month(text('月份', 'Month')),
    startMonth: month(text('开始月份', 'From month')),
    endMonth: month(text('结束月份', 'To month')),
  },
  group: { month: byMonth(), placeId: byField('placeId') },
  chart: { kind: 'bar', x: 'month', y: ['readings', 'suspect'] },
  order: { by: 'month', desc: true },
});

const input = {
  companyId: relation(text('单位', 'Company'), () => company, { alias: ['cpid', 'CPID'] }),
  startTime: dateTime(text('开始时间', 'From')),
  endTime: dateTime(text('结束时间', 'Until')),
};
export const thermalFigures = call({
  name: 'thermalDay.collection',
  title: text('测温首页', 'Figures of temperature'),
  area: 'door',
  method: 'GET',
  path: '/api/updown/door/yjPageCpId/collection',
  permission: 'thermalDay:read',
  input,
  note: text(
    '{people, readings, suspect, implausible, confirmed, cameras, online}；people 为记名人数；默认近 24 小时。',
    '{people, readings, suspect, implausible, confirmed, cameras, online}; people are those who are named; the last 24 hours by default.',
  ),
});
export const thermalRanking = call({
  name: 'thermalDay.rankings',
  title: text('测温排行', 'Temperature by place or department'),
  area: 'door',
  method: 'GET',
  path: '/api/updown/door/yjPageCpId/rankings',
  permission: 'thermalDay:read',
  answer: 'list',
  input: {
    ...input,
    type: select(
      text('按', 'By'),
      { place: text('地点', 'Place'), dept: text('部门', 'Department') },
      { default: 'place' },
    ),
  },
  note: text(
    '[{id, name, readings, warnings, rate}]，rate 为预警占比（万分之一）；部门只计记名的读数。',
    '[{id, name, readings, warnings, rate}]; rate is the share of warnings in ten-thousandths; departments count named readings only.',
  ),
});
