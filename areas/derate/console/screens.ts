import { text } from '#kit/declare/text.ts';
import type { Screen } from '#kit/console/screen.ts';

/** Screens that the declarations do not say. */
export const screens: readonly Screen[] = [
  { route: '/derate/parkseller', title: text('商家管理', 'Shops'), load: () => import('./sellers.tsx') },
  {
    route: '/static/cardRecharge',
    title: text('储值卡充值记录', 'Stored-value card top-ups'),
    load: () => import('./card-recharges.tsx'),
  },
];
