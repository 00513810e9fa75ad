import { call } from '#kit/declare/call.ts';
import { dateTime, integer, longText, relation, relations, select, str } from '#kit/declare/field.ts';
import { resource } from '#kit/declare/resource.ts';
import type { Resource } from '#kit/declare/resource.ts';
import { text } from '#kit/declare/text.ts';
import { deviceStates, deviceTones, parkDevice } from '#areas/device/model/park-device.ts';
import { commandOutcome } from '#areas/device/model/device-action.ts';
import { roadsideFields } from '#areas/device/model/roadside-fields.ts';
import { curbPark } from '#areas/lot/model/curb-park.ts';
import { berthSection } from './berth-section.ts';
import { rdBerth } from './rd-berth.ts';

const sn = str(text('序列号', 'Serial number'), {
  required: true,
  search: true,
  fixed: true,
  min: 4,
  max: 40,
  width: 176,
  help: text('全平台唯一', 'Unique in the installation'),
});
const parkId = relation(text('路内车场', 'Roadside car park'), () => curbPark, {
  required: true,
  search: true,
  fixed: true,
});
const running = {
  status: select(text('状态', 'State'), deviceStates, {
    readOnly: true,
    search: true,
    default: 'offline',
    tones: deviceTones,
  }),
  lastSeenAt: dateTime(text('最近消息', 'Last message'), { readOnly: true, since: true }),
};
const remark = longText(text('备注', 'Remark'), { max: 500 });

/** A sensor in or above a berth: a `parkDevice` of kind sensor. */
export const rdSensor = resource({
  name: 'rdSensor',
  title: text('地磁', 'Sensor'),
  area: 'road',
  route: '/road/rdSensor',
  scope: 'park',
  config: { folder: 'sensors', key: ['sn'] },
  rowsOf: () => parkDevice,
  wire: { base: '/api/updown/pda/rdSensor' },
  help: text(
    '泊位号填一个或多个，用逗号分开；改泊位即从此刻起换绑，此前的消息仍属原泊位。',
    'One berth or several, separated by commas. A change binds anew from now on; earlier messages stay with the former berth.',
  ),
  fields: {
    sn,
    parkId,
    berthNo: roadsideFields.berthNo,
    model: str(text('型号', 'Model'), { max: 40 }),
    codec: roadsideFields.codec,
    silentAfterMin: roadsideFields.silentAfterMin,
    ...running,
    batteryMv: roadsideFields.batteryMv,
    rssi: roadsideFields.rssi,
    changes: roadsideFields.changes,
    faults: roadsideFields.faults,
    wrongShare: roadsideFields.wrongShare,
    remark,
  },
  display: 'sn',
  list: [
    'sn',
    'berthNo',
    'status',
    'lastSeenAt',
    'wrongShare',
    'faults',
    'batteryMv',
    'parkId',
    'model',
    'codec',
    'rssi',
  ],
});

/** Which sensor or lock spoke for which berth, and when: a message belongs to the berth bound at its own time. */
export const sensorBinding = resource({
  name: 'sensorBinding',
  title: text('设备绑定', 'Device bindings'),
  area: 'road',
  page: 'record',
  scope: 'park',
  wire: { base: '/api/gatehouse/sensorBinding' },
  fields: {
    parkId,
    deviceId: relation(text('设备', 'Device'), () => parkDevice, {
      required: true,
      search: true,
      within: 'parkId',
      outlives: true,
    }),
    berthId: relation(text('泊位', 'Berth'), () => rdBerth, { required: true, search: true, within: 'parkId' }),
    fromTime: dateTime(text('自', 'From'), { required: true }),
    toTime: dateTime(text('至', 'To')),
    provenTime: dateTime(text('核实', 'Proven'), {
      help: text(
        '自此证实装在该泊位。此前地磁的占用不计费，只按看到车的时间计。',
        'Proven since then to be mounted at the berth. Before that what a sensor feels is not charged, only what was seen.',
      ),
    }),
  },
  display: 'fromTime',
  index: [
    ['deviceId', 'fromTime'],
    ['berthId', 'fromTime'],
  ],
  list: ['deviceId', 'berthId', 'fromTime', 'toTime', 'provenTime'],
  order: { by: 'fromTime', desc: true },
  help: text('设备在什么时候代表哪个泊位。', 'Which device spoke for which berth, and when.'),
});

// What people have a lock do. The calls stand here, beside the row they are offered on, so that no two files wait for
// each other.
const base = '/api/updown/lockDevice';
const permission = 'lockDevice:operate';
const lockerId = relation(text('车位锁', 'Lock'), (): Resource => lockDevice, { required: true, alias: ['id'] });

/** The firmwares number their parameters differently; these numbers are the product's own. */
const parameters = {
  1: text('有车后几秒升起', 'Raise so long after a car stood (s)'),
  2: text('离开后几秒升起', 'Raise so long after it left (s)'),
  3: text('空位降下后几秒升起', 'Raise so long after lowering when empty (s)'),
  4: text('蜂鸣（1 开 0 关）', 'Buzzer (1 on, 0 off)'),
  5: text('蜂鸣时长（秒）', 'Buzzer time (s)'),
  6: text('遇阻即降（1 是 0 否）', 'Lower when obstructed (1 yes, 0 no)'),
  7: text('受压即降（1 是 0 否）', 'Lower when pressed (1 yes, 0 no)'),
  8: text('电流上限（毫安）', 'Current limit (mA)'),
  9: text('心跳间隔（秒）', 'Heartbeat (s)'),
};
const index = select(text('参数', 'Parameter'), parameters, { required: true });

export const operateLock = call({
  name: 'lockDevice.operate',
  title: text('车位锁操作', 'Operate a lock'),
  area: 'road',
  method: 'POST',
  path: `${base}/operate`,
  permission,
  input: {
    lockerId,
    type: select(
      text('操作', 'Do'),
      {
        raise: text('升起', 'Raise'),
        lower: text('降下', 'Lower'),
        find: text('鸣响', 'Sound'),
        auto: text('改为自动（确认锁正常）', 'Automatic (the lock is sound)'),
        manual: text('改为手动（确认锁正常）', 'Manual (the lock is sound)'),
        service: text('改为维护', 'Service'),
      },
      { required: true },
    ),
  },
  answer: 'object',
  note: text(
    '升起：30 秒内附近有车辆来去、挡臂异常、维护中或保留车位上有车时拒绝；30 秒内没有执行即作废。降下总是可以。其余只改模式；改为自动或手动即确认锁正常，异常解除。',
    'A raise is refused within 30 seconds of a car coming or leaving, with a fault of the arm, in service, and on a kept space with a car; it is void after 30 seconds. Lowering is always possible. The others change the mode alone; automatic and manual also say that the lock is sound, which ends its fault.',
  ),
});

const waits = text(
  '{ index, value }。最多等设备五秒。',
  '{ index, value }. Waits for the device, five seconds at most.',
);

export const readLock = call({
  name: 'lockDevice.readValue',
  title: text('读车位锁参数', 'Read a parameter of a lock'),
  area: 'road',
  method: 'GET',
  path: `${base}/readValue`,
  permission,
  input: { lockerId, index },
  answer: 'object',
  note: waits,
});

export const writeLock = call({
  name: 'lockDevice.writeValue',
  title: text('写车位锁参数', 'Write a parameter of a lock'),
  area: 'road',
  method: 'POST',
  path: `${base}/writeValue`,
  permission,
  input: { lockerId, index, value: integer(text('值', 'Value'), { required: true, min: 0, max: 1_000_000 }) },
  answer: 'object',
  note: waits,
});

/** An arm that holds a car until it has paid, or keeps a space: a `parkDevice` of kind lock. */
export const lockDevice = resource({
  name: 'lockDevice',
  title: text('车位锁', 'Berth lock'),
  area: 'road',
  route: '/road/lockDevice',
  scope: 'park',
  config: { folder: 'locks', key: ['deviceName'] },
  rowsOf: () => parkDevice,
  wire: { base: '/api/updown/lockDevice', key: 'lockerId' },
  help: text('挡臂状态由车位锁上报，不能填写。', 'The state of the arm is what the lock reports; it is not entered.'),
  fields: {
    deviceName: str(text('名称', 'Lock'), { required: true, search: true, max: 60, alias: ['lockerName'] }),
    sn,
    parkId,
    berthNo: { ...roadsideFields.berthNo, required: true },
    lockUse: { ...roadsideFields.lockUse, required: true, alias: ['use'] },
    lockMode: { ...roadsideFields.lockMode, alias: ['mode'] },
    ...running,
    arm: roadsideFields.arm,
    armAt: roadsideFields.armAt,
    carThere: roadsideFields.carThere,
    faultText: parkDevice.fields.faultText,
    lockValues: roadsideFields.lockValues,
    batteryMv: roadsideFields.batteryMv,
    remark,
  },
  display: 'deviceName',
  list: [
    'deviceName',
    'sn',
    'parkId',
    'berthNo',
    'lockUse',
    'lockMode',
    'arm',
    'carThere',
    'batteryMv',
    'lockValues',
    'status',
    'lastSeenAt',
  ],
  actions: [
    { call: operateLock, outcome: commandOutcome, key: 'lockerId', label: text('锁操作', 'Operate'), tone: 'primary' },
    { call: readLock, key: 'lockerId', label: text('读参数', 'Read parameter') },
    { call: writeLock, key: 'lockerId', label: text('写参数', 'Write parameter') },
  ],
});

/** A guidance screen at the roadside: a `parkDevice` of kind guide. */
export const rdLed = resource({
  name: 'rdLed',
  title: text('路内诱导屏', 'Guidance screen'),
  area: 'road',
  route: '/road/rdLed',
  scope: 'park',
  config: { folder: 'guide-screens', key: ['deviceName'] },
  rowsOf: () => parkDevice,
  wire: { base: '/api/updown/door/rdLed' },
  help: text(
    '每行显示所绑泊位段或泊位的空位数；不明的不算空位。',
    'Each line shows the free berths bound to it; unknown is not free.',
  ),
  fields: {
    deviceName: str(text('名称', 'Screen'), { required: true, search: true, max: 60, alias: ['ledName'] }),
    sn,
    parkId,
    address: roadsideFields.address,
    location: roadsideFields.location,
    ...running,
    remark,
  },
  display: 'deviceName',
  list: ['deviceName', 'sn', 'parkId', 'address', 'status', 'lastSeenAt'],
});

/** What one line of a guidance screen counts: whole sections, or single berths. */
export const rdBindled = resource({
  name: 'rdBindled',
  title: text('诱导屏绑定', 'Screen line'),
  area: 'road',
  scope: 'park',
  wire: { base: '/api/updown/rdBindled' },
  help: text('泊位段与泊位二选一。', 'Either sections or berths.'),
  accepts: { sn: str(text('屏幕序列号', 'Serial number of the screen'), { max: 40 }) },
  fields: {
    parkId,
    ledId: relation(text('诱导屏', 'Screen'), () => rdLed, { required: true, search: true, within: 'parkId' }),
    line: integer(text('行', 'Line'), { required: true, min: 1, max: 8, default: 1, ordinal: true }),
    label: str(text('文字', 'Label'), { required: true, max: 20 }),
    arrow: select(
      text('箭头', 'Arrow'),
      {
        ahead: text('直行', 'Ahead'),
        left: text('左', 'Left'),
        right: text('右', 'Right'),
        back: text('掉头', 'Back'),
        none: text('无', 'None'),
      },
      { default: 'ahead' },
    ),
    sectionIds: relations(text('泊位段', 'Sections'), () => berthSection, { within: 'parkId' }),
    berthIds: relations(text('泊位', 'Berths'), () => rdBerth, { within: 'parkId' }),
    remark,
  },
  display: 'label',
  unique: [['ledId', 'line']],
  list: ['ledId', 'line', 'label', 'arrow', 'sectionIds', 'berthIds', 'parkId'],
  order: { by: 'line', desc: false },
});
