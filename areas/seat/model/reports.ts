import { company } from '#areas/org/model/company.ts';
import { park } from '#areas/lot/model/park.ts';
import { passage } from '#areas/passage/model/gate-event.ts';
import { relation } from '#kit/declare/field.ts';
import { byDay, byField, count, fieldsOf, rate, report, share, sum } from '#kit/declare/report.ts';
import { text } from '#kit/declare/text.ts';
import { callRecord } from './call-record.ts';

const filters = {
  companyId: relation(text('单位', 'Company'), () => company, { search: true }),
  parkId: relation(text('车场', 'Car park'), () => park, { search: true, within: 'companyId' }),
};

/** Calls by day: who was answered, how soon, and who was not. */
export const callSum = report({
  name: 'callSum',
  title: text('求助统计', 'Calls for help'),
  area: 'seat',
  route: '/cloudseat/callsum',
  help: text(
    '服务水平＝20 秒内接听÷（接听＋等待超过 5 秒后放弃）；转现场的另列。',
    'The service level is answered within 20 s over answered and abandoned after more than 5 s; those sent to the booth stand by themselves.',
  ),
  wire: { path: '/api/gatehouse/callSum', export: '/api/gatehouse/callSum/export' },
  from: callRecord,
  time: 'queuedTime',
  group: { day: byDay(text('日期', 'Day')), parkId: byField('parkId') },
  measures: {
    calls: count(text('呼叫', 'Calls')),
    answered: count(text('接听', 'Answered'), { status: ['talking', 'wrapup', 'closed'] }),
    abandoned: count(text('放弃', 'Abandoned'), { status: 'abandoned' }),
    fallback: count(text('转现场', 'Sent to the booth'), { status: 'fallback' }),
    inTime: count(text('20 秒内接听', 'Within 20 s'), { inTime: true }),
    counted: count(text('计入服务水平', 'Counted'), { counted: true }),
    level: share(text('服务水平', 'Service level'), 'inTime', 'counted'),
    waitS: sum('waitS', { label: text('等待合计', 'Waited, all') }),
    talkS: sum('talkS', { label: text('通话合计', 'Talked, all') }),
    meanTalk: rate(text('平均通话', 'Average talk'), 'talkS', 'answered', { as: 'duration' }),
  },
  filters: { ...filters, ...fieldsOf(callRecord, 'gateId', 'userId', 'why') },
  defaultDays: 7,
  tiles: ['calls', 'answered', 'abandoned', 'fallback', 'level', 'meanTalk'],
  chart: { kind: 'bar', x: 'day', y: ['answered', 'abandoned', 'fallback'] },
  order: { by: 'day', desc: true },
});

/** How well the lanes read plates, by lane. */
export const readRate = report({
  name: 'readRate',
  title: text('相机识别率', 'Reading of cameras'),
  area: 'seat',
  route: '/system/readRate',
  help: text(
    '识别率＝识别通过÷全部过车；按车道，最低的在前。',
    'Read over all cars that passed, by lane, the lowest first.',
  ),
  wire: { path: '/api/gatehouse/readRate', export: '/api/gatehouse/readRate/export' },
  from: passage,
  time: 'time',
  where: { status: ['entered', 'left', 'moved', 'unidentified', 'read-late'] },
  group: { parkId: byField('parkId'), gateId: byField('gateId') },
  measures: {
    cars: count(text('过车', 'Cars')),
    read: count(text('识别', 'Read'), { status: ['entered', 'left', 'moved'] }),
    unread: count(text('未识别', 'Unrecognised'), { status: 'unidentified' }),
    late: count(text('迟到识别', 'Read late'), { status: 'read-late' }),
    readShare: share(text('识别率', 'Read rate'), 'read', 'cars'),
  },
  filters: { ...filters, ...fieldsOf(passage, 'gateId') },
  defaultDays: 7,
  tiles: ['cars', 'unread', 'late', 'readShare'],
  chart: { kind: 'bar', x: 'gateId', y: ['cars', 'unread', 'late'] },
  order: { by: 'unread', desc: true },
});
