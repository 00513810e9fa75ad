import { integer, pgTable, timestamp, uniqueIndex, uuid, varchar } from 'drizzle-orm/pg-core';

/**
 * Displays that wait for a screen, by the code they show. A reference table: no tenant is known before somebody enters
 * the code, and `of_tenant` owns nothing. The display's key is kept as a hash.
 */
export const wallPairing = pgTable(
  'wall_pairing',
  {
    code: varchar('code', { length: 6 }).primaryKey(),
    keyHash: varchar('key_hash', { length: 64 }).notNull(),
    until: timestamp('until', { withTimezone: true, precision: 3, mode: 'string' }).notNull(),
    ofTenant: integer('of_tenant'),
    screenId: uuid('screen_id'),
    linkNo: integer('link_no'),
  },
  (t) => [uniqueIndex('wall_pairing_key_uq').on(t.keyHash)],
);

export const wallTables = { wallPairing };
