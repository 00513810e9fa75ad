import { and, eq, lt } from 'drizzle-orm';
import { addDays, dayOf } from '#domain/time/day.ts';
import { ofTenant, platformScope } from '#kit/server/db.ts';
import type { Database } from '#kit/server/db.ts';
import { mover } from '#kit/server/mover.ts';
import { tableOf } from '#kit/server/table.ts';
import { parkMonth } from '../model/park-month.ts';
import { settingsOf } from '#areas/lot/server/door.ts';
import { publishEnded } from './publish.ts';

const t = tableOf(parkMonth);
const end = mover(parkMonth, 'end', 'clock');
const expire = mover(parkMonth, 'expire', 'clock');

type Due = { tenant_id: number; park_id: string; zone: string | null };

/**
 * Puts the states of ended passes right for the day of their lot: in grace, then expired. Run by the clock; lanes do
 * not wait for it. Answers how many changed.
 */
export async function refreshPasses(database: Database, now: Date): Promise<number> {
  // No lot is in a later day than this one.
  const latest = dayOf(now.getTime(), 'Pacific/Kiritimati');
  return database.write(platformScope, async (db) => {
    const lots = await db.raw<Due>(
      `SELECT DISTINCT m.tenant_id, m.park_id, p.zone FROM park_month m JOIN park p ON p.tenant_id = m.tenant_id AND p.id = m.park_id
      WHERE m.status IN ('active', 'grace') AND m.end_time < $1 AND m.deleted_at IS NULL`,
      [latest],
    );
    let changed = 0;
    for (const { tenant_id: tenantId, park_id: parkId, zone } of lots) {
      const { passGraceDays } = await settingsOf(ofTenant(db, tenantId), parkId);
      const today = dayOf(now.getTime(), zone ?? 'Asia/Shanghai');
      const endedBefore = (day: string) => ({
        now,
        tenantId,
        where: and(eq(t.parkId!, parkId), lt(t.endTime!, day)),
      });
      const expired = await expire(db, endedBefore(addDays(today, -passGraceDays!)));
      const ended = await end(db, endedBefore(today));
      changed += expired.length + ended.length;
      const moved = [
        ...ended.map(({ id }) => [id, 'grace'] as const),
        ...expired.map(({ id }) => [id, 'expired'] as const),
      ];
      await publishEnded(ofTenant(db, tenantId), tenantId, parkId, moved, now.getTime());
    }
    return changed;
  });
}
