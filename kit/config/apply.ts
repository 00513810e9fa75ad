/** Files against what is stored: the difference, saved by the calls of the forms, all of it or nothing. */
import { Refused } from '#kit/declare/refused.ts';
import type { Resource } from '#kit/declare/resource.ts';
import { fill, text } from '#kit/declare/text.ts';
import type { Text } from '#kit/declare/text.ts';
import { rulesOf } from '#kit/server/rules.ts';
import type { FileDoc } from '#kit/server/rules.ts';
import type { Stored } from '#kit/server/rows.ts';
import { through } from '#kit/server/through.ts';
import type { AuditEntry, Work } from '#kit/server/work.ts';
import { readFiles } from './files.ts';
import type { Entry, FileProblem, Files } from './files.ts';
import { keptFields } from './fields.ts';
import { configured, homeOf, isInLot, pathOf } from './layout.ts';
import { Book, NotNamed, titleOf } from './names.ts';
import { decode, docOf, isKept, load, nameIn, placeOf, reload, spotOf } from './state.ts';
import type { Decoded, Item } from './state.ts';
import { isSame } from './written.ts';

export type FieldChange = { readonly field: string; readonly before: unknown; readonly after: unknown };
export type Change = {
  readonly kind: 'create' | 'change' | 'remove';
  readonly of: Resource;
  readonly file: string;
  readonly name: string;
  readonly fields: readonly FieldChange[];
};
export type Outcome = { readonly changes: readonly Change[]; readonly problems: readonly FileProblem[] };

type Run = {
  readonly work: Work;
  readonly book: Book;
  readonly prune: boolean;
  readonly changes: Change[];
  readonly problems: FileProblem[];
  readonly entries: readonly Entry[];
  /** By resource: what is stored and no file names. */
  readonly left: Map<Resource, readonly Item[]>;
};

/** Runs within a savepoint: a rejected record leaves nothing behind and is reported by the file's line. */
async function attempt<T>(run: Run, at: Pick<Entry, 'path' | 'line' | 'lines'>, task: (work: Work) => Promise<T>) {
  const { work } = run;
  const entries: AuditEntry[] = [];
  const afterwards: (() => void)[] = [];
  await work.db.raw('SAVEPOINT one_record');
  try {
    const done = await task({
      ...work,
      record: (entry) => entries.push(entry),
      afterCommit: (then) => afterwards.push(then),
    });
    entries.forEach(work.record);
    afterwards.forEach(work.afterCommit);
    return done;
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    await work.db.raw('ROLLBACK TO SAVEPOINT one_record');
    const all = error.problems.length > 0 ? error.problems : [{ field: '', msg: error.words }];
    for (const { field, msg } of all)
      run.problems.push({ file: at.path, line: at.lines.get(field.split(/[.[]/)[0]!) ?? at.line, field, msg });
    return null;
  } finally {
    await work.db.raw('RELEASE SAVEPOINT one_record').catch(() => undefined); // gone already when the transaction itself is lost
  }
}

const differing = (file: FileDoc, now: FileDoc): FieldChange[] =>
  [...new Set([...Object.keys(file), ...Object.keys(now)])]
    .filter((field) => !isSame(file[field], now[field]))
    .map((field) => ({ field, before: now[field] ?? null, after: file[field] ?? null }));

const idOf = (answer: unknown): string => (answer as { id: string }).id;

/** A form's input: what the file says of these fields, empty where it says nothing. */
const inputOf = (values: FileDoc, fields: readonly string[]): Record<string, unknown> =>
  Object.fromEntries(fields.map((name) => [name, values[name] ?? null]));

async function create(run: Run, entry: Entry, { values, doc }: Decoded): Promise<void> {
  const { of, lot } = entry;
  const { book } = run;
  const input = { ...values, ...(isInLot(of) ? { parkId: book.idOf(of.fields.parkId!.target!(), lot, null) } : {}) };
  const saved = await attempt(run, entry, async (work) => {
    const { files } = rulesOf(of);
    const known = Object.fromEntries(Object.entries(input).filter(([name]) => !files?.also?.includes(name)));
    const plain = async () => idOf(await through(`${of.name}.submit`, known, work));
    const row = { id: files?.save ? await files.save(null, input, plain, work) : await plain() } as Stored;
    const made = await reload({ of, row }, book, work);
    if (!made) return row;
    book.add(of, made.row, of.self === 'park' ? lot : null);
    // What a new row is given by itself, where the file says otherwise.
    const other = differing(doc, (await reload(made, book, work))!.doc).map(({ field }) => field);
    const open = other.filter((name) => of.fields[name] && !of.fields[name].fixed);
    if (open.length > 0 && !files?.save)
      await through(`${of.name}.submit`, { id: row.id, ...inputOf(values, open) }, work);
    return row;
  });
  if (saved) note(run, 'create', entry, differing(doc, {}), doc);
}

function note(
  run: Run,
  kind: Change['kind'],
  at: Pick<Entry, 'of' | 'path' | 'lot'>,
  fields: readonly FieldChange[],
  doc: FileDoc,
) {
  const name = at.of.self === 'park' ? at.lot! : titleOf(nameIn(at.of, doc));
  run.changes.push({ kind, of: at.of, file: at.path, name, fields });
}

const fixedWords = text(
  '建立后不能修改，请删除后重新建立',
  'cannot be changed later; remove the record and add it again',
);

async function isWaiting(run: Run, { of, row, lot }: Item, doc: FileDoc): Promise<boolean> {
  const entered = (await rulesOf(of).files?.waiting?.(row, run.work)) ?? [];
  const inLot = isInLot(of) ? lot : null;
  return entered.some((each) => differing(doc, docOf(of, each.row, each.also, inLot, run.book)).length === 0);
}

async function change(run: Run, entry: Entry, item: Item, { values, doc }: Decoded): Promise<void> {
  const { of } = entry;
  const fields = differing(doc, item.doc);
  if (fields.length === 0 || (await isWaiting(run, item, doc))) return;
  const closed = fields.filter(({ field }) => of.fields[field]?.fixed);
  for (const { field } of closed)
    run.problems.push({
      file: entry.path,
      line: entry.lines.get(field) ?? entry.line,
      field,
      msg: fill(text('{label}{problem}', '{label} {problem}'), { label: of.fields[field]!.label, problem: fixedWords }),
    });
  if (closed.length > 0) return;
  const { id, updatedAt } = item.row;
  const saved = await attempt(run, entry, async (work) => {
    const { files } = rulesOf(of);
    const names = fields.map(({ field }) => field).filter((name) => !files?.also?.includes(name));
    const plain = async () =>
      names.length === 0
        ? id
        : idOf(await through(`${of.name}.submit`, { id, updatedAt, ...inputOf(values, names) }, work));
    return files?.save ? files.save(item.row, values, plain, work) : plain();
  });
  if (saved) note(run, 'change', entry, fields, doc);
}

/** All days, all rows of a lot, where its call takes nothing less. */
async function saveTogether(
  run: Run,
  of: Resource,
  lot: string,
  read: readonly [Entry, Decoded][],
  items: readonly Item[],
) {
  const mine = items.filter((item) => item.lot === lot);
  const named = new Set(read.map(([, { doc }]) => spotOf(lot, nameIn(of, doc))));
  const others = mine.filter(({ name }) => !named.has(spotOf(lot, name)));
  const before = new Map(mine.map((item) => [spotOf(lot, item.name), item]));
  const path = pathOf(of, lot, '');
  const at = { of, lot, path };
  const found: [Change['kind'], FieldChange[], FileDoc][] = read.flatMap(([, { doc }]) => {
    const item = before.get(spotOf(lot, nameIn(of, doc)));
    const fields = differing(doc, item?.doc ?? {});
    return fields.length > 0 ? [[item ? ('change' as const) : ('create' as const), fields, doc]] : [];
  });
  if (run.prune)
    found.push(
      ...others.map(({ doc }): [Change['kind'], FieldChange[], FileDoc] => ['remove', differing({}, doc), doc]),
    );
  if (found.length === 0) return;
  const parkId = run.book.idOf(of.fields.parkId!.target!(), lot, null) as string;
  const rows = [...read.map(([, { values }]) => values), ...(run.prune ? [] : others.map(({ doc }) => doc))];
  const where = { path, line: 1, lines: new Map<string, number>() };
  const saved = await attempt(run, where, async (work) => {
    await rulesOf(of).files!.saveAll!(parkId, rows, work);
    return true;
  });
  if (saved) for (const [kind, fields, doc] of found) note(run, kind, at, fields, doc);
}

/** Rows of a tree are read after those above them; what is above none of them is read immediately. */
function nextOf(of: Resource, pending: readonly Entry[]): readonly Entry[] {
  const own = keptFields(of).filter(
    (name) => of.fields[name]!.target && homeOf(of.fields[name]!.target()) === homeOf(of),
  );
  if (own.length === 0) return pending;
  const names = new Set(pending.map(({ doc, lot }) => spotOf(lot, nameIn(of, doc))));
  const ready = pending.filter(({ doc, lot }) => !own.some((name) => names.has(spotOf(lot, doc[name]))));
  return ready.length > 0 ? ready : pending;
}

/** The folder as the export writes it, of a lot that is there. */
const folderOf = (run: Run, of: Resource, lot: string | null): string | null => {
  if (lot === null) return null;
  const target = of.self === 'park' ? of : of.fields.parkId!.target!();
  const id = run.book.idOf(target, lot, null);
  return id instanceof NotNamed ? lot : String(run.book.nameOf(target, id));
};

/** Lots that files speak of, by folder as the export writes it. */
const lotsOf = (run: Run, of: Resource): Set<string> =>
  new Set(run.entries.flatMap(({ lot }) => (lot === null ? [] : [folderOf(run, of, lot)!])));

function lotMissing(run: Run, { of, lot, path }: Entry): boolean {
  if (!isInLot(of) || !(run.book.idOf(of.fields.parkId!.target!(), lot, null) instanceof NotNamed)) return false;
  const msg: Text = fill(
    text('没有车场“{lot}”，也没有可用的 lot.json', 'There is no car park “{lot}” and no lot.json to make it by'),
    {
      lot: lot!,
    },
  );
  run.problems.push({ file: path, line: 1, field: '', msg });
  return true;
}

/** What is stored of a resource, by where its file lies. */
type Standing = {
  readonly items: ReadonlyMap<string, Item>;
  readonly doubled: ReadonlySet<string>;
  readonly seen: Set<string>;
};

const twice = text('同一条记录出现了两次', 'The same record is there twice');
const unclear = text(
  '有两条记录都叫这个名称，请先在页面上改名',
  'Two records have this name; rename one on its page first',
);

/** A file as values, and the record it is about; null, with its problems reported, if it is invalid. */
function decoded(run: Run, entry: Entry, { doubled, seen }: Standing): { spot: string; decoded: Decoded } | null {
  const { of, lot, path: file, line, lines } = entry;
  const found = decode(of, entry.doc, lot, run.book);
  const spot = of.self === 'park' ? spotOf(null, lot) : spotOf(lot, nameIn(of, found.doc));
  const problems = [
    ...found.problems,
    ...[...(seen.has(spot) ? [twice] : []), ...(doubled.has(spot) ? [unclear] : [])].map((msg) => ({
      field: of.config!.key[0]!,
      msg,
    })),
  ];
  seen.add(spot);
  for (const { field, msg } of problems) run.problems.push({ file, line: lines.get(field) ?? line, field, msg });
  return problems.length > 0 ? null : { spot, decoded: found };
}

async function applyOne(run: Run, of: Resource, all: readonly Entry[]): Promise<void> {
  const { items, doubled } = await load(of, run.book, run.work);
  const standing: Standing = {
    items: new Map(items.map((item) => [placeOf(item), item])),
    doubled: new Set(doubled.map(placeOf)),
    seen: new Set(),
  };
  const saveAll = rulesOf(of).files?.saveAll;
  const together: [Entry, Decoded][] = [];
  let pending: readonly Entry[] = all.map((entry) => ({ ...entry, lot: folderOf(run, of, entry.lot) }));
  while (pending.length > 0) {
    const ready = nextOf(of, pending);
    pending = pending.filter((entry) => !ready.includes(entry));
    for (const entry of ready) {
      const read = lotMissing(run, entry) ? null : decoded(run, entry, standing);
      if (!read) continue;
      const item = standing.items.get(read.spot);
      if (saveAll) together.push([entry, read.decoded]);
      else if (item) await change(run, entry, item, read.decoded);
      else await create(run, entry, read.decoded);
    }
  }
  run.left.set(
    of,
    items.filter((item) => !standing.seen.has(placeOf(item))),
  );
  if (!saveAll) return;
  const byLot = Map.groupBy(together, ([entry]) => entry.lot!);
  for (const lot of run.prune ? lotsOf(run, of) : byLot.keys())
    await saveTogether(run, of, lot, byLot.get(lot) ?? [], items);
}

/** Rows of a tree before those they are below, so that each is removed while nothing refers to it any more. */
function leavesFirst(of: Resource, items: readonly Item[]): readonly Item[] {
  const own = keptFields(of).filter((name) => of.fields[name]!.target?.() === of);
  const ordered: Item[] = [];
  let pending = items;
  while (pending.length > 0) {
    const above = new Set(pending.flatMap(({ row }) => own.map((name) => row[name])));
    const leaves = pending.filter(({ row }) => !above.has(row.id));
    if (leaves.length === 0) return [...ordered, ...pending];
    ordered.push(...leaves);
    pending = pending.filter(({ row }) => above.has(row.id));
  }
  return ordered;
}

/**
 * What no file names: of the lots that have a folder, and of the kinds outside lots that have any file. A lot, a
 * company and what nobody can remove stay.
 */
async function removeLeft(run: Run, all: readonly Resource[], entries: readonly Entry[]): Promise<void> {
  const kinds = new Set(entries.map(({ of }) => of));
  for (const of of all.toReversed()) {
    const stays = of.self !== undefined || rulesOf(of).files?.saveAll || !of.verbs.includes('remove');
    if (stays || (!isInLot(of) && !kinds.has(of))) continue;
    const lots = isInLot(of) ? lotsOf(run, of) : null;
    for (const item of leavesFirst(of, run.left.get(of) ?? [])) {
      if (lots && !lots.has(item.lot!)) continue;
      const path = pathOf(of, item.lot, titleOf(item.name));
      const gone = await attempt(run, { path, line: 1, lines: new Map() }, async (work) => {
        await through(`${of.name}.remove`, { ids: item.row.id }, work);
        return true;
      });
      if (gone) note(run, 'remove', { of, lot: item.lot, path }, differing({}, item.doc), item.doc);
    }
  }
}

/** Saves files over what is stored. What has problems is not saved; whoever calls takes everything back then. */
export async function applyFiles(files: Files, work: Work, prune: boolean): Promise<Outcome> {
  const { entries, problems } = readFiles(files, work);
  const run: Run = { work, book: new Book(work), prune, changes: [], problems, entries, left: new Map() };
  const all = configured().filter((of) => isKept(of, work));
  const byResource = Map.groupBy(entries, ({ of }) => of);
  for (const of of all) {
    const mine = byResource.get(of) ?? [];
    if (mine.length > 0 || (prune && isInLot(of) && work.permits(`${of.name}:read`))) await applyOne(run, of, mine);
  }
  if (prune) await removeLeft(run, all, entries);
  return { changes: run.changes, problems: run.problems };
}
