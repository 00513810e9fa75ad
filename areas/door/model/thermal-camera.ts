import { dateTime, decimal, integer, relation, select, str } from '#kit/declare/field.ts';
import { resource } from '#kit/declare/resource.ts';
import { text } from '#kit/declare/text.ts';
import { deviceStates, deviceTones, parkDevice } from '#areas/device/model/park-device.ts';
import { park } from '#areas/lot/model/park.ts';
import { village } from '#areas/lot/model/village.ts';
import { area, remark } from './common.ts';
import { thermalPlace } from './thermal-place.ts';

const shown = { hidden: false, readOnly: false } as const;

/** How a camera judges what it reads. Sent to it as parameters when they are saved. */
const heat = {
  warnTemp: decimal(text('预警温度（℃）', 'Warns from (°C)'), {
    ...shown,
    min: 36,
    max: 40,
    default: 37.3,
    help: text('达到即为偏高', 'From this on it is high'),
  }),
  lowTemp: decimal(text('下限（℃）', 'Lowest (°C)'), { ...shown, min: 25, max: 36, default: 34 }),
  highTemp: decimal(text('上限（℃）', 'Highest (°C)'), {
    ...shown,
    min: 40,
    max: 45,
    default: 42,
    help: text('上下限以外视为读数异常，请重测', 'Outside the two it is the reading that is wrong: taken again'),
  }),
  tempOffset: decimal(text('修正（℃）', 'Offset (°C)'), { ...shown, min: -2, max: 2, default: 0 }),
  distanceCm: integer(text('测量距离（厘米）', 'Distance (cm)'), { ...shown, min: 20, max: 500, default: 80 }),
};
const common = {
  deviceName: str(text('相机名称', 'Camera'), { required: true, search: true, max: 60, alias: ['cameraName'] }),
  placeId: relation(text('测温地点', 'Place'), () => thermalPlace, { required: true, search: true }),
  sn: str(text('序列号', 'Serial number'), {
    required: true,
    search: true,
    fixed: true,
    min: 4,
    max: 40,
    width: 176,
  }),
  parkId: relation(text('接入车场', 'Connected by'), () => park, { hidden: true }),
  villageId: relation(text('小区', 'Community'), () => village, { hidden: true, alias: ['VID', 'vid'] }),
};
const running = {
  status: select(text('状态', 'State'), deviceStates, {
    readOnly: true,
    search: true,
    default: 'offline',
    tones: deviceTones,
  }),
  lastSeenAt: dateTime(text('最近心跳', 'Last heartbeat'), { readOnly: true, since: true }),
};

/** A thermal camera: a `parkDevice` of kind door that stands at a place. */
export const thermalCamera = resource({
  name: 'thermalCamera',
  title: text('测温相机', 'Temperature camera'),
  area,
  route: '/door/yjCamera',
  help: text(
    '新增后显示一次密钥，填入相机即可接入。预警温度等设置保存后下发，是否采用见“设备参数”。',
    'The secret is shown once after adding; with it the camera connects. Its settings are sent when saved; “Device parameters” says whether it took them.',
  ),
  scope: 'park',
  rowsOf: () => parkDevice,
  wire: { base: '/api/updown/yjCamera' },
  fields: {
    ...common,
    ipAddress: str(text('IP 地址', 'IP address'), { max: 45 }),
    ...heat,
    ...running,
    firmware: str(text('固件版本', 'Firmware'), { readOnly: true, max: 40 }),
    remark,
  },
  display: 'deviceName',
  list: ['deviceName', 'placeId', 'sn', 'ipAddress', 'warnTemp', 'status', 'lastSeenAt', 'firmware'],
  sections: [
    { title: text('相机', 'Camera'), fields: ['deviceName', 'placeId', 'sn', 'ipAddress', 'remark'] },
    {
      title: text('测温设置', 'How it judges'),
      fields: ['warnTemp', 'lowTemp', 'highTemp', 'tempOffset', 'distanceCm'],
    },
    { title: text('状态', 'State'), fields: ['status', 'lastSeenAt', 'firmware'] },
  ],
});

/** The same cameras by their settings, as the contract has them. */
export const thermalHeat = resource({
  name: 'thermalHeat',
  title: text('测温设置', 'Temperature setting'),
  area,
  scope: 'park',
  rowsOf: () => parkDevice,
  wire: { base: '/api/updown/yjHeat' },
  fields: { ...common, ...heat, ...running, remark },
  display: 'deviceName',
  list: ['deviceName', 'placeId', 'sn', 'warnTemp', 'lowTemp', 'highTemp', 'tempOffset', 'distanceCm', 'status'],
});

export type HeatKey = keyof typeof heat;
export const heatKeys = Object.keys(heat) as HeatKey[];
/** The kind among devices at doors. */
export const thermalKind = 'thermal';
