/** Entry tickets that printers in lanes print by themselves: which are due, and those that did not come out. */
import { printsEnded } from '#areas/device/model/events.ts';
import type { EndedPrint } from '#areas/device/model/events.ts';
import { ticketPrinter } from '#areas/device/server/door.ts';
import { dutyAt } from '#areas/shift/server/door.ts';
import { isNoPlateCode } from '#domain/plate/plate.ts';
import { insertRows } from '#kit/server/bulk.ts';
import type { Db } from '#kit/server/db.ts';
import { on } from '#kit/server/events.ts';
import type { EventHandler } from '#kit/server/events.ts';
import type { DueTicket } from '../model/events.ts';
import type { Session } from './session.ts';
import { frame } from './write-base.ts';

/** A ticket of a car that came longer ago is nobody's: its message was late. */
const LATE_MS = 120_000;

export const ticketsOf = ({ commands, lot }: Session, now: Date): DueTicket[] =>
  commands.flatMap((each) => {
    if (each.command !== 'ticket' || Math.abs(now.getTime() - each.at) > LATE_MS) return [];
    const { command: _, lane: gateId, ...ticket } = each;
    const deviceId = ticketPrinter(lot.devices, gateId, !isNoPlateCode(each.plate));
    return deviceId === null ? [] : [{ ...ticket, gateId, lane: lot.lanes.get(gateId)?.name ?? '', deviceId }];
  });

const CLEARED = `
  UPDATE lane_exception e SET cleared_time = $3::timestamptz
  WHERE e.tenant_id = $1 AND e.code = 'E-TICKET' AND e.cleared_time IS NULL AND e.stay_id = ANY($2::text[])
    AND e.time > $3::timestamptz - interval '90 days'`;

async function listed(db: Db, tenantId: number, missing: readonly EndedPrint[]): Promise<void> {
  const boxes = await db.raw<{ id: string; box: string | null }>(
    'SELECT id, box_id AS box FROM park_gate WHERE tenant_id = $1 AND id = ANY($2::uuid[])',
    [tenantId, missing.flatMap(({ gateId }) => gateId ?? [])],
  );
  for (const [parkId, own] of Map.groupBy(missing, (each) => each.parkId)) {
    const seen = own.flatMap(({ id, gateId, time }) =>
      gateId === null ? [] : [{ id, lane: gateId, at: Date.parse(time) }],
    );
    const duty = await dutyAt(db, { tenantId, parkId }, seen);
    const rows = own.map(({ id, time, companyId, gateId, about, plate }) => ({
      tenant_id: tenantId,
      company_id: companyId,
      park_id: parkId,
      id,
      ...frame(),
      gate_id: gateId,
      code: 'E-TICKET',
      time,
      plate_number: plate,
      stay_id: about,
      other_id: id,
      amount_fen: null,
      box_id: boxes.find((each) => each.id === gateId)?.box ?? null,
      operator: duty.get(id)?.operator ?? null,
      picture: null,
      cleared_time: null,
    }));
    await insertRows(db, 'lane_exception', rows, 'ON CONFLICT (tenant_id, time, id) DO NOTHING');
  }
}

/** A ticket that did not come out is an exception of its lane, until one of the same stay is printed. */
export const ticketsEnded: EventHandler = on(printsEnded, async ({ tenantId, prints }, { db }) => {
  const missing = prints.filter(({ cause, done }) => cause === 'ticket' && !done);
  if (missing.length > 0) await listed(db, tenantId, missing);
  const printed = prints.flatMap(({ about, done }) => (done && about !== null ? [about] : []));
  if (printed.length > 0) await db.raw(CLEARED, [tenantId, printed, new Date().toISOString()]);
});
