import { longText, relation, select, str } from '#kit/declare/field.ts';
import { resource } from '#kit/declare/resource.ts';
import type { Resource } from '#kit/declare/resource.ts';
import { text } from '#kit/declare/text.ts';
import { park } from '#areas/lot/model/park.ts';
import { parkDevice } from './park-device.ts';

/** A second serial number that speaks for a device: its screen board, its co-camera, or the unit that replaces it. */
export const bindSn = resource({
  name: 'bindSn',
  title: text('设备绑定序列号', 'Bound serial number'),
  area: 'device',
  scope: 'park',
  wire: { base: '/api/updown/parkdevices/bindSnConfig' },
  fields: {
    parkId: relation(text('车场', 'Car park'), () => park, { required: true, search: true, fixed: true }),
    deviceId: relation(text('设备', 'Device'), (): Resource => parkDevice, {
      required: true,
      search: true,
      within: 'parkId',
    }),
    sn: str(text('设备序列号', 'Serial number'), { readOnly: true, search: true, max: 40 }),
    bindSn: str(text('绑定序列号', 'Bound serial number'), { required: true, search: true, min: 4, max: 40 }),
    configType: select(
      text('绑定类型', 'Bound as'),
      {
        screen: text('显示屏控制板', 'Screen board'),
        camera: text('辅助相机', 'Second camera'),
        replace: text('替换设备', 'Replacement'),
      },
      { required: true, search: true, default: 'screen' },
    ),
    remark: longText(text('备注', 'Remark'), { max: 500 }),
  },
  display: 'bindSn',
  unique: [['bindSn']],
  index: [['deviceId']],
  list: ['deviceId', 'sn', 'bindSn', 'configType', 'parkId', 'remark'],
});
