/**
 * Debts follow the arrears account: written in the transaction that moves it, from its own lines, so that their sum is
 * that account.
 */
import { moved, outstandingOf, stateAt } from '#domain/debt/debt.ts';
import type { Debt, DebtState } from '#domain/debt/debt.ts';
import { dayOf } from '#domain/time/day.ts';
import { isoOf } from '#domain/time/iso.ts';
import type { ArrearsMove, Place } from '#areas/billing/model/events.ts';
import { isId } from '#kit/declare/check.ts';
import { insertRows } from '#kit/server/bulk.ts';
import type { BulkRow } from '#kit/server/bulk.ts';
import { ofTenant } from '#kit/server/db.ts';
import type { Db } from '#kit/server/db.ts';
import { roadSettingsOf } from './settings.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** A stored debt as the rules keep it; `row` has the table's own column names. */
export const debtOf = (row: BulkRow): Debt => ({
  id: String(row['id']),
  park: String(row['park_id']),
  plate: String(row['plate_number'] ?? ''),
  handed: row['status'] === 'handed',
  bornAt: Date.parse(String(row['born_time'])),
  dueAt: Date.parse(String(row['due_time'])),
  owedFen: Number(row['owed_fen']),
  paidFen: Number(row['paid_fen']),
  cancelledFen: Number(row['cancelled_fen']),
  writtenOffFen: Number(row['written_off_fen']),
  heldSince: row['held_since'] ? Date.parse(String(row['held_since'])) : null,
  blocked: row['blocked'] === true,
  notices: Number(row['notices'] ?? 0),
  noticedAt: row['noticed_time'] ? Date.parse(String(row['noticed_time'])) : null,
});

export const isFinal = (state: DebtState): boolean =>
  state === 'paid' || state === 'cancelled' || state === 'writtenOff';

/** Columns that the account decides; all others are kept as they stand. */
const followed = [
  'owed_fen',
  'paid_fen',
  'cancelled_fen',
  'written_off_fen',
  'outstanding_fen',
  'status',
  'end_time',
  'paid_at',
  'paid_after_days',
  'updated_at',
] as const;

type Stood = { section_id: string | null; berth_no: string | null };

/** Where the car stood, of cars at the roadside. */
async function stoodAt(db: Db, tenantId: number, stayIds: readonly string[]): Promise<ReadonlyMap<string, Stood>> {
  const rows = await db.raw<Stood & { id: string }>(
    `SELECT s.id, s.section_id, b.berth_no FROM stay s LEFT JOIN rd_berth b ON b.tenant_id = s.tenant_id AND b.id = s.berth_id
     WHERE s.tenant_id = $1 AND s.id = ANY($2::uuid[])`,
    [tenantId, stayIds.filter(isId)],
  );
  return new Map(rows.map((row) => [row.id, row]));
}

function born(place: Place, move: ArrearsMove, termHours: number, stood: Stood | undefined): BulkRow {
  const { orderId, at, plateNumber, inTime, stayId } = move;
  const now = isoOf(Date.now());
  return {
    tenant_id: place.tenantId,
    company_id: place.companyId,
    park_id: place.parkId,
    id: orderId,
    created_at: now,
    updated_at: now,
    escape_no: `Q${dayOf(at, place.zone).replaceAll('-', '')}${orderId.replaceAll('-', '').slice(-12).toUpperCase()}`,
    section_id: stood?.section_id ?? null,
    berth_no: stood?.berth_no ?? null,
    plate_number: plateNumber,
    in_time: inTime === null ? null : isoOf(inTime),
    out_time: isoOf(at),
    owed_fen: 0,
    paid_fen: 0,
    cancelled_fen: 0,
    written_off_fen: 0,
    outstanding_fen: 0,
    status: 'waiting',
    born_time: isoOf(at),
    due_time: isoOf(at + termHours * HOUR),
    end_time: null,
    paid_at: null,
    paid_after_days: null,
    notices: 0,
    blocked: false,
    order_id: orderId,
    stay_id: stayId,
  };
}

/** Where the money of a late payment lies says where it was paid. */
const placeOf = (via: string | null): string => (via?.startsWith('drawer:') ? 'collector' : 'online');

/**
 * A row after the account's movements, in their order. A movement of a debt that was never booked as owed is a fault.
 */
function followedBy(row: BulkRow, moves: readonly ArrearsMove[]): BulkRow {
  let debt = debtOf(row);
  for (const { move } of moves) debt = moved(debt, move);
  const at = Math.max(...moves.map((move) => move.at));
  const status = stateAt(debt, at);
  const paid = moves.findLast(({ move }) => move.kind === 'paid');
  return {
    ...row,
    updated_at: isoOf(Date.now()),
    owed_fen: debt.owedFen,
    paid_fen: debt.paidFen,
    cancelled_fen: debt.cancelledFen,
    written_off_fen: debt.writtenOffFen,
    outstanding_fen: outstandingOf(debt),
    status,
    end_time: isFinal(status) ? isoOf(at) : null,
    paid_at: paid ? placeOf(paid.via) : (row['paid_at'] ?? null),
    paid_after_days: paid ? Math.max(0, Math.ceil((paid.at - debt.bornAt) / DAY)) : (row['paid_after_days'] ?? null),
  };
}

/**
 * Called in the transaction of the money. Rows are locked in the order of their ids: two batches never wait crosswise.
 */
export async function followArrears(caller: Db, place: Place, moves: readonly ArrearsMove[]): Promise<void> {
  const db = ofTenant(caller, place.tenantId);
  const byOrder = Map.groupBy(moves, ({ orderId }) => orderId);
  const ids = [...byOrder.keys()].sort();
  const stored = await db.raw<BulkRow>(
    'SELECT * FROM rd_escape WHERE tenant_id = $1 AND id = ANY($2::uuid[]) ORDER BY id FOR UPDATE',
    [place.tenantId, ids],
  );
  const known = new Map(stored.map((row) => [String(row['id']), row]));
  const { payTermHours } = await roadSettingsOf(db, place.tenantId, place.parkId);
  const unknown = moves.filter(({ orderId, stayId }) => stayId !== null && !known.has(orderId));
  const stood = await stoodAt(
    db,
    place.tenantId,
    unknown.map(({ stayId }) => stayId!),
  );
  const fresh: BulkRow[] = [];
  const changed: BulkRow[] = [];
  for (const id of ids) {
    const own = byOrder.get(id)!;
    const row = known.get(id);
    if (row) changed.push(followedBy(row, own));
    else fresh.push(followedBy(born(place, own[0]!, payTermHours, stood.get(own[0]!.stayId ?? '')), own));
  }
  await insertRows(db, 'rd_escape', fresh, 'ON CONFLICT (tenant_id, id) DO NOTHING RETURNING 1');
  for (const row of changed) {
    const values: unknown[] = [place.tenantId, row['id']];
    const sets = followed.map((name) => `${name} = $${values.push(row[name])}`).join(', ');
    await db.raw(`UPDATE rd_escape SET ${sets} WHERE tenant_id = $1 AND id = $2`, values);
  }
}
