import { call } from '#kit/declare/call.ts';
import { boolean, dateTime, decimal, integer, longText, plate, relation, select, str } from '#kit/declare/field.ts';
import { resource } from '#kit/declare/resource.ts';
import type { Resource } from '#kit/declare/resource.ts';
import { text } from '#kit/declare/text.ts';
import { park } from '#areas/lot/model/park.ts';
import { parkArea } from '#areas/lot/model/park-area.ts';
import { spaceGroup } from '#areas/pass/model/space-group.ts';
import { building } from './building.ts';
import { devDevice } from './device.ts';
import { spaceKinds, spaceStates, spaceTones } from './words.ts';

const id = relation(text('车位', 'Space'), (): Resource => parkingSpace, { required: true });
const area = 'guidance';

export const closeSpace = call({
  name: 'parkingSpace.close',
  title: text('停用车位', 'Close a space'),
  area,
  method: 'POST',
  path: '/api/gatehouse/parkingSpace/close',
  permission: 'parkingSpace:close',
  input: {
    id,
    closedReason: str(text('原因', 'Reason'), { required: true, min: 2, max: 200 }),
    closedUntil: dateTime(text('停用至', 'Closed until')),
  },
});
export const openSpace = call({
  name: 'parkingSpace.open',
  title: text('启用车位', 'Open a space'),
  area,
  method: 'POST',
  path: '/api/gatehouse/parkingSpace/open',
  permission: 'parkingSpace:close',
  input: { id },
});

/** A space of a garage, on a floor, watched by a detector. Its state follows from that and is never typed. */
export const parkingSpace: Resource = resource({
  name: 'parkingSpace',
  title: text('引导车位', 'Guided space'),
  area,
  route: '/navigation/parkSpace',
  scope: 'park',
  config: { folder: 'spaces', key: ['spaceNo'] },
  wire: { base: '/api/updown/plat/navigation/parkingSpace' },
  help: text(
    '状态由探测器上报得出，不能填写；探测器静默即为不明。',
    'The state follows from the detector and is not entered; a silent detector leaves it unknown.',
  ),
  fields: {
    spaceNo: str(text('车位号', 'Space'), { required: true, search: true, max: 20, width: 110 }),
    parkId: relation(text('车场', 'Car park'), () => park, { required: true, search: true, fixed: true }),
    buildingId: relation(text('楼层', 'Floor'), () => building, { required: true, within: 'parkId', search: true }),
    areaId: relation(text('车场区域', 'Park area'), () => parkArea, { within: 'parkId', alias: ['AreaID'] }),
    spaceKind: select(text('类型', 'Kind'), spaceKinds, {
      required: true,
      search: true,
      default: 'normal',
      alias: ['kind'],
    }),
    spaceGroupId: relation(text('车位组', 'Space group'), () => spaceGroup, {
      within: 'parkId',
      when: { field: 'spaceKind', is: ['fixed'] },
    }),
    deviceId: relation(text('探测器', 'Detector'), () => devDevice, { within: 'parkId' }),
    x: decimal(text('横（米）', 'Across (m)'), { min: 0, max: 2_000 }),
    y: decimal(text('纵（米）', 'Down (m)'), { min: 0, max: 2_000 }),
    w: decimal(text('宽（米）', 'Width (m)'), { min: 1, max: 20, default: 2.5 }),
    h: decimal(text('长（米）', 'Length (m)'), { min: 1, max: 30, default: 5 }),
    angle: integer(text('角度', 'Angle'), { min: -180, max: 180, default: 0 }),
    status: select(text('状态', 'State'), spaceStates, {
      readOnly: true,
      search: true,
      default: 'unknown',
      tones: spaceTones,
    }),
    since: dateTime(text('自', 'Since'), { readOnly: true, since: true }),
    plateNumber: plate(text('车牌号', 'Plate'), { readOnly: true, search: true, personal: true, alias: ['plate'] }),
    picture: str(text('图片', 'Picture'), { readOnly: true, hidden: true, personal: true, max: 300 }),
    sensedTaken: boolean(text('探测有车', 'Sensed'), { readOnly: true, hidden: true }),
    toldAt: dateTime(text('上报时间', 'Reported at'), { readOnly: true, hidden: true }),
    toldSeq: integer(text('上报序号', 'Report number'), { readOnly: true, hidden: true }),
    closedReason: str(text('停用原因', 'Closed because'), { readOnly: true, max: 200 }),
    closedUntil: dateTime(text('停用至', 'Closed until'), { readOnly: true }),
    remark: longText(text('备注', 'Remark'), { max: 500 }),
  },
  display: 'spaceNo',
  unique: [['parkId', 'spaceNo'], ['deviceId']],
  index: [['buildingId'], ['plateNumber']],
  list: ['spaceNo', 'parkId', 'buildingId', 'spaceKind', 'deviceId', 'status', 'since', 'plateNumber', 'closedReason'],
  order: { by: 'spaceNo', desc: false },
  verbs: ['list', 'detail', 'add', 'edit', 'remove', 'export', 'import'],
  sections: [
    {
      title: text('车位', 'Space'),
      fields: ['spaceNo', 'parkId', 'buildingId', 'areaId', 'spaceKind', 'spaceGroupId'],
    },
    { title: text('探测器', 'Detector'), fields: ['deviceId', 'remark'] },
    { title: text('平面位置', 'On the plan'), fields: ['x', 'y', 'w', 'h', 'angle'] },
  ],
  actions: [
    {
      call: closeSpace,
      key: 'id',
      label: text('停用', 'Close'),
      when: { field: 'status', is: ['free', 'taken', 'unknown'] },
    },
    { call: openSpace, key: 'id', label: text('启用', 'Open'), when: { field: 'status', is: ['closed'] } },
  ],
});
