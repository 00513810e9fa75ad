import { call } from '#kit/declare/call.ts';
import { dateTime, geoPoint, image, integer, longText, plate, relation, select, str } from '#kit/declare/field.ts';
import { resource } from '#kit/declare/resource.ts';
import type { Resource } from '#kit/declare/resource.ts';
import { text } from '#kit/declare/text.ts';
import { curbPark } from '#areas/lot/model/curb-park.ts';
import { colours } from '#areas/passage/model/words.ts';
import { berthSection } from './berth-section.ts';
import { berthKinds, berthStates, berthTones, closingReasons } from './words.ts';

const area = 'road';
const berthId = relation(text('泊位', 'Berth'), (): Resource => rdBerth, { required: true, alias: ['id'] });

/** A person's word about a berth: a plate read there, a car there or none. */
export const reportBerthCall = call({
  name: 'rdBerth.evidence',
  title: text('登记泊位情况', 'Record what is at a berth'),
  area,
  method: 'POST',
  path: '/api/gatehouse/rdBerth/evidence',
  permission: 'rdBerth:evidence',
  answer: 'object',
  input: {
    berthId,
    claim: select(
      text('情况', 'What was seen'),
      {
        plate: text('车牌', 'Plate'),
        present: text('有车', 'Car there'),
        absent: text('无车', 'No car'),
        leave: text('已驶离', 'Has left'),
      },
      { required: true },
    ),
    plateNumber: plate(text('车牌号', 'Plate'), { when: { field: 'claim', is: ['plate'] } }),
    plateColour: select(text('车牌颜色', 'Plate colour'), colours, { when: { field: 'claim', is: ['plate'] } }),
    at: dateTime(text('时间', 'Time'), { help: text('不填为现在', 'Now if left blank') }),
    picture: image(text('图片', 'Picture')),
    seq: str(text('序号', 'Number'), { max: 64, hidden: true }),
  },
});

export const endStay = call({
  name: 'rdBerth.endStay',
  title: text('结束停车', 'End the stay'),
  area,
  method: 'POST',
  path: '/api/gatehouse/rdBerth/endStay',
  permission: 'rdBerth:endStay',
  answer: 'object',
  input: { berthId, at: dateTime(text('离开时间', 'Left at'), { help: text('不填为现在', 'Now if left blank') }) },
  note: text('{stayId, orderId, dueFen, outstandingFen}', '{stayId, orderId, dueFen, outstandingFen}'),
});

export const closeBerth = call({
  name: 'rdBerth.close',
  title: text('停用泊位', 'Close a berth'),
  area,
  method: 'POST',
  path: '/api/gatehouse/rdBerth/close',
  permission: 'rdBerth:close',
  input: {
    berthId,
    closedReason: str(text('原因', 'Reason'), { required: true, min: 2, max: 200, dictionary: closingReasons }),
    closedUntil: dateTime(text('停用至', 'Closed until')),
  },
});

export const openBerth = call({
  name: 'rdBerth.open',
  title: text('启用泊位', 'Open a berth'),
  area,
  method: 'POST',
  path: '/api/gatehouse/rdBerth/open',
  permission: 'rdBerth:close',
  input: { berthId },
});

/** A numbered marked space at the roadside. Its state follows from evidence and is never typed. */
export const rdBerth: Resource = resource({
  name: 'rdBerth',
  title: text('泊位', 'Berth'),
  area: 'road',
  route: '/road/rdBerth',
  scope: 'park',
  config: { folder: 'berths', key: ['berthNo'] },
  wire: { base: '/api/updown/rdBerth' },
  help: text(
    '状态由地磁、相机和人员的证据得出。有过证据的泊位不能删除，可停用。',
    'The state follows from the evidence of sensors, cameras and people. A berth with evidence is closed, not deleted.',
  ),
  fields: {
    berthNo: str(text('泊位号', 'Berth'), { required: true, search: true, max: 20, width: 110 }),
    cityCode: str(text('城市编码', 'City code'), {
      search: true,
      max: 30,
      help: text('全市统一编码，车主付款用；集团内不重复', 'As painted for drivers to pay by; unique within the group'),
    }),
    parkId: relation(text('路内车场', 'Roadside car park'), () => curbPark, {
      required: true,
      search: true,
      fixed: true,
    }),
    sectionId: relation(text('泊位段', 'Section'), () => berthSection, {
      required: true,
      search: true,
      within: 'parkId',
    }),
    berthKind: select(text('类型', 'Kind'), berthKinds, { required: true, search: true, default: 'normal' }),
    layout: select(text('车位朝向', 'Layout'), {
      parallel: text('平行', 'Parallel'),
      angled: text('斜列', 'Angled'),
      across: text('垂直', 'Perpendicular'),
    }),
    orderNo: integer(text('街道顺序', 'Order along the street'), {
      required: true,
      min: 0,
      max: 99_999,
      default: 0,
      ordinal: true,
    }),
    location: geoPoint(text('位置', 'Position')),
    state: select(text('状态', 'State'), berthStates, {
      readOnly: true,
      search: true,
      default: 'unknown',
      tones: berthTones,
    }),
    since: dateTime(text('自', 'Since'), { readOnly: true, since: true }),
    plateNumber: plate(text('车牌号', 'Plate'), { readOnly: true, search: true, personal: true, alias: ['plate'] }),
    stayId: str(text('停车记录', 'Stay'), { readOnly: true, hidden: true }),
    /** When the next claim comes true that its source dated ahead of the server's time. */
    dueTime: dateTime(text('证据生效时间', 'Evidence due at'), { readOnly: true, hidden: true }),
    closedReason: str(text('停用原因', 'Closed because'), { readOnly: true, max: 200 }),
    closedUntil: dateTime(text('停用至', 'Closed until'), { readOnly: true }),
    remark: longText(text('备注', 'Remark'), { max: 500 }),
  },
  display: 'berthNo',
  unique: [['parkId', 'berthNo'], ['cityCode']],
  index: [['sectionId', 'orderNo']],
  list: ['berthNo', 'parkId', 'sectionId', 'berthKind', 'state', 'since', 'plateNumber', 'cityCode'],
  order: { by: 'orderNo', desc: false },
  verbs: ['list', 'detail', 'add', 'edit', 'remove', 'export', 'import'],
  actions: [
    { call: reportBerthCall, key: 'berthId', label: text('登记', 'Record'), tone: 'primary' },
    {
      call: endStay,
      key: 'berthId',
      label: text('结束停车', 'End stay'),
      when: { field: 'state', is: ['occupied', 'unknown'] },
    },
    {
      call: closeBerth,
      key: 'berthId',
      label: text('停用', 'Close'),
      when: { field: 'state', is: ['free', 'unknown'] },
    },
    { call: openBerth, key: 'berthId', label: text('启用', 'Open'), when: { field: 'state', is: ['closed'] } },
  ],
  rights: { anySection: text('不受泊位段授权限制', 'Works in sections without a grant') },
});
