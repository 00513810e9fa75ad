import { events } from '#areas/access/model/events.ts';
import { groupAdded } from '#areas/org/model/events.ts';
import type { AreaEvents } from '#kit/server/events.ts';
import { on } from '#kit/server/events.ts';
import { makeBuiltInRoles } from './built-in.ts';

/** What access emits and handles: a new group gets the built-in roles. */
export const accessEvents: AreaEvents = {
  name: 'access',
  emits: events,
  handles: [on(groupAdded, ({ tenantId }, { db }) => makeBuiltInRoles(db, tenantId))],
};
