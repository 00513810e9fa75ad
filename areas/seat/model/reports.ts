import { company } from '#areas/org/model/company.ts';
import { park } from '#areas/lot/model/park.ts';
import { passage } from '#areas/passage/model/gate-event.ts';
import { relation } from '#kit/declare/field.ts';
import { byDay, byField, count, fieldsOf, rate, report, share, sum } from '#kit/declare/report.ts';
import { text } from '#kit/declare/text.ts';
import { callRecord } from './call-record.ts';
import { callFacts, callFixes, callReasons } from './words.ts';

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
    overflowed: count(text('转组', 'Went on to another group'), { overflowed: true }),
    inTime: count(text('20 秒内接听', 'Within 20 s'), { inTime: true }),
    counted: count(text('计入服务水平', 'Counted'), { counted: true }),
    level: share(text('服务水平', 'Service level'), 'inTime', 'counted'),
    waitS: sum('waitS', { label: text('等待合计', 'Waited, all') }),
    talkS: sum('talkS', { label: text('通话合计', 'Talked, all') }),
    meanTalk: rate(text('平均通话（秒）', 'Average talk, s'), 'talkS', 'answered', { as: 'integer' }),
  },
  filters: { ...filters, ...fieldsOf(callRecord, 'gateId', 'groupId', 'userId', 'why') },
  defaultDays: 7,
  tiles: ['calls', 'answered', 'abandoned', 'fallback', 'overflowed', 'level', 'meanTalk'],
  chart: { kind: 'bar', x: 'day', y: ['answered', 'abandoned', 'fallback'] },
  order: { by: 'day', desc: true },
});

/** What each person who answers has done. */
export const seatSum = report({
  name: 'seatSum',
  title: text('坐席统计', 'Seats by person'),
  area: 'seat',
  route: '/cloudseat/seatsum',
  help: text(
    '按坐席：接听与 20 秒内接听、通话与话后、放行与开闸、司机评分；转接的记在最后接听的人名下。',
    'By person: calls answered and how soon, talk and wrap-up, releases and openings, and what drivers thought; a call handed over counts for whoever took it last.',
  ),
  wire: { path: '/api/gatehouse/seatSum', export: '/api/gatehouse/seatSum/export' },
  from: callRecord,
  time: 'queuedTime',
  where: { status: ['wrapup', 'closed'] },
  group: { userId: byField('userId') },
  measures: {
    answered: count(text('接听', 'Answered')),
    inTime: count(text('20 秒内接听', 'Within 20 s'), { inTime: true }),
    overflowed: count(text('其中转组后接听', 'After going on to another group'), { overflowed: true }),
    inTimeShare: share(text('及时率', 'In time'), 'inTime', 'answered'),
    talkS: sum('talkS', { label: text('通话合计', 'Talked, all') }),
    meanTalk: rate(text('平均通话（秒）', 'Average talk, s'), 'talkS', 'answered', { as: 'integer' }),
    wrapS: sum('wrapS', { label: text('话后合计', 'Wrapped up, all') }),
    meanWrap: rate(text('平均话后（秒）', 'Average wrap-up, s'), 'wrapS', 'answered', { as: 'integer' }),
    released: count(text('放行', 'Released'), { resolution: 'released' }),
    opened: count(text('开闸', 'Opened'), { resolution: 'opened' }),
    rated: count(text('已评分', 'Rated'), { rating: { from: 1 } }),
    points: sum('rating', { label: text('评分合计', 'Points') }),
    meanRating: rate(text('平均评分', 'Average rating'), 'points', 'rated'),
  },
  filters: { ...filters, ...fieldsOf(callRecord, 'gateId', 'groupId', 'why') },
  defaultDays: 7,
  tiles: ['answered', 'inTimeShare', 'meanTalk', 'meanWrap', 'meanRating'],
  chart: { kind: 'bar', x: 'userId', y: ['answered', 'inTime'] },
  order: { by: 'answered', desc: true },
});

/** Why drivers call, lane by lane: where a cause comes up again and again, it is the lane that wants mending. */
export const callWhy = report({
  name: 'callWhy',
  title: text('求助原因', 'Why drivers call'),
  area: 'seat',
  route: '/cloudseat/callwhy',
  help: text(
    '已登记原因的求助，按车道与原因：同一车道的同一原因多次出现时，应检查该车道的相机、付款方式或道闸。',
    'Calls whose cause was noted, by lane and cause. Where one comes up again and again at a lane, look at its camera, ways to pay or barrier.',
  ),
  wire: { path: '/api/gatehouse/callWhy', export: '/api/gatehouse/callWhy/export' },
  from: callRecord,
  time: 'queuedTime',
  where: { status: 'closed', why: Object.keys(callReasons) },
  group: { parkId: byField('parkId'), gateId: byField('gateId'), why: byField('why') },
  measures: {
    calls: count(text('呼叫', 'Calls')),
    talkS: sum('talkS', { label: text('通话合计', 'Talked, all') }),
    meanTalk: rate(text('平均通话（秒）', 'Average talk, s'), 'talkS', 'calls', { as: 'integer' }),
    released: count(text('放行', 'Released'), { resolution: 'released' }),
    opened: count(text('开闸', 'Opened'), { resolution: 'opened' }),
    refused: count(text('未放行', 'Refused'), { resolution: 'refused' }),
  },
  filters: { ...filters, ...fieldsOf(callRecord, 'gateId', 'userId', 'why') },
  defaultDays: 30,
  tiles: ['calls', 'meanTalk', 'released', 'opened'],
  chart: { kind: 'bar', x: 'why', y: ['calls'] },
  order: { by: 'calls', desc: true },
});

/** Why drivers called, beside what the lane's own rows show: what could have kept the call from coming. */
export const callCause = report({
  name: 'callCause',
  title: text('求助与事实', 'Calls and what is on record'),
  area: 'seat',
  route: '/cloudseat/callcause',
  help: text(
    '已登记原因的求助，与通话前后十分钟内该车道的记录对应：读错或未读出的车牌、失败或到车道才做的支付、故障或未动作的道闸、离线的设备。结束半小时后计入。',
    'Calls whose cause was noted, matched with the lane’s rows ten minutes either way: plates misread or not read, payments that failed or came at the lane, barriers that failed or did not move, devices offline. Calls count half an hour after their end.',
  ),
  wire: { path: '/api/gatehouse/callCause', export: '/api/gatehouse/callCause/export' },
  from: callRecord,
  time: 'queuedTime',
  where: { status: 'closed', fact: Object.keys(callFacts) },
  group: { parkId: byField('parkId'), gateId: byField('gateId'), why: byField('why'), fact: byField('fact') },
  measures: {
    calls: count(text('呼叫', 'Calls')),
    explained: count(text('有对应事实', 'On record'), { fact: Object.keys(callFixes) }),
    explainedShare: share(text('对应率', 'Share on record'), 'explained', 'calls'),
    talkS: sum('talkS', { label: text('通话合计', 'Talked, all') }),
  },
  filters: { ...filters, ...fieldsOf(callRecord, 'gateId', 'why', 'fact') },
  defaultDays: 28,
  tiles: ['calls', 'explained', 'explainedShare'],
  chart: { kind: 'bar', x: 'fact', y: ['calls'] },
  order: { by: 'calls', desc: true },
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
