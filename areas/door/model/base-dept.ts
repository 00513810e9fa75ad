import { integer, relation, str } from '#kit/declare/field.ts';
import { resource } from '#kit/declare/resource.ts';
import type { Resource } from '#kit/declare/resource.ts';
import { text } from '#kit/declare/text.ts';
import { village } from '#areas/lot/model/village.ts';
import { company } from '#areas/org/model/company.ts';
import { dept, deptColumns } from '#areas/org/model/dept.ts';
import { area, remark } from './common.ts';

/**
 * Departments, buildings, units and households that people of doors belong to: the departments of the company
 * themselves.
 */
export const baseDept: Resource = resource({
  name: 'baseDept',
  title: text('门禁部门', 'Department for doors'),
  many: text('门禁部门', 'Departments for doors'),
  help: text(
    '与“系统”中的部门是同一批，另可归入小区并注明楼栋、单元。',
    'The same departments as under System; here they may belong to a community and be buildings, units or households.',
  ),
  area,
  route: '/door/basedept',
  scope: 'company',
  parent: 'parentId',
  page: 'tree',
  rowsOf: () => dept,
  wire: { base: '/api/updown/door/basedept' },
  fields: {
    deptName: str(text('部门名称', 'Name'), { required: true, search: true, max: 40 }),
    deptKind: { ...deptColumns.deptKind, hidden: false, readOnly: false, default: 'department' },
    companyId: relation(text('所属单位', 'Company'), () => company, { search: true }),
    villageId: relation(text('小区', 'Community'), () => village, {
      search: true,
      within: 'companyId',
      alias: ['VID', 'vid'],
    }),
    parentId: relation(text('上级', 'Parent'), (): Resource => baseDept, { within: 'companyId' }),
    sort: integer(text('排序', 'Sort order'), { default: 0, min: 0, max: 9999 }),
    remark,
  },
  list: ['deptName', 'deptKind', 'companyId', 'villageId', 'sort', 'remark'],
  order: { by: 'sort', desc: false },
});
