import { integer, longText, relation, str } from '#kit/declare/field.ts';
import { resource } from '#kit/declare/resource.ts';
import type { Resource } from '#kit/declare/resource.ts';
import { text } from '#kit/declare/text.ts';
import { approvalStatus } from '#areas/lot/model/approval.ts';
import { curbPark } from '#areas/lot/model/curb-park.ts';
import { parkArea } from '#areas/lot/model/park-area.ts';
import { sectionFields } from '#areas/lot/model/section-fields.ts';

const { line, zoneClass, payMode, road, ...others } = sectionFields;

/** One side of one street with its berths, price class and collectors: a row of `parkArea` of a roadside car park. */
export const berthSection: Resource = resource({
  name: 'berthSection',
  title: text('泊位段', 'Section'),
  area: 'road',
  route: '/road/berthsec',
  scope: 'park',
  config: { folder: 'sections', key: ['areaName'] },
  rowsOf: () => parkArea,
  wire: { base: '/api/updown/curbPark/area', key: 'AreaID' },
  help: text(
    '一条路一侧的泊位：价格类区、付费方式、泊位号范围。保存后“画走向”，再用“生成泊位”编号。',
    'The berths along one side of a street: price class, way of paying and range of numbers. Once saved, “Draw line” says where it runs and “Make berths” numbers it.',
  ),
  fields: {
    areaName: str(text('泊位段名称', 'Section'), { required: true, search: true, max: 40, alias: ['sectionName'] }),
    parkId: relation(text('路内车场', 'Roadside car park'), () => curbPark, {
      required: true,
      search: true,
      fixed: true,
    }),
    areaNo: str(text('泊位段编号', 'Section number'), { max: 20, alias: ['sectionNo'] }),
    road: { ...road, required: true },
    side: others.side,
    zoneClass: { ...zoneClass, required: true },
    payMode: { ...payMode, required: true },
    totalStall: integer(text('泊位数', 'Berths'), { required: true, min: 1, max: 2000 }),
    numberPrefix: others.numberPrefix,
    numberFrom: others.numberFrom,
    numberTo: others.numberTo,
    guardHours: others.guardHours,
    line: { ...line, hidden: true },
    status: approvalStatus,
    sort: integer(text('排序', 'Sort order'), { default: 0, min: 0, max: 9999 }),
    remark: longText(text('备注', 'Remark'), { max: 500 }),
  },
  display: 'areaName',
  list: ['areaName', 'parkId', 'areaNo', 'road', 'side', 'zoneClass', 'payMode', 'totalStall', 'status'],
  order: { by: 'sort', desc: false },
  sections: [
    { title: text('泊位段', 'Section'), fields: ['areaName', 'parkId', 'areaNo', 'road', 'side', 'sort'] },
    { title: text('收费', 'Charging'), fields: ['zoneClass', 'payMode', 'guardHours'] },
    { title: text('泊位', 'Berths'), fields: ['totalStall', 'numberPrefix', 'numberFrom', 'numberTo', 'remark'] },
  ],
});
