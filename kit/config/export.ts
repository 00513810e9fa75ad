/** Everything stored that is configuration and that the caller may export, as files. */
import type { Resource } from '#kit/declare/resource.ts';
import type { Work } from '#kit/server/work.ts';
import type { Files } from './files.ts';
import { configured, FORMAT, MANIFEST, pathOf } from './layout.ts';
import { Book, titleOf } from './names.ts';
import { isKept, load, spotOf } from './state.ts';
import type { Item } from './state.ts';
import { write } from './written.ts';

/** Files of one resource; names that a file system would take for one are numbered. */
function filesOf(of: Resource, items: readonly Item[]): [string, string][] {
  const sorted = items.toSorted((a, b) => (spotOf(a.lot, a.name) < spotOf(b.lot, b.name) ? -1 : 1));
  if (of.config!.together)
    return [...Map.groupBy(sorted, ({ lot }) => lot)].map(([lot, all]) => [
      pathOf(of, lot, ''),
      write(all.map(({ doc }) => doc)),
    ]);
  const taken = new Set<string>();
  return sorted.map((item) => {
    const title = of.self === 'company' ? String(item.doc[of.display]) : titleOf(item.name);
    let path = pathOf(of, item.lot, title);
    for (let nth = 2; taken.has(path.toLowerCase()); nth++) path = pathOf(of, item.lot, `${title} ${nth}`);
    taken.add(path.toLowerCase());
    return [path, write(item.doc)];
  });
}

/**
 * `left`: the resources the caller may not export; `doubled`: rows without a file, for another of their place is called
 * the same.
 */
export type Exported = { readonly files: Files; readonly left: readonly Resource[]; readonly doubled: readonly Item[] };

export async function exportFiles(work: Work): Promise<Exported> {
  const book = new Book(work);
  const all = configured().filter((of) => isKept(of, work));
  const mine = all.filter((of) => work.permits(`${of.name}:export`));
  const files: [string, string][] = [[MANIFEST, write({ format: FORMAT })]];
  const doubled: Item[] = [];
  for (const of of mine) {
    const stored = await load(of, book, work);
    files.push(...filesOf(of, stored.items));
    doubled.push(...stored.doubled);
  }
  files.sort(([a], [b]) => (a < b ? -1 : 1));
  return { files: Object.fromEntries(files), left: all.filter((of) => !mine.includes(of)), doubled };
}
