import { text } from '#kit/declare/text.ts';
import type { Job } from '#kit/server/jobs.ts';
import { replayRound } from './replay-run.ts';
import { retireSuperseded } from './versions.ts';

export const jobs: readonly Job[] = [
  {
    name: 'tariffs',
    title: text('停用被取代的收费规则', 'Superseded tariffs'),
    cron: '*/5 * * * *',
    work: async (database, now) => {
      await retireSuperseded(database, now);
    },
  },
  {
    name: 'tariff-replays',
    title: text('收费规则回放', 'Replays of tariffs'),
    cron: '* * * * *',
    work: async (database, now) => {
      await replayRound(database, now);
    },
  },
];
