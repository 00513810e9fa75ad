import pg from 'pg';
import { areas } from './areas.ts';
import { ensurePartitions } from '#db/partitions.ts';
import { partitions } from '#db/schema.ts';
import { text } from '#kit/declare/text.ts';
import { platformScope } from '#kit/server/db.ts';
import type { Database } from '#kit/server/db.ts';
import type { Job } from '#kit/server/jobs.ts';

/** What only the owner of the tables may do. */
async function asOwner(database: Database, work: (client: pg.Client) => Promise<unknown>): Promise<void> {
  const client = new pg.Client(database.config as pg.ClientConfig);
  client.on('error', () => undefined); // the next query reports it
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}

/** Everything the clock does: what the areas say, and what is nobody's own. */
export const jobs: readonly Job[] = [
  ...areas.flatMap((area) => area.jobs),
  {
    name: 'partitions',
    title: text('建立月分区', 'Monthly partitions'),
    cron: '10 2 * * *',
    vital: true,
    work: (database, now) => asOwner(database, (client) => ensurePartitions(client, partitions, now)),
  },
  {
    name: 'kept-keys',
    title: text(
      '清理幂等键、导出记录、已发短信与无主的充电事件',
      'Old idempotency keys, export runs, messages and charger events of cars never seen',
    ),
    cron: '40 2 * * *',
    work: (database) =>
      database.write(platformScope, async (db) => {
        await db.raw(`DELETE FROM idempotency WHERE at < now() - interval '7 days'`);
        await db.raw(`DELETE FROM export_run WHERE started_at < now() - interval '7 days'`);
        await db.raw(
          `DELETE FROM outbox WHERE kind = 'sms' AND state <> 'pending' AND created_at < now() - interval '30 days'`,
        );
        await db.raw(`DELETE FROM job_log WHERE start_time < now() - interval '30 days'`);
        await db.raw(`DELETE FROM told_event WHERE at < now() - interval '90 days'`);
      }),
  },
];
