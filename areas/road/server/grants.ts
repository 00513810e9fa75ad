/** Who works in which sections. */
import { sql } from 'drizzle-orm';
import { isEmpty, isId } from '#kit/declare/check.ts';
import { Refused } from '#kit/declare/refused.ts';
import type { Problem } from '#kit/declare/refused.ts';
import { text } from '#kit/declare/text.ts';
import { add } from '#kit/server/save.ts';
import { idsIn, rowOf } from '#kit/server/row-by-id.ts';
import { pageOf } from '#kit/server/list.ts';
import { removeRows } from '#kit/server/remove.ts';
import type { Rules } from '#kit/server/rules.ts';
import type { Db } from '#kit/server/db.ts';
import { scopedSql } from '#kit/server/scope.ts';
import { serve } from '#kit/server/served.ts';
import type { Served } from '#kit/server/served.ts';
import { tableOf } from '#kit/server/table.ts';
import type { Work } from '#kit/server/work.ts';
import { user } from '#areas/access/model/user.ts';
import { companySubtree } from '#areas/org/server/door.ts';
import { addGrant, deleteGrant, grantSections, grantUsers, userSectionGrant } from '#areas/road/model/section-grant.ts';
import { sectionNamed } from './sections.ts';

type Grant = { userId: string; sectionIds: string[]; fromTime: string | null; toTime: string | null };

export const grantRules: Rules = {
  check: async (values, before, work) => {
    const now = { ...before, ...values } as Grant;
    const problems: Problem[] = [];
    if (now.fromTime && now.toTime && Date.parse(now.fromTime) >= Date.parse(now.toTime))
      problems.push({ field: 'toTime', msg: text('结束早于开始', 'It ends before it begins') });
    for (const id of (values as Partial<Grant>).sectionIds ?? []) await sectionNamed(work, id);
    return problems;
  },
  narrow: (work) => {
    const { parkId } = work.raw;
    if (isEmpty(parkId)) return undefined;
    if (!isId(parkId))
      throw new Refused('bad_input', {}, [{ field: 'parkId', msg: text('编号无效', 'is not a valid id') }]);
    const t = tableOf(userSectionGrant);
    return sql`${t.sectionIds!} && ARRAY(SELECT a.id FROM park_area a WHERE a.tenant_id = ${work.person.tenantId} AND a.park_id = ${String(parkId)}::uuid)`;
  },
};

/** The sections a person holds at an instant, whatever his role. */
export async function grantedSections(db: Db, tenantId: number, userId: string, at: Date): Promise<string[]> {
  const rows = await db.raw<{ id: string }>(
    `SELECT DISTINCT unnest(g.section_ids) AS id FROM user_section_grant g
    WHERE g.tenant_id = $1 AND g.user_id = $2 AND g.deleted_at IS NULL AND (g.from_time IS NULL OR g.from_time <= $3)
      AND (g.to_time IS NULL OR g.to_time > $3)`,
    [tenantId, userId, at.toISOString()],
  );
  return rows.map(({ id }) => id);
}

/** Sections the caller is held to: null for those who may work in any, such as a supervisor. */
export const sectionsGranted = async (work: Work): Promise<string[] | null> =>
  work.permits('rdBerth:anySection')
    ? null
    : grantedSections(work.db, work.person.tenantId, work.person.userId, work.now);

async function people(work: Work): Promise<unknown> {
  const { userName } = work.input as { userName?: string };
  return pageOf(user, { ...work, raw: { ...work.raw, ...(userName ? { realName: userName } : {}) } });
}

type SectionLine = { id: string; name: string; parkId: string; parkName: string; people: number; granted: boolean };

/** Sections in scope with how many people hold each today, those nobody holds among them. */
async function sections(work: Work): Promise<SectionLine[]> {
  const { companyId, userId } = work.input as { companyId?: string; userId?: string };
  if (userId) await rowOf(user, userId, work.db);
  const values: unknown[] = [work.now.toISOString(), userId ?? null];
  const where = [scopedSql(work.db.scope, 'a', values)];
  if (companyId) where.push(`a.company_id = ANY($${values.push(await companySubtree(work.db, companyId))}::uuid[])`);
  return work.db.raw<SectionLine>(
    `SELECT a.id, a.area_name AS name, a.park_id AS "parkId", p.park_name AS "parkName", a.sort,
      count(DISTINCT g.user_id)::int AS people, coalesce(bool_or(g.user_id = $2::uuid), false) AS granted
    FROM park_area a
    JOIN park p ON p.tenant_id = a.tenant_id AND p.id = a.park_id AND p.deleted_at IS NULL
    LEFT JOIN user_section_grant g ON g.tenant_id = a.tenant_id AND g.deleted_at IS NULL AND a.id = ANY(g.section_ids)
      AND (g.from_time IS NULL OR g.from_time <= $1) AND (g.to_time IS NULL OR g.to_time > $1)
    WHERE a.section AND a.deleted_at IS NULL AND ${where.join(' AND ')}
    GROUP BY a.id, a.area_name, a.park_id, p.park_name, a.sort ORDER BY p.park_name, a.sort, a.area_name, a.id LIMIT 5000`,
    values,
  );
}

/** A grant belongs to the company of the person it is for. */
async function withCompany(work: Work): Promise<Record<string, unknown>> {
  const { userId } = work.raw;
  if (typeof userId !== 'string' || !isId(userId)) return { ...work.raw };
  const { companyId } = (await rowOf(user, userId, work.db)) as { companyId: string };
  return { ...work.raw, companyId };
}

export const grantServing: Rules = {
  ...grantRules,
  verbs: {
    submit: async (work, plain) => plain(isEmpty(work.raw.id) ? { ...work, raw: await withCompany(work) } : work),
  },
};

export const grantsServed: Served[] = [
  serve(addGrant, async (work) => {
    const row = await add(userSectionGrant, await withCompany(work), work, grantRules);
    return { id: row.id };
  }),
  serve(deleteGrant, async (work) => {
    await removeRows(userSectionGrant, idsIn(userSectionGrant, work.raw), work, grantRules);
    return null;
  }),
  serve(grantUsers, (work) => people(work)),
  serve(grantSections, (work) => sections(work)),
];
