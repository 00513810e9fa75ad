/** How many guests one host may have on a day, where the lot says a number. */
import { park } from '#areas/lot/model/park.ts';
import { settingsOf } from '#areas/lot/server/door.ts';
import { addDays, dayOf, startOfDay } from '#domain/time/day.ts';
import type { Problem } from '#kit/declare/refused.ts';
import { fill, text } from '#kit/declare/text.ts';
import type { Db } from '#kit/server/db.ts';
import { rowOf } from '#kit/server/row-by-id.ts';
import type { VisitRow } from './store.ts';

type Wish = Pick<VisitRow, 'parkId' | 'visitTime' | 'hostId' | 'deptId' | 'hostName'> & { readonly id?: string };

/**
 * What speaks against one more guest of this host on the day of the visit, by the lot's own zone. A host is an account,
 * else a name, else a department. The lot's row is held meanwhile, so that two at once are counted one after the other.
 */
export async function hostProblems(db: Db, wish: Wish): Promise<Problem[]> {
  const most = Number((await settingsOf(db, wish.parkId)).visitsPerHostDay ?? 0);
  if (most <= 0) return [];
  const lot = await rowOf(park, wish.parkId, db, { lock: true });
  const zone = (lot.zone as string | null | undefined) ?? 'Asia/Shanghai';
  const day = dayOf(Date.parse(wish.visitTime), zone);
  const [from, until] = [startOfDay(day, zone), startOfDay(addDays(day, 1), zone)].map((at) =>
    new Date(at).toISOString(),
  );
  const [found] = await db.raw<{ n: number }>(
    `SELECT count(*)::int AS n FROM visit
     WHERE tenant_id = $1 AND park_id = $2 AND visit_time >= $3 AND visit_time < $4 AND id IS DISTINCT FROM $5::uuid
       AND status NOT IN ('refused', 'cancelled', 'expired') AND deleted_at IS NULL
       AND CASE WHEN $6::uuid IS NOT NULL THEN host_id = $6::uuid WHEN $7::text IS NOT NULL THEN host_id IS NULL AND host_name = $7
           ELSE host_id IS NULL AND host_name IS NULL AND dept_id = $8::uuid END`,
    [
      lot.tenantId,
      wish.parkId,
      from,
      until,
      wish.id ?? null,
      wish.hostId ?? null,
      wish.hostName ?? null,
      wish.deptId ?? null,
    ],
  );
  if (found!.n < most) return [];
  const msg = text(
    '该被访人当天已有 {n} 位访客，达到上限',
    'This host has {n} visits that day already, the most allowed',
  );
  return [{ field: wish.hostId ? 'hostId' : 'hostName', msg: fill(msg, { n: String(found!.n) }) }];
}
