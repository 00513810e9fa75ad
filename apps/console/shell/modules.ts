import { useEffect, useMemo, useState } from 'react';
import type { Me } from '#kit/console/me.ts';
import { keep, kept } from '#kit/console/storage.ts';
import { framedAt, trail, useHolder, useMenu, useTopMenu, visible } from './menu.ts';
import type { MenuItem, TopItem } from './menu.ts';
import { home } from './screens.ts';
import { useTabs, visited } from './tabs.ts';
import type { Where } from './where.ts';

const noTops: readonly TopItem[] = [];

export type Modules = {
  tops: readonly TopItem[];
  active: string | undefined;
  items: MenuItem[];
  way: MenuItem[];
  loading: boolean;
  choose: (id: string) => void;
};

/**
 * The top menu, the module in view and its tree. The module follows the page: from its tab, or found in the other
 * trees.
 */
export function useModules(where: Where, me: Me): Modules {
  const tops = useTopMenu().data ?? noTops;
  const group = useTabs((state) => state.tabs.find((tab) => tab.path === where.path)?.group);
  const [chosen, setChosen] = useState<string | null>(() => kept<string>('top-menu'));
  const active = tops.some(({ id }) => id === chosen) ? chosen! : tops[0]?.id;
  const menu = useMenu(active);
  const items = useMemo(() => visible(menu.data ?? [], me.roles), [menu.data, me.roles]);
  const way = trail(items, where.path);
  /** The path from which the person looked into another module, until he leaves it. */
  const [settled, setSettled] = useState<string | null>(null);
  const choose = (id: string) => {
    keep('top-menu', id);
    setChosen(id);
    setSettled(where.path);
  };
  useEffect(() => {
    if (settled !== where.path) setSettled(null);
  }, [settled, where.path]);
  const lost = menu.data !== undefined && where.path !== home && settled !== where.path && way.length === 0;
  const { holder, waiting } = useHolder(where.path, lost && group === undefined);
  const follow = lost ? (group ?? holder) : undefined;
  useEffect(() => {
    if (follow) setChosen(follow);
  }, [follow]);
  const icon = way.findLast((item) => item.icon)?.icon ?? 'dot';
  const inMenu = way.length > 0;
  const put = useTabs((state) => state.put);
  useEffect(() => {
    if (inMenu && active)
      put((tabs) =>
        tabs.some(({ path }) => path === where.path)
          ? visited(tabs, where.path, where.search, null, { group: active, meta: { icon }, ...paramsOf(where.path) })
          : tabs,
      );
  }, [inMenu, active, icon, put, where.path, where.search]);
  // Until the page's own module is known no other is shown in its place.
  return {
    tops,
    active,
    items,
    way,
    loading: menu.isPending || waiting || (follow !== undefined && follow !== active),
    choose,
  };
}

/** The parts of a path that stand for something: which outside page a frame shows. */
function paramsOf(path: string): { params?: Record<string, string> } {
  const outside = framedAt(path);
  return outside === null ? {} : { params: { routerPath: outside } };
}
