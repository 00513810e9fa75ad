import { park } from '#areas/lot/model/park.ts';
import { company } from '#areas/org/model/company.ts';
import { call } from '#kit/declare/call.ts';
import {
  boolean,
  dateTime,
  integer,
  longText,
  multiSelect,
  relation,
  relations,
  secret,
  str,
} from '#kit/declare/field.ts';
import { resource } from '#kit/declare/resource.ts';
import type { Resource } from '#kit/declare/resource.ts';
import { text } from '#kit/declare/text.ts';
import type { Text } from '#kit/declare/text.ts';

const base = '/api/updown/platBaseInterface';

/** What a key may be given: rights that people have too, those alone that another system has a use for. */
export const scopes: Readonly<Record<string, Text>> = {
  'park:read': text('车场', 'Car parks'),
  'parkGate:read': text('通道', 'Lanes'),
  'carInside:read': text('在场车辆', 'Cars inside'),
  'passage:read': text('进出记录', 'Passages'),
  'stay:read': text('停车记录', 'Stays'),
  'parkingOrder:read': text('停车订单', 'Parking orders'),
  'payment:read': text('缴费记录', 'Payments'),
  'refund:read': text('退款记录', 'Refunds'),
  'parkMonth:read': text('月租车', 'Passes'),
  'rdEscape:read': text('欠费单', 'Debts'),
  'gateOpening:read': text('开闸记录', 'Openings'),
  'carList:read': text('名单：读取', 'Lists: read'),
  'carList:add': text('名单：新增', 'Lists: add'),
  'carList:edit': text('名单：修改', 'Lists: edit'),
  'deviceIncident:read': text('设备事件', 'Device incidents'),
  unmask: text('以上各项的完整个人信息', 'Personal data of the above, whole'),
};

const PKID = relation(text('平台接口', 'Platform interface'), (): Resource => platBaseInterface, {
  required: true,
  alias: ['id'],
});

export const rotateKey = call({
  name: 'platBaseInterface.rotate',
  title: text('更换密钥', 'Another secret'),
  area: 'platform',
  method: 'POST',
  path: '/api/gatehouse/platBaseInterface/rotate',
  permission: 'platBaseInterface:rotate',
  answer: 'object',
  input: { PKID },
  note: text(
    '{appKey, appSecret}，密钥只答这一次；旧密钥24小时内仍有效',
    '{appKey, appSecret}: the secret is returned only once; the previous one stays valid for 24 hours',
  ),
});

export const readAppKey = call({
  name: 'platBaseInterface.getAppKey',
  title: text('取AppKey', 'App key'),
  area: 'platform',
  method: 'GET',
  path: `${base}/getAppKey`,
  permission: 'platBaseInterface:read',
  input: { PKID },
  note: text('{appKey}；密钥只在生成时答', '{appKey}; the secret is returned only on creation'),
});

/** A key by which another system calls: what it opens, for which car parks, and how often. */
export const platBaseInterface = resource({
  name: 'platBaseInterface',
  title: text('平台接口', 'Platform interface'),
  help: text(
    '其他系统调用本系统的密钥：可用的接口、车场、来源地址与频率。密钥只显示一次，请求须签名。',
    'Keys by which other systems call this one: what they open, for which car parks, from where and how often. A secret is shown once; calls are signed.',
  ),
  area: 'platform',
  route: '/system/platformInterface',
  scope: 'company',
  config: { folder: 'open-platform-keys', key: ['companyId', 'name'] },
  wire: { base, key: 'PKID' },
  fields: {
    name: str(text('名称', 'Name'), { required: true, search: true, max: 60 }),
    companyId: relation(text('所属单位', 'Company'), () => company, { search: true, fixed: true }),
    appKey: str(text('应用编号 AppKey', 'App key'), { readOnly: true, search: true, max: 40, width: 220 }),
    appSecret: secret(text('密钥', 'Secret'), { readOnly: true, hidden: true }),
    oldSecret: secret(text('旧密钥', 'Former secret'), { readOnly: true, hidden: true }),
    oldUntil: dateTime(text('旧密钥有效至', 'Former secret until'), { readOnly: true }),
    scopes: multiSelect(text('可用接口', 'Opens'), scopes, { required: true }),
    parkIds: relations(text('车场', 'Car parks'), () => park, {
      within: 'companyId',
      none: text('单位的全部车场', 'All of the company'),
    }),
    ipList: longText(text('来源地址', 'Addresses'), {
      max: 1000,
      none: text('不限', 'Any'),
      help: text('一行一个地址，留空不限', 'One a line; empty for any'),
    }),
    perMinute: integer(text('每分钟次数', 'Calls a minute'), { required: true, default: 600, min: 1, max: 6000 }),
    enabled: boolean(text('启用', 'In use'), { default: true, search: true }),
    lastUsed: dateTime(text('最近调用', 'Last call'), { readOnly: true, since: true }),
    remark: longText(text('备注', 'Remark'), { max: 500 }),
  },
  display: 'name',
  unique: [['appKey']],
  list: ['name', 'appKey', 'scopes', 'parkIds', 'perMinute', 'enabled', 'lastUsed', 'companyId'],
  rights: { rotate: text('更换密钥', 'Another secret') },
  actions: [
    {
      call: rotateKey,
      key: 'PKID',
      confirm: text('生成新密钥？旧密钥24小时后失效。', 'Make another secret? The former one ends in 24 hours.'),
    },
  ],
});

/** A number used once, so that a call that was overheard cannot be sent again. Kept for ten minutes. */
export const apiNonce = resource({
  name: 'apiNonce',
  title: text('调用随机数', 'Numbers used once'),
  area: 'platform',
  page: 'record',
  scope: 'platform',
  verbs: [],
  wire: { base: '/api/gatehouse/apiNonce' },
  fields: {
    keyId: str(text('密钥', 'Key'), { max: 36 }),
    nonce: str(text('随机数', 'Nonce'), { max: 64 }),
    time: dateTime(text('时间', 'At')),
  },
  display: 'nonce',
  unique: [['keyId', 'nonce']],
  index: [['time']],
  list: ['time'],
});
