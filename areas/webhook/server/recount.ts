import type { Db } from '#kit/server/db.ts';

/** What waits for webhooks and what was given up, as their list shows it. */
export const recount = (db: Db, tenantId: number, hookIds: readonly string[]): Promise<unknown> =>
  db.raw(
    `UPDATE webhook w SET
       pending = (SELECT count(*) FROM webhook_delivery d
         WHERE d.tenant_id = $1 AND d.hook_id = w.id AND d.status IN ('pending', 'sending') AND d.deleted_at IS NULL),
       dead = (SELECT count(*) FROM webhook_delivery d WHERE d.tenant_id = $1 AND d.hook_id = w.id AND d.status = 'dead' AND d.deleted_at IS NULL)
     WHERE w.tenant_id = $1 AND w.id = ANY($2::uuid[])`,
    [tenantId, hookIds],
  );

/**
 * Ends what waits for a webhook. @param status `dead` may be delivered again once the webhook is in use, `dropped` is
 * beyond its key
 */
export const endWaiting = (
  db: Db,
  { tenantId, id }: { readonly tenantId: number; readonly id: string },
  status: 'dead' | 'dropped',
  answer: string,
  now: number,
): Promise<unknown> =>
  db.raw(
    `UPDATE webhook_delivery SET status = $3, answer = $4, updated_at = $5
     WHERE tenant_id = $1 AND hook_id = $2 AND status IN ('pending', 'sending') AND deleted_at IS NULL`,
    [tenantId, id, status, answer, new Date(now).toISOString()],
  );
