import { park } from '#areas/lot/model/park.ts';
import { dateTime, integer, json, plate, relation, select, str } from '#kit/declare/field.ts';
import { call } from '#kit/declare/call.ts';
import { resource } from '#kit/declare/resource.ts';
import type { Resource } from '#kit/declare/resource.ts';
import { text } from '#kit/declare/text.ts';
import { thirdparty } from './thirdparty.ts';
import { messageKinds, messageStates, outcomes } from './words.ts';

const base = '/api/updown/thirdparty';
const platId = relation(text('平台', 'Platform'), () => thirdparty, { search: true, outlives: true });
const parkId = relation(text('车场', 'Car park'), () => park, { search: true, outlives: true });
const kind = select(text('内容', 'What'), messageKinds, { search: true });

export const requeue = call({
  name: 'thirdMessage.requeue',
  title: text('重发', 'Send again'),
  area: 'upload',
  method: 'POST',
  path: '/api/gatehouse/thirdMessage/requeue',
  permission: 'thirdparty:send',
  answer: 'object',
  input: { id: relation(text('消息', 'Message'), (): Resource => thirdMessage, { required: true }) },
  note: text(
    '被拒绝的消息回到队列；同一次停车后面的消息随后发出',
    'A refused message goes back into the queue; what follows of the same visit goes after it',
  ),
});

/**
 * One fact for a platform, written in the transaction of its cause. The same fact is one row, however often it is
 * recorded.
 */
export const thirdMessage = resource({
  name: 'thirdMessage',
  title: text('平台数据上传', 'Uploads to platforms'),
  help: text(
    '每个事实一条，与停车、收款同一事务写入；同一次停车按先后发送，失败的越等越久，被拒绝的停在原处，修正后可重发。已上传的保留90天。',
    'One row per fact, written in the transaction of its cause. Messages of one stay are sent in order; failures wait longer each time, and a rejected message stops there and can be resent once corrected. Accepted messages are kept for 90 days.',
  ),
  area: 'upload',
  route: '/system/plateUpload',
  page: 'record',
  scope: 'park',
  wire: { base, list: 'upPlatList' },
  verbs: ['list', 'export'],
  range: 'factTime',
  fields: {
    platId,
    parkId,
    kind,
    status: select(text('状态', 'State'), messageStates, {
      search: true,
      tones: { pending: 'warn', sending: 'info', sent: 'ok', dead: 'bad', superseded: 'muted' },
    }),
    plateNumber: plate(text('车牌号', 'Plate'), { search: true, personal: true }),
    factTime: dateTime(text('发生时间', 'Happened at')),
    madeTime: dateTime(text('记录时间', 'Recorded at')),
    sentTime: dateTime(text('上传时间', 'Sent at')),
    tries: integer(text('次数', 'Tries')),
    dueAt: dateTime(text('下次发送', 'Due at')),
    answer: str(text('对方答复', 'Answer'), { max: 240, width: 220 }),
    /** What it is about: those of one key go out in the order of `seq`. */
    orderKey: str(text('顺序', 'Order'), { hidden: true, max: 80 }),
    seq: integer(text('序号', 'No.'), { hidden: true }),
    /** Names the fact: one row for a platform. */
    fact: str(text('事实', 'Fact'), { hidden: true, max: 240 }),
    payload: json(text('内容', 'Content'), { hidden: true }),
  },
  display: 'kind',
  unique: [['platId', 'fact']],
  index: [['status', 'dueAt'], ['platId', 'status', 'seq'], ['platId', 'orderKey', 'seq'], ['factTime']],
  order: { by: 'factTime', desc: true },
  list: ['platId', 'parkId', 'kind', 'status', 'factTime', 'plateNumber', 'sentTime', 'tries', 'dueAt', 'answer'],
  actions: [{ call: requeue, key: 'id', when: { field: 'status', is: ['dead'] } }],
});

/** Every attempt, whatever came of it. By month. */
export const thirdDiary = resource({
  name: 'thirdDiary',
  title: text('上传日志', 'Diary of uploads'),
  help: text('每次发送一条：用时、答复代码与说明。', 'One line for each attempt: how long it took, what was answered.'),
  area: 'upload',
  route: '/system/thirdDiary',
  page: 'record',
  scope: 'park',
  verbs: ['list', 'export'],
  wire: { base, list: 'diary' },
  facts: { by: 'time', days: 7 },
  fields: {
    time: dateTime(text('时间', 'At')),
    platId,
    parkId,
    messageId: str(text('消息', 'Message'), { hidden: true, max: 36 }),
    kind,
    outcome: select(text('结果', 'Outcome'), outcomes, {
      search: true,
      tones: { sent: 'ok', again: 'warn', away: 'bad', refused: 'bad' },
    }),
    nth: integer(text('第几次', 'Try')),
    ms: integer(text('用时（毫秒）', 'Took (ms)')),
    httpStatus: integer(text('HTTP状态', 'HTTP status'), { ordinal: true }),
    code: str(text('答复代码', 'Code'), { max: 40 }),
    summary: str(text('说明', 'Summary'), { max: 240, width: 240 }),
  },
  display: 'kind',
  index: [['platId', 'time'], ['messageId']],
  list: ['time', 'platId', 'parkId', 'kind', 'outcome', 'nth', 'ms', 'httpStatus', 'code', 'summary'],
});
