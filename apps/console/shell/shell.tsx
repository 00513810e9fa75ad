import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query';
import { Suspense, lazy, useEffect, useState } from 'react';
import type { ReactNode } from 'react';
import { BrowserRouter } from 'react-router';
import { Failed, ask } from '#kit/console/ask.ts';
import { Trouble } from '#kit/console/empty.tsx';
import { Floating } from '#kit/console/floating.tsx';
import { useMe } from '#kit/console/me.ts';
import type { Me } from '#kit/console/me.ts';
import { keep, kept } from '#kit/console/storage.ts';
import { Breadcrumb, TopBar } from './top-bar.tsx';
import { TopMenuButton } from './top-menu.tsx';
import { trail, useHolder, useMenu, useTopMenu, visible } from './menu.ts';
import type { TopItem } from './menu.ts';
import { home } from './screens.ts';
import { Sidebar } from './sidebar.tsx';
import { TabBar } from './tab-bar.tsx';
import { TabPanes } from './tab-panes.tsx';
import { useWhere } from './where.ts';
import '#kit/console/look/parts.css';
import '#kit/console/look/page.css';
import './shell.css';

/** A refusal does not become right by asking again; a lost answer may. */
const client = new QueryClient({ defaultOptions: { queries: { staleTime: 10_000, refetchOnWindowFocus: false, retry: (count, error) => count < 2 && error instanceof Failed && (error.status === 0 || error.status === 503) } } });

const PasswordPage = lazy(() => import('./password.tsx'));

const narrow = '(max-width: 991px)';

function useNarrow(): boolean {
  const [is, setIs] = useState(() => matchMedia(narrow).matches);
  useEffect(() => {
    const query = matchMedia(narrow);
    const listen = () => setIs(query.matches);
    query.addEventListener('change', listen);
    return () => query.removeEventListener('change', listen);
  }, []);
  return is;
}

const noTops: readonly TopItem[] = [];

function Frame({ me }: { me: Me }): ReactNode {
  const where = useWhere();
  const top = useTopMenu();
  const [chosen, setChosen] = useState<string | null>(() => kept<string>('top-menu'));
  const topId = top.data?.some(({ id }) => id === chosen) ? chosen! : top.data?.[0]?.id;
  const menu = useMenu(topId);
  const items = visible(menu.data ?? [], me.roles);
  const isNarrow = useNarrow();
  const [open, setOpen] = useState(() => kept<boolean>('sidebar') ?? true);
  const [drawer, setDrawer] = useState(false);
  const toggle = () => {
    if (isNarrow) return setDrawer(!drawer);
    keep('sidebar', !open);
    setOpen(!open);
  };
  /** The path whose module is settled: it was found there, or the person looked into another module from it. */
  const [settled, setSettled] = useState<string | null>(null);
  const chooseTop = (id: string) => {
    keep('top-menu', id);
    setChosen(id);
    setSettled(where.path);
  };
  const lost = menu.data !== undefined && where.path !== home && settled !== where.path && trail(items, where.path).length === 0;
  const holder = useHolder(top.data ?? noTops, where.path, lost);
  useEffect(() => {
    if (holder) setChosen(holder);
  }, [holder]);
  const sidebar = <Sidebar items={items} loading={menu.isPending} slim={!isNarrow && !open} path={where.path} onGo={(path) => { setDrawer(false); where.go(path); }} />;
  return (
    <div className={`shell ${isNarrow ? 'narrow' : open ? '' : 'slim'}`}>
      {isNarrow ? (drawer ? <><div className="veil" onClick={() => setDrawer(false)} role="presentation" />{sidebar}</> : null) : sidebar}
      <TopBar onToggle={toggle} expanded={isNarrow ? drawer : open} onGo={where.go} me={me} middle={<><TopMenuButton items={top.data ?? []} active={topId} onChoose={chooseTop} /><Breadcrumb trail={trail(items, where.path)} /></>} />
      <TabBar where={where} menu={items} />
      <TabPanes where={where} />
    </div>
  );
}

/** Everything behind the login: who it is comes first, for zone and permissions decide what pages show. */
function Inside(): ReactNode {
  const { data, error, refetch } = useQuery({ queryKey: ['me'], queryFn: ({ signal }) => ask<Me>('/api/api-uaa/oauth/userinfo', {}, { signal, quiet: true }), staleTime: Infinity });
  const me = useMe((state) => state.me);
  useEffect(() => { if (data) useMe.setState({ me: data }); }, [data]);
  if (error) return <div className="shell-wait"><Trouble error={error} onRetry={() => void refetch()} /></div>;
  if (!me) return <div className="shell-wait" aria-busy="true" />;
  if (!me.mustChangePassword) return <Frame me={me} />;
  return <main className="first-password"><Suspense fallback={null}><PasswordPage first /></Suspense></main>;
}

export default function Shell(): ReactNode {
  return (
    <QueryClientProvider client={client}>
      <BrowserRouter><Inside /></BrowserRouter>
      <Floating />
    </QueryClientProvider>
  );
}
