/** Shares as they are stored, by payment, and what their payment leaves to be shared. */
import { sharesOf } from '#domain/fund/profit-share.ts';
import type { Clause, Part, Shareable, ShareState } from '#domain/fund/profit-share.ts';
import { channelNamed, nameId } from '#areas/billing/server/door.ts';
import type { TradeSending } from '#areas/billing/model/events.ts';
import type { Db } from '#kit/server/db.ts';
import type { ShareWay } from '../../model/words.ts';

export type Share = {
  readonly id: string;
  readonly companyId: string;
  readonly parkId: string;
  readonly shareKind: 'part' | 'rest';
  readonly receiverId: string | null;
  readonly status: ShareState;
  readonly payType: ShareWay;
  readonly merchantRef: string;
  readonly paymentId: string;
  readonly payForm: TradeSending['form'];
  readonly tradeNo: string;
  readonly channelTradeNo: string;
  readonly paidTime: string;
  readonly paidFen: number;
  readonly amountFen: number;
  readonly returnedFen: number;
  readonly shareBp: number;
  readonly feeBp: number;
  readonly feeFen: number | null;
  readonly mostBp: number;
  readonly shareNo: string | null;
  readonly backNo: string | null;
  readonly backFen: number;
  readonly backFor: string | null;
  readonly backTimes: number;
  readonly times: number;
  readonly tries: number;
  readonly isDue: boolean;
};

/**
 * The rows of the trade a payment is of, held until the end of the work. Of each payment receivers come first, the larger
 * part before the smaller, which is the order remainders are given in. `isDue`: whether the channel is to be queried at
 * `now`.
 */
export const sharesHeld = (db: Db, tenantId: number, paymentId: string, now: Date): Promise<Share[]> =>
  db.raw<Share>(
    `SELECT id, company_id AS "companyId", park_id AS "parkId", share_kind AS "shareKind", receiver_id AS "receiverId",
      status, pay_type AS "payType", coalesce(merchant_ref, '') AS "merchantRef",
      payment_id AS "paymentId", coalesce(pay_form, 'code') AS "payForm", trade_no AS "tradeNo",
      channel_trade_no AS "channelTradeNo", paid_time AS "paidTime", paid_fen AS "paidFen", amount_fen AS "amountFen",
      coalesce(returned_fen, 0)::bigint AS "returnedFen", coalesce(share_bp, 0)::int AS "shareBp", fee_bp AS "feeBp",
      fee_fen AS "feeFen",      most_bp AS "mostBp", share_no AS "shareNo", back_no AS "backNo", coalesce(back_fen, 0)::bigint AS "backFen",
      back_for AS "backFor", coalesce(back_times, 0)::int AS "backTimes", coalesce(times, 0)::int AS times,
      coalesce(tries, 0)::int AS tries, (due_time IS NOT NULL AND due_time <= $3) AS "isDue"
     FROM profit_share WHERE tenant_id = $1 AND deleted_at IS NULL AND (pay_type, channel_trade_no) =
       (SELECT pay_type, channel_trade_no FROM profit_share WHERE tenant_id = $1 AND payment_id = $2 LIMIT 1)
     ORDER BY payment_id, share_kind, share_bp DESC, id FOR UPDATE`,
    [tenantId, paymentId, now.toISOString()],
  );

export type Receiver = {
  readonly id: string;
  readonly accountNo: string;
  readonly accountName: string;
  readonly relation: string;
  readonly registeredWith: readonly string[] | null;
};

export const receiversOf = (db: Db, tenantId: number, ids: readonly string[]): Promise<Receiver[]> =>
  db.raw<Receiver>(
    `SELECT id, account_no AS "accountNo", account_name AS "accountName", relation, registered_with AS "registeredWith"
     FROM share_receiver WHERE tenant_id = $1 AND id = ANY($2::uuid[])`,
    [tenantId, [...ids]],
  );

type RefundRow = { readonly id: string; readonly status: string; readonly fen: number };
/**
 * Refunds of a payment that were requested and have not failed, fen. `next`: only those that were done, and the one of
 * this id.
 */
export async function refundsOf(db: Db, tenantId: number, paymentId: string, next?: string): Promise<number[]> {
  const all = await db.raw<RefundRow>(
    `SELECT id, status, amount_fen AS fen FROM refund WHERE tenant_id = $1 AND payment_id = $2 AND status <> 'failed'
     ORDER BY id`,
    [tenantId, paymentId],
  );
  const rows = all.filter(({ id, status }) => next === undefined || id === next || status === 'refunded');
  return rows.map(({ fen }) => Number(fen));
}

/** Whether a channel takes parts back with refunds alone, not on requests of their own. */
export const isBackWithRefund = (payType: string): boolean => channelNamed(payType)?.sharing?.returns.by === 'refund';

/** Whether parts of trades paid so come back from all receivers of the trade, by the refund's ratio. */
export function isBackByRatio(payType: string, form: TradeSending['form']): boolean {
  const returns = channelNamed(payType)?.sharing?.returns;
  return returns?.by === 'refund' && returns.ratioForms.includes(form);
}

/** Our number of a request about a trade; Alipay takes 32 letters and digits. */
export const requestNoOf = ({ payType, tradeNo }: Pick<Share, 'payType' | 'tradeNo'>, what: string): string =>
  payType === 'alipay' ? nameId(`${tradeNo}-${what}`).replaceAll('-', '') : `${tradeNo}-${what}`;

export const isPart = ({ shareKind }: Share): boolean => shareKind === 'part';

export type Due = { readonly of: Shareable; readonly parts: readonly Part[]; readonly restFen: number };

/** What the contract gives each receiver of one payment as it stands, and what stays with the company. */
export function dueOf(rows: readonly Share[], refundsFen: readonly number[]): Due {
  const { paidFen, feeBp, feeFen, mostBp } = rows[0]!;
  const of = {
    paidFen: Number(paidFen),
    refundsFen,
    feeBp,
    ...(feeFen === null ? {} : { feeFen: Number(feeFen) }),
    mostBp,
  };
  const contract: Clause[] = rows.filter(isPart).map(({ id, shareBp }) => ({ id, bp: shareBp }));
  return { of, ...sharesOf(of, contract) };
}

/** The same of each payment of a trade, by its id. */
export async function duesOf(db: Db, tenantId: number, rows: readonly Share[]): Promise<ReadonlyMap<string, Due>> {
  const dues = new Map<string, Due>();
  for (const [paymentId, own] of Map.groupBy(rows, (row) => row.paymentId))
    dues.set(paymentId, dueOf(own, await refundsOf(db, tenantId, paymentId)));
  return dues;
}

const GOT: ReadonlySet<ShareState> = new Set(['done', 'returning', 'backFailed']);
/** What a receiver has got and not given back, fen. */
export const keptOf = ({ status, amountFen, returnedFen }: Share): number =>
  GOT.has(status) ? Number(amountFen) - Number(returnedFen) : 0;
