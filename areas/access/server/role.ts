import { and, asc, eq, inArray, isNull, or, sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import { isEmpty, isId } from '#kit/declare/check.ts';
import type { Problem } from '#kit/declare/refused.ts';
import { ruleRefused } from '#kit/declare/refused.ts';
import { text } from '#kit/declare/text.ts';
import { rowOf } from '#kit/server/row-by-id.ts';
import type { Plain, Rules } from '#kit/server/rules.ts';
import { forest } from '#kit/server/generic.ts';
import { chooseBy } from '#kit/server/narrow.ts';
import { present } from '#kit/server/rows.ts';
import type { Stored } from '#kit/server/rows.ts';
import { scoped } from '#kit/server/scope.ts';
import { serve } from '#kit/server/served.ts';
import type { Served } from '#kit/server/served.ts';
import { tableOf } from '#kit/server/table.ts';
import type { Work } from '#kit/server/work.ts';
import * as calls from '#areas/access/model/role-calls.ts';
import { role } from '#areas/access/model/role.ts';
import { inTenant, tenantOf } from '#areas/org/server/door.ts';
import { mustChangeRole, notHeld } from './held.ts';
import type { RoleRow } from './held.ts';
import { roleFiles } from './role-files.ts';
import { forget, homeOf, rightsOf } from './person.ts';

const plain = (work: unknown) => work as Work;

/** Roles of the group, and of the companies in sight; with `tenantCode` those of one tenant. */
function narrow(work: Work): SQL | undefined {
  const t = tableOf(role);
  const { companyIds } = work.db.scope;
  const near = companyIds
    ? or(isNull(t.ofCompanyId!), companyIds.length > 0 ? inArray(t.ofCompanyId!, [...companyIds]) : sql`false`)
    : undefined;
  const { tenantCode } = work.raw;
  return and(
    near,
    isEmpty(tenantCode)
      ? undefined
      : sql`${t.tenantId!} = (select tenant_no from tenant where tenant_code = ${String(tenantCode)} and deleted_at is null)`,
  );
}

const builtInNames = async (work: Work, tenantId: number, name: string): Promise<boolean> =>
  (
    await work.db.raw(
      'SELECT 1 FROM role WHERE tenant_id = $1 AND role_name = $2 AND built_in IS NOT NULL AND deleted_at IS NULL',
      [tenantId, name],
    )
  ).length > 0;

const rules: Rules = {
  narrow,
  async check(values, before, work) {
    const given = values as { roleName?: string; parentId?: string | null; ofCompanyId?: string | null };
    const problems: Problem[] = [];
    if (before) await mustChangeRole(work, before as RoleRow);
    if (
      given.roleName &&
      (await builtInNames(work, Number(before?.tenantId ?? work.db.scope.tenantId), given.roleName))
    )
      problems.push({ field: 'roleName', msg: text('与内置角色同名', 'is the name of a built-in role') });
    if (before && given.ofCompanyId === null && before.ofCompanyId && work.db.scope.companyIds)
      problems.push({
        field: 'ofCompanyId',
        msg: text('只有集团可以设为集团通用', 'Only the group can make a role group-wide'),
      });
    return problems;
  },
  fill(values, before, work) {
    const given = values as { ofCompanyId?: string | null };
    return !before && !given.ofCompanyId && work.db.scope.companyIds ? { ofCompanyId: work.person.companyId } : {};
  },
  async removing(row, work) {
    await mustChangeRole(work, row as RoleRow);
  },
  async saved(_, __, work) {
    work.afterCommit(() => void forget(work.database));
  },
};

/** A role for a company of another tenant is that tenant's; only the platform's people reach there. */
async function submitRole(work: Work, save: Plain): Promise<unknown> {
  const { ofCompanyId, companyId, id } = work.raw;
  const of = ofCompanyId ?? companyId;
  if (!work.db.scope.platform || !isEmpty(id) || isEmpty(of)) return save(work);
  return save({ ...work, db: inTenant(work.db, await tenantOf(work.db, String(of))) });
}

export const roleRules: Rules = { ...rules, verbs: { submit: submitRole }, files: roleFiles };

/** Roles that people of a company may have: the whole group's and the company's own. */
async function ofCompany(work: Work, companyId: string | null | undefined): Promise<Stored[]> {
  const t = tableOf(role);
  const company = companyId ?? work.person.companyId;
  const tenantId = companyId && work.db.scope.platform ? await tenantOf(work.db, companyId) : work.person.tenantId;
  return (await work.db
    .select()
    .from(t)
    .where(
      scoped(role, work.db.scope, [
        eq(t.tenantId!, tenantId),
        or(isNull(t.ofCompanyId!), eq(t.ofCompanyId!, company)),
        narrow(work),
      ]),
    )
    .orderBy(asc(t.sort!), asc(t.id!))
    .limit(500)) as Stored[];
}

/**
 * For somebody of a company: the roles people there may have and the caller may grant. No company named: any role in
 * sight.
 */
async function grantable(work: Work): Promise<SQL | undefined> {
  const { companyId } = work.raw;
  if (companyId === undefined) return undefined;
  const offered = await ofCompany(work, isId(companyId) ? companyId : null);
  const within = await Promise.all(
    offered.map(async ({ id, tenantId }) => {
      const { permissions } = await rightsOf(work.db, Number(tenantId), [id]);
      return notHeld(work.person.permissions, permissions).length === 0 ? [id] : [];
    }),
  );
  return inArray(tableOf(role).id!, within.flat());
}
chooseBy(role, grantable);

const choice = (row: Stored) => ({
  id: row.id,
  value: row.id,
  label: row.roleName,
  roleName: row.roleName,
  roleAlias: row.roleAlias,
  builtIn: row.builtIn,
  ofCompanyId: row.ofCompanyId,
});

/** The roles a user holds, and those his company offers besides, each marked `held`. */
async function userAndCompany(
  work: Work,
  userId: string | null | undefined,
  companyId: string | null | undefined,
): Promise<unknown> {
  const id = userId ?? work.person.userId;
  const own = id === work.person.userId;
  const scopeTenant = own ? homeOf(work.person).tenantId : work.db.scope.platform ? null : work.person.tenantId;
  const [row] = await work.db.raw<{ roleIds: string[] | null; companyId: string }>(
    `SELECT role_ids AS "roleIds", company_id AS "companyId" FROM "user"
     WHERE id = $1 AND deleted_at IS NULL ${scopeTenant === null ? '' : 'AND tenant_id = $2'}`,
    scopeTenant === null ? [id] : [id, scopeTenant],
  );
  const heldIds = new Set(row?.roleIds ?? []);
  const offered = await ofCompany(work, companyId ?? row?.companyId);
  return offered.map((each) => ({ ...choice(each), held: heldIds.has(each.id) }));
}

async function tree(work: Work): Promise<unknown> {
  const t = tableOf(role);
  const rows = (await work.db
    .select()
    .from(t)
    .where(scoped(role, work.db.scope, [narrow(work)]))
    .orderBy(asc(t.sort!), asc(t.id!))
    .limit(5000)) as Stored[];
  const shown = await present(role, rows, work.db, work.person, work.lang);
  return forest(
    shown.map((row) => ({ ...row, name: row.roleName, label: row.roleName, value: row.id })),
    'parentId',
  );
}

/** A role in sight, locked, that the caller may change. */
export async function roleToChange(work: Work, id: string): Promise<RoleRow> {
  const row = (await rowOf(role, id, work.db, { lock: true, narrow: narrow(work) })) as RoleRow;
  await mustChangeRole(work, row);
  return row;
}

/** A role in sight. */
export const roleInSight = async (work: Work, id: string): Promise<RoleRow> =>
  (await rowOf(role, id, work.db, { narrow: narrow(work) })) as RoleRow;

export const roleServed: readonly Served[] = [
  serve(calls.rolesOfCompany, async (work) =>
    present(role, await ofCompany(plain(work), work.input.companyId), work.db, work.person, work.lang),
  ),
  serve(calls.selectRoles, async (work) => (await ofCompany(plain(work), work.input.companyId)).map(choice)),
  serve(calls.userAndCompanyRoles, (work) => {
    if (work.input.userId && work.input.userId !== work.person.userId && !work.permits('user:read'))
      throw ruleRefused(text('只能查看自己的角色', 'You can only view your own roles'));
    return userAndCompany(plain(work), work.input.userId, work.input.companyId);
  }),
  serve(calls.platformRoleTree, (work) => tree(plain(work))),
];
