import type { Served } from '#kit/server/served.ts';
import { attendanceServed } from './attendance.ts';
import { clockServed } from './clocks.ts';
import { correctionServed } from './corrections.ts';
import { reportServed } from './reports.ts';
import { rosterServed } from './roster.ts';

export const served: readonly Served[] = [
  ...rosterServed,
  ...clockServed,
  ...correctionServed,
  ...attendanceServed,
  ...reportServed,
];
