/** Roles as files of configuration: with their codes and menus, which a person grants on a screen of its own. */
import { isNull } from 'drizzle-orm';
import type { Resource } from '#kit/declare/resource.ts';
import { Refused } from '#kit/declare/refused.ts';
import { fill, text } from '#kit/declare/text.ts';
import type { Filing } from '#kit/server/rules.ts';
import { tableOf } from '#kit/server/table.ts';
import { through } from '#kit/server/through.ts';
import type { Work } from '#kit/server/work.ts';
import { adminMenu } from '#areas/access/model/admin-menu.ts';
import { businessMenu } from '#areas/access/model/business-menu.ts';

type Paths = { readonly byId: ReadonlyMap<string, string>; readonly byPath: ReadonlyMap<string, string> };

/** Menus by the names from the top down, which people know them by. */
async function pathsOf(of: Resource, work: Work): Promise<Paths> {
  const t = tableOf(of);
  const rows = (await work.db
    .select({ id: t.id!, parentId: t.parentId!, name: t.name! })
    .from(t)
    .where(isNull(t.deletedAt!))) as { id: string; parentId: string | null; name: string }[];
  const menus = new Map(rows.map((row) => [row.id, row]));
  const path = (id: string, depth = 0): string => {
    const { parentId, name } = menus.get(id)!;
    return parentId && menus.has(parentId) && depth < 20 ? `${path(parentId, depth + 1)} / ${name}` : name;
  };
  const byId = new Map(rows.map(({ id }) => [id, path(id)]));
  return { byId, byPath: new Map([...byId].map(([id, each]) => [each, id])) };
}

const columns = [
  { field: 'adminMenus', column: 'adminMenuIds', of: adminMenu },
  { field: 'businessMenus', column: 'businessMenuIds', of: businessMenu },
] as const;

const listOf = (field: string, given: unknown): string[] => {
  if (given === undefined) return [];
  if (Array.isArray(given) && given.every((each) => typeof each === 'string')) return given;
  throw new Refused('bad_input', {}, [{ field, msg: text('应为文字的列表', 'must be a list of texts') }]);
};

/** The ids of the menus a file names. @throws Refused `bad_input` for one that is not there */
async function menuIds(field: string, of: Resource, given: unknown, work: Work): Promise<string[]> {
  const { byPath } = await pathsOf(of, work);
  return listOf(field, given).map((path) => {
    const id = byPath.get(path);
    if (id) return id;
    const msg = fill(text('没有菜单“{path}”', 'There is no menu “{path}”'), { path });
    throw new Refused('bad_input', {}, [{ field, msg }]);
  });
}

const isSameSet = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.every((each) => b.includes(each));

const sorted = (names: readonly string[]): string[] | undefined => (names.length > 0 ? names.toSorted() : undefined);

export const roleFiles: Filing = {
  also: ['permissions', ...columns.map(({ field }) => field)],
  read: async (rows, work) => {
    const paths = await Promise.all(columns.map(({ of }) => pathsOf(of, work)));
    return rows.map((row) => ({
      permissions: sorted((row.permissions as string[] | null) ?? []),
      ...Object.fromEntries(
        columns.map(({ field, column }, nth) => [
          field,
          sorted(((row[column] as string[] | null) ?? []).flatMap((id) => paths[nth]!.byId.get(id) ?? [])),
        ]),
      ),
    }));
  },
  save: async (row, values, plain, work) => {
    const id = await plain();
    const permissions = listOf('permissions', values.permissions);
    const [admin, business] = [
      await menuIds('adminMenus', adminMenu, values.adminMenus, work),
      await menuIds('businessMenus', businessMenu, values.businessMenus, work),
    ];
    const had = (column: string) => (row?.[column] as string[] | null | undefined) ?? [];
    if (!isSameSet(had('adminMenuIds'), admin))
      await through('role.grantAdmin', { roleIds: [id], menuIds: admin }, work);
    if (!isSameSet(had('businessMenuIds'), business) || !isSameSet(had('permissions'), permissions))
      await through('role.grant', { roleIds: [id], menuIds: business, permissions }, work);
    return id;
  },
};
