import { events } from '#areas/workorder/model/events.ts';
import type { AreaEvents } from '#kit/server/events.ts';

/** What work orders emit: appeals, which the area that keeps debts carries out. */
export const workorderEvents: AreaEvents = { name: 'workorder', emits: events, handles: [] };
