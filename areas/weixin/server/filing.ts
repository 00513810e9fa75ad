/** A public account as a configuration file: with the draft of its menu, and without its secrets. */
import { randomBytes } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { FileDoc, Filing } from '#kit/server/rules.ts';
import type { Stored } from '#kit/server/rows.ts';
import { through } from '#kit/server/through.ts';
import type { Work } from '#kit/server/work.ts';
import { Refused } from '#kit/declare/refused.ts';
import { text } from '#kit/declare/text.ts';
import { draftOf } from './menu.ts';
import type { DraftRow } from './menu.ts';

const written = ['name', 'type', 'url', 'key', 'appId', 'pagePath'] as const;
type Item = Readonly<Partial<Record<(typeof written)[number], string>>> & { readonly items?: readonly Item[] };

/** The draft as a file says it: in its order, without what is empty. */
const itemsIn = (draft: readonly DraftRow[], parentId: string | null): Item[] =>
  draft
    .filter((row) => row.parentId === parentId)
    .map((row) => {
      const values = written.flatMap((name) => (row[name] ? [[name, row[name]] as const] : []));
      const items = itemsIn(draft, row.id);
      return { ...Object.fromEntries(values), ...(items.length > 0 ? { items } : {}) };
    });

const menuOf = async (row: Stored, work: Work): Promise<Item[]> => itemsIn(await draftOf(work.db, row.id), null);

const isItem = (raw: unknown): raw is Item =>
  typeof raw === 'object' &&
  raw !== null &&
  !Array.isArray(raw) &&
  Object.entries(raw).every(([name, value]) =>
    name === 'items'
      ? Array.isArray(value) && value.every(isItem)
      : (written as readonly string[]).includes(name) && typeof value === 'string',
  );

function menuIn(raw: unknown): readonly Item[] {
  if (raw === undefined || raw === null) return [];
  if (Array.isArray(raw) && raw.every(isItem)) return raw;
  const msg = text(
    `应为菜单项的列表，每项可有 ${written.join('、')} 与 items`,
    `must be a list of items, each with ${written.join(', ')} and items`,
  );
  throw new Refused('bad_input', {}, [{ field: 'menu', msg }]);
}

const idIn = (answer: unknown): string => (answer as { id: string }).id;

async function enter(items: readonly Item[], above: Readonly<Record<string, string>>, work: Work): Promise<void> {
  for (const [sort, { items: below, ...values }] of items.entries()) {
    const id = idIn(await through('wxmenu.submit', { ...values, ...above, sort }, work));
    await enter(below ?? [], { ...above, parentId: id }, work);
  }
}

/** The whole draft anew: nothing but its place tells an item from another. */
async function replaceMenu(publicplatId: string, companyId: string, menu: readonly Item[], work: Work): Promise<void> {
  const draft = await draftOf(work.db, publicplatId);
  for (const { id } of draft.toSorted((a, b) => Number(a.parentId === null) - Number(b.parentId === null)))
    await through('wxmenu.remove', { recordId: id }, work);
  await enter(menu, { publicplatId, companyId }, work);
}

/** Secrets nobody has seen, until those of the platform are entered: no message can be proven with them. */
const unseen = ({ mode }: FileDoc): FileDoc => ({
  appSecret: randomBytes(16).toString('hex'),
  token: randomBytes(16).toString('hex'),
  ...(mode === 'secure' ? { aesKey: randomBytes(32).toString('hex').slice(0, 43) } : {}),
});

export const accountFiling: Filing = {
  also: ['menu'],
  read: async (rows, work) => {
    const docs: FileDoc[] = [];
    for (const row of rows) {
      const menu = await menuOf(row, work);
      docs.push(menu.length > 0 ? { menu } : {});
    }
    return docs;
  },
  save: async (row, { menu: raw, ...values }, plain, work) => {
    const menu = menuIn(raw);
    const id = row ? await plain() : idIn(await through('publicplat.submit', { ...values, ...unseen(values) }, work));
    const before = row ? await menuOf(row, work) : [];
    const companyId = String(row ? row['companyId'] : (values['companyId'] ?? work.person.companyId));
    if (!isDeepStrictEqual(menu, before)) await replaceMenu(id, companyId, menu, work);
    return id;
  },
};
