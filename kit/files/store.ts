import { bigint, boolean, integer, pgTable, primaryKey, timestamp, uuid, varchar } from 'drizzle-orm/pg-core';

/** Stored files by content hash; the bytes lie in the installation's file store. */
export const storedFile = pgTable(
  'stored_file',
  {
    tenantId: integer('tenant_id').notNull(),
    hash: varchar('hash', { length: 64 }).notNull(),
    type: varchar('type', { length: 100 }).notNull(),
    size: bigint('size', { mode: 'number' }).notNull(),
    createdAt: timestamp('created_at', { withTimezone: true, precision: 3, mode: 'string' }).notNull().defaultNow(),
    createdBy: uuid('created_by'),
    kept: boolean('kept').notNull().default(true),
  },
  (t) => [primaryKey({ name: 'stored_file_pk', columns: [t.tenantId, t.hash] })],
);

export const fileTables = { storedFile };
