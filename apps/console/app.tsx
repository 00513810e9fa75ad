import { StrictMode, Suspense, lazy } from 'react';
import type { ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { session } from '#kit/console/session.ts';
import { isOpen } from './guard.ts';
import { pageOf, stands } from './pages.ts';
import ErrorPage from './shell/error-page.tsx';
import Shell from './shell/shell.tsx';

const LockPage = lazy(() => import('./lone/lock-page.tsx'));
const TicketPage = lazy(() => import('./lone/ticket-page.tsx'));
const FramePage = lazy(() => import('./lone/visitor-frame.tsx'));
const VisitorPage = lazy(() => import('./lone/visitor-page.tsx'));

/** What stands at an address that the guard let through; all that needs a login is the shell's. */
function Page({ path }: { path: string }): ReactNode {
  if (path === '/lock') return <LockPage />;
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

/** The page in view comes while the shell asks who it is. */
export function mount(): void {
  if (session.tokens() && stands(location.pathname)) void pageOf(location.pathname).catch(() => undefined);
  createRoot(document.getElementById('root')!).render(
    <StrictMode>
      <Suspense fallback={<div className="shell-wait" />}>
        <Page path={location.pathname} />
      </Suspense>
    </StrictMode>,
  );
}
