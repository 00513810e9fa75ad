/**
 * Complex mode: rows of areas, their periods and sub periods, in the language of tariffs. Money in fen, lengths in
 * minutes.
 */
import type { Fen } from '../money/fen.ts';
import type { DayKind, FreeTime, Meter, Rung, Scheme, Span, Step, Tariff, Window } from './form.ts';
import { checkTariff } from './tariff-grammar.ts';
import { DAY_NAMES } from './day-names.ts';
import type { Words } from './words.ts';

export type RuleHead = {
  readonly freeMinutes: number | null;
  readonly freeMinutesCounted: boolean;
  readonly dayCapBasis: 'natural-day' | 'rolling-24h';
  readonly maxFee: Fen | null;
};
/** `areaId` null is the whole lot. */
export type AreaRow = {
  readonly id: string;
  readonly areaId: string | null;
  readonly areaName: string | null;
  readonly freeMinutes: number | null;
  readonly dayMaxFee: Fen | null;
};
/**
 * `startTime`, `endTime` 'HH:mm', both null all day; `days` empty every day. Of periods that hold at once the first by
 * `sort`, then as given.
 */
export type PeriodRow = {
  readonly id: string;
  readonly areaRuleId: string;
  readonly periodName: string | null;
  readonly startTime: string | null;
  readonly endTime: string | null;
  readonly days: readonly DayKind[];
  readonly again: 'piece' | 'stay' | 'day' | '24h';
  readonly edge: Meter['edge'];
  readonly maxFee: Fen | null;
  readonly sort: number;
};
/**
 * From minute `startMinute` to before `endMinute` of the period's own time; null to the end. Without `unitMinutes` sold
 * as a whole.
 */
export type SubPeriodRow = {
  readonly id: string;
  readonly periodId: string;
  readonly startMinute: number;
  readonly endMinute: number | null;
  readonly unitMinutes: number | null;
  readonly unitFee: Fen;
  readonly roundUp: boolean;
};
export type RuleRows = {
  readonly head: RuleHead;
  readonly areas: readonly AreaRow[];
  readonly periods: readonly PeriodRow[];
  readonly subPeriods: readonly SubPeriodRow[];
};

/** A fault, by the table, row and field it stands in; `rowId` null is the rule itself. */
export type RowProblem = {
  readonly table: 'rule' | 'area' | 'period' | 'subPeriod';
  readonly rowId: string | null;
  readonly field: string;
  readonly words: Words;
};

const MOST_LABEL = 60;

const timesOf = ({ startTime, endTime }: PeriodRow): string =>
  startTime === null && endTime === null ? '' : `${startTime ?? '00:00'}–${endTime ?? '00:00'}`;

/** How bills call a period: its name, else its days and times; the area before it. */
function labelOf(area: AreaRow, period: PeriodRow): Words | null {
  const described = (lang: 'zh' | 'en', between: string): string =>
    [
      ...(area.areaName ? [area.areaName] : []),
      ...(period.periodName
        ? [period.periodName]
        : [period.days.map((day) => DAY_NAMES[day][lang]).join(between), timesOf(period)].filter(Boolean)),
    ]
      .join(' ')
      .slice(0, MOST_LABEL);
  const label = { zh: described('zh', '、'), en: described('en', ', ') };
  return label.zh === '' ? null : label;
}

function windowsOf({ areaId }: AreaRow, { startTime, endTime, days }: PeriodRow): Window[] {
  const window: Window = {
    ...(startTime === null && endTime === null
      ? {}
      : { from: startTime ?? '00:00', to: endTime === null || endTime === '00:00' ? '24:00' : endTime }),
    ...(days.length > 0 ? { days } : {}),
    ...(areaId === null ? {} : { area: areaId }),
  };
  return Object.keys(window).length === 0 ? [] : [window];
}

type ReportProblem = (table: RowProblem['table'], rowId: string | null, field: string, zh: string, en: string) => void;

function ladderOf(period: PeriodRow, rows: readonly SubPeriodRow[], report: ReportProblem): Rung[] {
  const own = rows.filter(({ periodId }) => periodId === period.id).sort((a, b) => a.startMinute - b.startMinute);
  if (own.length === 0)
    report('period', period.id, 'subPeriods', '时段还没有子时段', 'The period has no sub period yet');
  let end: number | null = 0;
  for (const row of own) {
    if (end === null)
      report(
        'subPeriod',
        row.id,
        'startMinute',
        '只有最后一个子时段可以不填结束分钟',
        'Only the last sub period may be left open',
      );
    else if (row.startMinute > end)
      report(
        'subPeriod',
        row.id,
        'startMinute',
        `第${end}至${row.startMinute}分钟没有子时段`,
        `There is no sub period from minute ${end} to ${row.startMinute}`,
      );
    else if (row.startMinute < end)
      report(
        'subPeriod',
        row.id,
        'startMinute',
        `与前一子时段重叠，应从第${end}分钟起`,
        `It overlaps the one before and must begin at minute ${end}`,
      );
    if (row.endMinute !== null && row.endMinute <= row.startMinute)
      report('subPeriod', row.id, 'endMinute', '结束分钟须大于开始分钟', 'The end must be after the start');
    end = row.endMinute;
  }
  return own.map(({ startMinute, endMinute, unitMinutes, unitFee, roundUp }): Rung => ({
    ...(endMinute === null ? {} : { minutes: endMinute - startMinute }),
    ...(unitMinutes === null ? {} : { unitMinutes }),
    fen: unitFee,
    ...(unitMinutes === null || roundUp ? {} : { round: 'down' as const }),
  }));
}

const freeOf = (minutes: number | null, lost: boolean): { free: FreeTime } | undefined =>
  minutes === null || minutes === 0 ? undefined : { free: { minutes, lost } };

function meterOf(area: AreaRow, period: PeriodRow, { head, subPeriods }: RuleRows, report: ReportProblem): Meter {
  const [label, windows] = [labelOf(area, period), windowsOf(area, period)];
  return {
    id: period.id,
    ...(label ? { label } : {}),
    ...(windows.length > 0 ? { windows } : {}),
    ...(area.areaId === null ? {} : freeOf(area.freeMinutes, head.freeMinutesCounted)),
    again: period.again === '24h' ? { minutes: 1440 } : period.again,
    edge: period.edge,
    ladder: ladderOf(period, subPeriods, report),
  };
}

const periodsOf = ({ id }: AreaRow, periods: readonly PeriodRow[]): PeriodRow[] =>
  periods.filter(({ areaRuleId }) => areaRuleId === id).sort((a, b) => a.sort - b.sort);

function checkAreas({ areas, periods }: RuleRows, report: ReportProblem): void {
  if (areas.length === 0) report('rule', null, 'areas', '还没有收费区域', 'There is no area yet');
  for (const [nth, area] of areas.entries()) {
    const own = periodsOf(area, periods);
    if (areas.findIndex(({ areaId }) => areaId === area.areaId) !== nth)
      report('area', area.id, 'areaId', '该区域已有一项', 'There is a row for this area already');
    if (own.length === 0) report('area', area.id, 'periods', '区域还没有时段', 'The area has no period yet');
    if (area.areaId !== null && area.freeMinutes && own.length > 1)
      report(
        'area',
        area.id,
        'freeMinutes',
        '有多个时段的区域不能单设免费分钟',
        'An area of several periods cannot have free minutes of its own',
      );
  }
}

/** The tariff that charges what the rows say, or what keeps them from being one. */
export function complexTariff(
  rows: RuleRows,
):
  | { readonly tariff: Tariff; readonly problems?: undefined }
  | { readonly problems: readonly RowProblem[]; readonly tariff?: undefined } {
  const problems: RowProblem[] = [];
  const report: ReportProblem = (table, rowId, field, zh, en) => {
    problems.push({ table, rowId, field, words: { zh, en } });
  };
  const { head, periods } = rows;
  checkAreas(rows, report);
  const areas = rows.areas.toSorted((a, b) => Number(a.areaId === null) - Number(b.areaId === null)); // what one area says comes before what all say
  const day: Span = head.dayCapBasis === 'natural-day' ? 'day' : { minutes: 1440 };
  const whole = areas.find(({ areaId }) => areaId === null);
  const scheme: Scheme = {
    ...freeOf(whole?.freeMinutes ?? head.freeMinutes, head.freeMinutesCounted),
    meters: areas.flatMap((area) => periodsOf(area, periods).map((period) => meterOf(area, period, rows, report))),
    after: [
      ...areas.flatMap((area) =>
        periodsOf(area, periods).flatMap(({ id, maxFee }): Step[] =>
          maxFee === null ? [] : [{ cap: maxFee, per: 'piece', of: [id] }],
        ),
      ),
      ...areas.flatMap((area): Step[] =>
        area.dayMaxFee === null
          ? []
          : [{ cap: area.dayMaxFee, per: day, of: periodsOf(area, periods).map(({ id }) => id) }],
      ),
      ...(head.maxFee === null ? [] : [{ cap: head.maxFee, per: 'stay' as const }]),
    ],
  };
  const tariff: Tariff = { form: 2, schemes: [scheme] };
  if (problems.length === 0)
    problems.push(
      ...checkTariff(tariff).map(({ field, words }): RowProblem => ({ table: 'rule', rowId: null, field, words })),
    );
  return problems.length > 0 ? { problems } : { tariff };
}
