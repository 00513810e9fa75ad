import { and, asc, eq, inArray, isNull } from 'drizzle-orm';
import { Refused } from '#kit/declare/refused.ts';
import type { Resource } from '#kit/declare/resource.ts';
import { fill, text } from '#kit/declare/text.ts';
import { forest } from '#kit/server/generic.ts';
import { serve } from '#kit/server/served.ts';
import type { Served } from '#kit/server/served.ts';
import { tableOf } from '#kit/server/table.ts';
import { permits } from '#kit/server/work.ts';
import type { Work } from '#kit/server/work.ts';
import { adminMenu } from '#areas/access/model/admin-menu.ts';
import { businessMenu } from '#areas/access/model/business-menu.ts';
import * as calls from '#areas/access/model/role-calls.ts';
import { role } from '#areas/access/model/role.ts';
import { notHeld } from './held.ts';
import { forget } from './person.ts';
import { roleInSight, roleToChange } from './role.ts';

const plain = (work: unknown) => work as Work;

type MenuRow = {
  id: string;
  parentId: string | null;
  name: string;
  nameEn: string | null;
  category: string;
  code: string | null;
  icon: string | null;
  path: string | null;
};

async function menusOf(of: Resource, work: Work, ids?: readonly string[]): Promise<MenuRow[]> {
  const t = tableOf(of);
  if (ids?.length === 0) return [];
  return (await work.db
    .select({
      id: t.id!,
      parentId: t.parentId!,
      name: t.name!,
      nameEn: t.nameEn!,
      category: t.category!,
      code: t.code!,
      icon: t.icon!,
      path: t.path!,
    })
    .from(t)
    .where(and(isNull(t.deletedAt!), ids ? inArray(t.id!, [...ids]) : undefined))
    .orderBy(asc(t.sort!), asc(t.id!))) as MenuRow[];
}

function mustHold(work: Work, codes: readonly string[]): void {
  const beyond = notHeld(work.person.permissions, codes);
  if (beyond.length > 0)
    throw new Refused('not_permitted', {
      what: fill(text('超出本人权限（{codes}）', 'exceeds your own permissions ({codes})'), {
        codes: beyond.slice(0, 5).join(', '),
      }),
    });
}

const codesIn = (raw: unknown): string[] | null => {
  if (raw === null || raw === undefined) return null;
  const list = Array.isArray(raw) ? raw.map(String) : [];
  const wrong =
    !Array.isArray(raw) || list.some((code) => !/^(\*|[A-Za-z][\w-]*|\*):?(\*|[A-Za-z][\w-]*)?$/.test(code));
  if (wrong)
    throw new Refused('bad_input', {}, [
      { field: 'permissions', msg: text('权限码形如 park:read', 'Permission codes look like park:read') },
    ]);
  return [...new Set(list)];
};

/** Replaces what roles are granted. The caller must hold every code that comes with it. */
async function grant(
  work: Work,
  of: Resource,
  column: 'adminMenuIds' | 'businessMenuIds',
  given: { roleIds?: string[] | null; menuIds?: string[] | null; permissions?: unknown },
): Promise<null> {
  const menuIds = given.menuIds ?? [];
  const menus = await menusOf(of, work, menuIds);
  const permissions = codesIn(given.permissions);
  mustHold(work, [...menus.flatMap(({ code }) => code ?? []), ...(permissions ?? [])]);
  const t = tableOf(role);
  for (const id of given.roleIds ?? []) {
    const row = await roleToChange(work, id);
    const change = { [column]: menuIds, ...(permissions ? { permissions } : {}) };
    await work.db
      .update(t)
      .set({ ...change, updatedBy: work.person.userId, updatedAt: work.now.toISOString() })
      .where(and(eq(t.tenantId!, row.tenantId), eq(t.id!, id)));
    work.record({
      resource: 'role',
      action: 'grant',
      rowId: id,
      before: { [column]: row[column] ?? [], ...(permissions ? { permissions: row.permissions ?? [] } : {}) },
      after: change,
      tenantId: row.tenantId,
    });
  }
  work.afterCommit(() => void forget(work.database));
  return null;
}

type Node = Record<string, unknown> & { children?: Node[]; code: string | null };

/** Drops branches that offer nothing to grant. */
const pruned = (nodes: readonly Node[], keep: (node: Node) => boolean): Node[] =>
  nodes.flatMap((node) => {
    const children = pruned(node.children ?? [], keep);
    return children.length > 0 || keep(node) ? [{ ...node, children }] : [];
  });

/** The menus a person may grant: those whose code he holds, under their directories. */
async function grantTree(work: Work, of: Resource): Promise<unknown> {
  const rows = (await menusOf(of, work)).filter(
    ({ code, category }) => category === 'directory' || !code || permits(work.person.permissions, code),
  );
  const nodes = forest(
    rows.map((row) => ({ ...row, label: row.name, value: row.id, key: row.id, title: row.name })),
    'parentId',
  ) as unknown as Node[]; // `forest` answers plain rows with children
  return pruned(nodes, (node) => node.category !== 'directory');
}

async function grantedKeys(
  work: Work,
  column: 'adminMenuIds' | 'businessMenuIds',
  roleIds: readonly string[],
): Promise<string[]> {
  const rows = await Promise.all(roleIds.map((id) => roleInSight(work, id)));
  return [...new Set(rows.flatMap((row) => row[column] ?? []))];
}

export const grantServed: readonly Served[] = [
  serve(calls.grantBusinessMenus, (work) => grant(plain(work), businessMenu, 'businessMenuIds', work.input)),
  serve(calls.grantAdminMenus, (work) => grant(plain(work), adminMenu, 'adminMenuIds', work.input)),
  serve(calls.businessGrantTree, (work) => grantTree(plain(work), businessMenu)),
  serve(calls.adminGrantTree, (work) => grantTree(plain(work), adminMenu)),
  serve(calls.businessGranted, (work) => grantedKeys(plain(work), 'businessMenuIds', work.input.roleIds ?? [])),
  serve(calls.adminGranted, (work) => grantedKeys(plain(work), 'adminMenuIds', work.input.roleIds ?? [])),
];
