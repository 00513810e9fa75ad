/** What is stored now, as files would say it. */
import { eq } from 'drizzle-orm';
import { check } from '#kit/declare/check.ts';
import type { Problem } from '#kit/declare/refused.ts';
import type { Resource } from '#kit/declare/resource.ts';
import { fill, text } from '#kit/declare/text.ts';
import type { Text } from '#kit/declare/text.ts';
import { narrowOf } from '#kit/server/narrow.ts';
import { rulesOf } from '#kit/server/rules.ts';
import type { FileDoc } from '#kit/server/rules.ts';
import type { Stored } from '#kit/server/rows.ts';
import { scoped } from '#kit/server/scope.ts';
import { tableOf } from '#kit/server/table.ts';
import type { Work } from '#kit/server/work.ts';
import { keptFields, secretsOf, SET_ELSEWHERE } from './fields.ts';
import { homeOf, isInLot, lotOfFolder } from './layout.ts';
import { NotNamed, TOP } from './names.ts';
import type { Book, Name } from './names.ts';
import { ordered } from './written.ts';

/** A row that has a file. `lot` is the folder of its lot. */
export type Item = {
  readonly of: Resource;
  readonly row: Stored;
  readonly lot: string | null;
  readonly name: Name;
  readonly doc: FileDoc;
};

/** Rows of the platform are its operator's to keep, those of a group the group's. */
export const isKept = (of: Resource, work: Work): boolean =>
  work.person.platform ? of.scope === 'platform' : of.scope !== 'platform';

function encoded(of: Resource, name: string, value: unknown, lot: string | null, book: Book): unknown {
  const { kind, target } = of.fields[name]!;
  if (value === null || value === undefined || value === '') return undefined;
  if (Array.isArray(value) && value.length === 0) return undefined;
  if (target)
    return Array.isArray(value)
      ? value.map((id) => book.nameOf(target(), id, lot)).filter((each) => each !== null)
      : (book.nameOf(target(), value, lot) ?? undefined);
  if (kind === 'json') return ordered(value);
  return kind === 'longText' && String(value).includes('\n') ? String(value).split('\n') : value;
}

/** A row as its file says it, without what is empty. */
export function docOf(of: Resource, row: Stored, also: FileDoc, lot: string | null, book: Book): FileDoc {
  const fields = keptFields(of).map((name) => [name, encoded(of, name, row[name], lot, book)] as const);
  const secrets = secretsOf(of).map((name) => [name, SET_ELSEWHERE] as const);
  return Object.fromEntries(
    [...fields, ...Object.entries(also), ...secrets].filter(([, value]) => value !== undefined),
  );
}

export async function rowsOf(of: Resource, work: Work, id?: string): Promise<Stored[]> {
  const t = tableOf(of);
  return (await work.db
    .select()
    .from(t)
    .where(
      scoped(of, work.db.scope, [narrowOf(of, { ...work, raw: {} }), id === undefined ? undefined : eq(t.id!, id)]),
    )
    .orderBy(t.createdAt!, t.id!)) as Stored[];
}

async function itemsOf(of: Resource, rows: readonly Stored[], book: Book, work: Work): Promise<Item[]> {
  const own = rows.filter((row) => !of.ownedBySystem || !row[of.ownedBySystem]);
  const also = (await rulesOf(of).files?.read?.(own, work)) ?? own.map(() => ({}));
  return own.flatMap((row, nth) => {
    const lot = isInLot(of) ? book.lotOf(of, row) : null;
    if (also[nth] === null || (isInLot(of) && lot === null)) return [];
    const doc = docOf(of, row, also[nth]!, lot, book);
    // A company whose superior is out of sight would read as the top one.
    if (of.self === 'company' && row[of.parent!] && doc[of.parent!] === undefined) return [];
    const name = of.self === 'park' ? book.nameOf(of, row.id) : nameIn(of, doc);
    return [{ of, row, lot: of.self === 'park' ? String(name) : lot, name, doc }];
  });
}

/** What a file calls its row. */
export function nameIn(of: Resource, doc: FileDoc): Name {
  if (of.self === 'company' && doc[of.parent!] === undefined) return TOP;
  const { key } = of.config!;
  return key.length === 1
    ? doc[key[0]!]
    : Object.fromEntries(key.flatMap((name) => (doc[name] === undefined ? [] : [[name, doc[name]]])));
}

export const spotOf = (lot: string | null, name: Name): string => JSON.stringify([lot, ordered(name)]);

/**
 * All rows of a resource that have a file. `doubled` are those that share their name with another of their place: a
 * file could mean either, so they have none until one is renamed.
 */
export async function load(
  of: Resource,
  book: Book,
  work: Work,
): Promise<{ readonly items: readonly Item[]; readonly doubled: readonly Item[] }> {
  await book.prepare(of, keptFields(of));
  if (homeOf(of) === of) await book.learn(of);
  const all = await itemsOf(of, await rowsOf(of, work), book, work);
  const bySpot = Map.groupBy(all, placeOf);
  const isDoubled = (item: Item) => bySpot.get(placeOf(item))!.length > 1;
  return { items: all.filter((item) => !isDoubled(item)), doubled: all.filter(isDoubled) };
}

/** Where a row's file lies and what it calls the row. The folder of a lot is its name. */
export const placeOf = ({ of, lot, name }: Pick<Item, 'of' | 'lot' | 'name'>): string =>
  spotOf(of.self === 'park' ? null : lot, name);

/** The same row as it is now. */
export async function reload({ of, row }: Pick<Item, 'of' | 'row'>, book: Book, work: Work): Promise<Item | null> {
  return (await itemsOf(of, await rowsOf(of, work, row.id), book, work))[0] ?? null;
}

/** What a file says: `values` as a form sends them, `doc` as the export would write it. */
export type Decoded = { readonly values: FileDoc; readonly doc: FileDoc; readonly problems: readonly Problem[] };

type Value = { readonly value: unknown; readonly doc: unknown } | { readonly msg: Text };

function decodedNames(of: Resource, name: string, given: unknown, lot: string | null, book: Book): Value {
  const { kind, target } = of.fields[name]!;
  if (kind === 'relation') {
    const id = book.idOf(target!(), given, lot);
    return id instanceof NotNamed ? id : { value: id, doc: given };
  }
  if (!Array.isArray(given)) return { msg: text('应为列表', 'must be a list') };
  const ids = given.map((each) => book.idOf(target!(), each, lot));
  const wrong = ids.find((each) => each instanceof NotNamed);
  return wrong ?? { value: ids, doc: given.length === 0 ? undefined : given };
}

function decodedValue(of: Resource, name: string, given: unknown, lot: string | null, book: Book): Value {
  const field = of.fields[name]!;
  if (given === null) return { value: null, doc: undefined };
  if (field.target) return decodedNames(of, name, given, lot, book);
  const raw = field.kind === 'longText' && Array.isArray(given) ? given.join('\n') : given;
  const checked = check(field, raw);
  return checked.problem
    ? { msg: checked.problem }
    : { value: checked.value, doc: encoded(of, name, checked.value, lot, book) };
}

export function decode(of: Resource, given: FileDoc, lot: string | null, book: Book): Decoded {
  const kept = new Set(keptFields(of));
  const secrets = new Set(secretsOf(of));
  const also = new Set(rulesOf(of).files?.also);
  const values: Record<string, unknown> = {};
  const doc: Record<string, unknown> = {};
  const problems: Problem[] = [];
  const wrong = (field: string, msg: Text) => {
    const label = of.fields[field]?.label ?? text(field, field);
    problems.push({ field, msg: fill(text('{label}：{msg}', '{label}: {msg}'), { label, msg }) });
  };
  for (const [name, value] of Object.entries(given)) {
    if (also.has(name)) values[name] = doc[name] = ordered(value);
    else if (secrets.has(name)) {
      doc[name] = SET_ELSEWHERE;
      if (value !== SET_ELSEWHERE)
        wrong(
          name,
          text(`密钥不写入文件，请写“${SET_ELSEWHERE}”`, `secrets are not kept in files; write “${SET_ELSEWHERE}”`),
        );
    } else if (kept.has(name)) {
      const read = decodedValue(of, name, value, lot, book);
      if ('msg' in read) wrong(name, read.msg);
      else [values[name], doc[name]] = [read.value, read.doc];
    } else wrong(name, text('没有这个字段', 'there is no such field'));
  }
  for (const name of secrets) doc[name] = SET_ELSEWHERE;
  if (of.self === 'park' && lot !== null) values[of.display] = lotOfFolder(lot).name;
  return { values, doc: Object.fromEntries(Object.entries(doc).filter(([, value]) => value !== undefined)), problems };
}
