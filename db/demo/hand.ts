/** A thread that fills one lot after another; its orders are jobs, its answers are in `hands.ts`. */
import { parentPort, workerData } from 'node:worker_threads';
import type pg from 'pg';
import '#areas/derate/server/index.ts'; // what hears of money
import '#areas/shift/server/index.ts';
import { database } from '#kit/server/db.ts';
import { fillLot } from './fill-lot.ts';
import type { LotJob } from './fill-lot.ts';
import type { Said } from './hands.ts';

const db = database(workerData as pg.ClientConfig, 2);
const say = (said: Said): void => parentPort!.postMessage(said);

parentPort!.on('message', (job: LotJob) => {
  void fillLot(db, job, (stays) => say({ stays })).then((filled) => say({ filled }));
});
