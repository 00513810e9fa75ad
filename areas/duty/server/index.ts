import * as model from '#areas/duty/model/index.ts';
import { area } from '#kit/area/area.ts';
import { attendanceServed } from './attendance.ts';
import { clockServed } from './clocks.ts';
import { correctionServed } from './corrections.ts';
import { jobs } from './jobs.ts';
import { reportServed } from './reports.ts';
import { rosterServed } from './roster.ts';

export const duty = area({
  name: 'duty',
  model,
  calls: [...rosterServed, ...clockServed, ...correctionServed, ...attendanceServed, ...reportServed],
  jobs,
});
