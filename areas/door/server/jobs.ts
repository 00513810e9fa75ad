import { text } from '#kit/declare/text.ts';
import type { Job } from '#kit/server/jobs.ts';
import { followEnded } from './afterwards.ts';
import { turnGrants } from './grants.ts';
import { expireChecks } from './checks.ts';
import { endExceptions } from './exceptions.ts';
import { endPhotos } from './erase.ts';
import { lookAfter } from './follows.ts';
import { endValidity } from './people.ts';
import { forgetEnrolled } from './enrol.ts';
import { noteOdd } from './odd-entries.ts';
import { endWarnings, forgetHealth } from './readings.ts';
import { bringAllRights } from './rounds.ts';

export const jobs: readonly Job[] = [
  {
    name: 'door-rights',
    title: text('门禁授权的开始、到期与下发', 'Door grants begin, end and reach devices'),
    cron: '* * * * *',
    work: async (database, now) => {
      await endValidity(database, now);
      await endPhotos(database, now);
      await turnGrants(database, now);
      await expireChecks(database, now);
      await endExceptions(database, now);
      await followEnded(database, now);
      await lookAfter(database, now);
      await endWarnings(database, now);
      await noteOdd(database, now);
      await bringAllRights(database, now);
    },
  },
  {
    name: 'door-forget',
    title: text('删除过期的体温与健康信息', 'Erasing what is known of health when its days are over'),
    cron: '50 3 * * *',
    work: async (database, now) => {
      await forgetHealth(database, now);
      await forgetEnrolled(database, now);
    },
  },
];
