import { text } from '#kit/declare/text.ts';
import type { Job } from '#kit/server/jobs.ts';
import { forgetFloors, sweepGuidance } from './sweep.ts';

export const jobs: readonly Job[] = [
  {
    name: 'guidance-figures',
    title: text('车位引导更新', 'Spaces and boards by the clock'),
    cron: '* * * * *',
    work: sweepGuidance,
  },
  {
    name: 'guidance-history',
    title: text('车位状态记录清理', 'Old states of guided spaces'),
    cron: '20 3 * * *',
    work: forgetFloors,
  },
];
