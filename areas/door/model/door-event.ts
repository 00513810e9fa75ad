import { call } from '#kit/declare/call.ts';
import { boolean, dateTime, image, integer, relation, select, str } from '#kit/declare/field.ts';
import { resource } from '#kit/declare/resource.ts';
import { text } from '#kit/declare/text.ts';
import { contactCauses, credentialKinds, doorResults, readerSides } from '#areas/device/model/door-fields.ts';
import { area, companyId, villageId } from './common.ts';
import { doorDevice } from './door-device.ts';
import { doorEmployee } from './door-employee.ts';
import { doorGate } from './door-gate.ts';
import { oddWords, reasonWords } from './words.ts';

const base = '/api/updown/doorevent';

/** What happened at a door, as its device reported it. Nobody changes it. */
export const doorEvent = resource({
  name: 'doorEvent',
  title: text('门禁事件', 'Door events'),
  help: text(
    '设备上报的刷卡与开门。同一设备同一序号只记一次；姓名是当时的。',
    'What devices reported of credentials and doors. Each number of a device counts once; the name is the one of that time.',
  ),
  area,
  route: '/doorstatic/getStaticDoorEvent',
  page: 'record',
  scope: 'company',
  wire: { base, list: ['list', '/api/updown/doorstatic/getStaticDoorEvent'], key: 'recordId' },
  verbs: ['list', 'detail', 'export'],
  range: 'time',
  fields: {
    time: dateTime(text('时间', 'Time'), { required: true }),
    rawTime: dateTime(text('设备时间', 'Device time'), { hidden: true }),
    villageId,
    companyId,
    gateId: relation(text('门', 'Door'), () => doorGate, { search: true, within: 'villageId', outlives: true }),
    deviceId: relation(text('设备', 'Device'), () => doorDevice, { search: true, within: 'villageId', outlives: true }),
    seq: integer(text('序号', 'Number'), { ordinal: true, hidden: true }),
    reader: select(text('方向', 'Way'), readerSides, { search: true }),
    EmpID: relation(text('人员', 'Person'), () => doorEmployee, { search: true, within: 'villageId', outlives: true }),
    empName: str(text('当时姓名', 'Name then'), { max: 40 }),
    credential: select(text('凭证', 'Credential'), credentialKinds),
    result: select(text('结果', 'Result'), doorResults, {
      search: true,
      tones: {
        granted: 'ok',
        refused: 'bad',
        opened: 'muted',
        closed: 'muted',
        forced: 'bad',
        heldOpen: 'warn',
        tamper: 'bad',
        fire: 'bad',
        fireOff: 'muted',
      },
    }),
    reason: str(text('原因', 'Reason'), { max: 40, options: reasonWords }),
    odd: select(text('异常', 'Noted'), oddWords, {
      search: true,
      tones: { 'passed-back': 'warn' },
      help: text(
        '设备已放行，按各设备的全部刷卡来看却是未出又进；一分钟内记下，迟到的出门刷卡会消除',
        'Let pass by the device, though by the readings of all devices there was no exit between; noted within a minute, taken back where an exit arrives late',
      ),
    }),
    cause: select(text('起因', 'Cause'), contactCauses),
    causeId: str(text('起因编号', 'Cause id'), { max: 36, hidden: true }),
    picture: image(text('图片', 'Picture')),
    offline: boolean(text('脱机', 'Offline'), {
      search: true,
      help: text(
        '设备断网时按本机名单决定，恢复后补报',
        'Decided by the device’s own list while it was cut off, and reported once it was back',
      ),
    }),
  },
  display: 'time',
  unique: [['deviceId', 'seq']],
  index: [
    ['villageId', 'time'],
    ['EmpID', 'time'],
    ['gateId', 'result', 'time'],
  ],
  order: { by: 'time', desc: true },
  list: [
    'time',
    'gateId',
    'reader',
    'EmpID',
    'empName',
    'credential',
    'result',
    'reason',
    'odd',
    'cause',
    'offline',
    'deviceId',
    'picture',
  ],
});

export const eventPicture = call({
  name: 'doorEvent.getLocalImagePath',
  title: text('事件图片', 'Picture of an event'),
  area,
  method: 'GET',
  path: `${base}/getLocalImagePath`,
  permission: 'doorEvent:read',
  answer: 'url',
  input: { recordId: relation(text('事件', 'Event'), () => doorEvent, { required: true, alias: ['id'] }) },
});

/** How many events of each result the list's filters leave, whichever result the list itself is narrowed to. */
export const eventSums = call({
  name: 'doorEvent.sums',
  title: text('门禁事件按结果合计', 'Door events by result'),
  area,
  method: 'GET',
  path: '/api/gatehouse/door/eventSums',
  permission: 'doorEvent:read',
  answer: 'list',
  note: text(
    '条件与事件列表相同，其中的结果除外；应答 [{result, events}]，每种结果一行，没有的为 0。',
    'Takes the filters of the list of events, the result aside. Answers [{result, events}], a line for each result, 0 where there is none.',
  ),
});
