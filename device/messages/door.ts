/** Messages from and to doors: who showed what, what the door did, who may pass. */
import { boolean, dateTime, image, integer, json, select, str } from '#kit/declare/field.ts';
import { message } from '#kit/declare/message.ts';
import { text } from '#kit/declare/text.ts';
import {
  bodySites,
  contactCauses,
  contactStates,
  credentialKinds,
  doorResults,
  readerSides,
} from '#areas/device/model/door-fields.ts';
import { eventFields } from './common.ts';

const door = ['door'] as const;
const head = {
  id: str(text('指令编号', 'Command id'), { required: true, max: 64 }),
  until: dateTime(text('有效至', 'Valid until'), {
    required: true,
    help: text('过此时刻不得再执行', 'Not to be done after this'),
  }),
} as const;
const id = '018f2c11-7a00-7000-8000-000000000001';
const until = '2026-05-01T00:00:32.000Z';
const person = '018f2c11-7a00-7000-8000-0000000000e1';

export const swipe = message({
  name: 'swipe',
  direction: 'up',
  devices: door,
  title: text('刷卡或刷脸', 'Credential shown'),
  note: text(
    '有人出示凭证，设备按本机名单与规则作出的决定。出门永远放行。不按序号等待：先到先记，同号只记一次。',
    'Somebody showed a credential, and what the device decided by its list. Leaving is never refused. No number is waited for; the same number again changes nothing.',
  ),
  fields: {
    ...eventFields,
    reader: select(text('方向', 'Way'), readerSides, { required: true }),
    kind: select(text('凭证', 'Credential'), credentialKinds, { required: true }),
    person: str(text('人员编号', 'Person'), {
      max: 36,
      help: text('名单中的人员；不认识的凭证不填', 'As in the list; left out where nobody is known by it'),
    }),
    value: str(text('凭证校验值', 'Credential, hashed'), {
      max: 64,
      help: text('不认识的卡：卡号的 SHA-256', 'Of an unknown card: SHA-256 of its number'),
    }),
    result: select(
      text('结果', 'Result'),
      { granted: doorResults.granted, refused: doorResults.refused },
      { required: true },
    ),
    reason: str(text('原因', 'Reason'), { max: 40, help: text('拒绝的原因代码', 'Why it was refused, by its code') }),
    picture: image(text('图片', 'Picture')),
    decided: select(
      text('决定方', 'Decided by'),
      { offline: text('设备脱机自行决定', 'The device, while cut off') },
      {
        help: text(
          '脱机时填写；90 秒后才收到的刷卡也按脱机计',
          'Given where it was cut off; a credential received more than 90 seconds later counts as such too',
        ),
      },
    ),
  },
  example: { seq: 1, at: '2026-05-01T09:00:00+08:00', reader: 'in', kind: 'card', person, result: 'granted' },
});

export const doorState = message({
  name: 'door',
  direction: 'up',
  devices: door,
  title: text('门状态', 'Door'),
  note: text(
    '门磁或门的异常：打开、关上、超时未关、强行打开、被拆。',
    'The contact of the door, or what is wrong with it: opened, closed, held open, forced, tampered with.',
  ),
  fields: {
    ...eventFields,
    contact: select(text('状态', 'State'), contactStates, { required: true }),
    by: select(text('起因', 'By'), contactCauses, { default: 'unknown' }),
    commandId: str(text('指令编号', 'Command id'), { max: 64 }),
    swipeSeq: integer(text('刷卡序号', 'Number of the swipe'), { min: 1 }),
  },
  example: { seq: 2, at: '2026-05-01T09:00:02+08:00', contact: 'open', by: 'swipe', swipeSeq: 1 },
});

export const fireInput = message({
  name: 'fire',
  direction: 'up',
  devices: door,
  title: text('消防输入', 'Fire input'),
  note: text(
    '消防输入接通或断开时各报一次。接通期间设备自行开着所在的门，不拒绝任何人，不必等待 doorFire；断电须保留。',
    'The fire input closed (`on`) or opened again, once each. While it is on the device holds its own door open and refuses nobody, without waiting for `doorFire`; kept through a loss of power.',
  ),
  fields: { ...eventFields, on: boolean(text('接通', 'On'), { required: true }) },
  example: { seq: 4, at: '2026-05-01T10:00:00+08:00', on: true },
});

export const temperature = message({
  name: 'temperature',
  direction: 'up',
  devices: door,
  title: text('体温', 'Temperature'),
  note: text(
    '测温相机的一次读数，单位为十分之一摄氏度。认不出人时不填 person。不按序号等待，同号只记一次；地点未启用测温时不保存。',
    'One reading of a thermal camera, in tenths of a degree Celsius. `person` is left out where nobody is known. No number is waited for; the same number again changes nothing. Where the place is off it is not kept.',
  ),
  fields: {
    ...eventFields,
    person: str(text('人员编号', 'Person'), { max: 36, help: text('名单中的人员', 'As in the list') }),
    tempDeci: integer(text('体温（十分之一℃）', 'Temperature (tenths of °C)'), { required: true, min: 0, max: 600 }),
    ambientDeci: integer(text('环境温度（十分之一℃）', 'Surroundings (tenths of °C)'), { min: -500, max: 900 }),
    site: select(text('部位', 'Where on the body'), bodySites),
    picture: image(text('图片', 'Picture')),
    thermal: image(text('热成像', 'Thermal picture')),
  },
  example: { seq: 3, at: '2026-05-01T08:01:10+08:00', tempDeci: 365, ambientDeci: 215, site: 'forehead' },
});

export const people = message({
  name: 'people',
  direction: 'down',
  devices: door,
  title: text('人员名单', 'People'),
  note: text(
    'revision 小于已执行过的，应答成功但什么也不做。replace 为真时先清空名单。然后删除 remove，写入 add，再以 holdsUntil 按类别延长全部条目的时限：过了时限，断网的设备不得再据此放行。door 取代本机的门参数，days 取代本机日历。断电须保留。应答的 result 可含 partly：{ 人员: 原因 }。名单校验值（心跳的 listHash）：按人员编号码位排序，每条写成“编号|digest”加换行，对 UTF-8 求 32 位 FNV-1a。',
    'A `revision` below one already done is answered as done and changes nothing. Where `replace` is true the list is emptied first. Then `remove` goes, `add` is written, and `holdsUntil` puts off, by class, how long all entries may be used: past it a device that is cut off lets nobody in by them. `door` takes the place of what it knows of its door, `days` of the calendar. All is kept through a loss of power. The answer’s `result` may have `partly`: { person: why }. The checksum (`listHash` of the heartbeat): by person in code point order, each written as `person|digest` and a line feed, FNV-1a of 32 bits over UTF-8.',
  ),
  fields: {
    ...head,
    revision: integer(text('修订号', 'Revision'), { required: true, min: 1 }),
    replace: boolean(text('全部替换', 'Replace all')),
    remove: json(text('删除', 'Remove'), { help: text('人员编号的列表', 'Ids of people') }),
    add: json(text('写入', 'Add'), {
      help: text(
        '[{ person, digest, class, cards, opener, rights: [{ from, until, plan }], face: { id, url } }]，cards 为卡号的 SHA-256；face.url 为本服务的地址，应答之前取得 JPEG 照片，不能采用的在 partly 中说明；没有 face 的条目，删除本机此人的照片与模板',
        '[{ person, digest, class, cards, opener, rights: [{ from, until, plan }], face: { id, url } }]; cards are SHA-256 of their numbers. `face.url` is an address of this server: the JPEG is fetched before the answer, and one that cannot be used is listed in `partly`. For an entry without `face` the device deletes the photo and template it has of him',
      ),
    }),
    plans: json(text('时段', 'Plans'), {
      help: text(
        '{ 编号: { week, days, dateFrom, dateTo } }，week 为周一至周日各若干 { from, to } 分钟',
        '{ id: { week, days, dateFrom, dateTo } }; week has { from, to } in minutes for each day, Monday first',
      ),
    }),
    days: json(text('日历', 'Calendar'), {
      help: text('{ 日期: [holiday、workday、event] }', '{ day: [holiday, workday, event] }'),
    }),
    door: json(text('门', 'Door'), {
      help: text(
        '{ zone, strikeS, heldS, into: { id, antiPassback, passMinutes, twoPerson, capacity } 或 null, fromArea, openPlan, firstCard }；capacity 为最多人数，不填为不限：按本机所知在该区域内的人数已满时拒绝（area-full）',
        '{ zone, strikeS, heldS, into: { id, antiPassback, passMinutes, twoPerson, capacity } or null, fromArea, openPlan, firstCard }; without `capacity` there is no limit, else nobody comes in while so many are inside by what the device knows (area-full)',
      ),
    }),
    holdsUntil: json(text('时限', 'Holds until'), {
      help: text('{ 类别: 时刻 }，按本机时钟', '{ class: time }, by the device’s clock'),
    }),
  },
  example: {
    id,
    until,
    revision: 7,
    remove: [],
    add: [
      {
        person,
        digest: '5a1f09c2',
        class: 'staff',
        cards: ['9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08'],
        opener: false,
        rights: [{ from: '2026-01-01T00:00:00.000Z', until: null, plan: 'p1' }],
      },
    ],
    plans: {
      p1: { week: [[{ from: 480, to: 1110 }], [], [], [], [], [], []], days: null, dateFrom: null, dateTo: null },
    },
    days: { '2026-10-01': ['holiday'] },
    door: {
      zone: 'Asia/Shanghai',
      strikeS: 5,
      heldS: 30,
      into: null,
      fromArea: null,
      openPlan: null,
      firstCard: false,
    },
    holdsUntil: { staff: '2026-05-08T00:00:00.000Z' },
  },
});

export const unlock = message({
  name: 'unlock',
  direction: 'down',
  devices: door,
  title: text('开门', 'Unlock'),
  note: text(
    '开锁 seconds 秒，应答，并以 door 事件上报（by=command，带指令编号）。过期不得开门。',
    'Release the lock for `seconds`, answer, and report it as a `door` event (by=command, with the id). Never after `until`.',
  ),
  fields: { ...head, seconds: integer(text('秒', 'Seconds'), { required: true, min: 1, max: 60 }) },
  example: { id, until, seconds: 5 },
});

export const doorMode = message({
  name: 'doorMode',
  direction: 'down',
  devices: door,
  title: text('门模式', 'Door mode'),
  note: text(
    'normal 正常、open 常开、locked 锁定；to 到时自动恢复正常，断电须保留。',
    'normal, open (held open) or locked; normal again by itself at `to`, kept through a loss of power.',
  ),
  fields: {
    ...head,
    mode: select(
      text('模式', 'Mode'),
      { normal: text('正常', 'Normal'), open: text('常开', 'Held open'), locked: text('锁定', 'Locked') },
      { required: true },
    ),
    to: dateTime(text('至', 'Until'), {}),
  },
  example: { id, until, mode: 'open', to: '2026-05-01T10:00:00.000Z' },
});

export const doorFire = message({
  name: 'doorFire',
  direction: 'down',
  devices: door,
  title: text('消防开门', 'Fire'),
  note: text(
    'on 为真：门一直开着，任何人都放行，刷卡照报（reason=fire）；为假：恢复到原来的模式，本机消防输入仍接通的除外。与 doorMode 无关，断电须保留。',
    'Where `on` is true the door stands open and everybody passes; swipes are reported all the same (reason=fire). Where false it goes back to its mode, unless the device’s own fire input is still on. Independent of `doorMode`; kept through a loss of power.',
  ),
  fields: { ...head, on: boolean(text('开着', 'Stand open'), { required: true }) },
  example: { id, until, on: true },
});

export const presence = message({
  name: 'presence',
  direction: 'down',
  devices: door,
  title: text('人员所在', 'Presence'),
  note: text(
    '同一区域（有反潜回或最多人数）的其他设备看到的进出，以及豁免。本机自己看到的更晚的不变，其余以此为准；不填 area 为不知在哪里。到所在地 04:00，本机与下发的一律作废。断电须保留。',
    'What other devices of the same area saw, one with anti-passback or with at most so many people, and who was forgiven. What the device saw itself later stays; all else is replaced. Without `area` it is unknown where the person is. At 04:00 local time all of it, its own included, is forgotten. Kept through a loss of power.',
  ),
  fields: {
    ...head,
    people: json(text('人员', 'People'), {
      required: true,
      help: text(
        '[{ person, area, at }]，area 为 null 即室外',
        '[{ person, area, at }]; where `area` is null the person is outside',
      ),
    }),
  },
  example: { id, until, people: [{ person, area: null, at: '2026-05-01T09:00:00.000Z' }] },
});

export const doorConfig = message({
  name: 'doorConfig',
  direction: 'down',
  devices: door,
  title: text('门禁参数', 'Door parameters'),
  note: text(
    '采用 parameters 中的各值并保存，断电须保留；不支持或不合适的在应答的 result.partly 中说明：{ 参数: 原因 }，其余照常采用。参数：volume 0-100，language zh/en，screenS 秒，tamperAlarm on/off，openAlarm on/off；测温相机：warnTemp、lowTemp、highTemp、tempOffset 摄氏度，distanceCm 厘米。',
    'Take the values of `parameters` and keep them through a loss of power. What the device does not know or cannot do it lists in `result.partly` of its answer: { parameter: why }; the others it takes all the same. Parameters: volume 0-100, language zh/en, screenS seconds, tamperAlarm on/off, openAlarm on/off; of thermal cameras warnTemp, lowTemp, highTemp, tempOffset in °C and distanceCm.',
  ),
  fields: {
    ...head,
    parameters: json(text('参数', 'Parameters'), {
      required: true,
      help: text('{ 参数: 值 }', '{ parameter: value }'),
    }),
  },
  example: { id, until, parameters: { volume: '60', language: 'zh' } },
});
