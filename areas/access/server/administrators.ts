import type { Db } from '#kit/server/db.ts';

/** The people who run a group of companies and can be reached by text message. */
export const administratorsOf = (db: Db, tenantId: number): Promise<{ id: string; phone: string }[]> =>
  db.raw<{ id: string; phone: string }>(
    `SELECT u.id, u.phone FROM "user" u
     WHERE u.tenant_id = $1 AND u.deleted_at IS NULL AND coalesce(u.enabled, true) AND u.phone IS NOT NULL AND EXISTS (
       SELECT 1 FROM role r WHERE r.tenant_id = $1 AND r.id = ANY(u.role_ids) AND r.built_in = 'groupAdmin' AND r.deleted_at IS NULL)
     ORDER BY u.id`,
    [tenantId],
  );
