/** Exceptions to separation rules: requested by one person, approved by another, over with their last day. */
import { createHash } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { addDays, dayOf, startOfDay } from '#domain/time/day.ts';
import { Refused, ruleRefused } from '#kit/declare/refused.ts';
import type { Problem } from '#kit/declare/refused.ts';
import { text } from '#kit/declare/text.ts';
import { ofTenant, platformScope, tenantScope } from '#kit/server/db.ts';
import type { Database, Db } from '#kit/server/db.ts';
import type { Effect } from '#kit/server/lifecycle.ts';
import { mover } from '#kit/server/mover.ts';
import { rowOf } from '#kit/server/row-by-id.ts';
import type { Rules } from '#kit/server/rules.ts';
import { tableOf } from '#kit/server/table.ts';
import type { Work } from '#kit/server/work.ts';
import { LOOKED_AHEAD } from '#areas/door/model/door-difference.ts';
import { doorEmployee } from '#areas/door/model/door-employee.ts';
import { doorSeparation } from '#areas/door/model/door-separation.ts';
import { separationException } from '#areas/door/model/separation-exception.ts';
import type { Place } from './delivery-rows.ts';
import { clockOf, ofVillage, sameVillage, villageNamed } from './place.ts';

/** What a rule separates, and nothing of how strictly or for whom. */
export type Separates = {
  readonly kind: string | null | undefined;
  readonly gateIds: readonly string[] | null | undefined;
  readonly areaIds: readonly string[] | null | undefined;
  readonly otherGateIds: readonly string[] | null | undefined;
  readonly otherAreaIds: readonly string[] | null | undefined;
  readonly timePeriodId: string | null | undefined;
};

/** An exception holds for what the rule was when it was requested; whoever changes a rule ends its exceptions by that. */
export function contentOf({ kind, gateIds, areaIds, otherGateIds, otherAreaIds, timePeriodId }: Separates): string {
  const sides = [gateIds, areaIds, otherGateIds, otherAreaIds].map((ids) => [...(ids ?? [])].toSorted());
  return createHash('sha256')
    .update(JSON.stringify([kind, sides, timePeriodId ?? null]))
    .digest('hex');
}

/** In force: who is excepted from which rule, until which instant. */
export type Exception = {
  readonly id: string;
  readonly person: string;
  readonly ruleId: string;
  readonly lastDay: string;
  readonly until: number;
  readonly reason: string;
  readonly askedBy: string;
  readonly approvedBy: string;
};

const IN_FORCE = `
  SELECT id, emp_id AS person, rule_id AS "ruleId", rule_content AS content, last_day::text AS "lastDay", reason,
    asked_by AS "askedBy", decided_by AS "approvedBy"
  FROM separation_exception WHERE tenant_id = $1 AND village_id = $2 AND status = 'approved' AND deleted_at IS NULL`;

export const exceptionKey = (ruleId: string, person: string): string => `${ruleId} ${person}`;

const endOf = (lastDay: string, zone: string): number => startOfDay(addDays(lastDay, 1), zone);

/** Of several of one person the one that ends last; ended ones count no more, whether or not the clock has been there. */
export async function exceptionsOf(
  db: Db,
  { tenantId, villageId }: Place,
  rules: readonly (Separates & { readonly id: string })[],
  { from, zone }: { readonly from: number; readonly zone: string },
): Promise<Map<string, Exception>> {
  const contents = new Map(rules.map((rule) => [rule.id, contentOf(rule)]));
  const rows = await db.raw<Omit<Exception, 'until'> & { content: string }>(IN_FORCE, [tenantId, villageId]);
  const found = new Map<string, Exception>();
  for (const { content, ...row } of rows) {
    const until = endOf(row.lastDay, zone);
    const key = exceptionKey(row.ruleId, row.person);
    if (until <= from || contents.get(row.ruleId) !== content || (found.get(key)?.until ?? 0) >= until) continue;
    found.set(key, { ...row, until });
  }
  return found;
}

type Row = {
  readonly id: string;
  readonly tenantId: number;
  readonly villageId: string;
  readonly EmpID: string;
  readonly ruleId: string;
  readonly lastDay: string;
  readonly ruleContent: string;
};

const hasLeft = text('人员已离开', 'This person has left');

async function dayProblem(row: Pick<Row, 'tenantId' | 'villageId' | 'lastDay'>, work: Work): Promise<Problem[]> {
  const { zone } = await clockOf(ofTenant(work.db, row.tenantId), row.tenantId, row.villageId);
  const today = dayOf(work.now.getTime(), zone);
  const isWithin = row.lastDay >= today && row.lastDay < addDays(today, LOOKED_AHEAD);
  return isWithin ? [] : [{ field: 'lastDay', msg: text('须在今天起一年内', 'Must be within a year from today') }];
}

export const exceptionRules: Rules<(typeof separationException)['fields']> = {
  verbs: { submit: ofVillage },
  check: async (values, before, work) => {
    const now = { ...before, ...values } as Row;
    const { id: villageId, tenantId } = await villageNamed(work, now.villageId);
    const problems = await sameVillage(work, villageId, [
      { field: 'EmpID', of: doorEmployee, ids: [now.EmpID] },
      { field: 'ruleId', of: doorSeparation, ids: [now.ruleId] },
    ]);
    if (problems.length > 0) return problems;
    const person = await rowOf(doorEmployee, now.EmpID, work.db);
    if (person.status === 'left') return [{ field: 'EmpID', msg: hasLeft }];
    return dayProblem({ ...now, tenantId, villageId }, work);
  },
  fill: async (values, _, work) => ({
    ruleContent: contentOf(await rowOf(doorSeparation, String(values.ruleId), work.db)),
    askedBy: work.person.name || work.person.account,
    askedById: work.person.userId,
    askedTime: work.now.toISOString(),
  }),
};

export const exceptionEffects: Record<string, Effect> = {
  approve: async (row, _, work) => {
    const request = row as Row;
    const [problem] = await dayProblem(request, work);
    if (problem) throw new Refused('rule_refused', { why: problem.msg }, [problem]);
    if ((await rowOf(doorEmployee, request.EmpID, work.db)).status === 'left') throw ruleRefused(hasLeft, 'has-left');
    const rule = await rowOf(doorSeparation, request.ruleId, work.db);
    if (contentOf(rule) !== request.ruleContent)
      throw ruleRefused(
        text('规则在申请后已变更，请重新申请', 'The rule has changed since; it has to be requested anew'),
        'rule-changed',
      );
  },
  refuse: 'none',
  withdraw: 'none',
};

const x = tableOf(separationException);
const lapse = mover(separationException, 'lapse', 'clock');

const OPEN = `
  SELECT x.id, x.tenant_id AS "tenantId", x.village_id AS "villageId", x.last_day::text AS "lastDay", x.rule_content AS content,
    e.id IS NULL OR e.status = 'left' AS "isGone", r.id IS NULL AS "isDropped", r.kind, r.gate_ids AS "gateIds",
    r.area_ids AS "areaIds", r.other_gate_ids AS "otherGateIds", r.other_area_ids AS "otherAreaIds", r.time_period_id AS "timePeriodId"
  FROM separation_exception x
    LEFT JOIN door_separation r ON r.tenant_id = x.tenant_id AND r.id = x.rule_id AND r.deleted_at IS NULL
    LEFT JOIN door_employee e ON e.tenant_id = x.tenant_id AND e.id = x.emp_id AND e.deleted_at IS NULL
  WHERE x.tenant_id = $1 AND x.status IN ('proposed', 'approved') AND x.deleted_at IS NULL`;
type Open = Separates & {
  readonly id: string;
  readonly tenantId: number;
  readonly villageId: string;
  readonly lastDay: string;
  readonly content: string;
  readonly isGone: boolean;
  readonly isDropped: boolean;
};

/** What holds no more is shown as ended: its last day is over, its rule says something else, its person has left. */
export async function endExceptions(database: Database, now: Date): Promise<void> {
  const tenants = await database.read(platformScope, (db) =>
    db.raw<{ tenantId: number }>(
      `SELECT DISTINCT tenant_id AS "tenantId" FROM separation_exception
       WHERE status IN ('proposed', 'approved') AND deleted_at IS NULL`,
    ),
  );
  for (const { tenantId } of tenants)
    await database.write(tenantScope(tenantId), async (db) => {
      const over: string[] = [];
      for (const [villageId, rows] of Map.groupBy(await db.raw<Open>(OPEN, [tenantId]), (row) => row.villageId)) {
        const { zone } = await clockOf(db, tenantId, villageId);
        for (const row of rows)
          if (
            row.isGone ||
            row.isDropped ||
            endOf(row.lastDay, zone) <= now.getTime() ||
            contentOf(row) !== row.content
          )
            over.push(row.id);
      }
      if (over.length > 0)
        await lapse(db, {
          now,
          tenantId,
          where: sql`${x.id!} = ANY(${sql.param(over)}::uuid[])`,
          set: { endedTime: now.toISOString() },
        });
    });
}
