import { and, desc, eq, sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import { user } from '#areas/access/model/user.ts';
import {
  chargeDetail,
  chargeDetailExport,
  orderSums,
  queryPaid,
  refundOrder,
  renotifyPaid,
} from '#areas/billing/model/order-calls.ts';
import { parkingOrder } from '#areas/billing/model/order.ts';
import type { BillLine } from '#domain/fee/types.ts';
import { newOrder } from '#domain/ledger/order-state.ts';
import type { Order } from '#domain/ledger/order-types.ts';
import { isId } from '#kit/declare/check.ts';
import { ruleRefused } from '#kit/declare/refused.ts';
import { text } from '#kit/declare/text.ts';
import type { Resource } from '#kit/declare/resource.ts';
import { listWhere, pageOf } from '#kit/server/list.ts';
import { exportList } from '#kit/sheets/server/export.ts';
import { present } from '#kit/server/rows.ts';
import type { Stored } from '#kit/server/rows.ts';
import { scoped } from '#kit/server/scope.ts';
import type { Rules } from '#kit/server/rules.ts';
import { serve } from '#kit/server/served.ts';
import type { Served } from '#kit/server/served.ts';
import { tableOf } from '#kit/server/table.ts';
import { scopeOf } from '#kit/server/work.ts';
import type { Work } from '#kit/server/work.ts';
import { insertRows } from '#kit/server/bulk.ts';
import { notBlind } from '#areas/shift/server/door.ts';
import { channelAt, orRefused } from './channel/channels.ts';
import { tradeQuery, statusOf } from './entry.ts';
import { placesOf } from './load.ts';
import { requestedOrder, refundLeft, refundNow } from './refund.ts';
import { bookWords, paidRow, noticeOf } from './words.ts';
import { kickMoney } from './worker.ts';

const of = parkingOrder as Resource;

async function resend(work: Work): Promise<unknown> {
  const { entry, tenantId, parkId } = await requestedOrder(work, false);
  const last = entry.order.payments.at(-1);
  if (!last)
    throw ruleRefused(text('该订单尚未支付，不能通知', 'This order is not paid, so there is nothing to notify'));
  const place = (await placesOf(work.db, [parkId], tenantId)).get(parkId)!;
  const paid = {
    tenantId,
    companyId: place.companyId,
    parkId,
    orderId: entry.order.id,
    stayId: entry.order.stay,
    gateId: entry.about.gateId,
    amountFen: last.amountFen,
    at: last.at,
  };
  await insertRows(
    work.db,
    'outbox',
    [paidRow(paid, `${last.id}/${work.request.id}/${work.now.getTime()}`)],
    'ON CONFLICT DO NOTHING',
  );
  work.record({
    resource: of.name,
    action: 'notify',
    rowId: entry.order.id,
    after: { amountFen: last.amountFen },
    tenantId,
    companyId: place.companyId,
    parkId,
  });
  work.afterCommit(kickMoney);
  return null;
}

/**
 * Queries every channel with a pending payment of the order, books the result, and returns the order's state: `{
 * status, paidFen, outstandingFen, queried }`.
 */
async function ask(work: Work): Promise<unknown> {
  const scope = scopeOf(work.person);
  const look = () => work.database.read(scope, (db) => requestedOrder({ ...work, db }, false));
  const before = await look();
  const pending = before.entry.order.attempts.filter((it) => it.state === 'pending');
  for (const { channel: name, trade, amountFen } of pending) {
    const merchantRef = before.entry.about.money[trade]?.merchantRef ?? null;
    const { channel, terms } = await channelAt(work.database, before.tenantId, name, merchantRef);
    const statuses = await orRefused(channel.query([tradeQuery(before.entry, trade, amountFen).tradeNo], terms));
    await bookWords(
      work.database,
      statuses.filter((each) => each.state !== 'pending').map((each) => noticeOf(each, name, merchantRef)),
    );
  }
  if (pending.length > 0) kickMoney();
  const { order } = (await look()).entry;
  return {
    onlineOrderId: order.id,
    status: statusOf(order),
    paidFen: order.paidFen,
    outstandingFen: order.receivableFen - order.deratedFen - order.waivedFen - order.paidFen,
    queried: pending.length,
  };
}

const summed = [
  'receivableFen',
  'derateFen',
  'waivedFen',
  'paidFen',
  'outstandingFen',
  'refundedFen',
  'surplusFen',
] as const;

async function sums(work: Work): Promise<unknown> {
  const t = tableOf(of);
  const columns = Object.fromEntries(
    summed.map((name) => [name, sql<number>`coalesce(sum(${t[name]!}), 0)::bigint`.mapWith(Number)]),
  );
  const [row] = await work.db
    .select({ count: sql<number>`count(*)`.mapWith(Number), ...columns })
    .from(t)
    .where(listWhere(of, work, ordersNotBlind(work)));
  const found = row as Record<'count' | (typeof summed)[number], number>;
  return { ...found, netFen: found.paidFen + found.surplusFen - found.refundedFen };
}

/** A bill line in the caller's language: `{ kind, text, from, to, units, unitFen, amountFen }`. */
const lineShown = (lang: 'zh' | 'en') => (line: BillLine) => ({
  kind: line.kind,
  text: line.clause[lang],
  from: new Date(line.from).toISOString(),
  to: new Date(line.to).toISOString(),
  units: line.units ?? null,
  unitFen: line.unitFen ?? null,
  amountFen: line.amountFen,
});

/** Which actions make sense for an order in its state; `may` has checked the right already. */
const sensible: Readonly<Record<string, (order: Order) => boolean>> = {
  [refundOrder.name]: (order) => refundLeft(order) > 0,
  [renotifyPaid.name]: (order) => order.payments.length > 0,
  [queryPaid.name]: (order) => order.attempts.some((it) => it.state === 'pending'),
};

/**
 * A row as it is listed: without the course of the order, which is the rules' own, and with the actions that are open
 * to it.
 */
function listed(row: Record<string, unknown>): Record<string, unknown> {
  const kept = (row['book'] as { order?: Partial<Order> } | null)?.order;
  // What `sensible` reads is in the book; sums and times are in the row, and not queried.
  const order = kept && { ...newOrder(String(row['id']), String(row['parkId']), String(row['stayId'])), ...kept };
  const may = (row['may'] as string[]).filter((name) => !order || (sensible[name]?.(order) ?? true));
  return { ...row, book: undefined, may };
}

/** The list call of orders, its rows as in `listed`. */
export const listedOrders: NonNullable<Rules['verbs']> = {
  list: async (work, plain) => {
    const answer = (await plain(work)) as { records: Record<string, unknown>[] };
    return { ...answer, records: answer.records.map(listed) };
  },
};

const withLines = (work: Work) => (row: Record<string, unknown>) => {
  return { ...listed(row), lines: ((row['lines'] ?? []) as BillLine[]).map(lineShown(work.lang)) };
};

/** Orders with a payment that this collector took, for lists and exports filtered by `userId`. */
export function collectedBy(work: Pick<Work, 'raw' | 'db'>): SQL | undefined {
  const userId = work.raw['userId'];
  if (!isId(userId)) return undefined;
  const [t, u] = [tableOf(of), tableOf(user)];
  const own = work.db.scope.platform ? sql`p.tenant_id = ${t.tenantId!}` : sql`p.tenant_id = ${work.db.scope.tenantId}`;
  return sql`EXISTS (SELECT 1 FROM payment p JOIN ${u} ON ${u.tenantId!} = p.tenant_id
    AND p.operator IN (${u.account!}, ${u.realName!}) WHERE ${own} AND p.order_id = ${t.id!}::text
    AND ${u.id!} = ${userId})`;
}

/** Orders whose cash the caller is not blind to; for lists and their sums. */
export const ordersNotBlind = (work: Work): SQL => notBlind(work, sql`${tableOf(of).id!}::text`);

async function charges(work: Work<typeof chargeDetail.input>): Promise<unknown> {
  const { recordId, onlineOrderId } = work.input;
  const plain = work;
  if (!recordId && !onlineOrderId) {
    const page = await pageOf(of, plain, and(collectedBy(plain), ordersNotBlind(plain)));
    return { ...page, records: (page['records'] as Record<string, unknown>[]).map(withLines(plain)) };
  }
  const t = tableOf(of);
  const wanted = and(
    recordId ? eq(t.stayId!, recordId) : undefined,
    onlineOrderId ? sql`${t.id!}::text = ${onlineOrderId.toLowerCase()}` : undefined,
  );
  const rows = await work.db
    .select()
    .from(t)
    .where(scoped(of, work.db.scope, [wanted]))
    .orderBy(desc(t.createdTime!))
    .limit(200);
  const records = (await present(of, rows as Stored[], work.db, work.person, work.lang)).map(withLines(plain));
  return { records, total: records.length, size: 200, current: 1, pages: 1 };
}

export const orderServed: Served[] = [
  serve(refundOrder, refundNow),
  serve(renotifyPaid, (work) => resend(work)),
  serve(queryPaid, (work) => ask(work), { mode: 'open' }),
  serve(orderSums, (work) => sums(work)),
  serve(chargeDetail, charges),
  serve(chargeDetailExport, (work) => exportList(of, work), { mode: 'open' }),
];
