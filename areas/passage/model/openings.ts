import { company } from '#areas/org/model/company.ts';
import { park } from '#areas/lot/model/park.ts';
import { parkGate } from '#areas/lot/model/park-gate.ts';
import { families } from '#areas/device/model/families.ts';
import { date, integer, money, relation, select } from '#kit/declare/field.ts';
import { report } from '#kit/declare/report.ts';
import type { Drill } from '#kit/declare/report.ts';
import { text } from '#kit/declare/text.ts';

const parkId = relation(text('车场', 'Car park'), () => park, { search: true, within: 'companyId' });
const gateId = relation(text('车道', 'Lane'), () => parkGate, { search: true, within: 'parkId' });

/** What the lane's device of another maker speaks; blank for our own protocol. */
const family = select(text('对接协议', 'Protocol'), families);

const toOpenings: Drill = {
  route: '/static/gateEvents',
  params: { startTime: 'day', endTime: 'day', parkId: 'parkId', gateId: 'gateId' },
};

/** Openings held against their causes, by day and lane: what nobody accounts for stands in `unknown`. */
export const openingSum = report({
  name: 'openingSum',
  title: text('开闸核对', 'Barrier opening audit'),
  area: 'passage',
  route: '/static/openingSum',
  help: text(
    '每次开闸只有一个原因；“原因不明”即无对应停车、月租、放行或远程指令的开闸，应逐条核对。不上报杆位或驶过的设备，其开闸、通过为推定，按对接协议分列。',
    'Every opening has exactly one cause. “Unknown” openings have no stay, pass, release or remote command behind them and should be checked one by one. Where a device does not report its barrier or the passage, both are assumed and counted by its protocol.',
  ),
  wire: { path: '/api/gatehouse/openingSum', export: '/api/gatehouse/openingSum/export' },
  dimensions: { day: date(text('日期', 'Day')), parkId, gateId, family },
  measures: {
    openings: integer(text('开闸次数', 'Openings')),
    byStay: integer(text('停车记录放行', 'Stay')),
    byPass: integer(text('月租放行', 'Pass')),
    byManual: integer(text('人工放行', 'Manual release')),
    byRemote: integer(text('远程开闸', 'Remote')),
    byMode: integer(text('常开或消防', 'Free flow or fire')),
    unknown: integer(text('原因不明', 'Unknown')),
    commanded: integer(text('按指令推定开闸', 'Openings by command only')),
    seen: integer(text('看到驶过', 'Passages seen')),
    assumed: integer(text('推定通过', 'Passages assumed')),
    waivedFen: money(text('减免金额', 'Waived')),
  },
  filters: { companyId: relation(text('单位', 'Company'), () => company, { search: true }), parkId, gateId, family },
  defaultDays: 7,
  chart: { kind: 'bar', x: 'day', y: ['byManual', 'byRemote', 'unknown'] },
  tiles: ['openings', 'byStay', 'byPass', 'byManual', 'byRemote', 'unknown', 'waivedFen'],
  order: { by: 'unknown', desc: true },
  drill: toOpenings,
  cells: {
    openings: { ...toOpenings, fixed: { event: 'up' } },
    waivedFen: { ...toOpenings, route: '/static/manualReleaseEvents' },
    commanded: { ...toOpenings, fixed: { event: 'up', evidence: 'commanded' } },
    seen: { ...toOpenings, route: '/static/videoCarStatic', fixed: { evidence: 'seen' } },
    assumed: { ...toOpenings, route: '/static/videoCarStatic', fixed: { evidence: 'assumed' } },
    ...Object.fromEntries(
      Object.entries({
        byStay: 'stay',
        byPass: 'pass',
        byManual: 'manual',
        byRemote: 'remote',
        byMode: 'mode',
        unknown: 'unknown',
      }).map(([measure, cause]) => [measure, { ...toOpenings, fixed: { cause } }]),
    ),
  },
});
