import { text } from '#kit/declare/text.ts';
import type { Screen } from '#kit/console/screen.ts';

/** Screens that the declarations do not say. */
export const screens: readonly Screen[] = [
  { route: '/advert/advertmanage', title: text('广告', 'Adverts'), load: () => import('./adverts.tsx') },
  {
    route: '/advert/platclosepayorder',
    title: text('平台去广告订单', 'Ad-free orders by platform'),
    load: () => import('./plat-orders.tsx'),
  },
];
