import { asc } from 'drizzle-orm';
import { call } from '#kit/declare/call.ts';
import { str } from '#kit/declare/field.ts';
import { Refused } from '#kit/declare/refused.ts';
import type { Resource } from '#kit/declare/resource.ts';
import { text } from '#kit/declare/text.ts';
import { choices } from './choices.ts';
import { filters } from './filter.ts';
import { narrowOf } from './narrow.ts';
import { resourceNamed } from './registry.ts';
import { present } from './rows.ts';
import type { Stored } from './rows.ts';
import { scoped } from './scope.ts';
import { serve } from './served.ts';
import type { Served } from './served.ts';
import { tableOf } from './table.ts';
import type { Work } from './work.ts';

const input = { resource: str(text('资源', 'Resource'), { required: true }) };

export function requestedResource(work: Work): Resource {
  const of = resourceNamed(String(work.input.resource));
  if (!of) throw new Refused('no_such_record', { what: text('资源', 'Resource') });
  return of;
}

const options = call({
  name: 'kit.options',
  title: text('下拉选项', 'Choices'),
  area: 'kit',
  method: 'GET',
  path: '/api/gatehouse/options/:resource',
  permission: 'session',
  answer: 'list',
  input,
});
const tree = call({
  name: 'kit.tree',
  title: text('树', 'Tree'),
  area: 'kit',
  method: 'GET',
  path: '/api/gatehouse/tree/:resource',
  permission: 'session',
  answer: 'tree',
  input,
});
type Node = Record<string, unknown> & { id: string; children?: Node[] };

/** Rows as a forest by their parent field; a row whose parent is not visible is at the top. */
export function forest(rows: readonly Record<string, unknown>[], parent: string): Node[] {
  const nodes = new Map(rows.map((row) => [row.id as string, { ...row } as Node]));
  const roots: Node[] = [];
  for (const node of nodes.values()) {
    const above = nodes.get(String(node[parent] ?? ''));
    if (above && above !== node) (above.children ??= []).push(node);
    else roots.push(node);
  }
  return roots;
}

async function wholeTree(work: Work): Promise<unknown> {
  const of = requestedResource(work);
  if (!of.parent) throw new Refused('no_such_record', { what: of.title });
  if (!work.permits(`${of.name}:read`)) throw new Refused('not_permitted', { what: of.title });
  const t = tableOf(of);
  const order = t.sort ? [asc(t.sort), asc(t.id!)] : [asc(t.createdAt!), asc(t.id!)];
  const rows = await work.db
    .select()
    .from(t)
    .where(scoped(of, work.db.scope, [...filters(of, work.raw, work.person, work.db.scope), narrowOf(of, work)]))
    .orderBy(...order)
    .limit(20_000);
  return forest(await present(of, rows as Stored[], work.db, work.person, work.lang), of.parent);
}

/** Calls that every resource shares, so that adding one adds none. */
export const generic: Served[] = [
  serve(options, async (work) => choices(requestedResource(work), work)),
  serve(tree, wholeTree),
];
