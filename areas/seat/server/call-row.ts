/** The row of a call that came, whatever brought it, with the car that stands there. */
import { standingAt } from '#areas/passage/server/door.ts';
import { numbered } from '#areas/workorder/server/door.ts';
import { isOpen } from '#domain/queue/queue.ts';
import type { Desk, DeskEvent } from '#domain/queue/queue.ts';
import { isoOf } from '#domain/time/iso.ts';
import { insertRows } from '#kit/server/bulk.ts';
import type { Db } from '#kit/server/db.ts';

type Press = Extract<DeskEvent, { kind: 'press' }>;
export type Lane = {
  readonly tenantId: number;
  readonly companyId: string;
  readonly parkId: string;
  readonly gateId: string;
};
type CallSource = 'button' | 'sip' | 'phone';

export async function writeCall(
  db: Db,
  { tenantId, companyId, parkId, gateId }: Lane,
  source: CallSource,
  desk: Desk,
  event: Press,
  now: Date,
): Promise<void> {
  const { id } = event.call;
  const { queuedAt } = desk.calls.get(id)!;
  const car = await standingAt(db, { tenantId, parkId, gateId });
  const row = {
    tenant_id: tenantId,
    company_id: companyId,
    park_id: parkId,
    id,
    created_at: now.toISOString(),
    updated_at: now.toISOString(),
    call_no: numbered('C', id, now),
    gate_id: gateId,
    exit: event.call.exit,
    source,
    plate_number: car?.plate ?? null,
    picture: car?.picture ?? null,
    stay_id: car?.stayId ?? null,
    passing: car?.passing ?? null,
    status: 'queued',
    queued_time: isoOf(queuedAt),
    waiting_from: isoOf(queuedAt),
    open_key: isOpen(desk.calls.get(id)!) ? gateId : null,
  };
  await insertRows(db, 'call_record', [row], 'RETURNING 1');
}
