import { applies } from '#kit/declare/field.ts';
import type { Resource } from '#kit/declare/resource.ts';
import { text } from '#kit/declare/text.ts';
import type { Text } from '#kit/declare/text.ts';
import { columnFields } from './fields.ts';
import type { AnyRow } from './fields.ts';

const words = {
  basics: text('基本信息', 'Basics'),
  frame: text('登记信息', 'Record info'),
};

const isThere = (value: unknown): boolean => value !== null && value !== undefined && value !== '';

/**
 * The fields a record shows, group by group: first those no section names, last when it was made and changed. Secrets,
 * hidden fields and those that do not apply are left out, and with them groups that have nothing left.
 */
export function factGroups(of: Resource, row: AnyRow): { title: Text; fields: readonly string[] }[] {
  const fields = columnFields(of);
  const framed = ['createdAt', 'updatedAt'].filter((name) => row[name] && !of.fields[name]);
  const named = new Set([...of.sections.flatMap((section) => section.fields), ...framed]);
  const rest = Object.keys(fields).filter((name) => !named.has(name) && name in row);
  const sections = of.sections.filter(({ onlyWith }) => onlyWith === undefined || isThere(row[onlyWith]));
  const isShown = (name: string): boolean => {
    const field = fields[name];
    return Boolean(field && !field.hidden && field.kind !== 'secret' && applies(field, row));
  };
  return [{ title: words.basics, fields: rest }, ...sections, { title: words.frame, fields: framed }]
    .map(({ title, fields: names }) => ({ title, fields: names.filter(isShown) }))
    .filter(({ fields: names }) => names.length > 0);
}
