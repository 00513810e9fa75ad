import { PgBoss } from 'pg-boss';
import type { ConstructorOptions, JobWithMetadata } from 'pg-boss';
import type pg from 'pg';
import type { Text } from '#kit/declare/text.ts';
import { CLOCK_ZONE } from './cron.ts';
import { platformScope } from './db.ts';
import type { Database } from './db.ts';

/** Work the clock does: by cron in mainland time, on one server at a time, with history in the job screens. */
export type Job = {
  readonly name: string;
  readonly title: Text;
  /** Five-part cron. */ readonly cron: string;
  /** What becomes of times that passed while no server ran: done once when one is back (the default), or left out. */
  readonly missed?: 'once' | 'skip';
  /** The books rest on it: it may be moved, never paused. */
  readonly vital?: true;
  readonly work: (database: Database, now: Date) => Promise<void>;
};

type Log = { error: (fields: object, message: string) => void };

/** When a job is due, as it is stored in the job book. `key` distinguishes several schedules of one job. */
export type Schedule = { readonly key: string; readonly jobId: string; readonly target: string; readonly cron: string };
/** The context of a run: the job in the book, its log line, the number of the attempt. */
export type RunContext = {
  readonly jobId: string | null;
  readonly logId: string | null;
  readonly createdOn: Date;
  readonly attempt: number;
};

/** The list of jobs that people read and edit; the scheduler follows it. */
export type JobBook = {
  /** Writes down what the product brings. */
  readonly enter: (jobs: readonly Job[], now: Date) => Promise<void>;
  /** Its current content: when jobs are due, and which somebody wants to run now. */
  readonly look: (now: Date) => Promise<{
    readonly schedules: readonly Schedule[];
    readonly requested: readonly { readonly logId: string; readonly jobId: string; readonly target: string }[];
  }>;
  readonly sent: (logId: string) => Promise<void>;
  /** Runs and notes it, unless it runs elsewhere. */
  readonly run: (job: Job, run: RunContext) => Promise<void>;
};

/**
 * Where Citus is (`onNodes`), settings of a connection are handed on to the nodes; pg-boss' tables and settings are the
 * coordinator's alone.
 */
export const bossConfig = (config: pg.ClientConfig, onNodes: boolean): ConstructorOptions => ({
  ...(config as object),
  schema: 'gatehouse_jobs',
  max: 2,
  application_name: 'gatehouse jobs',
  ...(onNodes ? { options: `${config.options ?? ''} -c citus.propagate_set_commands=none`.trim() } : {}),
});

/** How soon every server does what was written into the book. */
const LOOK_MS = 5_000;

type Sent = { jobId?: string; logId?: string } | null;

const runContextOf = ({ data, createdOn, retryCount }: JobWithMetadata<Sent>): RunContext => ({
  jobId: data?.jobId ?? null,
  logId: data?.logId ?? null,
  createdOn,
  attempt: retryCount + 1,
});

/**
 * Brings the queue's schedules to what the book says, and queues runs requested by people. Any number of servers do the
 * same.
 */
function follower(boss: PgBoss, book: JobBook, jobs: readonly Job[]): () => Promise<void> {
  const known = new Set(jobs.map(({ name }) => name));
  const applied = new Map<string, string>();
  let first = true;
  return async () => {
    const { schedules, requested } = await book.look(new Date());
    const wanted = new Map(
      schedules.filter(({ target }) => known.has(target)).map((each) => [`${each.target} ${each.key}`, each]),
    );
    const there = first
      ? (await boss.getSchedules()).filter(({ name }) => known.has(name)).map(({ name, key }) => `${name} ${key}`)
      : [...applied.keys()];
    first = false;
    for (const each of there.filter((at) => !wanted.has(at))) {
      const [name, key] = each.split(' ');
      await boss.unschedule(name!, key);
      applied.delete(each);
    }
    for (const [at, { target, key, jobId, cron }] of wanted) {
      if (applied.get(at) === cron) continue;
      await boss.schedule(target, cron, { jobId }, { tz: CLOCK_ZONE, key });
      applied.set(at, cron);
    }
    for (const { logId, jobId, target } of requested.filter((each) => known.has(each.target))) {
      await boss.send(target, { jobId, logId }, { id: logId }); // the same again is one
      await book.sent(logId);
    }
  };
}

/** Rounds one after the other. A round that fails is logged, and the next one tries again. */
function following(follow: () => Promise<void>, log: Log): () => Promise<void> {
  let round: Promise<void> = Promise.resolve();
  let busy = false;
  const timer = setInterval(() => {
    if (busy) return;
    busy = true;
    round = follow()
      .catch((error: unknown) => log.error({ err: error }, 'the book of jobs was not read'))
      .finally(() => (busy = false));
  }, LOOK_MS).unref();
  return () => {
    clearInterval(timer);
    return round;
  };
}

/**
 * Starts the clock; where that fails, nothing of it stays behind. A job that fails is tried twice more and leaves its
 * error in the history. Without a `book` jobs run at the times the program gives them.
 */
export async function startJobs(
  config: pg.ClientConfig,
  database: Database,
  jobs: readonly Job[],
  log: Log,
  book?: JobBook,
): Promise<{ stop: () => Promise<void> }> {
  const [citus] = await database.read(platformScope, (db) =>
    db.raw("SELECT 1 FROM pg_extension WHERE extname = 'citus'"),
  );
  const boss = new PgBoss(bossConfig(config, citus !== undefined));
  boss.on('error', (error) => log.error({ err: error }, 'jobs'));
  let rest = (): Promise<void> => Promise.resolve();
  try {
    await boss.start();
    await book?.enter(jobs, new Date());
    for (const job of jobs) {
      await boss.createQueue(job.name, { retryLimit: 2, retryDelay: 30, expireInSeconds: 3600 });
      const often = { pollingIntervalSeconds: 5, includeMetadata: true } as const;
      await boss.work(job.name, often, async ([run]: JobWithMetadata<Sent>[]) =>
        book && run ? book.run(job, runContextOf(run)) : job.work(database, new Date()),
      );
      if (!book) await boss.schedule(job.name, job.cron, null, { tz: CLOCK_ZONE });
    }
    if (book) {
      const follow = follower(boss, book, jobs);
      await follow();
      rest = following(follow, log);
    }
  } catch (error) {
    await boss.stop();
    throw error;
  }
  return {
    stop: async () => {
      await rest();
      await boss.stop({ graceful: true, timeout: 3000 });
    },
  };
}
