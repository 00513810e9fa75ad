import { company } from '#areas/org/model/company.ts';
import {
  boolean,
  dateTime,
  integer,
  json,
  longText,
  multiSelect,
  relation,
  secret,
  select,
  str,
  url,
} from '#kit/declare/field.ts';
import { call } from '#kit/declare/call.ts';
import { resource } from '#kit/declare/resource.ts';
import type { Resource } from '#kit/declare/resource.ts';
import { text } from '#kit/declare/text.ts';
import { schemes } from './schemes.ts';
import { messageKinds, personalParts, platformKinds } from './words.ts';

const area = 'upload';
const platform = (): Resource => thirdparty;

export const openPlatform = call({
  name: 'thirdparty.open',
  title: text('打开或关闭', 'Open or close'),
  area,
  method: 'POST',
  path: '/api/updown/thirdparty/open',
  permission: 'thirdparty:open',
  answer: 'object',
  input: {
    id: relation(text('平台', 'Platform'), platform, { required: true }),
    openFlag: boolean(text('打开', 'Open'), { required: true, default: true }),
  },
  note: text(
    '答 {openFlag, pending, unsaid}：unsaid 为该平台不会被告知的内容；关闭后照常记录、不发送',
    'Answers {openFlag, pending, unsaid}: unsaid is what the platform never receives. While closed, everything is recorded and nothing is sent',
  ),
});

export const tryProfile = call({
  name: 'thirdparty.try',
  title: text('试看样例', 'Try a sample'),
  area,
  method: 'GET',
  path: '/api/gatehouse/thirdparty/try',
  permission: 'thirdparty:read',
  answer: 'object',
  input: {
    id: relation(text('平台', 'Platform'), platform, { required: true }),
    kind: select(text('内容', 'What'), messageKinds, { default: 'entry' }),
  },
  note: text(
    '按档案做出样例请求，不发送；答 {path, headers, body, unsaid, tariff}，密钥以样例代替；tariff 为收费规则在该对接方式中说不出的部分',
    'Makes a sample request by the profile and sends nothing; answers {path, headers, body, unsaid, tariff}, with a sample in place of the secret. tariff is what a tariff cannot say in this scheme',
  ),
});

/** A third party that receives events of car parks. Its interface is a profile: data, not code. */
export const thirdparty = resource({
  name: 'thirdparty',
  title: text('第三方平台', 'Third-party platform'),
  help: text(
    '接收车场数据的外部平台。关闭时照常记录、不发送，打开后按顺序补传。密钥加密保存、不再显示。',
    'Third-party platforms that receive events of car parks. While closed, everything is recorded and nothing is sent; once open, messages are sent in order. Secrets are kept encrypted and never shown again.',
  ),
  area,
  route: '/system/thirdparty',
  scope: 'company',
  config: { folder: 'upload-platforms', key: ['companyId', 'name'] },
  wire: { base: '/api/updown/thirdparty' },
  fields: {
    name: str(text('名称', 'Name'), { required: true, search: true, max: 60 }),
    companyId: relation(text('所属单位', 'Company'), () => company, { search: true, fixed: true }),
    kind: select(text('类型', 'Kind'), platformKinds, { required: true, search: true, default: 'city' }),
    scheme: select(text('对接方式', 'Profile'), schemes, { required: true, search: true, default: 'pyun', width: 190 }),
    profile: json(text('对接档案', 'Own profile'), {
      when: { field: 'scheme', is: ['own'] },
      help: text(
        'JSON，格式与随附的档案相同；保存时检查每种消息的样例',
        'JSON, in the form of the shipped ones; a sample of each message is made when it is saved',
      ),
    }),
    url: url(text('地址', 'Address'), {
      required: true,
      max: 200,
      help: text('http 或 https；不得指向内网', 'http or https; not into the own network'),
    }),
    appKey: str(text('应用编号', 'App key'), { max: 100 }),
    appSecret: secret(text('应用密钥', 'App secret'), { max: 500 }),
    personal: multiSelect(text('可提供的个人信息', 'Personal data it may have'), personalParts, {
      help: text('合同允许提供的；未勾选的不发送', 'What its contract allows; nothing else is sent'),
    }),
    perSecond: integer(text('每秒条数', 'Messages a second'), { default: 20, min: 1, max: 200 }),
    openFlag: boolean(text('已打开', 'Open'), { readOnly: true, search: true, default: false }),
    pending: integer(text('待上传', 'Pending'), { readOnly: true, default: 0 }),
    dead: integer(text('被拒绝', 'Refused'), { readOnly: true, default: 0 }),
    oldest: dateTime(text('最早待上传', 'Oldest pending'), { readOnly: true, since: true }),
    lastOk: dateTime(text('最近成功', 'Last taken'), { readOnly: true, since: true }),
    awaySince: dateTime(text('无应答自', 'No answer since'), { readOnly: true }),
    probeAt: dateTime(text('下次试探', 'Next probe'), { readOnly: true, hidden: true }),
    lastError: str(text('最近错误', 'Last error'), { readOnly: true, max: 200, width: 200 }),
    remark: longText(text('备注', 'Remark'), { max: 500 }),
  },
  display: 'name',
  unique: [['companyId', 'name']],
  list: [
    'name',
    'kind',
    'scheme',
    'openFlag',
    'pending',
    'dead',
    'oldest',
    'lastOk',
    'awaySince',
    'lastError',
    'companyId',
    'url',
  ],
  rights: { open: text('打开与关闭', 'Open and close'), send: text('补传与重发', 'Send again') },
  actions: [
    {
      call: openPlatform,
      key: 'id',
      tone: 'primary',
    },
  ],
});
