import { test } from 'node:test';
import assert from 'node:assert/strict';
import { fc } from '#test/property.ts';
import { filterQuery, listQuery, nextSort, paramsOf, sizes, stateOf } from './address.ts';

const state = fc.record({
  page: fc.integer({ min: 1, max: 500 }),
  size: fc.constantFrom(...sizes),
  sort: fc.constantFrom('', 'plate', '-plate'),
  keyword: fc.string(),
  columns: fc.constantFrom('', 'plate', 'plate,park'),
  filters: fc.dictionary(
    fc.constantFrom('plate', 'park', 'owedFrom', 'owedTo', 'startTime'),
    fc.string({ minLength: 1 }),
  ),
  from: fc.constantFrom(
    '',
    '/static/chartPayTypeSum',
    '/static/chartDaySum?startTime=2026-10-01 00:00:00&parkId=a%2Cb',
  ),
});

test('what a list shows can be read back from its address', () => {
  fc.assert(
    fc.property(state, (given) =>
      assert.deepEqual(stateOf(new URLSearchParams(paramsOf(given).toString())), {
        ...given,
        filters: { ...given.filters },
      }),
    ),
  );
});

test('an address with nonsense in it shows the first page', () => {
  const read = stateOf(new URLSearchParams('page=-3&size=7&plate='));
  assert.deepEqual([read.page, read.size, read.filters], [1, 20, {}]);
});

test('a way back leads to a page of the console and nowhere else', () => {
  const from = (address: string) => stateOf(new URLSearchParams({ from: address })).from;
  assert.equal(from('/static/chartDaySum?page=2'), '/static/chartDaySum?page=2');
  for (const elsewhere of ['//evil.example', '/\\evil.example', 'https://evil.example', 'javascript:alert(1)'])
    assert.equal(from(elsewhere), '', elsewhere);
});

test('a plain list has a plain address', () => {
  assert.equal(paramsOf(stateOf(new URLSearchParams())).toString(), '');
});

test('a heading sorts down, then up, then as declared', () => {
  assert.deepEqual(
    ['', '-plate', 'plate', '-note'].map((sort) => nextSort(sort, 'plate')),
    ['-plate', 'plate', '', '-plate'],
  );
});

test('the address outweighs the default range, and the declared order holds until a heading is pressed', () => {
  const query = listQuery(stateOf(new URLSearchParams('startTime=a&page=2')), { startTime: 'b', endTime: 'c' });
  assert.deepEqual(query, { current: '2', size: '20', startTime: 'a', endTime: 'c' });
  assert.equal(listQuery(stateOf(new URLSearchParams('sort=-plate')))['sort'], '-plate');
});

test('an export takes the filters and the keyword of the view, without its page', () => {
  assert.deepEqual(filterQuery(stateOf(new URLSearchParams('plate=A&keyword=x&page=9'))), { plate: 'A', keyword: 'x' });
});
