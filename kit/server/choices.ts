/** What a person may choose from in a form or a search bar, and by what he may narrow it. */
import { asc, inArray } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import { isEmpty } from '#kit/declare/check.ts';
import type { Field } from '#kit/declare/field.ts';
import { Refused } from '#kit/declare/refused.ts';
import type { Resource } from '#kit/declare/resource.ts';
import { filters, hiddenFrom, keyword } from './filter.ts';
import { choosableOf, narrowOf } from './narrow.ts';
import { registeredResources, registeredServed } from './registry.ts';
import { reportsAnswered } from './report.ts';
import { masked } from './rows.ts';
import { scoped } from './scope.ts';
import { tableOf } from './table.ts';
import { permits } from './work.ts';
import type { Person, Work } from './work.ts';

const MOST = 300;
const MOST_FOUND = 200;

/**
 * Codes of which any one lets a person choose from a subject he may not read: a form, a search or a call of his points
 * at it.
 */
function codesFor(of: Resource): Set<string> {
  const points = (field: Field): boolean => field.target?.().name === of.name;
  const codes = new Set<string>();
  for (const from of registeredResources())
    for (const field of Object.values(from.fields).filter(points)) {
      if (!field.readOnly && !field.hidden) for (const verb of ['add', 'edit']) codes.add(`${from.name}:${verb}`);
      if (field.search) codes.add(`${from.name}:read`);
    }
  for (const report of reportsAnswered())
    if (Object.values(report.filters).some(points)) codes.add(`${report.name}:read`);
  for (const { call } of registeredServed())
    if (call.permission.includes(':') && Object.values(call.input).some(points)) codes.add(call.permission);
  return codes;
}

const known = new WeakMap<Resource, { of: readonly unknown[]; codes: Set<string> }>();

/** As above; put together once for what is registered. */
function codesOf(of: Resource): Set<string> {
  const registered = registeredServed();
  const found = known.get(of);
  if (found?.of === registered) return found.codes;
  const codes = codesFor(of);
  known.set(of, { of: registered, codes });
  return codes;
}

/** `read`: by all he may read it by. `named`: by name, and by what narrows the choice in a form. null: not at all. */
export function reachOf(of: Resource, permissions: Person['permissions']): 'read' | 'named' | null {
  if (permits(permissions, `${of.name}:read`)) return 'read';
  return [...codesOf(of)].some((code) => permits(permissions, code)) ? 'named' : null;
}

/** What narrows a choice: what it belongs to, and what it is; never what is written in it. */
const narrowing = new Set<Field['kind']>(['relation', 'relations', 'select', 'multiSelect', 'boolean']);

const idsIn = (raw: unknown): string[] =>
  String(raw)
    .split(',')
    .filter((id) => /^[0-9a-f-]{36}$/.test(id));

/**
 * Choices for a select: value and name, a parent where there is one. `below`: to search by, where a company stands for
 * those below it.
 */
export async function choices(of: Resource, work: Work): Promise<unknown> {
  const reach = reachOf(of, work.person.permissions);
  if (reach === null) throw new Refused('not_permitted', { what: of.title });
  const t = tableOf(of);
  const { resource: _, keyword: word, ids, below, ...rest } = work.raw;
  const by = Object.fromEntries(
    Object.entries(rest).filter(
      ([name]) => Object.hasOwn(of.fields, name) && (reach === 'read' || narrowing.has(of.fields[name]!.kind)),
    ),
  );
  const conditions: (SQL | undefined)[] = [
    isEmpty(ids) ? undefined : inArray(t.id!, idsIn(ids)),
    isEmpty(word) ? undefined : keyword(of, word, work.person, reach === 'read' ? undefined : [of.display]),
    ...filters(of, by, work.person, work.db.scope, isEmpty(below)),
    narrowOf(of, work),
    isEmpty(ids) ? await choosableOf(of, work) : undefined,
  ];
  const veiled = hiddenFrom(of, of.fields[of.display], work.person);
  const rows = await work.db
    .select({ value: t.id!, label: t[of.display]!, ...(of.parent ? { parentId: t[of.parent]! } : {}) })
    .from(t)
    .where(scoped(of, work.db.scope, conditions))
    .orderBy(asc(veiled ? t.id! : t[of.display]!))
    .limit(isEmpty(word) ? MOST : MOST_FOUND);
  // Names that are personal data and shown whole are a look that goes on record.
  if (of.fields[of.display]?.personal && !veiled) work.permits(`${of.name}:unmask`);
  return rows.map((row) => ({
    ...row,
    label: isEmpty(row.label) ? '' : veiled ? masked(of.fields[of.display]!, row.label) : String(row.label),
  }));
}
