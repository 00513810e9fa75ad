import { integer, json, longText, relation, relations, select, str } from '#kit/declare/field.ts';
import { resource } from '#kit/declare/resource.ts';
import type { Resource } from '#kit/declare/resource.ts';
import { text } from '#kit/declare/text.ts';
import { company } from '#areas/org/model/company.ts';
import { adminMenu } from './admin-menu.ts';
import { builtInRoleNames } from './role-names.ts';
import { businessMenu } from './business-menu.ts';

/**
 * A set of permission codes, its own and those of the menus granted to it. Built-in roles come with every group and are
 * renewed at each start; a role without a company serves the whole group.
 */
export const role: Resource = resource({
  name: 'role',
  title: text('角色', 'Role'),
  help: text(
    '角色决定能打开哪些页面、能用哪些按钮；内置角色由系统维护。',
    'A role decides which pages and buttons a user has. Built-in roles are maintained by the system.',
  ),
  area: 'access',
  route: '/system/sysRole',
  scope: 'tenant',
  config: { folder: 'roles', key: ['ofCompanyId', 'roleName'] },
  wire: { base: '/api/updown/sysrole', list: ['list', 'listPageAuth'] },
  fields: {
    roleName: str(text('角色名称', 'Role name'), { required: true, search: true, max: 40 }),
    roleAlias: str(text('角色别名', 'Alias'), { max: 40, width: 180 }),
    ofCompanyId: relation(text('所属单位', 'Company'), () => company, {
      alias: ['companyId'],
      search: true,
      none: text('集团通用', 'Group-wide'),
      help: text('不选则集团内通用', 'Leave blank to share it across the group'),
    }),
    parentId: relation(text('上级角色', 'Parent role'), (): Resource => role),
    builtIn: select(text('内置角色', 'Built in'), builtInRoleNames, { readOnly: true, search: true }),
    permissions: json(text('权限码', 'Permission codes'), { readOnly: true, hidden: true }),
    adminMenuIds: relations(text('管理端菜单', 'Admin menus'), () => adminMenu, { readOnly: true, hidden: true }),
    businessMenuIds: relations(text('业务菜单', 'Business menus'), () => businessMenu, {
      readOnly: true,
      hidden: true,
    }),
    sort: integer(text('排序', 'Sort order'), { default: 100, min: 0, max: 9999 }),
    remark: longText(text('备注', 'Remark'), { max: 500 }),
  },
  page: 'list',
  ownedBySystem: 'builtIn',
  parent: 'parentId',
  unique: [['ofCompanyId', 'roleName'], ['builtIn']],
  list: ['roleName', 'roleAlias', 'ofCompanyId', 'builtIn', 'sort', 'remark'],
  order: { by: 'sort', desc: false },
});
