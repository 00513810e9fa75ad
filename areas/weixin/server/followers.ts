/** The list of followers, from the platform's events. */
import type { Db } from '#kit/server/db.ts';
import { newId } from '#kit/server/id.ts';
import type { Speaker } from './answer.ts';

export type FollowerContact = {
  readonly openid: string;
  /** When the platform says it was. */
  readonly at: Date;
  readonly left: boolean;
  readonly subscribed: boolean;
  readonly scene: string | null;
};

/** Updates whoever followed, left or wrote. A late event changes nothing that a newer one set. */
export async function noteFollower(
  db: Db,
  { id, tenantId, companyId }: Speaker,
  event: FollowerContact,
): Promise<void> {
  const at = event.at.toISOString();
  await db.raw(
    `INSERT INTO wxinfo (id, tenant_id, company_id, publicplat_id, openid, status, last_time)
     SELECT $1, $2, $3, $4, $5, 'yes', $6 WHERE NOT EXISTS
       (SELECT 1 FROM wxinfo WHERE tenant_id = $2 AND publicplat_id = $4 AND openid = $5 AND deleted_at IS NULL)
     ON CONFLICT DO NOTHING RETURNING 1`,
    [newId(), tenantId, companyId, id, event.openid, at],
  );
  await db.raw(
    `UPDATE wxinfo SET last_time = $4, updated_at = now(),
       status = CASE WHEN $5 THEN 'no' ELSE 'yes' END,
       subscribe_time = CASE WHEN $6 THEN $4::timestamptz ELSE subscribe_time END,
       left_time = CASE WHEN $5 THEN $4::timestamptz ELSE NULL END,
       scene = CASE WHEN $6 THEN $7 ELSE scene END
     WHERE tenant_id = $1 AND publicplat_id = $2 AND openid = $3 AND coalesce(last_time <= $4, true) AND deleted_at IS NULL RETURNING 1`,
    [tenantId, id, event.openid, at, event.left, event.subscribed, event.scene],
  );
}
