import { eq, inArray, type SQL } from 'drizzle-orm';
import { isEmpty, isId } from '#kit/declare/check.ts';
import { Refused } from '#kit/declare/refused.ts';
import type { Resource, Row } from '#kit/declare/resource.ts';
import { text } from '#kit/declare/text.ts';
import type { Db } from './db.ts';
import { type Stored } from './rows.ts';
import { scoped } from './scope.ts';
import { tableOf } from './table.ts';

const missing = (of: Resource) => new Refused('no_such_record', { what: of.title });

/** The parameters that may carry the ids of rows: `ids`, `id` and the contract's spellings of the key. */
export const keyNames = ({ wire: { key } }: Resource): string[] => [
  ...new Set(['ids', 'id', ...(key ? [key, key.toLowerCase(), `${key}s`] : []), 'recordId', 'reocrdId', 'RecordID']),
];

/** Ids a call carries under one of `keyNames` or `extra`, in query or body. */
export function idsIn(of: Resource, raw: Readonly<Record<string, unknown>>, extra: readonly string[] = []): string[] {
  const { key } = of.wire;
  const given = [...keyNames(of), ...extra].map((name) => raw[name]).find((each) => !isEmpty(each));
  const ids = (Array.isArray(given) ? given : String(given ?? '').split(','))
    .map((each) => String(each).trim().toLowerCase())
    .filter(Boolean);
  if (ids.length === 0)
    throw new Refused('bad_input', {}, [
      { field: key ?? 'id', msg: text('请选择要操作的数据', 'Select at least one record') },
    ]);
  if (ids.length > 500)
    throw new Refused('bad_input', {}, [{ field: 'ids', msg: text('一次最多500条', 'At most 500 rows at once') }]);
  if (!ids.every(isId)) throw missing(of);
  return [...new Set(ids)];
}

/**
 * Whose rows are to be locked, one condition for each tenant. Rows of a tenant lie together on one of many nodes, and
 * locks are taken there: who sees all tenants finds out first. Nothing to add for anyone else; no condition where there
 * is no such row.
 */
export async function owners(of: Resource, ids: readonly string[], db: Db): Promise<(SQL | undefined)[]> {
  if (of.scope === 'platform' || !db.scope.platform) return [undefined];
  const t = tableOf(of);
  const rows = await db
    .selectDistinct({ tenantId: t.tenantId! })
    .from(t)
    .where(inArray(t.id!, [...ids]));
  return rows.map(({ tenantId }) => eq(t.tenantId!, tenantId));
}

/**
 * A row of the caller's scope, locked when `lock` is given: for a change (`true`), or for removal, which nobody may
 * point at meanwhile. Not there and not yours are the same answer.
 */
export async function rowOf<R extends Resource>(
  of: R,
  id: string,
  db: Db,
  options: { lock?: boolean | 'removing'; narrow?: SQL | undefined } = {},
): Promise<Stored & Row<R>> {
  const t = tableOf(of);
  const [owner] = options.lock ? await owners(of, [id], db) : [undefined];
  if (options.lock && db.scope.platform && of.scope !== 'platform' && !owner) throw missing(of);
  const query = db
    .select()
    .from(t)
    .where(scoped(of, db.scope, [eq(t.id!, id), options.narrow, owner]))
    .limit(1);
  const [row] = await (options.lock ? query.for(options.lock === 'removing' ? 'update' : 'no key update') : query);
  if (!row) throw missing(of);
  return row as never; // the engine answers the columns of the declaration, which its type does not name
}
