import { randomUUID } from 'node:crypto';
import type { Order } from '#domain/ledger/order-types.ts';
import { newOrder } from '#domain/ledger/order-state.ts';
import { orderStep } from '#domain/ledger/order.ts';
import { database, tenantScope } from '#kit/server/db.ts';
import type { Database } from '#kit/server/db.ts';
import { handle, handleOnly, on } from '#kit/server/events.ts';
import { orderPaid } from '#areas/billing/model/events.ts';
import type { Paid } from '#areas/billing/model/events.ts';
import { billingEvents } from './events.ts';
import { newId } from '#kit/server/id.ts';
import { setSealKey } from '#kit/server/seal.ts';
import pg from 'pg';
import { testDatabase } from '#test/postgres.ts';
import type { OrderEntry, Place } from './entry.ts';

export const tenantId = 7;
export const scope = tenantScope(tenantId);
export const dayStart = Date.parse('2026-05-01T00:00:00+08:00');

export type Books = { db: Database; place: Place; newPlace: () => Promise<Place>; close: () => Promise<void> };

/** A database with one lot of tenant 7, without the rest of the product. */
export async function openBooks(): Promise<Books> {
  setSealKey('test');
  handle(...billingEvents.handles);
  const test = await testDatabase();
  const db = database(test.config, 6);
  const admin = new pg.Client(test.config);
  await admin.connect();
  const newPlace = async (): Promise<Place> => {
    const place = { tenantId, companyId: randomUUID(), parkId: randomUUID(), zone: 'Asia/Shanghai' };
    await admin.query(
      'INSERT INTO park (tenant_id, company_id, id, park_name, zone, total_stall) VALUES ($1, $2, $3, $4, $5, 100)',
      [tenantId, place.companyId, place.parkId, `Lot ${place.parkId.slice(0, 8)}`, place.zone],
    );
    return place;
  };
  return {
    db,
    place: await newPlace(),
    newPlace,
    close: async () => {
      await admin.end();
      await db.close();
      await test.close();
    },
  };
}

/** Has this alone handle what was paid. */
export const listen = (handler: (payload: { paid: readonly Paid[] }) => void): (() => void) =>
  handleOnly(orderPaid, on(orderPaid, handler));

/** A quoted order of a stay of its own; `at` is when it was priced. */
export function quoted(
  place: Place,
  receivableFen: number,
  deratedFen = 0,
  at = dayStart + 10 * 3_600_000,
): OrderEntry {
  const { order } = orderStep(newOrder(newId(at), place.parkId, newId(at)), {
    kind: 'quote',
    receivableFen,
    deratedFen,
    pricedAt: at,
    validUntil: at + 60_000,
  });
  return {
    order,
    about: {
      kind: 'exit',
      plateNumber: '京A12345',
      carTypeId: null,
      gateId: null,
      createdTime: at,
      inTime: at - 3_600_000,
      lines: [],
      ruleId: null,
      remark: null,
      money: {},
    },
  };
}

export const withOrder = (entry: OrderEntry, order: Order): OrderEntry => ({ ...entry, order });
