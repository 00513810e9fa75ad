/**
 * What a change of a rule makes different, before it is saved: it is saved as the form would save it, looked at, and
 * taken back.
 */
import { reachOf, isAtNight, manners, without } from '#domain/door/reach.ts';
import type { Entrance, Manner, Period, Stretch } from '#domain/door/reach.ts';
import type { Plan } from '#domain/door/plan.ts';
import { addDays, dayOf, startOfDay } from '#domain/time/day.ts';
import { isoOf } from '#domain/time/iso.ts';
import { Refused } from '#kit/declare/refused.ts';
import { ofTenant } from '#kit/server/db.ts';
import type { Db } from '#kit/server/db.ts';
import { serve } from '#kit/server/served.ts';
import type { Served } from '#kit/server/served.ts';
import { through } from '#kit/server/through.ts';
import type { Work } from '#kit/server/work.ts';
import { LOOKED_AHEAD, doorDifference } from '#areas/door/model/door-difference.ts';
import { doorEmployee } from '#areas/door/model/door-employee.ts';
import type { Place } from './delivery-rows.ts';
import { clockOf, villageNamed } from './place.ts';
import { plansOf } from './plans.ts';
import { grantsOf } from './rights.ts';
import { doorsOf, wantedIn } from './wanted.ts';
import type { Entry, Wanted } from './wanted.ts';

type Asked = Work<typeof doorDifference.input>;
type Rule = { readonly content: string; readonly deviceIds: readonly string[] };
/** A door, or a device that stands at none. */
type Spot = { readonly id: string; readonly name: string; readonly deviceIds: readonly string[] };

const NAMED = 5;
const MOST_SPOTS = 50;

/** Each rule as it is now, with everything it names, and the devices it is about. */
async function rulesOf(db: Db, { tenantId, villageId }: Place, zone: string): Promise<Map<string, Rule>> {
  const plans = await plansOf(db, tenantId, villageId);
  const grants = await grantsOf(db, tenantId, villageId);
  const doors = await doorsOf(db, tenantId, villageId, zone);
  const contentOf = (rule: unknown, planId: string | null): string =>
    JSON.stringify([rule, planId === null ? null : (plans.get(planId) ?? null)]);
  return new Map<string, Rule>([
    ...grants.map(
      (grant) => [grant.id, { content: contentOf(grant, grant.timePeriodId), deviceIds: grant.deviceIds }] as const,
    ),
    ...[...doors].map(([id, door]) => [id, { content: contentOf(door, door.openPlan), deviceIds: [id] }] as const),
  ]);
}

const devicesOfChange = (before: ReadonlyMap<string, Rule>, after: ReadonlyMap<string, Rule>): Set<string> =>
  new Set(
    [...new Set([...before.keys(), ...after.keys()])].flatMap((id) => {
      const [then, now] = [before.get(id), after.get(id)];
      return then?.content === now?.content ? [] : [...(then?.deviceIds ?? []), ...(now?.deviceIds ?? [])];
    }),
  );

/** Doors with one of these devices, each with all its devices: what somebody may pass at one of them he may pass. */
async function spotsOf(db: Db, { tenantId, villageId }: Place, devices: ReadonlySet<string>): Promise<Spot[]> {
  const rows = await db.raw<{ id: string; name: string; deviceIds: string[] }>(
    `SELECT coalesce(g.id, d.id) AS id, coalesce(g.gate_name, min(d.device_name)) AS name, array_agg(d.id) AS "deviceIds"
     FROM park_device d
     LEFT JOIN door_gate g ON g.tenant_id = d.tenant_id AND g.id::text = d.door_gate_id AND g.deleted_at IS NULL
     WHERE d.tenant_id = $1 AND d.village_id = $2 AND d.device_type = 'door' AND d.deleted_at IS NULL
     GROUP BY coalesce(g.id, d.id), g.gate_name ORDER BY 2, 1`,
    [tenantId, villageId],
  );
  return rows.filter(({ deviceIds }) => deviceIds.some((id) => devices.has(id)));
}

type Side = { readonly rights: ReadonlyMap<string, Entry['rights']>; readonly entrance: Entrance };

/** Who holds what at a door, and what the door asks besides. */
function sideOf({ deviceIds }: Spot, { entries, doors, plans }: Wanted): Side {
  const rights = new Map<string, Entry['rights']>();
  for (const id of deviceIds)
    for (const [person, entry] of entries.get(id) ?? [])
      rights.set(person, [...(rights.get(person) ?? []), ...entry.rights]);
  const door = deviceIds.map((id) => doors.get(id)).find((each) => each !== undefined);
  const into = door?.into ?? null;
  const entrance = {
    into: into && { ...into, antiPassback: into.antiPassback as NonNullable<Entrance['into']>['antiPassback'] },
    fromArea: door?.fromArea ?? null,
    openPlan: door?.openPlan ? (plans.get(door.openPlan) ?? null) : null,
    firstCard: door?.firstCard ?? false,
  };
  return { rights, entrance };
}

type Rights = Entry['rights'];
type Reached = (rights: Rights, side: Side, manner: Manner) => Stretch[];

/** People of one department hold the same rights at a door: what they come to is computed once. */
function reaching(plans: ReadonlyMap<string, Plan>, period: Period): Reached {
  const known = new Map<string, Stretch[]>();
  return (rights, { entrance }, manner) => {
    const key = JSON.stringify([rights, entrance.into, entrance.fromArea, manner]);
    const found = known.get(key);
    if (found) return found;
    const grants = rights.flatMap(({ from, until, plan: planId }) => {
      const plan = plans.get(planId);
      const [begins, ends] = [Date.parse(from), until === null ? null : Date.parse(until)];
      return plan ? [{ id: planId, from: begins, until: ends, plan }] : [];
    });
    // That it stands open for everybody is told besides.
    const reach = reachOf(grants, { ...entrance, openPlan: null }, period, manner);
    known.set(key, reach);
    return reach;
  };
}

class Tally {
  readonly people = new Set<string>();
  atNight = 0;
  first: number | null = null;
  add(person: string, stretches: readonly Stretch[], zone: string): void {
    if (stretches.length === 0) return;
    this.people.add(person);
    if (isAtNight(stretches, zone)) this.atNight += 1;
    this.first = Math.min(this.first ?? Number.POSITIVE_INFINITY, stretches[0]!.from);
  }
}

type Found = { readonly spot: Spot; readonly manner: Manner; readonly gained: Tally; readonly lost: Tally };
type Two<T> = { readonly before: T; readonly after: T };

function compared(spot: Spot, sides: Two<Side>, reached: Two<Reached>, period: Period): Found[] {
  const { before, after } = sides;
  const isSameArea =
    JSON.stringify([before.entrance.into, before.entrance.fromArea]) ===
    JSON.stringify([after.entrance.into, after.entrance.fromArea]);
  const tallies = new Map(manners.map((manner) => [manner, { gained: new Tally(), lost: new Tally() }]));
  for (const person of new Set([...before.rights.keys(), ...after.rights.keys()]))
    for (const manner of isSameArea ? (['usual'] as const) : manners) {
      const then = reached.before(before.rights.get(person) ?? [], before, manner);
      const now = reached.after(after.rights.get(person) ?? [], after, manner);
      const [gained, lost] = [without(now, then), without(then, now)];
      tallies.get(manner)!.gained.add(person, gained, period.zone);
      tallies.get(manner)!.lost.add(person, lost, period.zone);
      // What is different in any case is not counted again.
      if (gained.length + lost.length > 0) break;
    }
  return [...tallies].flatMap(([manner, { gained, lost }]) =>
    gained.people.size + lost.people.size > 0 ? [{ spot, manner, gained, lost }] : [],
  );
}

const minutesOf = (stretches: readonly Stretch[], until: number): number =>
  Math.round(
    stretches.reduce((sum, stretch) => sum + Math.max(0, Math.min(stretch.until, until) - stretch.from), 0) / 60_000,
  );

function standingOf({ id, name }: Spot, { before, after }: Two<Side>, period: Period): object[] {
  const week = startOfDay(addDays(dayOf(period.from, period.zone), 7), period.zone);
  const [then, now] = [before, after].map(({ entrance }) => reachOf(null, entrance, { ...period, until: week }));
  const [gainedMinutes, lostMinutes] = [minutesOf(without(now!, then!), week), minutesOf(without(then!, now!), week)];
  return gainedMinutes + lostMinutes > 0 ? [{ id, name, gainedMinutes, lostMinutes }] : [];
}

async function namesOf(db: Db, tenantId: number, found: readonly Found[]): Promise<Map<string, string>> {
  const ids = found.flatMap(({ gained, lost }) => [gained, lost].flatMap(({ people }) => [...people].slice(0, NAMED)));
  const rows = await db.raw<{ id: string; name: string }>(
    'SELECT id, emp_name AS name FROM door_employee WHERE tenant_id = $1 AND id = ANY($2::uuid[])',
    [tenantId, [...new Set(ids)]],
  );
  return new Map(rows.map(({ id, name }) => [id, name]));
}

const shownOf = ({ people, atNight, first }: Tally, names: ReadonlyMap<string, string>): object => ({
  people: people.size,
  atNight,
  first: first === null ? null : isoOf(first),
  names: [...people].slice(0, NAMED).flatMap((id) => names.get(id) ?? []),
});

type After = { readonly spots: readonly Spot[]; readonly wanted: Wanted };

/** @throws Refused as saving would */
async function afterSaving(
  work: Asked,
  db: Db,
  place: Place,
  before: ReadonlyMap<string, Rule>,
  zone: string,
): Promise<After> {
  const dry = { ...(work as Work), record: () => undefined, afterCommit: () => undefined };
  await through(`${work.input.resource!}.submit`, work.input.values as Record<string, unknown>, dry);
  const devices = devicesOfChange(before, await rulesOf(db, place, zone));
  const spots = (await spotsOf(db, place, devices)).slice(0, MOST_SPOTS);
  const looked = spots.flatMap(({ deviceIds }) => deviceIds);
  return { spots, wanted: await wantedIn(db, place, { devices: looked }, work.now) };
}

async function difference(work: Asked): Promise<unknown> {
  const { id: villageId, tenantId } = await villageNamed(work, work.input.villageId!);
  const place = { tenantId, villageId };
  const db = ofTenant(work.db, tenantId);
  const { zone, calendar } = await clockOf(db, tenantId, villageId);
  const today = dayOf(work.now.getTime(), zone);
  const period: Period = {
    from: work.now.getTime(),
    until: startOfDay(addDays(today, LOOKED_AHEAD), zone),
    zone,
    calendar,
  };
  const shown = {
    problems: [],
    from: isoOf(period.from),
    until: isoOf(period.until),
    people: 0,
    doors: [],
    standing: [],
  };
  const rules = await rulesOf(db, place, zone);
  await work.db.raw('SAVEPOINT difference');
  const after = await afterSaving(work, db, place, rules, zone).catch((error: unknown) => {
    if (error instanceof Refused) return error;
    throw error;
  });
  await work.db.raw('ROLLBACK TO SAVEPOINT difference');
  if (after instanceof Refused) {
    const problems = after.problems.length > 0 ? after.problems : [{ field: '', msg: after.words }];
    return { ...shown, problems: problems.map(({ field, msg }) => ({ field, msg: msg[work.lang] })) };
  }
  const before = await wantedIn(db, place, { devices: after.spots.flatMap(({ deviceIds }) => deviceIds) }, work.now);
  const reached = { before: reaching(before.plans, period), after: reaching(after.wanted.plans, period) };
  const sides = after.spots.map((spot) => ({ spot, before: sideOf(spot, before), after: sideOf(spot, after.wanted) }));
  const found = sides.flatMap(({ spot, ...two }) => compared(spot, two, reached, period));
  const names = work.permits(`${doorEmployee.name}:read`)
    ? await namesOf(db, tenantId, found)
    : new Map<string, string>();
  return {
    ...shown,
    people: new Set(found.flatMap(({ gained, lost }) => [...gained.people, ...lost.people])).size,
    doors: found.map(({ spot: { id, name }, manner, gained, lost }) => ({
      id,
      name,
      manner,
      gained: shownOf(gained, names),
      lost: shownOf(lost, names),
    })),
    standing: sides.flatMap(({ spot, ...two }) => standingOf(spot, two, period)),
  };
}

export const differenceServed: readonly Served[] = [serve(doorDifference, difference, { mode: 'write' })];
