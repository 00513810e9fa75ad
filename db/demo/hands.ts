/** Who fills lots: this thread, and others beside it, so that the engine always has somebody's rows to take. */
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import type pg from 'pg';
import type { Database } from '#kit/server/db.ts';
import { fillLot } from './fill-lot.ts';
import type { FilledLot, LotJob } from './fill-lot.ts';

/** What a thread says: so many stays more, or the lot is done. */
export type Said = { readonly stays: number } | { readonly filled: FilledLot };
export type Hand = { readonly fill: (job: LotJob, progress: (stays: number) => void) => Promise<FilledLot>; readonly close: () => Promise<void> };

/** A thread with connections of its own; it reads its part of the house while the city is still being built. */
function thread(admin: pg.ClientConfig): Hand {
  const worker = new Worker(new URL('./hand.ts', import.meta.url), { workerData: admin });
  const broken = new Promise<never>((_, fail) => worker.once('error', fail));
  broken.catch(() => undefined); // whoever waits for a lot is told
  return {
    fill: (job, progress) => {
      const filled = new Promise<FilledLot>((then) => {
        const hear = (said: Said): void => {
          if ('stays' in said) return progress(said.stays);
          worker.off('message', hear);
          then(said.filled);
        };
        worker.on('message', hear);
      });
      worker.postMessage(job);
      return Promise.race([filled, broken]);
    },
    close: async () => { await worker.terminate(); },
  };
}

/** Each takes some 300 MB while it works. */
const MOST = 6;

/** One hand more than there are cores, for each waits for the engine at times. */
export const openHands = (database: Database, admin: pg.ClientConfig, lots: number): Hand[] => [
  { fill: (job, progress) => fillLot(database, job, progress), close: async () => undefined },
  ...Array.from({ length: Math.min(availableParallelism(), lots - 1, MOST - 1) }, () => thread(admin)),
];
