import { PgBoss } from 'pg-boss';
import type { ConstructorOptions } from 'pg-boss';
import type pg from 'pg';
import type { Text } from '#kit/declare/text.ts';
import { platformScope } from './db.ts';
import type { Database } from './db.ts';

/** Work the clock does: by cron in mainland time, on one server at a time, with history in the job screens. */
export type Job = {
  readonly name: string;
  readonly title: Text;
  /** Five-part cron. */ readonly cron: string;
  readonly work: (database: Database, now: Date) => Promise<void>;
};

/** Where Citus is (`onNodes`), settings of a connection are handed on to the nodes; pg-boss' tables and settings are the coordinator's alone. */
export const bossConfig = (config: pg.ClientConfig, onNodes: boolean): ConstructorOptions => ({
  ...(config as object),
  schema: 'gatehouse_jobs',
  max: 2,
  application_name: 'gatehouse jobs',
  ...(onNodes ? { options: `${config.options ?? ''} -c citus.propagate_set_commands=none`.trim() } : {}),
});

/** Starts the clock; where that fails, nothing of it stays behind. A job that fails is tried twice more and leaves its error in the history. */
export async function startJobs(
  config: pg.ClientConfig,
  database: Database,
  jobs: readonly Job[],
  log: { error: (fields: object, message: string) => void },
): Promise<{ stop: () => Promise<void> }> {
  const [citus] = await database.read(platformScope, (db) =>
    db.raw("SELECT 1 FROM pg_extension WHERE extname = 'citus'"),
  );
  const boss = new PgBoss(bossConfig(config, citus !== undefined));
  boss.on('error', (error) => log.error({ err: error }, 'jobs'));
  try {
    await boss.start();
    for (const job of jobs) {
      await boss.createQueue(job.name, { retryLimit: 2, retryDelay: 30, expireInSeconds: 3600 });
      await boss.work(job.name, { pollingIntervalSeconds: 5 }, async () => job.work(database, new Date()));
      await boss.schedule(job.name, job.cron, null, { tz: 'Asia/Shanghai' });
    }
  } catch (error) {
    await boss.stop();
    throw error;
  }
  return { stop: () => boss.stop({ graceful: true, timeout: 3000 }) };
}
