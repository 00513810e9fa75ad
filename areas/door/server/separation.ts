/** Separation rules as they are entered, and who breaks them now. */
import { isoOf } from '#domain/time/iso.ts';
import type { Problem } from '#kit/declare/refused.ts';
import { fill, text } from '#kit/declare/text.ts';
import type { Db } from '#kit/server/db.ts';
import { ofTenant } from '#kit/server/db.ts';
import { rowOf } from '#kit/server/row-by-id.ts';
import type { Rules } from '#kit/server/rules.ts';
import { serve } from '#kit/server/served.ts';
import type { Served } from '#kit/server/served.ts';
import type { Work } from '#kit/server/work.ts';
import { dept } from '#areas/org/model/dept.ts';
import { doorArea } from '#areas/door/model/door-area.ts';
import { doorEmployee } from '#areas/door/model/door-employee.ts';
import { doorGate } from '#areas/door/model/door-gate.ts';
import { separationCheck } from '#areas/door/model/door-separation.ts';
import type { doorSeparation } from '#areas/door/model/door-separation.ts';
import { doorTimePeriod } from '#areas/door/model/plans.ts';
import { ofVillage, sameVillage, villageNamed } from './place.ts';
import { counterExample, refusedAt } from './separated.ts';
import { brokenIn, doorOnBothSides, foundIn, rulesOf, settingOf } from './separations.ts';
import type { Broken, Excepted, RuleRow, Setting } from './separations.ts';

type Row = RuleRow & { readonly villageId: string; readonly tenantId: number };

const some = (ids: readonly string[] | null | undefined): boolean => (ids?.length ?? 0) > 0;

async function problemsOf(now: Row, work: Work): Promise<Problem[]> {
  const { companyId, tenantId, id: villageId } = await villageNamed(work, now.villageId);
  const problems = await sameVillage(work, villageId, [
    { field: 'gateIds', of: doorGate, ids: now.gateIds },
    { field: 'areaIds', of: doorArea, ids: now.areaIds },
    { field: 'otherGateIds', of: doorGate, ids: now.otherGateIds },
    { field: 'otherAreaIds', of: doorArea, ids: now.otherAreaIds },
    { field: 'timePeriodId', of: doorTimePeriod, ids: [now.timePeriodId] },
  ]);
  const missing = (field: string, zh: string, en: string): void => {
    problems.push({ field, msg: text(zh, en) });
  };
  if (!some(now.gateIds) && !some(now.areaIds)) missing('gateIds', '请选择门或区域', 'Choose doors or areas');
  if (now.kind === 'apart' && !some(now.otherGateIds) && !some(now.otherAreaIds))
    missing('otherGateIds', '请选择另一边的门或区域', 'Choose doors or areas of the other side');
  if (now.kind === 'hours' && !now.timePeriodId)
    missing('timePeriodId', '请选择不可进入的时段', 'Choose the forbidden hours');
  for (const id of now.deptIds ?? [])
    if ((await rowOf(dept, id, work.db)).companyId !== companyId) {
      missing('deptIds', '部门不属于该小区的单位', "Not of the community's company");
      break;
    }
  if (problems.length > 0 || now.kind !== 'apart') return problems;
  const door = await doorOnBothSides(ofTenant(work.db, tenantId), { tenantId, villageId }, now);
  if (door !== null)
    problems.push({
      field: some(now.otherGateIds) ? 'otherGateIds' : 'otherAreaIds',
      msg: fill(text('“{door}”在两边都有', '“{door}” is on both sides'), { door }),
    });
  return problems;
}

export const separationRules: Rules<(typeof doorSeparation)['fields']> = {
  verbs: { submit: ofVillage },
  check: (values, before, work) => problemsOf({ ...before, ...values } as Row, work),
  // What its kind does not go by is not kept.
  fill: (values, before) =>
    ({ ...before, ...values }).kind === 'apart' ? { timePeriodId: null } : { otherGateIds: null, otherAreaIds: null },
  saved: async (after, _, work) => {
    const { id, mode } = after;
    const villageId = after.villageId!;
    const tenantId = Number(after['tenantId']);
    if (mode !== 'enforced') return;
    const db = ofTenant(work.db, tenantId);
    const setting = await settingOf(db, { villageId, tenantId }, work.now, (rule) => rule.id === id);
    const found = setting ? await brokenIn(db, setting) : [];
    if (found.length === 0) return;
    const example = await counterExample(db, setting!, found, work.permits(`${doorEmployee.name}:read`));
    throw refusedAt(
      'mode',
      fill(text('{example}。可先存为“仅观察”', '{example}. It can be kept as watched'), { example }),
    );
  },
};

/** So many of a rule are listed by name; how many there are is counted whole. */
const LISTED = 500;

type Named = { readonly id: string; readonly name: string; readonly deptId: string; readonly deptName: string | null };

async function peopleNamed(db: Db, tenantId: number, ids: readonly string[]): Promise<Map<string, Named>> {
  const rows = await db.raw<Named>(
    `SELECT e.id, e.emp_name AS name, e.dept_id AS "deptId", d.dept_name AS "deptName" FROM door_employee e
     LEFT JOIN dept d ON d.tenant_id = e.tenant_id AND d.id = e.dept_id WHERE e.tenant_id = $1 AND e.id = ANY($2::uuid[])`,
    [tenantId, [...ids]],
  );
  return new Map(rows.map((row) => [row.id, row]));
}

const oneByOne = (found: readonly Broken[]) =>
  found
    .flatMap(({ people, conflict }) => people.map((person) => ({ person, conflict })))
    .toSorted((a, b) => a.conflict.from - b.conflict.from);

type Names = {
  readonly setting: Setting | null;
  readonly named: ReadonlyMap<string, Named>;
  readonly mayRead: boolean;
};

/** Somebody and the first time that both doors, or the door in the forbidden hours, are open to him. */
function recordOf({ setting, named, mayRead }: Names, person: string, conflict: Broken['conflict']) {
  const doorOf = (id: string | null): string | null => (id === null ? null : (setting?.gates.get(id)?.name ?? null));
  return {
    EmpID: mayRead ? person : null,
    empName: mayRead ? (named.get(person)?.name ?? null) : null,
    deptId: named.get(person)?.deptId ?? null,
    deptName: named.get(person)?.deptName ?? null,
    gateId: conflict.door,
    gateName: doorOf(conflict.door),
    otherId: conflict.other,
    otherName: doorOf(conflict.other),
    first: isoOf(conflict.from),
    until: isoOf(conflict.until),
  };
}

/** With who approved it; the reason may name people. */
const exceptedRecord = (names: Names, { exception, conflict }: Excepted) => ({
  ...recordOf(names, exception.person, conflict),
  exceptionId: exception.id,
  lastDay: exception.lastDay,
  askedBy: exception.askedBy,
  approvedBy: exception.approvedBy,
  reason: names.mayRead ? exception.reason : null,
});

async function brokenNow(work: Work<typeof separationCheck.input>): Promise<unknown> {
  const { id: villageId, tenantId } = await villageNamed(work, work.input.villageId!);
  const db = ofTenant(work.db, tenantId);
  const place = { villageId, tenantId };
  const setting = await settingOf(db, place, work.now, () => true);
  const found = setting ? await foundIn(db, setting) : { broken: [], excepted: [] };
  const byRule = Map.groupBy(found.broken, ({ rule }) => rule.id);
  const listed = new Map([...byRule].map(([id, of]) => [id, oneByOne(of)]));
  const excepted = Map.groupBy(
    found.excepted.toSorted((a, b) => a.exception.until - b.exception.until),
    ({ rule }) => rule.id,
  );
  const people = [
    ...[...listed.values()].flatMap((of) => of.slice(0, LISTED).map(({ person }) => person)),
    ...[...excepted.values()].flatMap((of) => of.slice(0, LISTED).map(({ exception }) => exception.person)),
  ];
  const named = await peopleNamed(db, tenantId, people);
  const names = { setting, named, mayRead: work.permits(`${doorEmployee.name}:read`) };
  return {
    from: setting && isoOf(setting.period.from),
    until: setting && isoOf(setting.period.until),
    rules: (await rulesOf(db, place)).map(({ id, ruleName, kind, mode }) => ({
      id,
      ruleName,
      kind,
      mode,
      people: listed.get(id)?.length ?? 0,
      records: (listed.get(id) ?? []).slice(0, LISTED).map(({ person, conflict }) => recordOf(names, person, conflict)),
      exceptedPeople: excepted.get(id)?.length ?? 0,
      excepted: (excepted.get(id) ?? []).slice(0, LISTED).map((each) => exceptedRecord(names, each)),
    })),
  };
}

export const separationServed: readonly Served[] = [serve(separationCheck, brokenNow)];
