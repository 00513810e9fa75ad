/** Prints that are over: areas that list missing slips receive them in the same transaction. */
import { printsEnded } from '#areas/device/model/events.ts';
import type { EndedPrint } from '#areas/device/model/events.ts';
import type { Db } from '#kit/server/db.ts';
import { emit } from '#kit/server/events.ts';

/** Of a command `c` in RETURNING: what is passed on of a print, null of any other command. */
export const PRINT = `CASE WHEN c.command = 'print' THEN jsonb_build_object('id', c.id, 'time', c.time, 'parkId', c.park_id,
  'companyId', c.company_id, 'gateId', c.gate_id, 'cause', c.cause, 'about', c.cause_id, 'plate', c.payload->>'plate',
  'done', c.status = 'answered') END AS print`;

export type Printed = { readonly print: EndedPrint | null };

export async function passOnPrints(db: Db, tenantId: number, rows: readonly Printed[]): Promise<void> {
  const prints = rows.flatMap(({ print }) => print ?? []);
  if (prints.length > 0) await emit(printsEnded, { tenantId, prints }, { db });
}
