import { events } from '#areas/access/model/events.ts';
import { parkAdded } from '#areas/lot/model/events.ts';
import { groupAdded } from '#areas/org/model/events.ts';
import type { AreaEvents } from '#kit/server/events.ts';
import { on } from '#kit/server/events.ts';
import { makeBuiltInRoles } from './built-in.ts';
import { grantToAdder } from './lots-seen.ts';

/** What access emits and handles: a new group gets the built-in roles, who adds a car park sees it. */
export const accessEvents: AreaEvents = {
  name: 'access',
  emits: events,
  handles: [
    on(groupAdded, ({ tenantId }, { db }) => makeBuiltInRoles(db, tenantId)),
    on(parkAdded, (added, { db }) => grantToAdder(db, added)),
  ],
};
