import type { Field, Fields } from '#kit/declare/field.ts';
import { text } from '#kit/declare/text.ts';
import { endsOf } from './span.ts';

/** Something a list or a report is narrowed by: a field, and the parameters of the address that say how. */
export type Condition = { name: string; field: Field; params: readonly string[] };

type Filters = Readonly<Record<string, string>>;

/** The field of what a relation of the list points at, as `parkId.parkType` names it. */
function beyond(name: string, fields: Fields): Field | undefined {
  const [relation, field] = name.split('.') as [string, string?];
  return field === undefined ? undefined : fields[relation]?.target?.().fields[field];
}

/**
 * All conditions among `filters`, those of the search bar first. A parameter that is no field's is shown unchanged:
 * what narrows is never hidden.
 */
export function conditionsOf(
  search: readonly (readonly [string, Field])[],
  others: Fields,
  filters: Filters,
): Condition[] {
  const given = new Set(Object.keys(filters).filter((name) => filters[name] !== ''));
  const found: Condition[] = [];
  for (const [name, field] of [...search, ...Object.entries(others)]) {
    const params = [name, ...endsOf(name)].filter((param) => given.delete(param));
    if (params.length > 0) found.push({ name, field, params });
  }
  for (const name of given)
    found.push({
      name,
      field: beyond(name, { ...Object.fromEntries(search), ...others }) ?? { kind: 'text', label: text(name, name) },
      params: [name],
    });
  return found;
}

/** The filters without a condition. */
export const without = (filters: Filters, { params }: Condition): Record<string, string> =>
  Object.fromEntries(Object.entries(filters).filter(([name]) => !params.includes(name)));
