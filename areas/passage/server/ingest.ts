/** Device events of one car park and the server's own messages to its lanes: one transaction per batch. */
import type { PaidEvent, RemoteEvent, TickEvent } from '#domain/lane/types.ts';
import type { CodeRefused } from '#areas/billing/model/events.ts';
import type { Paid } from '#areas/billing/server/door.ts';
import { Refused } from '#kit/declare/refused.ts';
import { platformScope, tenantScope } from '#kit/server/db.ts';
import type { Database, Db } from '#kit/server/db.ts';
import type { UpEvent } from '#areas/device/model/link.ts';
import { parkSettings } from '#areas/lot/model/park-settings.ts';
import { publishLive } from './live.ts';
import { lotFacts } from './lot.ts';
import { apply, clearDebt, giveUpWaiting, openSession, receive, sessionOf, trySession } from './session.ts';
import type { Session } from './session.ts';
import { joined } from './batched-queries.ts';
import { lockFree } from './load.ts';
import { needOf, NeedsMore, together } from './need.ts';
import type { Need } from './need.ts';
import { showFault } from './pay-codes.ts';
import { writeSession } from './write.ts';

export type Target = { readonly tenantId: number; readonly parkId: string };

const unique = (values: readonly (string | null | undefined)[]): string[] => [
  ...new Set(values.filter((value): value is string => Boolean(value))),
];

/**
 * Works on one lot inside a transaction of its tenant: loads, lets `act` change it, writes. `act` may run more than
 * once. Answers what to call after the commit.
 */
export async function changeLot(
  db: Db,
  target: Target,
  need: Partial<Need>,
  act: (session: Session) => void,
): Promise<() => void> {
  return finish(db, await openSession(db, target.tenantId, target.parkId, need, act));
}

async function finish(db: Db, session: Session, at?: Date): Promise<() => void> {
  const wake = await writeSession(db, session, at);
  return () => {
    wake();
    publishLive(session);
  };
}

/**
 * In a transaction of its own: where more has to be loaded, it is restarted instead of rolling back to a savepoint,
 * which every batch would pay for.
 */
async function inLot(
  database: Database,
  target: Target,
  need: Partial<Need>,
  act: (session: Session) => void,
): Promise<void> {
  for (let required = together(need); ;) {
    try {
      const after = await database.write(
        tenantScope(target.tenantId),
        async (db) => finish(db, await trySession(db, target, required, act)),
        { byKey: true },
      );
      return after();
    } catch (error) {
      if (!(error instanceof NeedsMore)) throw error;
      required = together(required, error.need);
    }
  }
}

/** Stores a batch and all that follows from it; resolves after the commit. A batch that comes again changes nothing. */
export async function ingestBatch(database: Database, target: Target, events: readonly UpEvent[]): Promise<void> {
  await inLot(database, target, needOf(events), (session) => {
    for (const event of events) receive(session, event);
  });
}

/** What came of one lot. */
export type LotBatch = { readonly parkId: string; readonly events: readonly UpEvent[] };

/**
 * Stores batches of several lots of one tenant in one transaction whose statements serve them all; resolves after the
 * commit. A lot that somebody else holds, that has no row yet, of which more has to be loaded or whose events the rules
 * can not take is left out; where this fails, none is stored.
 * @returns the lots that were stored
 */
export async function ingestTogether(
  database: Database,
  tenantId: number,
  batches: readonly LotBatch[],
): Promise<ReadonlySet<string>> {
  const after = await database.write(
    tenantScope(tenantId),
    async (db) => {
      const lots = await Promise.all(batches.map(({ parkId }) => lotFacts(db, tenantId, parkId).catch(leftOut)));
      const free = await lockFree(
        db,
        tenantId,
        batches.map(({ parkId }) => parkId),
      );
      const [all, at] = [joined(db), new Date()];
      const sessions = await Promise.all(
        batches.map(async ({ parkId, events }, nth) => {
          const [lot, inside] = [lots[nth], free.get(parkId)];
          if (!lot || inside === undefined) return null;
          return await sessionOf(all, lot, Promise.resolve(inside), needOf(events), (session) =>
            receiveAll(session, events),
          ).catch(leftOut);
        }),
      );
      return new Map(
        await Promise.all(
          sessions
            .filter((session) => session !== null)
            .map(async (session) => [session.lot.place.parkId, await finish(all, session, at)] as const),
        ),
      );
    },
    { byKey: true },
  );
  for (const wake of after.values()) wake();
  return new Set(after.keys());
}

/** What the rules can not take: a fault of these events, which the engine has nothing to do with. */
class Untaken extends Error {}

function receiveAll(session: Session, events: readonly UpEvent[]): void {
  try {
    for (const event of events) receive(session, event);
  } catch (error) {
    throw error instanceof NeedsMore ? error : new Untaken('events that the rules can not take', { cause: error });
  }
}

function leftOut(error: unknown): null {
  if (error instanceof NeedsMore || error instanceof Untaken || error instanceof Refused) return null;
  throw error;
}

/**
 * Called when channel payments of one car park were booked: notifies the lanes the cars wait in and updates the stays'
 * amounts.
 */
export async function ordersPaid(db: Db, paid: readonly Paid[]): Promise<() => void> {
  const target = { tenantId: paid[0]!.tenantId, parkId: paid[0]!.parkId };
  const need = {
    stayIds: unique(paid.map((each) => each.stayId)),
    orderIds: unique(paid.map((each) => each.orderId)),
    lanes: unique(paid.map((each) => each.gateId)),
    moving: unique(paid.map((each) => each.gateId)),
    earliest: Math.min(...paid.map((each) => each.at)),
  };
  return changeLot(db, target, need, (session) => {
    for (const each of paid) applyPaid(session, each);
  });
}

function applyPaid(session: Session, paid: Paid): void {
  session.touchedStays.add(session.book.order(paid.orderId)?.stay ?? paid.stayId);
  clearDebt(session, paid.orderId, paid.at);
  if (paid.gateId === null || !session.lanes.has(paid.gateId)) return;
  const event: PaidEvent = {
    kind: 'paid',
    lane: paid.gateId,
    device: `order:${paid.orderId}`,
    seq: 1,
    at: paid.at,
    rawAt: paid.at,
    order: paid.orderId,
    amountFen: paid.amountFen,
  };
  apply(session, event);
}

/**
 * Called when channels refused pay codes that were scanned at lanes of one car park: the driver is shown what to do.
 */
export async function codesRefused(db: Db, refused: readonly CodeRefused[]): Promise<() => void> {
  const target = { tenantId: refused[0]!.tenantId, parkId: refused[0]!.parkId };
  const lanes = unique(refused.map((each) => each.gateId));
  const need = { lanes, orderIds: unique(refused.map((each) => each.orderId)) };
  return changeLot(db, target, need, (session) => {
    for (const { gateId, orderId, why } of refused) {
      const phase = gateId === null ? undefined : session.lanes.get(gateId)?.phase;
      if (phase?.name === 'awaiting' && phase.settling.order === orderId) showFault(session, gateId, why ?? 'refused');
    }
  });
}

/** A command was given from afar: the lane knows why before its gate reports. */
export async function remoteGiven(database: Database, target: Target, event: RemoteEvent): Promise<void> {
  await inLot(database, target, { lanes: [event.lane], earliest: event.at }, (session) => apply(session, event));
}

const patienceMs = 15_000;
/** Nothing can come while nobody listens: patience begins with the server. */
const listeningSince = Date.now();
const hour = 3_600_000;

type Due = { tenant_id: number; park_id: string; lanes: string[] | null; devices: string[] | null };

/**
 * No lot waits less (ms) for its barrier, or for a car to pass: a lane with a younger opening has nothing due, and its
 * lot is left to its events.
 */
const [leastGateMs, leastPassageMs] = [parkSettings.gateSeconds.min! * 1_000, parkSettings.passageSeconds.min! * 1_000];

/**
 * Lanes whose barrier has not answered or whose car has not passed, and devices with a number missing for longer than
 * patience lasts.
 */
const dueSql = `
  SELECT tenant_id, park_id, array_agg(gate_id) FILTER (WHERE gate_id IS NOT NULL) AS lanes,
    array_agg(device_id) FILTER (WHERE device_id IS NOT NULL) AS devices FROM (
    SELECT tenant_id, park_id, gate_id, NULL::uuid AS device_id FROM lane_live
    WHERE state->'phase'->>'name' IN ('granted', 'releasing', 'no-plate') AND state->'phase'->'vehicle'->>'offline' IS NULL
      AND (state->'phase'->'opening'->>'askedAt')::bigint BETWEEN $1::bigint - ${hour} AND $1::bigint - ${leastGateMs}
      AND CASE WHEN state->'phase'->'opening'->>'upAt' IS NULL THEN NOT (state->'phase'->'opening'->>'alerted')::boolean
        ELSE state->'phase'->>'name' = 'releasing' AND (state->'phase'->'opening'->>'upAt')::bigint <= $1::bigint - ${leastPassageMs} END
    UNION ALL SELECT tenant_id, park_id, NULL, device_id FROM device_live
    WHERE jsonb_array_length(state->'held') > 0 AND greatest(coalesce((state->>'since')::bigint,
      (extract(epoch FROM updated_at) * 1000)::bigint),
      $2::bigint) NOT BETWEEN $1::bigint - ${patienceMs} AND $1::bigint + ${patienceMs}
  ) waiting GROUP BY tenant_id, park_id ORDER BY tenant_id, park_id`;

/**
 * Moves deadlines of lanes in which something waits, and gives up on numbers that stay missing, also where the wait
 * began by a clock that has been set back since. Run every few seconds. `listening`: since when (epoch ms) messages are
 * received. A failing car park does not delay the others.
 */
export async function sweepLanes(database: Database, now: Date, listening = listeningSince): Promise<void> {
  const due = await database.read(platformScope, (db) => db.raw<Due>(dueSql, [now.getTime(), listening]));
  const failed: unknown[] = [];
  for (const { tenant_id, park_id, lanes, devices } of due) {
    await inLot(
      database,
      { tenantId: tenant_id, parkId: park_id },
      { lanes: lanes ?? [], moving: lanes ?? [], devices: devices ?? [] },
      (session) => {
        for (const device of devices ?? [])
          if (Math.abs(now.getTime() - (session.devices.get(device)?.since ?? 0)) > patienceMs)
            giveUpWaiting(session, device);
        for (const lane of lanes ?? []) tick(session, lane, now.getTime());
      },
    ).catch((error: unknown) => failed.push(error));
  }
  if (failed.length > 0) throw new AggregateError(failed, `${failed.length} of ${due.length} lots could not be swept`);
}

/** Deadlines move by the lane's own clock: a replayed day is not hurried by the wall's. */
function tick(session: Session, lane: string, now: number): void {
  const phase = session.lanes.get(lane)?.phase;
  if (!phase || !('opening' in phase) || now - phase.opening.askedAt > hour) return;
  const event: TickEvent = { kind: 'tick', lane, device: `tick:${lane}`, seq: now, at: now, rawAt: now };
  apply(session, event);
}
