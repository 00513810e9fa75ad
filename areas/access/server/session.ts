import { isEmpty, isId } from '#kit/declare/check.ts';
import { Refused } from '#kit/declare/refused.ts';
import { tenantScope } from '#kit/server/db.ts';
import type { Db } from '#kit/server/db.ts';
import { serve } from '#kit/server/served.ts';
import type { Served } from '#kit/server/served.ts';
import type { Person, Work } from '#kit/server/work.ts';
import * as calls from '#areas/access/model/session-calls.ts';
import { company } from '#areas/org/model/company.ts';
import { companySubtree, tenantOf } from '#areas/org/server/door.ts';
import { audited } from './audited.ts';
import type { Actor } from './audited.ts';
import { programOf } from './client.ts';
import { lockSession, unlockSession } from './lock.ts';
import { enter, provenUser, sendCode, ticketUser, useCode } from './login.ts';
import { forget, homeOf, homeScope, whoIs } from './person.ts';
import { endSession, renew, tenantOfToken } from './tokens.ts';

const plain = (work: unknown) => work as Work;
const tokenIn = (work: Work): string | null =>
  /^bearer\s+(\S+)$/i.exec(work.request.header('authorization') ?? '')?.[1] ?? null;
const homeActor = (person: Person): Actor => ({
  ...person,
  tenantId: homeOf(person).tenantId,
  companyId: homeOf(person).companyId,
});

type InfoRow = {
  realName: string;
  userType: string | null;
  roleIds: string[] | null;
  avatar: string | null;
  phone: string | null;
  email: string | null;
  homeCompanyName: string;
};

async function rolesNamed(
  db: Db,
  tenantId: number,
  ids: readonly string[],
): Promise<{ id: string; roleName: string; roleAlias: string | null; builtIn: string | null }[]> {
  return ids.length === 0
    ? []
    : db.raw(
        'SELECT id, role_name AS "roleName", role_alias AS "roleAlias", built_in AS "builtIn" FROM role WHERE tenant_id = $2 AND id = ANY($1::uuid[]) AND deleted_at IS NULL ORDER BY sort, id',
        [ids, tenantId],
      );
}

/** What the console knows of the person: who he is at home, where he works now, and what he may do. */
export async function infoOf(work: Work, person: Person): Promise<Record<string, unknown>> {
  const home = homeOf(person);
  const own = await work.database.read(tenantScope(home.tenantId), async (db) => {
    const [row] = await db.raw<InfoRow>(
      `SELECT u.real_name AS "realName", u.user_type AS "userType", u.role_ids AS "roleIds", u.avatar, u.phone, u.email, c.company_name AS "homeCompanyName"
       FROM "user" u JOIN company c ON c.tenant_id = u.tenant_id AND c.id = u.company_id WHERE u.tenant_id = $1 AND u.id = $2`,
      [home.tenantId, person.userId],
    );
    return row ? { ...row, roles: await rolesNamed(db, home.tenantId, row.roleIds ?? []) } : null;
  });
  if (!own) throw new Refused('not_logged_in');
  const there = await work.database.read(
    tenantScope(person.tenantId),
    async (db) =>
      (
        await db.raw<{ name: string }>('SELECT company_name AS name FROM company WHERE tenant_id = $1 AND id = $2', [
          person.tenantId,
          person.companyId,
        ])
      )[0],
  );
  const { roleIds: _, homeCompanyName, ...rest } = own;
  return {
    account: person.account,
    userId: person.userId,
    ...rest,
    permissions: person.permissions,
    companyId: person.companyId,
    companyName: there?.name ?? null,
    homeCompanyId: home.companyId,
    homeCompanyName,
    tenantId: person.tenantId,
    zone: person.zone,
    platform: home.platform,
    switched: person.companyId !== home.companyId,
    sellerId: person.sellerId,
    mustChangePassword: home.mustChangePassword,
  };
}

async function refresh(work: Work, given: string | null | undefined): Promise<unknown> {
  const tenantId = given ? tenantOfToken(given) : null;
  if (!given || tenantId === null) throw new Refused('not_logged_in');
  const program = await programOf(work, 'refresh_token');
  const actor: Actor = { ...work.person, tenantId, companyId: '' };
  const renewal = await audited(work, tenantScope(tenantId), actor, async (db, record) => {
    const found = await renew(db, tenantId, given, work.request.agent, program ?? undefined);
    if (found.kind === 'reused')
      record({
        resource: 'session',
        action: 'refreshReused',
        rowId: found.sessionId,
        after: { userId: found.userId, agent: work.request.agent },
      });
    return found;
  });
  if (renewal.kind === 'unknown') throw new Refused('not_logged_in');
  await forget(work.database, [renewal.sessionId]);
  if (renewal.kind === 'reused') throw new Refused('not_logged_in');
  const person = await whoIs(work.database)(renewal.pair.accessToken);
  if (!person) throw new Refused('not_logged_in');
  const info = await infoOf(work, person);
  return {
    ...renewal.pair,
    account: person.account,
    realName: info.realName,
    userId: person.userId,
    companyId: person.companyId,
    companyName: info.companyName,
    tenantId: person.tenantId,
    mustChangePassword: info.mustChangePassword,
  };
}

async function leave(work: Work): Promise<null> {
  const token = tokenIn(work);
  const person = token ? await whoIs(work.database)(token) : null;
  if (!person) return null;
  const { tenantId } = homeOf(person);
  await audited(work, tenantScope(tenantId), homeActor(person), async (db, record) => {
    await endSession(db, tenantId, person.sessionId, 'logout');
    record({ resource: 'session', action: 'logout', rowId: person.sessionId });
  });
  await forget(work.database, [person.sessionId]);
  return null;
}

/**
 * Where a person may go: within his own company and those below; the platform's people anywhere. Refused as not there
 * otherwise.
 */
async function requestedPlace(work: Work, companyId: string): Promise<{ tenantId: number; companyId: string } | null> {
  const home = homeOf(work.person);
  if (companyId === home.companyId) return null;
  if (!isId(companyId)) throw new Refused('no_such_record', { what: company.title });
  return work.database.read(homeScope(home, null), async (db) => {
    if (home.platform) return { tenantId: await tenantOf(db, companyId), companyId };
    if (!(await companySubtree(db, home.companyId)).includes(companyId))
      throw new Refused('no_such_record', { what: company.title });
    return { tenantId: home.tenantId, companyId };
  });
}

async function switchTo(work: Work, companyId: unknown): Promise<unknown> {
  const home = homeOf(work.person);
  const place = await requestedPlace(
    work,
    isEmpty(companyId) ? home.companyId : String(companyId).trim().toLowerCase(),
  );
  await audited(work, tenantScope(home.tenantId), homeActor(work.person), async (db, record) => {
    await db.raw('UPDATE session SET work_tenant = $3, work_company_id = $4 WHERE tenant_id = $1 AND id = $2', [
      home.tenantId,
      work.person.sessionId,
      place?.tenantId ?? null,
      place?.companyId ?? null,
    ]);
    record({
      resource: 'session',
      action: 'switchCompany',
      rowId: work.person.sessionId,
      before: { companyId: work.person.companyId },
      after: { companyId: place?.companyId ?? home.companyId },
    });
  });
  await forget(work.database, [work.person.sessionId]);
  const person = await whoIs(work.database)(tokenIn(work) ?? '');
  if (!person) throw new Refused('not_logged_in');
  return infoOf(work, person);
}

type OwnSession = {
  id: string;
  agent: string | null;
  ip: string | null;
  deviceId: string | null;
  createdAt: string;
  seenAt: string;
};

async function ownSessions(work: Work): Promise<unknown> {
  const { tenantId } = homeOf(work.person);
  const rows = await work.database.read(tenantScope(tenantId), (db) =>
    db.raw<OwnSession>(
      `SELECT s.id, s.agent, s.ip, s.device_id AS "deviceId", s.created_at AS "createdAt", s.seen_at AS "seenAt" FROM session s
     WHERE s.tenant_id = $1 AND s.user_id = $2 AND s.ended_at IS NULL
       AND EXISTS (SELECT 1 FROM session_token k WHERE k.tenant_id = $1 AND k.session_id = s.id AND k.replaced_at IS NULL AND k.refresh_until > now())
     ORDER BY s.seen_at DESC LIMIT 200`,
      [tenantId, work.person.userId],
    ),
  );
  return rows.map((row) => ({ ...row, current: row.id === work.person.sessionId }));
}

async function revoke(work: Work, id: string): Promise<null> {
  const { tenantId } = homeOf(work.person);
  const missing = new Refused('no_such_record', { what: calls.ownSessions.title });
  if (!isId(id)) throw missing;
  await audited(work, tenantScope(tenantId), homeActor(work.person), async (db, record) => {
    const found = await db.raw(
      'SELECT 1 FROM session WHERE tenant_id = $1 AND id = $2 AND user_id = $3 AND ended_at IS NULL FOR UPDATE',
      [tenantId, id, work.person.userId],
    );
    if (found.length === 0) throw missing;
    await endSession(db, tenantId, id, 'revoked');
    record({ resource: 'session', action: 'revoke', rowId: id });
  });
  await forget(work.database, [id]);
  return null;
}

const open = { mode: 'open' } as const;

export const sessionServed: readonly Served[] = [
  serve(
    calls.logIn,
    async (work) => {
      const program = await programOf(plain(work), 'password');
      const { username, password, deviceToken } = work.input;
      return enter(plain(work), await provenUser(plain(work), username!, password!, deviceToken), 'password', {
        program,
      });
    },
    open,
  ),
  serve(
    calls.logInByCode,
    async (work) => {
      const program = await programOf(plain(work), 'password');
      const { username, password, validCode, deviceId = null, deviceToken } = work.input;
      const user = await provenUser(plain(work), username!, password!, deviceToken);
      await useCode(plain(work), user, validCode!);
      return enter(plain(work), user, 'code', { program, deviceId });
    },
    open,
  ),
  serve(
    calls.askCode,
    async (work) => {
      await programOf(plain(work), 'password');
      const { username, password, deviceToken = null } = work.input;
      return sendCode(plain(work), username!, password!, deviceToken);
    },
    open,
  ),
  serve(calls.lock, (work) => lockSession(plain(work), work.input.password!), open),
  serve(calls.unlock, (work) => unlockSession(plain(work), work.input.password!), open),
  serve(
    calls.logInByTicket,
    async (work) => {
      const program = await programOf(plain(work), 'ticket');
      const { code = null, source = null, state = null, openId = null } = work.input;
      return enter(
        plain(work),
        await ticketUser(plain(work), source, { code, state, openId }),
        `ticket:${source ?? ''}`,
        { program },
      );
    },
    open,
  ),
  serve(calls.userInfo, (work) => infoOf(plain(work), work.person), open),
  serve(calls.refreshToken, (work) => refresh(plain(work), work.input.refresh_token), open),
  serve(
    calls.logOutLog,
    async (work) => {
      const { tenantId } = homeOf(work.person);
      await audited(plain(work), tenantScope(tenantId), homeActor(work.person), async (_, record) =>
        record({
          resource: 'session',
          action: 'logoutLog',
          rowId: work.person.sessionId,
          after: { source: work.input.source ?? null },
        }),
      );
      return null;
    },
    open,
  ),
  serve(calls.logOut, (work) => leave(plain(work)), open),
  serve(calls.switchCompany, (work) => switchTo(plain(work), work.input.companyId), open),
  serve(calls.ownSessions, (work) => ownSessions(plain(work)), open),
  serve(calls.revokeSession, (work) => revoke(plain(work), work.input.id!), open),
];
