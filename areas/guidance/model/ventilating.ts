/** Fans of a garage zone: by carbon monoxide, by the hour, by hand. */
import { call } from '#kit/declare/call.ts';
import {
  boolean,
  dateTime,
  decimal,
  integer,
  json,
  longText,
  relation,
  relations,
  select,
  str,
} from '#kit/declare/field.ts';
import { resource } from '#kit/declare/resource.ts';
import type { Resource } from '#kit/declare/resource.ts';
import { text } from '#kit/declare/text.ts';
import { park } from '#areas/lot/model/park.ts';
import { building } from './building.ts';
import { devDevice } from './device.ts';

const area = 'guidance';
const id = relation(text('通风', 'Ventilation'), (): Resource => ventilating, { required: true });

export const airStates = {
  off: text('停止', 'Off'),
  run: text('运行', 'Running'),
  alarm: text('报警', 'Alarm'),
  fault: text('探头失效', 'No valid sensor'),
  fire: text('消防接管', 'Fire panel'),
};
export const airTones = { off: 'muted', run: 'ok', alarm: 'bad', fault: 'bad', fire: 'warn' } as const;
export const airCauses = {
  rest: text('无需通风', 'Nothing to do'),
  co: text('一氧化碳', 'Carbon monoxide'),
  owed: text('每小时最少通风', 'Least of the hour'),
  hand: text('人工', 'By hand'),
  alarm: text('报警', 'Alarm'),
  fault: text('探头失效', 'No valid sensor'),
  fire: text('消防', 'Fire'),
};

export const commandFans = call({
  name: 'ventilating.command',
  title: text('人工控制', 'By hand'),
  area,
  method: 'POST',
  path: '/api/gatehouse/fan/command',
  permission: 'ventilating:command',
  input: {
    id,
    turn: select(
      text('风机', 'Fans'),
      { on: text('开', 'On'), off: text('关', 'Off'), auto: text('恢复自动', 'Automatic again') },
      { required: true },
    ),
    reason: str(text('原因', 'Reason'), { required: true, min: 2, max: 200 }),
    until: dateTime(text('至', 'Until'), {
      help: text(
        '开、关必填，到时恢复自动；不超过 24 小时',
        'Needed with on and off; automatic again then. At most 24 hours',
      ),
    }),
  },
  note: text('报警时风机一定运行，人工关闭也不例外。', 'In an alarm fans run, even those turned off by hand.'),
});

export const resetFans = call({
  name: 'ventilating.reset',
  title: text('消防复位', 'Reset after fire'),
  area,
  method: 'POST',
  path: '/api/gatehouse/fan/reset',
  permission: 'ventilating:command',
  input: { id, reason: str(text('原因', 'Reason'), { required: true, min: 2, max: 200 }) },
});

/** What happened in one zone: its curve and the minutes fans ran, by cause. */
export const airDay = call({
  name: 'ventilating.day',
  title: text('通风一天', 'A day of ventilation'),
  area,
  method: 'GET',
  path: '/api/gatehouse/fan/day',
  permission: 'ventilating:read',
  answer: 'object',
  input: { id },
  note: text(
    '最近 24 小时：{readings: [{at, mg}], minutes: {原因: 分钟}, spells: [{from, to, running, cause}]}。',
    'The last 24 hours: {readings: [{at, mg}], minutes: {cause: minutes}, spells: [{from, to, running, cause}]}.',
  ),
});

export const ventilating: Resource = resource({
  name: 'ventilating',
  title: text('通风设备', 'Ventilation'),
  area,
  route: '/system/ventilating',
  scope: 'park',
  wire: { base: '/api/updown/ventilating' },
  help: text(
    '探头最高值达到启动值半分钟后开风机，降到停止值两分钟且运行够时长后关；每小时至少通风若干分钟。探头都失效三分钟，风机即运行。',
    'Fans start half a minute after the highest sensor reached the start, and stop two minutes after it fell to the stop and the least run is over; some minutes of every hour they run anyway. Without a valid sensor for three minutes they run.',
  ),
  fields: {
    fanName: str(text('名称', 'Name'), { required: true, search: true, max: 60 }),
    parkId: relation(text('车场', 'Car park'), () => park, { required: true, search: true, fixed: true }),
    buildingId: relation(text('楼层', 'Floor'), () => building, { required: true, within: 'parkId', search: true }),
    fanDeviceIds: relations(text('风机', 'Fans'), () => devDevice, { required: true, within: 'parkId' }),
    coDeviceIds: relations(text('一氧化碳探头', 'CO sensors'), () => devDevice, { within: 'parkId' }),
    mode: select(
      text('方式', 'Mode'),
      { auto: text('按一氧化碳', 'By carbon monoxide'), timed: text('按每小时时长', 'By the hour') },
      { required: true, search: true, default: 'auto' },
    ),
    startMg: integer(text('启动值（mg/m³）', 'Start (mg/m³)'), { required: true, min: 1, max: 200, default: 20 }),
    stopMg: integer(text('停止值（mg/m³）', 'Stop (mg/m³)'), { required: true, min: 0, max: 200, default: 12 }),
    alarmMg: integer(text('报警值（mg/m³）', 'Alarm (mg/m³)'), { required: true, min: 2, max: 500, default: 30 }),
    minRunS: integer(text('最短运行（秒）', 'Least run (s)'), { required: true, min: 0, max: 7_200, default: 600 }),
    minRestS: integer(text('最短停止（秒）', 'Least rest (s)'), { required: true, min: 0, max: 7_200, default: 120 }),
    minutesPerHour: integer(text('每小时最少（分钟）', 'Least minutes of an hour'), {
      required: true,
      min: 0,
      max: 60,
      default: 10,
    }),
    state: select(text('状态', 'State'), airStates, { readOnly: true, search: true, default: 'off', tones: airTones }),
    cause: select(text('原因', 'Cause'), airCauses, { readOnly: true, default: 'rest' }),
    coMax: decimal(text('当前最高（mg/m³）', 'Highest now (mg/m³)'), { readOnly: true }),
    since: dateTime(text('自', 'Since'), { readOnly: true, since: true }),
    handTurn: select(text('人工', 'By hand'), { on: text('开', 'On'), off: text('关', 'Off') }, { readOnly: true }),
    handUntil: dateTime(text('人工至', 'By hand until'), { readOnly: true }),
    handReason: str(text('人工原因', 'Why by hand'), { readOnly: true, max: 200 }),
    handBy: str(text('操作人', 'By'), { readOnly: true, max: 60 }),
    fire: boolean(text('消防信号', 'Fire input'), { readOnly: true, hidden: true }),
    fireAt: dateTime(text('消防信号时间', 'Fire reported at'), { readOnly: true, hidden: true }),
    air: json(text('过程', 'Course'), { readOnly: true, hidden: true }),
    toldAt: dateTime(text('最近下发', 'Fans commanded at'), { readOnly: true, hidden: true }),
    remark: longText(text('备注', 'Remark'), { max: 500 }),
  },
  display: 'fanName',
  unique: [['parkId', 'fanName']],
  list: ['fanName', 'parkId', 'buildingId', 'mode', 'state', 'cause', 'coMax', 'since', 'handTurn', 'handUntil'],
  order: { by: 'fanName', desc: false },
  actions: [
    { call: commandFans, key: 'id', label: text('人工控制', 'By hand'), tone: 'primary' },
    { call: resetFans, key: 'id', label: text('消防复位', 'Reset'), when: { field: 'state', is: ['fire'] } },
  ],
});

/** What the highest sensor of a zone read, each minute; kept for a week. */
export const airReading = resource({
  name: 'airReading',
  title: text('一氧化碳读数', 'CO reading'),
  area,
  page: 'record',
  scope: 'park',
  wire: { base: '/api/gatehouse/airReading' },
  verbs: ['list', 'detail', 'export'],
  fields: {
    parkId: relation(text('车场', 'Car park'), () => park, { required: true, search: true }),
    ventilatingId: relation(text('通风', 'Ventilation'), () => ventilating, { required: true, search: true }),
    at: dateTime(text('时间', 'Time'), { required: true }),
    mg: decimal(text('最高值（mg/m³）', 'Highest (mg/m³)')),
  },
  display: 'at',
  unique: [['ventilatingId', 'at']],
  list: ['at', 'ventilatingId', 'mg'],
  order: { by: 'at', desc: true },
  help: text('每分钟最高的一氧化碳读数，保留七天。', 'The highest reading of each minute, kept for seven days.'),
});

/** For how long fans ran or rested, and why; one after the other without a gap. */
export const airSpell = resource({
  name: 'airSpell',
  title: text('通风时段', 'Ventilation spell'),
  area,
  page: 'record',
  scope: 'park',
  wire: { base: '/api/gatehouse/airSpell' },
  verbs: ['list', 'detail', 'export'],
  fields: {
    parkId: relation(text('车场', 'Car park'), () => park, { required: true, search: true }),
    ventilatingId: relation(text('通风', 'Ventilation'), () => ventilating, { required: true, search: true }),
    fromTime: dateTime(text('开始', 'From'), { required: true }),
    toTime: dateTime(text('结束', 'To')),
    running: boolean(text('运行', 'Running'), { default: false }),
    cause: select(text('原因', 'Cause'), airCauses, { search: true }),
  },
  display: 'fromTime',
  index: [['ventilatingId', 'fromTime']],
  list: ['fromTime', 'toTime', 'ventilatingId', 'running', 'cause'],
  order: { by: 'fromTime', desc: true },
  help: text('风机运行与停止的各时段及原因。', 'When fans ran and rested, and why.'),
});
