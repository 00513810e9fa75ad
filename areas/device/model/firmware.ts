import { file, longText, select, str } from '#kit/declare/field.ts';
import { resource } from '#kit/declare/resource.ts';
import { text } from '#kit/declare/text.ts';

/** A firmware that devices can be upgraded to. One list for everybody. */
export const firmware = resource({
  name: 'firmware',
  title: text('设备固件版本', 'Firmware'),
  help: text('设备的固件文件，按版本与适用设备登记。', 'Firmware files of devices, by version and kind of device.'),
  area: 'device',
  route: '/system/versionManagement',
  scope: 'platform',
  wire: { base: '/api/updown/noWireVersions', key: 'versionId' },
  fields: {
    versionNo: str(text('版本号', 'Version'), { required: true, search: true, max: 40 }),
    deviceType: select(
      text('适用设备', 'For'),
      {
        camera: text('识别相机', 'Camera'),
        screen: text('显示屏', 'Screen'),
        gate: text('道闸', 'Barrier'),
        box: text('岗亭终端', 'Booth terminal'),
        scanner: text('扫码器', 'Scanner'),
        sensor: text('车位检测器', 'Space sensor'),
        guidance: text('引导网关', 'Guidance gateway'),
        intercom: text('对讲机', 'Intercom'),
        detector: text('引导设备', 'Guidance devices'),
      },
      { required: true, search: true },
    ),
    fileUrl: file(text('固件文件', 'File'), { required: true }),
    sha256: str(text('SHA-256', 'SHA-256'), { readOnly: true, max: 64 }),
    remark: longText(text('更新说明', 'What changed'), { max: 1000 }),
  },
  display: 'versionNo',
  unique: [['deviceType', 'versionNo']],
  list: ['versionNo', 'deviceType', 'fileUrl', 'sha256', 'remark'],
  verbs: ['list', 'add', 'edit', 'remove', 'export'],
});
