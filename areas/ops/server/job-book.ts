/**
 * The book of the clock's jobs: what the product brings, when it is due, what was missed, and what somebody wants at
 * once.
 */
import { occurrences, occurrencesWithin } from '#kit/server/cron.ts';
import { platformScope } from '#kit/server/db.ts';
import type { Database, Db } from '#kit/server/db.ts';
import { newId } from '#kit/server/id.ts';
import type { Job, JobBook, Schedule } from '#kit/server/jobs.ts';
import { runnerOf } from './job-runs.ts';
import type { FaultLog } from './job-runs.ts';

/** A time that passed so long ago without a run was missed; the clock itself is never that late. */
const MISSED_MS = 300_000;
/** A run that takes longer has lost its server, as the queue sees it. */
const LONGEST_MS = 3_600_000;
/** Times counted of a long silence. */
const MOST_TIMES = 500;

type Known = { id: string; target: string; cron: string; declared: string; status: string };

/** Writes down a job that the product brings; one that nobody moved follows the program to its new time. */
async function enterJob(db: Db, job: Job, now: Date): Promise<void> {
  const [known] = await db.raw<Known>(
    `SELECT id, target, cron_expression AS cron, declared_cron AS declared, status FROM job
     WHERE job_group = 'system' AND target = $1 AND deleted_at IS NULL`,
    [job.name],
  );
  const next = async (): Promise<string> => (await occurrences(job.cron, now, 1))[0]!.toISOString();
  const { zh, en } = job.title;
  if (!known) {
    await db.raw(
      `INSERT INTO job (id, job_name, job_name_en, job_group, target, cron_expression, declared_cron, misfire_policy, status, next_time, vital)
       VALUES ($1, $2, $3, 'system', $4, $5, $5, $6, '0', $7, $8)`,
      [newId(), zh, en, job.name, job.cron, job.missed === 'skip' ? '3' : '2', await next(), job.vital ?? false],
    );
    return;
  }
  await db.raw('UPDATE job SET job_name = $2, job_name_en = $3, declared_cron = $4, vital = $5 WHERE id = $1', [
    known.id,
    zh,
    en,
    job.cron,
    job.vital ?? false,
  ]);
  if (known.declared !== job.cron && known.cron === known.declared)
    await db.raw('UPDATE job SET cron_expression = $2, next_time = $3 WHERE id = $1', [
      known.id,
      job.cron,
      known.status === '0' ? await next() : null,
    ]);
}

/** Servers that start together write one after the other. What a program brings no more is taken out. */
async function enter(database: Database, jobs: readonly Job[], now: Date): Promise<void> {
  await database.write(platformScope, async (db) => {
    await db.raw(`SELECT pg_advisory_xact_lock(hashtextextended('jobs entered', 0))`);
    for (const job of jobs) await enterJob(db, job, now);
    await db.raw(
      `UPDATE job SET deleted_at = $2 WHERE job_group = 'system' AND deleted_at IS NULL AND NOT (target = ANY($1))`,
      [jobs.map(({ name }) => name), now.toISOString()],
    );
  });
}

type Due = Pick<Known, 'id' | 'target' | 'cron'> & {
  name: string;
  nameEn: string | null;
  group: string;
  policy: string;
  nextTime: string;
};

/** Jobs whose time passed without a run, though nothing holds them up. */
const overdueOf = (db: Db, now: Date): Promise<Due[]> =>
  db.raw<Due>(
    `SELECT j.id, j.target, j.cron_expression AS cron, j.job_name AS name, j.job_name_en AS "nameEn",
       j.job_group AS "group", j.misfire_policy AS policy, j.next_time AS "nextTime"
     FROM job j WHERE j.deleted_at IS NULL AND j.status = '0' AND j.next_time < $1
       AND NOT EXISTS (SELECT 1 FROM job_log l WHERE l.target = j.target AND l.deleted_at IS NULL
         AND (l.status = 'queued' OR (l.status = 'running' AND l.start_time > $2)))`,
    [new Date(now.getTime() - MISSED_MS).toISOString(), new Date(now.getTime() - LONGEST_MS).toISOString()],
  );

/**
 * Logs what was missed, and has it run once where the job's rule says so. The server that moves the next time first
 * does it.
 */
async function noteMissed(database: Database, due: Due, now: Date): Promise<void> {
  const passed = await occurrencesWithin(due.cron, new Date(due.nextTime), now, MOST_TIMES);
  const [next] = await occurrences(due.cron, now, 1);
  const again = due.policy !== '3';
  await database.write(platformScope, async (db) => {
    const moved = await db.raw(
      `UPDATE job SET next_time = $3 WHERE id = $1 AND next_time = $2 AND status = '0' RETURNING 1`,
      [due.id, due.nextTime, next!.toISOString()],
    );
    if (moved.length === 0) return;
    await db.raw(
      `INSERT INTO job_log (id, job_id, job_name, job_name_en, job_group, target, status, start_time, cause, due_time, times, reason)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, 'missed', $9, $10, $11)`,
      [
        newId(),
        due.id,
        due.name,
        due.nameEn,
        due.group,
        due.target,
        again ? 'queued' : 'skipped',
        now.toISOString(),
        (passed.at(-1) ?? new Date(due.nextTime)).toISOString(),
        Math.max(1, passed.length),
        again ? null : 'down',
      ],
    );
  });
}

/**
 * What the book says now. A built-in job is the queue's only schedule without a key, as it was before there was a book.
 */
async function look(database: Database, now: Date): ReturnType<JobBook['look']> {
  for (const due of await database.read(platformScope, (db) => overdueOf(db, now)))
    await noteMissed(database, due, now);
  return database.read(platformScope, async (db) => {
    const schedules = await db.raw<Schedule>(
      `SELECT CASE WHEN job_group = 'system' THEN '' ELSE id::text END AS key, id AS "jobId", target, cron_expression AS cron
       FROM job WHERE deleted_at IS NULL AND status = '0'`,
    );
    const requested = await db.raw<{ logId: string; jobId: string; target: string }>(
      `SELECT id AS "logId", job_id AS "jobId", target FROM job_log
       WHERE status = 'queued' AND sent_at IS NULL AND deleted_at IS NULL ORDER BY id LIMIT 100`,
    );
    return { schedules, requested };
  });
}

/** The book in the installation's own tables. */
export const jobBook = (database: Database, log: FaultLog): JobBook => ({
  enter: (jobs, now) => enter(database, jobs, now),
  look: (now) => look(database, now),
  sent: (logId) =>
    database.write(platformScope, async (db) => {
      await db.raw('UPDATE job_log SET sent_at = now() WHERE id = $1', [logId]);
    }),
  run: runnerOf(database, log),
});
