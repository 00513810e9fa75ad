import { text } from '#kit/declare/text.ts';
import type { Job } from '#kit/server/jobs.ts';
import { endDerates } from './sweep.ts';

export const jobs: readonly Job[] = [
  {
    name: 'derates',
    title: text('优惠到期检查', 'Ended discounts'),
    cron: '*/5 * * * *',
    work: async (database, now) => {
      await endDerates(database, now);
    },
  },
];
