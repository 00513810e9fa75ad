/** The ledger's sums of channels and coupons: by lot, merchant account and the channel's day. */
import { addDays, startOfDay } from '#domain/time/day.ts';
import type { Day } from '#domain/time/day.ts';
import type { Amount } from '#domain/fund/settlement.ts';
import type { Db } from '#kit/server/db.ts';
import type { SettleWay } from '../model/words.ts';

/** Providers cut their days in China. */
export const ZONE = 'Asia/Shanghai';

/** Lines of one account and day that are of the same amount. */
export type LedgerGroup = Amount & {
  readonly parkId: string;
  readonly companyId: string;
  readonly way: SettleWay;
  readonly ref: string;
  readonly day: Day;
};

export type Span = { readonly from: Day; readonly to: Day };

export const instantsOf = ({ from, to }: Span): [string, string] => [
  new Date(startOfDay(from, ZONE)).toISOString(),
  new Date(startOfDay(addDays(to, 1), ZONE)).toISOString(),
];

/**
 * Lines of a group's lots over days, both included; of one lot where it is named. A payment's account is found by its
 * order and its time, a refund's by the payment it goes back from. What settling itself posted is not among them. Lines
 * and payments are sorted together instead of joined: a join planned while the tables were new took a minute for three
 * weeks of a group. A refund's payment is looked up alone for the same reason.
 */
export async function ledgerGroups(
  db: Db,
  tenantId: number,
  span: Span,
  parkId: string | null,
): Promise<readonly LedgerGroup[]> {
  return db.raw<LedgerGroup>(
    `WITH line AS (SELECT park_id, company_id, account, party, kind, at, amount_fen, subject_id,
        CASE WHEN account = 'channel' AND kind = 'payment' THEN subject_id::text END AS order_id, true AS posted, NULL::uuid AS payment_id, NULL::text AS ref
       FROM ledger_line WHERE tenant_id = $1 AND at >= $2 AND at < $3 AND account IN ('channel', 'coupon')
        AND kind NOT IN ('settlement', 'arrival', 'reversal:arrival', 'shortfall', 'reversal:shortfall', 'payout') ${parkId === null ? '' : 'AND park_id = $4'}
       UNION ALL SELECT NULL, NULL, NULL, pay_type, NULL, paid_time, NULL, NULL, order_id, false, id, merchant_ref
       FROM payment WHERE tenant_id = $1 AND created_time > $2::timestamptz - interval '32 days' AND created_time < $3 AND paid_time >= $2 AND paid_time < $3),
      paid AS (SELECT *, first_value(ref) OVER (PARTITION BY order_id, at, party ORDER BY posted, payment_id) AS paid_ref FROM line)
     SELECT l.park_id AS "parkId", l.company_id AS "companyId", CASE l.account WHEN 'coupon' THEN 'coupon' ELSE l.party END AS way,
      coalesce(CASE WHEN l.kind LIKE '%refund-paid' THEN back.ref WHEN l.kind IN ('profit-share', 'profit-return') THEN part.ref ELSE l.paid_ref END, '') AS ref,
      l.kind IN ('profit-share', 'profit-return') AS shared,
      to_char(l.at AT TIME ZONE '${ZONE}', 'YYYY-MM-DD') AS day, l.amount_fen AS "amountFen", count(*)::int AS times
     FROM paid l
     LEFT JOIN LATERAL (SELECT (SELECT p.merchant_ref FROM payment p WHERE p.tenant_id = $1 AND p.id = r.payment_id::uuid) AS ref FROM refund r
       WHERE r.tenant_id = $1 AND l.account = 'channel' AND l.kind LIKE '%refund-paid' AND r.id = l.subject_id LIMIT 1) back ON true
     LEFT JOIN LATERAL (SELECT s.merchant_ref AS ref FROM profit_share s
       WHERE s.tenant_id = $1 AND l.kind IN ('profit-share', 'profit-return') AND s.id = l.subject_id LIMIT 1) part ON true
     WHERE l.posted GROUP BY 1, 2, 3, 4, 5, 6, 7`,
    [tenantId, ...instantsOf(span), ...(parkId === null ? [] : [parkId])],
  );
}

type BillRow = {
  readonly configId: string;
  readonly day: Day;
  readonly status: string;
  readonly grossFen: number;
  readonly refundFen: number;
};
/** Channels' bills as they were compared, by `configId day`. */
export async function billsOf(db: Db, tenantId: number, span: Span): Promise<ReadonlyMap<string, BillRow>> {
  const rows = await db.raw<BillRow>(
    `SELECT config_id AS "configId", to_char(day, 'YYYY-MM-DD') AS day, status, their_fen AS "grossFen", their_refund_fen AS "refundFen"
     FROM channel_day WHERE tenant_id = $1 AND day >= $2 AND day <= $3 AND deleted_at IS NULL`,
    [tenantId, span.from, span.to],
  );
  return new Map(rows.map((row) => [`${row.configId} ${row.day}`, row]));
}

/** What accounts are called at their channels, by the reference payments keep. */
export async function merchantNos(db: Db, tenantId: number): Promise<(ref: string) => string> {
  const rows = await db.raw<{ id: string; no: string | null }>(
    `SELECT id::text AS id, mch_id AS no FROM wechat_config WHERE tenant_id = $1 UNION ALL SELECT id::text, app_id FROM alipay_config WHERE tenant_id = $1
     UNION ALL SELECT id::text, merchant_no FROM otherpay_config WHERE tenant_id = $1
     UNION ALL SELECT id::text, sub_mch_id FROM wechat_sub_merchant WHERE tenant_id = $1 UNION ALL
       SELECT id::text, smid FROM alipay_sub_merchant WHERE tenant_id = $1`,
    [tenantId],
  );
  const byId = new Map(rows.map(({ id, no }) => [id, no]));
  return (ref) => {
    const [config = '', sub = ''] = ref.split('/');
    return byId.get(sub) ?? byId.get(config) ?? '';
  };
}
