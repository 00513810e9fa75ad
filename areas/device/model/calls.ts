import { call } from '#kit/declare/call.ts';
import { boolean, dateTime, plate, relation, select, str } from '#kit/declare/field.ts';
import { text } from '#kit/declare/text.ts';
import { park } from '#areas/lot/model/park.ts';
import { parkGate } from '#areas/lot/model/park-gate.ts';
import { base, commandOutcome, deviceAction, queued, reason, serialNumber, settleOpening } from './device-action.ts';
import { firmware } from './firmware.ts';
import { deviceStates, parkDevice } from './park-device.ts';

export { commandOutcome, settleOpening };
export {
  ledLight,
  openBySn,
  printTest,
  resetSecret,
  speak,
  syncAllWhiteList,
  sysTime,
  upgradMqtt,
  voice,
} from './park-device.ts';

const anyDevice = relation(text('设备', 'Device'), () => parkDevice, { alias: ['id'] });
const device = { ...anyDevice, required: true };
const lot = relation(text('车场', 'Car park'), () => park);

/** Commands and look-ups that go by way of the gateway. */
export const openByGate = deviceAction(
  'wXRemoteGate',
  text('远程开闸（按车道）', 'Open a lane from afar'),
  '/api/updown/remoteGate/wXRemoteGate',
  'parkDevice:open',
  {
    gateId: relation(text('车道', 'Lane'), () => parkGate, { required: true, alias: ['GateID'] }),
    parkId: lot,
    remark: reason,
  },
  queued,
);
export const searchWhiteList = deviceAction(
  'searchWhiteList',
  text('查询设备名单', 'Lists held by a device'),
  `${base}/searchWhiteList`,
  'parkDevice:read',
  {
    deviceId: anyDevice,
    plateNumber: plate(text('车牌号', 'Plate')),
  },
  { answer: 'page' },
  'GET',
);
export const deleteWhiteList = deviceAction(
  'deleteWhiteList',
  text('删除设备名单', 'Delete from a device'),
  `${base}/deleteWhiteList`,
  'parkDevice:whiteList',
  {
    deviceId: anyDevice,
    plateNumber: plate(text('车牌号', 'Plate')),
    ids: str(text('名单行', 'Entries'), { max: 20_000 }),
  },
  queued,
);
export const deviceMessages = deviceAction(
  'getMqNoWireLog',
  text('设备消息日志', 'Messages of devices'),
  `${base}/getMqNoWireLog`,
  'parkDevice:read',
  {
    sn: { ...serialNumber, required: false },
    startTime: dateTime(text('开始时间', 'From')),
    endTime: dateTime(text('结束时间', 'To')),
  },
  { answer: 'page' },
  'GET',
);
export const mqttConfig = deviceAction(
  'getMqttConfig',
  text('平台MQTT配置', 'MQTT access of the console'),
  '/api/updown/platMqtt/getMqttConfig',
  'session',
  {},
  { answer: 'object' },
  'GET',
);

/** Commands to a whole lot at once: each device that can do it gets a command of its own. */
export const lotCommands = {
  syncTime: text('校时', 'Set the clocks'),
  whiteList: text('全量同步名单', 'Send the whole lists'),
  speak: text('播报文字', 'Speak a text'),
  light: text('补光灯', 'Lights'),
};
const aLot = { ...lot, required: true, alias: ['PKID'] };
export const parkCommand = deviceAction(
  'parkCommand',
  text('下发车场指令', 'Command to a whole car park'),
  '/api/updown/third/set/parkCommand',
  'parkDevice:parkCommand',
  {
    parkId: aLot,
    command: select(text('指令', 'Command'), lotCommands, { required: true, default: 'syncTime', alias: ['cmd'] }),
    content: str(text('播报内容', 'Text'), { max: 100, when: { field: 'command', is: ['speak'] } }),
    onOff: boolean(text('开灯', 'On'), { default: true, when: { field: 'command', is: ['light'] } }),
  },
  { ...queued, changes: true },
  'GET',
);
export const parkCommandVno = deviceAction(
  'parkCommandVno',
  text('按版本号下发升级', 'Upgrade a whole car park'),
  '/api/updown/third/set/parkCommandVno',
  'parkDevice:upgradMqtt',
  {
    parkId: aLot,
    versionId: relation(text('固件版本', 'Firmware'), () => firmware),
    versionNo: str(text('版本号', 'Version'), {
      max: 40,
      alias: ['vno'],
      help: text(
        '与固件版本二选一；同一版本号适用于多种设备时全部升级',
        'Instead of the firmware; where several kinds of device have this version, all of them',
      ),
    }),
  },
  { ...queued, changes: true },
  'GET',
);

/** Calls that touch no device. */
export const checkPhysicsNo = deviceAction(
  'checkDevicePhysicsNo',
  text('校验物理编号', 'Is a physical number free'),
  `${base}/checkDevicePhysicsNo`,
  'parkDevice:read',
  {
    physicsNo: str(text('物理编号', 'Physical number'), { required: true, max: 40 }),
    deviceId: anyDevice,
  },
  {
    answer: 'object',
    note: text('可用为 true，已被其他设备占用为 false。', 'true when free, false when another device has it.'),
  },
  'GET',
);
export const statusList = deviceAction(
  'statusList',
  text('设备状态列表', 'States of devices'),
  `${base}/statusList`,
  'parkDevice:read',
  {
    parkId: lot,
    deviceType: str(text('设备类型', 'Kind'), { max: 60 }),
    status: select(text('状态', 'State'), deviceStates),
  },
  { answer: 'page' },
  'GET',
);
export const videoUrl = deviceAction(
  'getVideoUrl',
  text('设备视频地址', 'Video address of a device'),
  `${base}/getVideoUrl`,
  'parkDevice:read',
  { deviceId: device },
  { answer: 'url' },
  'GET',
);
export const videoUrlBySn = deviceAction(
  'getVideoUrlBySn',
  text('按序列号取视频地址', 'Video address by serial number'),
  `${base}/getVideoUrlBySn`,
  'parkDevice:read',
  { sn: serialNumber },
  { answer: 'url' },
  'GET',
);
export const kitToken = deviceAction(
  'getKitToken',
  text('取视频套件令牌', 'Token for the live picture'),
  `${base}/getKitToken`,
  'parkDevice:read',
  { deviceId: device },
  {
    answer: 'object',
    note: text(
      '{ kind, token, url, expiresAt }。kind 为 relayed 时 url 是本系统转发的画面，令牌一分钟内有效，只能打开这一台设备；为 address 时（rtsp）url 是登记的地址，由播放器打开，没有令牌。',
      '{ kind, token, url, expiresAt }. relayed: url is the picture passed on by this server; the token is good for a minute and for this device alone. address (rtsp): url is the registered address, for a player; there is no token.',
    ),
  },
  'GET',
);
export const allFirmware = call({
  name: 'firmware.allList',
  title: text('全部固件版本', 'All firmware'),
  area: 'device',
  method: 'GET',
  path: '/api/updown/noWireVersions/allList',
  permission: 'session',
  answer: 'list',
  input: { deviceType: str(text('设备类型', 'Kind'), { max: 60 }) },
});
