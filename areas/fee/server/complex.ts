/** Complex mode: versions made of rows, and the rule rebuilt with every row that is saved. */
import { and, asc, eq, inArray } from 'drizzle-orm';
import { complexTariff } from '#domain/fee/complex.ts';
import type { AreaRow, PeriodRow, RuleHead, RuleRows, SubPeriodRow } from '#domain/fee/complex.ts';
import type { Resource } from '#kit/declare/resource.ts';
import { add } from '#kit/server/save.ts';
import { removeRows } from '#kit/server/remove.ts';
import type { Db } from '#kit/server/db.ts';
import { scoped } from '#kit/server/scope.ts';
import { tableOf } from '#kit/server/table.ts';
import type { Work } from '#kit/server/work.ts';
import { ruleRefused } from '#kit/declare/refused.ts';
import { fill, text } from '#kit/declare/text.ts';
import { feeRule } from '#areas/fee/model/fee-rule.ts';
import { feeRuleArea, feeRulePeriod, feeRuleSubPeriod, parkFeeRule } from '#areas/fee/model/park-fee-rule.ts';
import { parkArea } from '#areas/lot/model/park-area.ts';
import { changedBy, savingRules } from './versions.ts';
import type { Fault, Reading, Saving, Version } from './versions.ts';

const t = tableOf(feeRule);
type Remark = { remark: string | null };
type Area = AreaRow & Remark & { feeRuleId: string };
type Period = PeriodRow & Remark;
type SubPeriod = SubPeriodRow & Remark;
export type StoredRows = {
  readonly areas: readonly Area[];
  readonly periods: readonly Period[];
  readonly subPeriods: readonly SubPeriod[];
};

/** Rows of a resource whose field points at one of these, in its order. */
async function rowsUnder<R>(of: Resource, field: string, ids: readonly string[], db: Db): Promise<R[]> {
  if (ids.length === 0) return [];
  const table = tableOf(of);
  return (await db
    .select()
    .from(table)
    .where(scoped(of, db.scope, [inArray(table[field]!, [...ids])]))
    .orderBy(asc(table[of.order.by]!), asc(table.createdAt!), asc(table.id!))) as R[];
}

/** All rows of a version in complex mode, areas with their names. */
export async function rowsOf(versionId: string, db: Db): Promise<StoredRows> {
  const areas = await rowsUnder<Area>(feeRuleArea, 'feeRuleId', [versionId], db);
  const periods = await rowsUnder<Period>(
    feeRulePeriod,
    'areaRuleId',
    areas.map(({ id }) => id),
    db,
  );
  const subPeriods = await rowsUnder<SubPeriod>(
    feeRuleSubPeriod,
    'periodId',
    periods.map(({ id }) => id),
    db,
  );
  const names = await areaNames(
    areas.flatMap(({ areaId }) => areaId ?? []),
    db,
  );
  return {
    areas: areas.map((row) => ({ ...row, areaName: names.get(row.areaId ?? '') ?? null })),
    periods: periods.map((row) => ({ ...row, days: row.days ?? [] })),
    subPeriods,
  };
}

async function areaNames(ids: readonly string[], db: Db): Promise<Map<string, string>> {
  const rows = await rowsUnder<{ id: string; areaName: string }>(parkArea, 'id', ids, db);
  return new Map(rows.map(({ id, areaName }) => [id, areaName]));
}

/** What the rows make of a version: its tariff, or null with what is missing. */
function readRows(head: RuleHead, rows: StoredRows): Reading {
  const read = complexTariff({ head, ...rows } as RuleRows);
  return read.tariff
    ? { rule: read.tariff }
    : { rule: null, faults: read.problems.map(({ words, ...place }): Fault => ({ ...place, ...words })) };
}

const noRows: StoredRows = { areas: [], periods: [], subPeriods: [] };
type Headed = Version & RuleHead;
/** Of a new version nothing but its head is there. */
const readVersion = async (now: Version, work: Work): Promise<Reading> =>
  readRows(now as Headed, now.id ? await rowsOf(now.id, work.db) : noRows);

/** The rule of a draft as its rows are now. Whoever calls holds the version's row. */
export async function rewrite(version: Version, work: Work): Promise<Version> {
  const { rule, faults = null } = readRows(version as Headed, await rowsOf(version.id, work.db)) as Exclude<
    Reading,
    { problems: readonly unknown[] }
  >;
  const change = { rule, faults, ...changedBy(work), updatedAt: work.now.toISOString(), updatedBy: work.person.userId };
  await work.db
    .update(t)
    .set(change)
    .where(and(eq(t.tenantId!, version.tenantId), eq(t.id!, version.id)));
  return { ...version, ...change } as Version;
}

// ---------------------------------------------------------------- rows that go along

type CarriedSub = Pick<SubPeriod, 'startMinute' | 'endMinute' | 'unitMinutes' | 'unitFee' | 'roundUp' | 'remark'>;
type CarriedPeriod = Omit<Period, 'id' | 'areaRuleId'> & { readonly subPeriods: readonly CarriedSub[] };
/** An area of a version without ids, so that it can be put below another version, of another lot too. */
export type CarriedArea = Pick<Area, 'areaName' | 'freeMinutes' | 'dayMaxFee' | 'remark'> & {
  readonly periods: readonly CarriedPeriod[];
};

export async function carriedRows(versionId: string, db: Db): Promise<CarriedArea[]> {
  const { areas, periods, subPeriods } = await rowsOf(versionId, db);
  return areas.map(({ id, areaName, freeMinutes, dayMaxFee, remark }) => ({
    areaName,
    freeMinutes,
    dayMaxFee,
    remark,
    periods: periods
      .filter(({ areaRuleId }) => areaRuleId === id)
      .map((period) => ({
        ...periodFields(period),
        subPeriods: subPeriods
          .filter(({ periodId }) => periodId === period.id)
          .map(({ startMinute, endMinute, unitMinutes, unitFee, roundUp, remark: remarkText }) => ({
            startMinute,
            endMinute,
            unitMinutes,
            unitFee,
            roundUp,
            remark: remarkText,
          })),
      })),
  }));
}

export const periodFields = ({
  periodName,
  startTime,
  endTime,
  days,
  again,
  edge,
  maxFee,
  sort,
  remark,
}: Period): Omit<CarriedPeriod, 'subPeriods'> => ({
  periodName,
  startTime,
  endTime,
  days,
  again,
  edge,
  maxFee,
  sort,
  remark,
});

/** Areas of these names in a lot. @throws Refused `rule_refused` where it has none of a name */
export async function areasNamed(parkId: string, names: readonly string[], db: Db): Promise<Map<string, string>> {
  const p = tableOf(parkArea);
  const rows =
    names.length === 0
      ? []
      : await db
          .select({ id: p.id!, name: p.areaName! })
          .from(p)
          .where(scoped(parkArea, db.scope, [eq(p.parkId!, parkId), inArray(p.areaName!, [...names])]));
  const found = new Map(rows.map(({ id, name }) => [name as string, id as string]));
  const missing = names.find((name) => !found.has(name));
  if (missing !== undefined)
    throw ruleRefused(fill(text('车场没有区域“{name}”', 'The car park has no area “{name}”'), { name: missing }));
  return found;
}

/** Puts rows below a draft and makes its rule of them. */
export async function plantRows(draft: Version, areas: readonly CarriedArea[], work: Work): Promise<Version> {
  const { parkId } = draft;
  const named = await areasNamed(
    parkId,
    areas.flatMap(({ areaName }) => areaName ?? []),
    work.db,
  );
  for (const { areaName, periods, ...area } of areas) {
    const areaRow = await add(
      feeRuleArea,
      { ...area, parkId, feeRuleId: draft.id, areaId: areaName === null ? null : named.get(areaName) },
      work,
    );
    for (const { subPeriods, ...period } of periods) {
      const periodRow = await add(feeRulePeriod, { ...period, parkId, areaRuleId: areaRow.id }, work);
      for (const sub of subPeriods) await add(feeRuleSubPeriod, { ...sub, parkId, periodId: periodRow.id }, work);
    }
  }
  return rewrite(draft, work);
}

/** Removes all rows of a version. */
export async function removeRowsOf(version: Version, work: Work): Promise<void> {
  const { areas, periods, subPeriods } = await rowsOf(version.id, work.db);
  for (const [of, rows] of [
    [feeRuleSubPeriod, subPeriods],
    [feeRulePeriod, periods],
    [feeRuleArea, areas],
  ] as const)
    await removeRows(
      of,
      rows.map(({ id }) => id),
      work,
    );
}

export const complexSaving: Saving = {
  of: parkFeeRule,
  mode: 'complex',
  rules: { ...savingRules('complex', readVersion), narrow: () => eq(t.mode!, 'complex') },
  drafted: async (draft, from, work) => {
    await plantRows(draft, await carriedRows(from.id, work.db), work);
  },
};
