/**
 * Who holds which right where: grants of a community by person, and what the rules of a door say of somebody at a time.
 */
import { decide } from '#domain/door/decide.ts';
import { insideOf } from '#domain/door/presence.ts';
import type { Whereabouts } from '#domain/door/presence.ts';
import type { Area, PassageRequest, Decision, Grant, Passer } from '#domain/door/decide.ts';
import { planAt } from '#domain/door/plan.ts';
import type { Plan } from '#domain/door/plan.ts';
import type { Db } from '#kit/server/db.ts';
import { clockOf } from './place.ts';
import { plansOf } from './plans.ts';
import { whereAll } from './whereabouts.ts';

export type GrantRow = {
  id: string;
  deviceIds: string[];
  empIds: string[] | null;
  deptIds: string[] | null;
  timePeriodId: string;
  from: string;
  until: string | null;
};

const GRANTS = `
  SELECT id, device_ids AS "deviceIds", emp_ids AS "empIds", dept_ids AS "deptIds", time_period_id AS "timePeriodId", start_time AS "from", end_time AS until
  FROM door_grant WHERE tenant_id = $1 AND village_id = $2 AND deleted_at IS NULL`;

/** Ids of departments and all below them. */
export async function deptsBelow(db: Db, tenantId: number, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return [];
  const rows = await db.raw<{ id: string }>(
    `WITH RECURSIVE below AS (
       SELECT id, 0 AS depth FROM dept WHERE tenant_id = $1 AND id = ANY($2::uuid[]) AND deleted_at IS NULL
       UNION
       SELECT d.id, b.depth + 1 FROM dept d JOIN below b ON d.parent_id = b.id WHERE d.tenant_id = $1 AND d.deleted_at IS NULL AND b.depth < 20
     ) SELECT DISTINCT id FROM below`,
    [tenantId, [...ids]],
  );
  return rows.map(({ id }) => id);
}

export const grantsOf = (db: Db, tenantId: number, villageId: string): Promise<GrantRow[]> =>
  db.raw<GrantRow>(GRANTS, [tenantId, villageId]);

export const asGrant = (row: GrantRow, plan: Plan): Grant => ({
  id: row.id,
  from: Date.parse(row.from),
  until: row.until === null ? null : Date.parse(row.until),
  plan,
});

type GateRow = {
  id: string;
  into: string | null;
  fromArea: string | null;
  firstCard: boolean | null;
  openPlanId: string | null;
  mode: PassageRequest['door']['mode'] | null;
  modeUntil: string | null;
  fireSince: string | null;
  antiPassback: Area['antiPassback'] | null;
  passMinutes: number | null;
  twoPerson: boolean | null;
  capacity: number | null;
};
type PersonRow = {
  id: string;
  deptId: string;
  status: Passer['status'];
  opener: boolean | null;
  cardState: 'active' | 'lost' | null;
  barred: boolean;
};
export type Question = {
  readonly tenantId: number;
  readonly villageId: string;
  readonly personId: string;
  readonly gateId: string;
  readonly at: number;
  readonly reader: 'in' | 'out';
  readonly now: Date;
};
export type Foretold = Decision & {
  readonly rights: { readonly grantId: string; readonly says: string }[];
  /** Where readers saw him last, null where nobody knows; `areaId` is null outside. `since` is ISO. */
  readonly seen: { readonly areaId: string | null; readonly areaName: string | null; readonly since: string } | null;
};

const gateOf = async (db: Db, { tenantId, villageId, gateId }: Question): Promise<GateRow | undefined> =>
  (
    await db.raw<GateRow>(
      `SELECT g.id, g.area_id AS into, g.from_area_id AS "fromArea", g.first_card AS "firstCard",
       g.open_plan_id AS "openPlanId", g.mode, g.mode_until AS "modeUntil", g.fire_since AS "fireSince",
         a.anti_passback AS "antiPassback", a.pass_minutes AS "passMinutes", a.two_person AS "twoPerson", a.capacity
       FROM door_gate g LEFT JOIN door_area a ON a.tenant_id = g.tenant_id AND a.id = g.area_id AND a.deleted_at IS NULL
       WHERE g.tenant_id = $1 AND g.village_id = $2 AND g.id = $3 AND g.deleted_at IS NULL`,
      [tenantId, villageId, gateId],
    )
  )[0];

const personOf = async (db: Db, { tenantId, villageId, personId, at }: Question): Promise<PersonRow | undefined> =>
  (
    await db.raw<PersonRow>(
      `SELECT e.id, e.dept_id AS "deptId", e.status, e.opener, e.card_state AS "cardState",
         EXISTS (SELECT 1 FROM door_follow f WHERE f.tenant_id = $1 AND f.emp_id = e.id AND f.follow_type = 'barred'
           AND (f.until IS NULL OR f.until > $4::timestamptz) AND f.deleted_at IS NULL) AS barred
       FROM door_employee e WHERE e.tenant_id = $1 AND e.village_id = $2 AND e.id = $3 AND e.deleted_at IS NULL`,
      [tenantId, villageId, personId, new Date(at).toISOString()],
    )
  )[0];

/** Grants of a person at the devices of a door, each with the plan it names. */
async function rightsAt(
  db: Db,
  question: Question,
  person: PersonRow,
  plans: ReadonlyMap<string, Plan>,
): Promise<Grant[]> {
  const { tenantId, villageId, gateId } = question;
  const devices = await db.raw<{ id: string }>(
    'SELECT id FROM park_device WHERE tenant_id = $1 AND door_gate_id = $2 AND deleted_at IS NULL',
    [tenantId, gateId],
  );
  const here = new Set(devices.map(({ id }) => id));
  const found: Grant[] = [];
  for (const row of await grantsOf(db, tenantId, villageId)) {
    const plan = plans.get(row.timePeriodId);
    if (!plan || !row.deviceIds.some((id) => here.has(id))) continue;
    const own = row.empIds?.includes(person.id) ?? false;
    if (own || (await deptsBelow(db, tenantId, row.deptIds ?? [])).includes(person.deptId))
      found.push(asGrant(row, plan));
  }
  return found;
}

function areaOf(gate: GateRow, inside: number): Area | null {
  if (gate.into === null) return null;
  return {
    id: gate.into,
    antiPassback: gate.antiPassback ?? 'off',
    passMinutes: gate.passMinutes ?? 0,
    capacity: gate.capacity,
    inside,
    twoPerson: gate.twoPerson ?? false,
  };
}

const modeAt = ({ mode, modeUntil }: GateRow, at: number): PassageRequest['door']['mode'] =>
  mode === null || (modeUntil !== null && Date.parse(modeUntil) <= at) ? 'normal' : mode;

/** People in the area a door leads into; nobody is counted where nothing goes by it. */
async function countedIn(db: Db, question: Question, { into, capacity }: GateRow, zone: string): Promise<number> {
  if (into === null || capacity === null) return 0;
  return insideOf((await whereAll(db, { ...question, zone })).values(), into, question.at, zone);
}

async function shownPlace(db: Db, tenantId: number, seen: Whereabouts | undefined): Promise<Foretold['seen']> {
  if (seen?.area === undefined) return null;
  const [area] =
    seen.area === null
      ? []
      : await db.raw<{ name: string }>('SELECT area_name AS name FROM door_area WHERE tenant_id = $1 AND id = $2', [
          tenantId,
          seen.area,
        ]);
  return { areaId: seen.area, areaName: area?.name ?? null, since: new Date(seen.at).toISOString() };
}

/**
 * What the rules say of somebody at a door at a time, by the grants and plans of now, and by where readers saw him last
 * before then. Who else comes and what the door does then nobody knows: he shows his card, comes with whom he has to,
 * the door is shut, and in the mode it last received. Null where one of them is not there.
 */
export async function foretold(db: Db, question: Question): Promise<Foretold | null> {
  const { tenantId, villageId, at, reader } = question;
  const [gate, person] = [await gateOf(db, question), await personOf(db, question)];
  if (!gate || !person) return null;
  const plans = await plansOf(db, tenantId, villageId);
  const { zone, calendar } = await clockOf(db, tenantId, villageId);
  const grants = await rightsAt(db, question, person, plans);
  const seen = (await whereAll(db, { ...question, zone, only: person.id })).get(person.id);
  const decision = decide({
    at,
    zone,
    calendar,
    reader,
    door: {
      mode: modeAt(gate, at),
      fire: gate.fireSince !== null && Date.parse(gate.fireSince) <= at,
      into: areaOf(gate, await countedIn(db, question, gate, zone)),
      fromArea: gate.fromArea,
      verify: 'any',
      otherOpen: false,
      tempGate: false,
      firstCard: gate.firstCard ?? false,
      openPlan: gate.openPlanId ? (plans.get(gate.openPlanId) ?? null) : null,
      firstCame: false,
    },
    credential: { state: person.cardState ?? 'active', duress: false },
    person: {
      id: person.id,
      status: person.status,
      barred: person.barred,
      opener: person.opener ?? false,
      grants,
      area: seen?.area,
      cameIn: seen?.area && seen.area === gate.into ? seen.at : null,
    },
    second: true,
    companion: true,
    hot: false,
    lease: null,
  });
  const says = (grant: Grant): string => {
    if (at < grant.from) return 'not-yet';
    if (grant.until !== null && at >= grant.until) return 'ended';
    return planAt(grant.plan, at, zone, calendar);
  };
  const rights = grants.map((each) => ({ grantId: each.id, says: says(each) }));
  return { ...decision, rights, seen: await shownPlace(db, tenantId, seen) };
}
