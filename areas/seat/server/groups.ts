/** Groups of seats as they are entered: a car park in one of them at most, and none that goes on to itself. */
import { park } from '#areas/lot/model/park.ts';
import { Refused } from '#kit/declare/refused.ts';
import type { Problem } from '#kit/declare/refused.ts';
import { fill, text } from '#kit/declare/text.ts';
import { ofTenant } from '#kit/server/db.ts';
import { rowOf } from '#kit/server/row-by-id.ts';
import type { Rules } from '#kit/server/rules.ts';
import type { Work } from '#kit/server/work.ts';

type Given = { id?: string; parkIds?: string[] | null; overflowTo?: string | null };

/** The group of companies a car park is of; held, so that two seat groups do not take it at once. */
async function tenantOf(work: Work, parkId: string): Promise<number | null> {
  // A car park the caller does not see is refused by its field, beside this.
  const lot = await rowOf(park, parkId, work.db, { lock: true }).catch((error: unknown) => {
    if (error instanceof Refused && error.id === 'no_such_record') return null;
    throw error;
  });
  return lot === null ? null : Number(lot.tenantId);
}

/** The first of its car parks that another seat group has already. */
async function takenParks(work: Work, { id, parkIds }: Given): Promise<Problem[]> {
  for (const parkId of (parkIds ?? []).toSorted()) {
    const tenantId = await tenantOf(work, parkId);
    if (tenantId === null) continue;
    const [taken] = await ofTenant(work.db, tenantId).raw<{ park: string; group: string }>(
      `SELECT p.park_name AS park, g.group_name AS "group" FROM seat_group g JOIN park p ON p.tenant_id = $1 AND p.id = $2
       WHERE g.tenant_id = $1 AND $2::uuid = ANY(g.park_ids) AND g.id IS DISTINCT FROM $3::uuid AND g.deleted_at IS NULL LIMIT 1`,
      [tenantId, parkId, id ?? null],
    );
    if (taken)
      return [{ field: 'parkIds', msg: fill(text('{park}已属于“{group}”', '{park} is in “{group}” already'), taken) }];
  }
  return [];
}

export const seatGroupRules: Rules = {
  check: async (values, before, work) => {
    const group = { ...before, ...values } as Given;
    const toItself =
      group.id !== undefined && group.overflowTo === group.id
        ? [{ field: 'overflowTo', msg: text('不能转给自己', 'A group cannot go on to itself') }]
        : [];
    return [...toItself, ...(await takenParks(work, group))];
  },
};
