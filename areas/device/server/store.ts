import { index, integer, pgTable, primaryKey, timestamp, uuid, varchar } from 'drizzle-orm/pg-core';

/**
 * Whose a serial number is, for the whole installation: the broker asks it before any tenant is known. Written together with
 * the device. The secret is kept as a hash.
 */
export const deviceDirectory = pgTable(
  'device_directory',
  {
    sn: varchar('sn', { length: 40 }).notNull(),
    tenantId: integer('tenant_id').notNull(),
    deviceId: uuid('device_id').notNull(),
    parkId: uuid('park_id').notNull(),
    gateId: uuid('gate_id'),
    secretHash: varchar('secret_hash', { length: 128 }).notNull(),
    secretAt: timestamp('secret_at', { withTimezone: true, precision: 3, mode: 'string' }).notNull().defaultNow(),
  },
  (t) => [
    primaryKey({ name: 'device_directory_pk', columns: [t.sn] }),
    index('device_directory_device_ix').on(t.tenantId, t.deviceId),
  ],
);

export const deviceTables = { deviceDirectory };
