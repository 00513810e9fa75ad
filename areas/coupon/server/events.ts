import { events } from '#areas/coupon/model/events.ts';
import { placedMoved } from '#areas/derate/model/events.ts';
import { carsCame } from '#areas/passage/model/events.ts';
import type { AreaEvents } from '#kit/server/events.ts';
import { on } from '#kit/server/events.ts';
import { followPlaced, placeFor } from './follow.ts';

/** What coupons emit and handle: what becomes of them on bills, and the cars they are for. */
export const couponEvents: AreaEvents = {
  name: 'coupon',
  emits: events,
  handles: [
    on(placedMoved, ({ tenantId, moves }, { db }) => followPlaced(db, tenantId, moves)),
    on(carsCame, ({ place, cars }, { db }) => placeFor(db, place, cars, new Date())),
  ],
};
