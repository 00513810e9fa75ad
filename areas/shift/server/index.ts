import { sql } from 'drizzle-orm';
import * as model from '#areas/shift/model/index.ts';
import { area } from '#kit/area/area.ts';
import { tableOf } from '#kit/server/table.ts';
import type { Work } from '#kit/server/work.ts';
import { shiftEntry } from '../model/shift.ts';
import { uncounted } from './blind.ts';
import { shiftEvents } from './events.ts';
import { reportServed } from './reports.ts';
import { shiftServed } from './shifts.ts';
import { voidServed } from './voids.ts';

const afterTheCount = (work: Work) =>
  sql`NOT EXISTS (SELECT 1 FROM shift w WHERE w.id = ${tableOf(shiftEntry).shiftId} AND ${uncounted(work)})`;

export const shift = area({
  name: 'shift',
  model,
  rules: { shiftEntry: { narrow: afterTheCount } },
  calls: [...shiftServed, ...voidServed, ...reportServed],
  events: shiftEvents,
});
