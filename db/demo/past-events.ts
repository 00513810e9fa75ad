import { couponEvents } from '#areas/coupon/server/events.ts';
import { derateEvents } from '#areas/derate/server/events.ts';
import { shiftEvents } from '#areas/shift/server/events.ts';

/**
 * What a past writes of money and releases goes to discounts, coupons, cards and shifts; nobody else's handlers are
 * needed for it. Debts are entered for all lots together (`enterDebts`).
 */
export const pastHandlers = [...derateEvents.handles, ...couponEvents.handles, ...shiftEvents.handles];
