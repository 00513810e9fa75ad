import { dateTime, integer, longText, relation, select, str } from '#kit/declare/field.ts';
import { resource } from '#kit/declare/resource.ts';
import { text } from '#kit/declare/text.ts';
import { guidanceFields } from '#areas/device/model/guidance-fields.ts';
import { deviceStates, deviceTones, parkDevice } from '#areas/device/model/park-device.ts';
import { park } from '#areas/lot/model/park.ts';

/** Speaks the bus of a garage's guidance devices on one side and MQTT on the other: a `parkDevice` of kind guidance. */
export const devGateway = resource({
  name: 'devGateway',
  title: text('引导网关', 'Guidance gateway'),
  area: 'guidance',
  route: '/navigation/devGateway',
  scope: 'park',
  config: { folder: 'gateways', key: ['deviceName'] },
  rowsOf: () => parkDevice,
  wire: { base: '/api/updown/plat/navigation/devGateway' },
  help: text(
    '总线由网关说，平台只与网关通信。新增后显示一次密钥，填入网关即可接入。',
    'The gateway speaks the bus, the server speaks to the gateway alone. Its secret is shown once after adding: enter it there to connect.',
  ),
  fields: {
    deviceName: str(text('网关名称', 'Gateway'), { required: true, search: true, max: 60, alias: ['gatewayName'] }),
    sn: str(text('序列号', 'Serial number'), {
      required: true,
      search: true,
      fixed: true,
      min: 4,
      max: 40,
      width: 176,
      help: text('全平台唯一', 'Unique in the installation'),
    }),
    parkId: relation(text('车场', 'Car park'), () => park, { required: true, search: true, fixed: true }),
    buildingId: guidanceFields.buildingId,
    bus: guidanceFields.bus,
    ipAddress: str(text('IP 地址', 'IP address'), { max: 45 }),
    status: select(text('状态', 'State'), deviceStates, {
      readOnly: true,
      search: true,
      default: 'offline',
      tones: deviceTones,
    }),
    lastSeenAt: dateTime(text('最近消息', 'Last seen'), { readOnly: true, since: true }),
    firmware: str(text('固件版本', 'Firmware'), { readOnly: true, max: 40 }),
    childrenLost: guidanceFields.childrenLost,
    clockOffsetMs: integer(text('时钟偏差（毫秒）', 'Clock offset (ms)'), { readOnly: true }),
    remark: longText(text('备注', 'Remark'), { max: 500 }),
  },
  display: 'deviceName',
  list: ['deviceName', 'sn', 'parkId', 'buildingId', 'bus', 'ipAddress', 'status', 'lastSeenAt', 'childrenLost'],
});
