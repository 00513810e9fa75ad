import { events } from '#areas/org/model/events.ts';
import type { AreaEvents } from '#kit/server/events.ts';

export const orgEvents: AreaEvents = { name: 'org', emits: events, handles: [] };
