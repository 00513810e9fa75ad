import { index, integer, jsonb, pgTable, primaryKey, text, timestamp, uuid, varchar } from 'drizzle-orm/pg-core';

const at = (name: string) => timestamp(name, { withTimezone: true, precision: 3, mode: 'string' });

/** Wall times at which a car type may use a lane, by kind of day. No row: no limit. */
export const gateHours = pgTable(
  'gate_hours',
  {
    tenantId: integer('tenant_id').notNull(),
    gateId: uuid('gate_id').notNull(),
    carTypeId: uuid('car_type_id').notNull(),
    ruleType: varchar('rule_type', { length: 12 }).notNull(),
    /** `[{ from: 'HH:mm', to: 'HH:mm' }]`, may cross midnight; an empty list forbids the whole day. */
    timeRanges: jsonb('time_ranges').notNull(),
    updatedAt: at('updated_at').notNull().defaultNow(),
    updatedBy: uuid('updated_by'),
  },
  (t) => [primaryKey({ name: 'gate_hours_pk', columns: [t.tenantId, t.gateId, t.carTypeId, t.ruleType] })],
);

/**
 * A code shown on a screen to be scanned by an alert receiver. Valid for ten minutes; the open id comes from the public
 * account.
 */
export const receiverBinding = pgTable(
  'receiver_binding',
  {
    tenantId: integer('tenant_id').notNull(),
    randomstr: varchar('randomstr', { length: 64 }).notNull(),
    parkId: uuid('park_id'),
    villageId: uuid('village_id'),
    receiverId: uuid('receiver_id'),
    openId: text('open_id'),
    createdAt: at('created_at').notNull().defaultNow(),
    expiresAt: at('expires_at').notNull(),
    boundAt: at('bound_at'),
  },
  (t) => [
    primaryKey({ name: 'receiver_binding_pk', columns: [t.tenantId, t.randomstr] }),
    index('receiver_binding_random_ix').on(t.randomstr),
  ],
);

export const lotTables = { gateHours, receiverBinding };
