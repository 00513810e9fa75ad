import type { Screen } from '#kit/console/screen.ts';
import { webhookDelivery } from '../model/delivery.ts';
import { webhook } from '../model/webhook.ts';

/** Screens that the declarations do not say. */
export const screens: readonly Screen[] = [
  { route: '/system/webhook', title: webhook.many, load: () => import('./webhooks.tsx') },
  { route: '/system/webhookDelivery', title: webhookDelivery.many, load: () => import('./deliveries.tsx') },
];
