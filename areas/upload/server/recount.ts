/** What waits for platforms, as their list shows it. */
import type { Db } from '#kit/server/db.ts';

/** Of these platforms of a tenant. */
export const recount = (db: Db, tenantId: number, platIds: readonly string[]): Promise<unknown> =>
  db.raw(
    `UPDATE thirdparty p SET
       pending = (SELECT count(*) FROM third_message m
         WHERE m.tenant_id = $1 AND m.plat_id = p.id AND m.status IN ('pending', 'sending') AND m.deleted_at IS NULL),
       dead = (SELECT count(*) FROM third_message m WHERE m.tenant_id = $1 AND m.plat_id = p.id AND m.status = 'dead' AND m.deleted_at IS NULL),
       oldest = (SELECT min(m.made_time) FROM third_message m
         WHERE m.tenant_id = $1 AND m.plat_id = p.id AND m.status IN ('pending', 'sending') AND m.deleted_at IS NULL),
       last_ok = (SELECT max(m.sent_time) FROM third_message m WHERE m.tenant_id = $1 AND m.plat_id = p.id AND m.status = 'sent' AND m.deleted_at IS NULL)
     WHERE p.tenant_id = $1 AND p.id = ANY($2::uuid[])`,
    [tenantId, platIds],
  );
