import { and, eq, inArray, sql } from 'drizzle-orm';
import { adjust, freeSpaces } from '#domain/space/occupancy.ts';
import { Refused, ruleRefused } from '#kit/declare/refused.ts';
import type { Problem } from '#kit/declare/refused.ts';
import { text } from '#kit/declare/text.ts';
import { add, auditable } from '#kit/server/save.ts';
import { idsIn, rowOf } from '#kit/server/row-by-id.ts';
import { removeRows } from '#kit/server/remove.ts';
import type { Plain, Rules } from '#kit/server/rules.ts';
import { platformScope } from '#kit/server/db.ts';
import type { Database, Db } from '#kit/server/db.ts';
import { emit } from '#kit/server/events.ts';
import { newId } from '#kit/server/id.ts';
import { registeredResources } from '#kit/server/registry.ts';
import type { Stored } from '#kit/server/rows.ts';
import { scoped, scopedSql } from '#kit/server/scope.ts';
import { serve } from '#kit/server/served.ts';
import type { Served } from '#kit/server/served.ts';
import { tableOf } from '#kit/server/table.ts';
import type { Work } from '#kit/server/work.ts';
import { holidayDate } from '#areas/fee/model/holiday-date.ts';
import { curbPark } from '#areas/lot/model/curb-park.ts';
import { addWirelessPark } from '#areas/lot/model/lookups.ts';
import { parkAdded } from '#areas/lot/model/events.ts';
import { park, registerAsCurb, updateStallNum } from '#areas/lot/model/park.ts';
import { parkArea } from '#areas/lot/model/park-area.ts';
import { parkGate } from '#areas/lot/model/park-gate.ts';
import { parkParameter } from '#areas/lot/model/park-parameter.ts';
import { village } from '#areas/lot/model/village.ts';
import { carModel } from '#areas/vehicle/model/car-model.ts';
import { carType } from '#areas/vehicle/model/car-type.ts';
import { seedCarKinds } from '#areas/vehicle/server/door.ts';
import { guidedPark } from './guided.ts';

type Park = Stored & {
  tenantId: number;
  companyId: string;
  villageId: string | null;
  parkType: string;
  totalStall: number;
};

async function hasLanes(db: Db, parkId: string): Promise<boolean> {
  const t = tableOf(parkGate);
  const found = await db
    .select({ id: t.id! })
    .from(t)
    .where(scoped(parkGate, { ...db.scope, companyIds: null, parkIds: null }, [eq(t.parkId!, parkId)]))
    .limit(1);
  return found.length > 0;
}

const lanesRefused = text(
  '该车场已有车道，不能作为路内车场',
  'This car park has lanes and cannot be a roadside car park',
);

async function check(values: Partial<Park>, before: Park | null, work: Work): Promise<Problem[]> {
  const problems: Problem[] = [];
  const now = { ...before, ...values };
  if (now.villageId && (values.villageId || values.companyId)) {
    const home = (await rowOf(village, now.villageId, work.db)) as { companyId: string };
    if (now.companyId && home.companyId !== now.companyId)
      problems.push({ field: 'villageId', msg: text('小区不属于该单位', 'The community belongs to another company') });
  }
  if (before && values.parkType === 'curb' && before.parkType !== 'curb' && (await hasLanes(work.db, before.id)))
    problems.push({ field: 'parkType', msg: lanesRefused });
  return problems;
}

/**
 * Whoever runs a lot now sees its lanes, devices, lists and the cars inside. What happened stays with the company that
 * ran it then.
 */
async function handOver({ tenantId, companyId, id }: Park, work: Work): Promise<void> {
  for (const of of registeredResources().filter(
    (each) => each.scope === 'park' && !each.self && !each.facts && !each.rowsOf,
  )) {
    const t = tableOf(of);
    await work.db
      .update(t)
      .set({ companyId })
      .where(and(eq(t.tenantId!, tenantId), eq(t.parkId!, id)));
  }
  await work.db.raw('UPDATE park_live SET company_id = $3 WHERE tenant_id = $1 AND park_id = $2', [
    tenantId,
    id,
    companyId,
  ]);
}

async function added({ tenantId, companyId, id }: Park, work: Work): Promise<void> {
  await seedCarKinds(work.db, { tenantId, companyId, id }, work.person.userId);
  const payload = { tenantId, parkId: id, byId: work.person.userId };
  for (const { afterCommit } of await emit(parkAdded, payload, { db: work.db })) work.afterCommit(afterCommit);
}

async function saved(after: Park, before: Park | null, work: Work): Promise<void> {
  if (before === null) return added(after, work);
  if (after.companyId !== before.companyId) await handOver(after, work);
  if (after.villageId !== before.villageId) {
    const t = tableOf(parkArea);
    await work.db
      .update(t)
      .set({ villageId: after.villageId, updatedAt: work.now.toISOString() })
      .where(and(eq(t.tenantId!, after.tenantId), eq(t.parkId!, after.id)));
  }
}

const running = (kind: unknown) => (kind === 'curb' ? { online: '10' } : { online: '1', berthSensing: null });

/** Free spaces as they stand in the row, for lists, filters and exports; brought up to date every minute. */
async function stored(values: Partial<Park>, before: Park | null, work: Work): Promise<Record<string, unknown>> {
  if (values.totalStall == null) return {};
  const inside = before ? (await spacesOf(work.db, [{ id: before.id, totalStall: null }])).get(before.id)!.inside : 0;
  return { remainStall: freeSpaces(inside, values.totalStall) };
}

const parkRules: Rules = {
  narrow: guidedPark,
  check: check,
  fill: async (values, before, work) => {
    const kind = (values as Partial<Park>).parkType;
    const spaces = await stored(values as never, before as never, work); // a plain `Resource` names no columns
    if (kind === undefined && before !== null) return spaces;
    return {
      ...spaces,
      ...running(kind),
      ...(kind === 'curb' && !(before as { registeredTime?: string } | null)?.registeredTime
        ? { registeredTime: work.now.toISOString() }
        : {}),
    };
  },
  saved: saved,
};

const curbRules: Rules = {
  ...parkRules,
  narrow: () => eq(tableOf(park).parkType!, 'curb'),
  fill: async (values, before, work) => ({
    ...(await stored(values as never, before as never, work)), // a plain `Resource` names no columns
    ...(before === null ? { parkType: 'curb', ...running('curb'), registeredTime: work.now.toISOString() } : {}),
  }),
};

/**
 * What a lot brings along from its first day goes with it; anything else that points at it keeps it, and so do cars
 * inside.
 */
const removeParks =
  (rules: Rules) =>
  async (work: Work): Promise<null> => {
    for (const id of idsIn(park, work.raw)) {
      const lot = await rowOf(park, id, work.db, {
        lock: 'removing',
        narrow: rules.narrow?.(work),
      });
      const [live] = await work.db.raw<{ inside: number }>(
        'SELECT inside - adjusted AS inside FROM park_live WHERE tenant_id = $1 AND park_id = $2 FOR UPDATE',
        [lot.tenantId, id],
      );
      if (live && live.inside > 0)
        throw new Refused('in_use', {
          what: text(
            `“${lot.parkName}”内还有${live.inside}辆车，`,
            `“${lot.parkName}” has ${live.inside} vehicles inside, it`,
          ),
        });
      for (const own of [carModel, carType, parkParameter, holidayDate]) {
        const t = tableOf(own);
        const rows = await work.db
          .select({ id: t.id! })
          .from(t)
          .where(scoped(own, work.db.scope, [eq(t.parkId!, id)]));
        await removeRows(
          own,
          rows.map((row) => row.id as string),
          work,
        );
      }
      await removeRows(park, [id], work, rules);
    }
    return null;
  };

/** Cars inside as counted and free spaces to show, by lot. Lots that saw no car yet are empty. */
export async function spacesOf(
  db: Db,
  parks: readonly { id: string; totalStall: number | null }[],
): Promise<ReadonlyMap<string, { inside: number; remain: number | null }>> {
  if (parks.length === 0) return new Map();
  const values: unknown[] = [parks.map(({ id }) => id)];
  const rows = await db.raw<{ park_id: string; inside: number }>(
    `SELECT l.park_id, l.inside FROM park_live l WHERE l.park_id = ANY($1::uuid[])
      AND ${scopedSql(db.scope, 'l', values, { company: false, park: false })}`,
    values,
  );
  const inside = new Map(rows.map((row) => [row.park_id, row.inside]));
  return new Map(
    parks.map(({ id, totalStall }) => [
      id,
      { inside: inside.get(id) ?? 0, remain: freeSpaces(inside.get(id) ?? 0, totalStall) },
    ]),
  );
}

type Shown = Record<string, unknown> & { id: string; totalStall: number | null };

/** One lot's detail has its free spaces as counted this moment. */
async function counted(work: Work, plain: Plain): Promise<unknown> {
  const row = (await plain(work)) as Shown;
  return { ...row, remainStall: (await spacesOf(work.db, [row])).get(row.id)!.remain };
}

const served = (rules: Rules): Rules => ({ ...rules, verbs: { remove: removeParks(rules), detail: counted } });

type Live = { inside: number; adjusted: number };

/**
 * Sets the free spaces by one signed correction; without a figure all corrections so far are taken back. Nothing to
 * correct is no correction.
 */
async function setFree(work: Work): Promise<unknown> {
  const { parkId, remainNum, remark } = work.input as {
    parkId: string;
    remainNum?: number | null;
    remark?: string | null;
  };
  const lot = (await rowOf(park, parkId, work.db)) as Park;
  const place = [lot.tenantId, lot.id];
  await work.db.raw(
    'INSERT INTO park_live (tenant_id, company_id, park_id) VALUES ($1, $3, $2) ON CONFLICT DO NOTHING',
    [...place, lot.companyId],
  );
  const [live] = await work.db.raw<Live>(
    'SELECT inside, adjusted FROM park_live WHERE tenant_id = $1 AND park_id = $2 FOR UPDATE',
    place,
  );
  const now = live!.inside;
  if (remainNum != null && remainNum > lot.totalStall)
    throw new Refused('bad_input', {}, [
      {
        field: 'remainNum',
        msg: text(
          `剩余车位不能超过总车位数${lot.totalStall}`,
          `Free spaces cannot exceed the ${lot.totalStall} spaces of the car park`,
        ),
      },
    ]);
  const wanted = remainNum == null ? now - live!.adjusted : lot.totalStall - remainNum;
  const change = adjust(now, wanted);
  if (change) {
    const reason = remark || (remainNum == null ? '按在场车辆重新计算' : `剩余车位更正为${remainNum}`);
    await work.db.raw(
      'INSERT INTO space_adjustment (tenant_id, company_id, park_id, id, at, delta, reason, by) VALUES ($1, $3, $2, $4, $5, $6, $7, $8)',
      [...place, lot.companyId, newId(), work.now.toISOString(), change.delta, reason, work.person.name],
    );
    await work.db.raw(
      'UPDATE park_live SET inside = inside + $3, adjusted = adjusted + $3, updated_at = $4 WHERE tenant_id = $1 AND park_id = $2',
      [...place, change.delta, work.now.toISOString()],
    );
    await work.db.raw('UPDATE park SET remain_stall = $3 WHERE tenant_id = $1 AND id = $2', [
      ...place,
      freeSpaces(wanted, lot.totalStall),
    ]);
  }
  const answer = { inside: wanted, remainNum: freeSpaces(wanted, lot.totalStall), delta: change?.delta ?? 0 };
  work.record({
    resource: 'park',
    action: 'updateStallNum',
    rowId: lot.id,
    before: { inside: now },
    after: { ...answer, remark: remark ?? null },
    tenantId: lot.tenantId,
    companyId: lot.companyId,
    parkId: lot.id,
  });
  return answer;
}

const REFRESH = `
  UPDATE park p SET remain_stall = greatest(0, p.total_stall - l.inside) FROM park_live l
  WHERE l.tenant_id = p.tenant_id AND l.park_id = p.id AND p.deleted_at IS NULL
  AND p.remain_stall IS DISTINCT FROM greatest(0, p.total_stall - l.inside)`;

/** Brings the stored free spaces of all lots up to what the lanes counted. Run by the clock every minute. */
export const refreshFreeSpaces = (database: Database): Promise<void> =>
  database.write(platformScope, async (db) => {
    await db.raw(REFRESH);
  });

/** Enters a lot in the register of curb lots. A second time changes nothing. */
async function register(work: Work): Promise<unknown> {
  const before = await rowOf(park, (work.input as { parkId: string }).parkId, work.db, {
    lock: true,
  });
  if (before.parkType === 'curb') return { id: before.id };
  if (await hasLanes(work.db, before.id)) throw ruleRefused(lanesRefused);
  const t = tableOf(park);
  const [after] = (await work.db
    .update(t)
    .set({
      parkType: 'curb',
      ...running('curb'),
      berthSensing: 'none',
      registeredTime: work.now.toISOString(),
      updatedAt: work.now.toISOString(),
      updatedBy: work.person.userId,
    })
    .where(and(eq(t.tenantId!, before.tenantId), eq(t.id!, before.id)))
    .returning()) as Stored[];
  work.record({
    resource: 'park',
    action: 'registerAsCurb',
    rowId: before.id,
    before: auditable(park, before),
    after: auditable(park, after!),
    tenantId: before.tenantId,
    companyId: before.companyId,
    parkId: before.id,
  });
  return { id: before.id };
}

/** Ids of the lots the caller sees; for look-ups that start from them. */
export const parksSeen = (db: Db, companyIds: readonly string[] | null, word?: string | null) => {
  const t = tableOf(park);
  return db
    .select()
    .from(t)
    .where(
      scoped(park, db.scope, [
        companyIds ? inArray(t.companyId!, [...companyIds]) : undefined,
        word ? sql`${t.parkName!} ILIKE ${`%${word.replace(/[\\%_]/g, (sign) => `\\${sign}`)}%`}` : undefined,
      ]),
    )
    .orderBy(t.sort!, t.parkName!, t.id!);
};

/** The rules of both resources that lots are kept as. */
export const parkServing = { park: served(parkRules), curbPark: served(curbRules) };

export const parksServed: Served[] = [
  serve(updateStallNum, setFree),
  serve(registerAsCurb, register),
  serve(addWirelessPark, async (work) => {
    const row = await add(curbPark, { ...work.raw, berthSensing: 'wireless' }, work, curbRules);
    return { id: row.id, PKID: row.id };
  }),
];
