/**
 * Long work as a list, from wherever it is kept: tasks started here, exports, replays. All words of these statements
 * are our own.
 */
import { columnName, drawFrom } from '#kit/server/table.ts';
import { tackManagement } from '../model/task.ts';

type Columns = Readonly<Record<string, string>>;

/** The frame that every row has; nobody removes one but by removing where it is kept. */
const frame = (of: string, at: string): Columns => ({
  tenantId: `${of}.tenant_id`,
  id: `${of}.id`,
  createdAt: at,
  updatedAt: at,
  deletedAt: 'NULL::timestamptz',
  createdBy: 'NULL::uuid',
  updatedBy: 'NULL::uuid',
});

const started: Columns = {
  ...frame('t', 't.created_at'),
  companyId: 't.company_id',
  taskKind: 't.task_kind::text',
  title: 't.title::text',
  status: 't.status::text',
  done: 't.done::bigint',
  total: 't.total::bigint',
  startedBy: 't.started_by::text',
  startTime: 'coalesce(t.start_time, t.created_at)',
  endTime: 't.end_time',
  error: `coalesce(t.error, CASE WHEN t.made IS NOT NULL THEN '+' || t.made END)::text`,
};
/** An export whose server died says nothing more; none takes so long. */
const exported: Columns = {
  ...frame('e', 'e.started_at'),
  companyId: 'u.company_id',
  taskKind: `'export'::text`,
  title: 'e.resource::text',
  status: `CASE WHEN e.state = 'running' AND e.started_at < now() - interval '6 hours' THEN 'failed' ELSE e.state END::text`,
  done: 'e.done::bigint',
  total: 'e.total::bigint',
  startedBy: 'u.real_name::text',
  startTime: 'e.started_at',
  endTime: 'NULL::timestamptz',
  error: 'NULL::text',
};
const replayed: Columns = {
  ...frame('o', 'o.created_at'),
  companyId: 'u.company_id',
  taskKind: `'replay'::text`,
  title: `(o.payload->'about'->>'ruleName')::text`,
  status: `CASE o.state WHEN 'sent' THEN 'done' WHEN 'dead' THEN 'failed' ELSE CASE WHEN o.tries > 0 THEN 'running' ELSE 'queued' END END::text`,
  done: `coalesce((o.payload->>'done')::bigint, 0)`,
  total: `coalesce((o.payload->>'total')::bigint, 0)`,
  startedBy: 'u.real_name::text',
  startTime: 'o.created_at',
  endTime: 'o.sent_at',
  error: 'o.error::text',
};

const names = Object.keys(started);
const select = (columns: Columns): string =>
  `SELECT ${names.map((name) => `${columns[name]} AS ${columnName(name)}`).join(', ')}`;

drawFrom(
  tackManagement,
  `${select(started)} FROM task_run t WHERE t.deleted_at IS NULL
   UNION ALL ${select(exported)} FROM export_run e LEFT JOIN "user" u ON u.tenant_id = e.tenant_id AND u.id = e.user_id
   UNION ALL ${select(replayed)} FROM outbox o LEFT JOIN "user" u ON u.tenant_id = o.tenant_id AND u.id::text = o.payload->>'userId'
     WHERE o.kind = 'feeRule.replay'`,
);
