import { and, eq, inArray } from 'drizzle-orm';
import { isEmpty, isId } from '#kit/declare/check.ts';
import { Refused, ruleRefused } from '#kit/declare/refused.ts';
import { text } from '#kit/declare/text.ts';
import { rowOf } from '#kit/server/row-by-id.ts';
import { scopedSql } from '#kit/server/scope.ts';
import { serve } from '#kit/server/served.ts';
import type { Served } from '#kit/server/served.ts';
import { tableOf } from '#kit/server/table.ts';
import type { Work } from '#kit/server/work.ts';
import * as calls from '#areas/access/model/user-calls.ts';
import { forget } from './person.ts';
import { userParkGrant } from './store.ts';
import { user, userToTouch } from './user.ts';
import type { UserRow } from './user.ts';

const noLot = () => new Refused('no_such_record', { what: text('车场', 'Car park') });

/**
 * Of the requested lots those the caller sees, of the given tenant. All must be there: nobody grants a lot he does not
 * see.
 */
async function seenLots(work: Work, tenantId: number, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return [];
  if (!ids.every(isId)) throw noLot();
  const { scope } = work.db;
  const values: unknown[] = [ids, tenantId];
  const where = [
    `p.id = ANY($1::uuid[])`,
    'p.tenant_id = $2',
    'p.deleted_at IS NULL',
    scopedSql(scope, 'p', values, { park: false }),
  ];
  if (scope.parkIds) where.push(`p.id = ANY($${values.push(scope.parkIds)}::uuid[])`);
  const rows = await work.db.raw<{ id: string }>(`SELECT p.id FROM park p WHERE ${where.join(' AND ')}`, values);
  if (rows.length !== new Set(ids).size) throw noLot();
  return rows.map(({ id }) => id);
}

async function grantedTo(work: Work, row: Pick<UserRow, 'tenantId' | 'id'>): Promise<string[]> {
  const rows = await work.db
    .select({ id: userParkGrant.parkId })
    .from(userParkGrant)
    .where(and(eq(userParkGrant.tenantId, row.tenantId), eq(userParkGrant.userId, row.id)));
  return rows.map(({ id }) => id);
}

async function put(work: Work, row: UserRow, add: readonly string[], drop: readonly string[]): Promise<void> {
  if (drop.length > 0)
    await work.db
      .delete(userParkGrant)
      .where(
        and(
          eq(userParkGrant.tenantId, row.tenantId),
          eq(userParkGrant.userId, row.id),
          inArray(userParkGrant.parkId, [...drop]),
        ),
      );
  if (add.length > 0)
    await work.db
      .insert(userParkGrant)
      .values(add.map((parkId) => ({ tenantId: row.tenantId, userId: row.id, parkId, grantedBy: work.person.userId })))
      .onConflictDoNothing();
}

async function setAllParks(work: Work, row: UserRow, allParks: boolean): Promise<void> {
  if (allParks && work.person.parkIds !== null)
    throw ruleRefused(text('您只能授权自己的车场', 'You can only grant car parks you have access to'));
  const t = tableOf(user);
  await work.db
    .update(t)
    .set({ allParks, updatedBy: work.person.userId, updatedAt: work.now.toISOString() })
    .where(and(eq(t.tenantId!, row.tenantId), eq(t.id!, row.id)));
}

/**
 * One lot (`parkId`, `grants`), or the whole set (`parkIds`, `allParks`). Lots the caller does not see stay as they
 * are.
 */
async function save(work: Work): Promise<null> {
  const input = work.input as {
    userId: string;
    parkId?: string | null;
    grants?: string[] | null;
    parkIds?: unknown;
    allParks?: string | null;
  };
  const row = await userToTouch(work, input.userId);
  if (row.id === work.person.userId)
    throw ruleRefused(text('不能修改自己的车场授权', 'You cannot change your own car park access'));
  const before = await grantedTo(work, row);
  const allBefore = row.allParks === true;
  if (!isEmpty(input.parkId)) {
    const [lot] = await seenLots(work, row.tenantId, [String(input.parkId).toLowerCase()]);
    const granted = (input.grants ?? []).length > 0;
    await put(work, row, granted ? [lot!] : [], granted ? [] : [lot!]);
  } else {
    if (input.allParks === 'true' || input.allParks === 'false')
      await setAllParks(work, row, input.allParks === 'true');
    if (Array.isArray(input.parkIds))
      await replaceLots(
        work,
        row,
        before,
        input.parkIds.map((each) => String(each).toLowerCase()),
      );
  }
  work.record({
    resource: 'user',
    action: 'grantPark',
    rowId: row.id,
    before: { allParks: allBefore, parkIds: before },
    after: { allParks: input.allParks ?? allBefore, parkIds: await grantedTo(work, row) },
    tenantId: row.tenantId,
    companyId: row.companyId,
  });
  work.afterCommit(() => void forget(work.database));
  return null;
}

async function replaceLots(
  work: Work,
  row: UserRow,
  before: readonly string[],
  wanted: readonly string[],
): Promise<void> {
  const add = await seenLots(
    work,
    row.tenantId,
    wanted.filter((id) => !before.includes(id)),
  );
  const gone = before.filter((id) => !wanted.includes(id));
  const values: unknown[] = [gone, row.tenantId];
  const also = work.db.scope.parkIds ? ` AND id = ANY($${values.push(work.db.scope.parkIds)}::uuid[])` : '';
  const seen =
    gone.length === 0
      ? []
      : await work.db.raw<{ id: string }>(
          `SELECT id FROM park WHERE id = ANY($1::uuid[]) AND tenant_id = $2${also}`,
          values,
        );
  await put(
    work,
    row,
    add,
    seen.map(({ id }) => id),
  );
}

async function grantsOf(work: Work, row: UserRow, parkId: string | null | undefined): Promise<unknown> {
  const parkIds = await grantedTo(work, row);
  if (isEmpty(parkId)) return { userId: row.id, allParks: row.allParks === true, parkIds };
  const granted = row.allParks === true || parkIds.includes(String(parkId).toLowerCase());
  return { userId: row.id, parkId, allParks: row.allParks === true, granted, grants: granted ? ['work'] : [] };
}

/** What the person himself may do at a lot, or which lots he has. `parkIds` null: every lot of his companies. */
async function own(work: Work, parkId: string | null | undefined): Promise<unknown> {
  if (isEmpty(parkId))
    return { userId: work.person.userId, allParks: work.person.parkIds === null, parkIds: work.person.parkIds };
  const lots = await seenLots(work, work.person.tenantId, [String(parkId).toLowerCase()]).catch(() => []);
  return {
    userId: work.person.userId,
    parkId,
    granted: lots.length > 0,
    grants: lots.length > 0 ? ['work'] : [],
    permissions: lots.length > 0 ? work.person.permissions : [],
  };
}

export const lotGrantServed: readonly Served[] = [
  serve(calls.saveLotGrant, (work) => save(work)),
  serve(calls.lotGrantOf, async (work) =>
    grantsOf(work as Work, (await rowOf(user, work.input.userId!, work.db)) as UserRow, work.input.parkId),
  ),
  serve(calls.ownLotGrant, (work) => own(work, work.input.parkId)),
];
