import { test } from 'node:test';
import assert from 'node:assert/strict';
import { lastDays, listDefaults, plusDays, quickRanges, rangeProblem, twoMonthsBack } from './ranges.ts';

test('the default range is the last seven days, from 00:00:00 to 23:59:59', () => {
  assert.deepEqual(lastDays(7, '2026-03-02'), { from: '2026-02-24 00:00:00', to: '2026-03-02 23:59:59' });
  assert.deepEqual(lastDays(0, '2026-03-02'), { from: '2026-03-02 00:00:00', to: '2026-03-02 23:59:59' });
});

test('a list that has days to come begins with those up to today, unless it is narrowed by day or time', () => {
  const of = { until: 'day' };
  assert.deepEqual(listDefaults(of, { userId: '1' }, '2026-03-02'), { dayTo: '2026-03-02' });
  for (const name of ['dayFrom', 'dayTo', 'startTime', 'endTime'])
    assert.deepEqual(listDefaults(of, { [name]: '2026-03-05' }, '2026-03-02'), {}, name);
  assert.deepEqual(Object.keys(listDefaults({ facts: { by: 'time', days: 7 } }, {}, '2026-03-02')), [
    'startTime',
    'endTime',
  ]);
  assert.deepEqual(listDefaults({}, {}, '2026-03-02'), {});
});

test('the default range of a report by month is two months back to now, each from its first day', () => {
  assert.deepEqual(['2026-03-31', '2026-01-15'].map(twoMonthsBack), ['2026-01-01 00:00:00', '2025-11-01 00:00:00']);
});

test('a range may span 90 days and no more, and not run backwards', () => {
  const from = '2026-01-01 00:00:00';
  assert.equal(rangeProblem({ from, to: `${plusDays(from, 90)} 23:59:59` }), null);
  assert.match(rangeProblem({ from, to: `${plusDays(from, 91)} 00:00:00` })!.zh, /90/);
  assert.match(rangeProblem({ from: '2026-02-02', to: '2026-02-01' })!.en, /later/);
});

test('three whole months can be selected, also with 92 days, and the default range of a monthly report', () => {
  assert.equal(rangeProblem({ from: '2026-07-01 00:00:00', to: '2026-09-30 23:59:59' }), null);
  for (const to of ['2026-10-01 00:00:00', '2026-10-01'])
    assert.match(rangeProblem({ from: '2026-07-01', to })!.en, /90/);
  assert.match(rangeProblem({ from: '2026-07-02', to: '2026-10-01' })!.en, /90/);
  for (const today of ['2026-09-30', '2026-12-31', '2027-02-28'])
    assert.equal(rangeProblem({ from: twoMonthsBack(today), to: `${today} 23:59:59` }), null);
});

test('last month is whole, from its first day to its last', () => {
  const last = quickRanges.find(({ label }) => label.en === 'Last month')!.range;
  assert.deepEqual(['2026-03-31', '2026-01-01'].map(last), [
    { from: '2026-02-01 00:00:00', to: '2026-02-28 23:59:59' },
    { from: '2025-12-01 00:00:00', to: '2025-12-31 23:59:59' },
  ]);
});

test('every quick range is one the list accepts', () => {
  for (const { range } of quickRanges) assert.equal(rangeProblem(range('2026-03-31')), null);
});
