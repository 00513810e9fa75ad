import { text } from '#kit/declare/text.ts';
import type { Job } from '#kit/server/jobs.ts';
import { closeUnpaid, refreshGrants } from './grants.ts';

export const jobs: readonly Job[] = [
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
