/** Calls that were closed, and what else happened at their lane, stored as they are found some days later. */
import { randomUUID } from 'node:crypto';
import { addDays, dayOf, startOfDay } from '#domain/time/day.ts';
import { insertRows } from '#kit/server/bulk.ts';
import { platformScope, tenantScope } from '#kit/server/db.ts';
import type { TestProduct } from '#test/test-product.ts';
import type { Lot } from './seat.fixture.ts';

export const MINUTE_MS = 60_000;
const ZONE = 'Asia/Shanghai';

export const dayAgo = (days: number): string => addDays(dayOf(Date.now(), ZONE), -days);
/** Noon of a day so many days ago. */
export const noon = (days: number): number => startOfDay(dayAgo(days), ZONE) + 12 * 60 * MINUTE_MS;
export const iso = (at: number): string => new Date(at).toISOString();

export async function store(
  product: TestProduct,
  lot: Lot,
  table: string,
  rows: readonly Record<string, unknown>[],
): Promise<void> {
  const [park] = await product.database.read(platformScope, (db) =>
    db.raw<{ companyId: string }>('SELECT company_id AS "companyId" FROM park WHERE id = $1', [lot.parkId]),
  );
  const frame = { tenant_id: lot.tenantId, company_id: park!.companyId, park_id: lot.parkId };
  await product.database.write(tenantScope(lot.tenantId), (db) =>
    insertRows(
      db,
      table,
      rows.map((row) => ({ ...frame, id: randomUUID(), ...row })),
      '',
    ),
  );
}

/** A call of two minutes that was closed; its id. */
export async function closedCall(
  product: TestProduct,
  lot: Lot,
  why: string,
  at: number,
  more: Record<string, unknown> = {},
): Promise<string> {
  const id = randomUUID();
  const over = { queued_time: iso(at), answered_time: iso(at + MINUTE_MS), ended_time: iso(at + 2 * MINUTE_MS) };
  const noted = { status: 'closed', why, gate_id: lot.gate, talk_s: 60, counted: true };
  await store(product, lot, 'call_record', [{ id, call_no: `W${id.slice(0, 10)}`, ...over, ...noted, ...more }]);
  return id;
}
