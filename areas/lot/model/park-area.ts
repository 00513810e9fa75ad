import { integer, longText, relation, str } from '#kit/declare/field.ts';
import { lifecycle } from '#kit/declare/lifecycle.ts';
import { resource } from '#kit/declare/resource.ts';
import type { Resource } from '#kit/declare/resource.ts';
import { text } from '#kit/declare/text.ts';
import { approval, approvalStatus } from './approval.ts';
import { park } from './park.ts';
import { sectionColumns } from './section-fields.ts';
import { village } from './village.ts';

/** A part of a lot (a floor, a zone) with spaces of its own; areas may lie within each other. */
export const parkArea: Resource = resource({
  name: 'parkArea',
  title: text('车场区域', 'Park area'),
  area: 'lot',
  route: '/basedata/parkarea',
  scope: 'park',
  config: { folder: 'areas', key: ['areaName'] },
  parent: 'parentId',
  page: 'tree',
  wire: { base: '/api/updown/baseParkArea', key: 'AreaID' },
  help: text(
    '审核时核对：已审核的同级区域车位之和不得超过上级区域或车场的车位数。',
    'Approval checks that the spaces of approved areas side by side do not exceed those of the area or car park around them.',
  ),
  fields: {
    areaName: str(text('区域名称', 'Area'), { required: true, search: true, max: 40 }),
    parkId: relation(text('车场', 'Car park'), () => park, { required: true, search: true, fixed: true }),
    villageId: relation(text('所属小区', 'Community'), () => village, {
      readOnly: true,
      search: true,
      alias: ['VID', 'vid'],
    }),
    parentId: relation(text('上级区域', 'Lies within'), (): Resource => parkArea, { within: 'parkId' }),
    areaNo: str(text('区域编号', 'Area number'), { max: 20 }),
    totalStall: integer(text('车位数', 'Spaces'), { required: true, min: 0, max: 1_000_000, default: 0 }),
    status: approvalStatus,
    sort: integer(text('排序', 'Sort order'), { default: 0, min: 0, max: 9999 }),
    remark: longText(text('备注', 'Remark'), { max: 500 }),
    ...sectionColumns,
  },
  display: 'areaName',
  unique: [['parkId', 'areaName']],
  index: [['parentId']],
  list: ['areaName', 'parkId', 'villageId', 'areaNo', 'totalStall', 'status', 'sort'],
  order: { by: 'sort', desc: false },
  lifecycle: lifecycle(approval),
});
