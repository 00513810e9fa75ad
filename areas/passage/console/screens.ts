import { text } from '#kit/declare/text.ts';
import type { Screen } from '#kit/console/screen.ts';

/** Screens that the declarations do not say. */
export const screens: readonly Screen[] = [
  { route: '/static/inoutRecord', title: text('进出场记录', 'In/out records'), load: () => import('./stays.tsx') },
];
