import { dateTime, relation, select, str } from '#kit/declare/field.ts';
import { resource } from '#kit/declare/resource.ts';
import { text } from '#kit/declare/text.ts';
import { area, companyId, remark, villageId } from './common.ts';
import { doorDevice } from './door-device.ts';
import { paramKeys, paramStates } from './words.ts';

/**
 * What a device at a door is to be set to. It is sent as soon as it is saved, and the device says whether it took it.
 */
export const doorParam = resource({
  name: 'doorParam',
  title: text('设备参数', 'Device parameter'),
  many: text('设备参数', 'Device parameters'),
  help: text(
    '门禁设备的参数，保存后下发；状态说明设备是否已采用。删除后设备保持原值。',
    'Parameters of door devices, sent as soon as they are saved; the state says whether the device took them. A device keeps what it was set to when the row is removed.',
  ),
  area,
  route: '/door/dmdevparam',
  scope: 'company',
  wire: { base: '/api/updown/dmdevparam' },
  fields: {
    deviceId: relation(text('设备', 'Device'), () => doorDevice, { required: true, search: true, fixed: true }),
    villageId: { ...villageId, required: false, readOnly: true },
    companyId,
    paramKey: select(text('参数', 'Parameter'), paramKeys, { required: true, search: true, fixed: true }),
    paramValue: str(text('值', 'Value'), { required: true, max: 20 }),
    remark,
    state: select(text('状态', 'State'), paramStates, {
      readOnly: true,
      search: true,
      default: 'wanted',
      tones: { wanted: 'warn', sent: 'info', held: 'ok', refused: 'bad' },
    }),
    why: str(text('说明', 'Why'), { readOnly: true, max: 200 }),
    ackTime: dateTime(text('设备应答', 'Confirmed at'), { readOnly: true }),
    commandId: str(text('指令', 'Command'), { readOnly: true, hidden: true, max: 36 }),
  },
  display: 'paramKey',
  unique: [['deviceId', 'paramKey']],
  index: [['state']],
  list: ['deviceId', 'villageId', 'paramKey', 'paramValue', 'state', 'why', 'ackTime', 'remark'],
});
