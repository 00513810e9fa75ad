/** One run of a job: never beside another of the same work, on whatever server, and written down from its beginning. */
import { hostname } from 'node:os';
import pg from 'pg';
import { occurrences, occurrencesWithin } from '#kit/server/cron.ts';
import { platformScope } from '#kit/server/db.ts';
import type { Database, Db } from '#kit/server/db.ts';
import { newId } from '#kit/server/id.ts';
import type { Job, JobBook, RunContext } from '#kit/server/jobs.ts';

export type FaultLog = { error: (fields: object, message: string) => void };

const MOST_TIMES = 500;
/** The queue notes when it took a job up to the millisecond, and its due time is a whole minute. */
const SLACK_MS = 1_000;

/** The right to run a work, held by a connection: it ends with its server. null while another has it. */
async function hold(database: Database, target: string): Promise<pg.Client | null> {
  const client = new pg.Client({ ...(database.config as pg.ClientConfig), application_name: 'gatehouse job' });
  client.on('error', () => undefined); // the next statement of the work reports what is lost
  await client.connect();
  const { rows } = await client.query<{ held: boolean }>(
    `SELECT pg_try_advisory_lock(hashtextextended($1, 0)) AS held`,
    [`job:${target}`],
  );
  if (rows[0]!.held) return client;
  await client.end();
  return null;
}

type Row = {
  id: string;
  name: string;
  nameEn: string | null;
  group: string;
  cron: string;
  status: string;
  nextTime: string | null;
};

const rowFor = async (db: Db, { name }: Job, { jobId }: RunContext): Promise<Row | undefined> =>
  (
    await db.raw<Row>(
      `SELECT id, job_name AS name, job_name_en AS "nameEn", job_group AS "group", cron_expression AS cron, status, next_time AS "nextTime"
       FROM job WHERE deleted_at IS NULL AND (id = $1::uuid OR ($1::uuid IS NULL AND target = $2 AND job_group = 'system'))`,
      [jobId, name],
    )
  )[0];

type Line = {
  status: 'running' | 'skipped';
  reason?: 'overlap' | 'paused';
  due: Date;
  times: number;
  cause: 'clock' | 'hand' | 'missed';
};

async function put(db: Db, row: Row, job: Job, context: RunContext, line: Line): Promise<string> {
  const id = newId();
  await db.raw(
    `INSERT INTO job_log (id, job_id, job_name, job_name_en, job_group, target, status, start_time, cause, due_time, times, attempt, reason, server)
     VALUES ($1, $2, $3, $4, $5, $6, $7, now(), $8, $9, $10, $11, $12, $13)`,
    [
      id,
      row.id,
      row.name,
      row.nameEn,
      row.group,
      job.name,
      line.status,
      line.cause,
      line.due.toISOString(),
      line.times,
      context.attempt,
      line.reason ?? null,
      hostname().slice(0, 100),
    ],
  );
  return id;
}

/** Which due times a run stands for: mostly one, several where the ones before were held up. */
async function dueTimes({ cron, nextTime }: Row, { createdOn }: RunContext): Promise<Date[]> {
  if (nextTime === null) return [];
  return occurrencesWithin(cron, new Date(nextTime), new Date(createdOn.getTime() + SLACK_MS), MOST_TIMES);
}

const advance = async (db: Db, row: Row, set: string, values: readonly unknown[]): Promise<void> => {
  const [next] = row.status === '0' ? await occurrences(row.cron, new Date(), 1) : [];
  await db.raw(`UPDATE job SET next_time = $2${set} WHERE id = $1`, [row.id, next?.toISOString() ?? null, ...values]);
};

/** A due time that is not run is logged all the same; so is a manual run. */
async function skip(database: Database, job: Job, context: RunContext, reason: 'overlap' | 'paused'): Promise<void> {
  await database.write(platformScope, async (db) => {
    const row = await rowFor(db, job, context);
    if (!row) return;
    if (context.logId) {
      await db.raw(
        `UPDATE job_log SET status = 'skipped', reason = $2, end_time = now() WHERE id = $1 AND status = 'queued'`,
        [context.logId, reason],
      );
      return;
    }
    const due = await dueTimes(row, context);
    await put(db, row, job, context, {
      status: 'skipped',
      reason,
      due: due.at(-1) ?? context.createdOn,
      times: Math.max(1, due.length),
      cause: 'clock',
    });
    await advance(db, row, '', []);
  });
}

type Begun = { readonly logId: string; readonly jobId: string };

/** A line somebody waits for becomes the run's own; a further try of it gets one of its own. */
async function takeLine(db: Db, row: Row, job: Job, context: RunContext): Promise<string | null> {
  const [line] = await db.raw<{ status: string; cause: Line['cause']; due: string | null; times: number | null }>(
    'SELECT status, cause, due_time AS due, times FROM job_log WHERE id = $1',
    [context.logId],
  );
  if (line?.status === 'queued') {
    await db.raw(
      `UPDATE job_log SET status = 'running', start_time = now(), attempt = $2, server = $3 WHERE id = $1 RETURNING 1`,
      [context.logId, context.attempt, hostname().slice(0, 100)],
    );
    return context.logId;
  }
  if (!line || context.attempt === 1) return null;
  return put(db, row, job, context, {
    status: 'running',
    due: new Date(line.due ?? context.createdOn),
    times: line.times ?? 1,
    cause: line.cause,
  });
}

/** null where there is nothing to run: the job is gone, or paused since it fell due. */
async function begin(database: Database, job: Job, context: RunContext): Promise<Begun | 'paused' | null> {
  return database.write(platformScope, async (db) => {
    const row = await rowFor(db, job, context);
    if (!row) return null;
    if (row.status !== '0' && !context.logId) return 'paused';
    // Whoever holds the right to run knows that no other does.
    await db.raw(`UPDATE job_log SET status = 'lost', end_time = now() WHERE target = $1 AND status = 'running'`, [
      job.name,
    ]);
    let logId: string | null;
    if (context.logId) {
      logId = await takeLine(db, row, job, context);
      await db.raw(`UPDATE job SET last_time = now(), last_result = 'running' WHERE id = $1`, [row.id]);
    } else {
      const due = await dueTimes(row, context);
      logId = await put(db, row, job, context, {
        status: 'running',
        due: due.at(-1) ?? context.createdOn,
        times: Math.max(1, due.length),
        cause: 'clock',
      });
      await advance(db, row, `, last_time = now(), last_result = 'running'`, []);
    }
    return logId === null ? null : { logId, jobId: row.id };
  });
}

/** Words of a fault without the values that a statement was given. */
const wordsOf = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).replace(/\nparams:[\s\S]*$/, '').slice(0, 2_000);

async function end(
  database: Database,
  begun: Begun,
  ms: number,
  fault?: { id: string; error: unknown },
): Promise<void> {
  const result = fault ? 'failed' : 'ok';
  await database.write(platformScope, async (db) => {
    await db.raw(`UPDATE job_log SET status = $2, end_time = now(), ms = $3, error_id = $4, error = $5 WHERE id = $1`, [
      begun.logId,
      result,
      ms,
      fault?.id ?? null,
      fault ? wordsOf(fault.error) : null,
    ]);
    await db.raw('UPDATE job SET last_result = $2, last_ms = $3 WHERE id = $1', [begun.jobId, result, ms]);
  });
}

async function runHeld(database: Database, log: FaultLog, job: Job, context: RunContext): Promise<void> {
  const begun = await begin(database, job, context);
  if (begun === 'paused') return skip(database, job, context, 'paused');
  if (!begun) return;
  const from = performance.now();
  const ms = (): number => Math.round(performance.now() - from);
  try {
    await job.work(database, new Date());
  } catch (error) {
    const id = newId();
    log.error({ err: error, errorId: id, job: job.name }, 'a job failed');
    await end(database, begun, ms(), { id, error });
    throw error; // the queue tries again
  }
  await end(database, begun, ms());
}

export const runnerOf =
  (database: Database, log: FaultLog): JobBook['run'] =>
  async (job, context) => {
    const held = await hold(database, job.name);
    if (!held) return skip(database, job, context, 'overlap');
    try {
      await runHeld(database, log, job, context);
    } finally {
      await held.end();
    }
  };
