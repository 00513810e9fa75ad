import { MAX_SCANNED } from '#domain/plate/ticket.ts';
import { MOST_CASH_FEN } from '#domain/ledger/cash.ts';
import { PLATE_COLOURS } from '#domain/plate/colour.ts';
import { boolean, dateTime, decimal, image, integer, json, money, select, str } from '#kit/declare/field.ts';
import { parkDevice } from '#areas/device/model/park-device.ts';
import { message } from '#kit/declare/message.ts';
import { text } from '#kit/declare/text.ts';
import { EVERY_DEVICE, eventFields, LANE_DEVICES, passing, plateText, reportFields } from './common.ts';
import { doorState, fireInput, swipe, temperature } from './door.ts';
import { help } from './intercom.ts';
import { air, counted, nodes, spaces } from './guidance.ts';
import { berthCar, lockState, space } from './street.ts';

const picture = image(text('图片', 'Picture'), { help: text('已上传图片的地址', 'Address of an uploaded picture') });

/** What a lane that was cut off did on its own; absent when the platform decided. */
const journal = {
  decided: select(text('决定方', 'Decided by'), { offline: text('车道脱机自行决定', 'The lane, while cut off') }),
  opened: boolean(text('已放行', 'Opened'), { when: { field: 'decided', is: ['offline'] } }),
  cashFen: money(text('脱机收现（分）', 'Cash taken, fen'), {
    min: 0,
    max: MOST_CASH_FEN,
    when: { field: 'decided', is: ['offline'] },
  }),
} as const;

export const plate = message({
  name: 'plate',
  direction: 'up',
  devices: ['camera'],
  title: text('车牌识别', 'Plate read'),
  note: text(
    '来车三秒内识别的结果；未识别到则车牌为空。同一辆车可重复上报。',
    "What was read within three seconds of a vehicle's coming, empty when nothing was. May be sent again for the same vehicle.",
  ),
  fields: {
    ...eventFields,
    passing,
    plate: plateText,
    colour: select(text('颜色', 'Colour'), PLATE_COLOURS, { default: 'unknown' }),
    confidence: decimal(text('可信度', 'Confidence'), { min: 0, max: 1, default: 1 }),
    direction: select(
      text('行驶方向', 'Way it goes'),
      { in: text('驶入', 'In'), out: text('驶出', 'Out') },
      {
        help: text(
          '出入口共用的车道上，能分辨方向的相机应当上报；不报时，在场车辆视为驶出，其余视为驶入',
          'On a lane for both ways a camera that knows should report it; otherwise a car inside is taken to go out, any other in',
        ),
      },
    ),
    picture,
    ...journal,
  },
  example: { seq: 1, at: '2026-05-01T08:00:00+08:00', passing: 1, plate: '苏A12345', colour: 'blue', confidence: 0.98 },
});

export const gone = message({
  name: 'gone',
  direction: 'up',
  devices: ['camera'],
  title: text('倒车离开', 'Backed out'),
  note: text('车辆未通过道闸而离开了车道。', 'The vehicle left the lane without going through.'),
  fields: { ...eventFields, passing },
  example: { seq: 2, at: '2026-05-01T08:00:20+08:00', passing: 1 },
});

export const gate = message({
  name: 'gate',
  direction: 'up',
  devices: [...LANE_DEVICES],
  title: text('道闸状态', 'Gate state'),
  note: text(
    '道闸升起、落下或故障。由指令升起时带指令编号。',
    "The gate went up, went down or failed. When a command raised it, with that command's id.",
  ),
  fields: {
    ...eventFields,
    gate: select(
      text('状态', 'State'),
      { up: text('升起', 'Up'), down: text('落下', 'Down'), fault: text('故障', 'Fault') },
      { required: true },
    ),
    by: select(
      text('原因', 'By'),
      { command: text('指令', 'Command'), local: text('现场', 'On the spot'), unknown: text('不明', 'Unknown') },
      { default: 'unknown' },
    ),
    commandId: str(text('指令编号', 'Command id'), { max: 64 }),
    assumed: boolean(text('按指令推定', 'Taken from the command'), {
      help: text(
        '道闸没有上报，指令已执行或送达即推定为已升起；自己上报状态的设备不填',
        'The barrier reported nothing: taken to be up because the command was carried out or delivered. Devices that report their state leave it out',
      ),
    }),
  },
  example: {
    seq: 2,
    at: '2026-05-01T08:00:02+08:00',
    gate: 'up',
    by: 'command',
    commandId: '018f2c11-7a00-7000-8000-000000000001',
  },
});

export const passed = message({
  name: 'passed',
  direction: 'up',
  devices: ['camera'],
  title: text('车辆通过', 'Passed'),
  note: text(
    '车辆已驶过落杆地感。一次开闸跟进多辆时报实际辆数。',
    'The vehicle has cleared the loop behind the gate. When others followed under one opening, how many went through.',
  ),
  fields: {
    ...eventFields,
    passing,
    count: integer(text('辆数', 'Vehicles'), { min: 1, max: 20, default: 1 }),
    picture,
    assumed: boolean(text('推定通过', 'Assumed'), {
      help: text(
        '没有看到车辆驶过，由开闸推定；看到驶过的设备不填',
        'Nobody saw the car pass, it is taken from the opening; devices that see it leave it out',
      ),
    }),
    ...journal,
  },
  example: { seq: 3, at: '2026-05-01T08:00:06+08:00', passing: 1, count: 1 },
});

export const scan = message({
  name: 'scan',
  direction: 'up',
  devices: ['camera', 'scanner'],
  title: text('扫付款码或入场凭条', 'Pay code or entry ticket scanned'),
  note: text(
    '司机在车道读头前出示的付款码，或入场凭条的二维码（缴费页地址）与条码（凭证号），原样上报。',
    "The driver's own pay code held before the lane's reader, or the code of his entry ticket as it was read: the address of the payment page, or the ticket number.",
  ),
  fields: {
    ...eventFields,
    payCode: str(text('付款码或凭条的码', 'Pay code, or that of a ticket'), {
      required: true,
      min: 4,
      max: MAX_SCANNED,
    }),
  },
  example: { seq: 5, at: '2026-05-01T10:30:08+08:00', payCode: '134650000000000001' },
});

export const attend = message({
  name: 'attend',
  direction: 'up',
  devices: ['box'],
  title: text('岗亭操作', 'Attended'),
  note: text(
    '收费员在岗亭终端上对某辆车的操作；passing 为 0 指空车道。操作人与钱箱由 session 得出：登录已退出、失效或没有相应权限的，不执行。',
    'What the person at the booth did about a vehicle; passing 0 means the empty lane. Who did it and whose drawer it is follow from `session`: nothing is done where he has logged out, his session has ended or he may not do it.',
  ),
  fields: {
    ...eventFields,
    lane: str(text('车道编号', 'Lane id'), {
      max: 64,
      help: text(
        '终端管多条车道时必填；须为本终端岗亭的车道',
        'Required when the terminal serves several lanes; one of the terminal’s own booth',
      ),
    }),
    passing: integer(text('过车号', 'Passing'), { required: true, min: 0, max: 2_147_483_647 }),
    session: str(text('登录凭据', 'Session'), {
      required: true,
      max: 600,
      help: text(
        '操作人登录后以 POST /api/gatehouse/box/terminal（终端序列号）取得，只对该终端有效，随登录结束',
        'What the person who has logged in gets by POST /api/gatehouse/booth/terminal with the terminal’s serial number; good for that terminal alone, and ends with his login',
      ),
    }),
    action: select(
      text('操作', 'Action'),
      {
        pick: text('选定停车记录', 'Picked the stay'),
        release: text('免费放行', 'Released'),
        cash: text('收现金', 'Took cash'),
        declare: text('申报入场时间', 'Declared the entry'),
        open: text('开闸', 'Opened'),
      },
      { required: true },
    ),
    stay: str(text('停车记录', 'Stay'), { max: 64, when: { field: 'action', is: ['pick'] } }),
    plate: { ...plateText, when: { field: 'action', is: ['pick'] } },
    amountFen: money(text('实收（分）', 'Kept, fen'), {
      min: 1,
      max: MOST_CASH_FEN,
      required: true,
      when: { field: 'action', is: ['cash'] },
    }),
    tenderedFen: money(text('收到（分）', 'Handed over, fen'), {
      min: 0,
      max: MOST_CASH_FEN,
      when: { field: 'action', is: ['cash'] },
    }),
    inAt: dateTime(text('申报入场时间', 'Declare entry time'), {
      required: true,
      when: { field: 'action', is: ['declare'] },
    }),
    reason: str(text('原因', 'Reason'), {
      max: 200,
      required: true,
      when: { field: 'action', is: ['release', 'open', 'declare'] },
    }),
    picture,
  },
  example: {
    seq: 1,
    at: '2026-05-01T10:30:20+08:00',
    lane: '018f2c11-7a00-7000-8000-0000000000a2',
    passing: 7,
    session: 'v1.…',
    action: 'cash',
    amountFen: 1000,
    tenderedFen: 2000,
  },
});

export const happened = message({
  name: 'happened',
  direction: 'up',
  devices: ['charger'],
  title: text('停车事件', 'Happened to a car'),
  note: text(
    '场内某车发生的事，如开始、结束充电；收费规则可以从它起计时。属于当时在场的那次停车，入场消息晚到也一样；车辆已离场的，账单不变。',
    'Something happened to a car inside, such as the beginning or the end of charging; a tariff may start its clock at it. It belongs to the visit that was under way, also when its entry is reported later; the bill of a car that has left stays as it is.',
  ),
  fields: {
    ...eventFields,
    plate: { ...plateText, required: true },
    event: str(text('事件', 'Event'), {
      required: true,
      max: 40,
      help: text(
        'chargingStart 开始充电，chargingEnd 充电结束，或收费规则中的其他名称',
        'chargingStart, chargingEnd, or another name a tariff uses',
      ),
    }),
  },
  example: { seq: 1, at: '2026-05-01T09:10:00+08:00', plate: '苏AD12345', event: 'chargingEnd' },
});

export const heartbeat = message({
  name: 'heartbeat',
  direction: 'up',
  devices: EVERY_DEVICE,
  title: text('心跳', 'Heartbeat'),
  note: text(
    '每 30 秒一次；缺三次即为离线。时间须为真实的本机时间，平台由此估算时钟偏差。',
    "Every 30 seconds; three missed ones mean offline. The time is the device's real clock: its offset is estimated from it.",
  ),
  fields: {
    ...reportFields,
    firmware: str(text('固件版本', 'Firmware'), { max: parkDevice.fields.firmware.max! }),
    queued: integer(text('待发事件数', 'Events waiting'), { min: 0, default: 0 }),
    journalPercent: integer(text('本机存储占用（%）', 'Storage used (%)'), {
      min: 0,
      max: 100,
      help: text(
        '未收妥的事件与图片占本机存储的百分比；达到 90 平台告警',
        'How much of the storage the events and pictures take that are not received yet; from 90 on the server raises an alert',
      ),
    }),
    journalDays: integer(text('本机存储可存（天）', 'Storage (days)'), {
      min: 0,
      max: 10_000,
      help: text(
        '断网时按目前车流能存的天数，须不少于 7',
        'Days of traffic, as it is, that the storage keeps while cut off; seven at least',
      ),
    }),
    listHash: str(text('名单校验值', 'List checksum'), {
      max: 8,
      help: text(
        '脱机名单的校验值；平台据此发现名单不一致。算法：去除已过期的条目，按车牌的码位排序，每条写成“车牌|截止时间”加换行，截止时间为 UTC 毫秒格式（2026-05-01T00:00:00.000Z），无截止则留空；对其 UTF-8 字节求 32 位 FNV-1a，写成 8 位小写十六进制',
        'Of the list it decides by while cut off; the server finds by it that lists differ. Leave out entries that have run out, sort by plate in code point order, write each as `plate|until` and a line feed, `until` in UTC with milliseconds (2026-05-01T00:00:00.000Z), nothing where there is no end; FNV-1a of 32 bits over the UTF-8 bytes, as 8 lower-case hex digits',
      ),
    }),
  },
  example: {
    seq: 3,
    at: '2026-05-01T08:00:30+08:00',
    firmware: '2.4.1',
    queued: 0,
    journalPercent: 2,
    journalDays: 14,
    listHash: '811c9dc5',
  },
});

export const answer = message({
  name: 'answer',
  direction: 'up',
  devices: EVERY_DEVICE,
  title: text('指令应答', 'Answer'),
  note: text(
    '对一条指令的应答；同一指令可能重发，按同一编号再答一次即可，不得再做一次。',
    'Answers a command. A command may come again with the same id: answer again, never do it again.',
  ),
  fields: {
    ...reportFields,
    id: str(text('指令编号', 'Command id'), { required: true, max: 64 }),
    ok: boolean(text('成功', 'Done'), { required: true }),
    error: str(text('失败原因', 'Why not'), {
      max: 2_000,
      help: text('保存前200字', 'The first 200 characters are kept'),
    }),
    result: json(text('结果', 'Result')),
  },
  example: { seq: 1, at: '2026-05-01T08:00:01+08:00', id: '018f2c11-7a00-7000-8000-000000000001', ok: true },
});

export const upMessages = [
  plate,
  gone,
  gate,
  passed,
  scan,
  attend,
  happened,
  space,
  berthCar,
  lockState,
  swipe,
  doorState,
  fireInput,
  temperature,
  spaces,
  nodes,
  counted,
  help,
  air,
  heartbeat,
  answer,
] as const;
