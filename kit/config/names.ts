/** How rows are named in files: by what they are called in their lot or group, never by id. */
import type { Resource } from '#kit/declare/resource.ts';
import { fill, text } from '#kit/declare/text.ts';
import type { Text } from '#kit/declare/text.ts';
import type { Stored } from '#kit/server/rows.ts';
import { scoped } from '#kit/server/scope.ts';
import { tableOf } from '#kit/server/table.ts';
import type { Work } from '#kit/server/work.ts';
import { keyOf } from './fields.ts';
import { homeOf, isInLot, safe } from './layout.ts';
import { ordered } from './written.ts';

/** The company without one above it, whatever it is called: every group has one, so files fit another group's. */
export const TOP = '/';

/** What a row is called: one value, or its fields by name where it takes several. */
export type Name = unknown;
/** What a row is called to a person, and its file. */
export const titleOf = (name: Name): string =>
  typeof name === 'object' && name !== null
    ? Object.values(name)
        .filter((each) => each !== TOP)
        .map((each) => titleOf(each))
        .join(' · ')
    : String(name ?? '');

type Entry = { readonly lot: string | null; readonly name: Name };
type Names = { readonly byId: Map<string, Entry>; readonly byName: Map<string, string[]> };

const spot = (lot: string | null, name: Name): string => JSON.stringify([lot, ordered(name)]);

export class NotNamed {
  readonly msg: Text;
  constructor(msg: Text) {
    this.msg = msg;
  }
}

/** The names of everything files point at, read once for each resource and kept up to date while rows are added. */
export class Book {
  readonly #known = new Map<string, Names>();
  readonly #work: Work;
  constructor(work: Work) {
    this.#work = work;
  }

  /** Reloads the names of a resource. @param rows its rows, where they are at hand */
  async learn(target: Resource, rows?: readonly Stored[]): Promise<void> {
    const of = homeOf(target);
    const names: Names = { byId: new Map(), byName: new Map() };
    this.#known.set(of.name, names);
    for (const field of keyOf(of).map((name) => of.fields[name]!))
      if (field.target && homeOf(field.target()) !== of) await this.#need(field.target());
    if (isInLot(of)) await this.#need(of.fields.parkId!.target!());
    if (of.self === 'park') await this.#need(of.fields.companyId!.target!());
    const found = rows ?? ((await this.#rowsOf(of)) as Stored[]);
    const doubled = of.self === 'park' ? doubledIn(found.map((row) => String(row[of.display]))) : new Set<string>();
    for (const row of found) this.#enter(of, row, names, doubled);
  }

  async #need(target: Resource): Promise<void> {
    if (!this.#known.has(homeOf(target).name)) await this.learn(target);
  }

  async #rowsOf(of: Resource): Promise<unknown[]> {
    const t = tableOf(of);
    const { scope } = this.#work.db;
    return this.#work.db.select().from(t).where(scoped(of, scope)).orderBy(t.createdAt!, t.id!);
  }

  #enter(of: Resource, row: Stored, names: Names, doubled: ReadonlySet<string>): void {
    const name = this.#named(of, row, doubled);
    const lot = isInLot(of) ? this.lotOf(of, row) : null;
    names.byId.set(row.id, { lot, name });
    for (const each of new Set([name, ...(of.self === 'park' ? [this.#inFull(of, row)] : [])])) {
      const same = names.byName.get(spot(lot, each));
      if (same) same.push(row.id);
      else names.byName.set(spot(lot, each), [row.id]);
    }
  }

  /** The folder of a lot by its own name and its company's: understood always, written where two lots have one name. */
  #inFull(of: Resource, row: Stored): string {
    const company = this.nameOf(of.fields.companyId!.target!(), row.companyId);
    return `${safe(String(row[of.display]))}@${safe(String(company ?? ''))}`;
  }

  #named(of: Resource, row: Stored, doubled: ReadonlySet<string>): Name {
    if (of.self === 'company') return row[of.parent!] ? row[of.display] : TOP;
    if (of.self === 'park')
      return doubled.has(String(row[of.display])) ? this.#inFull(of, row) : safe(String(row[of.display]));
    const key = keyOf(of);
    const value = (name: string): unknown => {
      const { target } = of.fields[name]!;
      return target ? this.nameOf(target(), row[name], isInLot(of) ? this.lotOf(of, row) : null) : (row[name] ?? null);
    };
    return key.length === 1
      ? value(key[0]!)
      : Object.fromEntries(key.map((name) => [name, value(name)] as const).filter(([, each]) => each !== null));
  }

  /** The folder of the lot a row belongs to; null: not in sight. */
  lotOf(of: Resource, row: Stored): string | null {
    const lots = this.#known.get(homeOf(of.fields.parkId!.target!()).name);
    return (lots?.byId.get(String(row.parkId))?.name as string | undefined) ?? null;
  }

  /** How a file names a row; null where it is out of sight. @param lot the lot the file lies in */
  nameOf(target: Resource, id: unknown, lot: string | null = null): Name {
    const entry = this.#known.get(homeOf(target).name)?.byId.get(String(id));
    if (!entry) return null;
    return entry.lot === null || entry.lot === lot ? entry.name : { lot: entry.lot, name: entry.name };
  }

  /** The row a file names. */
  idOf(target: Resource, name: Name, lot: string | null): string | NotNamed {
    const of = homeOf(target);
    const { byName } = this.#known.get(of.name)!;
    const elsewhere = name as { lot?: unknown; name?: unknown } | null;
    const isElsewhere = isInLot(of) && typeof elsewhere === 'object' && typeof elsewhere?.lot === 'string';
    const at = isInLot(of) ? (isElsewhere ? String(elsewhere.lot) : lot) : null;
    const found = byName.get(spot(at, isElsewhere ? elsewhere.name : name)) ?? [];
    if (found.length === 1) return found[0]!;
    const what = { title: of.title, name: titleOf(name) };
    return new NotNamed(
      found.length === 0
        ? fill(text('没有名为“{name}”的{title}', 'there is no {title} called “{name}”'), what)
        : fill(text('有多个名为“{name}”的{title}', 'there is more than one {title} called “{name}”'), what),
    );
  }

  /** A row that has just been added. @param folder of a lot: the one it was read from */
  add(of: Resource, row: Stored, folder: string | null): void {
    const names = this.#known.get(homeOf(of).name);
    if (!names) return;
    if (of.self !== 'park' || folder === null) return this.#enter(homeOf(of), row, names, new Set());
    names.byId.set(row.id, { lot: null, name: folder });
    names.byName.set(spot(null, folder), [row.id]);
  }

  /** Makes sure that all names the fields of a resource may hold are known. */
  async prepare(of: Resource, fields: readonly string[]): Promise<void> {
    for (const { target } of fields.map((name) => of.fields[name]!)) if (target) await this.#need(target());
    if (isInLot(of)) await this.#need(of.fields.parkId!.target!());
  }
}

function doubledIn(names: readonly string[]): Set<string> {
  return new Set(names.filter((name, nth) => names.indexOf(name) !== nth));
}
