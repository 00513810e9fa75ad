import { text } from '#kit/declare/text.ts';
import type { Job } from '#kit/server/jobs.ts';
import { refreshPasses } from './refresh.ts';
import { publishEndings } from './publish.ts';

export const jobs: readonly Job[] = [
  {
    name: 'passes',
    title: text('月租到期检查', 'Ended passes'),
    cron: '2,32 * * * *',
    work: async (database, now) => {
      await refreshPasses(database, now);
    },
  },
  {
    name: 'passes-ending',
    title: text('提醒将到期的月租', 'Passes about to end'),
    cron: '0 9 * * *',
    missed: 'skip',
    work: publishEndings,
  },
];
