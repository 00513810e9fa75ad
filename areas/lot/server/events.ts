import { events } from '#areas/lot/model/events.ts';
import type { AreaEvents } from '#kit/server/events.ts';

export const lotEvents: AreaEvents = { name: 'lot', emits: events, handles: [] };
