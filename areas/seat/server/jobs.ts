import { text } from '#kit/declare/text.ts';
import type { Job } from '#kit/server/jobs.ts';
import { lookAtCauses } from './causes.ts';
import { closeUnpaid, refreshGrants } from './grants.ts';

export const jobs: readonly Job[] = [
  {
    name: 'call-causes',
    title: text('求助与事实的对应、改进与成效', 'Calls matched with what is on record, and what fixes spared'),
    cron: '23 * * * *',
    work: (database, now) => lookAtCauses(database, now),
  },
  {
    name: 'cloudseat-grants',
    title: text('云坐席授权状态', 'States of cloud seat grants'),
    cron: '7 * * * *',
    work: (database) => refreshGrants(database),
  },
  {
    name: 'cloudseat-orders',
    title: text('云坐席订单超时关闭', 'Cloud seat orders nobody paid'),
    cron: '* * * * *',
    work: (database, now) => closeUnpaid(database, now),
  },
];
