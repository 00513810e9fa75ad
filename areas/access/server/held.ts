import { and, eq, inArray, isNull } from 'drizzle-orm';
import { Refused, ruleRefused } from '#kit/declare/refused.ts';
import { fill, text } from '#kit/declare/text.ts';
import type { Db } from '#kit/server/db.ts';
import { tableOf } from '#kit/server/table.ts';
import { permits } from '#kit/server/work.ts';
import type { Work } from '#kit/server/work.ts';
import { role } from '#areas/access/model/role.ts';
import { rightsOf } from './person.ts';

/** Codes of a list that a person does not hold himself. Patterns such as `park:*` are held only whole. */
export const notHeld = (held: readonly string[], codes: readonly string[]): string[] =>
  codes.filter((code) => !permits(held, code));

export type RoleRow = {
  id: string;
  tenantId: number;
  roleName: string;
  builtIn: string | null;
  ofCompanyId: string | null;
  permissions: string[] | null;
  adminMenuIds: string[] | null;
  businessMenuIds: string[] | null;
};

/** Roles of one tenant by id; refused when one is not there. */
export async function rolesById(db: Db, tenantId: number, ids: readonly string[]): Promise<RoleRow[]> {
  if (ids.length === 0) return [];
  const t = tableOf(role);
  const rows = (await db
    .select()
    .from(t)
    .where(and(eq(t.tenantId!, tenantId), inArray(t.id!, [...ids]), isNull(t.deletedAt!)))) as RoleRow[];
  if (rows.length !== new Set(ids).size) throw new Refused('no_such_record', { what: role.title });
  return rows;
}

/**
 * Nobody gives, takes or touches more than he holds himself: else whoever may add users could make himself anything.
 */
export async function mustHoldRoles(work: Work, tenantId: number, roleIds: readonly string[]): Promise<void> {
  const { permissions } = await rightsOf(work.db, tenantId, roleIds);
  const beyond = notHeld(work.person.permissions, permissions);
  if (beyond.length === 0) return;
  throw new Refused('not_permitted', {
    what: fill(text('超出本人权限（{codes}）', 'exceeds your own permissions ({codes})'), {
      codes: beyond.slice(0, 5).join(', ') + (beyond.length > 5 ? ' …' : ''),
    }),
  });
}

/** Roles a person may grant: of his group; of another company of it only when his sight is not narrowed. */
export function mustReachRoles(work: Work, roles: readonly RoleRow[]): void {
  const { companyIds } = work.db.scope;
  if (companyIds && roles.some(({ ofCompanyId }) => ofCompanyId && !companyIds.includes(ofCompanyId)))
    throw new Refused('no_such_record', { what: role.title });
}

/**
 * A role may be changed by whoever holds all of it, is not built in, and is not the whole group's when the person sees
 * only a part.
 */
export async function mustChangeRole(work: Work, row: RoleRow): Promise<void> {
  if (row.builtIn)
    throw ruleRefused(
      text('内置角色不能修改，请新建角色', 'Built-in roles cannot be changed. Create your own role instead.'),
    );
  if (work.db.scope.companyIds && !row.ofCompanyId)
    throw ruleRefused(text('集团通用角色只能由集团修改', 'Group-wide roles can only be changed by the group'));
  mustReachRoles(work, [row]);
  await mustHoldRoles(work, row.tenantId, [row.id]);
}
