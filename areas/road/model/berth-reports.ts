/** How berths were used, from their spells. */
import { curbPark } from '#areas/lot/model/curb-park.ts';
import { company } from '#areas/org/model/company.ts';
import { dateTime, decimal, duration, integer, percent, relation, select, date } from '#kit/declare/field.ts';
import { hours, report } from '#kit/declare/report.ts';
import type { Drill } from '#kit/declare/report.ts';
import { text } from '#kit/declare/text.ts';
import { berthSection } from './berth-section.ts';
import { rdBerth } from './rd-berth.ts';

const lot = relation(text('路内车场', 'Roadside car park'), () => curbPark);
const section = relation(text('泊位段', 'Section'), () => berthSection);
const filters = {
  companyId: relation(text('单位', 'Company'), () => company, { search: true }),
  parkId: relation(text('路内车场', 'Roadside car park'), () => curbPark, { search: true, within: 'companyId' }),
  sectionId: relation(text('泊位段', 'Section'), () => berthSection, { search: true, within: 'parkId' }),
};
const roadstatic = (path: string, exported: string) => ({
  path: `/api/updown/roadstatic/${path}`,
  export: `/api/updown/roadstatic/${exported}`,
});
const ofLot: Drill = {
  route: '/rdstatic/inoutRecord',
  time: 'inTime',
  params: { parkId: 'parkId', sectionId: 'sectionId' },
};

export const berthRate = report({
  name: 'berthRate',
  title: text('泊位利用率', 'Berth utilisation'),
  area: 'road',
  route: '/rdstatic/berthRate',
  help: text(
    '利用率＝占用÷（占用＋空闲），不明的时间两边都不算；覆盖率＝（占用＋空闲）÷（全部－停用）；周转率＝开始的停车÷开放的泊位日。四种时间之和等于泊位数乘以已过的时间。',
    'Utilisation is occupied over occupied and free; unknown time is on neither side. Coverage is what is known of the time not closed. Turnover is stays begun per open berth and day. The four times add up to berths times the time gone by.',
  ),
  wire: roadstatic('berthRate', 'exportBerthRate'),
  dimensions: { day: date(text('日期', 'Day')), parkId: lot, sectionId: section },
  measures: {
    utilisation: percent(text('利用率', 'Utilisation')),
    turnover: decimal(text('周转率（次/泊位/日）', 'Turnover (per berth and day)'), { width: 190 }),
    coverage: percent(text('覆盖率', 'Coverage')),
    stays: integer(text('开始的停车', 'Stays begun')),
    occupiedSeconds: duration(text('占用', 'Occupied')),
    freeSeconds: duration(text('空闲', 'Free')),
    unknownSeconds: duration(text('不明', 'Unknown')),
    closedSeconds: duration(text('停用', 'Closed')),
    knownSeconds: duration(text('已知', 'Known')),
    openSeconds: duration(text('开放', 'Open')),
  },
  rates: {
    utilisation: { of: 'occupiedSeconds', by: 'knownSeconds', times: 10_000 },
    coverage: { of: 'knownSeconds', by: 'openSeconds', times: 10_000 },
    turnover: { of: 'stays', by: 'openSeconds', times: 86_400, decimals: 2 },
  },
  filters,
  mostDays: 124,
  tiles: ['utilisation', 'turnover', 'coverage', 'stays'],
  chart: { kind: 'bar', x: 'day', y: ['stays'] },
  order: { by: 'day', desc: true },
  drill: ofLot,
});

export const berthHours = report({
  name: 'berthHours',
  title: text('泊位时段利用率', 'Berth use by hour'),
  area: 'road',
  route: '/rdstatic/berthHours',
  help: text(
    '各泊位段在一天各钟点的利用率：占用÷（占用＋空闲），期间各天合计；不明与停用的时间不计。',
    'How full each section is by the hour of the day: occupied over occupied and free, all days of the period together. Unknown and closed time does not count.',
  ),
  wire: { path: '/api/gatehouse/report/berthHours' },
  dimensions: { sectionId: section, parkId: lot, hour: select(text('钟点', 'Hour'), hours) },
  measures: {
    utilisation: percent(text('利用率', 'Utilisation')),
    occupiedSeconds: duration(text('占用', 'Occupied')),
    freeSeconds: duration(text('空闲', 'Free')),
    knownSeconds: duration(text('已知', 'Known')),
  },
  rates: { utilisation: { of: 'occupiedSeconds', by: 'knownSeconds', times: 10_000 } },
  filters,
  mostDays: 62,
  defaultDays: 28,
  tiles: ['utilisation', 'occupiedSeconds', 'freeSeconds'],
  chart: { kind: 'heat', x: 'hour', y: ['utilisation'], by: 'sectionId' },
  order: { by: 'hour', desc: false },
});

export const berthNoCar = report({
  name: 'berthNoCar',
  title: text('泊位无车分析', 'Berths without a car'),
  area: 'road',
  route: '/rdstatic/rdBerthNoCarAnalysis',
  help: text(
    '期间每个泊位空闲多久、最长一次多久、最后一次何时有车；从未占用而所在泊位段利用率超过一半的，多半是地磁有误。',
    'How long each berth was free in the period, for how long at a stretch, and when a car last stood there. Never taken while its section was more than half full speaks against the sensor rather than for the street.',
  ),
  wire: roadstatic('rdBerthNoCarAnalysis', 'exportRdBerthNoCarAnalysis'),
  dimensions: {
    parkId: lot,
    sectionId: section,
    berthId: relation(text('泊位', 'Berth'), () => rdBerth),
    longestSeconds: duration(text('最长连续空闲', 'Longest free')),
    lastCar: dateTime(text('最后有车', 'Last car')),
    sensor: select(text('地磁', 'Sensor'), {
      well: text('正常', 'Well'),
      doubt: text('存疑', 'In doubt'),
    }),
  },
  measures: {
    freeShare: percent(text('空闲占比', 'Share free')),
    freeSeconds: duration(text('空闲', 'Free')),
    occupiedSeconds: duration(text('占用', 'Occupied')),
    knownSeconds: duration(text('已知', 'Known')),
  },
  rates: { freeShare: { of: 'freeSeconds', by: 'knownSeconds', times: 10_000 } },
  filters,
  mostDays: 124,
  tiles: ['freeShare', 'freeSeconds', 'occupiedSeconds'],
  chart: { kind: 'bar', x: 'sectionId', y: ['freeSeconds', 'occupiedSeconds'] },
  order: { by: 'freeSeconds', desc: true },
});
