/**
 * The talking side of a WeChat public account: who may speak for it, and how its messages are proven. The paying side
 * is the merchant account.
 */
import { company } from '#areas/org/model/company.ts';
import { call } from '#kit/declare/call.ts';
import { boolean, dateTime, integer, longText, relation, secret, select, str } from '#kit/declare/field.ts';
import { resource } from '#kit/declare/resource.ts';
import type { Resource } from '#kit/declare/resource.ts';
import { text } from '#kit/declare/text.ts';
import { kinds, modes } from './words.ts';

export const testPublicplat = call({
  name: 'publicplat.test',
  title: text('测试连接', 'Test the connection'),
  area: 'weixin',
  method: 'POST',
  path: '/api/gatehouse/publicplat/test',
  permission: 'publicplat:test',
  answer: 'object',
  input: { id: relation(text('公众号', 'Public account'), (): Resource => publicplat, { required: true }) },
  note: text(
    '向公众平台取得令牌并用它提问一次，答 result',
    'Gets a token of the platform and asks one thing with it; answers result',
  ),
});

export const syncFollowers = call({
  name: 'publicplat.sync',
  title: text('同步用户', 'Synchronise followers'),
  area: 'weixin',
  method: 'POST',
  path: '/api/gatehouse/publicplat/sync',
  permission: 'publicplat:sync',
  answer: 'object',
  input: { id: relation(text('公众号', 'Public account'), (): Resource => publicplat, { required: true }) },
  note: text('开始一次同步；正在进行时答正在进行的那一次', 'Begins a run; where one is under way, answers that one'),
});

export const publicplat = resource({
  name: 'publicplat',
  title: text('公众平台', 'Public account'),
  many: text('公众平台', 'Public accounts'),
  help: text(
    '单位的微信公众号：消息地址与令牌填到公众平台的“服务器配置”，密钥加密保存、不再显示。',
    'WeChat public accounts of a company: address and token go into “server configuration” of the platform; secrets are kept encrypted and never shown again.',
  ),
  area: 'weixin',
  route: '/system/publicplat',
  scope: 'company',
  config: { folder: 'public-accounts', key: ['appId'] },
  wire: { base: '/api/updown/publicplat' },
  fields: {
    name: str(text('名称', 'Name'), { required: true, search: true, max: 40 }),
    companyId: relation(text('所属单位', 'Company'), () => company, { search: true, fixed: true }),
    kind: select(text('类型', 'Kind'), kinds, { required: true, search: true, default: 'service' }),
    appId: str(text('应用编号 AppID', 'App id'), {
      required: true,
      search: true,
      max: 18,
      help: text('wx 开头，18 位', 'wx and 16 characters'),
    }),
    originalId: str(text('原始ID', 'Original id'), {
      required: true,
      max: 20,
      help: text('gh_ 开头', 'Begins with gh_'),
    }),
    appSecret: secret(text('应用密钥 AppSecret', 'App secret'), { required: true, max: 64 }),
    token: secret(text('消息令牌', 'Message token'), {
      required: true,
      min: 3,
      max: 32,
      help: text(
        '3 至 32 位字母或数字，与公众平台“服务器配置”中的 Token 相同',
        '3 to 32 letters or digits, the Token of “server configuration” on the platform',
      ),
    }),
    mode: select(text('消息加密方式', 'Messages'), modes, { required: true, default: 'plain' }),
    aesKey: secret(text('消息加密密钥', 'Message key'), {
      min: 43,
      max: 43,
      when: { field: 'mode', is: ['secure'] },
      help: text('43 位 EncodingAESKey', 'EncodingAESKey, 43 characters'),
    }),
    enabled: boolean(text('启用', 'In use'), { default: true, search: true }),
    dayQuota: integer(text('每日消息上限', 'Messages a day'), {
      default: 10_000,
      min: 0,
      max: 10_000_000,
      help: text(
        '平台按账号限制每天的模板消息数；达到后当天不再发送，次日继续',
        'The platform limits messages by account and day; the rest goes out the next day',
      ),
    }),
    received: integer(text('收到消息', 'Messages'), { readOnly: true, default: 0 }),
    lastReceived: dateTime(text('最近消息', 'Last message'), { readOnly: true, since: true }),
    accessToken: secret(text('接口令牌', 'Access token'), { readOnly: true, hidden: true }),
    tokenUntil: dateTime(text('令牌有效至', 'Token until'), { readOnly: true }),
    checkedTime: dateTime(text('上次测试', 'Last tested'), { readOnly: true, since: true }),
    checkResult: str(text('测试结果', 'Result'), { readOnly: true, max: 200, width: 200 }),
    remark: longText(text('备注', 'Remark'), { max: 500 }),
  },
  display: 'name',
  unique: [['appId']],
  list: [
    'name',
    'kind',
    'appId',
    'mode',
    'received',
    'lastReceived',
    'checkedTime',
    'checkResult',
    'companyId',
    'enabled',
  ],
  rights: { test: text('测试连接', 'Test the connection'), sync: text('同步用户', 'Synchronise followers') },
  actions: [
    { call: testPublicplat, key: 'id' },
    { call: syncFollowers, key: 'id' },
  ],
});
