import { text } from '#kit/declare/text.ts';
import type { Screen } from '#kit/console/screen.ts';
import { reportTemplate } from '../model/report-template.ts';

/** Screens that the declarations do not say. */
export const screens: readonly Screen[] = [
  { route: '/wel/index', title: text('首页', 'Home'), load: () => import('./home.tsx') },
  { route: '/wel/index2', title: text('首页（路内）', 'Home (roadside)'), load: () => import('./road-home.tsx') },
  {
    route: '/rdstatic/realTimeStatistics',
    title: text('路内实时统计', 'The roadside now'),
    load: () => import('./road-now.tsx'),
  },
  { route: '/wel/dashboard', title: text('数据看板', 'Dashboard'), load: () => import('./board.tsx') },
  { route: '/system/reportTemplate', title: reportTemplate.many, load: () => import('./templates.tsx') },
];
