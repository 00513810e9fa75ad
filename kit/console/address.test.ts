import { test } from 'node:test';
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { resource } from '#kit/declare/resource.ts';
import { plate, str } from '#kit/declare/field.ts';
import { text } from '#kit/declare/text.ts';
import { filterQuery, listQuery, nextSort, paramsOf, sizes, stateOf } from './address.ts';

const list = resource({
  name: 'sample', title: text('样例', 'Sample'), area: 'lot', scope: 'park', wire: { base: '/api/updown/sample' },
  fields: { plate: plate(text('车牌号', 'Plate'), { search: true }), note: str(text('备注', 'Note')) }, list: ['plate'],
});

const state = fc.record({
  page: fc.integer({ min: 1, max: 500 }), size: fc.constantFrom(...sizes), sort: fc.constantFrom('', 'plate', '-plate'), keyword: fc.string(),
  filters: fc.dictionary(fc.constantFrom('plate', 'park', 'owedFrom', 'owedTo', 'startTime'), fc.string({ minLength: 1 })),
});

test('what a list shows can be read back from its address', () => {
  fc.assert(fc.property(state, (given) => assert.deepEqual(stateOf(new URLSearchParams(paramsOf(given).toString())), { ...given, filters: { ...given.filters } })));
});

test('an address with nonsense in it shows the first page', () => {
  const read = stateOf(new URLSearchParams('page=-3&size=7&plate='));
  assert.deepEqual([read.page, read.size, read.filters], [1, 20, {}]);
});

test('a plain list has a plain address', () => {
  assert.equal(paramsOf(stateOf(new URLSearchParams())).toString(), '');
});

test('a heading sorts down, then up, then as declared', () => {
  assert.deepEqual(['', '-plate', 'plate', '-note'].map((sort) => nextSort(sort, 'plate')), ['-plate', 'plate', '', '-plate']);
});

test('the address outweighs the default range, and the declared order holds until a heading is pressed', () => {
  const query = listQuery(list, stateOf(new URLSearchParams('startTime=a&page=2')), { startTime: 'b', endTime: 'c' });
  assert.deepEqual(query, { current: '2', size: '20', sort: '-createdAt', startTime: 'a', endTime: 'c' });
});

test('an export takes the filters and the keyword of the view, without its page', () => {
  assert.deepEqual(filterQuery(stateOf(new URLSearchParams('plate=A&keyword=x&page=9'))), { plate: 'A', keyword: 'x' });
});
