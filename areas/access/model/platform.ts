import { resource } from '#kit/declare/resource.ts';
import type { Resource } from '#kit/declare/resource.ts';
import { text } from '#kit/declare/text.ts';
import { adminMenu } from './admin-menu.ts';
import { role } from './role.ts';

/** Roles over all tenants, by the contract's other path. The rows are those of `role`. */
export const platformRole: Resource = resource({
  name: 'platformRole',
  title: text('平台角色', 'Platform role'),
  area: 'access',
  rowsOf: () => role,
  scope: role.scope,
  wire: { base: '/api/blade-system/role' },
  fields: role.fields,
  parent: 'parentId',
  page: 'list',
  unique: role.unique,
  list: role.list,
  order: role.order,
  display: role.display,
});

/** The menu by the contract's other path. The rows are those of `adminMenu`. */
export const platformMenu: Resource = resource({
  name: 'platformMenu',
  title: text('平台菜单', 'Platform menu'),
  area: 'access',
  rowsOf: () => adminMenu,
  scope: adminMenu.scope,
  wire: { base: '/api/blade-system/menu' },
  fields: adminMenu.fields,
  parent: 'parentId',
  page: 'tree',
  unique: adminMenu.unique,
  list: adminMenu.list,
  order: adminMenu.order,
  display: adminMenu.display,
});
