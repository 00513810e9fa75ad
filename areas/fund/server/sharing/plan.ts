/** Trades that were made to be shared get their shares once they are paid. */
import { feesOf, SHARE_FROM_MS, sharesOf } from '#domain/fund/profit-share.ts';
import { dayOf } from '#domain/time/day.ts';
import type { TradeSending } from '#areas/billing/model/events.ts';
import { nameId } from '#areas/billing/server/door.ts';
import { insertRows } from '#kit/server/bulk.ts';
import { platformScope, tenantScope } from '#kit/server/db.ts';
import type { Database, Db } from '#kit/server/db.ts';
import { shareWays } from '../../model/words.ts';
import type { SettleWay } from '../../model/words.ts';
import { ZONE } from '../ledger.ts';
import { feeBpOf } from '../terms.ts';
import { contractsOf } from './contract.ts';
import type { Contract } from './contract.ts';
import { isBackByRatio, refundsOf } from './rows.ts';

/**
 * Whether a trade is made to be shared: a company it pays has somebody to share with today. Decided once for a trade, so
 * that a repeated request is the same. All its payments are planned then, as all of its money is held back. One of several
 * payments is not shared where a refund of one would take back parts of the others.
 */
export async function isToBeShared(db: Db, trade: TradeSending): Promise<boolean> {
  const { tenantId, payments, channel, form, createdAt } = trade;
  if (!(channel in shareWays)) return false;
  const ids = payments.map(({ paymentId }) => paymentId);
  const [known] = await db.raw<{ id: string }>(
    'SELECT payment_id AS id FROM share_trade WHERE tenant_id = $1 AND payment_id = ANY($2::uuid[])',
    [tenantId, ids],
  );
  if (known) return true;
  if (ids.length > 1 && isBackByRatio(channel, form)) return false;
  const contracts = await contractsOf(db, tenantId, [...new Set(payments.map(({ companyId }) => companyId))]);
  const day = dayOf(createdAt, ZONE);
  if ([...contracts.values()].every((contract) => contract.on(channel, day).length === 0)) return false;
  const rows = ids.map((id) => ({
    tenant_id: tenantId,
    payment_id: id,
    form,
    created_at: new Date(createdAt).toISOString(),
  }));
  await insertRows(db, 'share_trade', rows, 'ON CONFLICT DO NOTHING');
  return true;
}

type Paid = {
  readonly id: string;
  readonly companyId: string;
  readonly parkId: string;
  readonly payType: SettleWay;
  readonly amountFen: number;
  readonly paidTime: string;
  readonly tradeNo: string;
  readonly channelTradeNo: string;
  readonly merchantRef: string | null;
  readonly form: string;
};

/** A trade is paid within a day, or never. */
const PAID_WITHIN_MS = 3 * 86_400_000;
/** So many payments get their shares in one transaction. */
const BATCH = 500;

/** Payments of trades that are to be shared and have no shares yet, held until the end of the work. */
const paidTrades = (db: Db, tenantId: number): Promise<Paid[]> =>
  db.raw<Paid>(
    `SELECT p.id, p.company_id AS "companyId", p.park_id AS "parkId", p.pay_type AS "payType",
      p.amount_fen AS "amountFen", p.paid_time AS "paidTime", p.trade_no AS "tradeNo",
      p.channel_trade_no AS "channelTradeNo", p.merchant_ref AS "merchantRef", t.form
     FROM share_trade t JOIN payment p ON p.tenant_id = $1 AND p.created_time = t.created_at AND p.id = t.payment_id
     WHERE t.tenant_id = $1 AND t.planned_at IS NULL AND p.paid_time IS NOT NULL AND p.channel_trade_no IS NOT NULL
     ORDER BY p.channel_trade_no, p.id LIMIT ${BATCH} FOR UPDATE OF t`,
    [tenantId],
  );

/** The rows of one payment: a part for each who is entitled on its day, and what stays. */
function planned(
  tenantId: number,
  paid: Paid,
  refundsFen: readonly number[],
  { contract, feeFen, now }: { contract: Contract; feeFen: number | null; now: Date },
): Record<string, unknown>[] {
  const paidAt = Date.parse(paid.paidTime);
  const feeBp = feeBpOf(contract.terms, paid.payType);
  const clauses = contract.on(paid.payType, dayOf(paidAt, ZONE)).toSorted((a, b) => b.bp - a.bp);
  const borne = feeFen === null ? {} : { feeFen };
  const of = { paidFen: Number(paid.amountFen), refundsFen, feeBp, ...borne, mostBp: contract.terms.mostBp };
  const { parts, restFen } = sharesOf(of, clauses);
  const net = restFen + parts.reduce((sum, { fen }) => sum + fen, 0);
  const row = (name: string, kind: 'part' | 'rest', fen: number, receiverId: string | null, bp: number | null) => ({
    tenant_id: tenantId,
    company_id: paid.companyId,
    park_id: paid.parkId,
    id: nameId(`profit-share/${paid.id}/${name}`),
    created_at: now.toISOString(),
    updated_at: now.toISOString(),
    share_kind: kind,
    receiver_id: receiverId,
    pay_type: paid.payType,
    paid_time: paid.paidTime,
    paid_fen: paid.amountFen,
    net_fen: net,
    share_bp: bp,
    amount_fen: fen,
    returned_fen: 0,
    status: 'planned',
    trade_no: paid.tradeNo,
    channel_trade_no: paid.channelTradeNo,
    payment_id: paid.id,
    merchant_ref: paid.merchantRef,
    pay_form: paid.form,
    fee_bp: feeBp,
    fee_fen: feeFen,
    most_bp: contract.terms.mostBp,
    times: 0,
    tries: 0,
    due_time: new Date(paidAt + SHARE_FROM_MS).toISOString(),
  });
  return [
    ...clauses.map(({ id, bp }) => row(id, 'part', parts.find((part) => part.id === id)!.fen, id, bp)),
    row('rest', 'rest', restFen, null, null),
  ];
}

/** Those of whole trades: of a full batch the last one may go on. A trade pays at most fifty. */
function wholeTrades(paid: readonly Paid[]): readonly Paid[] {
  if (paid.length < BATCH) return paid;
  const last = paid.at(-1)!.channelTradeNo;
  return paid.filter(({ channelTradeNo }) => channelTradeNo !== last);
}

/** The rows of one trade: of each of its payments by its own lot's contract. */
async function plannedTrade(
  db: Db,
  tenantId: number,
  paid: readonly Paid[],
  { contracts, now }: { contracts: ReadonlyMap<string, Contract>; now: Date },
): Promise<Record<string, unknown>[]> {
  const fees = feesOf(
    paid.map(({ companyId, payType, amountFen }) => ({
      paidFen: Number(amountFen),
      feeBp: feeBpOf(contracts.get(companyId)!.terms, payType),
    })),
  );
  const rows: Record<string, unknown>[] = [];
  for (const [nth, each] of paid.entries())
    rows.push(
      ...planned(tenantId, each, await refundsOf(db, tenantId, each.id), {
        contract: contracts.get(each.companyId)!,
        feeFen: paid.length > 1 ? fees[nth]! : null,
        now,
      }),
    );
  return rows;
}

async function planOf(db: Db, tenantId: number, now: Date): Promise<void> {
  const found = await paidTrades(db, tenantId);
  const paid = wholeTrades(found);
  const contracts = await contractsOf(db, tenantId, [...new Set(paid.map(({ companyId }) => companyId))]);
  const rows: Record<string, unknown>[] = [];
  for (const trade of Map.groupBy(paid, ({ payType, channelTradeNo }) => `${payType} ${channelTradeNo}`).values())
    rows.push(...(await plannedTrade(db, tenantId, trade, { contracts, now })));
  await insertRows(db, 'profit_share', rows, 'ON CONFLICT DO NOTHING');
  await db.raw('UPDATE share_trade SET planned_at = $3 WHERE tenant_id = $1 AND payment_id = ANY($2::uuid[])', [
    tenantId,
    paid.map(({ id }) => id),
    now.toISOString(),
  ]);
  // What was not paid by now never will be; those that were have their shares.
  if (found.length < BATCH)
    await db.raw('DELETE FROM share_trade WHERE tenant_id = $1 AND created_at < $2', [
      tenantId,
      new Date(now.getTime() - PAID_WITHIN_MS).toISOString(),
    ]);
}

/** Every group's trades that were paid since. Again plans nothing twice. */
export async function planShares(database: Database, now: Date): Promise<void> {
  const tenants = await database.read(platformScope, (db) =>
    db.raw<{ tenant_id: number }>('SELECT DISTINCT tenant_id FROM share_trade'),
  );
  for (const { tenant_id: tenantId } of tenants)
    await database.write(tenantScope(tenantId), (db) => planOf(db, tenantId, now));
}
