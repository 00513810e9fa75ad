import { call } from '#kit/declare/call.ts';
import { dateTime, relation, relations, select, str } from '#kit/declare/field.ts';
import { lifecycle, state } from '#kit/declare/lifecycle.ts';
import { resource } from '#kit/declare/resource.ts';
import type { Resource } from '#kit/declare/resource.ts';
import { text } from '#kit/declare/text.ts';
import { village } from '#areas/lot/model/village.ts';
import { dept } from '#areas/org/model/dept.ts';
import { area, companyId, remark, villageId } from './common.ts';
import { doorArea } from './door-area.ts';
import { doorDevice } from './door-device.ts';
import { doorEmployee } from './door-employee.ts';
import { doorGate } from './door-gate.ts';
import { doorTimePeriod } from './plans.ts';
import { grantStates, readers } from './words.ts';

const base = '/api/updown/doordevgrant';

export const renewGrant = call({
  name: 'doorGrant.renewal',
  title: text('续期', 'Renew'),
  area,
  method: 'POST',
  path: `${base}/renewal`,
  permission: 'doorGrant:edit',
  input: {
    grantId: relation(text('授权', 'Grant'), (): Resource => doorGrant, { required: true, alias: ['id'] }),
    newEndDate: dateTime(text('新的结束时间', 'New end'), { required: true }),
  },
});

/** People (or whole departments) at devices, in a period, from one time to another. */
export const doorGrant = resource({
  name: 'doorGrant',
  title: text('门禁授权', 'Door grant'),
  help: text(
    '人员或部门可在哪些设备的门、什么时段通过。选部门的，以后加入该部门及下级部门的人自动有权。开始时刻起有效，结束时刻即失效。',
    'Who passes at which devices in which period. Of a department, whoever joins it or one below has the right too. From the start on, and no longer at the end.',
  ),
  area,
  route: '/door/doordevgrant',
  scope: 'company',
  wire: { base, key: 'grantId' },
  fields: {
    villageId,
    companyId,
    deviceIds: relations(text('设备', 'Devices'), () => doorDevice, { required: true, within: 'villageId' }),
    deptIds: relations(text('部门', 'Departments'), () => dept),
    empIds: relations(text('人员', 'People'), () => doorEmployee, { within: 'villageId' }),
    timePeriodId: relation(text('时段', 'Period'), () => doorTimePeriod, {
      required: true,
      search: true,
      within: 'villageId',
    }),
    startTime: dateTime(text('开始时间', 'From'), { required: true }),
    endTime: dateTime(text('结束时间', 'Until'), { none: text('长期', 'Without an end') }),
    status: select(text('状态', 'State'), grantStates, {
      readOnly: true,
      search: true,
      tones: { future: 'info', live: 'ok', ended: 'muted' },
    }),
    remark,
  },
  display: 'timePeriodId',
  index: [['villageId', 'status']],
  accepts: {
    deviceId: relation(text('设备', 'Device'), () => doorDevice),
    deptId: relation(text('部门', 'Department'), () => dept),
    empName: str(text('姓名', 'Name'), { max: 40 }),
  },
  list: ['villageId', 'deviceIds', 'deptIds', 'empIds', 'timePeriodId', 'startTime', 'endTime', 'status', 'remark'],
  actions: [{ call: renewGrant, key: 'grantId', when: { field: 'status', is: ['future', 'live'] } }],
  lifecycle: lifecycle({
    initial: 'future',
    states: {
      future: state(grantStates.future, 'info'),
      live: state(grantStates.live, 'ok'),
      ended: state(grantStates.ended, 'muted'),
    },
    final: ['ended'],
    actions: {
      begin: { label: text('开始', 'Begin'), from: ['future'], to: 'live', by: 'clock' },
      finish: { label: text('到期', 'End'), from: ['future', 'live'], to: 'ended', by: 'clock' },
    },
  }),
});

const idsOf = (label: { zh: string; en: string }) => str(label, { max: 20_000 });

export const deviceSelect = call({
  name: 'doorGrant.deviceSelect',
  title: text('可授权设备', 'Devices for grants'),
  area,
  method: 'GET',
  path: `${base}/deviceSelect`,
  permission: 'doorGrant:read',
  answer: 'list',
  input: {
    villageId: relation(text('小区', 'Community'), () => village, { alias: ['VID', 'vid'] }),
    areaId: relation(text('区域', 'Area'), () => doorArea),
  },
  note: text(
    '答 [{deviceId, deviceName, gateName, value, label}]。',
    'Answers [{deviceId, deviceName, gateName, value, label}].',
  ),
});
export const deptSelect = call({
  name: 'doorGrant.baseDeptSelect',
  title: text('小区的部门', 'Departments of a community'),
  area,
  method: 'GET',
  path: `${base}/baseDeptSelect`,
  permission: 'doorGrant:read',
  answer: 'list',
  input: { villageId: relation(text('小区', 'Community'), () => village, { required: true, alias: ['VID', 'vid'] }) },
  note: text(
    '[{value, label, parentId}]，含有人员的部门。',
    '[{value, label, parentId}]: departments with people there.',
  ),
});
export const canGrant = call({
  name: 'doorGrant.selectAllCanGrantEmployee',
  title: text('可授权人员', 'People for grants'),
  area,
  method: 'GET',
  path: `${base}/selectAllCanGrantEmployee`,
  permission: 'doorGrant:read',
  answer: 'list',
  input: { deptIds: idsOf(text('部门', 'Departments')) },
  note: text(
    '所选部门及其下级的在用人员 [{EmpID, empName, deptId, value, label}]。',
    'Active people of these departments and those below: [{EmpID, empName, deptId, value, label}].',
  ),
});

export const whatIf = call({
  name: 'doorGrant.whatIf',
  title: text('试算通行', 'Try a passage'),
  area,
  method: 'GET',
  path: '/api/gatehouse/door/whatIf',
  permission: 'doorGrant:read',
  input: {
    villageId: relation(text('小区', 'Community'), () => village, { required: true }),
    EmpID: relation(text('人员', 'Person'), () => doorEmployee, { required: true, within: 'villageId' }),
    gateId: relation(text('门', 'Door'), () => doorGate, { required: true, within: 'villageId' }),
    time: dateTime(text('时间', 'Time'), { required: true }),
    reader: select(text('方向', 'Way'), readers, { default: 'in' }),
  },
  note: text(
    '按现在的授权与规则、以及在此之前刷卡所见的所在区域，此人此时在此门会怎样：{result, reason, line, rights, seen}，rights 为各授权当时是否有效及原因，seen 为 {areaId, areaName, since}，不知道时为空。',
    'What would happen by the grants and rules of now and by the area readers saw the person in before: {result, reason, line, rights, seen}; rights says of each grant whether it holds then, and why not; seen is {areaId, areaName, since}, null where it is unknown.',
  ),
});
