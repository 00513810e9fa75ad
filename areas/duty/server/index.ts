import * as model from '#areas/duty/model/index.ts';
import { area } from '#kit/area/area.ts';
import { attendanceRules, attendanceServed } from './attendance.ts';
import { clockServed } from './clocks.ts';
import { correctionRules, correctionServed } from './corrections.ts';
import { jobs } from './jobs.ts';
import { rosterRules, rosterServed } from './roster.ts';

export const duty = area({
  name: 'duty',
  model,
  rules: { ...rosterRules, ...correctionRules, ...attendanceRules },
  calls: [...rosterServed, ...clockServed, ...correctionServed, ...attendanceServed],
  jobs,
});
