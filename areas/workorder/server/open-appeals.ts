/** Appeals against a debt that wait for their answer. */
import type { Db } from '#kit/server/db.ts';

/** @param but - the one that is being answered now */
export async function openAppeals(
  db: Db,
  tenantId: number,
  escapeId: string,
  but: string | null = null,
): Promise<number> {
  const [row] = await db.raw<{ count: number }>(
    `SELECT count(*)::int AS count FROM user_request WHERE tenant_id = $1 AND type = 'appeal'
     AND lower(trim(escape_id)) = $2 AND status IN ('waiting', 'handling') AND deleted_at IS NULL
     AND ($3::uuid IS NULL OR id <> $3::uuid)`,
    [tenantId, escapeId, but],
  );
  return row!.count;
}
