import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import type { Resource } from '#kit/declare/resource.ts';
import type { Scope } from './db.ts';
import { tableOf } from './table.ts';

const within = (column: Parameters<typeof inArray>[0], ids: readonly string[]): SQL =>
  ids.length === 0 ? sql`false` : inArray(column, [...ids]);

/** Where every query on a resource starts: this tenant, these companies, these lots, not removed. */
export function scoped(of: Resource, scope: Scope, also: readonly (SQL | undefined)[] = []): SQL {
  const t = tableOf(of);
  const conditions: (SQL | undefined)[] = [of.rollup ? undefined : isNull(t.deletedAt!)];
  if (of.scope !== 'platform' && !scope.platform) conditions.push(eq(t.tenantId!, scope.tenantId));
  const company = of.self === 'company' ? t.id : t.companyId;
  if (company && of.scope !== 'platform' && scope.companyIds) conditions.push(within(company, scope.companyIds));
  const park = of.self === 'park' ? t.id : t.parkId;
  if (park && of.scope !== 'platform' && scope.parkIds) conditions.push(within(park, scope.parkIds));
  return and(...conditions, ...also)!;
}

/**
 * What the tenant of a query inside a query is equal to: the caller's own by its number, for who sees all that of the
 * row around it. On many nodes the inner one is planned apart, and a column of the outer row says nothing to it.
 */
export const tenantSql = (scope: Scope, alias: string, values: unknown[]): string =>
  scope.platform ? `${alias}.tenant_id` : `$${values.push(scope.tenantId)}`;

/**
 * The same start for plain SQL: conditions on alias `a` with `$n` places continuing after `values`, which it extends.
 */
export function scopedSql(
  scope: Scope,
  alias: string,
  values: unknown[],
  has: { company?: boolean; park?: boolean } = { company: true, park: true },
): string {
  const parts: string[] = [];
  const put = (value: unknown) => `$${values.push(value)}`;
  if (!scope.platform) parts.push(`${alias}.tenant_id = ${put(scope.tenantId)}`);
  if (has.company !== false && scope.companyIds)
    parts.push(`${alias}.company_id = ANY(${put(scope.companyIds)}::uuid[])`);
  if (has.park !== false && scope.parkIds) parts.push(`${alias}.park_id = ANY(${put(scope.parkIds)}::uuid[])`);
  return parts.length > 0 ? parts.join(' AND ') : 'true';
}
