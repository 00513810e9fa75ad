import { text } from '#kit/declare/text.ts';
import type { Screen } from '#kit/console/screen.ts';

/** Screens that are not generated from declarations. */
export const screens: readonly Screen[] = [
  {
    route: '/rdoperationscenter/workordermanage',
    title: text('工单管理', 'Work orders'),
    load: () => import('./work-orders.tsx'),
  },
  {
    route: '/rdoperationscenter/earlywarningmanage',
    title: text('预警管理', 'Warnings'),
    load: () => import('./warnings.tsx'),
  },
  {
    route: '/rdoperatingcenter/complaints',
    title: text('投诉建议', 'Complaints and suggestions'),
    load: () => import('./requests.tsx'),
  },
  {
    route: '/rdoperatingcenter/membermanage',
    title: text('会员管理', 'Members'),
    load: () => import('./members.tsx'),
  },
];
