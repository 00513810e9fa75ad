import { index, integer, pgTable, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core';

const at = (name: string) => timestamp(name, { withTimezone: true, precision: 3, mode: 'string' });

/**
 * Trades that were made to be shared, before it is known whether they are paid. `createdAt` is their payment's, by which
 * its row is found; `form` how it is paid; `plannedAt` when its shares were written.
 */
export const shareTrade = pgTable(
  'share_trade',
  {
    tenantId: integer('tenant_id').notNull(),
    paymentId: uuid('payment_id').notNull(),
    createdAt: at('created_at').notNull(),
    form: text('form').notNull().default('code'),
    plannedAt: at('planned_at'),
  },
  (t) => [
    primaryKey({ name: 'share_trade_pk', columns: [t.tenantId, t.paymentId] }),
    index('share_trade_created_ix').on(t.createdAt),
  ],
);

export const fundTables = { shareTrade };
