import { dateTime, boolean, colour, image, integer, json, money, select, str } from '#kit/declare/field.ts';
import { message } from '#kit/declare/message.ts';
import { text } from '#kit/declare/text.ts';
import { EVERY_DEVICE, plateText } from './common.ts';
import { doorConfig, doorFire, doorMode, people, presence, unlock } from './door.ts';
import { call } from './intercom.ts';
import { count, fan } from './guidance.ts';

/** Every command has an id to answer with, and a time after which it must not be done any more. */
const head = {
  id: str(text('指令编号', 'Command id'), { required: true, max: 64 }),
  until: dateTime(text('有效至', 'Valid until'), {
    required: true,
    help: text('过此时刻不得再执行', 'Not to be done after this'),
  }),
} as const;
const id = '018f2c11-7a00-7000-8000-000000000001';
const until = '2026-05-01T00:00:32.000Z';

export const open = message({
  name: 'open',
  direction: 'down',
  devices: ['gate', 'camera'],
  title: text('开闸', 'Open'),
  note: text(
    '升起道闸，应答，并以 gate 事件上报（by=command，带指令编号）。过期不得开闸。',
    'Raise the gate, answer, and report it as a `gate` event (by=command, with the id). Never after `until`.',
  ),
  fields: { ...head, passing: integer(text('过车号', 'Passing'), { min: 0 }) },
  example: { id, until },
});

export const close = message({
  name: 'close',
  direction: 'down',
  devices: ['gate', 'camera'],
  title: text('关闸', 'Close'),
  note: text('车道无车时落下道闸。', 'Lower the gate when nothing is under it.'),
  fields: head,
  example: { id, until },
});

export const show = message({
  name: 'show',
  direction: 'down',
  devices: ['screen', 'camera'],
  title: text('屏显', 'Show'),
  note: text(
    '显示若干行；须缴费时另带金额。不须应答。',
    'Lines for the screen; with the amount when money is due. Needs no answer.',
  ),
  fields: {
    ...head,
    lines: json(text('内容', 'Lines'), {
      required: true,
      help: text('[{ zh, en }]，自上而下', '[{ zh, en }], top first'),
    }),
    dueFen: money(text('应缴（分）', 'Due, fen'), { min: 0 }),
  },
  example: {
    id,
    until,
    lines: [
      { zh: '苏A12345', en: '苏A12345' },
      { zh: '请缴费 10.00 元', en: 'Please pay 10.00 yuan' },
    ],
    dueFen: 1000,
  },
});

export const program = message({
  name: 'program',
  direction: 'down',
  devices: ['screen', 'camera'],
  title: text('待机内容', 'What is shown in between'),
  note: text(
    '保存屏幕自己显示的全部内容，取代以前的：when 为 idle（车道空闲）或 offline（与平台断开），hours 为 always、day（6–22点）、night；没有列出的时机显示为空。show 的内容优先，15 秒后回到这里。应答表示已保存。',
    'Keep all that the screen shows by itself, in place of what was kept: `when` is `idle` or `offline`, `hours` is `always`, `day` (6 to 22 h) or `night`; a moment that is not named shows nothing. What `show` displays comes first and gives way after 15 s. The answer confirms that it is kept.',
  ),
  fields: {
    ...head,
    pages: json(text('内容', 'Pages'), {
      required: true,
      help: text(
        '[{ when, hours, lines: [{ text, colour, effect, seconds }] }]，effect 为效果代码',
        '[{ when, hours, lines: [{ text, colour, effect, seconds }] }]; effect is its code',
      ),
    }),
  },
  example: {
    id,
    until,
    pages: [{ when: 'idle', hours: 'always', lines: [{ text: '欢迎光临', colour: 'green', effect: 52, seconds: 5 }] }],
  },
});

export const speak = message({
  name: 'speak',
  direction: 'down',
  devices: ['screen', 'camera'],
  title: text('播报', 'Speak'),
  note: text(
    '播报文字，或播放本机存储的语音。不须应答。',
    'Speaks words, or plays a sound the device has stored. Needs no answer.',
  ),
  fields: {
    ...head,
    zh: str(text('中文', 'Chinese'), { max: 200 }),
    en: str(text('英文', 'English'), { max: 200 }),
    voiceNo: integer(text('语音编号', 'Stored sound'), { min: 0, max: 9999 }),
    volume: integer(text('音量', 'Volume'), { min: 0, max: 100 }),
  },
  example: { id, until, zh: '欢迎光临', en: 'Welcome' },
});

export const ask = message({
  name: 'ask',
  direction: 'down',
  devices: ['box'],
  title: text('请人确认', 'Ask a person'),
  note: text(
    '请岗亭确认一辆车，列出可能的停车记录；以 attend 事件答复。不须应答。',
    'Asks the person at the booth about a vehicle, with the stays it may belong to; replied to by an `attend` event. Needs no answer.',
  ),
  fields: {
    ...head,
    lane: str(text('车道编号', 'Lane id'), { required: true, max: 64 }),
    passing: integer(text('过车号', 'Passing'), { required: true, min: 0 }),
    read: { ...plateText, label: text('识别结果', 'As read') },
    why: str(text('原因', 'Why'), { required: true, max: 60 }),
    picture: image(text('图片', 'Picture')),
    candidates: json(text('候选', 'Candidates'), {
      help: text(
        '[{ stay, plate, score, inAt, picture }]，最可能者在前',
        '[{ stay, plate, score, inAt, picture }], most likely first',
      ),
    }),
  },
  example: {
    id,
    until,
    lane: '018f2c11-7a00-7000-8000-0000000000a2',
    passing: 7,
    read: '苏A1234S',
    why: 'fuzzy-ask',
    candidates: [
      {
        stay: '018f2c11-7a00-7000-8000-0000000000b1',
        plate: '苏A12345',
        score: 0.96,
        inAt: '2026-05-01T00:00:00.000Z',
        picture: null,
      },
    ],
  },
});

export const light = message({
  name: 'light',
  direction: 'down',
  devices: ['screen', 'camera'],
  title: text('补光灯', 'Light'),
  note: text('设置补光灯或屏幕灯。', 'Sets the lamp.'),
  fields: {
    ...head,
    on: boolean(text('开', 'On'), { required: true }),
    colour: colour(text('颜色', 'Colour')),
    brightness: integer(text('亮度', 'Brightness'), { min: 0, max: 100 }),
  },
  example: { id, until, on: true, brightness: 60 },
});

export const syncTime = message({
  name: 'syncTime',
  direction: 'down',
  devices: EVERY_DEVICE,
  title: text('校时', 'Set the clock'),
  note: text('将本机时钟设为 now。', "Set the device's clock to `now`."),
  fields: { ...head, now: dateTime(text('平台时间', 'Server time'), { required: true }) },
  example: { id, until, now: '2026-05-01T00:00:02.000Z' },
});

export const whiteList = message({
  name: 'whiteList',
  direction: 'down',
  devices: ['camera'],
  title: text('本机白名单', 'White list on the device'),
  note: text(
    'search 以应答的 result 返回本机名单；delete 删除一个车牌；sync 以 entries 全部替换；confirm 表示 hash 所指的名单仍然有效，本机名单的校验值不同时应答失败，什么也不改。sync 与 confirm 带 holdsUntil：过此时刻脱机车道不得再按名单放行，名单中的车按临时车处理，直到再次核对。名单与此时刻断电须保留。只认条目截止时间的相机，每条写入 until 与 holdsUntil 中较早的一个，confirm 时重写；校验值仍按下发的 until 计算。',
    "`search` answers the device's list in `result`; `delete` removes one plate; `sync` replaces all by `entries`; `confirm` states that the list of this `hash` still holds, and is answered with a failure, changing nothing, where the device has another one. `sync` and `confirm` carry `holdsUntil`: after it a lane that is cut off must not let in by the list any more, and the cars on it are temporary ones until the list is confirmed again. List and time are kept through a loss of power. A camera that knows ends of entries alone keeps for each the earlier of `until` and `holdsUntil` and writes them anew on `confirm`; the hash goes by `until` as it was sent.",
  ),
  fields: {
    ...head,
    action: select(
      text('操作', 'Action'),
      {
        search: text('查询', 'Search'),
        delete: text('删除', 'Delete'),
        sync: text('全量同步', 'Replace all'),
        confirm: text('核对有效', 'Confirm'),
      },
      { required: true },
    ),
    plateNumber: { ...plateText, required: true, when: { field: 'action', is: ['delete'] } },
    hash: str(text('名单校验值', 'List checksum'), {
      max: 8,
      required: true,
      when: { field: 'action', is: ['confirm'] },
      help: text('算法见 up/heartbeat', 'As in up/heartbeat'),
    }),
    holdsUntil: dateTime(text('名单有效至', 'List holds until'), {
      required: true,
      when: { field: 'action', is: ['sync', 'confirm'] },
      help: text('按本机时钟', "By the device's clock"),
    }),
    entries: json(text('名单', 'Entries'), {
      help: text('[{ plate, until }]', '[{ plate, until }]'),
      when: { field: 'action', is: ['sync'] },
    }),
  },
  example: {
    id,
    until,
    action: 'sync',
    holdsUntil: '2026-05-04T00:00:00.000Z',
    entries: [{ plate: '苏A12345', until: null }],
  },
});

export const upgrade = message({
  name: 'upgrade',
  direction: 'down',
  devices: EVERY_DEVICE,
  title: text('固件升级', 'Upgrade'),
  note: text(
    '空闲时下载、校验并换用新固件；应答表示已接受，版本由之后的心跳证明。',
    'When idle, fetch, check and switch to new firmware. The answer confirms that it was accepted; later heartbeats prove the version.',
  ),
  fields: {
    ...head,
    version: str(text('版本', 'Version'), { required: true, max: 60 }),
    url: str(text('地址', 'Address'), { required: true, max: 500 }),
    sha256: str(text('校验值', 'Checksum'), { max: 64 }),
    addresses: json(text('总线地址', 'Bus addresses'), {
      help: text(
        '引导网关：升级总线上的这些设备；不填为网关自身',
        'To a guidance gateway: the devices of its bus; left out, the gateway itself',
      ),
    }),
  },
  example: {
    id,
    until,
    version: '2.5.0',
    url: '/api/updown/file/firmware-2.5.0.bin',
    sha256: 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
  },
});

export const lock = message({
  name: 'lock',
  direction: 'down',
  devices: ['lock'],
  title: text('车位锁', 'Lock'),
  note: text(
    'raise 升起、lower 降下、find 鸣响、read 读参数、write 写参数。升起前须确认附近没有移动的人或车，过了 until 绝不升起；放下不看有没有车。应答表示已收到并开始，挡臂到位后另报 up/lock；不能升起的应答失败。read 以应答的 result 返回 { value }。',
    'Raise, lower, sound, read or write a parameter. Before raising make sure that nothing moves near the arm, and never raise after `until`; lowering checks nothing. The answer confirms that it was received and has begun; `up/lock` reports where the arm came to rest. What can not be raised is answered with a failure. `read` answers { value } as its `result`.',
  ),
  fields: {
    ...head,
    do: select(
      text('操作', 'Do'),
      {
        raise: text('升起', 'Raise'),
        lower: text('降下', 'Lower'),
        find: text('鸣响', 'Sound'),
        read: text('读参数', 'Read'),
        write: text('写参数', 'Write'),
      },
      { required: true },
    ),
    index: integer(text('参数', 'Parameter'), {
      min: 1,
      max: 9,
      required: true,
      when: { field: 'do', is: ['read', 'write'] },
      help: text(
        '1 有车后几秒升起；2 离开后几秒升起；3 空位降下后几秒升起；4 蜂鸣；5 蜂鸣时长；6 遇阻即降；7 受压即降；8 电流上限；9 心跳间隔（秒）',
        '1 raise so long after a car stood; 2 after it left; 3 when empty after lowering; 4 buzzer; 5 buzzer time; 6 lower when obstructed; 7 lower when pressed; 8 current limit; 9 heartbeat (s)',
      ),
    }),
    value: integer(text('值', 'Value'), {
      min: 0,
      max: 1_000_000,
      required: true,
      when: { field: 'do', is: ['write'] },
    }),
  },
  example: { id, until, do: 'raise' },
});

export const guide = message({
  name: 'guide',
  direction: 'down',
  devices: ['guide'],
  title: text('诱导屏', 'Guidance'),
  note: text(
    '各行所绑泊位的空位数，自上而下。有变化即发，至多每 5 秒一次；没有变化每 5 分钟一次。不明的泊位不算空位。超过 10 分钟没有收到的，应显示为空。不须应答。',
    'Free berths bound to each line, top first. On change, at most every 5 seconds; without one every 5 minutes. Unknown is not free. A screen that has received nothing for 10 minutes should show none. Needs no answer.',
  ),
  fields: {
    ...head,
    lines: json(text('内容', 'Lines'), {
      required: true,
      help: text(
        '[{ label, free, arrow }]，arrow 为 ahead、left、right、back、none',
        '[{ label, free, arrow }]; arrow is ahead, left, right, back or none',
      ),
    }),
  },
  example: { id, until, lines: [{ label: '人民路东侧', free: 12, arrow: 'ahead' }] },
});

export const park = message({
  name: 'park',
  direction: 'down',
  devices: EVERY_DEVICE,
  title: text('所在车场', 'Where it stands'),
  note: text(
    '设备每次订阅后立即下发：车场、时区、可操作的车道。不须应答。',
    'Sent at once whenever a device subscribes: the car park, its zone, the lanes it may speak of. Needs no answer.',
  ),
  fields: {
    ...head,
    parkName: str(text('车场', 'Car park'), { required: true, max: 100 }),
    zone: str(text('时区', 'Zone'), { required: true, max: 60 }),
    lane: str(text('本机车道', 'Own lane'), { max: 64 }),
    lanes: json(text('车道', 'Lanes'), { help: text('[{ id, name, direction }]', '[{ id, name, direction }]') }),
    now: dateTime(text('平台时间', 'Server time'), { required: true }),
  },
  example: {
    id,
    until,
    parkName: '滨江商场',
    zone: 'Asia/Shanghai',
    lane: '018f2c11-7a00-7000-8000-0000000000a1',
    now: '2026-05-01T00:00:02.000Z',
    lanes: [{ id: '018f2c11-7a00-7000-8000-0000000000a1', name: '东入口', direction: 'entry' }],
  },
});

export const downMessages = [
  open,
  close,
  show,
  program,
  speak,
  ask,
  light,
  syncTime,
  whiteList,
  upgrade,
  lock,
  guide,
  people,
  unlock,
  doorMode,
  doorFire,
  presence,
  doorConfig,
  count,
  fan,
  park,
  call,
] as const;
