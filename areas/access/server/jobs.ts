import { text } from '#kit/declare/text.ts';
import type { Job } from '#kit/server/jobs.ts';
import { sweepSessions } from './sweep.ts';

export const jobs: readonly Job[] = [
  {
    name: 'sessions',
    title: text('清理过期会话', 'Ended sessions'),
    cron: '15 * * * *',
    work: async (database) => {
      await sweepSessions(database);
    },
  },
];
