import { StrictMode } from 'react';
import type { ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { surround } from '#kit/console/guarded.tsx';
import { part } from '#kit/console/part.tsx';
import { session } from '#kit/console/session.ts';
import { logError } from './error-log.ts';
import { isOpen, isWall } from './guard.ts';
import { isReplaced } from './offline/replaced.ts';
import { pageOf, stands } from './pages.ts';
import ErrorPage from './shell/error-page.tsx';
import Shell from './shell/shell.tsx';

const wait = <div className="shell-wait" />;
const LockPage = part(() => import('./lone/lock-page.tsx'), { wait });
const TicketPage = part(() => import('./lone/ticket-page.tsx'), { wait });
const FramePage = part(() => import('./lone/visitor-frame.tsx'), { wait });
const VisitorPage = part(() => import('./lone/visitor-page.tsx'), { wait });
const WallPage = part<{ path: string }>(() => import('./lone/wall-page.tsx'), { wait });

/** What stands at an address that the guard let through; all that needs a login is the shell's. */
function Page({ path }: { path: string }): ReactNode {
  if (path === '/lock') return <LockPage />;
  if (isWall(path, location.hash, location.search, session.tokens() !== null)) return <WallPage path={path} />;
  if (session.tokens()) return <Shell />;
  if (path === '/gxwlogin') return <TicketPage />;
  if (path.startsWith('/myiframe/')) return <FramePage />;
  return isOpen(path) ? (
    <VisitorPage />
  ) : (
    <main>
      <ErrorPage code={path.slice(1)} />
    </main>
  );
}

/** The page in view loads while the shell is still fetching the current user. */
export function mount(): void {
  surround({ note: (error, info) => logError('error', error, info), isReplaced });
  if (session.tokens() && stands(location.pathname)) void pageOf(location.pathname).catch(() => undefined);
  createRoot(document.getElementById('root')!).render(
    <StrictMode>
      <Page path={location.pathname} />
    </StrictMode>,
  );
}
