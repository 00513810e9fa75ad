import { isNotNull, isNull, and, eq, inArray, notInArray, sql } from 'drizzle-orm';
import { permissionsOf } from '#kit/declare/resource.ts';
import type { Resource } from '#kit/declare/resource.ts';
import { text } from '#kit/declare/text.ts';
import type { Text } from '#kit/declare/text.ts';
import { platformScope } from '#kit/server/db.ts';
import type { Database, Db } from '#kit/server/db.ts';
import { newId } from '#kit/server/id.ts';
import { registeredResources } from '#kit/server/registry.ts';
import { reportsAnswered } from '#kit/server/report.ts';
import type { Served } from '#kit/server/served.ts';
import { tableOf } from '#kit/server/table.ts';
import { adminMenu } from '#areas/access/model/admin-menu.ts';
import type { MenuEntry } from '#areas/access/model/menu-entry.ts';
import { topMenu as declaredTop } from '#areas/access/model/top-menu.ts';

const topMenu = declaredTop;

type Wanted = {
  menuKey: string;
  parentKey: string | null;
  name: string;
  nameEn: string;
  category: 'directory' | 'menu' | 'button';
  path: string | null;
  code: string | null;
  icon: string | null;
  sort: number;
};
type Kept = {
  id: string;
  menuKey: string;
  edited: boolean | null;
  parentId: string | null;
  name: string;
  nameEn: string | null;
  path: string | null;
  code: string | null;
  icon: string | null;
  sort: number | null;
};

const verbs: Readonly<Record<string, Text>> = {
  read: text('查看', 'View'),
  add: text('新增', 'Add'),
  edit: text('修改', 'Edit'),
  remove: text('删除', 'Delete'),
  export: text('导出', 'Export'),
  import: text('导入', 'Import'),
  unmask: text('查看完整个人信息', 'View full personal data'),
};

/** Calls by the name before the colon of what they ask for. */
type BySubject = ReadonlyMap<string, readonly Served[]>;
const bySubject = (served: readonly Served[]): BySubject =>
  Map.groupBy(served, ({ call }) => call.permission.split(':')[0]!);

/** The codes of a resource besides reading, its hand-written calls' too, with what the buttons are called. */
function buttonsOf(of: Resource, calls: BySubject): { code: string; title: Text }[] {
  const named = new Map<string, Text>();
  for (const { call } of calls.get(of.name) ?? [])
    if (call.permission !== of.name && !named.has(call.permission)) named.set(call.permission, call.title);
  for (const verb of Object.keys(verbs)) named.delete(`${of.name}:${verb}`);
  for (const { call, label } of of.actions)
    if (call.permission.startsWith(`${of.name}:`)) named.set(call.permission, label ?? call.title);
  for (const [name, { label }] of Object.entries(of.lifecycle?.actions ?? {})) named.set(`${of.name}:${name}`, label);
  for (const [name, title] of Object.entries(of.rights ?? {})) named.set(`${of.name}:${name}`, title);
  const personal = Object.values(of.fields).some((field) => field.personal) ? [`${of.name}:unmask`] : [];
  const codes = new Set([...permissionsOf(of), ...personal, ...named.keys()]);
  codes.delete(`${of.name}:read`);
  return [...codes].map((code) => ({ code, title: named.get(code) ?? verbs[code.split(':')[1]!] ?? text(code, code) }));
}

function subjectOf(
  { route, permission }: MenuEntry,
  calls: BySubject,
): { code: string | null; buttons: { code: string; title: Text }[] } {
  const of = registeredResources().find((each) => each.route === route);
  if (of) return { code: permission ?? `${of.name}:read`, buttons: buttonsOf(of, calls) };
  const report = reportsAnswered().find((each) => each.route === route);
  if (report)
    return {
      code: permission ?? `${report.name}:read`,
      buttons: [{ code: `${report.name}:export`, title: verbs.export! }],
    };
  return { code: permission ?? null, buttons: [] };
}

/**
 * The rows a menu tree comes to, parents first. `from`: where the order of this level begins, as all top menus'
 * directories stand in one list.
 */
function wantedRows(
  entries: readonly MenuEntry[],
  parentKey: string | null,
  above: string,
  calls: BySubject,
  from = 0,
): Wanted[] {
  return entries.flatMap((entry, nth) => {
    const menuKey = `${above}/${entry.key}`;
    const { code, buttons } = entry.route ? subjectOf(entry, calls) : { code: null, buttons: [] };
    const own: Wanted = {
      menuKey,
      parentKey,
      name: entry.title.zh,
      nameEn: entry.title.en,
      category: entry.route ? 'menu' : 'directory',
      path: entry.route ?? null,
      code,
      icon: entry.icon ?? null,
      sort: from + (nth + 1) * 10,
    };
    const pressed = buttons.map((button, place): Wanted => ({
      menuKey: `${menuKey}#${button.code}`,
      parentKey: menuKey,
      name: button.title.zh,
      nameEn: button.title.en,
      category: 'button',
      path: null,
      code: button.code,
      icon: null,
      sort: (place + 1) * 10,
    }));
    return [own, ...pressed, ...wantedRows(entry.children ?? [], menuKey, menuKey, calls)];
  });
}

/** What the operator adjusted stays as he left it; path and code are always the product's. */
function change(kept: Kept, wanted: Wanted, parentId: string | null): Record<string, unknown> | null {
  const { path, code, name, nameEn, icon, sort } = wanted;
  const full: Record<string, unknown> = kept.edited
    ? { path, code }
    : { path, code, name, nameEn, icon, sort, parentId };
  const differs = Object.entries(full).some(([key, value]) => (kept[key as keyof Kept] ?? null) !== value);
  return differs ? full : null;
}

/**
 * All rows of the product's menu, parents first.
 * @param served all calls of the product, so that hand-written ones have their buttons too
 */
export function menuWanted(menu: readonly MenuEntry[], served: readonly Served[]): Wanted[] {
  const calls = bySubject(served);
  return menu.flatMap((top, nth) => wantedRows(top.children ?? [], null, top.key, calls, nth * 1000));
}

async function syncRows(db: Db, wanted: readonly Wanted[]): Promise<Map<string, string>> {
  const t = tableOf(adminMenu);
  const kept = new Map(
    (
      (await db
        .select()
        .from(t)
        .where(and(isNotNull(t.menuKey!), isNull(t.deletedAt!)))) as Kept[]
    ).map((row) => [row.menuKey, row]),
  );
  const ids = new Map([...kept].map(([key, { id }]) => [key, id]));
  const fresh: Record<string, unknown>[] = [];
  for (const row of wanted) {
    const { parentKey, ...values } = row;
    const parentId = parentKey === null ? null : (ids.get(parentKey) ?? null);
    const known = kept.get(row.menuKey);
    if (!known) {
      const id = newId();
      ids.set(row.menuKey, id);
      fresh.push({ ...values, id, parentId, visible: true, edited: false });
      continue;
    }
    const set = change(known, row, parentId);
    if (set)
      await db
        .update(t)
        .set({ ...set, updatedAt: sql`now()` })
        .where(eq(t.id!, known.id));
  }
  // Drizzle does not know the columns of a table made from a declaration.
  for (let at = 0; at < fresh.length; at += 500) await db.insert(t).values(fresh.slice(at, at + 500) as never);
  const keys = new Set(wanted.map(({ menuKey }) => menuKey));
  const gone = [...kept.keys()].filter((key) => !keys.has(key));
  if (gone.length > 0)
    await db
      .update(t)
      .set({ deletedAt: sql`now()` } as never) // drizzle does not know the columns of a table made from a declaration
      .where(and(inArray(t.menuKey!, gone), isNull(t.deletedAt!)));
  return ids;
}

type KeptTop = { id: string; menuKey: string; edited: boolean | null; bound: boolean | null; menuIds: string[] | null };

/** A top menu and what is bound to it. Where the operator bound by hand, only screens that are new join. */
async function syncTop(
  db: Db,
  entry: MenuEntry,
  nth: number,
  ids: ReadonlyMap<string, string>,
  fresh: ReadonlySet<string>,
): Promise<void> {
  const t = tableOf(topMenu);
  const menuIds = (entry.children ?? []).flatMap((child) => ids.get(`${entry.key}/${child.key}`) ?? []);
  const words = {
    name: entry.title.zh,
    nameEn: entry.title.en,
    icon: entry.icon ?? null,
    sort: (nth + 1) * 10,
    path: entry.route ?? null,
  };
  const [kept] = (await db
    .select()
    .from(t)
    .where(and(eq(t.menuKey!, entry.key), isNull(t.deletedAt!)))) as KeptTop[];
  if (!kept) {
    await db.insert(t).values({
      ...words,
      id: newId(),
      code: entry.key,
      menuKey: entry.key,
      menuIds,
      visible: true,
      edited: false,
      bound: false,
    } as never); // drizzle does not know the columns of a table made from a declaration
    return;
  }
  const bound = kept.bound
    ? [...new Set([...(kept.menuIds ?? []), ...menuIds.filter((id) => fresh.has(id))])]
    : menuIds;
  await db
    .update(t)
    .set({ ...(kept.edited ? {} : words), menuIds: bound })
    .where(eq(t.id!, kept.id));
}

/**
 * Brings the menu in the database to the product's own: new screens appear, those gone disappear, and what an operator
 * renamed, moved, hid or bound stays so.
 * @param wanted what `menuWanted` says of the same menu
 */
export async function syncMenus(
  database: Database,
  menu: readonly MenuEntry[],
  wanted: readonly Wanted[],
): Promise<void> {
  await database.write(platformScope, async (db) => {
    const t = tableOf(adminMenu);
    const before = new Set(
      (await db.select({ id: t.id! }).from(t).where(isNull(t.deletedAt!))).map(({ id }) => id as string),
    );
    const ids = await syncRows(db, wanted);
    const fresh = new Set([...ids.values()].filter((id) => !before.has(id)));
    for (const [nth, top] of menu.entries()) await syncTop(db, top, nth, ids, fresh);
    const keys = menu.map(({ key }) => key);
    const tops = tableOf(topMenu);
    if (keys.length > 0)
      await db
        .update(tops)
        .set({ deletedAt: sql`now()` })
        .where(and(isNotNull(tops.menuKey!), notInArray(tops.menuKey!, keys), isNull(tops.deletedAt!)));
  });
}
