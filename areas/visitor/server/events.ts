import { bookedCars } from '#areas/passage/model/events.ts';
import type { AreaEvents } from '#kit/server/events.ts';
import { on } from '#kit/server/events.ts';
import { followCars } from './follow.ts';

/** What visits handle: the lane saw a car of a booking come or go. */
export const visitorEvents: AreaEvents = {
  name: 'visitor',
  emits: [],
  handles: [on(bookedCars, (seen, { db }) => followCars(db, seen))],
};
