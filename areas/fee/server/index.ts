import * as model from '#areas/fee/model/index.ts';
import { area } from '#kit/area/area.ts';
import { calendarLoadServed } from './calendar-load.ts';
import { carryServed } from './carry.ts';
import { caseRules, casesServed } from './cases.ts';
import { changeModeServed } from './change-mode.ts';
import { complexRules } from './complex-rows.ts';
import { complexWholeServed } from './complex-whole.ts';
import { feeEvents } from './events.ts';
import { expertServed } from './expert.ts';
import { calendarRules, holidaysServed } from './holidays.ts';
import { jobs } from './jobs.ts';
import { lintServed } from './lint.ts';
import { replayServed } from './replay.ts';
import { calendarFiles, tariffFiles } from './filing.ts';
import { versionEffects, versionRules } from './rules.ts';
import { testFeeServed } from './test-fee.ts';

export const fee = area({
  name: 'fee',
  model,
  rules: {
    ...versionRules,
    feeRule: { ...versionRules['feeRule'], files: tariffFiles },
    ...complexRules,
    feeCase: caseRules,
    holidayDate: { ...calendarRules, files: calendarFiles },
  },
  effects: { feeRule: versionEffects },
  calls: [
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
  ],
  jobs,
  events: feeEvents,
});
