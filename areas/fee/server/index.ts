import type { Served } from '#kit/server/served.ts';
import { calendarLoadServed } from './calendar-load.ts';
import { carryServed } from './carry.ts';
import { casesServed } from './cases.ts';
import { changeModeServed } from './change-mode.ts';
import { complexRowsServed } from './complex-rows.ts';
import { complexWholeServed } from './complex-whole.ts';
import { expertServed } from './expert.ts';
import { holidaysServed } from './holidays.ts';
import { lintServed } from './lint.ts';
import { replayServed } from './replay.ts';
import { rulesServed } from './rules.ts';
import { testFeeServed } from './test-fee.ts';

export const served: readonly Served[] = [
  ...rulesServed,
  ...complexRowsServed,
  ...complexWholeServed,
  ...expertServed,
  ...changeModeServed,
  ...casesServed,
  ...carryServed,
  ...testFeeServed,
  ...lintServed,
  ...holidaysServed,
  ...calendarLoadServed,
  ...replayServed,
];
