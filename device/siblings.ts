/**
 * Servers at one outside broker look after each other. Each has a session of its own that the broker keeps, with a
 * share of the events, also while it is away; lanes would wait for those. So one that stays away is stood in for:
 * another takes its session over, lets it have no further events, stores what waits in it, and goes. The broker itself
 * shows who is there: a retained message of each, and its last will.
 */
import type { MqttClient } from 'mqtt';
import { setTimeout as later } from 'node:timers/promises';
import type { Log } from './types.ts';

export const HERE = 'here';
export const AWAY = 'away';

/** A kept session at the broker; what it holds is received and acknowledged. */
export type Session = {
  readonly client: MqttClient;
  /** For how long nothing has come or waited for its commit, ms. */ readonly idleMs: () => number;
  readonly close: () => Promise<void>;
};

export type SiblingsOptions = {
  readonly own: string;
  /**
   * How long one is away before another stands in, ms; each waits up to twice as long, so that mostly one of them does
   * it.
   */
  readonly patienceMs: number;
  /** Takes a session over; it is not to come back by itself when its owner takes it back. */
  readonly take: (name: string) => Session;
  /** All subscriptions of a server: whatever still came by one would look as if more was left. */
  readonly filters: string[];
  /** Announces that nobody needs to look after it any more. */
  readonly settled: (name: string) => void;
  readonly log: Log;
};

/** Nothing came for so long: nothing is left. */
const EMPTY_MS = 1_500;
const LOOK_MS = 100;

/** Fails where `over` is aborted before. */
async function emptied(session: Session, over: AbortSignal): Promise<void> {
  while (session.idleMs() < EMPTY_MS) await later(LOOK_MS, null, { signal: over });
}

export type Siblings = {
  readonly onMessage: (name: string, message: string) => void;
  readonly close: () => Promise<void>;
};

export function siblings({ own, patienceMs, take, filters, settled, log }: SiblingsOptions): Siblings {
  const away = new Map<string, NodeJS.Timeout>();
  const closed = new AbortController();
  let working = Promise.resolve();
  const wait = (name: string): void => {
    const timer = setTimeout(
      () => {
        working = working.then(() => standIn(name));
      },
      patienceMs * (1 + Math.random()),
    ).unref();
    away.set(name, timer);
  };

  async function standIn(name: string): Promise<void> {
    if (closed.signal.aborted || !away.has(name)) return;
    const session = take(name);
    const left = new AbortController();
    session.client.once('close', () => {
      left.abort(new Error('its owner is back, or another stands in'));
    });
    try {
      await new Promise<void>((then, fail) => {
        session.client.once('connect', () => then()).once('close', () => fail(new Error('not let in')));
      });
      await session.client.unsubscribeAsync(filters);
      await emptied(session, AbortSignal.any([closed.signal, left.signal]));
      away.delete(name);
      settled(name);
      log.info({ server: name }, 'a server is away: what waited for it is stored');
    } catch (error) {
      log.info({ err: error, server: name }, 'not stood in for a server');
      if (!closed.signal.aborted && away.has(name)) wait(name);
    } finally {
      await session.close();
    }
  }

  return {
    onMessage: (name, message) => {
      if (name === own) return;
      clearTimeout(away.get(name));
      away.delete(name);
      if (message === AWAY && !closed.signal.aborted) wait(name);
    },
    close: async () => {
      closed.abort();
      for (const timer of away.values()) clearTimeout(timer);
      await working;
    },
  };
}
