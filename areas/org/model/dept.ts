import { integer, longText, relation, select, str } from '#kit/declare/field.ts';
import { resource } from '#kit/declare/resource.ts';
import type { Resource } from '#kit/declare/resource.ts';
import { text } from '#kit/declare/text.ts';
import { company } from './company.ts';

/** What departments of people at doors have besides; the form of `/door/basedept` has it. */
export const deptColumns = {
  deptKind: select(
    text('类别', 'Kind'),
    {
      department: text('部门', 'Department'),
      building: text('楼栋', 'Building'),
      unit: text('单元', 'Unit'),
      household: text('住户', 'Household'),
    },
    { hidden: true, readOnly: true },
  ),
  villageId: str(text('小区', 'Community'), { hidden: true, readOnly: true, max: 36 }),
};

/** A department (部门) of a company; people of the door system and users belong to one. */
export const dept: Resource = resource({
  name: 'dept',
  title: text('部门', 'Department'),
  help: text('单位内部的部门，用户可归入其中。', 'Departments inside a company; a user may belong to one.'),
  area: 'org',
  route: '/system/dept',
  scope: 'company',
  parent: 'parentId',
  page: 'tree',
  wire: { base: '/api/blade-system/dept' },
  fields: {
    deptName: str(text('部门名称', 'Department name'), { required: true, search: true, max: 40 }),
    fullName: str(text('部门全称', 'Full name'), { max: 100 }),
    companyId: relation(text('所属单位', 'Company'), () => company, { search: true }),
    parentId: relation(text('上级部门', 'Parent department'), (): Resource => dept, { within: 'companyId' }),
    sort: integer(text('排序', 'Sort order'), { default: 0, min: 0, max: 9999 }),
    remark: longText(text('备注', 'Remark'), { max: 500 }),
    ...deptColumns,
  },
  unique: [['companyId', 'parentId', 'deptName']],
  index: [['companyId']],
  list: ['deptName', 'fullName', 'companyId', 'sort', 'remark'],
  order: { by: 'sort', desc: false },
});
