/**
 * What speaks of berths at the roadside: sensors, the concentrators that speak for them, locks, cameras that stand in
 * no lane.
 */
import { PLATE_COLOURS } from '#domain/plate/colour.ts';
import { boolean, decimal, integer, json, select, str } from '#kit/declare/field.ts';
import { message } from '#kit/declare/message.ts';
import { text } from '#kit/declare/text.ts';
import { evidenceClaims, lockArms } from '#areas/device/model/roadside-fields.ts';
import { eventFields, plateText } from './common.ts';

const MOST_MV = 100_000;
const batteryMv = integer(text('电池（毫伏）', 'Battery (mV)'), { min: 0, max: MOST_MV });

export const space = message({
  name: 'space',
  direction: 'up',
  devices: ['sensor', 'concentrator'],
  title: text('泊位有无车', 'Space'),
  note: text(
    '泊位上有没有车。消息属于设备时间那一刻绑定的泊位；心跳也带状态与变化计数，丢失的变化由此可知。不按序号等待：先到先记，结果与次序无关。',
    'Whether a car stands there. It belongs to the berth the sensor was bound to at that time. Heartbeats carry the state and the count of changes too, so that a lost change is known. No number is waited for: whatever the order they come in, the result is the same.',
  ),
  fields: {
    ...eventFields,
    sensor: str(text('传感器序列号', 'Sensor'), {
      max: 40,
      help: text(
        '集中器必填：替哪个传感器说；须在同一车场。传感器自己发送时不填',
        'Required of a concentrator: which sensor it speaks for, one of the same car park. Left out by a sensor itself',
      ),
    }),
    occupied: boolean(text('有车', 'Occupied'), { required: true }),
    kind: select(
      text('类型', 'Kind'),
      {
        change: text('状态变化', 'Change'),
        heartbeat: text('心跳', 'Heartbeat'),
        startup: text('重启后首条', 'First after a restart'),
      },
      { required: true },
    ),
    sinceSeconds: integer(text('状态已持续（秒）', 'In this state for (s)'), {
      min: 0,
      max: 31_536_000,
      help: text('已处于此状态多久；不知道则不填', 'For how long; left out where it is not known'),
    }),
    changes: integer(text('变化计数', 'Changes'), {
      min: 0,
      max: 2_147_483_647,
      help: text('传感器自己数的变化次数', "The sensor's own count of its changes"),
    }),
    batteryMv,
    rssi: integer(text('信号（dBm）', 'Signal (dBm)'), { min: -200, max: 50 }),
  },
  example: { seq: 1, at: '2026-05-01T09:00:20+08:00', occupied: true, kind: 'change', changes: 41, batteryMv: 3580 },
});

export const berthCar = message({
  name: 'berthCar',
  direction: 'up',
  devices: ['camera'],
  title: text('泊位上的车', 'Car at a berth'),
  note: text(
    '不在车道上的路内相机（高位视频、视频桩）看到的：哪个泊位、什么情况、什么车牌。',
    'What a roadside camera that stands in no lane saw: at which berth, what, and which plate.',
  ),
  fields: {
    ...eventFields,
    spaceNo: str(text('泊位号', 'Berth'), {
      required: true,
      max: 40,
      help: text('相机所在车场的泊位编号', "Number of a berth of the camera's own car park"),
    }),
    claim: select(text('内容', 'Claim'), evidenceClaims, { required: true }),
    plate: plateText,
    colour: select(text('颜色', 'Colour'), PLATE_COLOURS, { default: 'unknown' }),
    confidence: decimal(text('可信度', 'Confidence'), { min: 0, max: 1 }),
    pictures: json(text('图片', 'Pictures'), {
      help: text('已上传图片的地址，最清楚的在前', 'Addresses of uploaded pictures, the clearest first'),
    }),
  },
  example: {
    seq: 1,
    at: '2026-05-01T09:00:12+08:00',
    spaceNo: 'R000315',
    claim: 'arrive',
    plate: '粤B12345',
    colour: 'blue',
    confidence: 0.98,
    pictures: [],
  },
});

export const lockState = message({
  name: 'lock',
  direction: 'up',
  devices: ['lock'],
  title: text('车位锁状态', 'Lock'),
  note: text(
    '挡臂或车辆有变化时立即上报，此外按心跳间隔上报。应答指令只表示收到，挡臂到位后另报本消息。',
    'Sent at once when the arm or the car changes, and at the interval of its heartbeats. An answer to a command confirms that it was received; this message reports where the arm came to rest.',
  ),
  fields: {
    ...eventFields,
    kind: select(
      text('类型', 'Kind'),
      {
        car: text('车辆来去', 'A car came or left'),
        arm: text('挡臂变化', 'The arm changed'),
        heartbeat: text('心跳', 'Heartbeat'),
        startup: text('重启后首条', 'First after a restart'),
      },
      { default: 'heartbeat' },
    ),
    arm: select(text('挡臂', 'Arm'), lockArms, { required: true }),
    car: boolean(text('有车', 'Car'), { help: text('不知道则不填', 'Left out where it is not known') }),
    forced: boolean(text('被强行压下', 'Forced'), {}),
    obstructed: boolean(text('遇阻', 'Obstructed'), {}),
    batteryMv,
  },
  example: { seq: 1, at: '2026-05-01T09:00:20+08:00', kind: 'car', arm: 'down', car: true, batteryMv: 5900 },
});
