import { text } from '#kit/declare/text.ts';
import type { Screen } from '#kit/console/screen.ts';

/** Screens that the declarations do not say. */
export const screens: readonly Screen[] = [
  {
    route: '/fundmanage/settlementrecord',
    title: text('结算记录', 'Settlements'),
    load: () => import('./settlements.tsx'),
  },
  {
    route: '/fundmanage/carried',
    title: text('挂账项', 'Carried differences'),
    load: () => import('./carried.tsx'),
  },
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
  {
    route: '/fundmanage/dayproof',
    title: text('资金日核对', 'Days of money'),
    load: () => import('./money-days.tsx'),
  },
  {
    route: '/fundmanage/bankline',
    title: text('银行流水', 'Bank statements'),
    load: () => import('./bank-lines.tsx'),
  },
];
