/** Storage of combined trades: one trade that pays several orders. */
import type { Db } from '#kit/server/db.ts';

export type CombinedPart = {
  readonly orderId: string;
  readonly parkId: string;
  readonly trade: string;
  readonly amountFen: number;
};
export type CombinedTrade = {
  readonly id: string;
  readonly tradeNo: string;
  readonly channel: string;
  readonly merchantRef: string | null;
  readonly amountFen: number;
  readonly state: 'pending' | 'paid' | 'failed';
  /** Made to be shared. */
  readonly sharing: boolean;
  readonly parts: readonly CombinedPart[];
};

/** Those of these ids, with their parts in the order of the orders. */
export async function jointsNamed(
  db: Db,
  tenantId: number,
  ids: readonly string[],
): Promise<Map<string, CombinedTrade>> {
  if (ids.length === 0) return new Map();
  const heads = await db.raw<Omit<CombinedTrade, 'parts'>>(
    `SELECT id, trade_no AS "tradeNo", channel, merchant_ref AS "merchantRef", amount_fen AS "amountFen", state, sharing
     FROM joint_trade WHERE tenant_id = $1 AND id = ANY($2::uuid[])`,
    [tenantId, [...ids]],
  );
  const parts = await db.raw<CombinedPart & { combinedId: string }>(
    `SELECT joint_id AS "combinedId", order_id AS "orderId", park_id AS "parkId", trade, amount_fen AS "amountFen"
     FROM joint_part WHERE tenant_id = $1 AND joint_id = ANY($2::uuid[]) ORDER BY order_id`,
    [tenantId, heads.map(({ id }) => id)],
  );
  const of = (id: string): CombinedPart[] =>
    parts.flatMap(({ combinedId, ...part }): CombinedPart[] => (combinedId === id ? [part] : []));
  return new Map(heads.map((head) => [head.id, { ...head, parts: of(head.id) }]));
}
