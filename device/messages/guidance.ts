/** Messages from and to gateways of garage guidance: which spaces are taken, what is on their bus, what boards show. */
import { boolean, dateTime, integer, json, select, str } from '#kit/declare/field.ts';
import { message } from '#kit/declare/message.ts';
import { text } from '#kit/declare/text.ts';
import { eventFields, GUIDANCE_DEVICES } from './common.ts';

const devices = [...GUIDANCE_DEVICES];
const id = '018f2c11-7a00-7000-8000-000000000001';
const until = '2026-05-01T00:00:32.000Z';

export const spaces = message({
  name: 'spaces',
  direction: 'up',
  devices,
  title: text('车位变化', 'Spaces'),
  note: text(
    '网关总线上探测器所见。有变化即发，每次连接后补发全部。不按序号等待：每个地址以设备时间与序号最晚的一条为准，重复、迟到、乱序结果相同。已知车牌的占用车位每次都带车牌。',
    'What the detectors on the bus of a gateway see: at once on a change, all of them after each connect. No number is waited for: for each address the latest by device time and number stands, whatever the order they come in and however often. A taken space whose plate is known is always sent with it.',
  ),
  fields: {
    ...eventFields,
    changes: json(text('车位', 'Spaces'), {
      required: true,
      help: text(
        '[{ address, taken, plate, picture }]，最多 1,000 个；address 为探测器的总线地址',
        '[{ address, taken, plate, picture }], at most 1,000; `address` is the bus address of the detector',
      ),
    }),
  },
  example: {
    seq: 1,
    at: '2026-05-01T09:00:20+08:00',
    changes: [
      { address: 17, taken: true, plate: '浙A12345' },
      { address: 18, taken: false },
    ],
  },
});

export const nodes = message({
  name: 'nodes',
  direction: 'up',
  devices,
  title: text('总线设备状态', 'Devices on the bus'),
  note: text(
    '总线上设备的状态：变化时发，每次连接后补发全部。失联的探测器其车位即为不明。',
    'How the devices on the bus are: on a change, and all of them after each connect. The space of a lost detector is unknown.',
  ),
  fields: {
    ...eventFields,
    nodes: json(text('设备', 'Devices'), {
      required: true,
      help: text(
        '[{ address, state, version, faults }]，state 为 online、lost、fault',
        '[{ address, state, version, faults }]; state is online, lost or fault',
      ),
    }),
  },
  example: {
    seq: 2,
    at: '2026-05-01T09:00:21+08:00',
    nodes: [{ address: 17, state: 'online', version: '1.4', faults: 0 }],
  },
});

export const counted = message({
  name: 'counted',
  direction: 'up',
  devices,
  title: text('过车计数', 'Counted'),
  note: text(
    '计数器数到的车。同一序号只计一次，先后无关。',
    'Cars that a counter saw pass. The same number counts once, whatever the order.',
  ),
  fields: {
    ...eventFields,
    address: integer(text('总线地址', 'Bus address'), { required: true, min: 0, max: 65_535, ordinal: true }),
    way: select(text('方向', 'Way'), { in: text('进', 'In'), out: text('出', 'Out') }, { required: true }),
    n: integer(text('辆数', 'Vehicles'), { min: 1, max: 100, default: 1 }),
  },
  example: { seq: 3, at: '2026-05-01T09:00:22+08:00', address: 201, way: 'in', n: 1 },
});

export const air = message({
  name: 'air',
  direction: 'up',
  devices,
  title: text('空气与风机', 'Air and fans'),
  note: text(
    '一氧化碳探头的读数与风机状态，每 30 秒一次，变化时立即发。fire 为消防信号输入；有信号时风机由消防柜控制，平台不发指令。',
    'What CO sensors read and how fans are: every 30 seconds, at once on a change. `fire` is the fire input; while it stands the fire panel owns the fans and the server commands nothing.',
  ),
  fields: {
    ...eventFields,
    readings: json(text('读数', 'Readings'), {
      help: text(
        '[{ address, ppmDeci, ok }]，ppmDeci 为 0.1 ppm，ok 为假时读数无效',
        '[{ address, ppmDeci, ok }]; `ppmDeci` is tenths of a ppm, a reading that is not ok is not valid',
      ),
    }),
    fans: json(text('风机', 'Fans'), { help: text('[{ address, on, fault }]', '[{ address, on, fault }]') }),
    fire: boolean(text('消防信号', 'Fire input'), { help: text('没有接入则不填', 'Left out where it is not wired') }),
  },
  example: {
    seq: 4,
    at: '2026-05-01T09:00:30+08:00',
    readings: [{ address: 241, ppmDeci: 180, ok: true }],
    fans: [{ address: 251, on: false, fault: false }],
    fire: false,
  },
});

export const fan = message({
  name: 'fan',
  direction: 'down',
  devices,
  title: text('风机', 'Fans'),
  note: text(
    '开关总线上的风机。revision 小于已执行过的，应答成功但什么也不做。每分钟续一次；过了 holdsUntil 没有再收到，由网关自己的定时控制。有消防信号时不执行，应答失败。',
    'Turn fans of the bus on or off. A `revision` below one already done is answered as done and changes nothing. Renewed each minute; past `holdsUntil` the gateway goes by its own timer. Not done while the fire input stands: answered with a failure.',
  ),
  fields: {
    id: str(text('指令编号', 'Command id'), { required: true, max: 64 }),
    until: dateTime(text('有效至', 'Valid until'), {
      required: true,
      help: text('过此时刻不得再执行', 'Not to be done after this'),
    }),
    revision: integer(text('修订号', 'Revision'), { required: true, min: 1 }),
    fans: json(text('风机', 'Fans'), { required: true, help: text('[{ address, on }]', '[{ address, on }]') }),
    holdsUntil: dateTime(text('保持至', 'Holds until'), { required: true }),
  },
  example: {
    id,
    until,
    revision: 1_777_593_600_000,
    fans: [{ address: 251, on: true }],
    holdsUntil: '2026-05-01T00:03:30.000Z',
  },
});

export const count = message({
  name: 'count',
  direction: 'down',
  devices,
  title: text('引导屏内容', 'Boards'),
  note: text(
    '网关总线上引导屏各行的内容。有变化即发，至多每 2 秒一次；没有变化每 2 分钟一次。revision 小于已执行过的，应答成功但什么也不做。full 为真时显示“满”，不显示数字。屏超过 staleS 秒没有收到，应显示“--”。应答表示已写到总线。',
    'What each line of boards on the bus shows: on change, at most every 2 seconds; without one every 2 minutes. A `revision` below one already done is answered as done and changes nothing. Where `full` is true the line shows FULL and no number. A board that has received nothing for `staleS` seconds shows “--”. The answer confirms that it was written to the bus.',
  ),
  fields: {
    id: str(text('指令编号', 'Command id'), { required: true, max: 64 }),
    until: dateTime(text('有效至', 'Valid until'), {
      required: true,
      help: text('过此时刻不得再执行', 'Not to be done after this'),
    }),
    revision: integer(text('修订号', 'Revision'), { required: true, min: 1 }),
    lines: json(text('内容', 'Lines'), {
      required: true,
      help: text(
        '[{ address, line, label, n, full, arrow, colour }]；address 为屏的总线地址，line 从 1 起，arrow 为 ahead、left、right、back、none，colour 为 green、red',
        '[{ address, line, label, n, full, arrow, colour }]; `address` is the bus address of the board, `line` begins at 1, `arrow` is ahead, left, right, back or none, `colour` green or red',
      ),
    }),
    staleS: integer(text('时限（秒）', 'Stale after (s)'), { required: true, min: 1 }),
  },
  example: {
    id,
    until,
    revision: 1_777_593_600_000,
    lines: [{ address: 230, line: 1, label: 'B2', n: 33, full: false, arrow: 'ahead', colour: 'green' }],
    staleS: 300,
  },
});
