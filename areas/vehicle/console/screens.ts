import { text } from '#kit/declare/text.ts';
import type { Screen } from '#kit/console/screen.ts';

/** Screens that the declarations do not say. */
export const screens: readonly Screen[] = [
  { route: '/car/blacklist', title: text('黑白名单', 'Black and white list'), load: () => import('./car-list.tsx') },
  { route: '/car/managebook', title: text('车位预约审核', 'Space bookings'), load: () => import('./bookings.tsx') },
];
