import { sql } from 'drizzle-orm';
import type { Resource } from '#kit/declare/resource.ts';
import { crud } from '#kit/server/crud.ts';
import { tableOf } from '#kit/server/table.ts';
import type { Served } from '#kit/server/served.ts';
import type { Work } from '#kit/server/work.ts';
import { shift, shiftEntry, shiftVoid } from '../model/shift.ts';
import { uncounted } from './blind.ts';
import { reportServed } from './reports.ts';
import { shiftServed } from './shifts.ts';
import { voidServed } from './voids.ts';

const entries = shiftEntry as Resource;

const afterTheCount = (work: Work) =>
  sql`NOT EXISTS (SELECT 1 FROM shift w WHERE w.id = ${tableOf(entries).shiftId} AND ${uncounted(work)})`;

export const served: readonly Served[] = [
  ...crud(shift),
  ...crud(shiftVoid),
  ...crud(entries, { narrow: afterTheCount }),
  ...shiftServed,
  ...voidServed,
  ...reportServed,
];
