import { index, integer, pgTable, primaryKey, uuid, varchar } from 'drizzle-orm/pg-core';

/** The plates of each pass, one row each, so that a lane finds a pass by any of them. Written with the pass. */
export const passPlate = pgTable(
  'pass_plate',
  {
    tenantId: integer('tenant_id').notNull(),
    parkId: uuid('park_id').notNull(),
    plate: varchar('plate', { length: 16 }).notNull(),
    passId: uuid('pass_id').notNull(),
  },
  (t) => [
    primaryKey({ name: 'pass_plate_pk', columns: [t.tenantId, t.parkId, t.plate, t.passId] }),
    index('pass_plate_pass_ix').on(t.tenantId, t.passId),
  ],
);

export const passTables = { passPlate };
