import { bigint, integer, pgTable, primaryKey, timestamp, uuid, varchar } from 'drizzle-orm/pg-core';

/** How far an export is; read by the console while the file streams. */
export const exportRun = pgTable(
  'export_run',
  {
    tenantId: integer('tenant_id').notNull(),
    id: uuid('id').notNull(),
    userId: uuid('user_id').notNull(),
    resource: varchar('resource', { length: 60 }).notNull(),
    state: varchar('state', { length: 12 }).notNull(),
    done: bigint('done', { mode: 'number' }).notNull().default(0),
    total: bigint('total', { mode: 'number' }).notNull().default(0),
    startedAt: timestamp('started_at', { withTimezone: true, precision: 3, mode: 'string' }).notNull().defaultNow(),
  },
  (t) => [primaryKey({ name: 'export_run_pk', columns: [t.tenantId, t.id] })],
);

export const sheetTables = { exportRun };
