/** Long work as people see it: tasks are started, cancelled, and removed once they are over. */
import { park } from '#areas/lot/model/park.ts';
import { requestedSpan } from '#areas/upload/server/door.ts';
import { thirdparty } from '#areas/upload/model/thirdparty.ts';
import { Refused, ruleRefused } from '#kit/declare/refused.ts';
import type { Resource } from '#kit/declare/resource.ts';
import { fill, text } from '#kit/declare/text.ts';
import { newId } from '#kit/server/id.ts';
import { resourceNamed } from '#kit/server/registry.ts';
import { idsIn, rowOf } from '#kit/server/row-by-id.ts';
import type { Rules } from '#kit/server/rules.ts';
import { serve } from '#kit/server/served.ts';
import type { Served } from '#kit/server/served.ts';
import { tableOf } from '#kit/server/table.ts';
import type { Work } from '#kit/server/work.ts';
import { cancelTask, startTask, tackManagement, taskRun } from '../model/task.ts';
import './task-rows.ts';
import { kickTasks, stepsOf } from './task-run.ts';

const made = text('补出 {n} 条', '{n} made');

/** An export has the name of its list, and the result of a backfill is described in words. */
function named(row: Record<string, unknown>, work: Work): Record<string, unknown> {
  const [, n] = /^\+(\d+)$/.exec(String(row['error'] ?? '')) ?? [];
  if (n !== undefined) return { ...row, error: fill(made, { n })[work.lang] };
  if (row['taskKind'] !== 'export') return row;
  return { ...row, title: resourceNamed(String(row['title']))?.many[work.lang] ?? row['title'] };
}

const isOver = (row: Readonly<Record<string, unknown>>): boolean =>
  ['done', 'failed', 'cancelled'].includes(String(row['status']));

const GONE = [
  'DELETE FROM task_run WHERE tenant_id = $1 AND id = $2 RETURNING 1',
  'DELETE FROM export_run WHERE tenant_id = $1 AND id = $2 RETURNING 1',
  `DELETE FROM outbox WHERE tenant_id = $1 AND id = $2 AND kind = 'feeRule.replay' AND state <> 'pending' RETURNING 1`,
];

async function remove(work: Work): Promise<null> {
  for (const id of idsIn(tackManagement, work.raw)) {
    const row = await rowOf(tackManagement, id, work.db);
    if (!isOver(row)) throw ruleRefused(text('任务尚未结束，不能删除', 'This task is not over yet'), 'running');
    for (const sql of GONE) await work.db.raw(sql, [row['tenantId'], id]);
    work.record({ resource: tackManagement.name, action: 'remove', rowId: id, before: { title: row['title'] } });
  }
  return null;
}

export const taskRules: Rules = {
  verbs: {
    list: async (work, plain) => {
      const answer = (await plain(work)) as { records: Record<string, unknown>[] };
      return { ...answer, records: answer.records.map((row) => named(row, work)) };
    },
    detail: async (work, plain) => named((await plain(work)) as Record<string, unknown>, work),
    remove,
  },
};

async function start(work: Work<typeof startTask.input>): Promise<{ id: string }> {
  if (!work.permits('thirdparty:send')) throw new Refused('not_permitted', { what: thirdparty.title });
  const { taskKind, parkId, platId = null, startTime, endTime } = work.input;
  const [from, to] = requestedSpan({ startTime: startTime!, endTime: endTime! }, work.now);
  const lot = await rowOf(park as Resource, parkId!, work.db);
  if (platId) await rowOf(thirdparty, platId, work.db);
  const id = newId();
  const [tenantId, companyId] = [Number(lot['tenantId']), String(lot['companyId'])];
  await work.db.insert(tableOf(taskRun)).values({
    id,
    tenantId,
    companyId,
    taskKind,
    title: String(lot['parkName']),
    status: 'queued',
    parkId: lot.id,
    platId,
    fromTime: from,
    toTime: to,
    done: 0,
    total: stepsOf(Date.parse(from), Date.parse(to)),
    startedBy: (work.person.name || work.person.account).slice(0, 60),
    createdBy: work.person.userId,
    updatedBy: work.person.userId,
  });
  const after = { taskKind, parkId: lot.id, platId, startTime: from, endTime: to };
  work.record({ resource: tackManagement.name, action: 'start', rowId: id, after, tenantId, companyId });
  work.afterCommit(() => kickTasks(work.database));
  return { id };
}

async function cancel(work: Work): Promise<null> {
  const id = idsIn(tackManagement, work.raw)[0]!;
  const row = await rowOf(tackManagement, id, work.db);
  if (row['taskKind'] === 'export' || row['taskKind'] === 'replay')
    throw ruleRefused(text('导出与回放不能在此取消', 'Exports and replays are not cancelled here'), 'elsewhere');
  const ended = await work.db.raw(
    `UPDATE task_run SET status = 'cancelled', end_time = now(), lease_until = NULL
     WHERE tenant_id = $1 AND id = $2 AND status IN ('queued', 'running') RETURNING 1`,
    [row['tenantId'], id],
  );
  if (ended.length === 0) throw ruleRefused(text('任务已结束', 'This task is over'), 'over');
  work.record({ resource: tackManagement.name, action: 'cancel', rowId: id, after: { title: row['title'] } });
  return null;
}

export const tasksServed: readonly Served[] = [serve(startTask, start), serve(cancelTask, cancel)];
