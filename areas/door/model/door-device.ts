import { dateTime, relation, select, str } from '#kit/declare/field.ts';
import { resource } from '#kit/declare/resource.ts';
import { text } from '#kit/declare/text.ts';
import { doorColumns } from '#areas/device/model/door-fields.ts';
import { deviceStates, deviceTones, parkDevice } from '#areas/device/model/park-device.ts';
import { park } from '#areas/lot/model/park.ts';
import { area, remark, villageId } from './common.ts';
import { doorGate } from './door-gate.ts';

/**
 * A controller, face terminal or reader at a door: a `parkDevice` of kind door, connected through a car park of
 * its community.
 */
export const doorDevice = resource({
  name: 'doorDevice',
  title: text('门禁设备', 'Door device'),
  help: text(
    '控制器、人脸终端与读卡器。新增后显示一次密钥，填入设备即可接入；遗失可在“车场设备”中重置。',
    'Controllers, face terminals and readers. The secret is shown once after adding; with it the device connects. A lost one is replaced under Devices.',
  ),
  area,
  route: '/door/doordevice',
  scope: 'park',
  rowsOf: () => parkDevice,
  wire: { base: '/api/updown/doordevice', key: 'deviceId' },
  fields: {
    deviceName: str(text('设备名称', 'Device name'), { required: true, search: true, max: 60 }),
    villageId,
    parkId: relation(text('接入车场', 'Connected by'), () => park, {
      required: true,
      search: true,
      fixed: true,
      within: 'villageId',
      help: text('设备经这个车场的服务接入', 'The car park by whose service it connects'),
    }),
    doorGateId: relation(text('所在门', 'Door'), () => doorGate, {
      search: true,
      within: 'villageId',
      alias: ['gateId'],
    }),
    doorKind: {
      ...doorColumns.doorKind,
      hidden: false,
      readOnly: false,
      search: true,
      default: 'controller',
      alias: ['deviceType'],
    },
    reader: { ...doorColumns.reader, hidden: false, readOnly: false, default: 'in' },
    sn: str(text('序列号', 'Serial number'), {
      required: true,
      search: true,
      fixed: true,
      min: 4,
      max: 40,
      width: 176,
    }),
    ipAddress: str(text('IP 地址', 'IP address'), { max: 45 }),
    status: select(text('状态', 'State'), deviceStates, {
      readOnly: true,
      search: true,
      default: 'offline',
      tones: deviceTones,
    }),
    lastSeenAt: dateTime(text('最近心跳', 'Last heartbeat'), { readOnly: true, since: true }),
    firmware: str(text('固件版本', 'Firmware'), { readOnly: true, max: 40 }),
    remark,
  },
  display: 'deviceName',
  list: [
    'deviceName',
    'villageId',
    'doorGateId',
    'doorKind',
    'reader',
    'sn',
    'ipAddress',
    'status',
    'lastSeenAt',
    'firmware',
  ],
});
