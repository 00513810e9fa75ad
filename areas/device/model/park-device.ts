import { boolean, colour, dateTime, integer, longText, relation, relations, select, str } from '#kit/declare/field.ts';
import { resource } from '#kit/declare/resource.ts';
import type { Resource } from '#kit/declare/resource.ts';
import { text } from '#kit/declare/text.ts';
import { park } from '#areas/lot/model/park.ts';
import { parkBox } from '#areas/lot/model/park-box.ts';
import { parkGate } from '#areas/lot/model/park-gate.ts';
import { boughtFields } from './bought-fields.ts';
import { base, commandOutcome as outcome, deviceAction, queued, reason, serialNumber } from './device-action.ts';
import { doers } from './doers.ts';
import { answeredOpeners, boardFamilies, listFamilies, openFamilies } from './families.ts';
import { doorColumns } from './door-fields.ts';
import { firmware } from './firmware.ts';
import { guidanceColumns } from './guidance-fields.ts';
import { manufacturer } from './manufacturer.ts';
import { roadsideColumns } from './roadside-fields.ts';

export const deviceTypes = {
  camera: text('识别相机', 'Camera'),
  screen: text('显示屏', 'Screen'),
  gate: text('道闸', 'Barrier'),
  box: text('岗亭终端', 'Booth terminal'),
  scanner: text('扫码器', 'Scanner'),
  sensor: text('车位检测器', 'Space sensor'),
  charger: text('充电桩', 'Charger'),
  lock: text('车位锁', 'Berth lock'),
  guide: text('路内诱导屏', 'Guidance screen'),
  concentrator: text('集中器', 'Concentrator'),
  handheld: text('手持机', 'Handheld'),
  door: text('门禁设备', 'Door device'),
  guidance: text('引导网关', 'Guidance gateway'),
  intercom: text('对讲机', 'Intercom'),
  printer: text('小票打印机', 'Slip printer'),
};

export const deviceStates = {
  online: text('在线', 'Online'),
  offline: text('离线', 'Offline'),
  fault: text('故障', 'Fault'),
};
export const deviceTones = { online: 'ok', offline: 'muted', fault: 'bad' } as const;

const device = relation(text('设备', 'Device'), (): Resource => parkDevice, { required: true, alias: ['id'] });
/** Of the contract; a device names its lot itself. */
const lot = relation(text('车场', 'Car park'), () => park, { hidden: true });

/**
 * Actions offered on each row. They stand here and not in `calls.ts` so that the two files do not wait for each other.
 */
export const openBySn = deviceAction(
  'wXRemoteSnGate',
  text('远程开闸（按序列号）', 'Open by serial number'),
  '/api/updown/remoteGate/wXRemoteSnGate',
  'parkDevice:open',
  { sn: serialNumber, parkId: lot, remark: reason },
  queued,
);
export const ledLight = deviceAction(
  'ledLight',
  text('控制补光灯', 'Set the light'),
  `${base}/ledLight`,
  'parkDevice:ledLight',
  {
    deviceId: device,
    color: colour(text('颜色', 'Colour')),
    brightness: integer(text('亮度', 'Brightness'), { min: 0, max: 100, default: 80 }),
    onOff: boolean(text('开灯', 'On'), { required: true, default: true }),
  },
  queued,
);
export const speak = deviceAction(
  'speak',
  text('播报文字', 'Speak a text'),
  `${base}/speak`,
  'parkDevice:speak',
  { deviceId: device, content: str(text('播报内容', 'Text'), { required: true, max: 100 }) },
  queued,
);
export const voice = deviceAction(
  'voice',
  text('播放语音', 'Play a voice'),
  `${base}/voice`,
  'parkDevice:voice',
  {
    deviceId: device,
    voiceNo: integer(text('语音编号', 'Voice number'), { required: true, min: 0, max: 255 }),
    volume: integer(text('音量', 'Volume'), { min: 0, max: 100 }),
  },
  queued,
);
export const printTest = deviceAction(
  'printTest',
  text('打印测试页', 'Print a test page'),
  '/api/gatehouse/parkDevice/printTest',
  'parkDevice:edit',
  { deviceId: device },
  queued,
);
export const sysTime = deviceAction(
  'sysTime',
  text('设备校时', 'Set the clock'),
  `${base}/sysTime`,
  'parkDevice:sysTime',
  { deviceId: device },
  queued,
);
export const upgradMqtt = deviceAction(
  'upgradMqtt',
  text('升级固件', 'Upgrade the firmware'),
  `${base}/upgradMqtt`,
  'parkDevice:upgradMqtt',
  {
    deviceIds: relations(text('设备', 'Devices'), (): Resource => parkDevice, { required: true, alias: ['ids', 'id'] }),
    versionId: relation(text('固件版本', 'Firmware'), () => firmware, { required: true }),
  },
  queued,
);
export const syncAllWhiteList = deviceAction(
  'syncAllWhiteList',
  text('全量同步名单', 'Send the whole list'),
  `${base}/syncAllWhiteList`,
  'parkDevice:whiteList',
  { deviceId: relation(text('设备', 'Device'), (): Resource => parkDevice, { within: 'parkId' }), parkId: lot },
  queued,
);
export const resetSecret = deviceAction(
  'resetSecret',
  text('重置设备密钥', 'New device secret'),
  '/api/gatehouse/parkDevice/resetSecret',
  'parkDevice:resetSecret',
  { deviceId: device },
  {
    answer: 'token',
    note: text(
      '新密钥只在本次应答中出现一次；原密钥立即失效。',
      'The new secret appears in this answer only; the former one stops working at once.',
    ),
  },
);

/** Actions that devices of our own protocol alone carry out, and those of other makers that do. */
const own = { field: 'family', is: ['null'] };
const opening = { field: 'family', is: ['null', ...openFamilies] };
/** A device that is called opens nothing while its address is not entered. */
const reached = { field: 'family', is: ['null', ...answeredOpeners], orWith: 'ipAddress' };
const speaking = { field: 'family', is: ['null', ...boardFamilies] };
const listed = { field: 'family', is: ['null', ...Object.keys(listFamilies)] };

/** What becomes of plates that somebody entered on the camera himself. */
const takesOff = text(
  '此后相机的白名单由平台管理。不在本系统白名单与月租车中的车牌将从相机删除，包括直接在相机里录入的。要保留的请先录入本系统的白名单。相机的黑名单不动。继续？',
  'From now on the server keeps the allow list of this camera. Plates that are neither on the white list nor have a pass here are deleted from the camera, including those that were entered on the camera itself. To keep one, enter it in the white list here first. The block list of the camera is left alone. Continue?',
);
const addsTo = text(
  '此后平台把白名单与月租车写入相机，并随变动增删。该相机不能回读：直接在相机里录入的车牌平台看不到，也不删除。继续？',
  'From now on the server writes the white list and the passes to this camera and keeps them up to date. The camera cannot be read: plates that were entered on the camera itself are neither seen nor deleted. Continue?',
);

/** A device of a lot. Its serial number is unique in the whole installation: by it the broker knows whose it is. */
export const parkDevice = resource({
  name: 'parkDevice',
  title: text('车场设备', 'Park device'),
  area: 'device',
  route: '/basedata/parkdevice',
  scope: 'park',
  config: { folder: 'devices', key: ['deviceName'] },
  wire: { base: '/api/updown/parkdevices', key: 'deviceId' },
  help: text(
    '新增后显示一次设备密钥，填入设备即可接入；遗失可重置。',
    'The device secret is shown once after adding; enter it in the device to connect. A lost one can be replaced.',
  ),
  fields: {
    deviceName: str(text('设备名称', 'Device name'), { required: true, search: true, max: 60 }),
    parkId: relation(text('车场', 'Car park'), () => park, { required: true, search: true }),
    deviceType: select(text('设备类型', 'Kind'), deviceTypes, { required: true, search: true, default: 'camera' }),
    sn: str(text('序列号', 'Serial number'), {
      required: true,
      search: true,
      min: 4,
      max: 40,
      fixed: true,
      width: 176,
      help: text(
        '设备铭牌上的序列号，字母、数字、点、横线；全平台唯一',
        'As on the plate of the device: letters, digits, dots and dashes; unique in the installation',
      ),
    }),
    physicsNo: str(text('物理编号', 'Physical number'), {
      search: true,
      max: 40,
      help: text('资产或安装编号，集团内不重复', 'Asset or mounting number, unique within the group'),
    }),
    gateId: relation(text('所在车道', 'Lane'), () => parkGate, { search: true, within: 'parkId', alias: ['GateID'] }),
    boxId: relation(text('所在岗亭', 'Booth'), () => parkBox, { search: true, within: 'parkId', alias: ['BoxID'] }),
    manufacturerId: relation(text('厂商', 'Manufacturer'), () => manufacturer, { search: true }),
    model: str(text('型号', 'Model'), { max: 40 }),
    ipAddress: str(text('IP 地址', 'IP address'), { max: 45 }),
    port: integer(text('端口', 'Port'), { ordinal: true, min: 1, max: 65_535 }),
    videoUrl: str(text('视频地址', 'Video address'), {
      max: 300,
      help: text(
        'rtsp://、http:// 或 https:// 开头的取流地址',
        'Stream address starting with rtsp://, http:// or https://',
      ),
    }),
    status: select(text('状态', 'State'), deviceStates, {
      readOnly: true,
      search: true,
      default: 'offline',
      tones: deviceTones,
    }),
    faultText: str(text('故障说明', 'Fault'), { readOnly: true, max: 200 }),
    lastSeenAt: dateTime(text('最近心跳', 'Last heartbeat'), { readOnly: true, since: true }),
    firmware: str(text('固件版本', 'Firmware'), { readOnly: true, search: true, max: 40 }),
    clockOffsetMs: integer(text('时钟偏差（毫秒）', 'Clock offset (ms)'), {
      readOnly: true,
      help: text('设备时间减服务器时间', 'Device time minus server time'),
    }),
    listHash: str(text('名单校验值', 'List checksum'), { readOnly: true, hidden: true, max: 64 }),
    listUntil: dateTime(text('脱机名单有效至', 'Offline list valid until'), {
      readOnly: true,
      help: text(
        '相机断网后只按名单放行到此时；平台核对一致即顺延，时限在车场参数中',
        'Cut off, the camera lets in by its list until then; put off whenever the list is confirmed, by the limit among the parameters of the car park',
      ),
    }),
    journalPercent: integer(text('存储占用（%）', 'Storage used (%)'), {
      readOnly: true,
      help: text(
        '设备存放未收妥的事件与图片；满后先删最早的图片，事件不删',
        'What it keeps until it is received; when full the oldest pictures go first, events never',
      ),
    }),
    journalDays: integer(text('存储可存（天）', 'Storage (days)'), {
      readOnly: true,
      help: text(
        '断网时按目前车流能存的天数，应不少于 7 天',
        'Days of traffic it can keep while cut off; should be seven at least',
      ),
    }),
    lastSeq: integer(text('最近序号', 'Last number'), {
      ordinal: true,
      readOnly: true,
      help: text('已收妥的最大事件序号', 'Highest event number received'),
    }),
    remark: longText(text('备注', 'Remark'), { max: 500 }),
    ...boughtFields,
    ...roadsideColumns,
    ...doorColumns,
    ...guidanceColumns,
  },
  display: 'deviceName',
  unique: [['sn'], ['physicsNo'], ['parkId', 'deviceName']],
  index: [['gateId'], ['boxId'], ['status']],
  list: [
    'deviceName',
    'parkId',
    'deviceType',
    'sn',
    'gateId',
    'boxId',
    'manufacturerId',
    'ipAddress',
    'firmware',
    'status',
    'lastSeenAt',
  ],
  sections: [
    {
      title: text('设备', 'Device'),
      fields: ['deviceName', 'deviceType', 'sn', 'physicsNo', 'manufacturerId', 'model'],
    },
    { title: text('安装位置', 'Location'), fields: ['parkId', 'gateId', 'boxId'] },
    { title: text('网络', 'Network'), fields: ['ipAddress', 'port', 'videoUrl', 'remark'] },
    {
      title: text('其他厂商的设备', 'Third-party device'),
      fields: [
        'family',
        'nativeId',
        'channelNo',
        'board',
        'sourceNetworks',
        'mapping',
        'loginName',
        'loginSecret',
        'passedAfterSec',
        'entryTickets',
        'trust',
      ],
    },
    {
      title: text('运行状态', 'Running'),
      fields: [
        'status',
        'faultText',
        'lastSeenAt',
        'firmware',
        'clockOffsetMs',
        'lastSeq',
        'journalPercent',
        'journalDays',
        'listUntil',
      ],
    },
  ],
  verbs: ['list', 'detail', 'add', 'edit', 'remove', 'export', 'import'],
  actions: [
    {
      call: openBySn,
      outcome,
      when: [{ field: 'deviceType', is: doers.open }, opening, reached],
      key: 'sn',
      from: 'sn',
      label: text('开闸', 'Open'),
      tone: 'primary',
      confirm: text('确定远程开闸？开闸会留痕。', 'Open the barrier remotely? It will be logged.'),
    },
    {
      call: sysTime,
      outcome,
      when: [{ field: 'deviceType', is: doers.syncTime }, own],
      key: 'deviceId',
      label: text('校时', 'Set clock'),
    },
    {
      call: speak,
      outcome,
      when: [{ field: 'deviceType', is: doers.speak }, speaking],
      key: 'deviceId',
      label: text('播报', 'Speak'),
    },
    {
      call: voice,
      outcome,
      when: [{ field: 'deviceType', is: doers.speak }, speaking],
      key: 'deviceId',
      label: text('语音', 'Voice'),
    },
    {
      call: ledLight,
      outcome,
      when: [{ field: 'deviceType', is: doers.light }, own],
      key: 'deviceId',
      label: text('补光灯', 'Light'),
    },
    {
      call: syncAllWhiteList,
      outcome,
      when: [{ field: 'deviceType', is: doers.whiteList }, listed],
      key: 'deviceId',
      label: text('同步名单', 'Sync lists'),
      confirm: text('向设备全量下发固定车与名单？', 'Send the whole list of fixed and listed cars to the device?'),
      confirmOf: { field: 'family', is: { hikvision: takesOff, alphadigi: addsTo } },
    },
    {
      call: printTest,
      outcome,
      when: { field: 'deviceType', is: doers.print },
      key: 'deviceId',
      label: text('打印测试页', 'Test page'),
    },
    { call: upgradMqtt, outcome, when: own, key: 'deviceIds', label: text('升级固件', 'Upgrade') },
    {
      call: resetSecret,
      key: 'deviceId',
      label: text('重置密钥', 'Reset secret'),
      tone: 'danger',
      confirm: text(
        '原密钥立即失效，设备需填入新密钥才能再次接入。确定重置？',
        'The current secret stops working at once and the device needs the new one to reconnect. Reset it?',
      ),
    },
  ],
});
