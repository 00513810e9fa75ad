import { StrictMode, Suspense, lazy, useEffect, useState } from 'react';
import type { ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { session, useLoggedIn } from '#kit/console/session.ts';
import { language, speak } from '#kit/console/words.ts';
import '#kit/console/look/tokens.css';
import { Login } from './login.tsx';
import './login.css';

const loadShell = () => import('./shell/shell.tsx');
const Shell = lazy(loadShell);
const ErrorPage = lazy(() => import('./shell/error-page.tsx'));

const open: ReadonlySet<string> = new Set(['/403', '/404', '/500']);

/** Where the person wanted to go before logging in; only an address of this console. */
function wanted(): string {
  const to = new URLSearchParams(location.search).get('to');
  return to && /^\/(?!\/|login)/.test(to) ? to : '/';
}

const move = (address: string): void => history.replaceState(null, '', address);

/** Decides by token and path what is shown: the login page alone, an error page, or the whole shell. */
function Root({ typed }: { typed: { account: string; password: string } }): ReactNode {
  const loggedIn = useLoggedIn();
  const [hadSession, setHadSession] = useState(loggedIn);
  useEffect(() => {
    document.documentElement.toggleAttribute('data-in', loggedIn);
    if (loggedIn) setHadSession(true);
  }, [loggedIn]);
  if (!loggedIn && open.has(location.pathname)) return <Suspense fallback={null}><ErrorPage code={location.pathname.slice(1)} /></Suspense>;
  if (!loggedIn) {
    if (location.pathname !== '/login') move(location.pathname === '/' ? '/login' : `/login?to=${encodeURIComponent(location.pathname + location.search)}`);
    return <Login typed={hadSession ? { account: '', password: '' } : typed} expired={hadSession && !session.left()} onWarm={() => void loadShell()} />;
  }
  if (location.pathname === '/login') move(wanted());
  return <Suspense fallback={<div className="shell-wait" />}><Shell /></Suspense>;
}

function start(): void {
  const root = document.getElementById('root')!;
  const value = (name: string) => root.querySelector<HTMLInputElement>(`.first.${language()} [name="${name}"]`)?.value ?? '';
  const typed = { account: value('username'), password: value('password') };
  const focused = document.activeElement?.id;
  if (session.tokens()) void loadShell();
  speak(language());
  createRoot(root).render(<StrictMode><Root typed={typed} /></StrictMode>);
  if (focused) requestAnimationFrame(() => document.getElementById(focused)?.focus());
}

start();
