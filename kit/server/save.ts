import { eq } from 'drizzle-orm';
import { checkFields, isEmpty } from '#kit/declare/check.ts';
import type { Fields, Values } from '#kit/declare/field.ts';
import { Refused } from '#kit/declare/refused.ts';
import { type Resource } from '#kit/declare/resource.ts';
import { fill, text, type Text } from '#kit/declare/text.ts';
import { newId } from './id.ts';
import { masked, type Stored } from './rows.ts';
import { scoped } from './scope.ts';
import { seal } from './seal.ts';
import { tableOf } from './table.ts';
import type { Work } from './work.ts';
import type { Rules } from './rules.ts';
import { rowOf } from './row-by-id.ts';
import { keptRow, valueProblems } from './row-checks.ts';

/** Whose a new row is: its lot's, else its company's, else the caller's. */
async function ownerOf(of: Resource, values: Record<string, unknown>, work: Work): Promise<Record<string, unknown>> {
  if (of.scope === 'platform') return {};
  const from = async (field: string): Promise<Stored | null> => {
    const target = of.fields[field]?.target?.();
    const id = values[field];
    return target && typeof id === 'string' ? keptRow(target, id, work.db) : null;
  };
  if (of.scope === 'park' && of.self !== 'park') {
    const park = await from('parkId');
    if (!park)
      throw new Refused('bad_input', {}, [{ field: 'parkId', msg: text('请选择车场', 'Please choose a car park') }]);
    return { tenantId: park.tenantId, companyId: park.companyId, parkId: park.id };
  }
  if (of.scope === 'company' || of.self === 'park') {
    const company = await from('companyId');
    return company
      ? { tenantId: company.tenantId, companyId: company.id }
      : { tenantId: work.person.tenantId, companyId: work.person.companyId };
  }
  return { tenantId: work.db.scope.tenantId };
}

/** Turns the engine's complaint about a double into words that name the fields. */
export function uniqueRefusal(of: Resource, error: unknown): unknown {
  const cause = (error as { cause?: unknown }).cause ?? error;
  const { code, constraint } = cause as { code?: string; constraint?: string };
  if (code !== '23505') return error;
  const plain = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  const keys =
    of.unique.find((names) => constraint?.includes(names.map(plain).join('_').slice(0, 30))) ?? of.unique[0] ?? [];
  const labels = keys.map((name) => of.fields[name]?.label).filter((label): label is Text => label !== undefined);
  const what = {
    zh: labels.map((l) => l.zh).join('+') || of.title.zh,
    en: labels.map((l) => l.en).join(' + ') || of.title.en,
  };
  const words = fill(text('{what}已存在', '{what} already exists'), { what });
  const refused = new Refused('already_exists', { what });
  return keys.length > 0
    ? Object.assign(refused, { problems: [{ field: keys[keys.length - 1]!, msg: words }] })
    : refused;
}

const sealed = (of: Resource, values: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) =>
      of.fields[name]?.kind !== 'secret' || value === null
        ? [[name, value]]
        : value === '••••'
          ? []
          : [[name, seal(String(value))]],
    ),
  );

/** What the audit keeps of a row: no secrets, no frame. */
export const auditable = (
  of: Resource,
  row: Readonly<Record<string, unknown>> | null,
): Record<string, unknown> | null =>
  row &&
  Object.fromEntries(
    Object.entries(row).filter(
      ([name]) => of.fields[name] && of.fields[name].kind !== 'secret' && !(name in { tenantId: 1, deletedAt: 1 }),
    ),
  );

const cycleOf = (of: Resource) => (of.rowsOf?.() ?? of).lifecycle;

/** A new row as it is stored, after all checks of its declaration. */
export async function rowToAdd(
  of: Resource,
  input: Readonly<Record<string, unknown>>,
  work: Work,
  rules: Rules,
): Promise<Record<string, unknown> & { id: string }> {
  const writable = Object.fromEntries(Object.entries(of.fields).filter(([, field]) => !field.readOnly));
  const { values, problems } = checkFields(writable, input, true);
  if (problems.length === 0) problems.push(...(await valueProblems(of, values, null, work, rules)));
  if (problems.length > 0) throw new Refused('bad_input', {}, problems);
  const cycle = cycleOf(of);
  const initial = cycle ? { [cycle.field]: cycle.initial } : {};
  const defaults = Object.fromEntries(
    Object.entries(of.fields)
      .filter(([, field]) => field.readOnly && field.default !== undefined)
      .map(([name, field]) => [name, field.default]),
  );
  return {
    ...defaults,
    ...sealed(of, values),
    ...initial,
    ...(await rules.fill?.(values, null, work)),
    ...(await ownerOf(of, values, work)),
    id: newId(),
    createdBy: work.person.userId,
    updatedBy: work.person.userId,
  };
}

async function added(of: Resource, stored: Stored, work: Work, rules: Rules): Promise<void> {
  work.record({
    resource: of.name,
    action: 'add',
    rowId: stored.id,
    after: auditable(of, stored),
    ...placeOf(stored),
  });
  await rules.saved?.(stored as Values<Fields> & Stored, null, work);
}

/** Stores a new row with all checks of its declaration. Also the road of imports and demo data. */
export async function add(
  of: Resource,
  input: Readonly<Record<string, unknown>>,
  work: Work,
  rules: Rules = {},
): Promise<Stored> {
  const row = await rowToAdd(of, input, work, rules);
  const [stored] = (await work.db
    .insert(tableOf(of))
    .values(row)
    .returning()
    .catch((error: unknown) => {
      throw uniqueRefusal(of, error);
    })) as Stored[];
  await added(of, stored!, work, rules);
  return stored!;
}

/**
 * Stores rows of `rowToAdd` in one statement. What a unique key forbids is left out. @returns the ids of those that are
 * stored
 */
export async function addTogether(
  of: Resource,
  rows: readonly (Record<string, unknown> & { id: string })[],
  work: Work,
  rules: Rules,
): Promise<ReadonlySet<string>> {
  const stored = (await work.db
    .insert(tableOf(of))
    .values([...rows])
    .onConflictDoNothing()
    .returning()) as Stored[];
  const byId = new Map(stored.map((row) => [row.id, row]));
  for (const { id } of rows) {
    const row = byId.get(id);
    if (row) await added(of, row, work, rules);
  }
  return new Set(byId.keys());
}

export const placeOf = (row: Stored) => ({
  ...(typeof row.tenantId === 'number' ? { tenantId: row.tenantId } : {}),
  companyId: (row.companyId as string | undefined) ?? null,
  parkId: (row.parkId as string | undefined) ?? null,
});

/** What someone may not see in full comes back from his form as it was shown: that is no change. */
const withoutMasks = (
  of: Resource,
  input: Readonly<Record<string, unknown>>,
  before: Stored,
  work: Work,
): Readonly<Record<string, unknown>> =>
  work.permits(`${of.name}:unmask`)
    ? input
    : Object.fromEntries(
        Object.entries(input).filter(([name, value]) => {
          const field = Object.hasOwn(of.fields, name) ? of.fields[name] : undefined;
          return !field?.personal || isEmpty(before[name]) || (value || null) !== (masked(field, before[name]) || null);
        }),
      );

/**
 * Changes a row of the caller's scope. Only what is given changes; `updatedAt` sent along guards against a change in
 * between.
 */
export async function edit(
  of: Resource,
  id: string,
  input: Readonly<Record<string, unknown>>,
  work: Work,
  rules: Rules = {},
): Promise<Stored> {
  const before = await rowOf(of, id, work.db, { lock: true, narrow: rules.narrow?.(work) });
  if (typeof input.updatedAt === 'string' && Date.parse(input.updatedAt) !== Date.parse(before.updatedAt as string))
    throw new Refused('changed_meanwhile');
  const writable = Object.fromEntries(
    Object.entries(of.fields).filter(([name, field]) => !field.readOnly && !field.fixed && name !== cycleOf(of)?.field),
  );
  const { values, problems } = checkFields(writable, withoutMasks(of, input, before, work), false);
  if (problems.length === 0) problems.push(...(await valueProblems(of, values, before, work, rules)));
  if (problems.length > 0) throw new Refused('bad_input', {}, problems);
  const owner =
    ('parkId' in values && of.scope === 'park') ||
    ('companyId' in values && of.scope !== 'platform' && of.self !== 'company')
      ? await ownerOf(of, { ...before, ...values }, work)
      : {};
  if (owner.tenantId !== undefined && owner.tenantId !== before.tenantId)
    throw new Refused('bad_input', {}, [
      { field: 'companyId', msg: text('不能移到其他集团', 'Cannot be moved to another group') },
    ]);
  const filled = await rules.fill?.(values, before, work);
  const state = cycleOf(of)?.field;
  if (state && filled && state in filled && filled[state] !== (before as Stored)[state])
    throw new Error(`${of.name}: a state is moved by an action, never by saving`);
  // The tenant stays what it is, and on many nodes what rows lie by is not set, were it to the same.
  const { tenantId: _, ...place } = owner;
  const change = {
    ...sealed(of, values),
    ...filled,
    ...place,
    updatedBy: work.person.userId,
    updatedAt: work.now.toISOString(),
  };
  const t = tableOf(of);
  const [after] = (await work.db
    .update(t)
    .set(change)
    .where(scoped(of, work.db.scope, [eq(t.id!, id)]))
    .returning()
    .catch((error: unknown) => {
      throw uniqueRefusal(of, error);
    })) as Stored[];
  work.record({
    resource: of.name,
    action: 'edit',
    rowId: id,
    before: auditable(of, before),
    after: auditable(of, after!),
    ...placeOf(after!),
  });
  await rules.saved?.(after! as Values<Fields> & Stored, before, work);
  return after!;
}
