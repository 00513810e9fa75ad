import {
  bigint,
  boolean,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  timestamp,
  uuid,
  varchar,
} from 'drizzle-orm/pg-core';

/**
 * Whose a serial number is, for the whole installation: the broker reads it before any tenant is known. Written
 * together with the device. The secret is kept as a hash.
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
    index('device_directory_secret_ix').on(t.secretHash),
  ],
);

const at = (name: string) => timestamp(name, { withTimezone: true, precision: 3, mode: 'string' });

/**
 * The journal that devices of other makers lack: their messages, each once by its native key, with the number it was
 * given. `seq` is null of what was only shown.
 */
export const deviceInbox = pgTable(
  'device_inbox',
  {
    tenantId: integer('tenant_id').notNull(),
    deviceId: uuid('device_id').notNull(),
    nativeKey: varchar('native_key', { length: 200 }).notNull(),
    seq: bigint('seq', { mode: 'number' }),
    message: varchar('message', { length: 20 }).notNull(),
    payload: jsonb('payload').notNull(),
    live: boolean('live').notNull(),
    stored: boolean('stored').notNull().default(false),
    receivedAt: at('received_at').notNull().defaultNow(),
  },
  (t) => [
    primaryKey({ name: 'device_inbox_pk', columns: [t.tenantId, t.deviceId, t.nativeKey] }),
    index('device_inbox_time_ix').on(t.tenantId, t.deviceId, t.receivedAt),
    index('device_inbox_waiting_ix').on(t.stored, t.receivedAt),
  ],
);

/**
 * How far numbers have come: of a bought device its events, of a lane its vehicles with the one that stands there and
 * what was opened for it.
 */
export const deviceCount = pgTable(
  'device_count',
  {
    tenantId: integer('tenant_id').notNull(),
    aboutId: uuid('about_id').notNull(),
    value: bigint('value', { mode: 'number' }).notNull().default(0),
    car: jsonb('car'),
    opened: jsonb('opened'),
    passedAt: at('passed_at'),
  },
  (t) => [
    primaryKey({ name: 'device_count_pk', columns: [t.tenantId, t.aboutId] }),
    index('device_count_passed_ix').on(t.passedAt),
  ],
);

/**
 * The list of a camera of another maker, plate by plate: what has to be there and until when, how far that has come, and
 * until when at the latest the camera lets each in by itself (domain/lane/camera-list.ts).
 */
export const deviceListed = pgTable(
  'device_listed',
  {
    tenantId: integer('tenant_id').notNull(),
    deviceId: uuid('device_id').notNull(),
    plate: varchar('plate', { length: 20 }).notNull(),
    wanted: boolean('wanted').notNull(),
    ends: at('ends').notNull(),
    bound: at('bound'),
    state: varchar('state', { length: 20 }).notNull(),
    /** The command that it went with. */
    commandId: uuid('command_id'),
    tries: integer('tries').notNull().default(0),
    changedAt: at('changed_at').notNull(),
    error: varchar('error', { length: 1200 }),
  },
  (t) => [
    primaryKey({ name: 'device_listed_pk', columns: [t.tenantId, t.deviceId, t.plate] }),
    index('device_listed_state_ix').on(t.tenantId, t.deviceId, t.state),
  ],
);

export const deviceTables = { deviceDirectory, deviceInbox, deviceCount, deviceListed };
