/** Notices: who sees which, and who has read it. */
import { desc, sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import { isId } from '#kit/declare/check.ts';
import { Refused, ruleRefused } from '#kit/declare/refused.ts';
import { text } from '#kit/declare/text.ts';
import { insertRows } from '#kit/server/bulk.ts';
import { ofTenant } from '#kit/server/db.ts';
import type { Db } from '#kit/server/db.ts';
import { newId } from '#kit/server/id.ts';
import { moves } from '#kit/server/lifecycle.ts';
import { rowOf } from '#kit/server/row-by-id.ts';
import { scoped } from '#kit/server/scope.ts';
import { serve } from '#kit/server/served.ts';
import type { Served } from '#kit/server/served.ts';
import { tableOf } from '#kit/server/table.ts';
import type { Work } from '#kit/server/work.ts';
import type { Rules } from '#kit/server/rules.ts';
import { notice, readNotice } from '../model/notice.ts';

/** Who does not edit notices sees what is published to his kind of user and his company. */
function addressed(work: Work): SQL | undefined {
  if (work.permits('notice:add') || work.permits('notice:export')) return undefined;
  const n = tableOf(notice);
  const { userId, companyId, tenantId } = work.person;
  return sql`${n.status} = 'published' AND ${n.releaseTime} <= ${work.now.toISOString()}
    AND (coalesce(cardinality(${n.forCompanies}), 0) = 0 OR ${companyId}::uuid = ANY(${n.forCompanies}))
    AND (coalesce(cardinality(${n.audience}), 0) = 0 OR (SELECT u.user_type FROM "user" u
      WHERE u.tenant_id = ${tenantId} AND u.id = ${userId}) = ANY(${n.audience}))`;
}

/** What is published to the caller, the newest first, and whether he has read it. */
export async function noticesFor(work: Work): Promise<PublishedNotice[]> {
  const n = tableOf(notice);
  const { userId, tenantId } = work.person;
  const rows = await work.db
    .select({
      id: n.id!,
      title: n.title!,
      subtitle: n.subtitle!,
      content: n.content!,
      releaseTime: n.releaseTime!,
      read: sql<boolean>`EXISTS (SELECT FROM notice_reader r
        WHERE r.tenant_id = ${tenantId} AND r.notice_id = notice.id AND r.user_id = ${userId}
        AND r.deleted_at IS NULL)`,
    })
    .from(n)
    .where(
      scoped(notice, work.db.scope, [
        sql`${n.tenantId!} = ${tenantId} AND ${n.status!} = 'published' AND ${n.releaseTime!} <= ${work.now.toISOString()}`,
        addressed(work),
      ]),
    )
    .orderBy(desc(n.releaseTime!))
    .limit(30);
  return rows as PublishedNotice[];
}

type PublishedNotice = {
  readonly id: string;
  readonly title: string;
  readonly subtitle: string | null;
  readonly content: string;
  readonly releaseTime: string;
  readonly read: boolean;
};

const read = (work: Work<typeof readNotice.input>): Promise<null> => markRead(work as Work, String(work.input.id));

/** Once a person and notice. */
export async function markRead(work: Work, noticeId: string): Promise<null> {
  const id = noticeId.toLowerCase();
  if (!isId(id)) throw new Refused('no_such_record', { what: notice.title });
  const row = await rowOf(notice, id, work.db, { lock: true, narrow: addressed(work) });
  if (row.status !== 'published') return null;
  const tenantId = Number(row.tenantId);
  const db = ofTenant(work.db, tenantId);
  const added = await db.raw(
    `INSERT INTO notice_reader (tenant_id, id, notice_id, user_id, read_at) VALUES ($1, $2, $3, $4, $5)
     ON CONFLICT (tenant_id, notice_id, user_id) WHERE deleted_at IS NULL DO NOTHING RETURNING 1`,
    [tenantId, newId(), id, work.person.userId, work.now.toISOString()],
  );
  if (added.length > 0)
    await db.raw('UPDATE notice SET readers = coalesce(readers, 0) + 1 WHERE tenant_id = $1 AND id = $2', [
      tenantId,
      id,
    ]);
  return null;
}

/** A notice from the system to the staff of some companies, published at once in the caller's transaction. */
export async function publishNotice(
  db: Db,
  {
    tenantId,
    companyIds,
    title,
    content,
    at,
  }: { tenantId: number; companyIds: readonly string[]; title: string; content: string; at: Date },
): Promise<void> {
  await insertRows(
    db,
    'notice',
    [
      {
        id: newId(at.getTime()),
        tenant_id: tenantId,
        title,
        content,
        category: 'operation',
        audience: ['staff'],
        for_companies: companyIds,
        release_time: at.toISOString(),
        status: 'published',
        readers: 0,
        published_by: 'Gatehouse',
      },
    ],
    '',
  );
}

export const noticeRules: Record<string, Rules> = {
  notice: {
    narrow: addressed,
    check: (_, before) => {
      if (before?.status === 'published')
        throw ruleRefused(
          text('已发布的公告请先撤回再修改', 'Withdraw a published notice before changing it'),
          'published',
        );
      return [];
    },
  },
};

export const noticeServed: Served[] = [
  ...moves(notice, {
    publish: async (row, _, work) => ({
      publishedBy: work.person.name || work.person.account,
      releaseTime: row.releaseTime ?? work.now.toISOString(),
    }),
    withdraw: 'none',
  }),
  serve(readNotice, read),
];
