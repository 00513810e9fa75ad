import { relation, relations, str } from '#kit/declare/field.ts';
import { call } from '#kit/declare/call.ts';
import { text } from '#kit/declare/text.ts';
import { adminMenu } from './admin-menu.ts';
import { topMenu } from './top-menu.ts';

const area = 'access';
const admin = '/api/updown/sysAdminMenu';
const top = '/api/updown/topMenu';
const topMenuId = relation(text('顶部菜单', 'Top menu'), () => topMenu);

export const buttons = call({
  name: 'adminMenu.buttons',
  title: text('权限按钮树', 'Permission codes held'),
  area,
  method: 'GET',
  path: `${admin}/buttons`,
  permission: 'session',
  answer: 'tree',
});
export const routes = call({
  name: 'adminMenu.routesParentIdTop',
  title: text('菜单路由', 'Menu under a top menu'),
  area,
  method: 'GET',
  path: `${admin}/routesParentIdTop`,
  permission: 'session',
  answer: 'tree',
  input: { parentId: topMenuId },
});
export const holder = call({
  name: 'topMenu.holder',
  title: text('页面所属的顶部菜单', 'Top menu of a page'),
  area,
  method: 'GET',
  path: '/api/gatehouse/menu-holder',
  permission: 'session',
  input: { path: str(text('地址', 'Address'), { required: true, max: 2000 }) },
});
export const topMenus = call({
  name: 'topMenu.listAll',
  title: text('全部顶部菜单', 'All top menus'),
  area,
  method: 'GET',
  path: `${top}/listAll`,
  permission: 'session',
  answer: 'list',
});
export const bindMenus = call({
  name: 'topMenu.addMenu',
  title: text('绑定菜单', 'Bind menus'),
  area,
  method: 'POST',
  path: `${top}/addMenu`,
  permission: 'topMenu:edit',
  input: {
    topMenuId: relation(text('顶部菜单', 'Top menu'), () => topMenu, { required: true }),
    menuIds: relations(text('菜单', 'Menus'), () => adminMenu),
  },
  note: text('替换绑定的菜单', 'Replaces the bound menus'),
});
export const boundMenus = call({
  name: 'topMenu.getIdsBindMenu',
  title: text('已绑定菜单', 'Menus bound'),
  area,
  method: 'GET',
  path: `${top}/getIdsBindMenu`,
  permission: 'topMenu:read',
  answer: 'list',
  input: { topMenuId: relation(text('顶部菜单', 'Top menu'), () => topMenu, { required: true }) },
});
export const bindableMenus = call({
  name: 'topMenu.selectMenu',
  title: text('可绑定菜单树', 'Menus to bind'),
  area,
  method: 'GET',
  path: `${top}/selectMenu`,
  permission: 'topMenu:read',
  answer: 'tree',
  input: { topMenuId },
});
