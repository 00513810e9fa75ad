/** Calls on passes besides their list: renewals and days, groups, lots of a plate, lanes of a car type. */
import { and, asc, eq, isNull, ne } from 'drizzle-orm';
import { daysExplained } from '#domain/pass/history.ts';
import { lanesMeet } from '#domain/pass/group.ts';
import { addDays, addMonths } from '#domain/time/day.ts';
import { ruleRefused } from '#kit/declare/refused.ts';
import type { Resource } from '#kit/declare/resource.ts';
import { fill, text } from '#kit/declare/text.ts';
import { rowOf } from '#kit/server/row-by-id.ts';
import { masked, namesOf, present } from '#kit/server/rows.ts';
import type { Stored } from '#kit/server/rows.ts';
import { scoped } from '#kit/server/scope.ts';
import { serve } from '#kit/server/served.ts';
import type { Served } from '#kit/server/served.ts';
import { tableOf } from '#kit/server/table.ts';
import type { Work } from '#kit/server/work.ts';
import { park } from '#areas/lot/model/park.ts';
import { parkGate } from '#areas/lot/model/park-gate.ts';
import { carType } from '#areas/vehicle/model/car-type.ts';
import { grantLanes, groupsOfPark, lotsOfPlate, renewalDetail } from '../model/calls.ts';
import { parkMonth } from '../model/park-month.ts';
import { passRenewal, passSuspension } from '../model/renewal.ts';
import { spaceGroup } from '../model/space-group.ts';
import { nextDays } from './buy.ts';
import { historyOf, lotOf, renewalsOf, restsOf, typeOf } from './pass-row.ts';
import type { Pass } from './pass-row.ts';
import { lockPasses, platesOf } from './plates.ts';

const t = tableOf(parkMonth);
const shown = (of: unknown, rows: readonly unknown[], work: Work) =>
  present(of as Resource, rows as readonly Stored[], work.db, work.person, work.lang);

/** A pass with what the next renewal would be, its renewals and rests, and every day of a month with its reason. */
async function detail(work: Work): Promise<unknown> {
  const input = work.input as { grantId: string; month?: string | null };
  const pass = (await rowOf(parkMonth, input.grantId, work.db)) as Pass;
  const lot = await lotOf(work, pass);
  const [renewals, rests, type] = await Promise.all([
    renewalsOf(lot.db, [pass.id]),
    restsOf(lot.db, [pass.id]),
    typeOf(lot.db, pass.carTypeId),
  ]);
  const month = input.month ?? lot.today.slice(0, 7);
  const first = `${month}-01`;
  const grace = lot.settings.passGraceDays!;
  const next = nextDays(pass, lot);
  const [[row], renewed, rested] = await Promise.all([
    shown(parkMonth, [pass], work),
    shown(passRenewal, renewals.toReversed(), work),
    shown(passSuspension, rests.toReversed(), work),
  ]);
  return {
    ...row,
    monthPrice: type.monthFen,
    nextFrom: next.from,
    nextAnchor: next.byMonths(1).anchorDay,
    today: lot.today,
    graceDays: grace,
    month,
    renewals: renewed,
    suspensions: rested,
    days: daysExplained(
      historyOf(pass.lastDay ?? null, renewals, rests),
      first,
      addDays(addMonths(first, 1), -1),
      grace,
    ),
  };
}

async function groups(work: Work): Promise<unknown> {
  const g = tableOf(spaceGroup);
  const rows = await work.db
    .select()
    .from(g)
    .where(scoped(spaceGroup, work.db.scope, [eq(g.parkId!, (work.input as { parkId: string }).parkId)]))
    .orderBy(asc(g.groupName!), asc(g.id!))
    .limit(500);
  return rows.map((row) => ({ value: row.id, label: row.groupName, spaces: row.spaces }));
}

/** Passes of a plate that were not stopped, by lot, within the caller's scope. */
async function lots(work: Work): Promise<unknown> {
  const { plateNo } = work.input as { plateNo: string };
  const condition = scoped(parkMonth, work.db.scope, [ne(t.status!, 'stopped'), ne(t.status!, 'refused')]);
  const found = await work.db.raw<{ pass_id: string }>(
    `SELECT pass_id FROM pass_plate WHERE plate = $1${work.db.scope.platform ? '' : ' AND tenant_id = $2'}`,
    work.db.scope.platform ? [plateNo] : [plateNo, work.db.scope.tenantId],
  );
  const ids = new Set(found.map((row) => row.pass_id));
  const rows =
    ids.size === 0
      ? []
      : ((
          await Promise.all(
            [...ids].slice(0, 100).map((id) =>
              work.db
                .select()
                .from(t)
                .where(and(condition, eq(t.id!, id))),
            ),
          )
        ).flat() as Pass[]);
  const names = await namesOf(park as Resource, [...new Set(rows.map((row) => row.parkId))], work.db);
  return rows.map((row) => ({
    parkId: row.parkId,
    parkName: names.get(row.parkId) ?? '',
    grantId: row.id,
    status: row.status,
    endTime: row.endTime,
  }));
}

/** Passes of one lot that would now meet another of the same plate. */
function meeting(rows: readonly Pass[]): string | null {
  const seen = new Map<string, Pass[]>();
  for (const row of rows) {
    for (const plate of platesOf(row)) {
      const others = seen.get(plate) ?? [];
      if (others.some((other) => lanesMeet(other.gateIds ?? [], row.gateIds ?? []))) return plate;
      seen.set(plate, [...others, row]);
    }
  }
  return null;
}

async function lanes(work: Work): Promise<unknown> {
  const { parkId, carTypeId, gateIds } = work.input as { parkId: string; carTypeId: string; gateIds?: string[] | null };
  const lot = await rowOf(park, parkId, work.db);
  const type = await rowOf(carType, carTypeId, work.db);
  for (const id of gateIds ?? []) {
    const gate = await rowOf(parkGate, id, work.db);
    if (gate.parkId !== parkId)
      throw ruleRefused(
        fill(text('通道“{name}”不属于该车场', 'Lane “{name}” belongs to another car park'), {
          name: String(gate.gateName),
        }),
      );
  }
  if (type.parkId !== parkId) throw ruleRefused(text('车类不属于该车场', 'The car type belongs to another car park'));
  await lockPasses(work.db, { tenantId: lot.tenantId as number, parkId });
  const mine = scoped(parkMonth, work.db.scope, [
    eq(t.parkId!, parkId),
    eq(t.carTypeId!, carTypeId),
    ne(t.status!, 'stopped'),
  ]);
  const set = {
    gateIds: gateIds && gateIds.length > 0 ? gateIds : null,
    updatedAt: work.now.toISOString(),
    updatedBy: work.person.userId,
  };
  const changed = await work.db.update(t).set(set).where(mine).returning({ id: t.id! });
  const holding = (await work.db
    .select()
    .from(t)
    .where(
      and(isNull(t.deletedAt!), eq(t.tenantId!, lot.tenantId), eq(t.parkId!, parkId), eq(t.status!, 'active')),
    )) as Pass[];
  const plate = meeting(holding);
  if (plate)
    throw ruleRefused(
      fill(
        text(
          '{plate} 会在同一通道有两个月租，请先退租其一',
          '{plate} would have two passes for the same lane. End one first.',
        ),
        { plate: work.permits('parkMonth:unmask') ? plate : masked(parkMonth.fields.plateNumber, plate) },
      ),
    );
  work.record({
    resource: parkMonth.name,
    action: 'authGate',
    rowId: carTypeId,
    after: { gateIds: set.gateIds, count: changed.length },
    tenantId: lot.tenantId as number,
    companyId: lot.companyId as string,
    parkId,
  });
  return { count: changed.length };
}

export const callsServed: Served[] = [
  serve(renewalDetail, detail),
  serve(groupsOfPark, groups),
  serve(lotsOfPlate, lots),
  serve(grantLanes, lanes),
];
