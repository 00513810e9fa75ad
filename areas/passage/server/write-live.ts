import { insertRows } from '#kit/server/bulk.ts';
import type { Db } from '#kit/server/db.ts';
import { iso } from './rows.ts';
import type { Session } from './session.ts';
import { now, owner, facts } from './write-base.ts';

/** How far lanes and devices are, and the lot's own figure of cars inside. */
export async function writeLive(db: Db, session: Session): Promise<void> {
  const { tenantId, parkId } = session.lot.place;
  const head = { tenant_id: tenantId, park_id: parkId, updated_at: now() };
  const lanes = [...session.touchedLanes].map((id) => ({ ...head, gate_id: id, state: session.lanes.get(id) }));
  await insertRows(
    db,
    'lane_live',
    lanes,
    'ON CONFLICT (tenant_id, park_id, gate_id) DO UPDATE SET state = excluded.state, updated_at = excluded.updated_at',
  );
  const devices = [...session.touchedDevices].map((id) => ({
    ...head,
    device_id: id,
    last_seq: (session.devices.get(id)?.next ?? 1) - 1,
    state: session.devices.get(id),
  }));
  await insertRows(
    db,
    'device_live',
    devices,
    'ON CONFLICT (tenant_id, park_id, device_id) DO UPDATE SET last_seq = excluded.last_seq, state = excluded.state, updated_at = excluded.updated_at',
  );
  const events = [...new Map(session.arrived.map((each) => [`${each.event.device} ${each.event.seq}`, each])).values()];
  await insertRows(
    db,
    'device_event',
    events.map(({ event, applied }) => ({
      tenant_id: tenantId,
      park_id: parkId,
      device_id: event.device,
      gate_id: event.lane,
      seq: event.seq,
      kind: event.kind,
      raw_at: iso(event.rawAt),
      at: iso(event.at),
      received_at: now(),
      payload: event.kind === 'scan' ? { ...event, payCode: `${event.payCode.slice(0, 2)}…` } : event,
      applied,
    })),
    'ON CONFLICT (tenant_id, raw_at, device_id, seq) DO UPDATE SET applied = excluded.applied',
  );
  const fresh = events.filter(
    ({ event, applied }) => !applied || !session.heldBefore.has(`${event.device} ${event.seq}`),
  ).length;
  await insertRows(
    db,
    'park_live',
    [
      {
        ...owner(session),
        inside: session.book.occupancy(),
        events: fresh,
        adjusted: facts(session, 'adjustment').reduce((sum, fact) => sum + fact.delta, 0),
        updated_at: now(),
      },
    ],
    `ON CONFLICT (tenant_id, park_id) DO UPDATE SET
    inside = excluded.inside, events = park_live.events + excluded.events, adjusted = park_live.adjusted + excluded.adjusted, updated_at = excluded.updated_at`,
  );
}
