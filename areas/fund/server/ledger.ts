/** What the ledger says of channels and coupons: by lot, merchant account and the channel's day. */
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
 * Lines of a group's lots over days, both included; of one lot where it is named. A payment's account is found by its order and its time, a
 * refund's by the payment it goes back from. What settling itself posted is not among them.
 */
export async function ledgerGroups(
  db: Db,
  tenantId: number,
  span: Span,
  parkId: string | null,
): Promise<readonly LedgerGroup[]> {
  return db.raw<LedgerGroup>(
    `SELECT l.park_id AS "parkId", l.company_id AS "companyId", CASE l.account WHEN 'coupon' THEN 'coupon' ELSE l.party END AS way,
      coalesce(CASE WHEN l.kind LIKE '%refund-paid' THEN back.ref ELSE paid.ref END, '') AS ref,
      to_char(l.at AT TIME ZONE '${ZONE}', 'YYYY-MM-DD') AS day, l.amount_fen AS "amountFen", count(*)::int AS times
     FROM ledger_line l
     LEFT JOIN LATERAL (SELECT p.merchant_ref AS ref FROM payment p WHERE p.tenant_id = $1 AND l.account = 'channel' AND l.kind = 'payment'
       AND p.order_id = l.subject_id::text AND p.paid_time = l.at AND p.pay_type = l.party
       AND p.created_time > l.at - interval '32 days' AND p.created_time <= l.at ORDER BY p.id LIMIT 1) paid ON true
     LEFT JOIN LATERAL (SELECT p.merchant_ref AS ref FROM refund r JOIN payment p ON p.tenant_id = $1 AND p.id = r.payment_id::uuid
       WHERE r.tenant_id = $1 AND l.account = 'channel' AND l.kind LIKE '%refund-paid' AND r.id = l.subject_id LIMIT 1) back ON true
     WHERE l.tenant_id = $1 AND l.at >= $2 AND l.at < $3 AND l.account IN ('channel', 'coupon') AND l.kind NOT IN ('settlement', 'arrival', 'reversal:arrival', 'payout')
       ${parkId === null ? '' : 'AND l.park_id = $4'}
     GROUP BY 1, 2, 3, 4, 5, 6`,
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
     UNION ALL SELECT id::text, sub_mch_id FROM wechat_sub_merchant WHERE tenant_id = $1 UNION ALL SELECT id::text, smid FROM alipay_sub_merchant WHERE tenant_id = $1`,
    [tenantId],
  );
  const byId = new Map(rows.map(({ id, no }) => [id, no]));
  return (ref) => {
    const [config = '', sub = ''] = ref.split('/');
    return byId.get(sub) ?? byId.get(config) ?? '';
  };
}
