/** Passes as a lane asks for them. */
import { groupShares, laneAllowed } from '#domain/pass/group.ts';
import type { GroupStay } from '#domain/pass/group.ts';
import { freeDays, standingOn } from '#domain/pass/history.ts';
import type { PassHistory } from '#domain/pass/history.ts';
import { coverageOf } from '#domain/pass/pass.ts';
import type { Coverage } from '#domain/pass/pass.ts';
import { dayOf } from '#domain/time/day.ts';
import type { PassView } from '#domain/lane/lookup.ts';
import type { Db } from '#kit/server/db.ts';

/**
 * One pass with its days. `group`: the plates that share its spaces, its own among them; null for one car on a space of
 * its own.
 */
export type GatePass = {
  readonly id: string;
  readonly carTypeId: string;
  readonly plates: readonly string[];
  readonly lanes: readonly string[];
  readonly history: PassHistory;
  readonly group: { readonly id: string; readonly spaces: number; readonly plates: readonly string[] } | null;
};

type Row = {
  id: string;
  car_type_id: string;
  gate_ids: string[] | null;
  last_day: string | null;
  plates: string[];
  spans: [string, string][] | null;
  rests: [string, string | null][] | null;
  group_id: string | null;
  spaces: number | null;
  group_plates: string[] | null;
};

const PASSES = `SELECT m.id, m.car_type_id, m.gate_ids, m.last_day,
  (SELECT array_agg(p.plate) FROM pass_plate p WHERE p.tenant_id = $1 AND p.pass_id = m.id) AS plates,
  (SELECT json_agg(json_build_array(r.from_day, r.new_end)) FROM pass_renewal r WHERE r.tenant_id = $1 AND r.pass_id = m.id AND r.deleted_at IS NULL) AS spans,
  (SELECT json_agg(json_build_array(s.from_day, s.to_day)) FROM pass_suspension s
    WHERE s.tenant_id = $1 AND s.pass_id = m.id AND s.deleted_at IS NULL) AS rests,
  g.id AS group_id, g.spaces,
  (SELECT array_agg(DISTINCT p.plate) FROM park_month o
    JOIN pass_plate p ON p.tenant_id = o.tenant_id AND p.pass_id = o.id
    WHERE g.id IS NOT NULL AND o.tenant_id = $1 AND o.car_bit_group_id = g.id AND o.deleted_at IS NULL) AS group_plates
  FROM park_month m LEFT JOIN space_group g ON g.tenant_id = m.tenant_id AND g.id = m.car_bit_group_id AND g.deleted_at IS NULL`;

function passOf(row: Row): GatePass {
  const plates = row.plates ?? [];
  const own = plates.length > 1 ? { id: row.id, spaces: 1, plates } : null;
  return {
    id: row.id,
    carTypeId: row.car_type_id,
    plates,
    lanes: row.gate_ids ?? [],
    history: {
      spans: (row.spans ?? []).map(([fromDay, toDay]) => ({ fromDay, toDay })),
      suspended: (row.rests ?? []).map(([fromDay, toDay]) => ({ fromDay, toDay })),
      lastDay: row.last_day,
    },
    group: row.group_id ? { id: row.group_id, spaces: Number(row.spaces), plates: row.group_plates ?? plates } : own,
  };
}

/**
 * Passes of these plates in a lot, or with these ids, that were ever paid for; including ended ones, for late events.
 */
export async function gatePasses(
  db: Db,
  { tenantId, parkId }: { tenantId: number; parkId: string },
  by: { plates?: readonly string[]; ids?: readonly string[] },
): Promise<GatePass[]> {
  const { plates = [], ids = [] } = by;
  const alive = 'm.deleted_at IS NULL AND m.end_time IS NOT NULL';
  const rows = [
    ...(plates.length === 0
      ? []
      : await db.raw<Row>(
          `${PASSES} JOIN (SELECT DISTINCT pass_id FROM pass_plate
           WHERE tenant_id = $1 AND park_id = $2 AND plate = ANY($3::text[])) w ON w.pass_id = m.id
           WHERE m.tenant_id = $1 AND ${alive}`,
          [tenantId, parkId, [...plates]],
        )),
    ...(ids.length === 0
      ? []
      : await db.raw<Row>(
          `${PASSES} WHERE m.tenant_id = $1 AND m.park_id = $2 AND m.id = ANY($3::uuid[]) AND ${alive}`,
          [tenantId, parkId, [...ids]],
        )),
  ];
  return [...new Map(rows.map((row) => [row.id, passOf(row)])).values()];
}

/** All passes of a lot whose last day bought is not before a day of the lot. */
export const lotPasses = async (
  db: Db,
  { tenantId, parkId }: { tenantId: number; parkId: string },
  fromDay: string,
): Promise<GatePass[]> =>
  (
    await db.raw<Row>(
      `${PASSES} WHERE m.tenant_id = $1 AND m.park_id = $2 AND m.deleted_at IS NULL AND m.end_time >= $3 ORDER BY m.id`,
      [tenantId, parkId, fromDay],
    )
  ).map(passOf);

const rank = { valid: 0, grace: 1, expired: 2 } as const;

/**
 * What a lane may know of a plate's pass at an instant: the one that holds best among those allowed here. `inside`
 * counts cars with a pass now in the lot.
 */
export function passView(
  passes: readonly GatePass[],
  ask: { plate: string; lane: string; at: number; zone: string; graceDays: number },
  inside: (plates: readonly string[]) => number,
): PassView | null {
  const day = dayOf(ask.at, ask.zone);
  const standing = passes
    .filter((pass) => pass.plates.includes(ask.plate) && laneAllowed(pass.lanes, ask.lane))
    .flatMap((pass) => {
      const found = standingOn(pass.history, day, ask.graceDays);
      return found ? [{ pass, ...found }] : [];
    })
    .sort((a, b) => rank[a.state] - rank[b.state] || a.endedDays - b.endedDays || (a.pass.id < b.pass.id ? -1 : 1));
  const [best] = standing;
  if (!best) return null;
  const { pass, state, endedDays } = best;
  const { group } = pass;
  // The car itself takes no second space: what is still open of an earlier visit is in doubt once it stands here again.
  const taken = group && state !== 'expired' ? inside(group.plates.filter((plate) => plate !== ask.plate)) : 0;
  return { id: pass.id, state, endedDays, group: group ? { id: group.id, spaces: group.spaces, taken } : null };
}

/**
 * Since when (epoch ms) a car that waited for a space of its pass's group has one; null while it waits. `stays`: of the
 * cars of the group, its own among them.
 */
export const spaceTaken = (pass: GatePass, id: string, stays: readonly GroupStay[]): number | null =>
  pass.group ? (groupShares(pass.group.spaces, stays, 'take-over').get(id) ?? null) : null;

/** The parts of a stay that passes cover, days of grace among them. Times epoch ms. */
export const passCoverage = (
  passes: readonly GatePass[],
  stay: { inAt: number; outAt: number },
  zone: string,
  grace: number,
): Coverage =>
  coverageOf(
    passes.flatMap((pass) => freeDays(pass.history, grace)),
    stay,
    zone,
  );
