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

/**
 * Files that can be erased: each lies in the store under a key of its own, which is stored here and nowhere else.
 * Without its key it is nobody's; its bytes are dropped next, and then the row. No address reads them and no back-up
 * takes them.
 */
export const sealedFile = pgTable(
  'sealed_file',
  {
    tenantId: integer('tenant_id').notNull(),
    id: uuid('id').notNull(),
    hash: varchar('hash', { length: 64 }).notNull(),
    key: varchar('key', { length: 200 }),
    createdAt: timestamp('created_at', { withTimezone: true, precision: 3, mode: 'string' }).notNull().defaultNow(),
  },
  (t) => [primaryKey({ name: 'sealed_file_pk', columns: [t.tenantId, t.id] })],
);

export const fileTables = { storedFile, sealedFile };
