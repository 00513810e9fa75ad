import { text } from '#kit/declare/text.ts';
import type { Job } from '#kit/server/jobs.ts';
import {
  chaseDebts,
  endTerms,
  proveMountings,
  rateSensors,
  warnOfCollectors,
  warnOfSwaps,
  warnOfUnattended,
} from './door.ts';

export const jobs: readonly Job[] = [
  {
    name: 'debt-terms',
    title: text('欠费到期检查', 'Debts past their term'),
    cron: '*/5 * * * *',
    work: endTerms,
  },
  {
    name: 'debt-notices',
    title: text('欠费催缴', 'Notices of debts'),
    cron: '0 9 * * *',
    missed: 'skip', // nobody is sent for at night because the installation was down in the morning
    work: async (database, now) => {
      await chaseDebts(database, now);
    },
  },
  {
    name: 'section-gaps',
    title: text('泊位段收费缺口', 'Time left without plates'),
    cron: '30 1 * * *',
    work: async (database, now) => {
      await warnOfUnattended(database, now);
      await warnOfCollectors(database, now);
    },
  },
  {
    name: 'sensor-mountings',
    title: text('地磁安装核实', 'Proof of where sensors are mounted'),
    cron: '20 * * * *',
    work: proveMountings,
  },
  {
    name: 'sensor-worth',
    title: text('地磁错误率估计', 'How often sensors are wrong'),
    cron: '50 1 * * *',
    work: rateSensors,
  },
  {
    name: 'swapped-sensors',
    title: text('地磁对调检查', 'Swapped sensors'),
    // Before the gaps, which leave berths out whose sensors are swapped.
    cron: '10 1 * * *',
    work: warnOfSwaps,
  },
];
