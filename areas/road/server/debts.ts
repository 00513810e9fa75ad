/** The lists of debts and notices, and what is done about them. */
import { eq, sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import { rdEscape } from '#areas/road/model/escape.ts';
import { crud } from '#kit/server/crud.ts';
import type { Served } from '#kit/server/served.ts';
import { tableOf } from '#kit/server/table.ts';
import type { Work } from '#kit/server/work.ts';
import { collectServed } from './collect.ts';
import { escapesListed, escapeServed } from './escapes.ts';

const t = tableOf(rdEscape);

/** Debts of roadside lots, as the screens of the roadside show them. */
const atTheKerb = ({ db: { scope } }: Pick<Work, 'db'>): SQL =>
  sql`EXISTS (SELECT 1 FROM park p WHERE p.tenant_id = ${scope.platform ? t.tenantId! : scope.tenantId} AND p.id = ${t.parkId!} AND p.park_type = 'curb')`;
const wasCancelled = (): SQL => eq(t.status!, 'cancelled');

/** Debts that were cancelled. */
export const debtRules = { escapeCancel: { narrow: wasCancelled } };

export const debtsServed: readonly Served[] = [
  ...crud(rdEscape, { narrow: atTheKerb }).map(escapesListed),
  ...escapeServed,
  ...collectServed,
];
