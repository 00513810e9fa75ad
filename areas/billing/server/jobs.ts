import { addDays, dayOf } from '#domain/time/day.ts';
import { text } from '#kit/declare/text.ts';
import { platformScope, tenantScope } from '#kit/server/db.ts';
import type { Database } from '#kit/server/db.ts';
import type { Job } from '#kit/server/jobs.ts';
import { alipayAuthJobs } from './alipay-auth.ts';
import { recompute } from './check.ts';
import { placesOf } from './load.ts';
import { reconcileAll } from './reconcile.ts';

/** Holds yesterday's sums of every lot against the raw rows; a difference to the fen fails the job with its words. */
async function checkYesterday(database: Database, now: Date): Promise<void> {
  const lots = await database.read(platformScope, (db) =>
    db.raw<{ tenant_id: number; id: string }>('SELECT tenant_id, id FROM park WHERE deleted_at IS NULL'),
  );
  const wrong: string[] = [];
  for (const lot of lots) {
    await database.read(tenantScope(lot.tenant_id), async (db) => {
      const place = (await placesOf(db, [lot.id])).get(lot.id);
      if (!place) return;
      for (const each of await recompute(db, place, addDays(dayOf(now.getTime(), place.zone), -1)))
        wrong.push(`${lot.id} ${each.day} ${each.name}: kept ${each.kept}, counted ${each.counted}`);
    });
  }
  if (wrong.length > 0)
    throw new Error(`${wrong.length} sums differ from their rows:\n${wrong.slice(0, 50).join('\n')}`);
}

export const jobs: readonly Job[] = [
  {
    name: 'check-yesterday',
    title: text('核对昨日汇总', 'Check of yesterday'),
    cron: '20 3 * * *',
    vital: true,
    work: checkYesterday,
  },
  {
    name: 'channel-bills',
    title: text('渠道日账单对账', 'Bills of payment channels'),
    cron: '30 10 * * *',
    vital: true,
    work: reconcileAll,
  },
  ...alipayAuthJobs,
];
