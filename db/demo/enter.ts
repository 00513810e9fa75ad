import { endSession, openSession } from '#areas/access/server/tokens.ts';
import type { ParkSite } from '#device/simulator/setup.ts';
import type { Sessions } from '#device/simulator/sessions.ts';
import { platformScope } from '#kit/server/db.ts';
import type { Database } from '#kit/server/db.ts';
import type { FastifyInstance } from 'fastify';
import { asker } from './build-base.ts';

export type DemoSession = {
  token: string;
  /** The demo's people need not change their published password; the session that made them ends. */
  settle: (userIds: readonly string[]) => Promise<void>;
};

/** A session of the platform operator for the time the demo is made. */
export async function openDemoSession(database: Database): Promise<DemoSession> {
  const opened = await database.write(platformScope, async (db) => {
    const [operator] = await db.raw<{ tenant_id: number; user_id: string; must: boolean }>(
      `SELECT u.tenant_id, l.user_id, u.must_change_password AS must FROM login_name l
        JOIN "user" u ON u.tenant_id = l.of_tenant AND u.id = l.user_id WHERE l.account = 'admin'`,
    );
    if (!operator) throw new Error('no platform operator to make the demo');
    await db.raw('UPDATE "user" SET must_change_password = false WHERE tenant_id = $1 AND id = $2', [
      operator.tenant_id,
      operator.user_id,
    ]);
    const { sessionId, pair } = await openSession(db, operator.tenant_id, operator.user_id, {
      ip: '127.0.0.1',
      agent: 'demo',
    });
    return { ...operator, sessionId, token: pair.accessToken };
  });
  return {
    token: opened.token,
    settle: (userIds) =>
      database.write(platformScope, async (db) => {
        await db.raw('UPDATE "user" SET must_change_password = false WHERE id = ANY($1::uuid[])', [userIds]);
        await db.raw('UPDATE "user" SET must_change_password = $3 WHERE tenant_id = $1 AND id = $2', [
          opened.tenant_id,
          opened.user_id,
          opened.must,
        ]);
        await endSession(db, opened.tenant_id, opened.sessionId, 'logout');
      }),
  };
}

/**
 * Logs somebody of a group on, whatever the password is by now: who is named `name`, else its administrator, else the
 * platform's operator, who may do nothing until the first password was changed.
 */
export async function sessionOf(database: Database, tenantId: number | null, name: string | null): Promise<string> {
  return database.write(platformScope, async (db) => {
    const [found] = await db.raw<{ tenant: number; id: string }>(
      `SELECT u.tenant_id AS tenant, u.id FROM "user" u
       WHERE u.tenant_id = $1 AND u.deleted_at IS NULL AND coalesce(u.enabled, true)
         AND NOT coalesce(u.must_change_password, false) AND (u.real_name = $2 OR EXISTS (
           SELECT 1 FROM role r WHERE r.tenant_id = $1 AND r.id = ANY(u.role_ids) AND r.built_in = 'groupAdmin'
             AND r.deleted_at IS NULL))
       ORDER BY u.real_name IS DISTINCT FROM $2, u.id LIMIT 1`,
      [tenantId, name],
    );
    const [operator] = await db.raw<{ tenant: number; id: string }>(
      `SELECT of_tenant AS tenant, user_id AS id FROM login_name WHERE account = 'admin'`,
    );
    const { tenant, id } = (found ?? operator)!;
    return (await openSession(db, tenant, id, { ip: '127.0.0.1', agent: 'demo' })).pair.accessToken;
  });
}

/** A session lasts longer. */
const RENEWED_MS = 4 * 3_600_000;

const tenantOf = async (database: Database, parkId: string): Promise<number | null> =>
  database.read(platformScope, async (db) => {
    const [park] = await db.raw<{ tenant: number }>('SELECT tenant_id AS tenant FROM park WHERE id = $1', [parkId]);
    return park?.tenant ?? null;
  });

/** Who is on duty in the demo is logged on to his terminal; where he was removed, the group's administrator stands in. */
export function demoSessions(database: Database, app: FastifyInstance, sites: readonly ParkSite[]): Sessions {
  const known = new Map<string, { readonly session: Promise<string>; readonly until: number }>();
  const open = async (sn: string): Promise<string> => {
    const site = sites.find(({ box }) => box.sn === sn);
    const tenantId = site ? await tenantOf(database, site.parkId) : null;
    const token = await sessionOf(database, tenantId, site?.attendant ?? null);
    return (await asker(app, token)('POST', '/api/gatehouse/box/terminal', { sn })).session as string;
  };
  return (sn) => {
    const found = known.get(sn);
    if (found && found.until > performance.now()) return found.session;
    const session = open(sn);
    known.set(sn, { session, until: performance.now() + RENEWED_MS });
    session.catch(() => known.delete(sn));
    return session;
  };
}
