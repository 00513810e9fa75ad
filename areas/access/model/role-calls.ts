import { json, relation, relations, str } from '#kit/declare/field.ts';
import { call } from '#kit/declare/call.ts';
import { text } from '#kit/declare/text.ts';
import { company } from '#areas/org/model/company.ts';
import { adminMenu } from './admin-menu.ts';
import { businessMenu } from './business-menu.ts';
import { role } from './role.ts';
import { user } from './user.ts';

const area = 'access';
const base = '/api/updown/sysrole';
const menus = '/api/updown/sysmenu';
const blade = '/api/blade-system/role';
const companyId = relation(text('单位', 'Company'), () => company);
const roleIds = relations(text('角色', 'Roles'), () => role, { required: true, alias: ['roleId'] });

export const rolesOfCompany = call({
  name: 'role.getListByCompany',
  title: text('单位的角色', 'Roles of a company'),
  area,
  method: 'GET',
  path: `${base}/getListByCompany`,
  permission: 'role:read',
  answer: 'list',
  input: { companyId },
});
export const selectRoles = call({
  name: 'role.getSelectCompanyRole',
  title: text('单位角色下拉', 'Roles of a company to choose'),
  area,
  method: 'GET',
  path: `${base}/getSelectCompanyRole`,
  permission: 'session',
  answer: 'list',
  input: { companyId },
});
export const userAndCompanyRoles = call({
  name: 'role.getUserAndCompanyRole',
  title: text('本人及单位角色', 'Roles held and roles of the company'),
  area,
  method: 'GET',
  path: `${base}/getUserAndCompanyRole`,
  permission: 'session',
  answer: 'list',
  input: { userId: relation(text('用户', 'User'), () => user), companyId },
});
export const grantBusinessMenus = call({
  name: 'role.grant',
  title: text('授予业务菜单', 'Grant business menus'),
  area,
  method: 'POST',
  path: `${base}/grant`,
  permission: 'role:grant',
  input: {
    roleIds,
    menuIds: relations(text('菜单', 'Menus'), () => businessMenu),
    permissions: json(text('权限码', 'Permission codes'), {
      help: text('给出时一并替换角色自身的权限码', 'When given, replaces the codes of the role itself'),
    }),
  },
  note: text('替换该角色的授权；不能授予本人没有的权限', 'Replaces the grant; you can only grant permissions you have'),
});
export const grantAdminMenus = call({
  name: 'role.grantAdmin',
  title: text('授予管理端菜单', 'Grant admin menus'),
  area,
  method: 'POST',
  path: '/api/updown/sysAdminRole/grant',
  permission: 'role:grant',
  input: { roleIds, menuIds: relations(text('菜单', 'Menus'), () => adminMenu) },
});
export const businessMenuTree = call({
  name: 'businessMenu.tree',
  title: text('业务菜单树', 'Business menu tree'),
  area,
  method: 'GET',
  path: `${menus}/tree`,
  permission: 'session',
  answer: 'tree',
  input: { tenantCode: str(text('租户编码', 'Tenant code'), { max: 20 }) },
});
export const businessGrantTree = call({
  name: 'businessMenu.grantTree',
  title: text('可授予的业务菜单', 'Business menus to grant'),
  area,
  method: 'GET',
  path: `${menus}/grantTree`,
  permission: 'role:grant',
  answer: 'tree',
});
export const adminGrantTree = call({
  name: 'businessMenu.adminGrantTree',
  title: text('可授予的管理端菜单', 'Admin menus to grant'),
  area,
  method: 'GET',
  path: `${menus}/adminGrantTree`,
  permission: 'role:grant',
  answer: 'tree',
});
export const businessGranted = call({
  name: 'businessMenu.roleTreeKeys',
  title: text('已授予的业务菜单', 'Business menus granted'),
  area,
  method: 'GET',
  path: `${menus}/roleTreeKeys`,
  permission: 'role:grant',
  answer: 'list',
  input: { roleIds },
});
export const adminGranted = call({
  name: 'businessMenu.adminRoleTreeKeys',
  title: text('已授予的管理端菜单', 'Admin menus granted'),
  area,
  method: 'GET',
  path: `${menus}/adminRoleTreeKeys`,
  permission: 'role:grant',
  answer: 'list',
  input: { roleIds },
});
export const platformRoleTree = call({
  name: 'role.tree',
  title: text('租户的角色树', 'Roles of a tenant'),
  area,
  method: 'GET',
  path: `${blade}/tree`,
  permission: 'role:read',
  answer: 'tree',
  input: { tenantCode: str(text('租户编码', 'Tenant code'), { max: 20 }) },
});
