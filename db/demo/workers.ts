/** Who fills lots: this thread, and others beside it where there are cores for them. */
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import type pg from 'pg';
import type { Database } from '#kit/server/db.ts';
import { fillLot } from './fill-lot.ts';
import type { FilledLot, LotJob } from './fill-lot.ts';

/** What a thread says: so many stays more, or the lot is done. */
export type WorkerMessage = { readonly stays: number } | { readonly filled: FilledLot };
export type DemoWorker = {
  readonly take: (job: LotJob, progress: (stays: number) => void) => Promise<FilledLot>;
  readonly close: () => Promise<void>;
};

/** A thread with connections of its own; it reads its part of the installation while the city is still being built. */
function thread(admin: pg.ClientConfig): DemoWorker {
  const worker = new Worker(new URL('./worker.ts', import.meta.url), { workerData: admin });
  const broken = new Promise<never>((_, fail) => {
    worker.once('error', fail);
    worker.once('exit', (code) => fail(new Error(`the thread ended with ${code}`)));
  });
  broken.catch(() => undefined); // whoever awaits a lot gets the error
  return {
    take: (job, progress) => {
      const filled = new Promise<FilledLot>((then) => {
        const onMessage = (message: WorkerMessage): void => {
          if ('stays' in message) return progress(message.stays);
          worker.off('message', onMessage);
          then(message.filled);
        };
        worker.on('message', onMessage);
      });
      worker.postMessage(job);
      return Promise.race([filled, broken]);
    },
    close: async () => {
      await worker.terminate();
    },
  };
}

/** With two of them the whole took 1,355 MB, 930 without. */
const MOST_THREADS = 5;

/**
 * Threads where there are cores for them beside this one and the engine. On two cores one thread beside two lots filled
 * here: this thread alone kept one core busy and left a quarter of the other to nobody. On one core lots are filled
 * here, three at a time, so that the engine has one's rows while another's are made.
 */
export function openWorkers(database: Database, admin: pg.ClientConfig, cores = availableParallelism()): DemoWorker[] {
  const here: DemoWorker = { take: (job, progress) => fillLot(database, job, progress), close: async () => undefined };
  if (cores < 2) return [here, here, here];
  const threads = Math.min(Math.max(cores - 2, 1), MOST_THREADS);
  return [here, ...(cores === 2 ? [here] : []), ...Array.from({ length: threads }, () => thread(admin))];
}
