import { asc, eq, inArray, sql } from 'drizzle-orm';
import { deptsMoving } from '#areas/org/model/events.ts';
import { isId } from '#kit/declare/check.ts';
import type { Problem } from '#kit/declare/refused.ts';
import { text } from '#kit/declare/text.ts';
import { rowOf } from '#kit/server/row-by-id.ts';
import { emit } from '#kit/server/events.ts';
import type { Plain, Rules } from '#kit/server/rules.ts';
import { scoped, scopedSql } from '#kit/server/scope.ts';
import { serve } from '#kit/server/served.ts';
import type { Served } from '#kit/server/served.ts';
import { tableOf } from '#kit/server/table.ts';
import type { Work } from '#kit/server/work.ts';
import * as calls from '#areas/org/model/calls.ts';
import { dept } from '#areas/org/model/dept.ts';
import { treeOf } from './forest.ts';

type Given = { parentId?: string | null; companyId?: string | null };

/** A department that is put below another: others may have a say in it once it is there. */
async function moved(work: Work, plain: Plain): Promise<unknown> {
  const { id, parentId } = work.raw;
  if (parentId === undefined || typeof id !== 'string' || !isId(id)) return plain(work);
  const row = await rowOf(dept, id, work.db);
  if ((parentId || null) === row.parentId) return plain(work);
  const tenantId = Number(row.tenantId);
  const companyId = row.companyId!;
  const checks = await emit(deptsMoving, { tenantId, companyId, at: work.now }, { db: work.db });
  const outcome = await plain(work);
  for (const check of checks) await check.changed();
  return outcome;
}

export const deptRules: Rules = {
  verbs: { submit: moved },
  async check(values, before, work) {
    const given = values as Given;
    const problems: Problem[] = [];
    const parentId = 'parentId' in given ? given.parentId : (before?.parentId as string | null);
    if (!parentId) return problems;
    const companyId = given.companyId ?? (before?.companyId as string | undefined) ?? work.person.companyId;
    const parent = await rowOf(dept, parentId, work.db);
    if (parent.companyId !== companyId)
      problems.push({
        field: 'parentId',
        msg: text('上级部门属于其他单位', 'The parent department is of another company'),
      });
    return problems;
  },
};

type Picked = { id: string; deptName: string; parentId: string | null; companyId: string };

/** Departments as choices `{ id, value, label, deptName, parentId, companyId }`, at most 2,000. */
async function picked(work: Work, companyIds: readonly string[] | null, ids?: readonly string[]): Promise<unknown> {
  const t = tableOf(dept);
  const of =
    companyIds === null ? undefined : companyIds.length === 0 ? sql`false` : inArray(t.companyId!, [...companyIds]);
  const rows = (await work.db
    .select({ id: t.id!, deptName: t.deptName!, parentId: t.parentId!, companyId: t.companyId! })
    .from(t)
    .where(scoped(dept, work.db.scope, [of, ids ? inArray(t.id!, [...ids]) : undefined]))
    .orderBy(asc(t.sort!), asc(t.id!))
    .limit(2000)) as Picked[];
  return rows.map((row) => ({ ...row, value: row.id, label: row.deptName }));
}

/** Departments of the company a lot belongs to. A lot out of sight has none. */
async function ofPark(work: Work, parkId: string | null | undefined): Promise<unknown> {
  if (!parkId) return picked(work, null);
  if (!isId(parkId)) return [];
  const values: unknown[] = [parkId];
  const [park] = await work.db.raw<{ company_id: string }>(
    `SELECT p.company_id FROM park p WHERE p.id = $1 AND p.deleted_at IS NULL
      AND ${scopedSql(work.db.scope, 'p', values, { park: false, company: false })}`,
    values,
  );
  return park ? picked(work, [park.company_id]) : [];
}

async function mine(work: Work): Promise<unknown> {
  const [row] = await work.db.raw<{ dept_id: string | null }>(
    'SELECT dept_id FROM "user" WHERE tenant_id = $1 AND id = $2',
    [work.db.scope.tenantId, work.person.userId],
  );
  return row?.dept_id ? picked(work, null, [row.dept_id]) : [];
}

export const deptServed: readonly Served[] = [
  serve(calls.deptTree, async (work) => {
    const t = tableOf(dept);
    const { tenantCode, companyId } = work.input;
    return treeOf(dept, work, 'deptName', [
      companyId ? eq(t.companyId!, companyId) : undefined,
      tenantCode
        ? sql`${t.tenantId!} = (select tenant_no from tenant where tenant_code = ${tenantCode} and deleted_at is null)`
        : undefined,
    ]);
  }),
  serve(calls.deptsByCompany, (work) => picked(work, work.input.cpid ? [work.input.cpid] : [work.person.companyId])),
  serve(calls.deptsByPark, (work) => ofPark(work, work.input.parkId)),
  serve(calls.ownDepts, (work) => mine(work)),
];
