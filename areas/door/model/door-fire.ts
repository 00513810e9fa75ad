import { call } from '#kit/declare/call.ts';
import { boolean, dateTime, json, longText, relation, relations, select, str } from '#kit/declare/field.ts';
import { lifecycle, state } from '#kit/declare/lifecycle.ts';
import { resource } from '#kit/declare/resource.ts';
import type { Resource } from '#kit/declare/resource.ts';
import { text } from '#kit/declare/text.ts';
import { area, companyId, villageId } from './common.ts';
import { doorArea } from './door-area.ts';
import { doorDevice } from './door-device.ts';
import { doorEmployee } from './door-employee.ts';
import { doorGate } from './door-gate.ts';
import { fireKinds, fireStates } from './words.ts';

const fireId = relation(text('报警或点名', 'Alarm or roll call'), (): Resource => doorFire, {
  required: true,
  alias: ['id'],
});

export const fireRoll = call({
  name: 'doorFire.roll',
  title: text('点名', 'Roll call'),
  area,
  method: 'GET',
  path: '/api/gatehouse/door/roll',
  permission: 'doorFire:read',
  answer: 'object',
  input: { fireId },
  note: text(
    '报警或点名开始时在区域内的，或此后进入的人，按此前 24 小时的刷卡；另有登记进入该小区而未离开的访客（不知在哪个区域）：{isInputOn, people: [{EmpID 或 visitId, empName, people 人数, deptName, areaName, gateName, since, state, at, by, remark}], doors: [{gateName, deviceName, state}]}。state 为 missing 未点到、accounted 已点到、out 已离开；门的 state 为 open、sending、offline、refused、normal。',
    'Who was in the area when the alarm or roll call began or came in since, by the swipes of the 24 hours before; also visitors who were signed in to the community and have not left, whose area is not known: {isInputOn, people: [{EmpID or visitId, empName, people in the party, deptName, areaName, gateName, since, state, at, by, remark}], doors: [{gateName, deviceName, state}]}. The state of a person is missing, accounted or out (left by a reader, or signed out); of a door open, sending, offline, refused or normal.',
  ),
});

export const account = call({
  name: 'doorFire.account',
  title: text('点到', 'Account for'),
  area,
  method: 'POST',
  path: '/api/gatehouse/door/account',
  permission: 'doorFire:account',
  input: {
    fireId,
    EmpID: relation(text('人员', 'Person'), () => doorEmployee),
    // Names a party of the roll. No relation: who may tick people off is not offered all visits to choose from.
    visitId: str(text('访客', 'Visitor'), { max: 36 }),
    isHere: boolean(text('已点到', 'Accounted for'), { default: true }),
    remark: str(text('说明', 'Remark'), { max: 100 }),
  },
  note: text(
    'EmpID 与 visitId 填其一；isHere 为假时撤销点到。',
    'Either EmpID or visitId; where `isHere` is false it is taken back.',
  ),
});

export const startRoll = call({
  name: 'doorFire.start',
  title: text('点名', 'Call the roll'),
  area,
  method: 'POST',
  path: '/api/gatehouse/door/startRoll',
  permission: 'doorFire:account',
  input: {
    areaId: relation(text('区域', 'Area'), () => doorArea, { required: true, alias: ['id'] }),
  },
  note: text(
    '无报警时点名区域及下级区域，不动任何门。答 {fireId}，点到与名单同消防报警；该区域已有进行中的点名时，答那一次。',
    'Calls the roll of the area and those within it without an alarm; no door is touched. Answers {fireId}, whose roll is read and ticked off like that of a fire alarm. Where a roll call of the area is in progress, answers that one.',
  ),
});

/**
 * A fire alarm at doors: from the first input that closed until a person ends it. Its doors stand open meanwhile. A
 * roll call without an alarm is a row of its own kind: the same roll, and no doors.
 */
export const doorFire = resource({
  name: 'doorFire',
  title: text('消防与点名', 'Fire and roll call'),
  help: text(
    '门禁设备的消防输入接通后，所在区域及下级区域的门全部打开，直到有人写明原因结束报警；输入仍接通时不能结束。详情中可以点名。没有报警时，在“门禁区域”点名，不动任何门。',
    'When the fire input of a door device switches on, all doors of its area and the areas within it open and stay open until somebody ends the alarm and states why. It cannot be ended while the input is on. The details contain the roll call. Without an alarm the roll is called from the door areas, and no door is touched.',
  ),
  area,
  route: '/door/fire',
  page: 'record',
  scope: 'company',
  wire: { base: '/api/gatehouse/doorFire', key: 'fireId' },
  verbs: ['list', 'detail', 'export'],
  range: 'startedTime',
  fields: {
    villageId,
    companyId,
    place: str(text('地点', 'Place'), { search: true, max: 120 }),
    areaId: relation(text('区域', 'Area'), () => doorArea, {
      search: true,
      within: 'villageId',
      outlives: true,
      none: text('全小区', 'Whole community'),
    }),
    kind: select(text('类别', 'Kind'), fireKinds, {
      readOnly: true,
      search: true,
      default: 'fire',
      tones: { fire: 'bad', call: 'info' },
    }),
    startedTime: dateTime(text('开始时间', 'Began')),
    status: select(text('状态', 'State'), fireStates, {
      readOnly: true,
      search: true,
      tones: { standing: 'warn', ended: 'muted' },
    }),
    deviceIds: relations(text('报警设备', 'Reported by'), () => doorDevice, { outlives: true }),
    gateIds: relations(text('打开的门', 'Doors opened'), () => doorGate, { outlives: true }),
    endedTime: dateTime(text('结束时间', 'Ended')),
    endedBy: str(text('结束人', 'Ended by'), { max: 60 }),
    endReason: str(text('结束说明', 'Reason or result'), { max: 200 }),
    /** Who was accounted for: by person, when, by whom and a remark. */
    accounted: json(text('点到', 'Accounted for'), { hidden: true }),
  },
  display: 'place',
  index: [['villageId', 'status']],
  order: { by: 'startedTime', desc: true },
  list: ['place', 'kind', 'startedTime', 'status', 'deviceIds', 'gateIds', 'endedTime', 'endedBy', 'endReason'],
  lifecycle: lifecycle({
    initial: 'standing',
    states: { standing: state(fireStates.standing, 'warn'), ended: state(fireStates.ended, 'muted') },
    final: ['ended'],
    actions: {
      end: {
        label: text('结束报警', 'End alarm'),
        from: ['standing'],
        to: 'ended',
        by: 'staff',
        tone: 'danger',
        ask: { reason: longText(text('原因', 'Reason'), { required: true, min: 2, max: 200 }) },
        notes: { by: 'endedBy', time: 'endedTime', remark: 'endReason', input: 'reason' },
        when: { field: 'kind', is: ['fire'] },
        wire: { method: 'POST', path: '/api/gatehouse/door/endFire', key: 'fireId' },
      },
      finish: {
        label: text('结束点名', 'End roll call'),
        from: ['standing'],
        to: 'ended',
        by: 'staff',
        tone: 'primary',
        ask: { result: longText(text('结果', 'Result'), { required: true, min: 2, max: 200 }) },
        notes: { by: 'endedBy', time: 'endedTime', remark: 'endReason', input: 'result' },
        when: { field: 'kind', is: ['call'] },
        wire: { method: 'POST', path: '/api/gatehouse/door/endRoll', key: 'fireId' },
      },
    },
  }),
});
