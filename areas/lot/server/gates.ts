import { and, asc, eq, isNotNull, isNull } from 'drizzle-orm';
import type { Problem } from '#kit/declare/refused.ts';
import { text } from '#kit/declare/text.ts';
import { rowOf } from '#kit/server/row-by-id.ts';
import type { Rules } from '#kit/server/rules.ts';
import { forest } from '#kit/server/generic.ts';
import type { Stored } from '#kit/server/rows.ts';
import { scoped } from '#kit/server/scope.ts';
import { serve } from '#kit/server/served.ts';
import type { Served } from '#kit/server/served.ts';
import { tableOf } from '#kit/server/table.ts';
import type { Work } from '#kit/server/work.ts';
import {
  areaTree,
  boxesByDongle,
  gatesOfArea,
  gatesOfPark,
  villagesAllowed,
  villagesOfCompany,
} from '#areas/lot/model/lookups.ts';
import { park } from '#areas/lot/model/park.ts';
import { parkArea } from '#areas/lot/model/park-area.ts';
import { parkBox } from '#areas/lot/model/park-box.ts';
import { parkGate } from '#areas/lot/model/park-gate.ts';
import { village } from '#areas/lot/model/village.ts';
import { gateHours } from './store.ts';

const parts = { boxId: parkBox, areaId: parkArea } as const;
const elsewhere = text('不属于该车场', 'belongs to another car park');

/** The box and the area named on a lane or box stand in its own lot. */
export async function samePark(
  values: Record<string, unknown>,
  before: Record<string, unknown> | null,
  work: Work,
): Promise<Problem[]> {
  const parkId = values.parkId ?? before?.parkId;
  const problems: Problem[] = [];
  for (const [field, of] of Object.entries(parts)) {
    if (typeof values[field] !== 'string') continue;
    const found = (await rowOf(of, values[field], work.db)) as { parkId: string };
    if (found.parkId !== parkId)
      problems.push({ field, msg: { zh: `${of.title.zh}${elsewhere.zh}`, en: `${of.title.en} ${elsewhere.en}` } });
  }
  return problems;
}

export const gateRules: Rules = {
  check: async (values, before, work) => {
    const problems = await samePark(values, before, work);
    if (before === null) {
      const lot = (await rowOf(park, (values as { parkId: string }).parkId, work.db)) as {
        parkType: string;
      };
      if (lot.parkType === 'curb')
        problems.push({ field: 'parkId', msg: text('路内车场没有车道', 'A roadside car park has no lanes') });
    }
    return problems;
  },
  removing: async (row, work) => {
    await work.db
      .delete(gateHours)
      .where(and(eq(gateHours.tenantId, Number((row as Stored).tenantId)), eq(gateHours.gateId, row.id)));
  },
};

const label = (
  of: 'gateName' | 'boxName' | 'VName',
  rows: readonly Record<string, unknown>[],
  also: readonly string[] = [],
) =>
  rows.map((row) => ({ value: row.id, label: row[of], ...Object.fromEntries(also.map((name) => [name, row[name]])) }));

async function villages(work: Work, companyId: string | null | undefined) {
  const t = tableOf(village);
  const rows = await work.db
    .select()
    .from(t)
    .where(scoped(village, work.db.scope, [companyId ? eq(t.companyId!, companyId) : undefined]))
    .orderBy(asc(t.VName!), asc(t.id!))
    .limit(300);
  return label('VName', rows, ['companyId', 'status']);
}

async function areas(work: Work, { parkId, companyId }: { parkId?: string | null; companyId?: string | null }) {
  const t = tableOf(parkArea);
  const rows = await work.db
    .select()
    .from(t)
    .where(
      scoped(parkArea, work.db.scope, [
        parkId ? eq(t.parkId!, parkId) : undefined,
        companyId ? eq(t.companyId!, companyId) : undefined,
      ]),
    )
    .orderBy(asc(t.sort!), asc(t.areaName!), asc(t.id!))
    .limit(5000);
  return forest(
    rows.map(({ id, areaName, parentId, parkId: of, totalStall, status }) => ({
      id,
      name: areaName,
      areaName,
      parentId,
      parkId: of,
      totalStall,
      status,
      value: id,
      label: areaName,
    })),
    'parentId',
  );
}

export const gatesServed: Served[] = [
  serve(gatesOfPark, async (work) => {
    const t = tableOf(parkGate);
    const rows = await work.db
      .select()
      .from(t)
      .where(scoped(parkGate, work.db.scope, [eq(t.parkId!, work.input.parkId!)]))
      .orderBy(asc(t.gateNo!), asc(t.gateName!), asc(t.id!));
    return label('gateName', rows, ['gateType', 'mode', 'boxId', 'areaId']);
  }),
  serve(gatesOfArea, async (work) => {
    const t = tableOf(parkGate);
    const { areaId } = work.input;
    const rows = await work.db
      .select()
      .from(t)
      .where(scoped(parkGate, work.db.scope, [areaId ? eq(t.areaId!, areaId) : isNull(t.areaId!)]))
      .orderBy(asc(t.gateName!), asc(t.id!))
      .limit(300);
    return label('gateName', rows, ['gateType', 'parkId']);
  }),
  serve(boxesByDongle, async (work) => {
    const t = tableOf(parkBox);
    const { parkId, BoxID, dogNo } = work.input;
    const rows = await work.db
      .select()
      .from(t)
      .where(
        scoped(parkBox, work.db.scope, [
          isNotNull(t.dogNo!),
          parkId ? eq(t.parkId!, parkId) : undefined,
          BoxID ? eq(t.id!, BoxID) : undefined,
          dogNo ? eq(t.dogNo!, dogNo) : undefined,
        ]),
      )
      .orderBy(asc(t.boxName!), asc(t.id!))
      .limit(300);
    return label('boxName', rows, ['dogNo', 'parkId', 'ipAddress']);
  }),
  serve(areaTree, (work) => areas(work, work.input)),
  serve(villagesOfCompany, (work) => villages(work, work.input.cpid)),
  serve(villagesAllowed, (work) => villages(work, work.input.companyId)),
];
