/** A thread that fills one lot after another; its orders are jobs, its answers are in `workers.ts`. */
import { parentPort, workerData } from 'node:worker_threads';
import type pg from 'pg';
import { database } from '#kit/server/db.ts';
import { handle } from '#kit/server/events.ts';
import { fillLot } from './fill-lot.ts';
import type { LotJob } from './fill-lot.ts';
import { pastHandlers } from './past-events.ts';
import type { WorkerMessage } from './workers.ts';

handle(...pastHandlers);
const db = database(workerData as pg.ClientConfig, 2);
const say = (progress: WorkerMessage): void => parentPort!.postMessage(progress);

parentPort!.on('message', (job: LotJob) => {
  void fillLot(db, job, (stays) => say({ stays })).then((filled) => say({ filled }));
});
