/** Who breaks which separation rule of a community within a year, by the grants and plans of now. */
import { conflictTimes, firstConflict, meetingOf } from '#domain/door/separation.ts';
import type { Conflict, Meeting, Separation } from '#domain/door/separation.ts';
import type { Period, Stretch } from '#domain/door/reach.ts';
import { addDays, dayOf, startOfDay } from '#domain/time/day.ts';
import type { Db } from '#kit/server/db.ts';
import { LOOKED_AHEAD } from '#areas/door/model/door-difference.ts';
import type { Place } from './delivery-rows.ts';
import { exceptionKey, exceptionsOf } from './exceptions.ts';
import type { Exception } from './exceptions.ts';
import { alikeAmong } from './holders.ts';
import type { Granted, Holder, Holders } from './holders.ts';
import { clockOf } from './place.ts';
import { plansOf } from './plans.ts';
import { grantsOf } from './rights.ts';
import { lines } from './wanted.ts';

export type RuleRow = {
  readonly id: string;
  readonly ruleName: string;
  readonly kind: 'apart' | 'hours';
  readonly mode: 'enforced' | 'watched';
  readonly deptIds: readonly string[] | null;
  readonly gateIds: readonly string[] | null;
  readonly areaIds: readonly string[] | null;
  readonly otherGateIds: readonly string[] | null;
  readonly otherAreaIds: readonly string[] | null;
  readonly timePeriodId: string | null;
};
type Gate = {
  readonly id: string;
  readonly name: string;
  readonly areaId: string | null;
  readonly deviceIds: readonly string[];
};
type Area = { readonly id: string; readonly parentId: string | null };
type Rule = { readonly row: RuleRow; readonly separation: Separation };

/** Everything that decides who breaks these rules, except the people. */
export type Setting = Granted & {
  readonly place: Place;
  readonly period: Period;
  readonly rules: readonly Rule[];
  readonly gates: ReadonlyMap<string, Gate>;
  /** Devices of the doors that rules name. */
  readonly devices: ReadonlySet<string>;
  readonly lineOf: (deptId: string) => readonly string[];
  readonly meeting: Meeting;
  readonly exceptions: ReadonlyMap<string, Exception>;
};
export type Broken = {
  readonly rule: RuleRow;
  readonly people: readonly string[];
  readonly conflict: Conflict;
  /** Worked out when needed: whether it became more is looked at where it was broken before. */
  readonly times: () => readonly Stretch[];
  readonly firstSince: (since: number) => Conflict | null;
};
/** Somebody who holds what a rule separates, where somebody else approved it. */
export type Excepted = { readonly rule: RuleRow; readonly exception: Exception; readonly conflict: Conflict };
type Found = { readonly broken: readonly Broken[]; readonly excepted: readonly Excepted[] };

const RULES = `
  SELECT id, rule_name AS "ruleName", kind, mode, dept_ids AS "deptIds", gate_ids AS "gateIds", area_ids AS "areaIds",
    other_gate_ids AS "otherGateIds", other_area_ids AS "otherAreaIds", time_period_id AS "timePeriodId"
  FROM door_separation WHERE tenant_id = $1 AND village_id = $2 AND deleted_at IS NULL ORDER BY rule_name, id`;
const GATES = `
  SELECT g.id, g.gate_name AS name, g.area_id AS "areaId", coalesce(array_agg(d.id) FILTER (WHERE d.id IS NOT NULL), '{}') AS "deviceIds"
  FROM door_gate g LEFT JOIN park_device d ON d.tenant_id = g.tenant_id AND d.door_gate_id = g.id::text AND d.deleted_at IS NULL
  WHERE g.tenant_id = $1 AND g.village_id = $2 AND g.deleted_at IS NULL GROUP BY g.id, g.gate_name, g.area_id ORDER BY g.gate_name, g.id`;
const AREAS = `
  SELECT id, parent_id AS "parentId" FROM door_area WHERE tenant_id = $1 AND village_id = $2 AND deleted_at IS NULL`;
/** People who hold what is granted to them, today or later: who is suspended or barred may be let in again tomorrow. */
const HOLDING = `
  SELECT e.id, e.dept_id AS "deptId", e.valid_from::timestamp AT TIME ZONE 'Asia/Shanghai' AS "from",
    (e.valid_until + 1)::timestamp AT TIME ZONE 'Asia/Shanghai' AS until
  FROM door_employee e
  WHERE e.tenant_id = $1 AND e.village_id = $2 AND e.status <> 'left' AND e.deleted_at IS NULL
    AND (e.valid_until IS NULL OR e.valid_until >= ($3::timestamptz AT TIME ZONE 'Asia/Shanghai')::date)
  ORDER BY e.emp_no, e.id`;

export const rulesOf = (db: Db, { tenantId, villageId }: Place): Promise<RuleRow[]> =>
  db.raw<RuleRow>(RULES, [tenantId, villageId]);

const gatesOf = (db: Db, { tenantId, villageId }: Place): Promise<Gate[]> => db.raw<Gate>(GATES, [tenantId, villageId]);
const areasOf = (db: Db, { tenantId, villageId }: Place): Promise<Area[]> => db.raw<Area>(AREAS, [tenantId, villageId]);

type Side = {
  readonly gates: readonly string[] | null | undefined;
  readonly areas: readonly string[] | null | undefined;
};

/** Doors of a side: those it names, and those that lead into its areas or areas below these. */
function doorsOfSide({ gates, areas }: Side, all: readonly Gate[], tree: readonly Area[]): string[] {
  const above = new Map(tree.map(({ id, parentId }) => [id, parentId]));
  const [named, into] = [new Set(gates ?? []), new Set(areas ?? [])];
  const leadsInto = (areaId: string | null): boolean => {
    for (let at: string | null | undefined = areaId, depth = 0; at && depth < 20; at = above.get(at), depth += 1)
      if (into.has(at)) return true;
    return false;
  };
  return all.filter(({ id, areaId }) => named.has(id) || leadsInto(areaId)).map(({ id }) => id);
}

const sidesOf = (row: Omit<RuleRow, 'id' | 'mode' | 'ruleName'>, all: readonly Gate[], tree: readonly Area[]) => ({
  doors: doorsOfSide({ gates: row.gateIds, areas: row.areaIds }, all, tree),
  others: doorsOfSide({ gates: row.otherGateIds, areas: row.otherAreaIds }, all, tree),
});

/** A door that is on both sides of a rule, by its name; null where there is none. */
export async function doorOnBothSides(db: Db, place: Place, row: Omit<RuleRow, 'id' | 'mode' | 'ruleName'>) {
  const gates = await gatesOf(db, place);
  const { doors, others } = sidesOf(row, gates, await areasOf(db, place));
  return gates.find(({ id }) => doors.includes(id) && others.includes(id))?.name ?? null;
}

/** For the rules that `wanted` picks; null where there are none. */
export async function settingOf(
  db: Db,
  place: Place,
  now: Date,
  wanted: (row: RuleRow) => boolean,
): Promise<Setting | null> {
  const rows = (await rulesOf(db, place)).filter(wanted);
  if (rows.length === 0) return null;
  const { tenantId, villageId } = place;
  const plans = await plansOf(db, tenantId, villageId);
  const { zone, calendar } = await clockOf(db, tenantId, villageId);
  const [gates, tree] = [await gatesOf(db, place), await areasOf(db, place)];
  const rules = rows.flatMap((row): Rule[] => {
    const { doors, others } = sidesOf(row, gates, tree);
    if (row.kind === 'apart') return [{ row, separation: { kind: 'apart', doors, others } }];
    const hours = plans.get(row.timePeriodId ?? '');
    return hours ? [{ row, separation: { kind: 'hours', doors, hours } }] : [];
  });
  const named = new Set(
    rules.flatMap(({ separation }) => [...separation.doors, ...(separation.kind === 'apart' ? separation.others : [])]),
  );
  const devices = new Set(gates.flatMap(({ id, deviceIds }) => (named.has(id) ? deviceIds : [])));
  const from = now.getTime();
  const period = { from, until: startOfDay(addDays(dayOf(from, zone), LOOKED_AHEAD), zone), zone, calendar };
  const grants = (await grantsOf(db, tenantId, villageId)).filter(
    ({ deviceIds, until }) =>
      deviceIds.some((id) => devices.has(id)) && (until === null || Date.parse(until) > period.from),
  );
  return {
    place,
    period,
    rules,
    plans,
    grants: grants.map((grant) => ({ ...grant, deviceIds: grant.deviceIds.filter((id) => devices.has(id)) })),
    gates: new Map(gates.map((gate) => [gate.id, gate])),
    devices,
    lineOf: await lines(db, tenantId),
    meeting: meetingOf(period),
    exceptions: await exceptionsOf(db, place, rows, period),
  };
}

const once = <T>(work: () => T): (() => T) => {
  let kept: { readonly of: T } | null = null;
  return () => (kept ??= { of: work() }).of;
};

/** Of those who hold the same: excepted until the exception ends, and only from then on does it break the rule. */
function foundBy({ people, deptId, rights }: Holders, setting: Setting): { broken: Broken[]; excepted: Excepted[] } {
  const { rules, gates, lineOf, meeting, exceptions } = setting;
  const line = new Set(lineOf(deptId));
  const rightsAt = (door: string) => gates.get(door)?.deviceIds.flatMap((id) => rights.get(id) ?? []) ?? [];
  const [broken, excepted]: [Broken[], Excepted[]] = [[], []];
  for (const { row: rule, separation } of rules) {
    const { deptIds } = rule;
    if (deptIds !== null && deptIds.length > 0 && !deptIds.some((id) => line.has(id))) continue;
    const firstSince = (since?: number): Conflict | null => firstConflict(separation, rightsAt, meeting, since);
    const conflict = firstSince();
    if (conflict === null) continue;
    const breaks = (some: readonly string[], first: Conflict, since?: number): void => {
      const times = once(() => conflictTimes(separation, rightsAt, meeting, since));
      if (some.length > 0) broken.push({ rule, people: some, conflict: first, times, firstSince });
    };
    const exceptionOf = (person: string) => exceptions.get(exceptionKey(rule.id, person));
    breaks(
      people.filter((person) => (exceptionOf(person)?.until ?? 0) <= conflict.from),
      conflict,
    );
    for (const person of people) {
      const exception = exceptionOf(person);
      if (exception === undefined || exception.until <= conflict.from) continue;
      excepted.push({ rule, exception, conflict });
      const after = firstSince(exception.until);
      if (after) breaks([person], after, exception.until);
    }
  }
  return { broken, excepted };
}

function foundAmong(people: readonly Holder[], setting: Setting): Found {
  const found = alikeAmong(people, setting, setting.lineOf).map((holders) => foundBy(holders, setting));
  return { broken: found.flatMap(({ broken }) => broken), excepted: found.flatMap(({ excepted }) => excepted) };
}

/** Of these people, by rule and by those who break it alike. */
export const brokenAmong = (people: readonly Holder[], setting: Setting): readonly Broken[] =>
  foundAmong(people, setting).broken;

export async function foundIn(db: Db, setting: Setting): Promise<Found> {
  const { tenantId, villageId } = setting.place;
  const now = new Date(setting.period.from).toISOString();
  return foundAmong(await db.raw<Holder>(HOLDING, [tenantId, villageId, now]), setting);
}

export const brokenIn = async (db: Db, setting: Setting): Promise<readonly Broken[]> =>
  (await foundIn(db, setting)).broken;
