import { endSession, openSession } from '#areas/access/server/tokens.ts';
import { platformScope } from '#kit/server/db.ts';
import type { Database } from '#kit/server/db.ts';

export type DemoSession = {
  token: string;
  /** The demo's people need not change their published password; the session that made them ends. */
  settle: (userIds: readonly string[]) => Promise<void>;
};

/** A session of the platform operator for the time the demo is made. */
export async function openDemoSession(database: Database): Promise<DemoSession> {
  const opened = await database.write(platformScope, async (db) => {
    const [operator] = await db.raw<{ tenant_id: number; user_id: string; must: boolean }>(
      `SELECT u.tenant_id, l.user_id, u.must_change_password AS must FROM login_name l JOIN "user" u ON u.tenant_id = l.of_tenant AND u.id = l.user_id WHERE l.account = 'admin'`,
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
