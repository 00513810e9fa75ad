import { QueryClientProvider, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useLayoutEffect, useState } from 'react';
import type { ReactNode } from 'react';
import { Trouble } from '#kit/console/empty.tsx';
import { Floating } from '#kit/console/floating.tsx';
import { useKeys } from '#kit/console/keyboard.ts';
import { KeysHelp } from '#kit/console/keys-help.tsx';
import { useMe } from '#kit/console/me.ts';
import type { Me } from '#kit/console/me.ts';
import { part } from '#kit/console/part.tsx';
import { pictureKey } from '#kit/console/picture.tsx';
import { keep, kept } from '#kit/console/storage.ts';
import { useWords } from '#kit/console/words.ts';
import { helpTitle } from '../help/words.ts';
import { whoIsIt } from '../me-ahead.ts';
import { client } from './client.ts';
import { Expiry } from './expiry.tsx';
import { Finder, Looking } from './find/finder.tsx';
import { menuSearchHolder, menuSearchTitle, paletteHolder, paletteTitle, tabAfter, tabBefore } from './find/words.ts';
import { useLookChoice, wear } from './look/look.ts';
import { useModules } from './modules.ts';
import type { Modules } from './modules.ts';
import { home } from './screens.ts';
import { Sidebar } from './sidebar.tsx';
import { useSizeClass } from './size.ts';
import type { SizeClass } from './size.ts';
import { TabBar } from './tab-bar.tsx';
import { TabPanes } from './tab-panes.tsx';
import { useTabs } from './tabs.ts';
import { Breadcrumb, TopBar } from './top-bar.tsx';
import { TopMenuButton } from './top-menu.tsx';
import { useWhere } from './where.ts';
import type { Where } from './where.ts';
import '#kit/console/look/parts.css';
import '#kit/console/look/page.css';
import './shell.css';

const FirstPassword = part(() => import('./first-password.tsx'));
const MenuSearch = part(() => import('./find/menu-search.tsx'), { wait: <Looking /> });
const HelpDrawer = part(() => import('../help/help-drawer.tsx'));
const Palette = part(() => import('./find/palette.tsx'), { wait: <Looking /> });

type Found = 'menu' | 'anything' | null;

/** The search overlays. */
function Finders({
  found,
  modules,
  me,
  where,
  onClose,
}: {
  found: Found;
  modules: Modules;
  me: Me;
  where: Where;
  onClose: () => void;
}): ReactNode {
  const { t } = useWords();
  const tabs = useTabs((state) => state.tabs);
  const go = (address: string) => {
    onClose();
    where.go(address);
  };
  const searched = { tops: modules.tops, roles: me.roles };
  if (!found) return null;
  if (found === 'menu')
    return (
      <Finder title={t(menuSearchTitle)} placeholder={t(menuSearchHolder)} onClose={onClose}>
        {(line) => <MenuSearch line={line} searched={searched} onGo={go} />}
      </Finder>
    );
  return (
    <Finder title={t(paletteTitle)} placeholder={t(paletteHolder)} onClose={onClose}>
      {(line) => <Palette line={line} searched={searched} tabs={tabs} path={where.path} onGo={go} onClose={onClose} />}
    </Finder>
  );
}

const everywhere = [
  ['Ctrl K', paletteTitle],
  ['M', menuSearchTitle],
  ['[', tabBefore],
  [']', tabAfter],
  ['H', helpTitle],
] as const;

/** Keys that work on every page. */
function useShellKeys(where: Where, find: (what: Found) => void, help: () => void): void {
  const step = (by: number) => {
    const { tabs } = useTabs.getState();
    const at = tabs.findIndex((tab) => tab.path === where.path);
    const next = tabs[(at + by + tabs.length) % tabs.length];
    if (next) where.go(next.path + next.search);
  };
  useKeys({ m: () => find('menu'), '[': () => step(-1), ']': () => step(1), h: help });
}

/**
 * Ctrl+K, which works while somebody types, before the frame is drawn, and above a box: one of the page stays where it
 * is, one of the frame gives way, for it would lie above the page one goes to. Only a question wants its answer first.
 */
function usePaletteKey(find: (what: Found) => void): void {
  useLayoutEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey || event.key.toLowerCase() !== 'k')
        return;
      event.preventDefault();
      const boxes = [...document.querySelectorAll('dialog[open]')];
      if (boxes.some((box) => box.matches('.question'))) return;
      for (const box of boxes) if (!box.closest('main')) box.dispatchEvent(new Event('cancel', { cancelable: true }));
      find('anything');
    };
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, [find]);
}

const refreshMs = 100;
/** What belongs to the frame and not to the page in it; a picture never changes. */
const lasting: ReadonlySet<unknown> = new Set(['me', 'menu', 'brand', 'notices', pictureKey]);

/** Takes the page in view away for a moment and brings it back with fresh data. */
function useRefreshPage(path: string): { resting: string | null; refresh: () => void } {
  const queries = useQueryClient();
  const [resting, setResting] = useState<string | null>(null);
  const refresh = () => {
    setResting(path);
    void queries.invalidateQueries({ predicate: ({ queryKey }) => !lasting.has(queryKey[0]), refetchType: 'none' });
    setTimeout(() => setResting(null), refreshMs);
  };
  return { resting, refresh };
}

/** The menu at the side: kept open or slim in a wide window, a drawer above the page in a narrow one. */
function useSidebar(size: SizeClass) {
  const isNarrow = size < 2;
  const [open, setOpen] = useState(() => kept<boolean>('sidebar') ?? true);
  const [drawer, setDrawer] = useState(false);
  const toggle = () => {
    if (isNarrow) return setDrawer(!drawer);
    keep('sidebar', !open);
    setOpen(!open);
  };
  return { isNarrow, open, drawer, setDrawer, toggle };
}

/** The part of the menu one is in, and the way from there to the page. */
function MenuPath({ modules }: { modules: Modules }): ReactNode {
  return (
    <>
      <TopMenuButton items={modules.tops} active={modules.active} onChoose={modules.choose} />
      <Breadcrumb trail={modules.way} />
    </>
  );
}

function Frame({ me, found, onFind: setFound }: { me: Me; found: Found; onFind: (what: Found) => void }): ReactNode {
  const where = useWhere();
  const modules = useModules(where, me);
  const size = useSizeClass();
  const { isNarrow, open, drawer, setDrawer, toggle } = useSidebar(size);
  const [showsNotices, setShowsNotices] = useState(false);
  const { resting, refresh } = useRefreshPage(where.path);
  const [helped, setHelped] = useState<string | null>(null);
  const help = () => setHelped(where.path);
  useShellKeys(where, setFound, help);
  const { go } = where;
  const fromMenu = useCallback(
    (path: string) => {
      setDrawer(false);
      go(path);
    },
    [go, setDrawer],
  );
  const goHome = () => where.go(home + (useTabs.getState().tabs.find(({ path }) => path === home)?.search ?? ''));
  const sidebar = (
    <Sidebar
      items={modules.items}
      loading={modules.loading}
      slim={!isNarrow && !open}
      edge={!isNarrow}
      path={where.path}
      onGo={fromMenu}
    />
  );
  return (
    <div className={`shell ${isNarrow ? 'narrow' : open ? '' : 'slim'}`}>
      {isNarrow ? (
        drawer ? (
          <>
            <div className="veil" onClick={() => setDrawer(false)} role="presentation" />
            {sidebar}
          </>
        ) : null
      ) : (
        sidebar
      )}
      <TopBar
        me={me}
        middle={<MenuPath modules={modules} />}
        size={size}
        expanded={isNarrow ? drawer : open}
        onToggle={toggle}
        onGo={where.go}
        onHome={goHome}
        onFind={() => setFound('anything')}
        onHelp={help}
        onNotices={() => setShowsNotices(true)}
      />
      <TabBar where={where} menu={modules.items} onSearch={() => setFound('menu')} onRefresh={refresh} />
      <TabPanes where={where} resting={resting} />
      <Finders found={found} modules={modules} me={me} where={where} onClose={() => setFound(null)} />
      <Expiry
        me={me}
        requested={showsNotices}
        waits={found !== null}
        onAnswered={() => setShowsNotices(false)}
        onGo={where.go}
      />
      {helped === where.path ? <HelpDrawer path={where.path} onClose={() => setHelped(null)} /> : null}
      <KeysHelp everywhere={everywhere} />
    </div>
  );
}

/** Everything behind the login: who it is comes first, for zone and permissions decide what pages show. */
function Inside(): ReactNode {
  const { data, error, refetch } = useQuery({
    queryKey: ['me'],
    queryFn: ({ signal }) => whoIsIt(signal),
    staleTime: Infinity,
  });
  const me = useMe((state) => state.me);
  const [found, setFound] = useState<Found>(null);
  usePaletteKey(setFound);
  useEffect(() => {
    if (data) useMe.setState({ me: data });
  }, [data]);
  if (error)
    return (
      <div className="shell-wait">
        <Trouble error={error} onRetry={() => void refetch()} />
      </div>
    );
  if (!me) return <div className="shell-wait" aria-busy="true" />;
  if (!me.mustChangePassword) return <Frame me={me} found={found} onFind={setFound} />;
  return <FirstPassword />;
}

export default function Shell(): ReactNode {
  useLayoutEffect(() => {
    wear(useLookChoice.getState().look);
    return () => wear(null);
  }, []);
  return (
    <QueryClientProvider client={client}>
      <Inside />
      <Floating />
    </QueryClientProvider>
  );
}
