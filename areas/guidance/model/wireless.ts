import { call } from '#kit/declare/call.ts';
import { dateTime, relation, relations, select, str } from '#kit/declare/field.ts';
import { resource } from '#kit/declare/resource.ts';
import type { Resource } from '#kit/declare/resource.ts';
import { text } from '#kit/declare/text.ts';
import { commandOutcome } from '#areas/device/model/device-action.ts';
import { firmware } from '#areas/device/model/firmware.ts';
import { deviceStates, deviceTones, parkDevice } from '#areas/device/model/park-device.ts';
import { roadsideFields } from '#areas/device/model/roadside-fields.ts';
import { park } from '#areas/lot/model/park.ts';

const base = '/api/updown/noWireDeviceInfo';

export const upgradeWireless = call({
  name: 'noWireDeviceInfo.upgrade',
  title: text('无线设备升级', 'Upgrade wireless devices'),
  area: 'guidance',
  method: 'POST',
  path: `${base}/upgrade`,
  permission: 'noWireDeviceInfo:upgrade',
  answer: 'object',
  input: {
    deviceIds: relations(text('设备', 'Devices'), (): Resource => parkDevice, { required: true, alias: ['ids', 'id'] }),
    versionId: relation(text('版本', 'Version'), () => firmware, { required: true }),
  },
  note: text('结果见设备指令。', 'See device commands for the result.'),
});

/**
 * Sensors without a wire as a technician looks at them: battery, signal, version. Devices of kind sensor; they are
 * entered where they stand.
 */
export const noWireDeviceInfo = resource({
  name: 'noWireDeviceInfo',
  title: text('无线设备信息', 'Wireless device'),
  area: 'guidance',
  route: '/system/noWireDeviceInfo',
  scope: 'park',
  rowsOf: () => parkDevice,
  wire: { base, key: 'deviceId' },
  verbs: ['list', 'export'],
  help: text(
    '车位检测器的电池、信号与版本；在其所在业务的页面新增。',
    'Battery, signal and version of space sensors; they are added on the screens of where they stand.',
  ),
  accepts: { versionId: relation(text('固件版本', 'Firmware'), () => firmware) },
  fields: {
    sn: str(text('序列号', 'Serial number'), { readOnly: true, search: true, max: 40, width: 176 }),
    parkId: relation(text('车场', 'Car park'), () => park, { readOnly: true, search: true }),
    model: str(text('型号', 'Model'), { readOnly: true, max: 40 }),
    batteryMv: roadsideFields.batteryMv,
    rssi: roadsideFields.rssi,
    firmware: str(text('固件版本', 'Firmware'), { readOnly: true, max: 40 }),
    status: select(text('状态', 'State'), deviceStates, {
      readOnly: true,
      search: true,
      default: 'offline',
      tones: deviceTones,
    }),
    lastSeenAt: dateTime(text('最近消息', 'Last seen'), { readOnly: true, since: true }),
    faults: roadsideFields.faults,
  },
  display: 'sn',
  list: ['sn', 'parkId', 'model', 'batteryMv', 'rssi', 'firmware', 'status', 'lastSeenAt', 'faults'],
  actions: [
    {
      call: upgradeWireless,
      outcome: commandOutcome,
      key: 'deviceIds',
      label: text('升级', 'Upgrade'),
      tone: 'primary',
    },
  ],
});
