/**
 * Jobs as the platform operator sees and steers them. What is written here the clock does within seconds, on whatever
 * server.
 */
import { and, asc, isNull, sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import { isEmpty } from '#kit/declare/check.ts';
import type { Fields, Values } from '#kit/declare/field.ts';
import { Refused, ruleRefused } from '#kit/declare/refused.ts';
import type { Problem } from '#kit/declare/refused.ts';
import { text } from '#kit/declare/text.ts';
import { occurrences, plainCron } from '#kit/server/cron.ts';
import { newId } from '#kit/server/id.ts';
import type { Effect } from '#kit/server/lifecycle.ts';
import { rowOf, idsIn } from '#kit/server/row-by-id.ts';
import type { Stored } from '#kit/server/rows.ts';
import type { Rules } from '#kit/server/rules.ts';
import { edit } from '#kit/server/save.ts';
import { serve } from '#kit/server/served.ts';
import type { Served } from '#kit/server/served.ts';
import { tableOf } from '#kit/server/table.ts';
import type { Work } from '#kit/server/work.ts';
import { cleanJobLog, editJob, job, jobChoices, jobLog, runJob } from '../model/job.ts';

const SHOWN_TIMES = 5;

/**
 * Jobs are of the whole installation: whoever works for one group of companies sees none, whatever rights he was given.
 */
const operatorsAlone = (work: Work): SQL | undefined => (work.person.platform ? undefined : sql`false`);
const held = (work: Work): void => {
  if (!work.person.platform) throw new Refused('not_permitted', { what: job.title });
};

const problem = (field: string, zh: string, en: string): Problem => ({ field, msg: text(zh, en) });

async function nextOf(cron: string, now: Date): Promise<Date | null> {
  try {
    return (await occurrences(cron, now, 1))[0] ?? null;
  } catch {
    return null;
  }
}

type Given = Partial<Values<Fields>>;

async function check(values: Given, before: Stored | null, work: Work): Promise<Problem[]> {
  held(work);
  const problems: Problem[] = [];
  if (!isEmpty(values.cronExpression)) {
    const plain = plainCron(String(values.cronExpression));
    if (plain === null || !(await nextOf(plain, work.now)))
      problems.push(
        problem(
          'cronExpression',
          '应为五段定时表达式（分 时 日 月 周），如 30 2 * * *；六段时秒须为0，周用 MON-SUN',
          'must be a cron of five parts (minute hour day month weekday), e.g. 30 2 * * *; of six, seconds must be 0 and weekdays MON-SUN',
        ),
      );
  }
  if (!isEmpty(work.raw.concurrent) && String(work.raw.concurrent) !== '1')
    problems.push(
      problem('concurrent', '任务不与自身同时执行，只能为1（禁止）', 'A job never runs beside itself: only 1 (forbid)'),
    );
  if (before?.jobGroup === 'system' && values.jobName !== undefined && values.jobName !== before.jobName)
    problems.push(problem('jobName', '系统任务的名称不能修改', 'A built-in job keeps its name'));
  return problems;
}

async function fill(values: Given, before: Stored | null, work: Work): Promise<Record<string, unknown>> {
  const cron = isEmpty(values.cronExpression) ? null : plainCron(String(values.cronExpression));
  const active = !before || before.status === '0';
  const timed = cron
    ? { cronExpression: cron, nextTime: active ? (await nextOf(cron, work.now))?.toISOString() : null }
    : {};
  if (before) return timed;
  const does = await rowOf(job, String(values.invokeTarget).toLowerCase(), work.db);
  if (does.jobGroup !== 'system')
    throw new Refused('bad_input', {}, [problem('invokeTarget', '请选择系统任务', 'Choose a built-in job')]);
  return { ...timed, target: does.target, jobGroup: 'custom' };
}

/** Names of built-in jobs in the reader's language. */
const named = (row: Record<string, unknown>, work: Work): Record<string, unknown> =>
  work.lang === 'en' && !isEmpty(row.jobNameEn) ? { ...row, jobName: row.jobNameEn } : row;

const presented: NonNullable<Rules['verbs']> = {
  list: async (work, plain) => {
    const answer = (await plain(work)) as { records: Record<string, unknown>[] };
    return { ...answer, records: answer.records.map((row) => named(row, work)) };
  },
  detail: async (work, plain) => {
    const row = named((await plain(work)) as Record<string, unknown>, work);
    if (typeof row.cronExpression !== 'string') return row;
    const times = row.status === '0' ? await occurrences(row.cronExpression, work.now, SHOWN_TIMES) : [];
    return { ...row, nextTimes: times.map((each) => each.toISOString()) };
  },
};

const jobRules: Rules = {
  narrow: operatorsAlone,
  check,
  fill,
  removing: async (row) => {
    if (row.jobGroup === 'system')
      throw ruleRefused(
        text(
          '系统任务由产品提供，不能删除；可以暂停',
          'A built-in job comes with the product and is not removed; pause it',
        ),
        'built_in',
      );
  },
  verbs: presented,
};

const logRules: Rules = {
  narrow: operatorsAlone,
  removing: async (row) => {
    if (row.status === 'queued' || row.status === 'running')
      throw ruleRefused(text('该次执行尚未结束', 'This run is not over'), 'running');
  },
  verbs: presented,
};

export const jobsRules = { job: jobRules, jobLog: logRules };

const effects: Record<string, Effect> = {
  pause: async (row, _, work) => {
    held(work);
    if (row.vital === true)
      throw ruleRefused(
        text('账目依赖此任务，不能暂停；可以改执行时间', 'The books rest on this job: it cannot be paused, but moved'),
        'vital',
      );
    return { nextTime: null };
  },
  resume: async (row, _, work) => {
    held(work);
    return { nextTime: (await nextOf(String(row.cronExpression), work.now))?.toISOString() ?? null };
  },
};
export const jobsEffects = { job: effects };

const BUSY = `SELECT status, start_time AS at FROM job_log WHERE target = $1 AND deleted_at IS NULL
  AND (status = 'queued' OR (status = 'running' AND start_time > now() - interval '1 hour')) LIMIT 1`;

/** Puts a line into the log that a server takes. Not beside a run, and not twice. */
async function run(work: Work<typeof runJob.input>): Promise<{ logId: string }> {
  held(work as Work);
  const row = await rowOf(job, idsIn(job, work.raw)[0]!, work.db, { lock: true });
  await work.db.raw('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [`job requested:${String(row.target)}`]);
  const [busy] = await work.db.raw<{ status: string }>(BUSY, [row.target]);
  if (busy)
    throw ruleRefused(
      busy.status === 'queued'
        ? text('已在等待执行，见任务日志', 'It waits to be run already: see the job log')
        : text('正在执行，结束后再试', 'It runs just now: try again once it is over'),
      'running',
    );
  const logId = newId();
  await work.db.insert(tableOf(jobLog)).values({
    id: logId,
    jobId: row.id,
    jobName: row.jobName,
    jobNameEn: row.jobNameEn,
    jobGroup: row.jobGroup,
    target: row.target,
    status: 'queued',
    startTime: work.now.toISOString(),
    cause: 'hand',
    byName: (work.person.name || work.person.account).slice(0, 60),
  });
  work.record({ resource: job.name, action: 'run', rowId: row.id, after: { jobName: row.jobName } });
  return { logId };
}

async function choices(work: Work): Promise<unknown> {
  const t = tableOf(job);
  const rows = await work.db
    .select({ value: t.id!, label: t.jobName!, en: t.jobNameEn!, jobGroup: t.jobGroup! })
    .from(t)
    .where(and(isNull(t.deletedAt!), operatorsAlone(work)))
    .orderBy(asc(t.jobName!));
  return rows.map(({ en, label, ...row }) => ({ ...row, label: work.lang === 'en' && en ? en : label }));
}

async function clean(work: Work): Promise<{ count: number }> {
  held(work);
  const gone = await work.db.raw(
    `DELETE FROM job_log WHERE start_time < $1 AND status NOT IN ('queued', 'running') RETURNING 1`,
    [new Date(work.now.getTime() - 86_400_000).toISOString()],
  );
  work.record({ resource: jobLog.name, action: 'clean', rowId: null, after: { count: gone.length } });
  return { count: gone.length };
}

export const jobsServed: readonly Served[] = [
  serve(runJob, run),
  serve(editJob, async (work) => {
    const row = await edit(job, idsIn(job, work.raw)[0]!, work.raw, work as Work, jobRules);
    return { id: row.id, jobId: row.id };
  }),
  serve(jobChoices, choices),
  serve(cleanJobLog, clean),
];
