import { text } from '#kit/declare/text.ts';
import { platformScope, tenantScope } from '#kit/server/db.ts';
import type { Database } from '#kit/server/db.ts';
import type { Job } from '#kit/server/jobs.ts';
import { compareDay } from './counts.ts';
import { recount } from './recount.ts';

/** How long accepted messages are kept; backfills go back less far, so that nothing is sent twice. */
const KEPT_DAYS = 90;

async function count(database: Database): Promise<void> {
  const rows = await database.read(platformScope, (db) =>
    db.raw<{ tenantId: number; id: string }>(
      'SELECT tenant_id AS "tenantId", id FROM thirdparty WHERE deleted_at IS NULL',
    ),
  );
  for (const [tenantId, group] of Map.groupBy(rows, (row) => row.tenantId))
    await database.write(tenantScope(tenantId), (db) =>
      recount(
        db,
        tenantId,
        group.map(({ id }) => id),
      ),
    );
}

export const jobs: readonly Job[] = [
  {
    name: 'upload-counts',
    title: text('统计待上传', 'Counting what waits for platforms'),
    cron: '*/5 * * * *',
    missed: 'skip',
    work: (database) => count(database),
  },
  {
    name: 'upload-days',
    title: text('核对前一日的上传', 'Comparing yesterday’s uploads'),
    cron: '10 5 * * *',
    work: (database, now) => compareDay(database, now),
  },
  {
    name: 'old-uploads',
    title: text('清理已上传的消息', 'Old uploads'),
    cron: '25 3 * * *',
    work: async (database, now) => {
      await database.write(platformScope, (db) =>
        db.raw(
          `DELETE FROM third_message WHERE status IN ('sent', 'superseded') AND fact_time < $1 AND made_time < $1 RETURNING 1`,
          [new Date(now.getTime() - KEPT_DAYS * 86_400_000).toISOString()],
        ),
      );
    },
  },
];
