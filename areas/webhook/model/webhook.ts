import { park } from '#areas/lot/model/park.ts';
import { company } from '#areas/org/model/company.ts';
import { platBaseInterface } from '#areas/platform/model/open-platform.ts';
import { call } from '#kit/declare/call.ts';
import {
  boolean,
  dateTime,
  email,
  integer,
  longText,
  multiSelect,
  relation,
  relations,
  secret,
  select,
  str,
  url,
} from '#kit/declare/field.ts';
import { resource } from '#kit/declare/resource.ts';
import type { Resource } from '#kit/declare/resource.ts';
import { text } from '#kit/declare/text.ts';
import { kindWords, resends } from './kinds.ts';

const area = 'webhook';
const base = '/api/gatehouse/webhook';
const id = relation(text('事件订阅', 'Webhook'), (): Resource => webhook, { required: true });

export const rotateWebhook = call({
  name: 'webhook.rotate',
  title: text('更换签名密钥', 'Another signing secret'),
  area,
  method: 'POST',
  path: `${base}/rotate`,
  permission: 'webhook:rotate',
  answer: 'object',
  input: { id },
  note: text(
    '{secret}，只答这一次；24小时内同时用新旧两个密钥签名',
    '{secret}, returned only once; for 24 hours deliveries carry both signatures',
  ),
});

export const testWebhook = call({
  name: 'webhook.test',
  title: text('测试发送', 'Send a test'),
  area,
  method: 'POST',
  path: `${base}/test`,
  permission: 'webhook:test',
  answer: 'object',
  input: { id },
  note: text(
    '现在发送一条 webhook.test；答 {outcome, httpStatus, ms, answer}，记入日志，不影响停用判断',
    'Sends webhook.test now; answers {outcome, httpStatus, ms, answer}. It stands in the diary and counts for no switching off',
  ),
});

export const redeliverRange = call({
  name: 'webhook.redeliver',
  title: text('按时段重发', 'Deliver a span again'),
  area,
  method: 'POST',
  path: `${base}/redeliver`,
  permission: 'webhook:send',
  answer: 'object',
  input: {
    id,
    startTime: dateTime(text('开始时间', 'From'), { required: true }),
    endTime: dateTime(text('结束时间', 'To'), { required: true }),
    which: select(text('重发', 'What'), resends, { required: true, default: 'dead' }),
  },
  note: text(
    '按事件时间，至多31天；编号不变，对方按 webhook-id 去重；答 {queued}',
    'By the time of the events, at most 31 days. Ids stay, so that receivers know by webhook-id what they have; answers {queued}',
  ),
});

/** Where an application of the open platform receives events, and which. */
export const webhook = resource({
  name: 'webhook',
  title: text('事件订阅', 'Webhook'),
  help: text(
    '把车场里发生的事推送给持有密钥的对接系统：签名、至少一次、24小时内重试，连续失败多日自动停用。',
    'Pushes what happens at car parks to the system that holds a key: signed, at least once, tried again for 24 hours, and switched off by itself after days of failure.',
  ),
  area,
  route: '/system/webhook',
  scope: 'company',
  config: { folder: 'webhooks', key: ['keyId', 'name'] },
  wire: { base },
  fields: {
    name: str(text('名称', 'Name'), { required: true, search: true, max: 60 }),
    keyId: relation(text('应用', 'Application'), () => platBaseInterface, {
      required: true,
      search: true,
      fixed: true,
      help: text(
        '平台接口的密钥，决定可订阅的事件与车场',
        'A platform interface: its key decides on events and car parks',
      ),
    }),
    companyId: relation(text('所属单位', 'Company'), () => company, { hidden: true, fixed: true }),
    url: url(text('地址', 'Address'), {
      required: true,
      max: 200,
      help: text('http 或 https；不得指向内网', 'http or https; not into the own network'),
    }),
    kinds: multiSelect(text('事件', 'Events'), kindWords, { required: true, width: 220 }),
    parkIds: relations(text('车场', 'Car parks'), () => park, {
      none: text('密钥的全部车场', 'All of the key'),
    }),
    secret: secret(text('签名密钥', 'Signing secret'), { readOnly: true, hidden: true }),
    oldSecret: secret(text('旧密钥', 'Former secret'), { readOnly: true, hidden: true }),
    oldUntil: dateTime(text('旧密钥有效至', 'Former secret until'), { readOnly: true }),
    giveUpDays: integer(text('连续失败停用（天）', 'Off after days of failure'), {
      required: true,
      default: 3,
      min: 1,
      max: 30,
    }),
    ownerEmail: email(text('负责人邮箱', 'Owner’s e-mail'), {
      max: 100,
      help: text('停用时告知；单位内另发公告', 'Notified when it is switched off; the company also gets a notice'),
    }),
    enabled: boolean(text('启用', 'In use'), { default: true, search: true }),
    pending: integer(text('待发送', 'Pending'), { readOnly: true, default: 0 }),
    dead: integer(text('未送达', 'Dead letters'), { readOnly: true, default: 0 }),
    lastOk: dateTime(text('最近送达', 'Last delivered'), { readOnly: true, since: true }),
    failingSince: dateTime(text('失败自', 'Failing since'), { readOnly: true }),
    lastError: str(text('最近错误', 'Last error'), { readOnly: true, max: 240, width: 200 }),
    offTime: dateTime(text('自动停用时间', 'Switched off at'), { readOnly: true }),
    failures: integer(text('连续无应答', 'Times without an answer'), { readOnly: true, hidden: true, default: 0 }),
    probeAt: dateTime(text('下次发送', 'Next round'), { readOnly: true, hidden: true }),
    remark: longText(text('备注', 'Remark'), { max: 500 }),
  },
  display: 'name',
  unique: [['keyId', 'name']],
  list: [
    'name',
    'keyId',
    'kinds',
    'enabled',
    'pending',
    'dead',
    'lastOk',
    'failingSince',
    'lastError',
    'offTime',
    'url',
  ],
  rights: {
    rotate: text('更换签名密钥', 'Another signing secret'),
    test: text('测试发送', 'Send a test'),
    send: text('重发', 'Deliver again'),
  },
  actions: [
    {
      call: testWebhook,
      key: 'id',
    },
    {
      call: rotateWebhook,
      key: 'id',
    },
    { call: redeliverRange, key: 'id' },
  ],
});
