import { text } from '#kit/declare/text.ts';
import type { Screen } from '#kit/console/screen.ts';

/** Screens that the declarations do not say. */
export const screens: readonly Screen[] = [
  { route: '/invoice/invoiceapplyform', title: text('开票申请', 'Invoices'), load: () => import('./invoices.tsx') },
];
