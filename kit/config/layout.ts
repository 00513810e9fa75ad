/**
 * Where configuration lies: `<kind>/<name>.json`, of a lot `lots/<lot>/<kind>/<name>.json`, and `lots/<lot>/lot.json`
 * for the lot itself.
 */
import type { Resource } from '#kit/declare/resource.ts';
import { registeredResources } from '#kit/server/registry.ts';

/** Says what wrote the folder; a folder of another form is refused. */
export const MANIFEST = 'gatehouse.json';
export const FORMAT = 1;
const LOTS = 'lots';
const LOT = 'lot.json';

/** What holds the rows a relation points at, as far as it is configuration. */
export const homeOf = (of: Resource): Resource => (of.config ? of : (of.rowsOf?.() ?? of));

export const isInLot = (of: Resource): boolean => of.scope === 'park' && of.self === undefined;

/** Every resource that is configuration, each after those it points at. */
export function configured(): readonly Resource[] {
  const all = registeredResources().filter(({ config }) => config);
  const [seen, sorted] = [new Set<Resource>(), [] as Resource[]];
  const visit = (of: Resource): void => {
    if (seen.has(of)) return;
    seen.add(of);
    const targets = Object.values(of.fields).flatMap(({ target }) => (target ? [homeOf(target())] : []));
    for (const target of targets) if (target.config) visit(target);
    sorted.push(of);
  };
  for (const of of all) visit(of);
  return sorted;
}

/** A name as part of a path: signs that a file system takes amiss are written as percent and code. */
export const safe = (name: string): string => {
  const plain = name.replace(
    /[%/\\:*?"<>|@\p{Cc}]|^\.|[. ]$/gu,
    (sign) => `%${sign.codePointAt(0)!.toString(16).padStart(2, '0').toUpperCase()}`,
  );
  return plain === '' ? '%' : plain;
};
const unsafe = (part: string): string =>
  part.replace(/%([0-9A-Fa-f]{2})/g, (_, code: string) => String.fromCodePoint(Number.parseInt(code, 16)));

/** @param lot the folder of the lot, null outside lots  @param name what the row is called, before it is made safe */
export function pathOf(of: Resource, lot: string | null, name: string): string {
  if (of.self === 'park') return `${LOTS}/${lot}/${LOT}`;
  const { folder, together } = of.config!;
  const within = lot === null ? folder : `${LOTS}/${lot}/${folder}`;
  return together ? `${within}.json` : `${within}/${safe(name)}.json`;
}

export type Located = { readonly of: Resource; readonly lot: string | null };

/** What a file is about by its path; null: nothing known. */
export function locate(path: string): Located | null {
  const all = configured();
  const parts = path.split('/');
  const lot = parts[0] === LOTS && parts.length > 2 ? parts[1]! : null;
  const rest = lot === null ? parts : parts.slice(2);
  if (lot !== null && rest.length === 1 && rest[0] === LOT) {
    const of = all.find(({ self }) => self === 'park');
    return of ? { of, lot } : null;
  }
  const [folder, ...below] = rest as [string, ...string[]];
  const of = all.find(
    (each) =>
      isInLot(each) === (lot !== null) &&
      each.self !== 'park' &&
      (each.config!.together
        ? below.length === 0 && folder === `${each.config!.folder}.json`
        : below.length === 1 && below[0]!.endsWith('.json') && folder === each.config!.folder),
  );
  return of ? { of, lot } : null;
}

/**
 * What the folder of a lot says: the lot's name and, after the sign @, its company where two have lots of that name.
 */
export function lotOfFolder(folder: string): { readonly name: string; readonly company: string | null } {
  const [name, company] = folder.split('@') as [string, string | undefined];
  return { name: unsafe(name), company: company === undefined ? null : unsafe(company) };
}
