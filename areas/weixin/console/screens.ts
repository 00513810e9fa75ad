import { text } from '#kit/declare/text.ts';
import type { Screen } from '#kit/console/screen.ts';

/** Screens that the declarations do not say. */
export const screens: readonly Screen[] = [
  { route: '/system/publicplat', title: text('公众平台', 'Public accounts'), load: () => import('./accounts.tsx') },
  { route: '/weixin/keyword', title: text('关键词回复', 'Keyword replies'), load: () => import('./keywords.tsx') },
  { route: '/weixin/meun', title: text('公众号菜单', 'Public-account menu'), load: () => import('./menu-page.tsx') },
  {
    route: '/system/msgpushconfig',
    title: text('消息推送配置', 'Messages by event'),
    load: () => import('./messages.tsx'),
  },
];
