import { text } from '#kit/declare/text.ts';
import type { Screen } from '#kit/console/screen.ts';

/** Screens that the declarations do not say. */
export const screens: readonly Screen[] = [
  { route: '/cloudseat/seat', title: text('坐席工作台', 'Seat desk'), load: () => import('./seat-page.tsx') },
  {
    route: '/cloudseat/cloudseatgrant',
    title: text('云坐席授权', 'Cloud seat grants'),
    load: () => import('./lane-codes.tsx'),
  },
  { route: '/cloudseat/seatgroup', title: text('坐席组', 'Seat groups'), load: () => import('./seats-needed.tsx') },
  { route: '/cloudseat/callfix', title: text('求助改进', 'Avoidable calls'), load: () => import('./fixes.tsx') },
  {
    route: '/system/baseVillageMonitor',
    title: text('小区监控', 'Community monitor'),
    load: () => import('./village-page.tsx'),
  },
];
