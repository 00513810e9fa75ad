import { events } from '#areas/device/model/events.ts';
import { clocksDue } from '#areas/lot/model/events.ts';
import type { AreaEvents } from '#kit/server/events.ts';
import { on } from '#kit/server/events.ts';
import { setClocks } from './clocks-due.ts';

/** What devices emit and handle. */
export const deviceEvents: AreaEvents = {
  name: 'device',
  emits: events,
  handles: [on(clocksDue, (due, { db }) => setClocks(db, due))],
};
