/**
 * Who works at a virtual box logs on to it as a person does, and the terminal sends his session with all that he does.
 */
import { Refusal } from './api.ts';
import type { Api } from './api.ts';

/** The session at a terminal, by its serial number. */
export type Sessions = (sn: string) => Promise<string>;

/** A session may end during a simulation; it is renewed after this long. */
const RENEWED_MS = 5 * 60_000;

const PAUSE_MS = 500;
/** Requests to an unreachable server are retried: the person at the booth stays. */
const TRIES = 240;

async function logOn(api: Api, sn: string): Promise<string> {
  for (let nth = 1; ; nth += 1) {
    try {
      return (await api.post<{ session: string }>('/api/gatehouse/box/terminal', { sn })).session;
    } catch (error) {
      if (nth === TRIES || (error instanceof Refusal && error.status < 500 && error.status !== 401)) throw error;
      await new Promise((then) => {
        setTimeout(then, PAUSE_MS);
      });
    }
  }
}

/** All terminals are worked by the one who set the lots up. */
export function sessionsBy(api: Api): Sessions {
  const known = new Map<string, { readonly session: Promise<string>; readonly until: number }>();
  return (sn) => {
    const found = known.get(sn);
    if (found && found.until > performance.now()) return found.session;
    const session = logOn(api, sn);
    known.set(sn, { session, until: performance.now() + RENEWED_MS });
    session.catch(() => known.delete(sn));
    return session;
  };
}
