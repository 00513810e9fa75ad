import {
  bigint,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  timestamp,
  uuid,
  varchar,
  boolean,
} from 'drizzle-orm/pg-core';

const at = (name: string) => timestamp(name, { withTimezone: true, precision: 3, mode: 'string' });

/**
 * One row per lot: taken FOR UPDATE by whoever changes anything in the lot, so that one lot has one writer at a time.
 */
export const parkLive = pgTable(
  'park_live',
  {
    tenantId: integer('tenant_id').notNull(),
    companyId: uuid('company_id').notNull(),
    parkId: uuid('park_id').notNull(),
    /** Cars inside as counted: open stays plus the signed adjustments. */
    inside: integer('inside').notNull().default(0),
    /** Sum of the signed adjustments; each is a row of space_adjustment. */
    adjusted: integer('adjusted').notNull().default(0),
    events: bigint('events', { mode: 'number' }).notNull().default(0),
    updatedAt: at('updated_at').notNull().defaultNow(),
  },
  (t) => [primaryKey({ name: 'park_live_pk', columns: [t.tenantId, t.parkId] })],
);

/** What each lane is doing, as the lane machine keeps it; and the last number received from each of its devices. */
export const laneLive = pgTable(
  'lane_live',
  {
    tenantId: integer('tenant_id').notNull(),
    parkId: uuid('park_id').notNull(),
    gateId: uuid('gate_id').notNull(),
    state: jsonb('state').notNull(),
    updatedAt: at('updated_at').notNull().defaultNow(),
  },
  (t) => [primaryKey({ name: 'lane_live_pk', columns: [t.tenantId, t.parkId, t.gateId] })],
);

export const deviceLive = pgTable(
  'device_live',
  {
    tenantId: integer('tenant_id').notNull(),
    parkId: uuid('park_id').notNull(),
    deviceId: uuid('device_id').notNull(),
    lastSeq: bigint('last_seq', { mode: 'number' }).notNull().default(0),
    state: jsonb('state').notNull(),
    updatedAt: at('updated_at').notNull().defaultNow(),
  },
  (t) => [primaryKey({ name: 'device_live_pk', columns: [t.tenantId, t.parkId, t.deviceId] })],
);

/**
 * Every message a device sent, as it came; unique by device and number, so twice is once. By month of the device's own
 * time.
 */
export const deviceEvent = pgTable(
  'device_event',
  {
    tenantId: integer('tenant_id').notNull(),
    parkId: uuid('park_id').notNull(),
    deviceId: uuid('device_id').notNull(),
    gateId: uuid('gate_id'),
    seq: bigint('seq', { mode: 'number' }).notNull(),
    kind: varchar('kind', { length: 20 }).notNull(),
    rawAt: at('raw_at').notNull(),
    at: at('at').notNull(),
    receivedAt: at('received_at').notNull().defaultNow(),
    payload: jsonb('payload').notNull(),
    applied: boolean('applied').notNull(),
  },
  (t) => [primaryKey({ name: 'device_event_pk', columns: [t.tenantId, t.rawAt, t.deviceId, t.seq] })],
);

/** Signed corrections of the count of cars inside, each with who and why. */
export const spaceAdjustment = pgTable(
  'space_adjustment',
  {
    tenantId: integer('tenant_id').notNull(),
    companyId: uuid('company_id').notNull(),
    parkId: uuid('park_id').notNull(),
    id: uuid('id').notNull(),
    at: at('at').notNull(),
    delta: integer('delta').notNull(),
    reason: varchar('reason', { length: 200 }).notNull(),
    by: varchar('by', { length: 80 }),
  },
  (t) => [primaryKey({ name: 'space_adjustment_pk', columns: [t.tenantId, t.parkId, t.id] })],
);

/** Charger events for cars without a visit yet: they wait for a late entry. */
export const reportedEvent = pgTable(
  'told_event',
  {
    tenantId: integer('tenant_id').notNull(),
    companyId: uuid('company_id').notNull(),
    parkId: uuid('park_id').notNull(),
    id: uuid('id').notNull(),
    plateNumber: varchar('plate_number', { length: 24 }).notNull(),
    event: varchar('event', { length: 40 }).notNull(),
    at: at('at').notNull(),
  },
  (t) => [
    primaryKey({ name: 'told_event_pk', columns: [t.tenantId, t.parkId, t.id] }),
    index('told_event_plate_ix').on(t.tenantId, t.parkId, t.plateNumber),
  ],
);

/** Readings and decisions of a lane and actions of people, for the history of a stay; by month. */
export const laneNote = pgTable(
  'lane_note',
  {
    tenantId: integer('tenant_id').notNull(),
    parkId: uuid('park_id').notNull(),
    gateId: uuid('gate_id').notNull(),
    id: uuid('id').notNull(),
    at: at('at').notNull(),
    kind: varchar('kind', { length: 12 }).notNull(),
    passing: bigint('passing', { mode: 'number' }).notNull(),
    plate: varchar('plate', { length: 24 }),
    note: jsonb('note').notNull(),
  },
  (t) => [
    primaryKey({ name: 'lane_note_pk', columns: [t.tenantId, t.at, t.id] }),
    index('lane_note_gate_ix').on(t.tenantId, t.gateId, t.passing),
  ],
);

export const passageTables = {
  parkLive,
  laneLive,
  deviceLive,
  deviceEvent,
  laneNote,
  spaceAdjustment,
  toldEvent: reportedEvent,
};
export const passagePartitions = { device_event: 'raw_at', lane_note: 'at' };
