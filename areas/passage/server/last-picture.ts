import type { Db } from '#kit/server/db.ts';
import { scopedSql } from '#kit/server/scope.ts';

/**
 * The last picture a lane took of a passage within a day, in the transaction's scope; null where there is none. It
 * shows the plate: whoever asks has found that it may be seen whole.
 */
export async function lastPicture(
  db: Db,
  parkId: string,
  gateId: string,
): Promise<{ time: string; picture: string } | null> {
  const values: unknown[] = [parkId, gateId];
  const [row] = await db.raw<{ time: string; picture: string }>(
    `SELECT p.time, p.picture FROM passage p WHERE ${scopedSql(db.scope, 'p', values)} AND p.park_id = $1
     AND p.gate_id = $2 AND p.picture <> '' AND p.time > now() - interval '1 day' ORDER BY p.time DESC LIMIT 1`,
    values,
  );
  return row ?? null;
}
