/** Messages of intercoms: a pressed button becomes a call, once, however often it is reported. */
import type { HelpEvent, IngestTarget } from '#areas/device/model/link.ts';
import type { DeskEvent } from '#domain/queue/queue.ts';
import { isoOf } from '#domain/time/iso.ts';
import { insertRows } from '#kit/server/bulk.ts';
import { tenantScope } from '#kit/server/db.ts';
import type { Database, Db } from '#kit/server/db.ts';
import { newId } from '#kit/server/id.ts';
import { writeCall } from './call-row.ts';
import { moveDesk } from './desk.ts';

/** A call is rated within so long after it ended. */
const RATED_WITHIN_MS = 10 * 60_000;

type Gate = { id: string; companyId: string; type: string };

const gatesOf = async (
  db: Db,
  { tenantId, parkId }: IngestTarget,
  ids: readonly string[],
): Promise<Map<string, Gate>> =>
  new Map(
    (
      await db.raw<Gate>(
        `SELECT id, company_id AS "companyId", gate_type AS type FROM park_gate
         WHERE tenant_id = $1 AND park_id = $2 AND id = ANY($3::uuid[]) AND deleted_at IS NULL`,
        [tenantId, parkId, [...ids]],
      )
    ).map((gate) => [gate.id, gate]),
  );

const kinds = { press: 'pressed', hangUp: 'hungUp', rate: 'rated' } as const;

/** Those reported for the first time: each number of a device once. */
async function firstReported(
  db: Db,
  { tenantId, parkId }: IngestTarget,
  events: readonly HelpEvent[],
  gates: ReadonlyMap<string, Gate>,
): Promise<HelpEvent[]> {
  const once = new Map(events.map((event) => [`${event.device} ${event.seq}`, event]));
  const known = [...once.values()].filter(({ lane }) => gates.has(lane));
  const rows = known.map(({ device, seq, at, lane, action, rating }) => ({
    tenant_id: tenantId,
    company_id: gates.get(lane)!.companyId,
    park_id: parkId,
    id: newId(),
    created_at: isoOf(at),
    updated_at: isoOf(at),
    gate_id: lane,
    call_id: null,
    time: isoOf(at),
    kind: kinds[action],
    device_id: device,
    seq,
    rating,
  }));
  const stored = await insertRows<{ device: string; seq: number }>(
    db,
    'call_event',
    rows,
    'ON CONFLICT DO NOTHING RETURNING device_id AS device, seq::int AS seq',
  );
  const fresh = new Set(stored.map(({ device, seq }) => `${device} ${seq}`));
  return known
    .filter(({ device, seq }) => fresh.has(`${device} ${seq}`))
    .toSorted((a, b) => a.at - b.at || a.seq - b.seq);
}

/** To the last talk at the lane; the word itself is part of the call's course then. */
async function rate(db: Db, tenantId: number, { device, seq, lane, at, rating }: HelpEvent): Promise<void> {
  const [rated] = await db.raw<{ id: string }>(
    `UPDATE call_record SET rating = $3 WHERE tenant_id = $1 AND rating IS NULL AND id = (
       SELECT id FROM call_record WHERE tenant_id = $1 AND gate_id = $2 AND status IN ('wrapup', 'closed')
         AND ended_time BETWEEN $4::timestamptz AND $5::timestamptz AND deleted_at IS NULL ORDER BY ended_time DESC LIMIT 1)
     RETURNING id`,
    [tenantId, lane, rating, isoOf(at - RATED_WITHIN_MS), isoOf(at + 5_000)],
  );
  if (!rated) return;
  await db.raw('UPDATE call_event SET call_id = $4 WHERE tenant_id = $1 AND device_id = $2 AND seq = $3', [
    tenantId,
    device,
    seq,
    rated.id,
  ]);
}

const eventOf = (event: HelpEvent, lot: string, gate: Gate): DeskEvent =>
  event.action === 'press'
    ? {
        kind: 'press',
        call: { id: newId(), lot, lane: event.lane, exit: gate.type === 'out' },
        at: event.at,
      }
    : { kind: 'gone', lane: event.lane };

/** Lanes whose call is open: whoever pressed there since is not hung up on by an older word. */
async function lanesCalling(
  db: Db,
  { tenantId, parkId }: IngestTarget,
  lanes: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await db.raw<{ lane: string }>(
    'SELECT open_key AS lane FROM call_record WHERE tenant_id = $1 AND park_id = $2 AND open_key = ANY($3::text[]) AND deleted_at IS NULL',
    [tenantId, parkId, [...lanes]],
  );
  return new Set(rows.map(({ lane }) => lane));
}

/**
 * Presses reported after the driver had hung up again: the intercom's next message is known already, and was to
 * hang up.
 */
async function overAlready(db: Db, tenantId: number, fresh: readonly HelpEvent[]): Promise<ReadonlySet<HelpEvent>> {
  const over = new Set<HelpEvent>();
  for (const event of fresh) {
    if (event.action !== 'press') continue;
    const [next] = await db.raw<{ kind: string; seq: number }>(
      `SELECT kind, seq::int AS seq FROM call_event WHERE tenant_id = $1 AND device_id = $2 AND seq > $3 AND kind IN ('pressed', 'hungUp')
       ORDER BY seq LIMIT 1`,
      [tenantId, event.device, event.seq],
    );
    const isNow = fresh.some(({ device, seq }) => device === event.device && seq === next?.seq);
    if (next?.kind === 'hungUp' && !isNow) over.add(event);
  }
  return over;
}

/** Stores the messages of one car park's intercoms and rings for new presses; resolves after the commit. */
export async function takeHelp(
  database: Database,
  target: IngestTarget,
  events: readonly HelpEvent[],
  now = new Date(),
): Promise<void> {
  const { tenantId, parkId } = target;
  const after = await database.write(tenantScope(tenantId), async (db) => {
    const gates = await gatesOf(db, target, [...new Set(events.map(({ lane }) => lane))]);
    // A concurrent message of the same lane waits here: the seats of a group are its desk.
    await db.raw('SELECT 1 FROM park_gate WHERE tenant_id = $1 AND id = ANY($2::uuid[]) ORDER BY id FOR UPDATE', [
      tenantId,
      [...gates.keys()],
    ]);
    const fresh = await firstReported(db, target, events, gates);
    const over = await overAlready(db, tenantId, fresh);
    const open = over.size === 0 ? new Set<string>() : await lanesCalling(db, target, [...gates.keys()]);
    const deskEvents = fresh.flatMap((event): DeskEvent[] => {
      if (event.action === 'rate' || (over.has(event) && open.has(event.lane))) return [];
      const deskEvent = eventOf(event, parkId, gates.get(event.lane)!);
      return over.has(event) ? [deskEvent, { kind: 'gone', lane: event.lane }] : [deskEvent];
    });
    const moved = await moveDesk(db, tenantId, deskEvents, now, (desk, event) => {
      const { id: gateId, companyId } = gates.get(event.call.lane)!;
      return writeCall(db, { ...target, companyId, gateId }, 'button', desk, event, now);
    });
    for (const event of fresh) if (event.action === 'rate') await rate(db, tenantId, event);
    return moved.after;
  });
  after();
}
