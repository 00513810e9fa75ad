import { text } from '#kit/declare/text.ts';
import type { Screen } from '#kit/console/screen.ts';

/** Screens that are not generated from declarations. */
export const screens: readonly Screen[] = [
  { route: '/attendance/attendanceweek', title: text('排班表', 'Weekly roster'), load: () => import('./week.tsx') },
];
