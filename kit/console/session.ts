import { drop, keep, kept, onKept } from './storage.ts';

export type Tokens = {
  accessToken: string;
  refreshToken: string;
  /** Seconds. */ expiresIn: number;
  /** Milliseconds since 1970, this machine's clock. */ takenAt: number;
  /** Whose they are. */ account?: string;
};
export type Given = Omit<Tokens, 'takenAt'>;

const lockListeners = new Set<() => void>();
const listeners = new Set<(elsewhere: boolean) => void>();
let tokens: Tokens | null = kept<Tokens>('token');
let byWill = false;

const changed = (elsewhere = false): void => {
  for (const listener of listeners) listener(elsewhere);
};

export const session = {
  tokens: (): Tokens | null => tokens,
  /** The tokens as another window of this browser may have renewed them a moment ago. */
  latest(): Tokens | null {
    tokens = kept<Tokens>('token') ?? tokens;
    return tokens;
  },
  open({ accessToken, refreshToken, expiresIn, account }: Given): void {
    tokens = { accessToken, refreshToken, expiresIn, takenAt: Date.now(), ...(account ? { account } : {}) };
    keep('token', tokens);
    changed();
  },
  /** Whether the session was ended by a person, here or in another window, rather than by the server. */
  left: (): boolean => byWill,
  /** Forgets everything that belongs to the person who was logged in. */
  close(will = false): void {
    byWill = will;
    tokens = null;
    for (const name of ['token', 'menus', 'roles', 'lock', 'tabs', 'recents']) drop(name);
    for (const name of ['tabs', 'lock', 'listed']) drop(name, 'session');
    changed();
  },
  /**
   * Called after a request the server refused because the screen is locked, perhaps in another browser's window of the
   * same login.
   */
  locked(): void {
    for (const listener of lockListeners) listener();
  },
  onLocked(listener: () => void): () => void {
    lockListeners.add(listener);
    return () => void lockListeners.delete(listener);
  },
  /** Calls back when somebody logs in, is renewed, or leaves; `elsewhere`: in another window of this browser. */
  onChange(listener: (elsewhere: boolean) => void): () => void {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  },
};

if (typeof window !== 'undefined') {
  onKept('token', () => {
    tokens = kept<Tokens>('token');
    byWill = tokens === null;
    changed(true);
  });
}

/** A margin before the token's expiry on the server, so that a call begun now still finds it alive. */
const marginSeconds = 300;

export const isStale = (held: Tokens, now: number): boolean =>
  (now - held.takenAt) / 1000 >= Math.max(held.expiresIn - marginSeconds, held.expiresIn / 2);

/** Checks once a second and renews a stale token, one renewal at a time, also among the windows of one browser. */
export function keepFresh(renew: (held: Tokens) => Promise<Given>): () => void {
  let busy = false;
  let notBefore = 0;
  const look = async () => {
    if (busy || !tokens || Date.now() < notBefore || !isStale(tokens, Date.now())) return;
    busy = true;
    try {
      await alone(async () => {
        const held = (tokens = kept<Tokens>('token'));
        if (!held || !isStale(held, Date.now())) return;
        const given = await renew(held);
        // Who left in the meantime stays out.
        if (tokens === held) session.open(given);
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

/**
 * Web locks exist only on secure origins; on a plain local address two windows may both renew, which the server bears.
 */
const alone = (work: () => Promise<void>): Promise<void> =>
  navigator.locks ? navigator.locks.request('gatehouse-token', work) : work();
