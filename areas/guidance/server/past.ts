/** A floor as it was: hour by hour, and at an instant. */
import { tally } from '#domain/guidance/counts.ts';
import type { SpaceState } from '#domain/guidance/counts.ts';
import { addDays, dayOf, nextDayStart, startOfDay } from '#domain/time/day.ts';
import { isoOf } from '#domain/time/iso.ts';
import { building } from '#areas/guidance/model/building.ts';
import { floorCurve, floorReplay } from '#areas/guidance/model/history-calls.ts';
import { park } from '#areas/lot/model/park.ts';
import { Refused } from '#kit/declare/refused.ts';
import { text } from '#kit/declare/text.ts';
import { ofTenant } from '#kit/server/db.ts';
import type { Db } from '#kit/server/db.ts';
import { rowOf } from '#kit/server/row-by-id.ts';
import { serve } from '#kit/server/served.ts';
import type { Served } from '#kit/server/served.ts';
import type { Work } from '#kit/server/work.ts';
import { HISTORY_MS } from './history.ts';

const ZONE = 'Asia/Shanghai';
const MOST_SPACES = 5_000;

type Floor = { readonly id: string; readonly parkId: string; readonly db: Db; readonly tenantId: number };

async function floorOf(work: Work, id: string): Promise<Floor> {
  const row = (await rowOf(building, id, work.db)) as { id: string; parkId?: unknown; tenantId: unknown };
  const tenantId = Number(row.tenantId);
  return { id, parkId: String(row.parkId), tenantId, db: ofTenant(work.db, tenantId) };
}

type Hour = { readonly day: string; readonly hour: number } & { readonly [S in SpaceState]: number };

const HOURS = `SELECT to_char(at AT TIME ZONE $3, 'YYYY-MM-DD') AS day, extract(hour FROM at AT TIME ZONE $3)::int AS hour,
    round(avg(free), 1)::float AS free, round(avg(taken), 1)::float AS taken, round(avg(unknown), 1)::float AS unknown,
    round(avg(closed), 1)::float AS closed
  FROM floor_count WHERE tenant_id = $1 AND building_id = $2
    AND ((at >= $4 AND at < $5) OR (at >= $6 AND at < $7)) GROUP BY 1, 2 ORDER BY 1, 2`;

async function curve(work: Work<typeof floorCurve.input>): Promise<unknown> {
  const floor = await floorOf(work as Work, work.input.buildingId!);
  const zone = String((await rowOf(park, floor.parkId, floor.db)).zone ?? ZONE);
  const day = work.input.day ?? dayOf(work.now.getTime(), zone);
  const begins = (of: string): string => isoOf(startOfDay(of, zone));
  const [until, weekAgo] = [isoOf(nextDayStart(startOfDay(day, zone), zone)), addDays(day, -7)];
  const compared = [day, addDays(day, -1), weekAgo];
  const rows = await floor.db.raw<Hour>(HOURS, [
    floor.tenantId,
    floor.id,
    zone,
    begins(weekAgo),
    begins(addDays(weekAgo, 1)),
    begins(addDays(day, -1)),
    until,
  ]);
  return {
    at: work.now.toISOString(),
    day,
    from: begins(day),
    until,
    days: compared.map((each) => ({
      day: each,
      hours: rows
        .filter((row) => row.day === each)
        .map(({ hour, free, taken, unknown, closed }) => ({ hour, free, taken, unknown, closed })),
    })),
  };
}

/**
 * The last change up to the instant. A space without one has been what it is since before changes were kept, where it
 * was so by then already.
 */
const STATES = `SELECT s.id, coalesce(c.state, CASE WHEN s.since <= $3 THEN s.status END, 'unknown') AS state
  FROM parking_space s
  LEFT JOIN LATERAL (
    SELECT h.state FROM space_change h WHERE h.tenant_id = $1 AND h.space_id = s.id AND h.at <= $3 ORDER BY h.at DESC, h.id DESC LIMIT 1
  ) c ON true
  WHERE s.tenant_id = $1 AND s.building_id = $2 AND s.created_at <= $3 AND s.deleted_at IS NULL
  ORDER BY s.id LIMIT ${String(MOST_SPACES)}`;

async function replay(work: Work<typeof floorReplay.input>): Promise<unknown> {
  const floor = await floorOf(work as Work, work.input.buildingId!);
  const at = Date.parse(work.input.at!);
  const age = work.now.getTime() - at;
  if (age < 0 || age > HISTORY_MS)
    throw new Refused('bad_input', {}, [
      { field: 'at', msg: text('须在最近 35 天之内，且不晚于现在', 'Must lie in the last 35 days, not in the future') },
    ]);
  const spaces = await floor.db.raw<{ id: string; state: SpaceState }>(STATES, [floor.tenantId, floor.id, isoOf(at)]);
  return { at: isoOf(at), spaces, counts: tally(spaces.map(({ state }) => state)) };
}

export const pastServed: Served[] = [serve(floorCurve, curve), serve(floorReplay, replay)];
