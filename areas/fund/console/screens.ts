import { text } from '#kit/declare/text.ts';
import type { Screen } from '#kit/console/screen.ts';

/** Screens that the declarations do not say. */
export const screens: readonly Screen[] = [
  {
    route: '/fundmanage/transferrecord',
    title: text('转账记录', 'Transfers'),
    load: () => import('./transfers.tsx'),
  },
  {
    route: '/fundmanage/cashoutset',
    title: text('提现设置', 'Cash-out settings'),
    load: () => import('./cashout.tsx'),
  },
];
