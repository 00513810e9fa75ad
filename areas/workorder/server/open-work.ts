/** Making a work order, by hand or of a warning or request, and by when it is due. */
import { DEFAULT_HOURS, PROMISES, dueAt, pausedMs } from '#domain/due/due.ts';
import type { Priority } from '#domain/due/due.ts';
import { MINUTE } from '#domain/time/zone.ts';
import { insertRows } from '#kit/server/bulk.ts';
import type { Db } from '#kit/server/db.ts';
import { newId } from '#kit/server/id.ts';
import type { WorkType } from '../model/words.ts';

export type Owner = { readonly tenantId: number; readonly companyId: string; readonly parkId: string };
export type Pause = { readonly from: string; readonly to: string | null };

export type NewWork = {
  readonly workType: WorkType;
  readonly priority: Priority;
  readonly text: string;
  readonly berthNo?: string | null;
  readonly files?: readonly string[];
  readonly source: 'manual' | 'warning' | 'request';
  readonly sourceId?: string | null;
  readonly assignee?: string | null;
  readonly raisedBy: string;
};

export const numbered = (letter: string, id: string, now: Date): string =>
  `${letter}${now.toISOString().slice(2, 10).replaceAll('-', '')}${id.slice(-6).toUpperCase()}`;

/** The zone of a car park, whose service hours count. */
export async function zoneOf(db: Db, { tenantId, parkId }: Owner): Promise<string> {
  const [row] = await db.raw<{ zone: string | null }>('SELECT zone FROM park WHERE tenant_id = $1 AND id = $2', [
    tenantId,
    parkId,
  ]);
  return row?.zone ?? DEFAULT_HOURS.zone;
}

/** Due times of an order by its pauses that are over. */
export const duesOf = (raisedAt: number, priority: Priority, zone: string, pauses: readonly Pause[]) => {
  const hours = { ...DEFAULT_HOURS, zone };
  const stood = pauses.flatMap(({ from, to }) => (to ? [{ from: Date.parse(from), to: Date.parse(to) }] : []));
  const { respondMinutes, solveMinutes } = PROMISES[priority];
  return {
    respondDue: new Date(dueAt(raisedAt, respondMinutes, hours, stood)).toISOString(),
    solveDue: new Date(dueAt(raisedAt, solveMinutes, hours, stood)).toISOString(),
    pausedMin: Math.floor(pausedMs(stood) / MINUTE),
  };
};

/**
 * Makes a work order within the caller's transaction. One per source: the same warning or request again answers the one
 * there is.
 */
export async function openWork(
  db: Db,
  owner: Owner,
  made: NewWork,
  now: Date,
): Promise<{ workId: string; workNo: string }> {
  const id = newId();
  const workNo = numbered('W', id, now);
  const { respondDue, solveDue } = duesOf(now.getTime(), made.priority, await zoneOf(db, owner), []);
  await insertRows(
    db,
    'rdrwork',
    [
      {
        tenant_id: owner.tenantId,
        company_id: owner.companyId,
        park_id: owner.parkId,
        id,
        work_no: workNo,
        work_type: made.workType,
        priority: String(made.priority),
        status: made.assignee ? 'allocated' : 'waiting',
        overdue: 'none',
        berth_no: made.berthNo ?? null,
        text: made.text.slice(0, 1000),
        files: made.files ?? [],
        source: made.source,
        source_id: made.sourceId ?? null,
        assignee: made.assignee ?? null,
        raised_at: now.toISOString(),
        respond_due: respondDue,
        solve_due: solveDue,
        paused_min: 0,
        pauses: [],
        raised_by: made.raisedBy,
      },
    ],
    'ON CONFLICT (tenant_id, source, source_id) WHERE deleted_at IS NULL DO NOTHING RETURNING id',
  );
  const [stored] = await db.raw<{ workId: string; workNo: string }>(
    `SELECT id AS "workId", work_no AS "workNo" FROM rdrwork WHERE tenant_id = $1 AND (id = $2 OR (source = $3 AND source_id = $4)) AND deleted_at IS NULL`,
    [owner.tenantId, id, made.source, made.sourceId ?? null],
  );
  return stored!;
}
