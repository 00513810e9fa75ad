import { cardsMoved, discountsBooked } from '#areas/billing/model/events.ts';
import type { AreaEvents } from '#kit/server/events.ts';
import { on } from '#kit/server/events.ts';
import { followCards } from './cards-gate.ts';
import { followMoney } from './follow.ts';
import { events } from '../model/events.ts';

/** What discounts handle: wherever money of cars is written, discounts and stored-value cards follow it. */
export const derateEvents: AreaEvents = {
  name: 'derate',
  emits: events,
  handles: [
    on(cardsMoved, ({ tenantId, moved }, { db }) => followCards(db, tenantId, moved)),
    on(discountsBooked, ({ tenantId, settled, refunded }, { db }) => followMoney(db, tenantId, settled, refunded)),
  ],
};
