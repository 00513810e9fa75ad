import { test } from 'node:test';
import assert from 'node:assert/strict';
import { distinctLabels, seriesOf, timeStep } from './chart-series.ts';

const drawing = { colour: '#0450d8', dash: 'solid', symbol: 'circle' };
type Drawn = { data: (number | null)[]; lineStyle: { type?: unknown; opacity?: number }; tooltip?: { show: boolean } };
const lines = (values: number[], unfinished: boolean) =>
  seriesOf('line', 'Net', values, drawing, unfinished) as Drawn[];

test('a line runs straight from day to day and is one series while its last day is over', () => {
  const [only, ...more] = lines([4, 5, 6], false);
  assert.deepEqual([only!.data, only!.lineStyle, more], [[4, 5, 6], { type: 'solid' }, []]);
  assert.ok(!('smooth' in only!));
});

test('the stretch to a day that is not over is dotted, and the mouse sees each day once', () => {
  const drawn = lines([4, 5, 1], true);
  const withTooltip = drawn.filter(({ tooltip }) => tooltip?.show !== false);
  assert.deepEqual(
    withTooltip.map(({ data }) => data),
    [[4, 5, 1]],
  );
  const seen = drawn.filter(({ lineStyle }) => lineStyle.opacity !== 0);
  assert.deepEqual(
    seen.map(({ data, lineStyle }) => [data, lineStyle.type]),
    [
      [[4, 5, null], 'solid'],
      [
        [null, 5, 1],
        [2, 4],
      ],
    ],
  );
  assert.equal(lines([4], true).length, 1, 'one point has no stretch');
});

test('the bar of a day that is not over is faint with a dashed edge; the others are whole', () => {
  const [bars] = seriesOf('bar', 'Cash', [7, 2], drawing, true) as { data: unknown[] }[];
  assert.equal(bars!.data[0], 7);
  const last = bars!.data[1] as { value: number; itemStyle: { borderType: string; opacity: number } };
  assert.deepEqual([last.value, last.itemStyle.borderType, last.itemStyle.opacity < 1], [2, 'dashed', true]);
});

test('an axis of seconds goes in steps of a clock, at most six of them', () => {
  const hours = (n: number) => n * 3600;
  assert.deepEqual([40, 600, hours(1), hours(5), hours(20), hours(100), hours(2000)].map(timeStep), [
    10,
    120,
    600,
    hours(1),
    hours(6),
    hours(24),
    hours(24 * 20),
  ]);
  for (let most = 1; most < hours(100_000); most = Math.ceil(most * 1.7)) assert.ok(most / timeStep(most) <= 6);
});

test('labels that are alike get what else tells their rows apart, and nothing where the rest is alike too', () => {
  assert.deepEqual(distinctLabels(['Li', 'Li', 'Wu'], ['East', 'West', 'East']), ['Li · East', 'Li · West', 'Wu']);
  assert.deepEqual(distinctLabels(['Li', 'Li', 'Wu'], ['—', '—', '—']), ['Li', 'Li', 'Wu']);
});
