import { index, integer, jsonb, pgTable, primaryKey, text, timestamp, uuid, varchar } from 'drizzle-orm/pg-core';

/** The kit's own tables. Like all tables they are tenant-first; row security is put on them by the migration writer. */
const at = (name: string) => timestamp(name, { withTimezone: true, precision: 3, mode: 'string' });

/** One answer per key: the same key again gives the same answer and runs nothing. */
export const idempotency = pgTable(
  'idempotency',
  {
    tenantId: integer('tenant_id').notNull(),
    key: varchar('key', { length: 200 }).notNull(),
    callName: varchar('call_name', { length: 120 }).notNull(),
    requestHash: varchar('request_hash', { length: 64 }).notNull(),
    answer: jsonb('answer'),
    at: at('at').notNull().defaultNow(),
  },
  (t) => [primaryKey({ name: 'idempotency_pk', columns: [t.tenantId, t.key] })],
);

/** Outgoing messages, written with the change they report and sent by a worker after the commit. */
export const outbox = pgTable(
  'outbox',
  {
    tenantId: integer('tenant_id').notNull(),
    id: uuid('id').notNull(),
    kind: varchar('kind', { length: 40 }).notNull(),
    target: text('target').notNull(),
    payload: jsonb('payload').notNull(),
    state: varchar('state', { length: 12 }).notNull().default('pending'),
    tries: integer('tries').notNull().default(0),
    dueAt: at('due_at').notNull().defaultNow(),
    createdAt: at('created_at').notNull().defaultNow(),
    sentAt: at('sent_at'),
    error: text('error'),
  },
  (t) => [primaryKey({ name: 'outbox_pk', columns: [t.tenantId, t.id] }), index('outbox_due_ix').on(t.state, t.dueAt)],
);

/** What a person set for himself: columns, views, language. */
export const preference = pgTable(
  'preference',
  {
    tenantId: integer('tenant_id').notNull(),
    userId: uuid('user_id').notNull(),
    key: varchar('key', { length: 200 }).notNull(),
    value: jsonb('value'),
    updatedAt: at('updated_at').notNull().defaultNow(),
  },
  (t) => [primaryKey({ name: 'preference_pk', columns: [t.tenantId, t.userId, t.key] })],
);

export const kitTables = { idempotency, outbox, preference };
