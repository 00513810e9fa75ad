import { useQuery } from '@tanstack/react-query';
import { ask } from '#kit/console/ask.ts';
import type { Me } from '#kit/console/me.ts';
import type { Text } from '#kit/declare/text.ts';

export type TopItem = { id: string; name: string; nameEn?: string | null; icon?: string | null; sort?: number };
export type MenuItem = {
  id: string;
  parentId?: string | null;
  name: string;
  nameEn?: string | null;
  path?: string | null;
  icon?: string | null;
  children?: MenuItem[];
  meta?: { roles?: string[]; i18n?: string } | null;
};

export const labelOf = (item: { name: string; nameEn?: string | null }): Text => ({
  zh: item.name,
  en: item.nameEn || item.name,
});

export const useTopMenu = () =>
  useQuery({
    queryKey: ['menu', 'top'],
    queryFn: ({ signal }) => ask<TopItem[]>('/api/updown/topMenu/listAll', {}, { signal }),
    staleTime: Infinity,
  });

export const treeOf = (top: string | undefined) => ({
  queryKey: ['menu', 'tree', top],
  queryFn: ({ signal }: { signal: AbortSignal }) =>
    ask<MenuItem[]>('/api/updown/sysAdminMenu/routesParentIdTop', { parentId: top }, { signal }),
  enabled: top !== undefined,
  staleTime: Infinity,
});

export const useMenu = (top: string | undefined) => useQuery(treeOf(top));

/** The top menu that shows the page at a path; fetched while `wanted`. `waiting` while there may still be one. */
export function useHolder(path: string, wanted: boolean): { holder: string | undefined; waiting: boolean } {
  const outside = framedAt(path);
  const { data, isPending } = useQuery({
    queryKey: ['menu', 'holder', path],
    queryFn: ({ signal }) => ask<string | null>('/api/gatehouse/menu-holder', { path: outside ?? path }, { signal }),
    enabled: wanted,
    staleTime: Infinity,
  });
  return { holder: data ?? undefined, waiting: wanted && isPending };
}

/**
 * Entries the person may see: those without a list of roles, or with one of his. A folder with nothing in it is left
 * out.
 */
export function visible(items: readonly MenuItem[], roles: Me['roles']): MenuItem[] {
  const mine = new Set(roles.flatMap((role) => [role.id, role.roleName]));
  return items.flatMap((item) => {
    const wanted = item.meta?.roles;
    if (wanted && wanted.length > 0 && !wanted.some((role) => mine.has(role))) return [];
    const children = visible(item.children ?? [], roles);
    return (item.children?.length ?? 0) > 0 && children.length === 0 ? [] : [{ ...item, children }];
  });
}

/** The way from the top of the menu down to the entry of a path. */
export function trail(items: readonly MenuItem[], path: string): MenuItem[] {
  for (const item of items) {
    if (!item.children?.length && pathOf(addressOf(item)) === path) return [item];
    const below = trail(item.children ?? [], path);
    if (below.length > 0) return [item, ...below];
  }
  return [];
}

export const pathOf = (address: string): string => address.split('?')[0]!;

/** An address outside the console, or a plain document: shown in a frame. */
export const isOutside = (path: string): boolean => /^https?:\/\//i.test(path) || pathOf(path).includes('html');

/** The page of the console that shows an outside address in a frame, under the name the menu gives it. */
export function framed(path: string, label: Text): string {
  const query = new URLSearchParams({
    src: path,
    name: label.zh,
    ...(label.en === label.zh ? {} : { i18n: label.en }),
  });
  return `/myiframe/${encodeURIComponent(path)}?${query.toString()}`;
}

/** The outside address that a path of the console shows in a frame, as the menu has it. */
export function framedAt(path: string): string | null {
  const found = /^\/myiframe\/(.+)$/.exec(pathOf(path));
  return found ? decodeURIComponent(found[1]!) : null;
}

/** Where an entry leads. */
export const addressOf = (item: MenuItem): string =>
  !item.path ? '/404' : isOutside(item.path) ? framed(item.path, labelOf(item)) : item.path;
