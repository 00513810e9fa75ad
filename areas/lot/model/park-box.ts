import { boolean, longText, relation, str } from '#kit/declare/field.ts';
import { resource } from '#kit/declare/resource.ts';
import { text } from '#kit/declare/text.ts';
import { park } from './park.ts';
import { parkArea } from './park-area.ts';

/** A guard box (岗亭): where a shift is worked, cash is taken and lanes are watched. */
export const parkBox = resource({
  name: 'parkBox',
  title: text('岗亭', 'Booth'),
  help: text(
    '值守与交接班都以岗亭为单位；通道在“车道管理”里归入岗亭。',
    'Watching and handing over are done by booth; lanes are put to a booth under “Lanes”.',
  ),
  area: 'lot',
  route: '/basedata/parkbox',
  scope: 'park',
  config: { folder: 'booths', key: ['boxName'] },
  wire: { base: '/api/updown/baseParkBox', key: 'BoxID' },
  fields: {
    boxName: str(text('岗亭名称', 'Booth'), { required: true, search: true, max: 40 }),
    parkId: relation(text('车场', 'Car park'), () => park, { required: true, search: true, fixed: true }),
    boxNo: str(text('岗亭编号', 'Booth number'), { search: true, max: 20 }),
    areaId: relation(text('所在区域', 'Area'), () => parkArea, { within: 'parkId', alias: ['AreaID'], width: 130 }),
    ipAddress: str(text('IP 地址', 'IP address'), { max: 45 }),
    dogNo: str(text('加密狗编号', 'Dongle number'), {
      search: true,
      max: 40,
      width: 120,
      help: text('岗亭电脑所插加密狗；全集团不重复', 'The dongle in the booth computer; unique within the group'),
    }),
    unattended: boolean(text('无人值守', 'Unattended'), {
      default: false,
      search: true,
      help: text('无人值守岗亭由云坐席处理求助', 'Calls for help go to the cloud seat'),
    }),
    remark: longText(text('备注', 'Remark'), { max: 500 }),
  },
  display: 'boxName',
  unique: [['parkId', 'boxName'], ['dogNo']],
  list: ['boxName', 'parkId', 'boxNo', 'areaId', 'ipAddress', 'dogNo', 'unattended'],
  verbs: ['list', 'detail', 'add', 'edit', 'remove', 'export', 'import'],
});
