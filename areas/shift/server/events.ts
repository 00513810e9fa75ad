import { cashMoved } from '#areas/billing/model/events.ts';
import { released } from '#areas/passage/model/events.ts';
import { events } from '#areas/shift/model/events.ts';
import type { AreaEvents } from '#kit/server/events.ts';
import { on } from '#kit/server/events.ts';
import { noteCash, noteReleases } from './entries.ts';

/** What shifts emit and handle: cash and releases become entries of the shift that worked the box. */
export const shiftEvents: AreaEvents = {
  name: 'shift',
  emits: events,
  handles: [
    on(cashMoved, ({ place, moves }, { db }) => noteCash(db, place, moves)),
    on(released, ({ place, releases }, { db }) => noteReleases(db, place, releases)),
  ],
};
