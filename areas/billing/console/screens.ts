import { text } from '#kit/declare/text.ts';
import { alipayConfig } from '../model/merchant.ts';
import type { Screen } from '#kit/console/screen.ts';

/** Screens that the declarations do not say. */
export const screens: readonly Screen[] = [
  {
    route: '/static/onlineorder',
    title: text('停车订单', 'Parking orders'),
    load: async () => ({ default: (await import('./orders.tsx')).Orders }),
  },
  {
    route: '/static/unConfirmOrder',
    title: text('未确认订单', 'Unconfirmed orders'),
    load: async () => ({ default: (await import('./uncharged.tsx')).Uncharged }),
  },
  {
    route: '/static/tempWCPays',
    title: text('缴费记录', 'Payments'),
    load: async () => ({ default: (await import('./money-records.tsx')).Payments }),
  },
  {
    route: '/static/refundorder',
    title: text('退款订单', 'Refund orders'),
    load: async () => ({ default: (await import('./money-records.tsx')).Refunds }),
  },
  {
    route: '/static/ledgerEntry',
    title: text('账目明细', 'Ledger entries'),
    load: async () => ({ default: (await import('./money-records.tsx')).LedgerEntries }),
  },
  {
    route: '/static/onlinepayparkorderrec',
    title: text('线上支付对账记录', 'Online payment records'),
    load: async () => ({ default: (await import('./money-records.tsx')).ChannelRecords }),
  },
  { route: '/alipay/config', title: alipayConfig.many, load: () => import('./alipay-configs.tsx') },
];
