import { moneyMoved } from '#areas/billing/model/events.ts';
import { staysMoved } from '#areas/passage/model/events.ts';
import type { AreaEvents } from '#kit/server/events.ts';
import { on } from '#kit/server/events.ts';
import { recordMoney, recordStays } from './record.ts';

/** What uploads handle: visits and money, in the transaction that writes them. */
export const uploadEvents: AreaEvents = {
  name: 'upload',
  emits: [],
  handles: [
    on(staysMoved, ({ place, moved, inside }, { db }) => recordStays(db, place, moved, inside)),
    on(moneyMoved, ({ place, moved }, { db }) => recordMoney(db, place, moved)),
  ],
};
