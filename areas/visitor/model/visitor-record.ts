import { park } from '#areas/lot/model/park.ts';
import { parkGate } from '#areas/lot/model/park-gate.ts';
import { village } from '#areas/lot/model/village.ts';
import { releaseTypes, stayStates, stayTones } from '#areas/passage/model/words.ts';
import { dateTime, duration, image, money, plate, relation, select, str } from '#kit/declare/field.ts';
import { resource } from '#kit/declare/resource.ts';
import { text } from '#kit/declare/text.ts';
import { visit } from './visit.ts';

/**
 * Stays of visitors' cars with whom they came to: drawn from the stays and the visits (server/visitor-records.ts),
 * nothing of it is kept twice.
 */
export const visitorRecord = resource({
  name: 'visitorRecord',
  title: text('访客车辆进出记录', 'Visitor car records'),
  area: 'visitor',
  route: '/visitor/carinoutrecord',
  page: 'record',
  scope: 'park',
  verbs: ['list', 'export'],
  wire: { base: '/api/gatehouse/visitorRecord', list: '/api/updown/static/listPageVistor', key: 'recordId' },
  help: text(
    '访客车辆的每次停车，含被访人、费用与图片；由通道事件得出。',
    'Every stay of a visitor’s car with host, fee and pictures, derived from lane events.',
  ),
  facts: { by: 'beginTime', days: 7 },
  fields: {
    parkId: relation(text('车场', 'Car park'), () => park, { required: true, search: true }),
    villageId: relation(text('小区', 'Community'), () => village, { search: true, alias: ['VID', 'vid'] }),
    beginTime: dateTime(text('开始时间', 'Begins'), { hidden: true }),
    plateNumber: plate(text('车牌号', 'Plate'), { search: true, personal: true }),
    visitId: relation(text('访客单', 'Visit'), () => visit, { none: text('车位预约', 'Space booking') }),
    visitorName: str(text('访客姓名', 'Visitor'), { personal: true }),
    hostName: str(text('被访人', 'Host'), { personal: true }),
    status: select(text('状态', 'State'), stayStates, { search: true, tones: stayTones }),
    inTime: dateTime(text('入场时间', 'Entry time')),
    inGateId: relation(text('入口通道', 'Entry lane'), () => parkGate, { within: 'parkId' }),
    inPicture: image(text('入场图片', 'Entry picture'), { personal: true }),
    outTime: dateTime(text('出场时间', 'Exit time')),
    outGateId: relation(text('出口通道', 'Exit lane'), () => parkGate, { within: 'parkId' }),
    outPicture: image(text('出场图片', 'Exit picture'), { personal: true }),
    staySeconds: duration(text('停车时长', 'Length of stay')),
    releaseType: select(text('放行类型', 'Release type'), releaseTypes),
    receivableFen: money(text('应收金额', 'Amount due')),
    paidFen: money(text('实收金额', 'Paid')),
  },
  display: 'plateNumber',
  list: [
    'plateNumber',
    'inTime',
    'receivableFen',
    'outTime',
    'visitorName',
    'hostName',
    'staySeconds',
    'status',
    'paidFen',
    'releaseType',
    'visitId',
    'parkId',
    'inGateId',
    'outGateId',
    'inPicture',
    'outPicture',
  ],
  totals: ['receivableFen', 'paidFen', 'staySeconds'],
});
