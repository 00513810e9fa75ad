import type { Screen } from '#kit/console/screen.ts';
import { SCREEN_ROUTE, screenTitle, sysbigreport } from '../model/sysbigreport.ts';

/** Screens that the declarations do not say. */
export const screens: readonly Screen[] = [
  { route: '/system/sysBigReport', title: sysbigreport.many, load: () => import('./screens-page.tsx') },
  { route: SCREEN_ROUTE, title: screenTitle, load: () => import('./screen-page.tsx') },
];
