import type { Lang } from '#kit/declare/text.ts';
import type { Resource } from '#kit/declare/resource.ts';
import { valueText } from '#kit/declare/value-text.ts';
import type { AnyRow } from './fields.ts';

/**
 * The name a record goes by: its display field as lists write it, times by the clock of `zone`; empty where it has
 * none.
 */
export function rowName(of: Resource, row: AnyRow | undefined, lang: Lang, zone: string): string {
  const label = row?.labels?.[of.display];
  const value = row?.[of.display];
  if (label) return label;
  const field = of.fields[of.display];
  if (typeof value !== 'string' || value === '' || !field) return '';
  return valueText(field, value, { lang, zone, nameOf: (_, id) => id });
}
