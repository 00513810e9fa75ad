import { text } from '#kit/declare/text.ts';
import type { Screen } from '#kit/console/screen.ts';

/** Screens that are not generated from declarations. */
export const screens: readonly Screen[] = [
  { route: '/system/imei', title: text('手持机IMEI管理', 'Handhelds'), load: () => import('./handhelds.tsx') },
  {
    route: '/system/handheldUpgrade',
    title: text('手持机升级', 'Handheld upgrades'),
    load: () => import('./upgrades.tsx'),
  },
];
