import { park } from '#areas/lot/model/park.ts';
import { call } from '#kit/declare/call.ts';
import { dateTime, integer, json, relation, select, str } from '#kit/declare/field.ts';
import { resource } from '#kit/declare/resource.ts';
import type { Resource } from '#kit/declare/resource.ts';
import { text } from '#kit/declare/text.ts';
import { webhook } from './webhook.ts';
import { deliveryStates, kindWords, tryOutcomes } from './kinds.ts';

const area = 'webhook';
const hookId = relation(text('事件订阅', 'Webhook'), () => webhook, { search: true, outlives: true });

export const redeliverOne = call({
  name: 'webhookDelivery.redeliver',
  title: text('重发', 'Deliver again'),
  area,
  method: 'POST',
  path: '/api/gatehouse/webhookDelivery/redeliver',
  permission: 'webhook:send',
  answer: 'object',
  input: { id: relation(text('推送', 'Delivery'), (): Resource => webhookDelivery, { required: true }) },
  note: text('编号不变；再有24小时重试', 'Its id stays; it is tried for another 24 hours'),
});

/**
 * One event for one webhook, written in the transaction of its cause. The same event is one row, however often it is
 * recorded.
 */
export const webhookDelivery = resource({
  name: 'webhookDelivery',
  title: text('事件推送', 'Delivery of events'),
  help: text(
    '每个事件对每个订阅一条，与事实同一事务写入；24小时内越等越久地重试，仍未送达的可重发。已送达的保留30天，未送达的90天。',
    'One row per event and webhook, written in the transaction of its cause. Retried for 24 hours at growing intervals; undelivered events can be redelivered. Kept for 30 days once delivered, otherwise 90.',
  ),
  area,
  route: '/system/webhookDelivery',
  page: 'record',
  scope: 'park',
  wire: { base: '/api/gatehouse/webhookDelivery' },
  range: 'eventTime',
  fields: {
    hookId,
    parkId: relation(text('车场', 'Car park'), () => park, { search: true, outlives: true }),
    kind: select(text('事件', 'Event'), kindWords, { search: true }),
    status: select(text('状态', 'State'), deliveryStates, {
      search: true,
      tones: { pending: 'warn', sending: 'info', sent: 'ok', dead: 'bad', dropped: 'muted' },
    }),
    eventTime: dateTime(text('发生时间', 'Happened at')),
    madeTime: dateTime(text('记录时间', 'Recorded at')),
    sentTime: dateTime(text('送达时间', 'Delivered at')),
    tries: integer(text('次数', 'Tries')),
    dueAt: dateTime(text('下次发送', 'Due at')),
    giveUpAt: dateTime(text('重试至', 'Tried until')),
    answer: str(text('最近答复', 'Last answer'), { max: 240, width: 220 }),
    /** Rises with the order in which events were written: receivers put them in order by it. */
    seq: integer(text('序号', 'No.'), { ordinal: true }),
    /** Names the event: one row for a webhook. */
    fact: str(text('事实', 'Fact'), { hidden: true, max: 240 }),
    payload: json(text('内容', 'Content'), { hidden: true }),
  },
  display: 'kind',
  unique: [['hookId', 'fact']],
  index: [['hookId', 'status', 'dueAt'], ['status', 'dueAt'], ['eventTime']],
  order: { by: 'eventTime', desc: true },
  list: ['eventTime', 'hookId', 'parkId', 'kind', 'status', 'tries', 'sentTime', 'dueAt', 'answer', 'seq'],
  actions: [{ call: redeliverOne, key: 'id', when: { field: 'status', is: ['dead', 'sent', 'dropped'] } }],
});

/** Every attempt, whatever came of it. By month. */
export const webhookTry = resource({
  name: 'webhookTry',
  title: text('推送日志', 'Diary of deliveries'),
  help: text(
    '每次发送一条：用时、状态与对方的答复（截短，不含车牌与密钥）。',
    'One line for each attempt: how long it took, the status, and what was answered, cut and without plates and secrets.',
  ),
  area,
  route: '/system/webhookTry',
  page: 'record',
  scope: 'company',
  verbs: ['list', 'export'],
  wire: { base: '/api/gatehouse/webhookTry' },
  facts: { by: 'time', days: 7 },
  fields: {
    time: dateTime(text('时间', 'At')),
    hookId,
    deliveryId: str(text('推送', 'Delivery'), { hidden: true, max: 36 }),
    kind: select(text('事件', 'Event'), { ...kindWords, 'webhook.test': text('测试', 'Test') }, { search: true }),
    outcome: select(text('结果', 'Outcome'), tryOutcomes, {
      search: true,
      tones: { sent: 'ok', again: 'warn', away: 'bad', gone: 'bad' },
    }),
    nth: integer(text('第几次', 'Try')),
    ms: integer(text('用时（毫秒）', 'Took (ms)')),
    httpStatus: integer(text('HTTP状态', 'HTTP status'), { ordinal: true }),
    answer: str(text('答复', 'Answer'), { max: 240, width: 260 }),
  },
  display: 'kind',
  index: [['hookId', 'time'], ['deliveryId']],
  list: ['time', 'hookId', 'kind', 'outcome', 'nth', 'ms', 'httpStatus', 'answer'],
});
