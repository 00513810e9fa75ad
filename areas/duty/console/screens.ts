import { text } from '#kit/declare/text.ts';
import type { Screen } from '#kit/console/screen.ts';

/** Screens that the declarations do not say. */
export const screens: readonly Screen[] = [
  { route: '/attendance/attendanceweek', title: text('排班表', 'Weekly roster'), load: () => import('./week.tsx') },
];
