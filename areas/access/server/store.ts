import {
  boolean,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
  uuid,
  varchar,
} from 'drizzle-orm/pg-core';

const at = (name: string) => timestamp(name, { withTimezone: true, precision: 3, mode: 'string' });

/**
 * Which tenant an account belongs to, for logging in, when no tenant is known yet. A reference table: `of_tenant` owns
 * nothing.
 */
export const loginName = pgTable('login_name', {
  account: varchar('account', { length: 80 }).primaryKey(),
  ofTenant: integer('of_tenant').notNull(),
  userId: uuid('user_id').notNull(),
});

/** Tries at a door within a time window, by account and by address; one table for all servers. */
export const loginTry = pgTable('login_try', {
  key: varchar('key', { length: 200 }).primaryKey(),
  count: integer('count').notNull(),
  until: at('until').notNull(),
});

/**
 * One login of a person on one device. Lies with his own tenant, also while he works in another (platform operators).
 */
export const session = pgTable(
  'session',
  {
    tenantId: integer('tenant_id').notNull(),
    id: uuid('id').notNull(),
    userId: uuid('user_id').notNull(),
    /** The company worked in; null is one's own. */
    workTenant: integer('work_tenant'),
    workCompanyId: uuid('work_company_id'),
    agent: text('agent'),
    ip: text('ip'),
    deviceId: text('device_id'),
    /** The program logged in with; null is the product's own. */
    clientId: uuid('client_id'),
    createdAt: at('created_at').notNull().defaultNow(),
    seenAt: at('seen_at').notNull().defaultNow(),
    endedAt: at('ended_at'),
    endedWhy: varchar('ended_why', { length: 20 }),
    /** Of a locked screen, its password's hash; null while it is open. */
    lockHash: text('lock_hash'),
  },
  (t) => [
    primaryKey({ name: 'session_pk', columns: [t.tenantId, t.id] }),
    index('session_user_ix').on(t.tenantId, t.userId),
  ],
);

/** A pair of tokens of a session, by their SHA-256. A pair that was refreshed stays, so that using it again shows. */
export const sessionToken = pgTable(
  'session_token',
  {
    tenantId: integer('tenant_id').notNull(),
    tokenHash: varchar('token_hash', { length: 64 }).notNull(),
    refreshHash: varchar('refresh_hash', { length: 64 }).notNull(),
    sessionId: uuid('session_id').notNull(),
    issuedAt: at('issued_at').notNull().defaultNow(),
    expiresAt: at('expires_at').notNull(),
    refreshUntil: at('refresh_until').notNull(),
    replacedAt: at('replaced_at'),
  },
  (t) => [
    primaryKey({ name: 'session_token_pk', columns: [t.tenantId, t.tokenHash] }),
    uniqueIndex('session_token_refresh_uq').on(t.tenantId, t.refreshHash),
    index('session_token_session_ix').on(t.tenantId, t.sessionId),
  ],
);

/** Codes sent to a phone to log in with; good for five minutes and once. */
export const loginCode = pgTable(
  'login_code',
  {
    tenantId: integer('tenant_id').notNull(),
    id: uuid('id').notNull(),
    userId: uuid('user_id').notNull(),
    codeHash: varchar('code_hash', { length: 64 }).notNull(),
    expiresAt: at('expires_at').notNull(),
    tries: integer('tries').notNull().default(0),
    done: boolean('done').notNull().default(false),
  },
  (t) => [
    primaryKey({ name: 'login_code_pk', columns: [t.tenantId, t.id] }),
    index('login_code_user_ix').on(t.tenantId, t.userId),
  ],
);

/** Lots a person may work at, when he does not see all lots of his companies. */
export const userParkGrant = pgTable(
  'user_park_grant',
  {
    tenantId: integer('tenant_id').notNull(),
    userId: uuid('user_id').notNull(),
    parkId: uuid('park_id').notNull(),
    grantedAt: at('granted_at').notNull().defaultNow(),
    grantedBy: uuid('granted_by'),
  },
  (t) => [
    primaryKey({ name: 'user_park_grant_pk', columns: [t.tenantId, t.userId, t.parkId] }),
    index('user_park_grant_park_ix').on(t.tenantId, t.parkId),
  ],
);

/** The seller whose own login a user is. */
export const userSeller = pgTable(
  'user_seller',
  {
    tenantId: integer('tenant_id').notNull(),
    userId: uuid('user_id').notNull(),
    sellerId: uuid('seller_id').notNull(),
  },
  (t) => [
    primaryKey({ name: 'user_seller_pk', columns: [t.tenantId, t.userId] }),
    index('user_seller_seller_ix').on(t.tenantId, t.sellerId),
  ],
);

export const accessTables = { loginName, loginTry, session, sessionToken, loginCode, userParkGrant, userSeller };
