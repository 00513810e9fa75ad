/** Who sees car parks without being granted each: administrators all of theirs, and whoever adds one that one. */
import type { ParkAdded } from '#areas/lot/model/events.ts';
import type { BuiltInRoleKey } from '#areas/access/model/role-names.ts';
import type { Db } from '#kit/server/db.ts';
import { rolesById } from './held.ts';
import { forgetHere } from './person.ts';

const ADMINISTRATORS: readonly string[] = ['groupAdmin', 'companyAdmin'] satisfies BuiltInRoleKey[];

/** Whether the roles make somebody an administrator of a group or company who was none with those he had. */
export async function becomesAdministrator(
  db: Db,
  tenantId: number,
  roleIds: readonly string[],
  before: readonly string[],
): Promise<boolean> {
  const roles = await rolesById(
    db,
    tenantId,
    roleIds.filter((id) => !before.includes(id)),
  );
  return roles.some(({ builtIn }) => builtIn !== null && ADMINISTRATORS.includes(builtIn));
}

/** Grants a car park to who added it, unless he sees all or is of another group. */
export async function grantToAdder(
  db: Db,
  { tenantId, parkId, byId }: ParkAdded,
): Promise<{ afterCommit: () => void }> {
  await db.raw(
    `INSERT INTO user_park_grant (tenant_id, user_id, park_id, granted_by)
     SELECT u.tenant_id, u.id, $3::uuid, u.id FROM "user" u WHERE u.tenant_id = $1 AND u.id = $2 AND u.all_parks IS NOT TRUE
     ON CONFLICT DO NOTHING`,
    [tenantId, byId, parkId],
  );
  return { afterCommit: forgetHere };
}
