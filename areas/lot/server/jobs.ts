import { text } from '#kit/declare/text.ts';
import type { Job } from '#kit/server/jobs.ts';
import { refreshFreeSpaces } from './parks.ts';
import { refreshServiceStates } from './services.ts';

export const jobs: readonly Job[] = [
  {
    name: 'service-states',
    title: text('服务到期检查', 'Expiring services'),
    cron: '5 0 * * *',
    work: async (database, now) => {
      await refreshServiceStates(database, now);
    },
  },
  {
    name: 'free-spaces',
    title: text('更新剩余车位', 'Free spaces'),
    cron: '* * * * *',
    work: (database) => refreshFreeSpaces(database),
  },
];
