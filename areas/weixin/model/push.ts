/**
 * Messages by event: what is sent to whom, by which channel and in which words, whose plates are followed, and what was
 * sent.
 */
import { company } from '#areas/org/model/company.ts';
import { park } from '#areas/lot/model/park.ts';
import { call } from '#kit/declare/call.ts';
import {
  boolean,
  dateTime,
  integer,
  json,
  longText,
  phone,
  plate,
  relation,
  relations,
  select,
  str,
  url,
} from '#kit/declare/field.ts';
import { resource } from '#kit/declare/resource.ts';
import type { Resource } from '#kit/declare/resource.ts';
import { text } from '#kit/declare/text.ts';
import { publicplat } from './publicplat.ts';
import { wxinfo } from './records.ts';
import { ownAnswers, pushEventWords, pushStates, pushWays } from './words.ts';

const base = '/api/updown/systemplatemsgconfig';
const own = '/api/gatehouse/systemplatemsgconfig';
const account = text('公众号', 'Public account');
const recordId = relation(text('推送配置', 'Message'), (): Resource => systemplatemsgconfig, { required: true });

export const previewPush = call({
  name: 'systemplatemsgconfig.preview',
  title: text('预览', 'Preview'),
  area: 'weixin',
  method: 'GET',
  path: `${own}/preview`,
  permission: 'systemplatemsgconfig:read',
  answer: 'object',
  input: { recordId },
  note: text('按样例填好的字段、链接与送出的内容', 'Fields filled with samples, the link, and what would be sent'),
});

export const testPush = call({
  name: 'systemplatemsgconfig.test',
  title: text('测试发送', 'Send a test'),
  area: 'weixin',
  method: 'POST',
  path: `${own}/test`,
  permission: 'systemplatemsgconfig:test',
  answer: 'object',
  input: {
    recordId,
    followerId: relation(text('公众号用户', 'Follower'), () => wxinfo, {
      help: text('公众号消息发给这位用户', 'Gets the message of the public account'),
    }),
    phone: phone(text('手机号', 'Phone'), { help: text('短信发到这个号码', 'Gets the text message') }),
  },
  note: text(
    '立即以样例内容发给一位用户或一个手机号，不计入推送记录；站内公告只能预览',
    'Sends the sample to one follower or phone immediately, without a log entry; internal notices can only be previewed',
  ),
});

export const systemplatemsgconfig = resource({
  name: 'systemplatemsgconfig',
  title: text('消息推送配置', 'Message by event'),
  many: text('消息推送配置', 'Messages by event'),
  help: text(
    '什么事发生时，以什么方式、什么内容告诉谁：车主经公众号或短信，单位人员经短信或站内公告。下级单位有同一事件与方式的配置时，以下级的为准，停用即不发。',
    'Who is notified of which event, how and in which words: drivers by public account or text message, staff by text message or notice. A company’s own line for an event and channel replaces those above it; if disabled, nothing is sent.',
  ),
  area: 'weixin',
  route: '/system/msgpushconfig',
  scope: 'company',
  config: { folder: 'message-templates', key: ['companyId', 'templateType', 'way'] },
  wire: { base, key: 'recordId' },
  fields: {
    companyId: relation(text('所属单位', 'Company'), () => company, {
      search: true,
      fixed: true,
      alias: ['companyid'],
    }),
    templateType: select(text('事件', 'Event'), pushEventWords, { required: true, fixed: true, search: true }),
    way: select(text('方式', 'Sent as'), pushWays, {
      fixed: true,
      search: true,
      default: 'template',
      help: text(
        '车主事件不能用站内公告；没有手机号的事件（进出、缴费）不能用短信；单位事件用短信或站内公告',
        'Drivers do not receive internal notices; events without a phone number (gates, payments) send no text messages; staff receive text messages and internal notices',
      ),
    }),
    publicplatId: relation(account, () => publicplat, {
      search: true,
      within: 'companyId',
      when: { field: 'way', is: ['template', 'subscribe'] },
      help: text('不填为单位最早的公众号', 'Left empty: the first account of the company'),
    }),
    templateId: str(text('模板编号', 'Template id'), {
      max: 64,
      when: { field: 'way', is: ['template', 'subscribe'] },
      help: text('公众平台“模板消息”或“订阅通知”中的模板ID', 'The id the platform gives the template'),
    }),
    content: longText(text('内容', 'Content'), {
      required: true,
      max: 1000,
      help: text(
        '公众号：每行一个“字段名=内容”，如 thing1={parkName}；短信与公告：一段文字，如 您的月租车{plate}将于{endDay}到期。花括号中可用的名称见详情',
        'Public accounts: one “field=text” a line, such as thing1={parkName}. Text messages and notices: a text, such as Your pass for {plate} ends on {endDay}. The details list the names in braces',
      ),
    }),
    link: url(text('点击打开', 'Opens'), { max: 500, when: { field: 'way', is: ['template', 'subscribe'] } }),
    parkIds: relations(text('限车场', 'Car parks'), () => park, {
      none: text('全部车场', 'All car parks'),
      help: text(
        '选了车场即只发这些车场的消息；卡券、发票等不属于某一车场的不受限制',
        'Only events at these car parks; events without a single car park, such as coupons and invoices, are sent anyway',
      ),
    }),
    quietFrom: integer(text('免打扰自（时）', 'Quiet from (hour)'), {
      min: 0,
      max: 23,
      none: text('按事件', 'As the event has it'),
      help: text(
        '不填：进出与钱随时发，其余22时至7时不发；两个相同：随时发。期间的消息在结束时发出',
        'Empty: gates and money at any hour, the rest not between 22 and 7. Both the same: at any hour. What falls within goes out when it ends',
      ),
    }),
    quietUntil: integer(text('免打扰至（时）', 'Quiet until (hour)'), {
      min: 0,
      max: 23,
      none: text('按事件', 'As the event has it'),
    }),
    enable: boolean(text('启用', 'In use'), { default: true, search: true }),
    fault: str(text('平台说明的错误', 'Error reported by the platform'), { readOnly: true, max: 240, width: 200 }),
    faultTime: dateTime(text('出错时间', 'Fault at'), { readOnly: true, since: true }),
    remark: str(text('备注', 'Remark'), { max: 200 }),
  },
  display: 'templateType',
  unique: [['companyId', 'templateType', 'way']],
  list: ['templateType', 'way', 'enable', 'content', 'parkIds', 'publicplatId', 'templateId', 'fault', 'companyId'],
  order: { by: 'templateType', desc: false },
  rights: { test: text('测试发送', 'Send a test') },
  actions: [{ call: testPush, key: 'recordId', when: { field: 'way', is: ['template', 'subscribe', 'sms'] } }],
});

/** A follower's own plate: bound by himself, in the conversation, with the number of a payment for that car. */
export const wxPlate = resource({
  name: 'wxPlate',
  title: text('绑定车牌', 'Bound plate'),
  help: text(
    '用户在公众号中回复“绑定 车牌 支付单号”绑定；取消关注即解除。公众号消息只发给绑定的用户。',
    'Followers write “bind plate payment-number” to the account. Leaving the account ends it. Messages of an account go to who bound the plate alone.',
  ),
  area: 'weixin',
  route: '/weixin/plates',
  scope: 'company',
  verbs: ['list', 'remove', 'export'],
  wire: { base: '/api/gatehouse/wxPlate' },
  range: 'boundTime',
  fields: {
    companyId: relation(text('所属单位', 'Company'), () => company, { search: true, readOnly: true }),
    publicplatId: relation(account, () => publicplat, { search: true, within: 'companyId' }),
    plateNumber: plate(text('车牌号', 'Plate'), { search: true, personal: true }),
    openid: str(text('用户标识（OpenID）', 'OpenID'), { search: true, personal: true, max: 64 }),
    boundTime: dateTime(text('绑定时间', 'Bound at'), { search: true }),
  },
  display: 'plateNumber',
  unique: [['publicplatId', 'openid', 'plateNumber']],
  index: [['plateNumber']],
  order: { by: 'boundTime', desc: true },
  list: ['plateNumber', 'openid', 'boundTime', 'publicplatId', 'companyId'],
});

export const resendPush = call({
  name: 'wxPush.resend',
  title: text('重新发送', 'Send again'),
  area: 'weixin',
  method: 'POST',
  path: '/api/gatehouse/wxPush/resend',
  permission: 'wxPush:resend',
  answer: 'object',
  input: { id: relation(text('推送记录', 'Message'), (): Resource => wxPush, { required: true }) },
  note: text('未发出的回到队列，两小时内有效', 'Puts an unsent message back into the queue for two hours'),
});

/** One message to one receiver about one thing: written in the transaction of its cause. Kept for 90 days. */
export const wxPush = resource({
  name: 'wxPush',
  title: text('消息推送记录', 'Messages sent'),
  help: text(
    '谁在何时被告知了什么，或为什么没有；与进出、收款同一事务写入，失败的越等越久。保留90天。',
    'Who was sent what and when, or why not. Written in the transaction of the stay or payment; failures wait longer each time. Kept for 90 days.',
  ),
  area: 'weixin',
  route: '/weixin/pushlog',
  page: 'record',
  scope: 'company',
  verbs: ['list', 'export'],
  wire: { base: '/api/gatehouse/wxPush' },
  range: 'madeTime',
  fields: {
    companyId: relation(text('所属单位', 'Company'), () => company, { search: true, readOnly: true }),
    publicplatId: relation(account, () => publicplat, { search: true, outlives: true }),
    templateType: select(text('事件', 'Event'), pushEventWords, { search: true }),
    way: select(text('方式', 'Sent as'), pushWays, { search: true }),
    plateNumber: plate(text('车牌号', 'Plate'), { search: true, personal: true }),
    openid: str(text('用户标识（OpenID）', 'OpenID'), { search: true, personal: true, max: 64 }),
    phone: phone(text('手机号', 'Phone'), { search: true, personal: true }),
    status: select(text('状态', 'State'), pushStates, {
      search: true,
      tones: { queued: 'warn', sending: 'info', sent: 'ok', delivered: 'ok', blocked: 'muted', dead: 'bad' },
    }),
    madeTime: dateTime(text('记录时间', 'Recorded at'), { search: true }),
    sentTime: dateTime(text('发送时间', 'Sent at')),
    tries: integer(text('次数', 'Tries')),
    dueAt: dateTime(text('下次发送', 'Due at')),
    untilTime: dateTime(text('有效至', 'Worth sending until')),
    answer: str(text('平台答复', 'Answer'), { max: 240, width: 200, options: ownAnswers }),
    configId: relation(text('推送配置', 'Message'), () => systemplatemsgconfig, { hidden: true, outlives: true }),
    /** A fingerprint of the receiver, which does not reveal who it is. */
    receiver: str(text('接收人', 'Receiver'), { hidden: true, max: 64 }),
    /** Identifies the cause: one message per receiver and channel. */
    subject: str(text('事项', 'Subject'), { hidden: true, max: 120 }),
    filling: json(text('内容', 'Content'), { hidden: true }),
    msgId: str(text('消息编号', 'Number there'), { hidden: true, max: 40 }),
  },
  display: 'templateType',
  unique: [['subject', 'way', 'receiver']],
  index: [
    ['publicplatId', 'status', 'dueAt'],
    ['way', 'status', 'dueAt'],
    ['publicplatId', 'sentTime'],
    ['publicplatId', 'openid'],
    ['publicplatId', 'msgId'],
    ['madeTime'],
  ],
  order: { by: 'madeTime', desc: true },
  list: [
    'madeTime',
    'templateType',
    'plateNumber',
    'way',
    'status',
    'answer',
    'openid',
    'phone',
    'sentTime',
    'tries',
    'publicplatId',
    'companyId',
  ],
  rights: { resend: text('重新发送', 'Send again') },
  actions: [{ call: resendPush, key: 'id', when: { field: 'status', is: ['dead'] } }],
});
