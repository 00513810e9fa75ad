import { eq, inArray } from 'drizzle-orm';
import { isEmpty } from '#kit/declare/check.ts';
import { Refused, ruleRefused } from '#kit/declare/refused.ts';
import type { Problem } from '#kit/declare/refused.ts';
import { text } from '#kit/declare/text.ts';
import { edit } from '#kit/server/save.ts';
import { idsIn, rowOf } from '#kit/server/row-by-id.ts';
import type { Rules } from '#kit/server/rules.ts';
import { tenantScope } from '#kit/server/db.ts';
import type { Db } from '#kit/server/db.ts';
import type { Stored } from '#kit/server/rows.ts';
import { scoped, scopedSql } from '#kit/server/scope.ts';
import { Once, serve } from '#kit/server/served.ts';
import type { Served } from '#kit/server/served.ts';
import { tableOf } from '#kit/server/table.ts';
import type { Work } from '#kit/server/work.ts';
import * as calls from '#areas/access/model/user-calls.ts';
import { user as declared } from '#areas/access/model/user.ts';
import { dept } from '#areas/org/model/dept.ts';
import type { Resource } from '#kit/declare/resource.ts';
import { tenantOf } from '#areas/org/server/door.ts';
import { audited } from './audited.ts';
import { mustHoldRoles, mustReachRoles, rolesById } from './held.ts';
import { freeAccount, takeAccount } from './login-name.ts';
import { becomesAdministrator } from './lots-seen.ts';
import { hashPassword, isPassword, passwordProblem, randomPassword } from './password.ts';
import { forget, homeOf } from './person.ts';
import { infoOf } from './session.ts';
import { knock, oldPasswordDoors, welcome } from './throttle.ts';
import { endSessionsOf } from './tokens.ts';
import type { Why } from './tokens.ts';

export const user = declared as Resource;
const plain = (work: unknown) => work as Work;

export type UserRow = Stored & {
  tenantId: number;
  companyId: string;
  account: string;
  realName: string;
  roleIds: string[] | null;
  allParks: boolean | null;
  enabled: boolean | null;
};

/** A user in sight, who holds no more than the person acting; refused otherwise. */
export async function userToTouch(work: Work, id: string): Promise<UserRow> {
  const row = (await rowOf(user, id, work.db, { lock: true })) as UserRow;
  if (row.id !== work.person.userId) await mustHoldRoles(work, row.tenantId, row.roleIds ?? []);
  return row;
}

type Given = {
  account?: string;
  password?: string | null;
  companyId?: string | null;
  deptId?: string | null;
  roleIds?: string[] | null;
  allParks?: boolean | null;
  enabled?: boolean | null;
};

async function companyProblems(given: Given, before: UserRow | null, work: Work): Promise<Problem[]> {
  const companyId = given.companyId ?? before?.companyId ?? work.person.companyId;
  if (!given.deptId) return [];
  const found = await rowOf(dept, given.deptId, work.db);
  return found.companyId === companyId
    ? []
    : [{ field: 'deptId', msg: text('部门不属于该单位', 'The department does not belong to this company') }];
}

const sameSet = (a: readonly string[], b: readonly string[]) =>
  a.length === b.length && a.every((each) => b.includes(each));

export const userRules: Rules = {
  async check(values, row, work) {
    const given = values as Given;
    const before = row as UserRow | null;
    const problems = await companyProblems(given, before, work);
    const account = given.account ?? before?.account ?? '';
    if (given.account && !/^[\p{L}\p{N}._@-]+$/u.test(given.account))
      problems.push({
        field: 'account',
        msg: text('账号只能含文字、数字和 . _ - @', 'The account may contain only letters, digits and . _ - @'),
      });
    const weak = given.password ? passwordProblem(given.password, account) : null;
    if (weak) problems.push({ field: 'password', msg: weak });
    if (given.allParks === true && work.person.parkIds !== null && !before?.allParks)
      problems.push({
        field: 'allParks',
        msg: text('您只能授权自己的车场', 'You can only grant car parks you have access to'),
      });
    if (before?.id === work.person.userId && given.enabled === false)
      problems.push({ field: 'enabled', msg: text('不能停用自己', 'You cannot disable yourself') });
    if (problems.length > 0) return problems;
    if (before && before.id !== work.person.userId) await mustHoldRoles(work, before.tenantId, before.roleIds ?? []);
    if (given.roleIds && !sameSet(given.roleIds, before?.roleIds ?? [])) {
      const tenantId =
        before?.tenantId ?? (given.companyId ? await tenantOf(work.db, given.companyId) : work.person.tenantId);
      await mustMayGrant(work, tenantId, given.roleIds, before);
    }
    return [];
  },
  async fill(values, before, work) {
    const { password, allParks, roleIds, companyId } = values as Given;
    const was = before as UserRow | null;
    const tenantId = was?.tenantId ?? (companyId ? await tenantOf(work.db, companyId) : work.person.tenantId);
    const all = await widened(work, tenantId, roleIds ?? [], was?.roleIds ?? []);
    if (was) return all;
    return {
      password: password ? await hashPassword(password) : null,
      allParks: allParks ?? false,
      ...all,
    };
  },
  async saved(row, before, work) {
    const after = row as UserRow;
    if (!before) return takeAccount(work.db, after.account, after.tenantId, after.id);
    if (after.enabled === false) await endSessionsOf(work.db, after.tenantId, after.id, 'disabled');
    work.afterCommit(() => void forget(work.database));
  },
  async removing(row, work) {
    const gone = row as UserRow;
    if (gone.id === work.person.userId) throw ruleRefused(text('不能删除自己', 'You cannot delete yourself'));
    await mustHoldRoles(work, gone.tenantId, gone.roleIds ?? []);
    await endSessionsOf(work.db, gone.tenantId, gone.id, 'removed');
    await freeAccount(work.db, gone.id);
    await work.db.raw('DELETE FROM user_park_grant WHERE tenant_id = $1 AND user_id = $2', [gone.tenantId, gone.id]);
    work.afterCommit(() => void forget(work.database));
  },
};

async function mustMayGrant(
  work: Work,
  tenantId: number,
  roleIds: readonly string[],
  before: UserRow | null,
): Promise<void> {
  if (!work.permits('user:grantRole')) throw new Refused('not_permitted', { what: calls.grantRole.title });
  if (before?.id === work.person.userId)
    throw ruleRefused(text('不能修改自己的角色', 'You cannot change your own roles'));
  mustReachRoles(work, await rolesById(work.db, tenantId, roleIds));
  await mustHoldRoles(work, tenantId, roleIds);
}

/**
 * Who is made an administrator sees all car parks of his company; he may be narrowed to some afterwards. Nobody gives
 * more than he sees.
 */
const widened = async (
  work: Work,
  tenantId: number,
  roleIds: readonly string[],
  before: readonly string[],
): Promise<{ allParks?: true }> =>
  work.person.parkIds === null && (await becomesAdministrator(work.db, tenantId, roleIds, before))
    ? { allParks: true }
    : {};

async function grantRole(work: Work, userId: string, roleIds: readonly string[]): Promise<null> {
  const row = await userToTouch(work, userId);
  await mustMayGrant(work, row.tenantId, roleIds, row);
  const all = await widened(work, row.tenantId, roleIds, row.roleIds ?? []);
  const t = tableOf(user);
  await work.db
    .update(t)
    .set({ roleIds: [...roleIds], ...all, updatedBy: work.person.userId, updatedAt: work.now.toISOString() })
    .where(scoped(user, work.db.scope, [eq(t.id!, userId)]));
  work.record({
    resource: 'user',
    action: 'grantRole',
    rowId: userId,
    before: { roleIds: row.roleIds ?? [], ...(all.allParks ? { allParks: row.allParks ?? false } : {}) },
    after: { roleIds, ...all },
    tenantId: row.tenantId,
    companyId: row.companyId,
  });
  work.afterCommit(() => void forget(work.database));
  return null;
}

/**
 * Sets a password within the caller's transaction and ends the user's sessions, but for `except`. The password itself
 * goes nowhere else.
 */
export async function setPassword(
  db: Db,
  tenantId: number,
  userId: string,
  password: string,
  mustChange: boolean,
  why: Why,
  except: string | null = null,
): Promise<void> {
  await db.raw(
    'UPDATE "user" SET password = $3, must_change_password = $4, updated_at = now() WHERE tenant_id = $1 AND id = $2',
    [tenantId, userId, await hashPassword(password), mustChange],
  );
  await endSessionsOf(db, tenantId, userId, why, except);
}

/** New one-time passwords for users in sight who hold no more than the caller. Shown once. */
async function resetPasswords(work: Work): Promise<Once> {
  const ids = idsIn(user, work.raw, ['userIds']);
  if (ids.includes(work.person.userId))
    throw ruleRefused(text('本人密码请用“修改密码”', 'Use “Change password” for your own password'));
  const issued: { id: string; account: string; realName: string; password: string }[] = [];
  for (const id of ids) {
    const row = await userToTouch(work, id);
    const password = randomPassword();
    await setPassword(work.db, row.tenantId, id, password, true, 'reset');
    work.record({
      resource: 'user',
      action: 'resetPassword',
      rowId: id,
      tenantId: row.tenantId,
      companyId: row.companyId,
    });
    issued.push({ id, account: row.account, realName: row.realName, password });
  }
  work.afterCommit(() => void forget(work.database));
  return new Once(
    issued,
    issued.map(({ id, account, realName }) => ({ id, account, realName })),
  );
}

/**
 * Changes one's own password: the old one is required, and every session ends, this one too. Who had to change the
 * password he was given has just logged in with it, and goes on.
 */
async function changePassword(work: Work): Promise<null> {
  const { oldPassword, newPassword } = work.input as { oldPassword: string; newPassword: string };
  const { tenantId, companyId, mustChangePassword } = homeOf(work.person);
  const { userId, account, sessionId } = work.person;
  const doors = oldPasswordDoors(sessionId);
  await knock(work.database, doors);
  const [held] = await work.database.read(tenantScope(tenantId), (db) =>
    db.raw<{ password: string | null }>('SELECT password FROM "user" WHERE tenant_id = $1 AND id = $2', [
      tenantId,
      userId,
    ]),
  );
  if (!(await isPassword(oldPassword, held?.password)))
    throw new Refused('bad_input', {}, [
      { field: 'oldPassword', msg: text('原密码错误', 'The old password is wrong') },
    ]);
  await welcome(work.database, doors);
  const weak =
    oldPassword === newPassword
      ? text('新密码不能与原密码相同', 'The new password must differ from the old one')
      : passwordProblem(newPassword, account);
  if (weak) throw new Refused('bad_input', {}, [{ field: 'newPassword', msg: weak }]);
  await audited(work, tenantScope(tenantId), { ...work.person, tenantId, companyId }, async (db, record) => {
    await setPassword(db, tenantId, userId, newPassword, false, 'password', mustChangePassword ? sessionId : null);
    record({ resource: 'user', action: 'updatePassword', rowId: userId, tenantId, companyId });
  });
  await forget(work.database);
  return null;
}

type Choice = { id: string; account: string; realName: string; companyId: string };
/** Users as choices `{ id, value, label, account, realName, companyId }`; at most 300. */
async function chosen(work: Work, companyId: string | null | undefined, ids?: readonly string[]): Promise<unknown> {
  if (ids?.length === 0) return [];
  const t = tableOf(user);
  const rows = (await work.db
    .select({ id: t.id!, account: t.account!, realName: t.realName!, companyId: t.companyId! })
    .from(t)
    .where(
      scoped(user, work.db.scope, [
        companyId ? eq(t.companyId!, companyId) : undefined,
        ids ? inArray(t.id!, [...ids]) : undefined,
      ]),
    )
    .orderBy(t.realName!, t.id!)
    .limit(300)) as Choice[];
  return rows.map((row) => ({ ...row, value: row.id, label: row.realName }));
}

/** Users who work at a lot: those granted it, and those of its company line who see all lots. */
async function usersOfPark(work: Work, parkId: string | null | undefined, sellersOnly = false): Promise<unknown> {
  if (!parkId || !/^[0-9a-f-]{36}$/i.test(parkId)) return [];
  const values: unknown[] = [parkId];
  const [park] = await work.db.raw<{ tenantId: number; companyId: string }>(
    `SELECT p.tenant_id AS "tenantId", p.company_id AS "companyId" FROM park p
     WHERE p.id = $1 AND p.deleted_at IS NULL
     AND ${scopedSql(work.db.scope, 'p', values, { park: false, company: false })}`,
    values,
  );
  if (!park) return [];
  const rows = await work.db.raw<{ id: string }>(
    `WITH RECURSIVE above AS (
       SELECT id, parent_id, 0 AS depth FROM company WHERE tenant_id = $1 AND id = $3
       UNION ALL SELECT c.id, c.parent_id, a.depth + 1 FROM company c JOIN above a ON c.id = a.parent_id WHERE c.tenant_id = $1 AND a.depth < 50
     )
     SELECT u.id FROM "user" u WHERE u.tenant_id = $1 AND u.deleted_at IS NULL AND (NOT $4 OR u.user_type = 'seller')
       AND (EXISTS (SELECT 1 FROM user_park_grant g WHERE g.tenant_id = $1 AND g.user_id = u.id AND g.park_id = $2)
            OR (u.all_parks AND u.company_id IN (SELECT id FROM above))) LIMIT 300`,
    [park.tenantId, parkId, park.companyId, sellersOnly],
  );
  return chosen(
    work,
    null,
    rows.map(({ id }) => id),
  );
}

async function rolesOf(work: Work, userId: string | null | undefined): Promise<unknown> {
  const home = homeOf(work.person);
  const own = !userId || userId === work.person.userId;
  const look = async (db: Db, tenantId: number, id: string) =>
    db.raw(
      `SELECT r.id, r.role_name AS "roleName", r.role_alias AS "roleAlias", r.built_in AS "builtIn" FROM role r
       JOIN "user" u ON u.tenant_id = r.tenant_id AND r.id = ANY(u.role_ids)
     WHERE u.tenant_id = $1 AND u.id = $2 AND r.deleted_at IS NULL ORDER BY r.sort, r.id`,
      [tenantId, id],
    );
  if (own) return work.database.read(tenantScope(home.tenantId), (db) => look(db, home.tenantId, work.person.userId));
  if (!work.permits('user:read')) throw new Refused('not_permitted', { what: calls.userRoles.title });
  const row = (await rowOf(user, userId, work.db)) as UserRow;
  return look(work.db, row.tenantId, row.id);
}

export const userServed: readonly Served[] = [
  serve(calls.updateUser, async (work) => {
    const { id, ...given } = work.raw;
    const fields = Object.fromEntries(
      Object.entries(given).filter(
        ([name, value]) =>
          name in calls.updateUser.input && value !== undefined && !(name === 'realName' && isEmpty(value)),
      ),
    );
    await edit(user, String(id), fields, plain(work), userRules);
    return { id };
  }),
  serve(calls.updatePassword, (work) => changePassword(plain(work)), { mode: 'open' }),
  serve(calls.resetPassword, (work) => resetPasswords(plain(work))),
  serve(calls.userRoles, (work) => rolesOf(plain(work), work.input.userId)),
  serve(calls.grantRole, (work) => grantRole(plain(work), work.input.userId!, work.input.ids ?? [])),
  serve(calls.sellerUsers, (work) => usersOfPark(plain(work), work.input.parkId, true)),
  serve(calls.usersOfCompany, (work) => chosen(plain(work), work.input.companyId)),
  serve(calls.selectUsersByCompany, (work) => chosen(plain(work), work.input.companyId)),
  serve(calls.selectUsersByPark, (work) => usersOfPark(plain(work), work.input.parkId)),
  serve(calls.loginUser, (work) => infoOf(plain(work), work.person), { mode: 'open' }),
];
