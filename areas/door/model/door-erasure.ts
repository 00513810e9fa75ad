import { dateTime, relation, select, str } from '#kit/declare/field.ts';
import { resource } from '#kit/declare/resource.ts';
import { text } from '#kit/declare/text.ts';
import { area, companyId, villageId } from './common.ts';
import { doorDevice } from './door-device.ts';
import { doorEmployee } from './door-employee.ts';
import { erasedWhy } from './door-photo.ts';

/** One place where a face lay, and the proof that it lies there no more. */
export const doorErasure = resource({
  name: 'doorErasure',
  title: text('删除回执', 'Receipt of an erasure'),
  many: text('删除回执', 'Receipts of erasure'),
  help: text(
    '照片删除时，它所在的每一处各一行：文件库，以及可能持有它的每台设备。设备确认后写明时间与指令。',
    'When a photo is erased, one line for each place it lay in: the file store, and every device that may hold it, with the time and the command of its confirmation.',
  ),
  area,
  route: '/door/erasure',
  scope: 'company',
  wire: { base: '/api/gatehouse/doorErasure' },
  verbs: ['list', 'detail', 'export'],
  fields: {
    EmpID: relation(text('人员', 'Person'), () => doorEmployee, { search: true, outlives: true }),
    villageId: { ...villageId, required: false },
    companyId,
    photoId: str(text('照片编号', 'Photo'), { max: 36 }),
    place: select(
      text('所在', 'Place'),
      { store: text('文件库', 'File store'), device: text('设备', 'Device') },
      { search: true },
    ),
    deviceId: relation(text('设备', 'Device'), () => doorDevice, { search: true, outlives: true }),
    why: select(text('原因', 'Why'), erasedWhy, { search: true }),
    askedTime: dateTime(text('要求删除', 'Requested at')),
    askedBy: str(text('经办', 'Entered by'), { max: 60 }),
    state: select(
      text('状态', 'State'),
      {
        waiting: text('待确认', 'Not confirmed yet'),
        confirmed: text('已删除', 'Erased'),
        takenDown: text('设备已拆除，未确认', 'Device taken down, not confirmed'),
      },
      { search: true, tones: { waiting: 'warn', confirmed: 'ok', takenDown: 'muted' } },
    ),
    confirmedTime: dateTime(text('确认时间', 'Confirmed at')),
    commandId: str(text('确认的指令', 'Command confirmed'), { max: 36 }),
  },
  display: 'EmpID',
  index: [['photoId'], ['state'], ['EmpID']],
  order: { by: 'askedTime', desc: true },
  list: ['EmpID', 'place', 'deviceId', 'why', 'askedTime', 'askedBy', 'state', 'confirmedTime', 'commandId'],
});
