import { text } from '#kit/declare/text.ts';
import type { Job } from '#kit/server/jobs.ts';
import { eraseOldVisits, refreshVisits } from './clock.ts';

export const jobs: readonly Job[] = [
  {
    name: 'visits',
    title: text('来访到期与超时', 'Visits past their time'),
    cron: '* * * * *',
    work: async (database, now) => {
      await refreshVisits(database, now);
    },
  },
  {
    name: 'visits-erase',
    title: text('删除过期的访客个人信息', 'Erasing visitors long gone'),
    cron: '40 3 * * *',
    work: async (database, now) => {
      await eraseOldVisits(database, now);
    },
  },
];
