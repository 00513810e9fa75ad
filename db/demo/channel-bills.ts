/**
 * The bills that payment channels would have sent for the demo's last days, compared by the product itself: all agree
 * but two, one names a trade of nobody, and one takes too much of a payment.
 */
import { reconcileDay } from '#areas/billing/server/door.ts';
import type { Account, BillLine } from '#areas/billing/server/door.ts';
import { shareOf } from '#domain/fund/settlement.ts';
import { addDays, dayOf, startOfDay } from '#domain/time/day.ts';
import { platformScope, tenantScope } from '#kit/server/db.ts';
import type { Database } from '#kit/server/db.ts';

/** Providers cut their days in China. */
const ZONE = 'Asia/Shanghai';
const BILLED_DAYS = 3;
/** What the channels take, hundredths of a percent. */
const FEE_BP = 60;
/** The bills of a day are there at half past ten of the next. */
const BILL_AT_MS = 10.5 * 3_600_000;

/** The latest day that has a bill at `now`. */
const lastBilled = (now: number): string => addDays(dayOf(now - BILL_AT_MS, ZONE), -1);
/** Where the first of the days begins that have one, epoch ms. */
export const billedSince = (now: number): number => startOfDay(addDays(lastBilled(now), 1 - BILLED_DAYS), ZONE);

/** The account that trades of a group's lots are begun with, by channel. */
export async function accountsOf(database: Database, tenantId: number): Promise<Account[]> {
  const rows = await database.read(tenantScope(tenantId), (db) =>
    db.raw<Omit<Account, 'tenantId'>>(
      `SELECT 'wechat' AS channel, id::text AS "configId", company_id AS "companyId", mch_id AS "merchantNo"
        FROM wechat_config WHERE tenant_id = $1
    UNION ALL SELECT 'alipay', id::text, company_id, app_id FROM alipay_config WHERE tenant_id = $1
    UNION ALL SELECT pay_type, id::text, company_id, merchant_no FROM otherpay_config WHERE tenant_id = $1`,
      [tenantId],
    ),
  );
  return rows.map((row) => ({ ...row, tenantId }));
}

/** What the channel took and gave back on a day, as it would list it. */
async function linesOf(database: Database, { tenantId, configId }: Account, day: string): Promise<BillLine[]> {
  const [from, to] = [startOfDay(day, ZONE), startOfDay(addDays(day, 1), ZONE)].map((at) => new Date(at).toISOString());
  const rows = await database.read(tenantScope(tenantId), (db) =>
    db.raw<{ kind: BillLine['kind']; number: string; fen: number; at: string }>(
      `SELECT 'payment' AS kind, trade_no AS number, amount_fen AS fen, paid_time AS at FROM payment
        WHERE tenant_id = $1 AND merchant_ref = $2 AND paid_time >= $3 AND paid_time < $4
     UNION ALL SELECT 'refund', r.refund_no, r.amount_fen, r.done_time FROM refund r
        JOIN payment p ON p.tenant_id = r.tenant_id AND p.id = r.payment_id::uuid
       WHERE r.tenant_id = $1 AND p.merchant_ref = $2 AND r.status = 'refunded' AND r.done_time >= $3
        AND r.done_time < $4 ORDER BY 2`,
      [tenantId, configId, from, to],
    ),
  );
  return rows.map(({ kind, number, fen, at }) => ({
    kind,
    number,
    amountFen: Number(fen),
    feeFen: shareOf(Number(fen), FEE_BP),
    at: Date.parse(at),
    channelNo: `42${number.replace(/\D/g, '').padStart(10, '7').slice(0, 10)}`,
  }));
}

/**
 * The differences on a statement: a payment of ours that is not on it, one with a yuan less, a trade somebody else
 * began with the same account; and a payment of which more was taken than agreed.
 */
const slips: Readonly<Record<string, (lines: readonly BillLine[]) => BillLine[]>> = {
  'wechat 1': (lines) =>
    lines.toSpliced(
      lines.findIndex(({ kind }) => kind === 'payment'),
      1,
    ),
  'wechat 2': (lines) =>
    lines.map((line, nth) =>
      nth === lines.findIndex(({ kind }) => kind === 'payment') ? { ...line, amountFen: line.amountFen - 100 } : line,
    ),
  'alipay 1': (lines) =>
    lines.map((line, nth) =>
      nth === lines.findIndex(({ kind }) => kind === 'payment') ? { ...line, feeFen: (line.feeFen ?? 0) + 6 } : line,
    ),
  'alipay 2': (lines) => [
    ...lines,
    ...lines
      .slice(0, 1)
      .map((line): BillLine => ({ ...line, kind: 'payment', number: 'CARWASH-0042117', amountFen: 3_500 })),
  ],
};

async function billTenant(database: Database, tenantId: number, isFirst: boolean, now: number): Promise<void> {
  for (const account of await accountsOf(database, tenantId)) {
    for (let back = 0; back < BILLED_DAYS; back += 1) {
      const day = addDays(lastBilled(now), -back);
      const lines = await linesOf(database, account, day);
      const slip = isFirst ? slips[`${account.channel} ${back}`] : undefined;
      const channel = {
        name: account.channel,
        bill: async () => (slip && lines.length > 0 ? slip(lines) : lines),
        query: async () => [],
      };
      await reconcileDay(database, account, day, async () => ({ channel, terms: { database, merchant: null } }));
      await comparedThen(database, account, day);
    }
  }
}

/** Once all lots of the tenants have their past. `now`: epoch ms, where it ends. */
export async function loadChannelBills(database: Database, tenantIds: readonly number[], now: number): Promise<void> {
  await Promise.all(tenantIds.map((tenantId, nth) => billTenant(database, tenantId, nth === 0, now)));
}

/** Each was compared on its own morning, not when the city was made. */
const comparedThen = (database: Database, { tenantId, configId }: Account, day: string): Promise<unknown> => {
  const at = new Date(startOfDay(addDays(day, 1), ZONE) + BILL_AT_MS + 40_000).toISOString();
  return database.write(platformScope, (db) =>
    db.raw(
      'UPDATE channel_day SET compared_time = $4, created_at = $4, updated_at = $4 WHERE tenant_id = $1 AND config_id = $2 AND day = $3',
      [tenantId, configId, day, at],
    ),
  );
};
