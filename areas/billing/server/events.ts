import { events } from '#areas/billing/model/events.ts';
import { cashVoided } from '#areas/shift/model/events.ts';
import type { AreaEvents } from '#kit/server/events.ts';
import { on } from '#kit/server/events.ts';
import { sandboxNotified } from './channel/sandbox.ts';
import { acceptNotices } from './notice.ts';
import { refundVoided } from './voids.ts';

/** What billing emits and handles. */
export const billingEvents: AreaEvents = {
  name: 'billing',
  emits: [...events, sandboxNotified],
  handles: [
    on(cashVoided, (cash, { db }) => refundVoided(db, cash)),
    on(sandboxNotified, async ({ letters }, { database }) => {
      await acceptNotices(database, 'sandbox', letters);
    }),
  ],
};
