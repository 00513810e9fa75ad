import { create } from 'zustand';
import type { Text } from '#kit/declare/text.ts';
import { keep, kept } from '#kit/console/storage.ts';
import { home } from './screens.ts';

/**
 * A visited page. `search` is its own query, kept while another tab is in view; `label` is absent until its address,
 * page or menu says it; `params` are the parts of a path that stand for something, `group` the module of the menu that
 * has it, `meta` what the menu says of it besides.
 */
export type Tab = {
  path: string;
  search: string;
  label: Text | null;
  params?: Readonly<Record<string, string>>;
  meta?: { icon: string };
  group?: string;
};
export type Tabs = readonly Tab[];
type Known = Partial<Pick<Tab, 'params' | 'meta' | 'group'>>;

/** Pages that are not worth a tab. */
const tabless: ReadonlySet<string> = new Set(['/403', '/404', '/500']);

export const hasTab = (path: string): boolean => path !== '' && !tabless.has(path);

/** What an address calls its page itself: `name`, in English `i18n`. */
export function namedBy(search: string): Text | null {
  const params = new URLSearchParams(search);
  const name = params.get('name')?.trim();
  return name ? { zh: name, en: params.get('i18n')?.trim() || name } : null;
}

/**
 * What an address wants opened in a window of its own (`target`), without saying so again; null where it stays in this
 * one.
 */
export function elsewhere(address: string): { address: string; target: string } | null {
  const [path = '', query = ''] = address.split('?');
  const params = new URLSearchParams(query);
  const target = params.get('target');
  if (!target) return null;
  params.delete('target');
  return { address: params.size > 0 ? `${path}?${params.toString()}` : path, target };
}

const same = (one: Text | null, other: Text | null): boolean => one?.zh === other?.zh && one?.en === other?.en;

/** Opens a page's tab, or brings its query up to date. A page without a path, or with an empty name, gets none. */
export function visited(tabs: Tabs, path: string, search: string, label: Text | null, known: Known = {}): Tabs {
  if (!hasTab(path) || label?.zh === '') return tabs;
  const name = namedBy(search) ?? label;
  const at = tabs.findIndex((tab) => tab.path === path);
  if (at < 0) return [...tabs, { path, search, label: name, ...known }];
  const old = tabs[at]!;
  const news = (Object.keys(known) as (keyof Known)[]).some(
    (key) => JSON.stringify(known[key]) !== JSON.stringify(old[key]),
  );
  return old.search === search && (name === null || same(old.label, name)) && !news
    ? tabs
    : tabs.with(at, { ...old, search, label: name ?? old.label, ...known });
}

/** A page that becomes another keeps its place; where that one is open already, it goes. */
export function become(tabs: Tabs, from: string, path: string, search: string): Tabs {
  const at = tabs.findIndex((tab) => tab.path === from);
  if (at < 0 || from === path) return tabs;
  return tabs.some((tab) => tab.path === path) ? tabs.toSpliced(at, 1) : tabs.with(at, { path, search, label: null });
}

/** Every tab but home can be closed, and the last one cannot. */
export const closable = (tabs: Tabs, path: string): boolean =>
  path !== home && tabs.length > 1 && tabs.some((tab) => tab.path === path);

/** The tab to show after one is closed: its right neighbour, else its left. */
export function closed(tabs: Tabs, path: string): { tabs: Tabs; next: Tab | null } {
  if (!closable(tabs, path)) return { tabs, next: null };
  const at = tabs.findIndex((tab) => tab.path === path);
  return { tabs: tabs.filter((tab) => tab.path !== path), next: tabs[at + 1] ?? tabs[at - 1] ?? null };
}

export const onlyThis = (tabs: Tabs, path: string): Tabs =>
  tabs.filter((tab) => tab.path === path || tab.path === home);
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
