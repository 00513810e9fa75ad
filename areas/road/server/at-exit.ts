/**
 * What a car at a barrier owes at the roadside of the group: shown, or charged together with its bill, as the car
 * park wants it.
 */
import { networkOf } from '#domain/network/network.ts';
import { knock } from '#areas/access/server/door.ts';
import type { Door } from '#areas/access/server/door.ts';
import { settingsOf } from '#areas/lot/server/door.ts';
import { parkGate } from '#areas/lot/model/park-gate.ts';
import { lotOf, readTicket } from '#areas/passage/server/door.ts';
import type { LotRow } from '#areas/passage/server/door.ts';
import { openStates } from '#areas/road/model/debt-words.ts';
import { driverExitDebts, exitDebts } from '#areas/road/model/exit-calls.ts';
import { tenantScope } from '#kit/server/db.ts';
import type { Db } from '#kit/server/db.ts';
import { rowOf } from '#kit/server/row-by-id.ts';
import { serve } from '#kit/server/served.ts';
import type { Served } from '#kit/server/served.ts';
import type { Work } from '#kit/server/work.ts';
import { accountOf, presentDebt } from './driver.ts';
import type { DebtRow } from './driver.ts';

const doors = (network: string): Door[] => [{ key: `driver:${network}`, most: 30, seconds: 60 }];
const MOST = 20;

type Mode = 'off' | 'show' | 'ask';

/** Debts of roadside car parks that may be collected: none under appeal or in doubt. */
const debtsOf = (db: Db, tenantId: number, plate: string): Promise<DebtRow[]> =>
  db.raw<DebtRow>(
    `SELECT e.id, e.escape_no AS no, e.park_id AS park, e.stay_id AS stay, a.area_name AS section, e.berth_no AS berth, e.outstanding_fen AS owed,
      coalesce(e.out_time, e.born_time) AS "outAt", e.in_time AS "inAt"
    FROM rd_escape e JOIN park p ON p.tenant_id = e.tenant_id AND p.id = e.park_id AND p.park_type = 'curb' AND p.deleted_at IS NULL
    LEFT JOIN park_area a ON a.tenant_id = e.tenant_id AND a.id = e.section_id
    WHERE e.tenant_id = $1 AND e.plate_number = $2 AND e.status = ANY($3) AND e.outstanding_fen > 0 AND e.held_since IS NULL AND e.blocked IS NOT TRUE
    ORDER BY e.born_time, e.id LIMIT ${MOST}`,
    [tenantId, plate, openStates],
  );

async function found(
  db: Db,
  tenantId: number,
  parkId: string,
  plate: string,
): Promise<{ mode: Mode; rows: DebtRow[] }> {
  const mode = (await settingsOf(db, parkId)).arrearsAtExit as Mode;
  return { mode, rows: mode === 'off' ? [] : await debtsOf(db, tenantId, plate) };
}

const sumOf = (rows: readonly DebtRow[]): number => rows.reduce((sum, { owed }) => sum + Number(owed), 0);

/** The whole group's, though the caller works one lot: he asks for a car that stands before him. */
async function atBox(work: Work): Promise<unknown> {
  const { gateId, plateNumber } = work.input as { gateId: string; plateNumber: string };
  const gate: Record<string, unknown> = await rowOf(parkGate, gateId, work.db);
  const [tenantId, parkId] = [Number(gate['tenantId']), String(gate['parkId'])];
  const { mode, rows } = await work.database.read(tenantScope(tenantId), (db) =>
    found(db, tenantId, parkId, plateNumber),
  );
  return { mode, count: rows.length, sumFen: sumOf(rows), recordIds: rows.map(({ id }) => id) };
}

/** Those that are paid to the same account as the bill. */
async function payable(work: Work, lot: LotRow, rows: readonly DebtRow[]): Promise<object[]> {
  const own = await accountOf(work, lot);
  const places = new Map<string, { lot: LotRow; same: boolean }>();
  for (const id of new Set(rows.map((row) => row.park))) {
    const place = await lotOf(work.database, id);
    places.set(id, { lot: place, same: (await accountOf(work, place)) === own });
  }
  return rows.flatMap((row) => {
    const place = places.get(row.park)!;
    return place.same ? [presentDebt(work, place.lot, row, '')] : [];
  });
}

async function onPhone(work: Work): Promise<unknown> {
  await knock(work.database, doors(networkOf(work.request.ip)));
  const { tenantId, parkId, stayId } = readTicket(work);
  const { mode, rows } = await work.database.read(tenantScope(tenantId), async (db) => {
    const [car] = await db.raw<{ plate: string }>(
      'SELECT plate_number AS plate FROM car_inside WHERE tenant_id = $1 AND park_id = $2 AND id::text = $3',
      [tenantId, parkId, stayId],
    );
    return car ? found(db, tenantId, parkId, car.plate) : { mode: 'off' as const, rows: [] };
  });
  const debts = mode === 'ask' && rows.length > 0 ? await payable(work, await lotOf(work.database, parkId), rows) : [];
  return { mode, count: rows.length, sumFen: sumOf(rows), debts };
}

export const exitServed: Served[] = [serve(exitDebts, atBox), serve(driverExitDebts, onPhone, { mode: 'open' })];
