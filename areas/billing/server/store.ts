import {
  bigint,
  boolean,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uuid,
  varchar,
} from 'drizzle-orm/pg-core';
import { tableOf } from '#kit/server/table.ts';
import { parkDay, parkDaySplit } from '../model/park-day.ts';

const at = (name: string) => timestamp(name, { withTimezone: true, precision: 3, mode: 'string' });
const fen = (name: string) => bigint(name, { mode: 'number' }).notNull().default(0);

/**
 * The ledger: lines of balanced postings in fen, appended only. The lines of one posting sum to zero, so the whole
 * does. `posting` follows from what is posted (payment, refund, waiver …), so posting twice is refused by the key.
 */
export const ledgerLine = pgTable(
  'ledger_line',
  {
    tenantId: integer('tenant_id').notNull(),
    companyId: uuid('company_id').notNull(),
    parkId: uuid('park_id').notNull(),
    posting: uuid('posting').notNull(),
    lineNo: integer('line_no').notNull(),
    at: at('at').notNull(),
    kind: varchar('kind', { length: 30 }).notNull(),
    account: varchar('account', { length: 40 }).notNull(),
    /** Whose account it is where there are many: a drawer, a seller, a card; '' where there is one per lot. */
    party: varchar('party', { length: 80 }).notNull().default(''),
    amountFen: bigint('amount_fen', { mode: 'number' }).notNull(),
    /** Who took or gave back the money, by name. */
    operator: varchar('operator', { length: 60 }),
    subjectId: uuid('subject_id'),
    reversalOf: uuid('reversal_of'),
  },
  (t) => [
    primaryKey({ name: 'ledger_line_pk', columns: [t.tenantId, t.at, t.posting, t.lineNo] }),
    index('ledger_line_park_ix').on(t.tenantId, t.parkId, t.at),
    // The newest lines of all tenants at once, for the platform's operators; lines come in this order, so writers
    // hardly feel it.
    index('ledger_line_at_ix').on(t.at),
  ],
);

/** How the stand-in provider behaves just now; one row. */
export const sandboxSetting = pgTable('sandbox_setting', {
  name: varchar('name', { length: 40 }).primaryKey(),
  value: jsonb('value').notNull(),
});

/** The stand-in payment provider's own books, as a real one keeps them elsewhere: it survives our crash like one. */
export const sandboxTrade = pgTable('sandbox_trade', {
  tradeNo: varchar('trade_no', { length: 64 }).primaryKey(),
  providerNo: varchar('provider_no', { length: 64 }).notNull(),
  amountFen: bigint('amount_fen', { mode: 'number' }).notNull(),
  refundedFen: fen('refunded_fen'),
  state: varchar('state', { length: 12 }).notNull(),
  paidAt: at('paid_at'),
  payload: jsonb('payload'),
  notices: integer('notices').notNull().default(0),
  note: text('note'),
});

/**
 * One payment at a channel for several orders, perhaps of several lots; `id` is in its number as a payment's is in its
 * own.
 */
export const combinedTrade = pgTable(
  'joint_trade',
  {
    tenantId: integer('tenant_id').notNull(),
    id: uuid('id').notNull(),
    tradeNo: varchar('trade_no', { length: 64 }).notNull(),
    channel: varchar('channel', { length: 20 }).notNull(),
    merchantRef: varchar('merchant_ref', { length: 80 }),
    amountFen: bigint('amount_fen', { mode: 'number' }).notNull(),
    state: varchar('state', { length: 12 }).notNull(),
    /** It was made to be shared, and is requested so each time. */
    sharing: boolean('sharing').notNull().default(false),
    createdAt: at('created_at').notNull(),
    settledAt: at('settled_at'),
  },
  (t) => [primaryKey({ name: 'joint_trade_pk', columns: [t.tenantId, t.id] })],
);

/** What of it is for each order: the try of that order, under a number of its own. */
export const combinedPart = pgTable(
  'joint_part',
  {
    tenantId: integer('tenant_id').notNull(),
    paymentId: uuid('payment_id').notNull(),
    combinedId: uuid('joint_id').notNull(),
    orderId: uuid('order_id').notNull(),
    parkId: uuid('park_id').notNull(),
    trade: varchar('trade', { length: 64 }).notNull(),
    amountFen: bigint('amount_fen', { mode: 'number' }).notNull(),
  },
  (t) => [
    primaryKey({ name: 'joint_part_pk', columns: [t.tenantId, t.paymentId] }),
    index('joint_part_joint_ix').on(t.tenantId, t.combinedId),
  ],
);

export const billingTables = {
  ledgerLine,
  parkDay: tableOf(parkDay),
  parkDaySplit: tableOf(parkDaySplit),
  sandboxTrade,
  sandboxSetting,
  jointTrade: combinedTrade,
  jointPart: combinedPart,
};
/** Partitioned by month of this column by the migration writer. */
export const billingPartitions = { ledger_line: 'at' };
