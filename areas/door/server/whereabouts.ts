/** Where people are by what readers saw, and who is inside an area now without anybody calling the roll. */
import { isForgotten, rollOf, whereabouts } from '#domain/door/presence.ts';
import type { Passage, Whereabouts } from '#domain/door/presence.ts';
import { ofTenant } from '#kit/server/db.ts';
import type { Db } from '#kit/server/db.ts';
import { rowOf } from '#kit/server/row-by-id.ts';
import { serve } from '#kit/server/served.ts';
import type { Served } from '#kit/server/served.ts';
import type { Work } from '#kit/server/work.ts';
import { doorArea } from '#areas/door/model/door-area.ts';
import { insideArea } from '#areas/door/model/inside-area.ts';
import { AREAS_BELOW } from './fires.ts';
import { passagesOf } from './passages.ts';
import { clockOf } from './place.ts';

const DAY_MS = 86_400_000;
const FORGIVEN = `
  SELECT id AS person, forgiven_time AS at FROM door_employee WHERE tenant_id = $1 AND village_id = $2
    AND forgiven_time > $3::timestamptz AND forgiven_time <= $4::timestamptz AND ($5::uuid IS NULL OR id = $5) AND deleted_at IS NULL`;

type When = {
  readonly tenantId: number;
  readonly villageId: string;
  /** Epoch ms; until now where it is later. */
  readonly at: number;
  readonly now: Date;
  readonly zone: string;
  /** One person instead of all. */
  readonly only?: string;
};

type Seen = { readonly passages: readonly Passage[]; readonly known: ReadonlyMap<string, Whereabouts> };

async function seenBy(db: Db, { tenantId, villageId, at, now, zone, only }: When): Promise<Seen> {
  const until = Math.min(at, now.getTime());
  const [from, to] = [until - DAY_MS, until].map((each) => new Date(each).toISOString()) as [string, string];
  const people = only === undefined ? {} : { people: [only] };
  const passages = await passagesOf(db, { tenantId, villageId, from, until: to, ...people });
  const forgiven = await db.raw<{ person: string; at: string }>(FORGIVEN, [
    tenantId,
    villageId,
    from,
    to,
    only ?? null,
  ]);
  const known = whereabouts(passages, new Map(forgiven.map((each) => [each.person, Date.parse(each.at)])));
  return { passages, known: new Map([...known].filter(([, seen]) => !isForgotten(seen.at, at, zone))) };
}

/** Where people of a community are at a time; of whom nothing is known is not in it. */
export const whereAll = async (db: Db, when: When): Promise<ReadonlyMap<string, Whereabouts>> =>
  (await seenBy(db, when)).known;

const NAMES = `
  SELECT p.id, p.emp_name AS name, d.dept_name AS dept FROM door_employee p LEFT JOIN dept d ON d.tenant_id = p.tenant_id AND d.id = p.dept_id
  WHERE p.tenant_id = $1 AND p.id = ANY($2::uuid[])`;
type AreaRow = { id: string; tenantId: number; villageId: string; capacity: number | null };

/** People in the area and in those within it, the latest first. */
async function inside(work: Work<typeof insideArea.input>): Promise<unknown> {
  const { id, tenantId, villageId, capacity } = (await rowOf(doorArea, work.input.areaId!, work.db)) as AreaRow;
  const db = ofTenant(work.db, tenantId);
  const below = new Set((await db.raw<{ id: string }>(AREAS_BELOW, [tenantId, id])).map((each) => each.id));
  const { zone } = await clockOf(db, tenantId, villageId);
  const at = work.now.getTime();
  const { passages, known } = await seenBy(db, { tenantId, villageId, at, now: work.now, zone });
  const lines = rollOf(passages, below, at).filter(({ person, area }) => known.get(person)?.area === area);
  const people = await db.raw<{ id: string; name: string; dept: string | null }>(NAMES, [
    tenantId,
    lines.map(({ person }) => person),
  ]);
  const places = await db.raw<{ id: string; name: string }>(
    `SELECT id, area_name AS name FROM door_area WHERE tenant_id = $1 AND village_id = $2
     UNION ALL SELECT id, gate_name FROM door_gate WHERE tenant_id = $1 AND village_id = $2`,
    [tenantId, villageId],
  );
  const nameOf = new Map(places.map((each) => [each.id, each.name]));
  const personOf = new Map(people.map((each) => [each.id, each]));
  return {
    capacity,
    here: lines.filter(({ area }) => area === id).length,
    people: lines
      .toSorted((a, b) => b.since - a.since || (a.person < b.person ? -1 : 1))
      .map(({ person, area, gate, since }) => ({
        EmpID: person,
        empName: personOf.get(person)?.name ?? '',
        deptName: personOf.get(person)?.dept ?? null,
        areaId: area,
        areaName: nameOf.get(area) ?? null,
        gateName: nameOf.get(gate ?? '') ?? null,
        since: new Date(since).toISOString(),
      })),
  };
}

export const insideServed: readonly Served[] = [serve(insideArea, inside)];
