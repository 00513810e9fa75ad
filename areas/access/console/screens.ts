import { text } from '#kit/declare/text.ts';
import { client } from '../model/client.ts';
import type { Screen } from '#kit/console/screen.ts';

/** Screens that the declarations do not say. */
export const screens: readonly Screen[] = [
  { route: '/system/user', title: text('用户管理', 'Users'), load: () => import('./users.tsx') },
  { route: '/system/sysRole', title: text('角色管理', 'Roles'), load: () => import('./roles.tsx') },
  { route: '/system/adminMenu', title: text('菜单管理', 'Menus'), load: () => import('./menus.tsx') },
  { route: '/system/topMenu', title: text('顶部菜单', 'Top menus'), load: () => import('./top-menus.tsx') },
  { route: '/system/client', title: client.many, load: () => import('./clients.tsx') },
];
