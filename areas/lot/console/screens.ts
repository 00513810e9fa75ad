import { text } from '#kit/declare/text.ts';
import type { Screen } from '#kit/console/screen.ts';

/** Screens that the declarations do not say. */
export const screens: readonly Screen[] = [
  { route: '/basedata/park', title: text('车场管理', 'Car parks'), load: () => import('./parks.tsx') },
  { route: '/basedata/parkgate', title: text('车道管理', 'Lanes'), load: () => import('./gates.tsx') },
  {
    route: '/basedata/importantmessagereceiver',
    title: text('重要消息接收人', 'Alert receivers'),
    load: () => import('./receivers.tsx'),
  },
];
