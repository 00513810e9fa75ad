/** The rows of a rule in complex mode while they are edited, and what has to be sent for them. */
import { complexTariff } from '#domain/fee/complex.ts';
import type { AreaRow, PeriodRow, RowProblem, RuleRows, SubPeriodRow } from '#domain/fee/complex.ts';
import type { Tariff } from '#domain/fee/form.ts';
import { checkFields } from '#kit/declare/check.ts';
import type { Fields } from '#kit/declare/field.ts';
import { feeRuleArea, feeRulePeriod, feeRuleSubPeriod } from '#areas/fee/model/park-fee-rule.ts';

export type Table = Exclude<RowProblem['table'], 'rule'>;
/** A sub period whose price is still to be entered. */
export type DraftRows = Omit<RuleRows, 'subPeriods'> & { readonly subPeriods: readonly (Omit<SubPeriodRow, 'unitFee'> & { readonly unitFee: number | null })[] };
type DraftSub = DraftRows['subPeriods'][number];

/** The fields a person enters, by table. */
export const rowFields: Readonly<Record<Table, Fields>> = {
  area: pick(feeRuleArea.fields, ['areaId', 'freeMinutes', 'dayMaxFee']),
  period: pick(feeRulePeriod.fields, ['periodName', 'startTime', 'endTime', 'days', 'again', 'edge', 'maxFee']),
  subPeriod: pick(feeRuleSubPeriod.fields, ['endMinute', 'unitMinutes', 'unitFee', 'roundUp']),
};
const keys = { area: 'areas', period: 'periods', subPeriod: 'subPeriods' } as const;

function pick(fields: Fields, names: readonly string[]): Fields {
  return Object.fromEntries(names.map((name) => [name, fields[name]!]));
}

let made = 0;
/** Names a row that is not stored yet. */
const newId = (): string => `new-${(made += 1)}`;
const isNew = (id: string): boolean => id.startsWith('new-');

const inOrder = <T extends DraftSub>(subs: readonly T[]): T[] => subs.toSorted((a, b) => a.startMinute - b.startMinute);
const subsOf = (rows: DraftRows, periodId: string): DraftSub[] => inOrder(rows.subPeriods.filter((each) => each.periodId === periodId));
export const periodsOf = (rows: DraftRows, areaRuleId: string): PeriodRow[] => rows.periods.filter((each) => each.areaRuleId === areaRuleId).sort((a, b) => a.sort - b.sort);

/** Sub periods follow each other from minute 0 on; where each begins follows from the ends before it. */
function chained(rows: DraftRows, periodId: string): DraftRows {
  let start = 0;
  const subs = new Map(subsOf(rows, periodId).map((sub) => {
    const next: DraftSub = { ...sub, startMinute: start };
    start = sub.endMinute ?? start;
    return [sub.id, next];
  }));
  return { ...rows, subPeriods: rows.subPeriods.map((sub) => subs.get(sub.id) ?? sub) };
}

/** The steps of a period in their order. */
export const stepsOf = subsOf;

export function withRow(rows: DraftRows, table: Table, id: string, patch: Readonly<Record<string, unknown>>): DraftRows {
  const key = keys[table];
  const next = { ...rows, [key]: (rows[key] as readonly { id: string }[]).map((row) => (row.id === id ? { ...row, ...patch } : row)) };
  const sub = table === 'subPeriod' ? rows.subPeriods.find((each) => each.id === id) : undefined;
  return sub ? chained(next, sub.periodId) : next;
}

export function withoutRow(rows: DraftRows, table: Table, id: string): DraftRows {
  if (table === 'area') {
    const cleared = rows.periods.filter(({ areaRuleId }) => areaRuleId === id).reduce((left, period) => withoutRow(left, 'period', period.id), rows);
    return { ...cleared, areas: cleared.areas.filter((row) => row.id !== id) };
  }
  if (table === 'period') return { ...rows, periods: rows.periods.filter((row) => row.id !== id), subPeriods: rows.subPeriods.filter(({ periodId }) => periodId !== id) };
  const gone = rows.subPeriods.find((row) => row.id === id);
  const next = { ...rows, subPeriods: rows.subPeriods.filter((row) => row.id !== id) };
  return gone ? chained(next, gone.periodId) : next;
}

/** One more step; an open last one is closed an hour after it begins. */
export function withStep(rows: DraftRows, periodId: string): DraftRows {
  const last = subsOf(rows, periodId).at(-1);
  const closed = last && last.endMinute === null ? withRow(rows, 'subPeriod', last.id, { endMinute: last.startMinute + 60 }) : rows;
  const startMinute = subsOf(closed, periodId).at(-1)?.endMinute ?? 0;
  return { ...closed, subPeriods: [...closed.subPeriods, { id: newId(), periodId, startMinute, endMinute: null, unitMinutes: last?.unitMinutes ?? 60, unitFee: null, roundUp: true }] };
}

export function withPeriod(rows: DraftRows, areaRuleId: string): DraftRows {
  const own = periodsOf(rows, areaRuleId);
  const [id, last] = [newId(), own.at(-1)];
  const period: PeriodRow = { id, areaRuleId, periodName: null, startTime: last?.endTime ?? null, endTime: last?.startTime ?? null, days: last?.days ?? [], again: last?.again ?? 'day', edge: last?.edge ?? 'runs-on', maxFee: null, sort: (last?.sort ?? 0) + 1 };
  return withStep({ ...rows, periods: [...rows.periods, period] }, id);
}

/** One more area; the first is the whole lot. */
export function withArea(rows: DraftRows): DraftRows {
  const id = newId();
  return withPeriod({ ...rows, areas: [...rows.areas, { id, areaId: null, areaName: null, freeMinutes: null, dayMaxFee: null }] }, id);
}

/** The tariff of the rows, or what is wrong with which field of which row. `areaNames`: by id. */
export function readRows(rows: DraftRows, areaNames: ReadonlyMap<string, string>): { readonly tariff: Tariff; readonly problems: readonly RowProblem[] } | { readonly problems: readonly RowProblem[]; readonly tariff?: undefined } {
  const problems = (Object.keys(keys) as Table[]).flatMap((table) => rows[keys[table]].flatMap((row) => checkFields(rowFields[table], pickValues(table, row), true).problems.map(({ field, msg }): RowProblem => ({ table, rowId: row.id, field, words: msg }))));
  if (problems.length > 0) return { problems };
  const areas = rows.areas.map((area): AreaRow => ({ ...area, areaName: area.areaId === null ? null : (areaNames.get(area.areaId) ?? null) }));
  const read = complexTariff({ ...rows, areas, subPeriods: rows.subPeriods as readonly SubPeriodRow[] });
  return read.tariff ? { tariff: read.tariff, problems: [] } : { problems: read.problems };
}

function pickValues(table: Table, row: object): Record<string, unknown> {
  return Object.fromEntries(Object.keys(rowFields[table]).map((name) => [name, (row as Record<string, unknown>)[name] ?? null]));
}

/** The rows as one call sends them: each with those below it, stored ones by their ids. */
export function sentAreas(rows: DraftRows): object[] {
  const sent = (table: Table, row: { readonly id: string }) => ({ ...(isNew(row.id) ? {} : { id: row.id }), ...pickValues(table, row) });
  return rows.areas.map((area) => ({
    ...sent('area', area),
    periods: periodsOf(rows, area.id).map((period) => ({ ...sent('period', period), sort: period.sort, subPeriods: subsOf(rows, period.id).map((step) => ({ ...sent('subPeriod', step), startMinute: step.startMinute })) })),
  }));
}
