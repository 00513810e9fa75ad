/** Warnings: raised and cleared by the areas that know the cause, one open for a cause and subject. */
import { eq } from 'drizzle-orm';
import { isId } from '#kit/declare/check.ts';
import { Refused } from '#kit/declare/refused.ts';
import { fill, text } from '#kit/declare/text.ts';
import { rowOf } from '#kit/server/row-by-id.ts';
import type { Db } from '#kit/server/db.ts';
import { ofTenant } from '#kit/server/db.ts';
import { newId } from '#kit/server/id.ts';
import { moves } from '#kit/server/lifecycle.ts';
import { mover } from '#kit/server/mover.ts';
import { serve } from '#kit/server/served.ts';
import type { Served } from '#kit/server/served.ts';
import { tableOf } from '#kit/server/table.ts';
import type { Work } from '#kit/server/work.ts';
import { muteWarning } from '../model/calls.ts';
import { rdWarn } from '../model/rd-warn.ts';
import { warnTypes } from '../model/words.ts';
import type { WarnType, WorkType } from '../model/words.ts';
import { openWork } from './open-work.ts';
import type { Owner } from './open-work.ts';

export type Warning = {
  readonly type: WarnType;
  /** What it is about, as the cause's own area names it: a sensor, a space, a person. */
  readonly subjectId: string;
  /** The same as people call it. */
  readonly subject: string;
  /** The berth somebody has to go to, where it is one. */
  readonly berthNo?: string | null;
  readonly level: 'info' | 'warn' | 'bad';
  readonly figure?: number | null;
  readonly limit?: number | null;
  readonly unit?: string | null;
  /** Why, where the figure does not say it by itself; in both languages. */
  readonly remark?: string | null;
};

const t = tableOf(rdWarn);
const clear = mover(rdWarn, 'clear', 'device');

const keyOf = ({ type, subjectId }: Pick<Warning, 'type' | 'subjectId'>): string =>
  `${type} ${subjectId}`.slice(0, 120);

/** Raises a warning, or counts once more on the one that is open. Within the caller's transaction; answers its id. */
export async function raiseWarning(db: Db, owner: Owner, warning: Warning, now: Date): Promise<string> {
  const at = now.toISOString();
  const [row] = await db.raw<{ id: string }>(
    `INSERT INTO rd_warn (tenant_id, company_id, park_id, id, warn_type, subject, subject_id, level, figure, "limit", unit, times, first_time, last_time, status, open_key, berth_no, remark)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, 1, $12, $12, 'open', $13, $14, $15)
     ON CONFLICT (tenant_id, open_key) WHERE deleted_at IS NULL
     DO UPDATE SET times = rd_warn.times + 1, last_time = greatest(rd_warn.last_time, excluded.last_time), figure = excluded.figure, "limit" = excluded."limit", level = excluded.level, berth_no = excluded.berth_no, remark = coalesce(excluded.remark, rd_warn.remark)
     RETURNING id`,
    [
      owner.tenantId,
      owner.companyId,
      owner.parkId,
      newId(),
      warning.type,
      warning.subject.slice(0, 80),
      warning.subjectId.slice(0, 80),
      warning.level,
      warning.figure ?? null,
      warning.limit ?? null,
      warning.unit ?? null,
      at,
      keyOf(warning),
      warning.berthNo ?? null,
      warning.remark ?? null,
    ],
  );
  return row!.id;
}

/**
 * Which of these causes are open, of the subjects where they are given. One that has become a work order counts until
 * that is checked.
 */
export const openWarnings = (
  db: Db,
  tenantId: number,
  types: readonly WarnType[],
  subjectIds: readonly string[] | null = null,
): Promise<{ type: WarnType; subjectId: string; lastTime: string }[]> =>
  db.raw(
    `SELECT warn_type AS type, subject_id AS "subjectId", last_time AS "lastTime" FROM rd_warn
    WHERE tenant_id = $1 AND ${subjectIds === null ? 'warn_type' : 'open_key'} = ANY($2::text[]) AND open_key IS NOT NULL AND deleted_at IS NULL`,
    [
      tenantId,
      subjectIds === null
        ? [...types]
        : types.flatMap((type) => subjectIds.map((subjectId) => keyOf({ type, subjectId }))),
    ],
  );

/**
 * The cause is gone: the warning that is open is cleared. Answers whether there was one. One with a work order waits
 * for its check.
 */
export async function clearWarning(
  db: Db,
  tenantId: number,
  warning: Pick<Warning, 'type' | 'subjectId'>,
  now: Date,
): Promise<boolean> {
  const where = eq(t.openKey!, keyOf(warning));
  return (await clear(db, { now, tenantId, where, set: { openKey: null } })).length > 0;
}

/** Its work order is checked: the same cause opens a new warning from now on. */
export async function endWarning(db: Db, tenantId: number, warnId: string): Promise<void> {
  await db.raw('UPDATE rd_warn SET open_key = NULL WHERE tenant_id = $1 AND id = $2', [tenantId, warnId]);
}

const workTypeOf: Partial<Record<WarnType, WorkType>> = {
  sensorSilent: 'sensor',
  battery: 'sensor',
  swap: 'sensor',
  lock: 'lock',
  unread: 'patrol',
  still: 'patrol',
  closedCar: 'patrol',
  suspect: 'patrol',
  plateDoubt: 'patrol',
  dispute: 'sensor',
  noCar: 'patrol',
  long: 'patrol',
};

const isWarnType = (name: unknown): name is WarnType => typeof name === 'string' && Object.hasOwn(warnTypes, name);

async function mute(work: Work<typeof muteWarning.input>): Promise<{ warnId: string; mutedUntil: string }> {
  const id = String(work.input.warnId).toLowerCase();
  if (!isId(id)) throw new Refused('no_such_record', { what: rdWarn.title });
  const row = await rowOf(rdWarn, id, work.db, { lock: true });
  if (row.status !== 'open')
    throw new Refused('state_closed', {
      state: rdWarn.lifecycle!.states[String(row.status)]!.label,
      action: muteWarning.title,
    });
  const until = new Date(work.now.getTime() + (work.input.hours ?? 8) * 3_600_000).toISOString();
  const tenantId = Number(row.tenantId);
  await ofTenant(work.db, tenantId).raw(
    'UPDATE rd_warn SET muted_until = $3, remark = $4, updated_at = $5 WHERE tenant_id = $1 AND id = $2',
    [tenantId, id, until, work.input.remark, work.now.toISOString()],
  );
  work.record({
    resource: rdWarn.name,
    action: 'mute',
    rowId: id,
    after: { mutedUntil: until, remark: work.input.remark },
    tenantId,
    parkId: row.parkId,
  });
  return { warnId: id, mutedUntil: until };
}

export const warningServed: Served[] = [
  ...moves(rdWarn, {
    warnToWork: async (row, input, work) => {
      const owner = { tenantId: Number(row.tenantId), companyId: String(row.companyId), parkId: String(row.parkId) };
      const type = isWarnType(row.warnType) ? row.warnType : 'other';
      const about = fill(text('{type}：{subject}', '{type}: {subject}'), {
        type: warnTypes[type],
        subject: String(row.subject),
      });
      const { workId } = await openWork(
        ofTenant(work.db, owner.tenantId),
        owner,
        {
          workType: workTypeOf[type] ?? 'other',
          priority: row.level === 'bad' ? 1 : row.level === 'warn' ? 2 : 3,
          berthNo: row.berthNo === null ? null : String(row.berthNo),
          text: [work.lang === 'en' ? about.en : about.zh, input.remark].filter(Boolean).join('\n'),
          source: 'warning',
          sourceId: row.id,
          raisedBy: work.person.name || work.person.account,
        },
        work.now,
      );
      return { workId, dealtBy: work.person.name || work.person.account };
    },
    dealWarn: async (_, input, work) => ({
      remark: input.remark ?? null,
      dealtBy: work.person.name || work.person.account,
      openKey: null,
    }),
    clear: async () => ({ openKey: null }),
  }),
  serve(muteWarning, mute),
];
