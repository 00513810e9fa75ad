import { text } from '#kit/declare/text.ts';
import type { Job } from '#kit/server/jobs.ts';
import { judgePromises } from './promises.ts';
import { tuneReserves } from './reserves.ts';
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
  {
    name: 'guidance-promises',
    title: text('引导屏来车统计', 'What became of boards’ arrivals'),
    cron: '*/10 * * * *',
    work: judgePromises,
  },
  {
    name: 'guidance-reserves',
    title: text('引导屏预留自动调整', 'Reserves that are set by themselves'),
    cron: '10 4 * * 1',
    work: tuneReserves,
  },
];
