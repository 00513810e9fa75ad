import pg from 'pg';
import { platformScope } from '#kit/server/db.ts';
import type { Database, Db } from '#kit/server/db.ts';
import type { Lags } from '#areas/ops/model/metrics.ts';

const seconds = (column: string): string =>
  `coalesce(greatest(0, ceil(extract(epoch FROM now() - min(${column})))), 0)::int`;

type Waiting = Pick<
  Lags,
  | 'databaseMb'
  | 'jobsOverdue'
  | 'outboxPending'
  | 'outboxOldestSeconds'
  | 'outboxDead'
  | 'commandsDue'
  | 'commandsOldestSeconds'
>;

async function waiting(db: Db): Promise<Waiting & { lanes: Record<string, number> }> {
  const [outbox, commands, lanes, size, overdue] = await Promise.all([
    db.raw<{
      pending: number;
      oldest: number;
      dead: number;
    }>(`SELECT count(*) FILTER (WHERE state = 'pending')::int AS pending, count(*) FILTER (WHERE state = 'dead')::int AS dead,
      (SELECT ${seconds('due_at')} FROM outbox WHERE state = 'pending' AND due_at <= now()) AS oldest FROM outbox WHERE state IN ('pending', 'dead')`),
    db.raw<{ due: number; oldest: number }>(
      `SELECT count(*)::int AS due, ${seconds('due_time')} AS oldest FROM device_command WHERE due_time IS NOT NULL AND due_time <= now()`,
    ),
    db.raw<{ phase: string; lanes: number }>(
      `SELECT state->'phase'->>'name' AS phase, count(*)::int AS lanes FROM lane_live WHERE state->'phase'->>'name' <> 'idle' GROUP BY 1`,
    ),
    db.raw<{ mb: number }>('SELECT (pg_database_size(current_database()) / 1048576)::int AS mb'),
    db.raw<{ jobs: number }>(
      `SELECT count(*)::int AS jobs FROM job j WHERE deleted_at IS NULL AND (
         (status = '0' AND next_time < now() - interval '10 minutes')
         OR EXISTS (SELECT 1 FROM job_log l WHERE l.job_id = j.id AND l.deleted_at IS NULL
           AND ((l.status = 'queued' AND l.start_time < now() - interval '10 minutes')
             OR (l.status = 'running' AND l.start_time < now() - interval '1 hour'))))`,
    ),
  ]);
  return {
    databaseMb: size[0]!.mb,
    jobsOverdue: overdue[0]!.jobs,
    outboxPending: outbox[0]!.pending,
    outboxOldestSeconds: outbox[0]!.oldest,
    outboxDead: outbox[0]!.dead,
    commandsDue: commands[0]!.due,
    commandsOldestSeconds: commands[0]!.oldest,
    lanes: Object.fromEntries(lanes.map(({ phase, lanes: count }) => [phase, count])),
  };
}

/**
 * The clock's own tables belong to the connecting user; neither of the product's roles sees them. Nothing before the
 * clock first ran.
 */
async function jobs(database: Database): Promise<Pick<Lags, 'jobsLateSeconds' | 'jobsFailed'>> {
  const client = new pg.Client({
    ...(database.config as pg.ClientConfig),
    application_name: 'gatehouse metrics',
    connectionTimeoutMillis: 5_000,
  });
  client.on('error', () => undefined);
  await client.connect();
  try {
    const there = await client.query(`SELECT to_regclass('gatehouse_jobs.job') AS found`);
    if (!there.rows[0]?.found) return { jobsLateSeconds: 0, jobsFailed: 0 };
    const {
      rows: [row],
    } = await client.query<{
      late: number;
      failed: number;
    }>(`SELECT (SELECT ${seconds('start_after')} FROM gatehouse_jobs.job WHERE state IN ('created', 'retry') AND start_after <= now()) AS late,
      (SELECT count(*)::int FROM gatehouse_jobs.job WHERE state = 'failed' AND completed_on > now() - interval '1 day') AS failed`);
    return { jobsLateSeconds: row!.late, jobsFailed: row!.failed };
  } finally {
    await client.end();
  }
}

const nothing: Lags = {
  databaseUp: false,
  databaseMb: 0,
  outboxPending: 0,
  outboxOldestSeconds: 0,
  outboxDead: 0,
  commandsDue: 0,
  commandsOldestSeconds: 0,
  jobsLateSeconds: 0,
  jobsFailed: 0,
  jobsOverdue: 0,
  lanes: {},
};

/** What waits now. A database that does not answer is an answer, too. */
export async function readLags(database: Database): Promise<Lags> {
  try {
    const [rows, clock] = await Promise.all([database.read(platformScope, waiting), jobs(database)]);
    return { databaseUp: true, ...rows, ...clock };
  } catch {
    return nothing;
  }
}
