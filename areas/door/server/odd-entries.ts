/**
 * Entries that passed anti-passback all the same: two within the second that word takes to the other terminals, or by
 * one that was cut off. Nothing is undone; they are noted, and in areas that only note it this is where.
 */
import { oddEntries } from '#domain/door/presence.ts';
import { platformScope, tenantScope } from '#kit/server/db.ts';
import type { Database, Db } from '#kit/server/db.ts';
import type { Place } from './delivery-rows.ts';
import { readingsOf } from './passages.ts';
import { clockOf } from './place.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
/** What was stored so long ago has been looked at: the clock's work may have been late. */
const FRESH_MS = 10 * MINUTE_MS;

type Kind = 'off' | 'soft' | 'hard' | 'timed';
const AREAS = `
  SELECT id, anti_passback AS "antiPassback", pass_minutes::int AS "passMinutes" FROM door_area
  WHERE tenant_id = $1 AND village_id = $2 AND anti_passback <> 'off' AND deleted_at IS NULL`;
/** Whoever passed, in or out, by what arrived lately. */
const PASSED = `
  SELECT DISTINCT e.emp_id AS person, p.forgiven_time AS forgiven FROM door_event e
    JOIN door_employee p ON p.tenant_id = e.tenant_id AND p.id = e.emp_id
  WHERE e.tenant_id = $1 AND e.village_id = $2 AND e.time > $3::timestamptz AND e.created_at > $4::timestamptz AND e.result = 'granted' AND e.deleted_at IS NULL`;
const NOTE = `
  UPDATE door_event SET odd = $4 WHERE tenant_id = $1 AND id = ANY($2::uuid[]) AND time > $3::timestamptz`;

async function noteIn(db: Db, { tenantId, villageId }: Place, now: Date): Promise<void> {
  const from = new Date(now.getTime() - DAY_MS).toISOString();
  const fresh = now.getTime() - FRESH_MS;
  const passed = await db.raw<{ person: string; forgiven: string | null }>(PASSED, [
    tenantId,
    villageId,
    from,
    new Date(fresh).toISOString(),
  ]);
  if (passed.length === 0) return;
  const areas = await db.raw<{ id: string; antiPassback: Kind; passMinutes: number }>(AREAS, [tenantId, villageId]);
  const until = new Date(now.getTime() + DAY_MS).toISOString();
  const people = passed.map(({ person }) => person);
  const readings = await readingsOf(db, { tenantId, villageId, from, until, people });
  const forgiven = new Map(
    passed.flatMap((each) => (each.forgiven === null ? [] : [[each.person, Date.parse(each.forgiven)] as const])),
  );
  const { zone } = await clockOf(db, tenantId, villageId);
  const odd = oddEntries(readings, forgiven, new Map(areas.map((area) => [area.id, area])), zone);
  // Of two forgivenesses only the later is known: what was looked at before it stays as it is.
  const noted = readings.filter((each) => odd.has(each.id) && each.odd === null && Date.parse(each.createdAt) > fresh);
  const cleared = readings.filter((each) => !odd.has(each.id) && each.odd !== null);
  for (const [rows, value] of [
    [noted, 'passed-back'],
    [cleared, null],
  ] as const)
    if (rows.length > 0) await db.raw(NOTE, [tenantId, rows.map(({ id }) => id), from, value]);
}

const PLACES = `
  SELECT DISTINCT tenant_id AS "tenantId", village_id AS "villageId" FROM door_area WHERE anti_passback <> 'off' AND deleted_at IS NULL`;

export async function noteOdd(database: Database, now: Date): Promise<void> {
  for (const place of await database.read(platformScope, (db) => db.raw<Place>(PLACES)))
    await database.write(tenantScope(place.tenantId), (db) => noteIn(db, place, now));
}
