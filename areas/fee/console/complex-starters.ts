/**
 * Whole tariffs to start complex mode from: day and night, kinds of days, steps. Money in fen, times of the lot's own
 * clock.
 */
import type { PeriodRow } from '#domain/fee/complex.ts';
import type { DayKind } from '#domain/fee/form.ts';
import { text } from '#kit/declare/text.ts';
import type { Text } from '#kit/declare/text.ts';
import { withArea, withPeriod, withRow, withStep } from './complex-rows.ts';
import type { DraftRows } from './complex-rows.ts';

/** Until which minute of the period (null: to its end), by which unit, at which price. */
type Step = readonly [endMinute: number | null, unitMinutes: number, unitFee: number];
type Period = {
  readonly days?: readonly DayKind[];
  readonly from?: string;
  readonly to?: string;
  readonly again?: PeriodRow['again'];
  readonly maxFee?: number;
  readonly steps: readonly Step[];
};
export type ComplexStarter = {
  readonly name: string;
  readonly label: Text;
  /** Values of the form's own fields. */
  readonly head: Readonly<Record<string, number | boolean | string | null>>;
  readonly periods: readonly Period[];
};

const head = (freeMinutes: number | null, maxFee: number | null = null): ComplexStarter['head'] => ({
  freeMinutes,
  freeMinutesCounted: freeMinutes !== null,
  dayCapBasis: 'natural-day',
  maxFee,
});

export const complexStarters: readonly ComplexStarter[] = [
  {
    name: 'day-night',
    label: text('白天与夜间不同价', 'Day and night at different prices'),
    head: head(15, 5000),
    periods: [
      {
        from: '08:00',
        to: '20:00',
        steps: [
          [60, 60, 1000],
          [null, 30, 300],
        ],
      },
      { from: '20:00', to: '08:00', again: 'piece', maxFee: 1500, steps: [[null, 60, 200]] },
    ],
  },
  {
    name: 'workday-restday',
    label: text('工作日与休息日不同价', 'Working days and days off at different prices'),
    head: head(30),
    periods: [
      { days: ['workday'], maxFee: 3000, steps: [[null, 60, 500]] },
      { days: ['restday'], maxFee: 5000, steps: [[null, 60, 800]] },
    ],
  },
  {
    name: 'steps',
    label: text('白天先低后高，夜间免费', 'Rising by day, free at night'),
    head: head(15),
    periods: [
      {
        from: '07:30',
        to: '19:00',
        steps: [
          [60, 15, 250],
          [null, 15, 375],
        ],
      },
      { from: '19:00', to: '07:30', steps: [[null, 60, 0]] },
    ],
  },
];

function periodOf(rows: DraftRows, areaId: string, { days = [], from, to, again, maxFee, steps }: Period): DraftRows {
  const begun = withPeriod(rows, areaId);
  const { id } = begun.periods.at(-1)!;
  const patched = withRow(begun, 'period', id, {
    days,
    startTime: from ?? null,
    endTime: to ?? null,
    again: again ?? 'day',
    maxFee: maxFee ?? null,
  });
  // What a further period takes from the one before it gives way to the steps of the example.
  const bare = { ...patched, subPeriods: patched.subPeriods.filter(({ periodId }) => periodId !== id) };
  return steps.reduce<DraftRows>((made, [endMinute, unitMinutes, unitFee]) => {
    const more = withStep(made, id, unitMinutes);
    return withRow(more, 'subPeriod', more.subPeriods.at(-1)!.id, { endMinute, unitMinutes, unitFee });
  }, bare);
}

/** Rows that are not stored yet, of the whole lot. */
export function rowsOfStarter({ periods }: ComplexStarter, none: DraftRows): DraftRows {
  const begun = withArea({ ...none, areas: [], periods: [], subPeriods: [] });
  const [area] = begun.areas;
  return periods.reduce((rows, period) => periodOf(rows, area!.id, period), {
    ...begun,
    periods: [],
    subPeriods: [],
  } as DraftRows);
}
