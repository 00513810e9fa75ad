import { codeRefused, orderPaid } from '#areas/billing/model/events.ts';
import { openedFromAfar } from '#areas/device/model/events.ts';
import { events } from '#areas/passage/model/events.ts';
import type { AreaEvents } from '#kit/server/events.ts';
import { on } from '#kit/server/events.ts';
import { codesRefused, ordersPaid, remoteGiven } from './ingest.ts';
import { ticketsEnded } from './tickets.ts';

/**
 * What passages emit and handle: a paid order frees its lane, an opening from afar gets its cause, and a ticket
 * that did not come out is listed.
 */
export const passageEvents: AreaEvents = {
  name: 'passage',
  emits: events,
  handles: [
    on(orderPaid, ({ paid }, { db }) => ordersPaid(db, paid)),
    on(codeRefused, ({ refused }, { db }) => codesRefused(db, refused)),
    on(openedFromAfar, ({ target, event }, { database }) => remoteGiven(database, target, event)),
    ticketsEnded,
  ],
};
