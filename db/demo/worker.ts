/** A thread that fills one lot after another; its orders are jobs, its answers are in `workers.ts`. */
import { parentPort, workerData } from 'node:worker_threads';
import type pg from 'pg';
import { couponEvents } from '#areas/coupon/server/events.ts';
import { derateEvents } from '#areas/derate/server/events.ts';
import { shiftEvents } from '#areas/shift/server/events.ts';
import { database } from '#kit/server/db.ts';
import { handle } from '#kit/server/events.ts';
import { fillLot } from './fill-lot.ts';
import type { LotJob } from './fill-lot.ts';
import type { WorkerMessage } from './workers.ts';

// What a past writes of money and releases goes to discounts, coupons, cards and shifts; the server's own areas are not
// needed for it.
handle(...derateEvents.handles, ...couponEvents.handles, ...shiftEvents.handles);
const db = database(workerData as pg.ClientConfig, 2);
const say = (progress: WorkerMessage): void => parentPort!.postMessage(progress);

parentPort!.on('message', (job: LotJob) => {
  void fillLot(db, job, (stays) => say({ stays })).then((filled) => say({ filled }));
});
