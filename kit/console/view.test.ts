import assert from 'node:assert/strict';
import { test } from 'node:test';
import { stateOf } from './address.ts';
import { gathered } from './slices.ts';
import { paramsOfView, viewOf, withView } from './view.ts';

const state = (search: string) => stateOf(new URLSearchParams(search));

test('a view keeps conditions, order and columns, and starts on the first page', () => {
  const view = viewOf(
    '大额',
    state('keyword=x&parkId=p1&sort=-paidFen&page=7&size=50'),
    ['plateNumber', 'paidFen'],
    '2026-03-05',
  );
  assert.equal(
    paramsOfView(view, '2026-04-01').toString(),
    'keyword=x&parkId=p1&sort=-paidFen&columns=plateNumber%2CpaidFen&size=50',
  );
});

test('a period with a name moves on with the days, any other span stays as it is', () => {
  const yesterday = viewOf(
    '昨天',
    state('startTime=2026-03-04 00:00:00&endTime=2026-03-04 23:59:59'),
    [],
    '2026-03-05',
  );
  assert.deepEqual(state(paramsOfView(yesterday, '2026-03-09').toString()).filters, {
    startTime: '2026-03-08 00:00:00',
    endTime: '2026-03-08 23:59:59',
  });
  const feast = viewOf('春节', state('startTime=2026-02-16 00:00:00&endTime=2026-02-20 23:59:59'), [], '2026-03-05');
  assert.deepEqual(state(paramsOfView(feast, '2026-03-09').toString()).filters, {
    startTime: '2026-02-16 00:00:00',
    endTime: '2026-02-20 23:59:59',
  });
});

test('saving under a name that is there replaces it', () => {
  const views = withView(
    [
      { name: 'a', search: 'x=1' },
      { name: 'b', search: '' },
    ],
    { name: 'a', search: 'x=2' },
  );
  assert.deepEqual(views, [
    { name: 'b', search: '' },
    { name: 'a', search: 'x=2' },
  ]);
});

test('a ring has no more slices than there are colours; what is small is combined at the end, and nothing is lost', () => {
  const ring = (values: number[]) => ({
    kind: 'pie',
    labels: values.map((value) => `n${value}`),
    series: [{ name: 'x', values }],
  });
  assert.deepEqual(gathered(ring([1, 5, 3]), 3, 'rest'), ring([1, 5, 3]));
  assert.deepEqual(gathered(ring([1, 5, 3, 2]), 3, 'rest'), {
    kind: 'pie',
    labels: ['n5', 'n3', 'rest'],
    series: [{ name: 'x', values: [5, 3, 3] }],
  });
  const bars = { ...ring([1, 5, 3, 2]), kind: 'bar' };
  assert.equal(gathered(bars, 3, 'rest'), bars);
});
