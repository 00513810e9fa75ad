import type { Settled } from '#domain/ledger/due.ts';
import { leaveUntil } from '#domain/ledger/due.ts';
import type { Db } from '#kit/server/db.ts';
import type { BulkRow as Row } from '#kit/server/bulk.ts';
import { entryColumns, entryOf } from './entry.ts';
import type { OrderEntry, Place } from './entry.ts';

/**
 * `tenantId` where the transaction's own scope is not the orders' tenant; `lock` holds the rows until it ends, taken in
 * the order of their ids.
 */
export type Loading = { readonly tenantId?: number; readonly lock?: boolean };

/** Orders by id, as the rules keep them. */
export async function ordersOf(
  db: Db,
  ids: readonly string[],
  options: Loading = {},
): Promise<Map<string, OrderEntry>> {
  if (ids.length === 0) return new Map();
  const rows = await db.raw<Row>(
    `SELECT ${entryColumns} FROM parking_order WHERE tenant_id = $1 AND id = ANY($2::uuid[]) ORDER BY id ${options.lock ? 'FOR UPDATE' : ''}`,
    [options.tenantId ?? db.scope.tenantId, [...ids]],
  );
  return new Map(rows.map((row) => [String(row['id']), entryOf(row)]));
}

/** All orders of these stays, by stay, oldest first. */
export async function ordersOfStays(
  db: Db,
  stayIds: readonly string[],
  options: Loading = {},
): Promise<Map<string, OrderEntry[]>> {
  if (stayIds.length === 0) return new Map();
  const rows = await db.raw<Row>(
    `SELECT ${entryColumns} FROM parking_order WHERE tenant_id = $1 AND stay_id = ANY($2::text[]) ORDER BY id ${options.lock ? 'FOR UPDATE' : ''}`,
    [options.tenantId ?? db.scope.tenantId, [...stayIds]],
  );
  const entries = rows.map(entryOf).sort((a, b) => a.about.createdTime - b.about.createdTime);
  return Map.groupBy(entries, (entry) => entry.order.stay);
}

/**
 * What the orders of one stay but `except` have settled, and the leave window the latest full payment opened. Times
 * epoch ms.
 */
export function settledBy(entries: readonly OrderEntry[], except: string, leaveMinutes: number): Settled {
  const others = entries.map((entry) => entry.order).filter((order) => order.id !== except);
  const sum = (of: (order: (typeof others)[number]) => number) => others.reduce((total, order) => total + of(order), 0);
  const windowed = others
    .filter((order) => order.windowFrom !== null)
    .sort((a, b) => a.windowFrom! - b.windowFrom!)
    .at(-1);
  return {
    paidFen: sum((order) => order.paidFen),
    waivedFen: sum((order) => order.waivedFen),
    deratedFen: sum((order) => (order.derateBooked ? order.deratedFen : 0)),
    pricedAt: windowed ? windowed.pricedAt : null,
    freeUntil: windowed ? leaveUntil(windowed.windowFrom!, leaveMinutes) : null,
  };
}

/** What is settled for each of the stays; stays without an order are not in the answer. */
export async function settledOf(
  db: Db,
  stayIds: readonly string[],
  leaveMinutes: number,
): Promise<Map<string, Settled>> {
  const orders = await ordersOfStays(db, stayIds);
  return new Map([...orders].map(([stay, entries]) => [stay, settledBy(entries, '', leaveMinutes)]));
}

/** Company and zone of lots, by id. */
export async function placesOf(
  db: Db,
  parkIds: readonly string[],
  tenantId = db.scope.tenantId,
): Promise<Map<string, Place>> {
  const rows = await db.raw<{ id: string; company_id: string; zone: string | null }>(
    'SELECT id, company_id, zone FROM park WHERE tenant_id = $1 AND id = ANY($2::uuid[])',
    [tenantId, [...new Set(parkIds)]],
  );
  return new Map(
    rows.map((row) => [
      row.id,
      { tenantId, companyId: row.company_id, parkId: row.id, zone: row.zone ?? 'Asia/Shanghai' },
    ]),
  );
}
