import type { Text } from '#kit/declare/text.ts';
import { isId } from '#kit/declare/check.ts';
import { writeAudit } from '#kit/server/audit.ts';
import { newId } from '#kit/server/id.ts';
import { scopeOf } from '#kit/server/work.ts';
import type { Work } from '#kit/server/work.ts';

/** Between two notes of how far an export is: as often as a page polls, for the file waits for each. */
const NOTED_MS = 500;

export type Run = {
  /** Counts exported rows; saves the count now and then. */
  passed: (rows: number) => Promise<void>;
  /** The final state: all was sent, or not. */
  ended: (state: 'done' | 'failed') => Promise<void>;
};

/**
 * Notes an export that begins, in transactions of their own beside the stream's, and audits who exported what.
 */
export async function beginRun(
  work: Work,
  what: { resource: string; title: Text; total: number; query: Record<string, unknown> },
): Promise<Run> {
  const scope = scopeOf(work.person);
  const id = isId(work.raw.run) ? work.raw.run : newId();
  const { tenantId, userId } = work.person;
  await work.database.write(scope, async (db) => {
    // A run of someone else under the same id is left alone; then this one simply goes unnoted.
    await db.raw(
      `INSERT INTO export_run (tenant_id, id, user_id, resource, state, total, started_at)
        VALUES ($1, $2, $3, $4, 'running', $5, now())
       ON CONFLICT (tenant_id, id) DO UPDATE SET resource = excluded.resource, state = 'running', done = 0,
        total = excluded.total, started_at = excluded.started_at
       WHERE export_run.user_id = excluded.user_id`,
      [tenantId, id, userId, what.resource, what.total],
    );
    await writeAudit({ ...work, db }, work.call, [
      { resource: what.resource, action: 'export', rowId: null, after: { ...what.query, rows: what.total } },
    ]);
  });
  let done = 0;
  let noted = performance.now();
  const note = (state: string) =>
    work.database.write(scope, (db) =>
      db.raw(
        'UPDATE export_run SET state = $4, done = $5, total = greatest(total, $5) WHERE tenant_id = $1 AND id = $2 AND user_id = $3',
        [tenantId, id, userId, state, done],
      ),
    );
  return {
    passed: async (rows) => {
      done += rows;
      if (performance.now() - noted < NOTED_MS) return;
      noted = performance.now();
      await note('running');
    },
    ended: async (state) => {
      await note(state);
    },
  };
}

/** How far an export of the caller is; null when none goes by that id. */
export async function runOf(work: Work, id: string): Promise<{ done: number; total: number; state: string } | null> {
  const [row] = await work.db.raw<{ done: number; total: number; state: string }>(
    'SELECT done, total, state FROM export_run WHERE tenant_id = $1 AND id = $2 AND user_id = $3',
    [work.person.tenantId, id, work.person.userId],
  );
  return row ?? null;
}
