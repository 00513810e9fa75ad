import { useSyncExternalStore } from 'react';
import { drop, keep, kept, onKept } from './storage.ts';

export type Tokens = { accessToken: string; refreshToken: string; /** Seconds. */ expiresIn: number; /** Milliseconds since 1970, this machine's clock. */ takenAt: number };

const listeners = new Set<() => void>();
let tokens: Tokens | null = kept<Tokens>('token');
let byWill = false;

export const session = {
  tokens: (): Tokens | null => tokens,
  open(given: Omit<Tokens, 'takenAt'>): void {
    const { accessToken, refreshToken, expiresIn } = given;
    tokens = { accessToken, refreshToken, expiresIn, takenAt: Date.now() };
    keep('token', tokens);
    for (const listener of listeners) listener();
  },
  /** Whether the person logged out by his own will, rather than the server ending the session. */
  left: (): boolean => byWill,
  /** Forgets everything that belongs to the person who was logged in. */
  close(will = false): void {
    byWill = will;
    tokens = null;
    for (const name of ['token', 'menus', 'roles', 'lock', 'tabs']) drop(name);
    for (const name of ['tabs', 'lock']) drop(name, 'session');
    for (const listener of listeners) listener();
  },
};

if (typeof window !== 'undefined') {
  onKept('token', () => {
    tokens = kept<Tokens>('token');
    for (const listener of listeners) listener();
  });
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

/** Whether somebody is logged in. */
export const useLoggedIn = (): boolean => useSyncExternalStore(subscribe, () => tokens !== null, () => false);

/** Room before the server's own end of the token, so that a call begun now still finds it alive. */
const marginSeconds = 300;

export const isStale = (held: Tokens, now: number): boolean => (now - held.takenAt) / 1000 >= Math.max(held.expiresIn - marginSeconds, held.expiresIn / 2);

/** Looks once a second and renews a stale token, one renewal at a time, also among the windows of one browser. */
export function keepFresh(renew: (held: Tokens) => Promise<Omit<Tokens, 'takenAt'>>): () => void {
  let busy = false;
  let notBefore = 0;
  const look = async () => {
    if (busy || !tokens || Date.now() < notBefore || !isStale(tokens, Date.now())) return;
    busy = true;
    try {
      await alone(async () => {
        tokens = kept<Tokens>('token');
        if (tokens && isStale(tokens, Date.now())) session.open(await renew(tokens));
      });
    } catch {
      notBefore = Date.now() + 10_000;
    } finally {
      busy = false;
    }
  };
  const timer = setInterval(() => void look(), 1000);
  return () => clearInterval(timer);
}

/** Web locks exist only on secure origins; on a plain local address two windows may both renew, which the server bears. */
const alone = (work: () => Promise<void>): Promise<void> => (navigator.locks ? navigator.locks.request('gatehouse-token', work) : work());
