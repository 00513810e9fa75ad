import { text } from '#kit/declare/text.ts';
import type { Job } from '#kit/server/jobs.ts';
import { escalateOverdue } from './work.ts';

export const jobs: readonly Job[] = [
  {
    name: 'overdue-work',
    title: text('超时工单升级', 'Escalating overdue work orders'),
    cron: '*/5 * * * *',
    work: async (database, now) => {
      await escalateOverdue(database, now);
    },
  },
];
