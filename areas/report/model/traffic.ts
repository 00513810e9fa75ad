import { date, select, str } from '#kit/declare/field.ts';
import { byDay, byField, byMonth, measuresOf, report, sum } from '#kit/declare/report.ts';
import type { Drill } from '#kit/declare/report.ts';
import { text } from '#kit/declare/text.ts';
import type { Text } from '#kit/declare/text.ts';
import { PROVINCE_NAMES, REGISTRATIONS } from '#domain/plate/registration.ts';
import { parkDay, parkDaySplit } from '#areas/billing/model/park-day.ts';
import { feeCells, fees, mainSums, traffic, trafficCells } from './fees.ts';
import { aPark, each, filters, help, ofPark, toEntries, toExits, wire } from './parts.ts';

export const monthInOut = report({
  name: 'monthInOut',
  title: text('月进出汇总', 'Monthly traffic'),
  area: 'report',
  help,
  wire: wire('getMonthInOutSumData', 'exportMonthInOutSumData'),
  from: parkDay,
  time: 'day',
  group: { month: byMonth() },
  measures: traffic,
  filters,
  chart: { kind: 'bar', x: 'month', y: ['entries', 'exits'] },
  order: { by: 'month', desc: true },
  cells: trafficCells,
});

export const dayInOut = report({
  name: 'dayInOut',
  title: text('车流量分析', 'Traffic by day'),
  area: 'report',
  route: '/static/chartInOutSumChart',
  help,
  wire: wire('getParkInOutChartByDay', 'exportParkInOutChartByDay'),
  from: parkDay,
  time: 'day',
  group: { day: byDay() },
  everyDay: true,
  measures: traffic,
  filters,
  defaultDays: 15,
  chart: { kind: 'line', x: 'day', y: ['entries', 'exits'] },
  order: { by: 'day', desc: false },
  drill: toEntries,
  cells: trafficCells,
});

type Groups = Readonly<Record<string, { label: Text; keys: readonly string[] }>>;

/** Exits by sets of the keys of a split; keys of no set, new ones as well, count as `others`. */
const exitsBy = (split: string, { others, ...sets }: Groups & Pick<Groups, 'others'>) =>
  measuresOf(
    parkDaySplit,
    { split },
    Object.fromEntries([
      ...Object.entries(sets).map(([name, { label, keys }]) => [name, sum('count', { label, where: { key: keys } })]),
      [
        'others',
        sum('count', { label: others.label, where: { key: { not: Object.values(sets).flatMap(({ keys }) => keys) } } }),
      ],
    ]),
  );

/** Kinds of stays grouped as third parties receive them; the rest is `others`. */
export const kindGroups = {
  temp: {
    label: text('临时车出场', 'Temporary out'),
    keys: ['temp', 'temp-expired', 'temp-group-full', 'temp-group-queue'],
  },
  pass: { label: text('月租车出场', 'Passes out'), keys: ['pass'] },
  free: { label: text('免费与访客出场', 'Free and visitors out'), keys: ['free', 'visitor'] },
  others: { label: text('其他出场', 'Others out'), keys: ['unidentified', 'no-entry'] },
} as const satisfies Groups;

const ofKinds = (kinds: readonly string[]): Drill => ({
  ...toExits,
  fixed: { ...toExits.fixed, kind: kinds.join(',') },
});
const third = {
  area: 'report',
  from: parkDay,
  time: 'day' as const,
  filters,
  measures: {
    ...traffic,
    ...exitsBy('kind', kindGroups),
    staySeconds: sum('staySeconds'),
  },
  cells: {
    ...trafficCells,
    staySeconds: toExits,
    ...Object.fromEntries(Object.entries(kindGroups).map(([name, { keys }]) => [name, ofKinds(keys)])),
  },
  help: text(
    '提供给第三方（城市平台、物业、业主）的进出数：出场按停车类型分，停车总时长为当日出场车辆之和，不含金额。',
    'Passages as reported to third parties (city platforms, estates, owners): exits by kind, duration of ended stays, no money.',
  ),
};

export const thirdInOut = report({
  ...third,
  name: 'thirdInOut',
  title: text('第三方日进出汇总', 'Daily traffic for third parties'),
  route: '/static/chartDayThindInOutSum',
  wire: wire('getThirdInOutSumData', 'exportThirdInOutSumData'),
  group: { day: byDay() },
  everyDay: true,
  chart: { kind: 'line', x: 'day', y: ['entries', 'exits'] },
  order: { by: 'day', desc: true },
  drill: toEntries,
});

export const thirdMonthInOut = report({
  ...third,
  name: 'thirdMonthInOut',
  title: text('第三方月进出汇总', 'Monthly traffic for third parties'),
  route: '/static/chartDayThindMonthInOutSum',
  wire: wire('getThirdMonthInOutSumData', 'exportThirdMonthInOutSumData'),
  group: { month: byMonth() },
  chart: { kind: 'bar', x: 'month', y: ['entries', 'exits'] },
  order: { by: 'month', desc: true },
  drill: { route: '/static/chartDayThindInOutSum' },
});

/** `registration` is the plate's first two signs, none where the plate names no city. */
export const plateSum = report({
  name: 'plateSum',
  title: text('车牌归属地日统计', 'Entries by plate region'),
  area: 'report',
  route: '/static/platePrefixDaySum',
  help: text(
    '入场车辆按车牌归属地分，默认当日；一辆车进几次计几次。',
    'Entries by plate region, today by default. Every entry counts.',
  ),
  wire: { path: '/api/updown/static/getPlateAnlay', export: '/api/updown/static/exportPlateAnlay' },
  dimensions: {
    registration: str(text('归属地代号', 'Plate region')),
    province: select(text('省份', 'Province'), { ...PROVINCE_NAMES, ...REGISTRATIONS }),
  },
  measures: { entries: parkDay.fields.entries },
  filters: {
    ...filters,
    province: select(text('省份', 'Province'), { ...PROVINCE_NAMES, ...REGISTRATIONS }, { search: true }),
  },
  defaultDays: 1,
  chart: { kind: 'pie', x: 'registration', y: ['entries'] },
  order: { by: 'entries', desc: true },
  cells: { entries: { ...toEntries, params: { plateNumber: 'prefix' } } },
});

/** How cars were let go, put together for the daily paper; what is in none of them is `others`. */
export const releaseGroups = {
  paid: { label: text('缴费出场', 'Paid'), keys: ['paid'] },
  free: { label: text('免费出场', 'Nothing due'), keys: ['free'] },
  held: { label: text('月租与名单', 'Pass or listed'), keys: ['pass', 'list'] },
  byHand: { label: text('人工放行', 'By hand'), keys: ['manual', 'remote'] },
  unpaid: { label: text('欠费出场', 'Left unpaid'), keys: ['unpaid'] },
  others: { label: text('其他出场', 'Others'), keys: ['offline', 'repair'] },
} as const satisfies Groups;

const releasedCells = Object.fromEntries(
  Object.entries(releaseGroups).map(([name, { keys }]) => [
    name,
    { ...toExits, fixed: { ...toExits.fixed, releaseType: keys.join(',') } },
  ]),
);

export const dailyPaper = report({
  name: 'dailyPaper',
  title: text('进出日报', 'Daily report'),
  area: 'report',
  route: '/static/dailyreport',
  help: text(
    '每个车场一行：进出、放行方式与收费，默认当日。可打印存档。',
    'One row per car park: traffic, release types and fees; today by default. Can be printed for the record.',
  ),
  wire: wire('getInOutDailyPaper', 'exportInOutDailyPaper'),
  accepts: { staticDay: date(text('日期', 'Day')) },
  from: parkDay,
  time: 'day',
  group: { parkId: byField('parkId', aPark) },
  measures: { ...traffic, ...exitsBy('releaseType', releaseGroups), ...fees },
  filters,
  defaultDays: 1,
  tiles: mainSums,
  chart: { kind: 'bar', x: 'parkId', y: ['entries', 'exits'] },
  order: { by: 'entries', desc: true },
  drill: ofPark({ route: '/static/chartDaySum' }),
  cells: each({ ...trafficCells, ...releasedCells, ...feeCells }, ofPark),
});
