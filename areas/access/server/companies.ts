import { Refused } from '#kit/declare/refused.ts';
import { isId } from '#kit/declare/check.ts';
import { tenantScope } from '#kit/server/db.ts';
import { scopedSql, tenantSql } from '#kit/server/scope.ts';
import type { Db } from '#kit/server/db.ts';
import { serve } from '#kit/server/served.ts';
import type { Served } from '#kit/server/served.ts';
import type { Work } from '#kit/server/work.ts';
import * as calls from '#areas/org/model/calls.ts';
import { company } from '#areas/org/model/company.ts';
import { companySubtree } from '#areas/org/server/door.ts';
import { homeOf, homeScope } from './person.ts';

/** Above so many companies the console searches by name instead of choosing from a list. */
const mostAtOnce = 10_000;
const mostListed = 300;
const mostFound = 200;
const marker = '000000';

type Row = { id: string; name: string; parentId: string | null; type: string };
type Narrowing = { name?: string; heads?: boolean; most: number };

/** Companies a person may switch to: his own and those below, the platform's people all; whatever he works in now. */
async function reachable(work: Work, { name, heads, most }: Narrowing): Promise<Row[]> {
  const home = homeOf(work.person);
  return work.database.read(homeScope(home, null), async (db) => {
    const ids = home.platform ? null : await companySubtree(db, home.companyId);
    return companiesIn(db, ids, name, heads, most);
  });
}

function companiesIn(
  db: Db,
  ids: readonly string[] | null,
  name: string | undefined,
  heads: boolean | undefined,
  most: number,
): Promise<Row[]> {
  const values: unknown[] = [most];
  const where = ['c.deleted_at IS NULL', 'coalesce(c.enabled, true)'];
  if (!db.scope.platform) where.push(`c.tenant_id = $${values.push(db.scope.tenantId)}`);
  if (ids) where.push(`c.id = ANY($${values.push(ids)}::uuid[])`);
  if (name)
    where.push(
      `(c.company_name ILIKE $${values.push(`%${name.replace(/[\\%_]/g, (sign) => `\\${sign}`)}%`)} OR c.short_name ILIKE $${values.length})`,
    );
  if (heads) {
    const own = tenantSql(db.scope, 'c', values);
    where.push(
      `(c.parent_id IS NULL OR EXISTS (SELECT 1 FROM company b WHERE b.tenant_id = ${own} AND b.parent_id = c.id AND b.deleted_at IS NULL))`,
    );
  }
  return db.raw<Row>(
    `SELECT c.id, c.company_name AS name, c.parent_id AS "parentId", c.company_type AS type FROM company c
     WHERE ${where.join(' AND ')} ORDER BY c.parent_id IS NOT NULL, c.sort, c.company_name, c.id LIMIT $1`,
    values,
  );
}

const choice = ({ id, name, parentId, type }: Row) => ({
  id,
  value: id,
  label: name,
  companyName: name,
  parentId,
  companyType: type,
});

/** The companies a user reaches from his own; of others only when the caller sees the user. */
async function ofUser(work: Work, userId: string | null | undefined): Promise<unknown> {
  if (!userId || userId === work.person.userId) return (await reachable(work, { most: mostListed })).map(choice);
  const missing = new Refused('no_such_record', { what: company.title });
  if (!isId(userId) || !work.permits('user:read')) throw missing;
  const { platform, companyIds, tenantId } = work.person;
  const values: unknown[] = [userId];
  const [row] = await work.database.read(
    platform ? homeScope(homeOf(work.person), null) : { ...tenantScope(tenantId), companyIds },
    (db) =>
      db.raw<{ tenantId: number; companyId: string }>(
        `SELECT u.tenant_id AS "tenantId", u.company_id AS "companyId" FROM "user" u
         WHERE u.id = $1 AND u.deleted_at IS NULL AND ${scopedSql(db.scope, 'u', values, { park: false })}`,
        values,
      ),
  );
  if (!row) throw missing;
  return work.database.read(tenantScope(row.tenantId), async (db) =>
    (await companiesIn(db, await companySubtree(db, row.companyId), undefined, false, mostListed)).map(choice),
  );
}

const open = { mode: 'open' } as const;

export const companyChoiceServed: readonly Served[] = [
  serve(
    calls.loginCompanies,
    async (work) => {
      const rows = await reachable(work, { most: mostAtOnce + 1 });
      return rows.length > mostAtOnce ? [{ id: marker, value: marker, label: marker }] : rows.map(choice);
    },
    open,
  ),
  serve(
    calls.masterCompanies,
    async (work) => (await reachable(work, { heads: true, most: mostListed })).map(choice),
    open,
  ),
  serve(
    calls.companiesByName,
    async (work) => (await reachable(work, { name: work.input.companyName ?? '', most: mostFound })).map(choice),
    open,
  ),
  serve(calls.userCompanies, (work) => ofUser(work, work.input.userId), open),
];
