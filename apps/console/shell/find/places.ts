import { useQueries } from '@tanstack/react-query';
import type { Me } from '#kit/console/me.ts';
import type { Text } from '#kit/declare/text.ts';
import { addressOf, labelOf, treeOf, visible } from '../menu.ts';
import type { MenuItem, TopItem } from '../menu.ts';
import type { Place } from './rank.ts';

/** Where screens are searched for: all modules of the person's menu. */
export type Searched = { tops: readonly TopItem[]; roles: Me['roles'] };

/** All screens of a menu, each with the names above it. */
export const leaves = (items: readonly MenuItem[], way: readonly Text[] = [], icon = 'dot'): Place[] =>
  items.flatMap((item) =>
    item.children?.length
      ? leaves(item.children, [...way, labelOf(item)], item.icon ?? icon)
      : item.path
        ? [{ path: addressOf(item), label: labelOf(item), icon: item.icon ?? icon, way }]
        : [],
  );

/** Every screen of every module; `waiting` until all trees are there. */
export function usePlaces({ tops, roles }: Searched): { places: Place[]; waiting: boolean } {
  const trees = useQueries({ queries: tops.map(({ id }) => treeOf(id)) });
  const all = trees.flatMap(({ data }, at) =>
    leaves(visible(data ?? [], roles), tops.length > 1 ? [labelOf(tops[at]!)] : []),
  );
  return {
    places: [...new Map(all.map((place) => [place.path, place])).values()],
    waiting: trees.some(({ isPending }) => isPending),
  };
}
