import { events } from '#areas/pass/model/events.ts';
import type { AreaEvents } from '#kit/server/events.ts';

/** What passes emit. */
export const passEvents: AreaEvents = { name: 'pass', emits: events, handles: [] };
