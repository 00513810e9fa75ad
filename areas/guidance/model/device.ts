import { call } from '#kit/declare/call.ts';
import { boolean, dateTime, integer, json, longText, relation, relations, select, str } from '#kit/declare/field.ts';
import { resource } from '#kit/declare/resource.ts';
import type { Resource } from '#kit/declare/resource.ts';
import { text } from '#kit/declare/text.ts';
import { commandOutcome } from '#areas/device/model/device-action.ts';
import { firmware } from '#areas/device/model/firmware.ts';
import { park } from '#areas/lot/model/park.ts';
import { building } from './building.ts';
import { devDeviceType } from './device-type.ts';
import { devGateway } from './gateway.ts';
import { devGroup } from './group.ts';
import { nodeStates, nodeTones } from './words.ts';

const fields = {
  deviceName: str(text('设备名称', 'Device'), { required: true, search: true, max: 60 }),
  parkId: relation(text('车场', 'Car park'), () => park, { required: true, search: true, fixed: true }),
  deviceType: relation(text('设备类型', 'Type'), () => devDeviceType, { required: true, search: true }),
  buildingId: relation(text('楼层', 'Floor'), () => building, { within: 'parkId', search: true }),
  gatewayId: relation(text('网关', 'Gateway'), () => devGateway, { required: true, within: 'parkId', search: true }),
  busAddress: integer(text('总线地址', 'Bus address'), {
    required: true,
    min: 0,
    max: 65_535,
    ordinal: true,
    help: text('网关内不重复', 'Unique at its gateway'),
  }),
  sn: str(text('序列号', 'Serial number'), { search: true, max: 40 }),
  groupId: relation(text('分组', 'Group'), () => devGroup, { within: 'parkId', search: true }),
  fromGroupId: relation(text('从分组', 'Out of group'), () => devGroup, {
    within: 'parkId',
    help: text(
      '只用于计数器：过一辆，本组加一，此组减一；外面来的不填',
      'Of a counter: a car adds one to its group and takes one from this; left out where cars come from outside',
    ),
  }),
  status: select(text('状态', 'State'), nodeStates, {
    readOnly: true,
    search: true,
    default: 'unknown',
    tones: nodeTones,
  }),
  lastSeenAt: dateTime(text('最近消息', 'Last seen'), { readOnly: true, since: true }),
  version: str(text('版本', 'Version'), { readOnly: true, max: 40 }),
  faults: integer(text('差错次数', 'Faults'), { readOnly: true, default: 0 }),
  remark: longText(text('备注', 'Remark'), { max: 500 }),
} as const;

/** A detector, lamp, board, counter, CO sensor or fan on the bus of a gateway. */
export const devDevice: Resource = resource({
  name: 'devDevice',
  title: text('引导设备', 'Guidance device'),
  area: 'guidance',
  route: '/navigation/device',
  scope: 'park',
  config: { folder: 'guidance-devices', key: ['gatewayId', 'busAddress'] },
  wire: { base: '/api/updown/plat/navigation/devDevice', key: 'deviceId' },
  help: text(
    '接在网关总线上的探测器、车位灯、引导屏、计数器、一氧化碳探头与风机。状态由网关上报。',
    'Detectors, lamps, boards, counters, CO sensors and fans on the bus of a gateway. The gateway reports their state.',
  ),
  fields: {
    ...fields,
    stateAt: dateTime(text('状态时间', 'State reported at'), { readOnly: true, hidden: true }),
    stateSeq: integer(text('状态序号', 'State report number'), { readOnly: true, hidden: true }),
    airPpmDeci: integer(text('一氧化碳（0.1 ppm）', 'CO (0.1 ppm)'), { readOnly: true, hidden: true }),
    airOk: boolean(text('读数有效', 'Reading is valid'), { readOnly: true, hidden: true }),
    fanOn: boolean(text('风机运行', 'Fan runs'), { readOnly: true, hidden: true }),
    airAt: dateTime(text('读数时间', 'Read at'), { readOnly: true, hidden: true }),
    airSeq: integer(text('读数序号', 'Read number'), { readOnly: true, hidden: true }),
    sentLines: json(text('已发内容', 'Sent'), { readOnly: true, hidden: true }),
    sentCommand: str(text('已发指令', 'Command sent'), { readOnly: true, hidden: true, max: 36 }),
    sentAt: dateTime(text('发送时间', 'Sent at'), { readOnly: true, hidden: true }),
  },
  display: 'deviceName',
  unique: [['gatewayId', 'busAddress']],
  index: [['groupId'], ['fromGroupId'], ['buildingId']],
  list: [
    'deviceName',
    'parkId',
    'buildingId',
    'deviceType',
    'gatewayId',
    'busAddress',
    'groupId',
    'status',
    'lastSeenAt',
    'faults',
  ],
  order: { by: 'busAddress', desc: false },
});

const wire = '/api/updown/wireDevice';
export const upgradeWired = call({
  name: 'wireDevice.upgradeDevice',
  title: text('有线设备升级', 'Upgrade wired devices'),
  area: 'guidance',
  method: 'POST',
  path: `${wire}/upgradeDevice`,
  permission: 'wireDevice:upgrade',
  answer: 'object',
  input: {
    deviceIds: relations(text('设备', 'Devices'), (): Resource => devDevice, { required: true, alias: ['ids', 'id'] }),
    versionId: relation(text('版本', 'Version'), () => firmware, { required: true }),
  },
  note: text(
    '每个网关一条升级指令，带所选设备的总线地址；结果见设备指令。',
    'One command for each gateway with the addresses of the chosen devices; what came of it stands in the device commands.',
  ),
});

/** Those of them that hang on a wire. */
export const wireDevice = resource({
  name: 'wireDevice',
  title: text('有线设备', 'Wired device'),
  area: 'guidance',
  route: '/wire/wireDevice',
  scope: 'park',
  rowsOf: () => devDevice,
  wire: { base: wire, key: 'deviceId' },
  help: text(
    'RS485、CAN 网关下的引导设备；可批量升级。',
    'Guidance devices below gateways on RS485 and CAN; they can be upgraded together.',
  ),
  fields,
  display: 'deviceName',
  list: ['deviceName', 'sn', 'parkId', 'gatewayId', 'busAddress', 'groupId', 'status', 'lastSeenAt', 'version'],
  order: { by: 'busAddress', desc: false },
  actions: [
    { call: upgradeWired, outcome: commandOutcome, key: 'deviceIds', label: text('升级', 'Upgrade'), tone: 'primary' },
  ],
});
