import { Activity, Suspense, memo, use, useEffect, useMemo, useState } from 'react';
import type { ReactNode } from 'react';
import { Guarded } from '#kit/console/guarded.tsx';
import { PlaceContext } from '#kit/console/place.ts';
import type { Place } from '#kit/console/place.ts';
import { useWords } from '#kit/console/words.ts';
import { forget, pageOf, stands } from '../pages.ts';
import { useBrand } from './brand.ts';
import ErrorPage from './error-page.tsx';
import { noteRecent } from './find/recents.ts';
import { home } from './screens.ts';
import { become, hasTab, useTabs, visited } from './tabs.ts';
import type { Tab } from './tabs.ts';
import { onward } from './where.ts';
import type { Where } from './where.ts';

/** Stands still while the frame around it learns labels and icons: what the page shows depends on its place alone. */
const PageOf = memo(function PageOf({ path }: { path: string }): ReactNode {
  const page = use(pageOf(path));
  const put = useTabs((state) => state.put);
  const search = useTabs((state) => state.tabs.find((tab) => tab.path === path)?.search);
  useEffect(() => {
    if (page && search !== undefined) put((tabs) => visited(tabs, path, search, page.title));
  }, [page, put, path, search]);
  return page ? <page.component /> : <ErrorPage code="404" />;
});

/** One page with its own address: a hidden one keeps the query it had. */
function Pane({
  tab,
  active,
  resting,
  where,
}: {
  tab: Tab;
  active: boolean;
  resting: boolean;
  where: Where;
}): ReactNode {
  const search = active ? where.search : tab.search;
  const put = useTabs((state) => state.put);
  const { go, replace } = where;
  const place = useMemo<Place>(
    () => ({
      path: tab.path,
      search,
      go,
      replace: (params) => replace(tab.path, params),
      become: (address) => {
        const [path = '', query = ''] = address.split('?');
        put((tabs) => become(tabs, tab.path, path, query && `?${query}`));
        replace(path, new URLSearchParams(query));
      },
      titleOf: (path) => useTabs.getState().tabs.find((each) => each.path === path)?.label ?? null,
      rename: (label) => put((tabs) => visited(tabs, tab.path, search, { zh: label, en: label })),
    }),
    [tab.path, search, go, replace, put],
  );
  return (
    <Activity mode={active ? 'visible' : 'hidden'}>
      <div className="pane">
        {resting ? null : (
          <PlaceContext value={place}>
            <Guarded onRetry={() => forget(tab.path)}>
              <Suspense
                fallback={
                  <div className="pane-wait" aria-busy="true">
                    <span className="gh-spin" />
                  </div>
                }
              >
                <PageOf path={tab.path} />
              </Suspense>
            </Guarded>
          </PlaceContext>
        )}
      </div>
    </Activity>
  );
}

/**
 * All open pages, each kept alive with its state and scroll; only the one in view has effects running. `resting`: a
 * page being reloaded is unmounted for a moment.
 */
export function TabPanes({ where, resting }: { where: Where; resting: string | null }): ReactNode {
  const { t } = useWords();
  const { tabs, put } = useTabs();
  const [seen, setSeen] = useState<ReadonlySet<string>>(new Set());
  const { path, search } = where;
  const isError = !hasTab(path);
  const found = stands(path);
  useEffect(() => {
    if (isError || onward(path)) return;
    if (!found) return where.replace('/404', new URLSearchParams());
    put((held) => visited(held, path, search, null));
    setSeen((held) => (held.has(path) ? held : new Set([...held, path])));
  }, [path, search, isError, found, where, put]);
  const label = tabs.find((tab) => tab.path === path)?.label;
  const icon = tabs.find((tab) => tab.path === path)?.meta?.icon ?? 'clock';
  useEffect(() => {
    if (label && path !== home) noteRecent({ address: path + search, label, icon });
  }, [label, path, search, icon]);
  const { title } = useBrand();
  useEffect(() => {
    document.title = label ? `${t(label)} - ${t(title)}` : t(title);
  }, [label, title, t]);
  return (
    <main className="panes" id="main">
      {tabs
        .filter((tab) => stands(tab.path) && (seen.has(tab.path) || tab.path === path))
        .map((tab) => (
          <Pane key={tab.path} tab={tab} active={tab.path === path} resting={tab.path === resting} where={where} />
        ))}
      {isError ? <ErrorPage code={path.slice(1)} /> : null}
    </main>
  );
}
