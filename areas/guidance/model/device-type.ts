import { boolean, integer, longText, select, str } from '#kit/declare/field.ts';
import { resource } from '#kit/declare/resource.ts';
import { text } from '#kit/declare/text.ts';
import { typeCodes } from './words.ts';

/** What kinds of guidance devices there are; what one does follows from its code. One list for everybody. */
export const devDeviceType = resource({
  name: 'devDeviceType',
  title: text('引导设备类型', 'Guidance device type'),
  area: 'guidance',
  route: '/navigation/deviceType',
  scope: 'platform',
  wire: { base: '/api/updown/plat/navigation/devDeviceType' },
  help: text(
    '设备的作用由类型代码决定；静默时限内没有消息，其车位即为不明。',
    'What a device does follows from the code of its type. A space whose detector is silent for longer than this is unknown.',
  ),
  fields: {
    typeName: str(text('类型名称', 'Type'), { required: true, search: true, max: 60 }),
    typeCode: select(text('类型代码', 'Code'), typeCodes, { required: true, search: true, fixed: true }),
    isGateway: boolean(text('网关', 'Gateway'), { default: false, search: true }),
    silentS: integer(text('静默时限（秒）', 'Silent after (s)'), {
      required: true,
      min: 10,
      max: 86_400,
      default: 300,
    }),
    remark: longText(text('备注', 'Remark'), { max: 500 }),
  },
  display: 'typeName',
  unique: [['typeName']],
  index: [['typeCode']],
  list: ['typeName', 'typeCode', 'isGateway', 'silentS', 'remark'],
  order: { by: 'typeCode', desc: false },
});
