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
  /** By device. */
  readonly rights: ReadonlyMap<string, readonly Grant[]>;
};

type Person = { id: string; deptId: string; until: string | null };

function rightsOf(grants: readonly GrantRow[], plans: ReadonlyMap<string, Plan>, until: string | null) {
  const rights = new Map<string, Grant[]>();
  for (const grant of grants) {
    const plan = plans.get(grant.timePeriodId);
    if (!plan) continue;
    const right = asGrant({ ...grant, until: earlier(grant.until, until) }, plan);
    for (const id of grant.deviceIds) {
      const here = rights.get(id);
      if (here) here.push(right);
      else rights.set(id, [right]);
    }
  }
  return rights;
}

/** Of a community, by the grants and plans given. Whoever holds nothing is left out. */
export async function holdersIn(
  db: Db,
  { tenantId, villageId }: Place,
  { grants, plans }: { readonly grants: readonly GrantRow[]; readonly plans: ReadonlyMap<string, Plan> },
  now: Date,
): Promise<Holders[]> {
  const people = await db.raw<Person>(
    `SELECT e.id, e.dept_id AS "deptId", (e.valid_until + 1)::timestamp AT TIME ZONE 'Asia/Shanghai' AS until
     FROM door_employee e WHERE ${ENTITLED} ORDER BY e.emp_no, e.id`,
    [tenantId, villageId, now.toISOString()],
  );
  const lineOf = await lines(db, tenantId);
  const ofDept = new Map<string, ReadonlySet<string>>();
  const byDept = (deptId: string): ReadonlySet<string> => {
    const known = ofDept.get(deptId);
    if (known) return known;
    const line = new Set(lineOf(deptId));
    const found = new Set(grants.filter(({ deptIds }) => deptIds?.some((id) => line.has(id))).map(({ id }) => id));
    ofDept.set(deptId, found);
    return found;
  };
  const own = new Map<string, string[]>();
  for (const { id, empIds } of grants)
    for (const person of empIds ?? []) own.set(person, [...(own.get(person) ?? []), id]);
  const alike = new Map<string, { people: string[]; held: ReadonlySet<string>; until: string | null }>();
  for (const { id, deptId, until } of people) {
    const key = [deptId, until, ...(own.get(id) ?? [])].join(' ');
    const group = alike.get(key) ?? { people: [], held: new Set([...byDept(deptId), ...(own.get(id) ?? [])]), until };
    group.people.push(id);
    alike.set(key, group);
  }
  return [...alike.values()].flatMap(({ people: some, held, until }) => {
    const rights = rightsOf(
      grants.filter(({ id }) => held.has(id)),
      plans,
      until,
    );
    return rights.size > 0 ? [{ people: some, rights }] : [];
  });
}
