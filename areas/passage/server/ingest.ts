/** Device events of one lot, and what the server itself tells its lanes: one transaction per batch. */
import type { AttendEvent, LaneEvent, PaidEvent, RemoteEvent, TickEvent } from '#domain/lane/types.ts';
import type { Paid } from '#areas/billing/server/door.ts';
import { tenantScope } from '#kit/server/db.ts';
import type { Database, Db } from '#kit/server/db.ts';
import type { UpEvent } from '#areas/device/model/link.ts';
import { publishLive } from './live.ts';
import { apply, earliestOf, giveUpWaiting, openSession, receive } from './session.ts';
import type { Session } from './session.ts';
import type { Need } from './load.ts';
import { writeSession } from './write.ts';

export type Target = { readonly tenantId: number; readonly parkId: string };

const unique = (values: readonly (string | null | undefined)[]): string[] => [...new Set(values.filter((value): value is string => Boolean(value)))];

/** Texts and ids the events speak of, also of events that a device's gap still holds back. */
export function needOf(events: readonly LaneEvent[]): Partial<Need> {
  const attends = events.filter((event): event is AttendEvent => event.kind === 'attend');
  const picks = attends.flatMap((event) => (event.act.action === 'pick' ? [event.act] : []));
  return {
    plates: unique([...events.map((event) => (event.kind === 'plate' ? event.plate : null)), ...picks.map((pick) => pick.plate)]),
    stayIds: unique(picks.map((pick) => pick.stay)),
    orderIds: unique(events.map((event) => ('order' in event ? event.order : null))),
    lanes: unique(events.map((event) => event.lane)), devices: unique(events.map((event) => event.device)), earliest: earliestOf(events),
  };
}

/** Works on one lot inside a transaction of its tenant: loads, lets `act` change it, writes. Answers what to call after the commit. */
export async function changeLot(db: Db, target: Target, need: Partial<Need>, act: (session: Session) => void, events: readonly LaneEvent[] = []): Promise<() => void> {
  const session = await openSession(db, target.tenantId, target.parkId, need, events);
  act(session);
  const wake = await writeSession(db, session);
  return () => { wake(); publishLive(session); };
}

async function inLot(database: Database, target: Target, need: Partial<Need>, act: (session: Session) => void, events: readonly LaneEvent[] = []): Promise<void> {
  const after = await database.write(tenantScope(target.tenantId), (db) => changeLot(db, target, need, act, events));
  after();
}

/** Stores a batch and all that follows from it; resolves after the commit. A batch that comes again changes nothing. */
export async function ingestBatch(database: Database, target: Target, events: readonly UpEvent[]): Promise<void> {
  const held = await heldEvents(database, target, events);
  await inLot(database, target, needOf([...events, ...held]), (session) => {
    for (const event of events) receive(session, event);
  }, [...events, ...held]);
}

/** Events that wait for the ones in this batch: what they speak of has to be loaded as well. */
async function heldEvents(database: Database, target: Target, events: readonly UpEvent[]): Promise<LaneEvent[]> {
  const devices = unique(events.map((event) => event.device));
  const rows = await database.read(tenantScope(target.tenantId), (db) => db.raw<{ held: LaneEvent[] }>(
    `SELECT state->'held' AS held FROM device_live WHERE tenant_id = $1 AND park_id = $2 AND device_id = ANY($3::uuid[]) AND jsonb_array_length(state->'held') > 0`, [target.tenantId, target.parkId, devices]));
  return rows.flatMap((row) => row.held);
}

/** Channels' payments of one lot were booked: the lanes the cars wait in hear of it, and the stays' money is brought up to date. */
export async function ordersPaid(db: Db, paid: readonly Paid[]): Promise<() => void> {
  const target = { tenantId: paid[0]!.tenantId, parkId: paid[0]!.parkId };
  const need = { stayIds: unique(paid.map((each) => each.stayId)), orderIds: unique(paid.map((each) => each.orderId)), lanes: unique(paid.map((each) => each.gateId)), earliest: Math.min(...paid.map((each) => each.at)) };
  return changeLot(db, target, need, (session) => {
    for (const each of paid) hearOne(session, each);
  });
}

function hearOne(session: Session, paid: Paid): void {
  session.touchedStays.add(session.book.order(paid.orderId)?.stay ?? paid.stayId);
  if (paid.gateId === null || !session.lanes.has(paid.gateId)) return;
  const event: PaidEvent = { kind: 'paid', lane: paid.gateId, device: `order:${paid.orderId}`, seq: 1, at: paid.at, rawAt: paid.at, order: paid.orderId, amountFen: paid.amountFen };
  apply(session, event);
}

/** A command was given from afar: the lane knows why before its gate reports. */
export async function remoteGiven(database: Database, target: Target, event: RemoteEvent): Promise<void> {
  await inLot(database, target, { lanes: [event.lane], earliest: event.at }, (session) => apply(session, event));
}

const patienceMs = 15_000;

/** Moves deadlines of lanes in which something waits, and gives up on numbers that stay missing. Run every few seconds. */
export async function sweepLanes(database: Database, now: Date): Promise<void> {
  const due = await database.read({ tenantId: 0, platform: true, companyIds: null, parkIds: null }, (db) => db.raw<{ tenant_id: number; park_id: string; lanes: string[] | null; devices: string[] | null; held: LaneEvent[] | null }>(`
    SELECT tenant_id, park_id, array_agg(gate_id) FILTER (WHERE gate_id IS NOT NULL) AS lanes, array_agg(device_id) FILTER (WHERE device_id IS NOT NULL) AS devices, jsonb_path_query_array(jsonb_agg(held), '$[*][*]') AS held FROM (
      SELECT tenant_id, park_id, gate_id, NULL::uuid AS device_id, '[]'::jsonb AS held FROM lane_live WHERE state->'phase'->>'name' IN ('granted', 'releasing', 'no-plate') AND updated_at < $1 AND updated_at > $2
      UNION ALL SELECT tenant_id, park_id, NULL, device_id, state->'held' FROM device_live WHERE jsonb_array_length(state->'held') > 0 AND updated_at < $3
    ) waiting GROUP BY tenant_id, park_id`, [new Date(now.getTime() - 3_000).toISOString(), new Date(now.getTime() - 3_600_000).toISOString(), new Date(now.getTime() - patienceMs).toISOString()]));
  for (const { tenant_id, park_id, lanes, devices, held } of due) {
    const events = held ?? [];
    const need = needOf(events);
    await inLot(database, { tenantId: tenant_id, parkId: park_id }, { ...need, lanes: unique([...(need.lanes ?? []), ...(lanes ?? [])]), devices: unique([...(need.devices ?? []), ...(devices ?? [])]) }, (session) => {
      for (const device of devices ?? []) giveUpWaiting(session, device);
      for (const lane of lanes ?? []) tick(session, lane, now.getTime());
    }, events);
  }
}

/** Deadlines move by the lane's own clock: a replayed day is not hurried by the wall's. */
function tick(session: Session, lane: string, now: number): void {
  const state = session.lanes.get(lane);
  const phase = state?.phase;
  if (!phase || !('opening' in phase) || now - phase.opening.askedAt > 3_600_000) return;
  const event: TickEvent = { kind: 'tick', lane, device: `tick:${lane}`, seq: now, at: now, rawAt: now };
  apply(session, event);
}
