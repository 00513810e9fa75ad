/**
 * Tasks that were started: done in the background by any server, a day at a time, and taken up by another where one
 * dies with them.
 */
import { caughtUp } from '#areas/upload/server/door.ts';
import { Refused } from '#kit/declare/refused.ts';
import { platformScope, tenantScope } from '#kit/server/db.ts';
import type { Database } from '#kit/server/db.ts';
import type { Job } from '#kit/server/jobs.ts';
import { text } from '#kit/declare/text.ts';

const DAY = 86_400_000;
/** A task that says nothing for so long has died with its server. */
const LEASE_MS = 120_000;
const KEPT_DAYS = 30;

type Task = {
  readonly tenantId: number;
  readonly id: string;
  readonly parkId: string;
  readonly platId: string | null;
  readonly from: string;
  readonly to: string;
  readonly done: number;
  readonly total: number;
};

/** How many days a span has, each a step of its task. */
export const stepsOf = (from: number, to: number): number => Math.max(1, Math.ceil((to - from) / DAY));

async function claim(database: Database, now: Date): Promise<Task | null> {
  return database.write(platformScope, async (db) => {
    const [found] = await db.raw<{ tenantId: number; id: string }>(
      `SELECT tenant_id AS "tenantId", id FROM task_run
       WHERE status IN ('queued', 'running') AND (lease_until IS NULL OR lease_until < $1) ORDER BY created_at LIMIT 1`,
      [now.toISOString()],
    );
    if (!found) return null;
    const [task] = await db.raw<Task>(
      `UPDATE task_run SET status = 'running', start_time = coalesce(start_time, $3::timestamptz), lease_until = $4
       WHERE tenant_id = $1 AND id = $2 AND status IN ('queued', 'running')
        AND (lease_until IS NULL OR lease_until < $3)
       RETURNING tenant_id AS "tenantId", id, park_id AS "parkId", plat_id AS "platId", from_time AS "from",
        to_time AS "to",
         coalesce(done, 0)::int AS done, total::int AS total`,
      [found.tenantId, found.id, now.toISOString(), new Date(now.getTime() + LEASE_MS).toISOString()],
    );
    return task ?? null;
  });
}

const spanOf = ({ from, to }: Task, nth: number): [string, string] => {
  const begin = Date.parse(from) + nth * DAY;
  return [new Date(begin).toISOString(), new Date(Math.min(begin + DAY, Date.parse(to))).toISOString()];
};

/** A day's messages and how far the task is, in one transaction. False once somebody cancelled it. */
async function step(database: Database, task: Task, nth: number): Promise<boolean> {
  const { tenantId, id, parkId, platId } = task;
  return database.write(tenantScope(tenantId), async (db) => {
    const now = new Date();
    const held = await db.raw(
      `SELECT 1 FROM task_run WHERE tenant_id = $1 AND id = $2 AND status = 'running' FOR UPDATE`,
      [tenantId, id],
    );
    if (held.length === 0) return false;
    const { made } = await caughtUp(db, { tenantId, parkId, platId }, spanOf(task, nth), now);
    await db.raw(
      `UPDATE task_run SET done = $3, made = coalesce(made, 0) + $4, lease_until = $5 WHERE tenant_id = $1 AND id = $2
        RETURNING 1`,
      [tenantId, id, nth + 1, made, new Date(now.getTime() + LEASE_MS).toISOString()],
    );
    return true;
  });
}

const end = (database: Database, { tenantId, id }: Task, status: 'done' | 'failed', error: string | null) =>
  database.write(tenantScope(tenantId), (db) =>
    db.raw(
      `UPDATE task_run SET status = $3, error = $4, end_time = now(), lease_until = NULL
       WHERE tenant_id = $1 AND id = $2 AND status = 'running' RETURNING 1`,
      [tenantId, id, status, error],
    ),
  );

/** What people read of it. Of a fault of our own they read its code: its words hold statements and values. */
function messageOf(error: unknown): string {
  if (error instanceof Refused) return error.words.zh.slice(0, 500);
  const { code, cause, name } = error as { code?: string; cause?: { code?: string }; name?: string };
  return `系统故障，请稍后重新开始 / A fault; start it again later (${cause?.code ?? code ?? name ?? '?'})`;
}

async function work(database: Database, task: Task): Promise<void> {
  try {
    for (let nth = task.done; nth < task.total; nth += 1) if (!(await step(database, task, nth))) return;
    await end(database, task, 'done', null);
  } catch (error) {
    await end(database, task, 'failed', messageOf(error));
  }
}

/** Does all tasks that wait, one after the other. */
export async function taskRound(database: Database): Promise<void> {
  for (let task = await claim(database, new Date()); task !== null; task = await claim(database, new Date()))
    await work(database, task);
}

let running: Promise<unknown> | null = null;

/**
 * Starts waiting tasks immediately; those this server does not reach are started by the clock. Called after the
 * commit.
 */
export function kickTasks(database: Database): void {
  running = (running ?? Promise.resolve()).then(() => taskRound(database)).catch(() => undefined);
}

/** When the tasks begun on this server are over. */
export const tasksOver = async (): Promise<void> => {
  await running;
};

export const taskJobs: readonly Job[] = [
  {
    name: 'tasks',
    title: text('后台任务', 'Tasks in the background'),
    cron: '* * * * *',
    missed: 'skip',
    work: async (database, now) => {
      await database.write(platformScope, (db) =>
        db.raw('DELETE FROM task_run WHERE end_time < $1 RETURNING 1', [
          new Date(now.getTime() - KEPT_DAYS * DAY).toISOString(),
        ]),
      );
      await taskRound(database);
    },
  },
];
