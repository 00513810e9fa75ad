import { call } from '#kit/declare/call.ts';
import { dateTime, integer, relation, relations, select, str } from '#kit/declare/field.ts';
import { resource } from '#kit/declare/resource.ts';
import type { Resource } from '#kit/declare/resource.ts';
import { text } from '#kit/declare/text.ts';
import { village } from '#areas/lot/model/village.ts';
import { company } from '#areas/org/model/company.ts';
import { area, companyId, villageId } from './common.ts';
import { doorDevice } from './door-device.ts';
import { doorEmployee } from './door-employee.ts';
import { doorGrant } from './door-grant.ts';

export const deliveryStates = {
  waiting: text('待下发', 'To be sent'),
  sent: text('已发出', 'Sent'),
  held: text('已下发', 'Held'),
  partly: text('部分下发', 'Partly held'),
  failed: text('设备拒绝', 'Refused by the device'),
  removing: text('待收回', 'Being removed'),
  gone: text('已收回', 'Removed'),
};

/** The photo of a person on a device, where there is one. */
export const faceStates = {
  waiting: text('待下发', 'To be sent'),
  held: text('已下发', 'Held'),
  refused: text('设备未采用', 'Not taken by the device'),
  removing: text('待删除', 'Being erased'),
};

export const retryDelivery = call({
  name: 'doorDelivery.retry',
  title: text('重试', 'Try again'),
  area,
  method: 'POST',
  path: '/api/gatehouse/door/retry',
  permission: 'doorGrant:edit',
  input: {
    ids: relations(text('下发记录', 'Deliveries'), (): Resource => doorDelivery, { required: true, alias: ['id'] }),
  },
});

/** One person's right on its way to one device: what is wanted there, and what the device confirmed. */
export const doorDelivery = resource({
  name: 'doorDelivery',
  title: text('权限下发', 'Delivery of rights'),
  many: text('权限下发', 'Deliveries of rights'),
  help: text(
    '每人在每台设备上的权限是否已到。待收回的，“最迟失效”是断网设备还能放行此人的最后时刻。',
    'Whether the right of a person has reached a device. Of one being removed, “ends at the latest” is the last moment a device that is cut off may still let him pass.',
  ),
  area,
  route: '/door/delivery',
  page: 'record',
  scope: 'company',
  wire: { base: '/api/gatehouse/doorDelivery' },
  verbs: ['list', 'detail', 'export'],
  fields: {
    villageId,
    companyId,
    deviceId: relation(text('设备', 'Device'), () => doorDevice, { search: true, within: 'villageId', outlives: true }),
    EmpID: relation(text('人员', 'Person'), () => doorEmployee, { search: true, within: 'villageId', outlives: true }),
    state: select(text('状态', 'State'), deliveryStates, {
      search: true,
      tones: {
        waiting: 'warn',
        sent: 'info',
        held: 'ok',
        partly: 'warn',
        failed: 'bad',
        removing: 'warn',
        gone: 'muted',
      },
    }),
    why: str(text('说明', 'Why'), {
      max: 200,
      options: {
        offline: text('设备离线', 'Device offline'),
        'no-answer': text('设备未应答', 'No answer'),
        'lease-over': text('脱机时限已过，已失效', 'Its lease is over'),
      },
    }),
    faceState: select(text('照片', 'Photo'), faceStates, {
      search: true,
      tones: { waiting: 'warn', held: 'ok', refused: 'bad', removing: 'warn' },
    }),
    leaseUntil: dateTime(text('最迟失效', 'Ends at the latest')),
    ackTime: dateTime(text('设备应答', 'Confirmed at')),
    tries: integer(text('重试次数', 'Tries')),
    nextTry: dateTime(text('下次重试', 'Next try')),
    wanted: str(text('应有', 'Wanted'), { max: 16, hidden: true }),
    held: str(text('实有', 'Held'), { max: 16, hidden: true }),
    sentDigest: str(text('发出', 'Sent'), { max: 16, hidden: true }),
    commandId: str(text('指令', 'Command'), { max: 36, hidden: true }),
    faces: str(text('可能持有的照片', 'Photos it may hold'), { max: 400, hidden: true }),
    faceSent: str(text('发出的照片', 'Photo sent'), { max: 36, hidden: true }),
    confirmedUntil: dateTime(text('确认的时限', 'Lease confirmed until'), { hidden: true }),
  },
  display: 'EmpID',
  unique: [['deviceId', 'EmpID']],
  index: [['villageId', 'state'], ['EmpID'], ['state']],
  order: { by: 'updatedAt', desc: true },
  list: ['deviceId', 'EmpID', 'state', 'faceState', 'why', 'leaseUntil', 'ackTime', 'tries', 'nextTry'],
  actions: [
    { call: retryDelivery, key: 'ids', when: { field: 'state', is: ['waiting', 'partly', 'failed', 'removing'] } },
  ],
});

export const granted = call({
  name: 'doorGrant.selectGrantSuccessEmployee',
  title: text('已下发人员', 'People whose right has arrived'),
  area,
  method: 'GET',
  path: '/api/updown/doordevgrant/selectGrantSuccessEmployee',
  permission: 'doorGrant:read',
  answer: 'list',
  input: {
    deviceId: relation(text('设备', 'Device'), () => doorDevice),
    grantId: relation(text('授权', 'Grant'), () => doorGrant),
  },
  note: text(
    '[{EmpID, empName, deviceId, state, leaseUntil}]：设备已确认持有的人员，按设备或授权。',
    '[{EmpID, empName, deviceId, state, leaseUntil}]: people whom the devices confirmed to hold, of a device or a grant.',
  ),
});

export const deviceFigures = call({
  name: 'doorDevice.statistics',
  title: text('门禁设备统计', 'Figures of door devices'),
  area,
  method: 'GET',
  path: '/api/updown/door/device/statistics',
  permission: 'doorDevice:read',
  input: {
    companyId: relation(text('单位', 'Company'), () => company),
    villageId: relation(text('小区', 'Community'), () => village, { alias: ['VID', 'vid'] }),
  },
  note: text(
    '{total, online, offline, fault, waiting, failed, granted, refused, forced}；后三项为近 24 小时。',
    '{total, online, offline, fault, waiting, failed, granted, refused, forced}; the last three are of the last 24 hours.',
  ),
});
