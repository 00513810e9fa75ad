import { boolean, integer, pgTable, primaryKey, timestamp, uuid } from 'drizzle-orm/pg-core';

/** One row per box that ever took cash: its receipts, and the shift that works it. Locked by whoever changes either. */
export const boxTill = pgTable(
  'box_till',
  {
    tenantId: integer('tenant_id').notNull(),
    companyId: uuid('company_id').notNull(),
    parkId: uuid('park_id').notNull(),
    boxId: uuid('box_id').notNull(),
    shiftId: uuid('shift_id'),
    /** Whether rows go to the shift now; not while it is being counted. */
    taking: boolean('taking').notNull().default(false),
    /** When the last shift was cut: rows booked since then, and of no shift, go to the next. Null before the first. */
    cutAt: timestamp('cut_at', { withTimezone: true, precision: 3, mode: 'string' }),
    lastReceipt: integer('last_receipt').notNull().default(0),
  },
  (t) => [primaryKey({ name: 'box_till_pk', columns: [t.tenantId, t.parkId, t.boxId] })],
);

export const shiftTables = { boxTill };
