import { boolean, longText, relation, select, str } from '#kit/declare/field.ts';
import { resource } from '#kit/declare/resource.ts';
import { text } from '#kit/declare/text.ts';
import { park } from './park.ts';
import { parkArea } from './park-area.ts';
import { parkBox } from './park-box.ts';

export const gateTypes = {
  in: text('入口', 'Entry'),
  out: text('出口', 'Exit'),
  both: text('出入口', 'Both ways'),
  inner: text('区域间通道', 'Between areas'),
};
export const laneModes = {
  open: text('正常', 'Open'),
  full: text('满位', 'Full'),
  closed: text('关闭', 'Closed'),
  free: text('常开', 'Barrier up'),
};

/** A lane (通道) with its barrier. */
export const parkGate = resource({
  name: 'parkGate',
  title: text('车道', 'Lane'),
  area: 'lot',
  route: '/basedata/parkgate',
  scope: 'park',
  config: { folder: 'lanes', key: ['gateName'] },
  wire: { base: '/api/updown/baseParkGate', key: 'GateID' },
  help: text(
    '运行模式：正常按规则放行；满位只放行固定车；关闭不放行；常开为道闸常抬。通行时段可按车类另设。',
    'Mode: open decides by the rules; full lets in fixed cars only; closed lets nobody in; barrier up leaves it raised. Hours of passing are set per car type.',
  ),
  fields: {
    gateName: str(text('车道名称', 'Lane'), { required: true, search: true, max: 40 }),
    parkId: relation(text('车场', 'Car park'), () => park, { required: true, search: true, fixed: true }),
    gateType: select(text('方向', 'Direction'), gateTypes, {
      required: true,
      search: true,
      default: 'in',
      tones: { in: 'ok', out: 'info', both: 'muted', inner: 'muted' },
      help: text(
        '区域间通道：车辆已在场内，只记录换区，不计进出、不收费；相机报出场方向时为离开所通往的区域',
        'Between areas: cars are already inside; only the change of area is recorded, nothing is counted or charged. If the camera reports the exit direction, the car leaves the area the lane leads into',
      ),
    }),
    gateNo: str(text('车道编号', 'Lane number'), { search: true, max: 20 }),
    boxId: relation(text('所属岗亭', 'Booth'), () => parkBox, { search: true, within: 'parkId', alias: ['BoxID'] }),
    areaId: relation(text('通往区域', 'Leads into area'), () => parkArea, {
      search: true,
      within: 'parkId',
      alias: ['AreaID'],
      help: text('嵌套区域的车道填其通往的内层区域', 'For a lane inside the car park: the inner area it leads into'),
    }),
    mode: select(text('运行模式', 'Mode'), laneModes, {
      required: true,
      search: true,
      default: 'open',
      tones: { open: 'ok', full: 'warn', closed: 'bad', free: 'info' },
    }),
    enabled: boolean(text('启用', 'In use'), { default: true, search: true }),
    remark: longText(text('备注', 'Remark'), { max: 500 }),
  },
  display: 'gateName',
  unique: [
    ['parkId', 'gateName'],
    ['parkId', 'gateNo'],
  ],
  index: [['boxId'], ['areaId']],
  list: ['gateName', 'parkId', 'gateType', 'gateNo', 'boxId', 'areaId', 'mode', 'enabled'],
  verbs: ['list', 'detail', 'add', 'edit', 'remove', 'export', 'import'],
});
