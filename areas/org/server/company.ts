import { and, asc, eq, inArray, isNull, notInArray, or, sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import { CREDIT_CODE_PROBLEMS, checkCreditCode } from '#domain/plate/credit-code.ts';
import { isEmpty } from '#kit/declare/check.ts';
import { Refused, ruleRefused } from '#kit/declare/refused.ts';
import type { Problem } from '#kit/declare/refused.ts';
import { text } from '#kit/declare/text.ts';
import { idsIn, rowOf } from '#kit/server/row-by-id.ts';
import { pageOf } from '#kit/server/list.ts';
import type { Plain, Rules } from '#kit/server/rules.ts';
import { present } from '#kit/server/rows.ts';
import type { Stored } from '#kit/server/rows.ts';
import { scoped } from '#kit/server/scope.ts';
import { serve } from '#kit/server/served.ts';
import type { Served } from '#kit/server/served.ts';
import { tableOf } from '#kit/server/table.ts';
import type { Work } from '#kit/server/work.ts';
import { building } from '#areas/guidance/model/building.ts';
import { park } from '#areas/lot/model/park.ts';
import * as calls from '#areas/org/model/calls.ts';
import { company } from '#areas/org/model/company.ts';
import { tenant } from '#areas/org/model/tenant.ts';
import { inTenant, nextTenantNo, registerTenant } from './group.ts';
import { companySubtree, tenantOf } from './tree.ts';
import { treeOf } from './forest.ts';

const problem = (field: string, zh: string, en: string): Problem => ({ field, msg: text(zh, en) });

async function parentProblems(parentId: unknown, before: Stored, work: Work): Promise<Problem[]> {
  if (parentId === (before.parentId ?? null)) return [];
  if (before.parentId === null)
    return [problem('parentId', '集团不能归到其他单位之下', 'A group cannot be put under another company')];
  if (isEmpty(parentId)) return [problem('parentId', '下级单位不能改为集团', 'A company below cannot become a group')];
  const own = await tenantOf(work.db, String(parentId));
  return own === before.tenantId ? [] : [problem('parentId', '不能移到其他集团', 'Cannot be moved to another group')];
}

/** With `runs=guided` those whose car parks guide to free spaces. */
const guiding = (work: Work): SQL => {
  const b = tableOf(building);
  return sql`${tableOf(company).id!} IN (SELECT ${b.companyId!} FROM ${b} WHERE ${scoped(building, work.db.scope)})`;
};

/** With `runs=curb` those that run car parks at the roadside, or are there to. */
const running = (work: Work): SQL | undefined => {
  if (work.raw['runs'] === 'guided') return guiding(work);
  if (work.raw['runs'] !== 'curb') return undefined;
  const t = tableOf(company);
  const p = tableOf(park);
  const curb = sql`SELECT ${p.companyId!} FROM ${p} WHERE ${scoped(park, work.db.scope, [eq(p.parkType!, 'curb')])}`;
  return or(eq(t.companyType!, 'road'), sql`${t.id!} IN (${curb})`);
};

export const companyRules: Rules = {
  narrow: running,
  async check(values, before, work) {
    const given = values as Record<string, unknown>;
    const problems: Problem[] = [];
    const wrong = isEmpty(given.creditCode) ? null : checkCreditCode(String(given.creditCode));
    if (wrong) problems.push({ field: 'creditCode', msg: CREDIT_CODE_PROBLEMS[wrong] });
    if (given.companyType === 'platform' && before?.companyType !== 'platform')
      problems.push(problem('companyType', '平台运营方只有一个', 'There is only one platform operator'));
    if (before && 'companyType' in given && given.companyType !== 'platform' && before.companyType === 'platform')
      problems.push(
        problem('companyType', '平台运营方的类型不能修改', 'The platform operator’s type cannot be changed'),
      );
    if (before && given.enabled === false && before.id === work.person.companyId)
      problems.push(problem('enabled', '不能停用当前所在单位', 'The company worked in cannot be disabled'));
    if (before && 'parentId' in given) problems.push(...(await parentProblems(given.parentId, before, work)));
    return problems;
  },
  async saved(after, before, work) {
    if (!before || after.parentId !== null) return;
    const t = tableOf(tenant);
    await work.db
      .update(t)
      .set({ tenantName: after.companyName, enabled: after.enabled ?? true })
      .where(eq(t.tenantNo!, after.tenantId));
  },
};

/** A company without a superior is a new group; anyone but the platform operator adds below the company worked in. */
async function submitCompany(work: Work, plain: Plain): Promise<unknown> {
  if (!isEmpty(work.raw.id)) {
    const tenantId = work.db.scope.platform ? await tenantOf(work.db, String(work.raw.id)) : work.db.scope.tenantId;
    return plain({ ...work, db: inTenant(work.db, tenantId), raw: withoutOwnParent(work) });
  }
  if (!isEmpty(work.raw.parentId)) {
    const tenantId = await tenantOf(work.db, String(work.raw.parentId)).catch(() => work.db.scope.tenantId);
    return plain({ ...work, db: inTenant(work.db, tenantId) });
  }
  if (!work.db.scope.platform) return plain({ ...work, raw: { ...work.raw, parentId: work.person.companyId } });
  const tenantNo = await nextTenantNo(work.db);
  const { companyType = 'group', ...raw } = work.raw;
  const made = (await plain({ ...work, db: inTenant(work.db, tenantNo), raw: { ...raw, companyType } })) as {
    id: string;
  };
  const { companyName, linkman, contactNumber, address } = raw as Record<string, unknown>;
  await registerTenant(
    work.db,
    { tenantNo, rootCompanyId: made.id, tenantName: String(companyName).trim(), linkman, contactNumber, address },
    work.person.userId,
  );
  return made;
}

/** The head of what a person sees has its superior out of his sight; a form sent back whole must not trip over it. */
function withoutOwnParent(work: Work): Record<string, unknown> {
  const { parentId, ...rest } = work.raw;
  const outside = work.raw.id === work.person.companyId && work.db.scope.companyIds !== null;
  return outside || parentId === undefined ? rest : { ...rest, parentId };
}

/** Companies that may be chosen as a superior: enabled, and with `companyId` none of those below it. */
async function parents(work: Work): Promise<unknown> {
  const t = tableOf(company);
  const { companyId, ...raw } = work.raw;
  const below = isEmpty(companyId) ? [] : await companySubtree(work.db, String(companyId));
  return pageOf(
    company,
    { ...work, raw },
    and(eq(t.enabled!, true), below.length > 0 ? notInArray(t.id!, below) : undefined),
  );
}

async function node(work: Work): Promise<unknown> {
  const t = tableOf(company);
  const input = work.input as { nodeId?: string | null };
  const top = input.nodeId ? eq(t.parentId!, input.nodeId) : topOf(work);
  const rows = (await work.db
    .select()
    .from(t)
    .where(scoped(company, work.db.scope, [top]))
    .orderBy(asc(t.sort!), asc(t.id!))
    .limit(2000)) as Stored[];
  const ids = rows.map(({ id }) => id);
  const above =
    ids.length === 0
      ? []
      : await work.db
          .selectDistinct({ id: t.parentId! })
          .from(t)
          .where(scoped(company, work.db.scope, [inArray(t.parentId!, ids)]));
  const parentIds = new Set(above.map(({ id }) => id));
  return (await present(company, rows, work.db, work.person, work.lang)).map((row) => ({
    ...row,
    name: row.companyName,
    label: row.companyName,
    value: row.id,
    hasChildren: parentIds.has(row.id),
    isLeaf: !parentIds.has(row.id),
  }));
}

const topOf = (work: Work) =>
  work.db.scope.companyIds === null
    ? isNull(tableOf(company).parentId!)
    : eq(tableOf(company).id!, work.person.companyId);

async function one(work: Work, id: string): Promise<unknown> {
  const row = await rowOf(company, id, work.db);
  return (await present(company, [row as Stored], work.db, work.person, work.lang))[0];
}

async function removeOnlyBelow(work: Work, plain: Plain): Promise<unknown> {
  if (idsIn(company, work.raw).includes(work.person.companyId))
    throw ruleRefused(text('不能删除当前所在单位', 'The company worked in cannot be removed'));
  return plain(work);
}

/** Its calls, where more than a row is at stake. */
export const companyVerbs: NonNullable<Rules['verbs']> = { submit: submitCompany, remove: removeOnlyBelow };

export const companyServed: readonly Served[] = [
  serve(calls.companyParents, (work) => parents(work)),
  serve(calls.companyTree, (work) => treeOf(company, work, 'companyName')),
  serve(calls.companyNode, (work) => node(work)),
  serve(calls.ownCompany, (work) => one(work, work.person.companyId)),
  serve(calls.companyById, (work) => {
    const id = work.input.companyId ?? work.person.companyId;
    if (!id) throw new Refused('no_such_record', { what: company.title });
    return one(work, id);
  }),
];
