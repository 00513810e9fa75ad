/** Who holds which rights, by those who hold the same: people of a department share theirs unless they have their own. */
import type { Plan } from '#domain/door/plan.ts';
import type { Grant } from '#domain/door/decide.ts';
import type { Db } from '#kit/server/db.ts';
import type { Place } from './delivery-rows.ts';
import { asGrant } from './rights.ts';
import type { GrantRow } from './rights.ts';
import { ENTITLED, earlier, lines } from './wanted.ts';

export type Holders = {
  readonly people: readonly string[];
  readonly deptId: string;
  /** By device. */
  readonly rights: ReadonlyMap<string, readonly Grant[]>;
};

/** `from` and `until` are the person's own bounds, ISO; null without one. */
export type Holder = { readonly id: string; readonly deptId: string } & Bounds;
type Bounds = { readonly from: string | null; readonly until: string | null };
export type Granted = { readonly grants: readonly GrantRow[]; readonly plans: ReadonlyMap<string, Plan> };

const later = (a: string, b: string | null): string => (b !== null && Date.parse(b) > Date.parse(a) ? b : a);

export function rightsOf(
  grants: readonly GrantRow[],
  plans: ReadonlyMap<string, Plan>,
  { from, until }: Bounds,
): Map<string, Grant[]> {
  const rights = new Map<string, Grant[]>();
  for (const grant of grants) {
    const plan = plans.get(grant.timePeriodId);
    if (!plan) continue;
    const right = asGrant({ ...grant, from: later(grant.from, from), until: earlier(grant.until, until) }, plan);
    for (const id of grant.deviceIds) {
      const here = rights.get(id);
      if (here) here.push(right);
      else rights.set(id, [right]);
    }
  }
  return rights;
}

/** Which of these grants somebody holds: those of his department and of all above it, and his own. */
export function heldBy(grants: readonly GrantRow[], lineOf: (deptId: string) => readonly string[]) {
  const ofDept = new Map<string, readonly string[]>();
  const byDept = (deptId: string): readonly string[] => {
    const known = ofDept.get(deptId);
    if (known) return known;
    const line = new Set(lineOf(deptId));
    const found = grants.filter(({ deptIds }) => deptIds?.some((id) => line.has(id))).map(({ id }) => id);
    ofDept.set(deptId, found);
    return found;
  };
  const own = new Map<string, string[]>();
  for (const { id, empIds } of grants)
    for (const person of empIds ?? []) own.set(person, [...(own.get(person) ?? []), id]);
  return ({ id, deptId }: Pick<Holder, 'id' | 'deptId'>) => ({ own: own.get(id) ?? [], ofDept: byDept(deptId) });
}

/** These people by those who hold the same of these grants. Whoever holds nothing is left out. */
export function alikeAmong(
  people: readonly Holder[],
  { grants, plans }: Granted,
  lineOf: (deptId: string) => readonly string[],
): Holders[] {
  const held = heldBy(grants, lineOf);
  const byId = new Map(grants.map((grant) => [grant.id, grant]));
  const alike = new Map<string, { people: string[]; ids: ReadonlySet<string>; of: Holder }>();
  for (const of of people) {
    const { own, ofDept } = held(of);
    const key = [of.deptId, of.from, of.until, ...own].join(' ');
    const group = alike.get(key) ?? { people: [], ids: new Set([...ofDept, ...own]), of };
    group.people.push(of.id);
    alike.set(key, group);
  }
  return [...alike.values()].flatMap(({ people: some, ids, of }) => {
    const rights = rightsOf(
      [...ids].map((id) => byId.get(id)!),
      plans,
      of,
    );
    return rights.size > 0 ? [{ people: some, deptId: of.deptId, rights }] : [];
  });
}

/** Of a community, by the grants and plans given: people who may hold rights today. */
export async function holdersIn(
  db: Db,
  { tenantId, villageId }: Place,
  granted: Granted,
  now: Date,
): Promise<Holders[]> {
  const people = await db.raw<Holder>(
    `SELECT e.id, e.dept_id AS "deptId", NULL AS "from", (e.valid_until + 1)::timestamp AT TIME ZONE 'Asia/Shanghai' AS until
     FROM door_employee e WHERE ${ENTITLED} ORDER BY e.emp_no, e.id`,
    [tenantId, villageId, now.toISOString()],
  );
  return alikeAmong(people, granted, await lines(db, tenantId));
}
