import { text } from '#kit/declare/text.ts';
import type { Screen } from '#kit/console/screen.ts';

/** Screens that the declarations do not say. */
export const screens: readonly Screen[] = [
  { route: '/car/carMonthNew', title: text('月租车管理', 'Monthly passes'), load: () => import('./passes.tsx') },
  {
    route: '/road/rdCarMonth',
    title: text('路内月租车', 'Roadside passes'),
    load: () => import('./road-passes.tsx'),
  },
  {
    route: '/car/carbatchgrant',
    title: text('月租车批量发行', 'Bulk-issue passes'),
    load: () => import('./batch-grant.tsx'),
  },
  { route: '/car/parkcarapply', title: text('车辆申请', 'Pass applications'), load: () => import('./apply.tsx') },
  {
    route: '/car/admincarapply',
    title: text('车辆申请审核', 'Pass application review'),
    load: () => import('./apply-review.tsx'),
  },
  { route: '/car/spaceGroup', title: text('车位组', 'Space groups'), load: () => import('./space-groups.tsx') },
];
