import { setTimeout as later } from 'node:timers/promises';
import type pg from 'pg';
import { unavailable } from '#kit/server/db.ts';
import type { Database } from '#kit/server/db.ts';
import { startJobs } from '#kit/server/jobs.ts';
import type { Job, JobBook } from '#kit/server/jobs.ts';

const AGAIN_MS = 500;

export type Clock = {
  /** When it goes. Fails where waiting does not help, as with rights that lack. */
  readonly started: Promise<void>;
  /** Ends it, or the waiting for it. */
  readonly stop: () => Promise<void>;
};

/**
 * Starts what the clock does. The installation answers already then, so an engine that is gone just now is waited for,
 * as every call does.
 */
export function startClock(
  config: pg.ClientConfig,
  database: Database,
  jobs: readonly Job[],
  log: { error: (fields: object, message: string) => void },
  book?: JobBook,
): Clock {
  const over = new AbortController();
  const starting = (async () => {
    for (let warned = false; ; warned = true) {
      try {
        return await startJobs(config, database, jobs, log, book);
      } catch (error) {
        if (over.signal.aborted || !unavailable(error)) throw error;
        if (!warned) log.error({ err: error }, 'the clock waits for the database');
        await later(AGAIN_MS, undefined, { signal: over.signal });
      }
    }
  })();
  return {
    started: starting.then(
      () => undefined,
      (error: unknown) => {
        if (!over.signal.aborted) throw error;
      },
    ),
    stop: async () => {
      over.abort();
      await starting.then(
        (running) => running.stop(),
        () => undefined,
      );
    },
  };
}
