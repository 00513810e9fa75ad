/** Work orders from raising to check. Due times run on service hours and are computed from the history of pauses. */
import type { Priority } from '#domain/due/due.ts';
import { MINUTE } from '#domain/time/zone.ts';
import { user } from '#areas/access/model/user.ts';
import { onDuty } from '#areas/duty/server/door.ts';
import { company } from '#areas/org/model/company.ts';
import { companySubtree } from '#areas/org/server/door.ts';
import { park } from '#areas/lot/model/park.ts';
import { isId } from '#kit/declare/check.ts';
import { Refused, ruleRefused } from '#kit/declare/refused.ts';
import type { Problem } from '#kit/declare/refused.ts';
import type { Text } from '#kit/declare/text.ts';
import { text } from '#kit/declare/text.ts';
import { rowOf } from '#kit/server/row-by-id.ts';
import type { Database, Db } from '#kit/server/db.ts';
import { ofTenant, platformScope } from '#kit/server/db.ts';
import { move, moves } from '#kit/server/lifecycle.ts';
import type { Effect } from '#kit/server/lifecycle.ts';
import { serve } from '#kit/server/served.ts';
import type { Served } from '#kit/server/served.ts';
import type { Work } from '#kit/server/work.ts';
import { assignable, uploadWork } from '../model/calls.ts';
import { rdrwork } from '../model/rdrwork.ts';
import { duesOf, openWork, zoneOf } from './open-work.ts';
import type { Owner, Pause } from './open-work.ts';
import { endWarning } from './warnings.ts';

type WorkEffect = Exclude<Effect<(typeof rdrwork)['fields']>, 'none'>;
type WorkRow = Parameters<WorkEffect>[0];

const MOST_FILES = 20;
const badInput = (field: string, msg: Text): Refused => new Refused('bad_input', {}, [{ field, msg }]);

/** Addresses of stored files as a call gives them: one or a list. */
export function filesIn(given: unknown, field: string): string[] {
  const files = given === null || given === undefined || given === '' ? [] : [given].flat();
  const fine = files.every((each) => typeof each === 'string' && /^\/api\/updown\/file\/[0-9a-f]{64}$/.test(each));
  if (!fine || files.length > MOST_FILES)
    throw badInput(field, text('应为已上传文件的地址，最多20个', 'Must be addresses of stored files, at most 20'));
  return files.map(String);
}

/** Files of the call, one or several. */
const filesOf = ({ input }: Work<typeof uploadWork.input>): string[] => [
  ...filesIn(input.files, 'files'),
  ...filesIn(input.file, 'file'),
];

async function addFiles(
  work: Work<typeof uploadWork.input>,
  workId: string,
): Promise<{ workId: string; workNo: string }> {
  const id = workId.toLowerCase();
  if (!isId(id)) throw new Refused('no_such_record', { what: rdrwork.title });
  const row = await rowOf(rdrwork, id, work.db, { lock: true });
  const before = Array.isArray(row.files) ? row.files.map(String) : [];
  const files = [...new Set([...before, ...filesOf(work)])];
  if (files.length > MOST_FILES) throw badInput('files', text('最多20个文件', 'At most 20 files'));
  const tenantId = Number(row.tenantId);
  await ofTenant(work.db, tenantId).raw(
    'UPDATE rdrwork SET files = $3, updated_at = $4 WHERE tenant_id = $1 AND id = $2',
    [tenantId, id, JSON.stringify(files), work.now.toISOString()],
  );
  work.record({
    resource: rdrwork.name,
    action: 'upload',
    rowId: id,
    before: { files: before },
    after: { files },
    tenantId,
  });
  return { workId: id, workNo: String(row.workNo) };
}

async function upload(work: Work<typeof uploadWork.input>): Promise<{ workId: string; workNo: string }> {
  const { input } = work;
  if (input.workId) return addFiles(work, input.workId);
  const missing: Problem[] = (['workType', 'parkId', 'text'] as const)
    .filter((name) => !input[name])
    .map((field) => ({ field, msg: text('请填写', 'Required') }));
  if (missing.length > 0) throw new Refused('bad_input', {}, missing);
  const lot = await rowOf(park, String(input.parkId), work.db);
  if (input.assignee) await rowOf(user, input.assignee, work.db);
  const owner = { tenantId: Number(lot.tenantId), companyId: String(lot.companyId), parkId: lot.id };
  const done = await openWork(
    ofTenant(work.db, owner.tenantId),
    owner,
    {
      workType: input.workType ?? 'other',
      priority: priorityOf(input.priority),
      text: String(input.text),
      berthNo: input.berthNo ?? null,
      files: filesOf(work),
      source: 'manual',
      assignee: input.assignee ?? null,
      raisedBy: work.person.name || work.person.account,
    },
    work.now,
  );
  work.record({
    resource: rdrwork.name,
    action: 'upload',
    rowId: done.workId,
    after: { workNo: done.workNo, workType: input.workType, text: input.text },
    ...owner,
  });
  return done;
}

const priorityOf = (given: unknown): Priority => (Number(given) === 1 ? 1 : Number(given) === 3 ? 3 : 2);
const pausesOf = (row: WorkRow): Pause[] => (Array.isArray(row.pauses) ? (row.pauses as Pause[]) : []);
const ownerOf = (row: WorkRow): Owner => ({
  tenantId: Number(row.tenantId),
  companyId: String(row.companyId),
  parkId: String(row.parkId),
});

/** Ends the pause that is open and recomputes the due times; does nothing without an open pause. */
async function ended(row: WorkRow, work: Work): Promise<Record<string, unknown>> {
  const pauses = pausesOf(row);
  if (!pauses.some(({ to }) => to === null)) return {};
  const closed = pauses.map((pause) => (pause.to === null ? { ...pause, to: work.now.toISOString() } : pause));
  const owner = ownerOf(row);
  const zone = await zoneOf(ofTenant(work.db, owner.tenantId), owner);
  const dues = duesOf(Date.parse(String(row.raisedAt)), priorityOf(row.priority), zone, closed);
  const onTime = Date.parse(dues.solveDue) > work.now.getTime();
  return { pauses: closed, ...dues, ...(onTime ? { overdue: 'none' } : {}) };
}

const allocate: WorkEffect = async (row, input, work) => {
  const person = await rowOf(user, String(input.userId), work.db);
  if (person.tenantId !== row.tenantId || person.enabled === false)
    throw badInput('userId', text('此人不能派单', 'Nothing can be assigned to this person'));
  return { assignee: person.id, ...(await ended(row, work)) };
};

const accept: WorkEffect = async (row, _, work) => {
  if (row.assignee !== work.person.userId)
    throw ruleRefused(text('只有被派单的人可以接单', 'Only the assignee can accept'), 'not-assignee');
  return { respondedAt: work.now.toISOString() };
};

const deal: WorkEffect = async (row, input, work) => ({
  result: input.remark,
  doneAt: work.now.toISOString(),
  doneBy: work.person.userId,
  respondedAt: row.respondedAt ?? work.now.toISOString(),
  files: [...(Array.isArray(row.files) ? row.files : []), ...filesIn(input.images, 'images')],
});

/** A5: not by whoever did it. */
function notTheDoer(row: WorkRow, work: Work): void {
  if (row.doneBy === work.person.userId)
    throw ruleRefused(text('不能验收自己完成的工单', 'You cannot check your own work'), 'own-signature');
}

const effects: Record<string, WorkEffect> = {
  allocate,
  accept,
  deal,
  pause: async (row, _, work) => ({ pauses: [...pausesOf(row), { from: work.now.toISOString(), to: null }] }),
  resume: async (row, _, work) => ended(row, work),
  check: async (row, _, work) => {
    notTheDoer(row, work);
    if (row.source === 'warning' && row.sourceId)
      await endWarning(ofTenant(work.db, Number(row.tenantId)), Number(row.tenantId), String(row.sourceId));
    return { checkedBy: work.person.name || work.person.account };
  },
  return: async (row, input, work) => {
    notTheDoer(row, work);
    return { result: `${row.result ?? ''}\n${String(input.reason)}`.trim().slice(0, 1000), doneAt: null, doneBy: null };
  },
};

/** What a person is to do: his own orders that are not done yet, by when each has to be. */
export const tasksOf = (db: Db, tenantId: number, userId: string): Promise<Task[]> =>
  db.raw<Task>(
    `SELECT w.id AS "workId", w.work_no AS "workNo", w.work_type AS "workType", w.priority, w.status,
     w.berth_no AS "berthNo", w.text, w.solve_due AS "solveDue", p.park_name AS "parkName"
     FROM rdrwork w JOIN park p ON p.tenant_id = w.tenant_id AND p.id = w.park_id
     WHERE w.tenant_id = $1 AND w.assignee = $2 AND w.status IN ('allocated', 'doing', 'paused') AND w.deleted_at IS NULL ORDER BY w.solve_due, w.id LIMIT 100`,
    [tenantId, userId],
  );

type Task = {
  workId: string;
  workNo: string;
  workType: string;
  priority: string;
  status: string;
  berthNo: string | null;
  text: string;
  solveDue: string;
  parkName: string;
};

/**
 * The caller accepts an order or says what he did, at a time he did so. @throws Refused as the calls do, and where it
 * is not his own
 */
export async function doTask(
  work: Work,
  done: { workId: string; do: 'accept' | 'deal'; remark: string; images: readonly string[]; at: Date },
): Promise<{ workNo: string; parkId: string }> {
  const id = done.workId.toLowerCase();
  if (!isId(id)) throw new Refused('no_such_record', { what: rdrwork.title });
  const row = await rowOf(rdrwork, id, work.db, { lock: true });
  if (row.assignee !== work.person.userId)
    throw ruleRefused(text('只有被派单的人可以处理', 'Only the assignee can do this'), 'not-assignee');
  if (done.do === 'deal' && done.remark === '') throw badInput('remark', text('请填写处理结果', 'Say what was done'));
  const fields = done.do === 'deal' ? { remark: done.remark.slice(0, 1000), images: done.images } : {};
  const then = { ...work, now: done.at };
  await move(rdrwork, id, done.do, fields, work, (before, given) => effects[done.do]!(before as WorkRow, given, then));
  return { workNo: String(row.workNo), parkId: String(row.parkId) };
}

async function people(work: Work<typeof assignable.input>): Promise<unknown> {
  const of = await rowOf(company, work.input.companyId ?? work.person.companyId, work.db);
  const tenantId = Number(of.tenantId);
  const companies = await companySubtree(work.db, of.id);
  const seen = work.db.scope.companyIds;
  const rows = await work.db.raw<{ value: string; label: string; open: number }>(
    `SELECT u.id AS value, u.real_name AS label,
       (SELECT count(*)::int FROM rdrwork w WHERE w.tenant_id = $1 AND w.assignee = u.id
         AND w.status IN ('allocated', 'doing', 'paused') AND w.deleted_at IS NULL) AS open
     FROM "user" u WHERE u.tenant_id = $1 AND u.company_id = ANY($2::uuid[]) AND u.user_type IS DISTINCT FROM 'seller'
       AND u.enabled IS NOT FALSE AND u.deleted_at IS NULL LIMIT 500`,
    [tenantId, seen ? companies.filter((id) => seen.includes(id)) : companies],
  );
  const present = await onDuty(
    work.db,
    tenantId,
    rows.map(({ value }) => value),
    work.now,
  );
  return rows
    .map(({ value, label, open }) => ({ value, label, onDuty: present.has(value), open }))
    .sort((a, b) => Number(b.onDuty) - Number(a.onDuty) || a.open - b.open || a.label.localeCompare(b.label, 'zh-CN'));
}

/**
 * Marks what is late, and what stays late for an hour goes one level up. Paused orders stand still. Answers how many
 * changed.
 */
export async function escalateOverdue(database: Database, now: Date): Promise<number> {
  const due = `CASE WHEN responded_at IS NULL THEN least(respond_due, solve_due) ELSE solve_due END`;
  return database.write(platformScope, async (db) => {
    const late = await db.raw(
      `UPDATE rdrwork SET overdue = 'late' WHERE status IN ('waiting', 'allocated', 'doing') AND overdue = 'none'
       AND ${due} < $1 AND deleted_at IS NULL RETURNING 1`,
      [now.toISOString()],
    );
    const up = await db.raw(
      `UPDATE rdrwork SET overdue = 'escalated' WHERE status IN ('waiting', 'allocated', 'doing') AND overdue = 'late'
       AND ${due} < $1 AND deleted_at IS NULL RETURNING 1`,
      [new Date(now.getTime() - 60 * MINUTE).toISOString()],
    );
    return late.length + up.length;
  });
}

export const workServed: Served[] = [...moves(rdrwork, effects), serve(uploadWork, upload), serve(assignable, people)];
