import { and, asc, eq, isNull } from 'drizzle-orm';
import { forest } from '#kit/server/generic.ts';
import type { Resource } from '#kit/declare/resource.ts';
import { rowOf } from '#kit/server/row-by-id.ts';
import type { Db } from '#kit/server/db.ts';
import { serve } from '#kit/server/served.ts';
import type { Served } from '#kit/server/served.ts';
import { tableOf } from '#kit/server/table.ts';
import { permits } from '#kit/server/work.ts';
import type { Work } from '#kit/server/work.ts';
import { adminMenu } from '#areas/access/model/admin-menu.ts';
import { builtInRoles } from '#areas/access/model/built-in-roles.ts';
import type { BuiltInRoleKey } from '#areas/access/model/role-names.ts';
import { businessMenu } from '#areas/access/model/business-menu.ts';
import * as calls from '#areas/access/model/menu-calls.ts';
import * as roleCalls from '#areas/access/model/role-calls.ts';
import { topMenu as declaredTop } from '#areas/access/model/top-menu.ts';
import { homeOf } from './person.ts';

const plain = (work: unknown) => work as Work;
const topMenu = declaredTop;

type Menu = {
  id: string;
  parentId: string | null;
  name: string;
  nameEn: string | null;
  category: string;
  path: string | null;
  code: string | null;
  icon: string | null;
  roles: string[] | null;
  visible: boolean | null;
  sort: number | null;
  menuKey: string | null;
};
type Top = {
  id: string;
  name: string;
  nameEn: string | null;
  icon: string | null;
  sort: number | null;
  code: string | null;
  path: string | null;
  visible: boolean | null;
  menuIds: string[] | null;
};

async function all<T>(of: Resource, db: Db): Promise<T[]> {
  const t = tableOf(of);
  return (await db.select().from(t).where(isNull(t.deletedAt!)).orderBy(asc(t.sort!), asc(t.id!))) as T[];
}

/**
 * Whether a person sees a screen: shown, his roles not shut out, its code held, and granted where his roles are granted
 * menus one by one.
 */
function opens(menu: Menu, work: Work): boolean {
  const home = homeOf(work.person);
  if (menu.visible === false || menu.category === 'button') return false;
  if (menu.roles && menu.roles.length > 0 && !menu.roles.some((key) => home.roleKeys.includes(key))) return false;
  if (menu.category === 'directory') return true;
  if (menu.code && !permits(work.person.permissions, menu.code)) return false;
  return home.menuIds === null || home.menuIds.includes(menu.id);
}

type Node = Menu & { children?: Node[] };

/** Branches that end in a screen the person may open; `within` are the bound menus, and everything under them. */
function seen(nodes: readonly Node[], work: Work, within: ReadonlySet<string> | null, inside = false): Node[] {
  return nodes.flatMap((node) => {
    if (!opens(node, work)) return [];
    const bound = inside || within === null || within.has(node.id);
    const children = seen(node.children ?? [], work, within, bound);
    if (node.category === 'directory') return children.length > 0 ? [{ ...node, children }] : [];
    return bound || children.length > 0 ? [{ ...node, children }] : [];
  });
}

const tree = (rows: readonly Menu[]): Node[] =>
  // `forest` takes and answers plain rows.
  forest(rows as unknown as Record<string, unknown>[], 'parentId') as unknown as Node[];

type Route = {
  id: string;
  parentId: string | null;
  name: string;
  nameEn: string | null;
  path: string;
  icon: string | null;
  component: string;
  meta: Record<string, unknown>;
  children: Route[];
};

/** As the console draws them. */
function route(node: Node): Route {
  const { id, parentId, name, nameEn, icon } = node;
  const path = node.path ?? `/${node.menuKey ?? node.id}`;
  const outside = /^https?:|html/.test(path);
  const meta = {
    ...(node.roles && node.roles.length > 0
      ? { roles: node.roles.map((key) => builtInRoles[key as BuiltInRoleKey]?.name.zh ?? key) }
      : {}),
    i18n: nameEn ?? name,
    ...(node.code ? { permission: node.code } : {}),
  };
  return {
    id,
    parentId,
    name,
    nameEn,
    path,
    icon,
    meta,
    component: node.category === 'directory' ? 'layout' : outside ? 'frame' : path,
    children: (node.children ?? []).map(route),
  };
}

async function routesUnder(work: Work, topId: string | null | undefined): Promise<Route[]> {
  const menus = tree((await all<Menu>(adminMenu, work.db)).filter(({ category }) => category !== 'button'));
  if (!topId) return seen(menus, work, null).map(route);
  const top = await rowOf(topMenu, topId, work.db);
  return seen(menus, work, new Set(top.menuIds ?? [])).map(route);
}

/** Top menus in their order, each with what the person sees under it. */
async function topsSeen(work: Work): Promise<{ top: Top; below: Node[] }[]> {
  const menus = tree((await all<Menu>(adminMenu, work.db)).filter(({ category }) => category !== 'button'));
  const tops = (await all<Top>(topMenu, work.db)).filter(({ visible }) => visible !== false);
  return tops.map((top) => ({ top, below: seen(menus, work, new Set(top.menuIds ?? [])) }));
}

/** Top menus under which the person has at least one screen, or that are a screen themselves. */
const topMenus = async (work: Work): Promise<unknown> =>
  (await topsSeen(work))
    .filter(({ top, below }) => top.path || below.length > 0)
    .map(({ top: { id, name, nameEn, icon, sort, code, path } }) => ({ id, name, nameEn, icon, sort, code, path }));

/** Whether a screen among these stands at the address, whatever query the menu gives it. */
const hasScreen = (nodes: readonly Node[], address: string): boolean =>
  nodes.some(({ path, children }) =>
    (children?.length ?? 0) > 0 ? hasScreen(children!, address) : path === address || path?.split('?')[0] === address,
  );

/**
 * The first top menu that shows the person the screen at an address; null where none does. One answer in place of every
 * tree: a page is opened by its address, and its module is wanted.
 */
const holderOf = async (work: Work, address: string): Promise<string | null> =>
  (await topsSeen(work)).find(({ below }) => hasScreen(below, address))?.top.id ?? null;

/** The codes a person holds as the menu's tree of screens and buttons; codes no menu names stand in a last branch. */
async function buttons(work: Work): Promise<unknown> {
  const rows = (await all<Menu>(adminMenu, work.db)).filter(
    ({ category, code }) => category === 'directory' || (code !== null && permits(work.person.permissions, code)),
  );
  type Branch = { code: string | null; name: string; nameEn: string | null; children: Branch[] };
  const branch = (node: Node): Branch[] => {
    const children = (node.children ?? []).flatMap(branch);
    return node.category === 'directory' && children.length === 0
      ? []
      : [{ code: node.category === 'directory' ? null : node.code, name: node.name, nameEn: node.nameEn, children }];
  };
  const named = new Set(rows.map(({ code }) => code));
  const others = work.person.permissions.filter((code) => !named.has(code));
  const rest: Branch[] =
    others.length === 0
      ? []
      : [
          {
            code: null,
            name: '其他',
            nameEn: 'Others',
            children: others.map((code) => ({ code, name: code, nameEn: code, children: [] })),
          },
        ];
  return [...tree(rows).flatMap(branch), ...rest];
}

async function bind(work: Work, topMenuId: string, menuIds: readonly string[]): Promise<null> {
  const t = tableOf(topMenu);
  const before = await rowOf(topMenu, topMenuId, work.db, { lock: true });
  await work.db
    .update(t)
    .set({
      menuIds: [...menuIds],
      bound: true,
      updatedBy: work.person.userId,
      updatedAt: work.now.toISOString(),
    })
    .where(and(eq(t.id!, topMenuId), isNull(t.deletedAt!)));
  work.record({
    resource: 'topMenu',
    action: 'addMenu',
    rowId: topMenuId,
    before: { menuIds: before.menuIds ?? [] },
    after: { menuIds },
  });
  return null;
}

async function bindable(work: Work, topMenuId: string | null | undefined): Promise<unknown> {
  const bound = new Set(topMenuId ? ((await rowOf(topMenu, topMenuId, work.db)).menuIds ?? []) : []);
  const rows = (await all<Menu>(adminMenu, work.db)).filter(({ category }) => category !== 'button');
  return forest(
    rows.map((row) => ({
      id: row.id,
      parentId: row.parentId,
      name: row.name,
      nameEn: row.nameEn,
      label: row.name,
      value: row.id,
      category: row.category,
      checked: bound.has(row.id),
    })),
    'parentId',
  );
}

/** Business menus whose code the person holds, with their directories; for the terminals. */
async function businessTree(work: Work): Promise<unknown> {
  const rows = (await all<Menu>(businessMenu, work.db)).filter(
    ({ visible, code }) => visible !== false && (!code || permits(work.person.permissions, code)),
  );
  return forest(
    rows.map((row) => ({
      id: row.id,
      parentId: row.parentId,
      name: row.name,
      nameEn: row.nameEn,
      category: row.category,
      path: row.path,
      code: row.code,
      icon: row.icon,
      sort: row.sort,
      label: row.name,
      value: row.id,
    })),
    'parentId',
  );
}

export const menuShownServed: readonly Served[] = [
  serve(calls.buttons, (work) => buttons(plain(work))),
  serve(calls.routes, (work) => routesUnder(plain(work), work.input.parentId)),
  serve(calls.topMenus, (work) => topMenus(plain(work))),
  serve(calls.holder, (work) => holderOf(plain(work), work.input.path!)),
  serve(calls.bindMenus, (work) => bind(plain(work), work.input.topMenuId!, work.input.menuIds ?? [])),
  serve(calls.boundMenus, async (work) => (await rowOf(topMenu, work.input.topMenuId!, work.db)).menuIds ?? []),
  serve(calls.bindableMenus, (work) => bindable(plain(work), work.input.topMenuId)),
  serve(roleCalls.businessMenuTree, (work) => businessTree(plain(work))),
];
