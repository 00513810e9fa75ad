import assert from 'node:assert/strict';
import { test } from 'node:test';
import { integer, money, month } from '#kit/declare/field.ts';
import { report } from '#kit/declare/report.ts';
import { text } from '#kit/declare/text.ts';
import type { AnyRow } from './fields.ts';
import { monthsBeside } from './months.ts';

const of = report({
  name: 'each',
  title: text('月', 'Months'),
  area: 'report',
  wire: { path: '/api/x' },
  dimensions: { month: month(text('月份', 'Month')) },
  measures: { cars: integer(text('车', 'Cars')), paid: money(text('实收', 'Paid')), mean: money(text('均', 'Mean')) },
  rates: { mean: { of: 'paid', by: 'cars' } },
  filters: {},
});
const row = (at: string, cars: number, paid: number): AnyRow => ({ id: `${at}${cars}`, month: at, cars, paid });
const rows = [row('2026-10', 4, 900), row('2026-09', 2, 300), row('2026-09', 2, 300), row('2026-11', 1, 10)];

test('months stand side by side in their order, lines of one month added up and rates taken of the sums', () => {
  const { months, lines } = monthsBeside(of, 'month', rows, '2026-12')!;
  assert.deepEqual(months, ['2026-09', '2026-10', '2026-11']);
  assert.deepEqual(
    lines.map(({ figures }) => figures),
    [
      [4, 4, 1],
      [600, 900, 10],
      [150, 225, 10],
    ],
  );
});

test('a month that still runs is shown and not compared', () => {
  const running = monthsBeside(of, 'month', rows, '2026-11')!;
  assert.equal(running.compared, '2026-10');
  assert.deepEqual(
    running.lines.map(({ moved }) => moved),
    ['0.0%', '+50.0%', '+50.0%'],
  );
  assert.equal(monthsBeside(of, 'month', rows, '2026-12')!.compared, '2026-11');
  assert.equal(monthsBeside(of, 'month', rows.slice(1), '2026-11')!.compared, null);
});

test('of one month there is nothing to set beside it', () => {
  assert.equal(monthsBeside(of, 'month', rows.slice(0, 1), '2026-12'), null);
});
