import type { Resource } from '#kit/declare/resource.ts';
import { listPaths } from '#kit/declare/resource.ts';
import { filterQuery, listQuery } from './address.ts';
import type { ListState } from './address.ts';
import { listDefaults } from './ranges.ts';

type Query = Readonly<Record<string, string>>;

/**
 * What one page of a list asks for: its rows, and where the list has sums these once for its whole filter, not with
 * every page. `fixed` filters are not the person's to change.
 */
export function listCalls(of: Resource, state: ListState, day: string, fixed?: Query) {
  const defaults = listDefaults(of, state.filters, day);
  const query: Record<string, string> = { ...listQuery(state, defaults), ...fixed };
  const conditions: Record<string, string> = { ...filterQuery(state, defaults), ...fixed };
  const summed = of.totals.length > 0;
  return {
    defaults,
    query,
    conditions,
    path: listPaths(of)[0]!,
    rows: summed ? { ...query, totals: 'none' } : query,
    sums: summed ? { ...conditions, totals: 'only' } : null,
  };
}
