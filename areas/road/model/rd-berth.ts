import { dateTime, geoPoint, integer, longText, plate, relation, select, str } from '#kit/declare/field.ts';
import { resource } from '#kit/declare/resource.ts';
import type { Resource } from '#kit/declare/resource.ts';
import { text } from '#kit/declare/text.ts';
import { curbPark } from '#areas/lot/model/curb-park.ts';
import { berthSection } from './berth-section.ts';
import { berthKinds, berthStates, berthTones } from './words.ts';

/** A numbered marked space at the roadside. Its state follows from evidence and is never typed. */
export const rdBerth: Resource = resource({
  name: 'rdBerth',
  title: text('泊位', 'Berth'),
  area: 'road',
  route: '/road/rdBerth',
  scope: 'park',
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
  rights: { anySection: text('不受泊位段授权限制', 'Works in sections without a grant') },
});
