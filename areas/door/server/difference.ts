/**
 * What a change of a rule makes different, before it is saved: it is saved as the form would save it, looked at, and
 * taken back.
 */
import { reachOf, isAtNight, manners, without } from '#domain/door/reach.ts';
import type { Entrance, Manner, Period, Stretch } from '#domain/door/reach.ts';
import type { Grant } from '#domain/door/decide.ts';
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
import { holdersIn } from './holders.ts';
import type { Holders } from './holders.ts';
import { clockOf, villageNamed } from './place.ts';
import { plansOf } from './plans.ts';
import { grantsOf } from './rights.ts';
import type { GrantRow } from './rights.ts';
import { doorsOf } from './wanted.ts';
import type { DoorConfig } from './wanted.ts';

type Query = Work<typeof doorDifference.input>;
type Rule = { readonly content: string; readonly deviceIds: readonly string[] };
/** A door, or a device that stands at none. */
type Spot = { readonly id: string; readonly name: string; readonly deviceIds: readonly string[] };

const NAMED = 5;

type Rules = {
  readonly grants: readonly GrantRow[];
  readonly plans: ReadonlyMap<string, Plan>;
  readonly doors: ReadonlyMap<string, DoorConfig>;
};

async function rulesOf(db: Db, { tenantId, villageId }: Place, zone: string): Promise<Rules> {
  const plans = await plansOf(db, tenantId, villageId);
  const grants = await grantsOf(db, tenantId, villageId);
  return { plans, grants, doors: await doorsOf(db, tenantId, villageId, zone) };
}

/** Each rule with everything it names, and the devices it is about. */
function contentsOf({ grants, plans, doors }: Rules): Map<string, Rule> {
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

function entranceOf({ deviceIds }: Spot, { doors, plans }: Rules): Entrance {
  const door = deviceIds.map((id) => doors.get(id)).find((each) => each !== undefined);
  const into = door?.into ?? null;
  return {
    into: into && { ...into, antiPassback: into.antiPassback as NonNullable<Entrance['into']>['antiPassback'] },
    fromArea: door?.fromArea ?? null,
    openPlan: door?.openPlan ? (plans.get(door.openPlan) ?? null) : null,
    firstCard: door?.firstCard ?? false,
  };
}

type Two<T> = { readonly before: T; readonly after: T };
type Rights = readonly Grant[];
type Reached = (rights: Rights, entrance: Entrance, manner: Manner) => Stretch[];

/** What the same rights come to at doors that ask the same is computed once. */
function reaching(period: Period): Reached {
  const known = new Map<string, Stretch[]>();
  return (rights, entrance, manner) => {
    const door = { ...entrance, openPlan: null };
    const key = JSON.stringify([rights, door, manner]);
    const found = known.get(key);
    if (found) return found;
    // That it stands open for everybody is shown besides.
    const reach = reachOf(rights, door, period, manner);
    known.set(key, reach);
    return reach;
  };
}

/** People who hold the same before and the same after. */
type Alike = Two<Holders['rights']> & { readonly people: readonly string[] };

function alikeIn({ before, after }: Two<readonly Holders[]>): Alike[] {
  const none: Holders['rights'] = new Map();
  const nthOf = (holders: readonly Holders[]) =>
    new Map(holders.flatMap(({ people }, nth) => people.map((person) => [person, nth] as const)));
  const [then, now] = [nthOf(before), nthOf(after)];
  const found = new Map<string, Alike & { people: string[] }>();
  for (const person of new Set([...then.keys(), ...now.keys()])) {
    const [one, other] = [then.get(person) ?? -1, now.get(person) ?? -1];
    const key = `${one} ${other}`;
    const group = found.get(key);
    if (group) group.people.push(person);
    else
      found.set(key, {
        people: [person],
        before: before[one]?.rights ?? none,
        after: after[other]?.rights ?? none,
      });
  }
  return [...found.values()];
}

class Tally {
  readonly people = new Set<string>();
  atNight = 0;
  first: number | null = null;
  add(people: readonly string[], stretches: readonly Stretch[], zone: string): void {
    if (stretches.length === 0) return;
    for (const person of people) this.people.add(person);
    if (isAtNight(stretches, zone)) this.atNight += people.length;
    this.first = Math.min(this.first ?? Number.POSITIVE_INFINITY, stretches[0]!.from);
  }
}

type Found = { readonly spot: Spot; readonly manner: Manner; readonly gained: Tally; readonly lost: Tally };
type Compared = {
  readonly alike: readonly Alike[];
  readonly entrances: Two<Entrance>;
  readonly reached: Reached;
  readonly zone: string;
};

function compared(spot: Spot, { alike, entrances, reached, zone }: Compared): Found[] {
  const { before, after } = entrances;
  const areaOf = ({ into, fromArea }: Entrance): string => JSON.stringify([into, fromArea]);
  const looked = areaOf(before) === areaOf(after) ? (['usual'] as const) : manners;
  const tallies = new Map(manners.map((manner) => [manner, { gained: new Tally(), lost: new Tally() }]));
  for (const group of alike)
    for (const manner of looked) {
      const here = (rights: Holders['rights']): Rights => spot.deviceIds.flatMap((id) => rights.get(id) ?? []);
      const then = reached(here(group.before), before, manner);
      const now = reached(here(group.after), after, manner);
      const [gained, lost] = [without(now, then), without(then, now)];
      tallies.get(manner)!.gained.add(group.people, gained, zone);
      tallies.get(manner)!.lost.add(group.people, lost, zone);
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

function standingOf({ id, name }: Spot, { before, after }: Two<Entrance>, period: Period): object[] {
  const week = startOfDay(addDays(dayOf(period.from, period.zone), 7), period.zone);
  const [then, now] = [before, after].map((entrance) => reachOf(null, entrance, { ...period, until: week }));
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

type After = { readonly spots: readonly Spot[]; readonly rules: Rules; readonly holders: readonly Holders[] };

/** @throws Refused as saving would */
async function afterSaving(work: Query, db: Db, place: Place, before: Rules, zone: string): Promise<After> {
  const dry = { ...(work as Work), record: () => undefined, afterCommit: () => undefined };
  await through(`${work.input.resource!}.submit`, work.input.values as Record<string, unknown>, dry);
  const rules = await rulesOf(db, place, zone);
  const devices = devicesOfChange(contentsOf(before), contentsOf(rules));
  const spots = await spotsOf(db, place, devices);
  return { spots, rules, holders: await holdersIn(db, place, rules, work.now) };
}

async function difference(work: Query): Promise<unknown> {
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
  const alike = alikeIn({ before: await holdersIn(db, place, rules, work.now), after: after.holders });
  const reached = reaching(period);
  const sides = after.spots.map((spot) => ({
    spot,
    entrances: { before: entranceOf(spot, rules), after: entranceOf(spot, after.rules) },
  }));
  const found = sides.flatMap(({ spot, entrances }) => compared(spot, { alike, entrances, reached, zone }));
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
    standing: sides.flatMap(({ spot, entrances }) => standingOf(spot, entrances, period)),
  };
}

export const differenceServed: readonly Served[] = [serve(doorDifference, difference, { mode: 'write' })];
