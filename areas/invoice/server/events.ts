import { events } from '#areas/invoice/model/events.ts';
import type { AreaEvents } from '#kit/server/events.ts';

/** What invoices emit. */
export const invoiceEvents: AreaEvents = { name: 'invoice', emits: events, handles: [] };
