import { platformScope } from '#kit/server/db.ts';
import type { Database } from '#kit/server/db.ts';

/**
 * Clears away what no longer serves: sessions that ended or ran out more than 30 days ago, their tokens, used codes. A
 * job's work.
 */
export async function sweepSessions(database: Database): Promise<number> {
  return database.write(platformScope, async (db) => {
    await db.raw(`DELETE FROM login_code WHERE expires_at < now() - interval '1 day'`);
    await db.raw(`DELETE FROM session_token WHERE refresh_until < now() - interval '30 days'`);
    const gone = await db.raw<{ tenantId: number; id: string }>(
      `DELETE FROM session s WHERE s.created_at < now() - interval '30 days' AND (s.ended_at < now() - interval '30 days'
         OR NOT EXISTS (SELECT 1 FROM session_token k WHERE k.tenant_id = s.tenant_id AND k.session_id = s.id)) RETURNING tenant_id AS "tenantId", id`,
    );
    for (const { tenantId, id } of gone)
      await db.raw('DELETE FROM session_token WHERE tenant_id = $1 AND session_id = $2', [tenantId, id]);
    return gone.length;
  });
}
