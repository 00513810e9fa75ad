import { call } from '#kit/declare/call.ts';
import { dateTime, multiSelect, phone, relation, select, str } from '#kit/declare/field.ts';
import { resource } from '#kit/declare/resource.ts';
import { text } from '#kit/declare/text.ts';
import { company } from '#areas/org/model/company.ts';
import { park } from './park.ts';
import { village } from './village.ts';

const base = '/api/updown/importantMessageReceiver';
export const receiverStates = {
  waiting: text('待绑定', 'Waiting'),
  bound: text('已绑定', 'Bound'),
  expired: text('已过期', 'Expired'),
};

/**
 * Recipients of urgent messages: a device down, a lane at fault, a service about to end. Reached by the public account
 * once bound.
 */
export const messageReceiver = resource({
  name: 'messageReceiver',
  title: text('重要消息接收人', 'Alert receiver'),
  area: 'lot',
  route: '/basedata/importantmessagereceiver',
  scope: 'company',
  wire: { base, key: 'recordId' },
  help: text(
    '扫描绑定二维码后，消息经公众号发给接收人；二维码10分钟内有效。',
    'Messages reach the receiver by the public account once he scanned the code, which is valid for ten minutes.',
  ),
  fields: {
    userName: str(text('姓名', 'Name'), { required: true, search: true, max: 30 }),
    companyId: relation(text('所属单位', 'Company'), () => company, { search: true }),
    villageId: relation(text('小区', 'Community'), () => village, { search: true, alias: ['VID', 'vid'] }),
    parkId: relation(text('车场', 'Car park'), () => park, { search: true, alias: ['pid'] }),
    phone: phone(text('手机号', 'Mobile'), { search: true, personal: true }),
    messageKinds: multiSelect(
      text('消息类型', 'Messages'),
      {
        device: text('设备离线或故障', 'Device offline or at fault'),
        lane: text('车道异常', 'Lane exceptions'),
        money: text('资金与对账异常', 'Money and reconciliation'),
        service: text('服务到期', 'Service ending'),
        security: text('安全提醒', 'Security'),
      },
      { default: ['device', 'lane', 'money', 'service'], width: 370 },
    ),
    tagType: select(
      text('标签类型', 'Tag kind'),
      {
        park: text('车场', 'Car park'),
        village: text('小区', 'Community'),
        device: text('设备', 'Device'),
        company: text('单位', 'Company'),
      },
      { help: text('消息按标签找接收人', 'Messages find their receivers by tag') },
    ),
    tagId: str(text('标签编号', 'Tag'), { max: 60 }),
    randomstr: str(text('绑定码', 'Binding code'), { hidden: true, max: 64 }),
    openId: str(text('微信 OpenID', 'Open id'), { readOnly: true, max: 64 }),
    status: select(text('状态', 'Status'), receiverStates, {
      readOnly: true,
      search: true,
      default: 'waiting',
      tones: { waiting: 'warn', bound: 'ok', expired: 'muted' },
    }),
    boundTime: dateTime(text('绑定时间', 'Bound at'), { readOnly: true }),
    remark: str(text('备注', 'Remark'), { max: 200 }),
  },
  display: 'userName',
  unique: [['companyId', 'userName', 'phone']],
  index: [['tagType', 'tagId']],
  list: ['userName', 'phone', 'companyId', 'villageId', 'parkId', 'messageKinds', 'status', 'boundTime'],
});

const randomstr = str(text('随机串', 'Random string'), { required: true, min: 8, max: 64 });

export const receiverByTag = call({
  name: 'messageReceiver.getDetailByTagIdAndTagType',
  title: text('按标签取接收人', 'Receivers by tag'),
  area: 'lot',
  method: 'GET',
  path: `${base}/getDetailByTagIdAndTagType`,
  permission: 'messageReceiver:read',
  input: {
    tagId: str(text('标签编号', 'Tag'), { required: true, max: 60 }),
    tagType: str(text('标签类型', 'Tag kind'), { required: true, max: 20 }),
  },
});
export const bindQrCode = call({
  name: 'messageReceiver.getBindQrCode',
  title: text('绑定二维码', 'Binding code'),
  area: 'lot',
  method: 'GET',
  path: `${base}/getBindQrCode`,
  permission: 'messageReceiver:edit',
  answer: 'url',
  changes: true,
  input: {
    randomstr,
    pid: relation(text('车场', 'Car park'), () => park),
    vid: relation(text('小区', 'Community'), () => village),
    uid: relation(text('接收人', 'Receiver'), () => messageReceiver),
  },
  note: text(
    '同一随机串再次调用得到同一张码；有效10分钟。',
    'The same random string gives the same code again; valid for ten minutes.',
  ),
});
export const currentOpenId = call({
  name: 'messageReceiver.getCurrentOpenId',
  title: text('按随机串取当前openId', 'Open id by random string'),
  area: 'lot',
  method: 'GET',
  path: `${base}/getCurrentOpenId`,
  permission: 'messageReceiver:read',
  input: { randomstr },
  note: text(
    '扫码前为 null；应答含状态 waiting、bound、expired。',
    'Answers state waiting, bound or expired, with the open id once scanned.',
  ),
});
