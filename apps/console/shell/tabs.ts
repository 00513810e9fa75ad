import { create } from 'zustand';
import type { Text } from '#kit/declare/text.ts';
import { keep, kept } from '#kit/console/storage.ts';
import { home } from './screens.ts';

/** A visited page. `search` is its own query, kept while another tab is in view; `label` is absent until its page or menu says it. */
export type Tab = { path: string; search: string; label: Text | null };
export type Tabs = readonly Tab[];

/** Opens a page's tab, or brings its query up to date. */
export function visited(tabs: Tabs, path: string, search: string, label: Text | null): Tabs {
  const at = tabs.findIndex((tab) => tab.path === path);
  if (at < 0) return [...tabs, { path, search, label }];
  const old = tabs[at]!;
  return old.search === search && (label === null || old.label === label) ? tabs : tabs.with(at, { path, search, label: label ?? old.label });
}

/** Every tab but home can be closed, and the last one cannot. */
export const closable = (tabs: Tabs, path: string): boolean => path !== home && tabs.length > 1 && tabs.some((tab) => tab.path === path);

/** The tab to show after one is closed: its right neighbour, else its left. */
export function closed(tabs: Tabs, path: string): { tabs: Tabs; next: Tab | null } {
  if (!closable(tabs, path)) return { tabs, next: null };
  const at = tabs.findIndex((tab) => tab.path === path);
  return { tabs: tabs.filter((tab) => tab.path !== path), next: tabs[at + 1] ?? tabs[at - 1] ?? null };
}

export const onlyThis = (tabs: Tabs, path: string): Tabs => tabs.filter((tab) => tab.path === path || tab.path === home);
export const onlyHome = (tabs: Tabs): Tabs => {
  const kept1 = tabs.filter((tab) => tab.path === home);
  return kept1.length > 0 ? kept1 : [{ path: home, search: '', label: null }];
};

type Store = { tabs: Tabs; put: (change: (tabs: Tabs) => Tabs) => void };

/** The open tabs; remembered for a reload of this window. */
export const useTabs = create<Store>((set, get) => ({
  tabs: kept<Tab[]>('tabs', 'session') ?? [{ path: home, search: '', label: null }],
  put: (change) => {
    const tabs = change(get().tabs);
    if (tabs === get().tabs) return;
    keep('tabs', tabs, 'session');
    set({ tabs });
  },
}));
