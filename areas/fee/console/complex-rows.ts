/** The rows of a rule in complex mode while they are edited, and what has to be sent for them. */
import { complexTariff } from '#domain/fee/complex.ts';
import type { AreaRow, PeriodRow, RowProblem, RuleRows, SubPeriodRow } from '#domain/fee/complex.ts';
import type { DayKind, Tariff } from '#domain/fee/form.ts';
import { checkFields } from '#kit/declare/check.ts';
import type { Fields } from '#kit/declare/field.ts';
import { feeRuleArea, feeRulePeriod, feeRuleSubPeriod } from '#areas/fee/model/park-fee-rule.ts';

export type Table = Exclude<RowProblem['table'], 'rule'>;
/** A sub period whose price is still to be entered. */
export type DraftRows = Omit<RuleRows, 'subPeriods'> & {
  readonly subPeriods: readonly (Omit<SubPeriodRow, 'unitFee'> & { readonly unitFee: number | null })[];
};
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
const subsOf = (rows: DraftRows, periodId: string): DraftSub[] =>
  inOrder(rows.subPeriods.filter((each) => each.periodId === periodId));
export const periodsOf = (rows: DraftRows, areaRuleId: string): PeriodRow[] =>
  rows.periods.filter((each) => each.areaRuleId === areaRuleId).sort((a, b) => a.sort - b.sort);

/** Sub periods follow each other from minute 0 on; where each begins follows from the ends before it. */
function chained(rows: DraftRows, periodId: string): DraftRows {
  let start = 0;
  const subs = new Map(
    subsOf(rows, periodId).map((sub) => {
      const next: DraftSub = { ...sub, startMinute: start };
      start = sub.endMinute ?? start;
      return [sub.id, next];
    }),
  );
  return { ...rows, subPeriods: rows.subPeriods.map((sub) => subs.get(sub.id) ?? sub) };
}

/** The steps of a period in their order. */
export const stepsOf = subsOf;

export function withRow(
  rows: DraftRows,
  table: Table,
  id: string,
  patch: Readonly<Record<string, unknown>>,
): DraftRows {
  const key = keys[table];
  const next = {
    ...rows,
    [key]: (rows[key] as readonly { id: string }[]).map((row) => (row.id === id ? { ...row, ...patch } : row)),
  };
  const sub = table === 'subPeriod' ? rows.subPeriods.find((each) => each.id === id) : undefined;
  return sub ? chained(next, sub.periodId) : next;
}

export function withoutRow(rows: DraftRows, table: Table, id: string): DraftRows {
  if (table === 'area') {
    const cleared = rows.periods
      .filter(({ areaRuleId }) => areaRuleId === id)
      .reduce((left, period) => withoutRow(left, 'period', period.id), rows);
    return { ...cleared, areas: cleared.areas.filter((row) => row.id !== id) };
  }
  if (table === 'period')
    return {
      ...rows,
      periods: rows.periods.filter((row) => row.id !== id),
      subPeriods: rows.subPeriods.filter(({ periodId }) => periodId !== id),
    };
  const gone = rows.subPeriods.find((row) => row.id === id);
  const next = { ...rows, subPeriods: rows.subPeriods.filter((row) => row.id !== id) };
  return gone ? chained(next, gone.periodId) : next;
}

/**
 * One more step; an open last one is closed an hour after it begins. `unitMinutes`: of the first one, null where it is
 * sold as a whole.
 */
export function withStep(rows: DraftRows, periodId: string, unitMinutes: number | null = 60): DraftRows {
  const last = subsOf(rows, periodId).at(-1);
  const closed =
    last && last.endMinute === null ? withRow(rows, 'subPeriod', last.id, { endMinute: last.startMinute + 60 }) : rows;
  const startMinute = subsOf(closed, periodId).at(-1)?.endMinute ?? 0;
  return {
    ...closed,
    subPeriods: [
      ...closed.subPeriods,
      {
        id: newId(),
        periodId,
        startMinute,
        endMinute: null,
        unitMinutes: last ? last.unitMinutes : unitMinutes,
        unitFee: null,
        roundUp: true,
      },
    ],
  };
}

/** Kinds of days of which each day is just one: who names some of a kind has the others of it left. */
const ALIKE: readonly (readonly DayKind[])[] = [
  ['workday', 'restday'],
  ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'],
];

type When = Pick<PeriodRow, 'startTime' | 'endTime' | 'days'>;

/**
 * When a further period most likely holds: at the same time of the days that have none yet; once all have, in the time
 * that is left of the day.
 */
function nextTime(own: readonly PeriodRow[]): When & { readonly otherDays: boolean } {
  const last = own.at(-1);
  if (!last) return { startTime: null, endTime: null, days: [], otherDays: false };
  const named = own.flatMap(({ days }) => days);
  const left =
    ALIKE.find((kinds) => named.every((day) => kinds.includes(day)))?.filter((day) => !named.includes(day)) ?? [];
  if (own.every(({ days }) => days.length > 0) && left.length > 0)
    return { startTime: last.startTime, endTime: last.endTime, days: left, otherDays: true };
  const alike = own.every(({ startTime, endTime }) => startTime === last.startTime && endTime === last.endTime);
  return { startTime: last.endTime, endTime: last.startTime, days: alike ? [] : last.days, otherDays: false };
}

/**
 * One more period. On other days the steps are mostly of the same lengths: they are laid out, their prices still to be
 * entered.
 */
export function withPeriod(rows: DraftRows, areaRuleId: string): DraftRows {
  const own = periodsOf(rows, areaRuleId);
  const [id, last] = [newId(), own.at(-1)];
  const { otherDays, ...when } = nextTime(own);
  const period: PeriodRow = {
    id,
    areaRuleId,
    periodName: null,
    ...when,
    again: last?.again ?? 'day',
    edge: last?.edge ?? 'runs-on',
    maxFee: null,
    sort: (last?.sort ?? 0) + 1,
  };
  const begun = { ...rows, periods: [...rows.periods, period] };
  const steps = last ? subsOf(rows, last.id) : [];
  if (otherDays && steps.length > 0)
    return {
      ...begun,
      subPeriods: [...rows.subPeriods, ...steps.map((step) => ({ ...step, id: newId(), periodId: id, unitFee: null }))],
    };
  return withStep(begun, id, steps[0]?.unitMinutes);
}

/**
 * The rows with a period moved by so many places among those of its area, as far as there are any; the order is stored
 * as 0, 1, 2 ….
 */
export function withMoved(rows: DraftRows, periodId: string, by: number): DraftRows {
  const period = rows.periods.find(({ id }) => id === periodId);
  if (!period) return rows;
  const own = periodsOf(rows, period.areaRuleId).map(({ id }) => id);
  const from = own.indexOf(periodId);
  const to = Math.min(own.length - 1, Math.max(0, from + by));
  if (to === from) return rows;
  own.splice(from, 1);
  own.splice(to, 0, periodId);
  const sort = (each: PeriodRow): number => own.indexOf(each.id);
  return {
    ...rows,
    periods: rows.periods.map((each) => (each.areaRuleId === period.areaRuleId ? { ...each, sort: sort(each) } : each)),
  };
}

/** One more area; the first is the whole lot. */
export function withArea(rows: DraftRows): DraftRows {
  const id = newId();
  return withPeriod(
    { ...rows, areas: [...rows.areas, { id, areaId: null, areaName: null, freeMinutes: null, dayMaxFee: null }] },
    id,
  );
}

/** The tariff of the rows, or what is wrong with which field of which row. `areaNames`: by id. */
export function readRows(
  rows: DraftRows,
  areaNames: ReadonlyMap<string, string>,
):
  | { readonly tariff: Tariff; readonly problems: readonly RowProblem[] }
  | { readonly problems: readonly RowProblem[]; readonly tariff?: undefined } {
  const problems = (Object.keys(keys) as Table[]).flatMap((table) =>
    rows[keys[table]].flatMap((row) =>
      checkFields(rowFields[table], pickValues(table, row), true).problems.map(({ field, msg }): RowProblem => ({
        table,
        rowId: row.id,
        field,
        words: msg,
      })),
    ),
  );
  if (problems.length > 0) return { problems };
  const areas = rows.areas.map((area): AreaRow => ({
    ...area,
    areaName: area.areaId === null ? null : (areaNames.get(area.areaId) ?? null),
  }));
  const read = complexTariff({ ...rows, areas, subPeriods: rows.subPeriods as readonly SubPeriodRow[] });
  return read.tariff ? { tariff: read.tariff, problems: [] } : { problems: read.problems };
}

function pickValues(table: Table, row: object): Record<string, unknown> {
  return Object.fromEntries(
    Object.keys(rowFields[table]).map((name) => [name, (row as Record<string, unknown>)[name] ?? null]),
  );
}

/** The rows as one call sends them: each with those below it, stored ones by their ids. */
export function sentAreas(rows: DraftRows): object[] {
  const sent = (table: Table, row: { readonly id: string }) => ({
    ...(isNew(row.id) ? {} : { id: row.id }),
    ...pickValues(table, row),
  });
  return rows.areas.map((area) => ({
    ...sent('area', area),
    // By place, not by the number it was stored with: periods moved away and back are as they were.
    periods: periodsOf(rows, area.id).map((period, place) => ({
      ...sent('period', period),
      sort: place,
      subPeriods: subsOf(rows, period.id).map((step) => ({
        ...sent('subPeriod', step),
        startMinute: step.startMinute,
      })),
    })),
  }));
}
