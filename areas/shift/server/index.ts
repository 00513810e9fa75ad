import { sql } from 'drizzle-orm';
import type { Resource } from '#kit/declare/resource.ts';
import { crud } from '#kit/server/crud.ts';
import { tableOf } from '#kit/server/table.ts';
import type { Served } from '#kit/server/served.ts';
import { shift, shiftEntry, shiftVoid } from '../model/shift.ts';
import './entries.ts';
import { reportServed } from './reports.ts';
import { shiftServed } from './shifts.ts';
import { voidServed } from './voids.ts';

const entries = shiftEntry as unknown as Resource;

/** The count is blind: who is on duty does not see the rows of his shift, nor their sum, before he has told it. */
const afterTheCount = (work: { person: { userId: string } }) =>
  sql`NOT EXISTS (SELECT 1 FROM shift w WHERE w.tenant_id = ${tableOf(entries).tenantId} AND w.id = ${tableOf(entries).shiftId} AND w.operator_id = ${work.person.userId} AND w.status IN ('open', 'counting'))`;

export const served: readonly Served[] = [
  ...crud(shift), ...crud(shiftVoid), ...crud(entries, { narrow: afterTheCount }), ...shiftServed, ...voidServed, ...reportServed,
];
