import { and, gt, lte } from 'drizzle-orm';
import { text } from '#kit/declare/text.ts';
import { platformScope } from '#kit/server/db.ts';
import type { Database } from '#kit/server/db.ts';
import type { Job } from '#kit/server/jobs.ts';
import { mover } from '#kit/server/mover.ts';
import { tableOf } from '#kit/server/table.ts';
import { adver } from '../model/adver.ts';
import { endOrders } from './advert-order.ts';

const begin = mover(adver, 'begin', 'clock');
const end = mover(adver, 'end', 'clock');
const t = tableOf(adver);

/** Adverts begin and end by their schedule. Serving checks the time itself, so that nothing is shown late. */
export const turnAdverts = (database: Database, now: Date): Promise<void> =>
  database.write(platformScope, async (db) => {
    const at = now.toISOString();
    await end(db, { now, where: lte(t.endTime!, at) });
    await endOrders(db, now);
    await begin(db, { now, where: and(lte(t.startTime!, at), gt(t.endTime!, at)) });
  });

export const jobs: readonly Job[] = [
  { name: 'adverts', title: text('广告排期', 'Schedule of adverts'), cron: '* * * * *', work: turnAdverts },
];
