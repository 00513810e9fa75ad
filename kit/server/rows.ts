import { and, eq, inArray } from 'drizzle-orm';
import { maskPlate } from '#domain/plate/plate.ts';
import type { Field, Fields } from '#kit/declare/field.ts';
import type { OfferedWhen, Transition } from '#kit/declare/lifecycle.ts';
import type { Resource, RowCondition } from '#kit/declare/resource.ts';
import type { Lang } from '#kit/declare/text.ts';
import type { Db } from './db.ts';
import { tableOf } from './table.ts';
import { permits, type Person } from './work.ts';

export type Stored = Record<string, unknown> & { id: string };

const unseen = new Set(['tenantId', 'deletedAt']);

const masks: { readonly [kind: string]: (value: string) => string } = {
  plate: maskPlate,
  phone: (value) => value.replace(/^(\d{3})\d+(\d{4})$/, '$1****$2'),
  idCard: (value) => value.replace(/^(.{4}).+(.{2})$/, '$1************$2'),
  image: () => '', // it shows the plate, or the whole paper
};

/** Personal data as it is shown to someone who may not read it. */
export const masked = (field: Field, value: unknown): string =>
  (masks[field.kind] ?? ((text: string) => `${text.slice(0, 1)}**`))(String(value));

function shown(field: Field, value: unknown, unmasked: boolean): unknown {
  if (value === null || value === undefined) return null;
  if (field.kind === 'secret') return '••••';
  return field.personal && !unmasked ? masked(field, value) || null : value;
}

const isOffered = (when: Transition['when'], row: Stored): boolean =>
  [when ?? []]
    .flat()
    .every(({ field, is }: OfferedWhen) => (is ? is.includes(String(row[field])) : Boolean(row[field])));

function meets({ field, is, orWith }: RowCondition, row: Stored): boolean {
  const of = (name: string): string => String(row[name] === '' ? null : (row[name] ?? null));
  return is.includes(of(field)) || (orWith !== undefined && of(orWith) !== 'null');
}

/** What this person may do to this row now: open in its state and permitted. The console draws buttons from it. */
export function mayOf(of: Resource, row: Stored, person: Person): string[] {
  const may: string[] = [];
  for (const verb of ['edit', 'remove'] as const)
    if (
      !(of.ownedBySystem && row[of.ownedBySystem]) &&
      of.verbs.includes(verb) &&
      permits(person.permissions, `${of.name}:${verb}`)
    )
      may.push(verb);
  const at = of.lifecycle ? row[of.lifecycle.field] : null;
  for (const [name, action] of Object.entries(of.lifecycle?.actions ?? {})) {
    if (
      action.wire &&
      action.from.includes(String(at)) &&
      isOffered(action.when, row) &&
      permits(person.permissions, `${of.name}:${name}`)
    )
      may.push(name);
  }
  for (const action of of.actions) {
    const { permission, name } = action.call;
    if (![action.when ?? []].flat().every((condition) => meets(condition, row))) continue;
    if (permission === 'public' || permission === 'session' || permits(person.permissions, permission)) may.push(name);
  }
  return may;
}

/**
 * Rows as they go out: secrets masked, the contract's key beside `id`, names of what they point at, what may be done.
 * `lang`: how several names are joined.
 */
export async function present(
  of: Resource,
  rows: readonly Stored[],
  db: Db,
  person: Person,
  lang: Lang = 'zh',
): Promise<Record<string, unknown>[]> {
  db.sees ??= (name) => permits(person.permissions, `${name}:unmask`);
  const names = await labelsOf(of, rows, db, joints[lang]);
  // Rows of another resource carry its columns too, and what is personal or secret there is so here.
  const fields: Fields = { ...of.rowsOf?.().fields, ...of.fields };
  const personal = Object.keys(fields).filter((name) => fields[name]!.personal);
  const unmasked = rows.some((row) => personal.some((name) => row[name])) && db.sees(of.name);
  return rows.map((row) => {
    const out: Record<string, unknown> = {};
    for (const [name, value] of Object.entries(row)) {
      if (unseen.has(name)) continue;
      const field = fields[name];
      if (field?.hidden && field.kind === 'secret') continue;
      out[name] = field ? shown(field, value, unmasked) : value;
    }
    if (of.wire.key) out[of.wire.key] = row.id;
    out.labels = Object.fromEntries(
      names.map(({ field, label }) => [field, label(row[field])]).filter(([, label]) => label !== null),
    );
    out.may = mayOf(of, row, person);
    return out;
  });
}

const joints: Readonly<Record<Lang, string>> = { zh: '、', en: ', ' };

type Label = { field: string; label: (value: unknown) => string | null };

/** One look-up per related resource for a whole page of rows. */
async function labelsOf(of: Resource, rows: readonly Stored[], db: Db, separator: string): Promise<Label[]> {
  const pointing = Object.entries(of.fields).filter(([, field]) => field.target && field.kind.startsWith('relation'));
  return Promise.all(
    pointing.map(async ([name, field]) => {
      const target = field.target!();
      const ids = [...new Set(rows.flatMap((row) => row[name] ?? []).filter(Boolean) as string[])];
      const names = await namesOf(target, ids, db);
      return {
        field: name,
        label: (value: unknown) =>
          value
            ? [value]
                .flat()
                .map((id) => names.get(id as string) ?? '—')
                .join(separator)
            : null,
      };
    }),
  );
}

export async function namesOf(target: Resource, ids: readonly string[], db: Db): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const t = tableOf(target);
  const found = await db
    .select({ id: t.id!, name: t[target.display]! })
    .from(t)
    .where(and(inTenant(target, db), inArray(t.id!, [...ids])));
  const field = target.fields[target.display];
  const hidden = found.length > 0 && field?.personal === true && db.sees?.(target.name) === false;
  return new Map(
    found.map(({ id, name }) => [id as string, hidden && name ? masked(field, name) : String(name ?? '')]),
  );
}

/** A name may be read anywhere in the tenant, removed rows too: history keeps its words. */
const inTenant = (target: Resource, db: Db) =>
  target.scope === 'platform' || db.scope.platform ? undefined : eq(tableOf(target).tenantId!, db.scope.tenantId);
