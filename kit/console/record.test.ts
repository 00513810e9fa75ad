import assert from 'node:assert/strict';
import { test } from 'node:test';
import { neighbour, placeIn, recordAddress } from './record.ts';
import type { Listed } from './record.ts';

const listed: Listed = {
  address: '/static/x',
  path: '/api/x',
  query: { current: '2', size: '3' },
  ids: ['d', 'e', 'f'],
  total: 8,
};

test('a record knows its place in the whole list it was opened from', () => {
  assert.deepEqual(
    ['d', 'f', 'z'].map((id) => placeIn(listed, id)),
    [4, 6, null],
  );
});

test('its neighbours are those of the list, over the ends of a page', () => {
  assert.deepEqual(neighbour(listed, 'e', 1), { id: 'f' });
  assert.deepEqual(neighbour(listed, 'e', -1), { id: 'd' });
  assert.deepEqual(neighbour(listed, 'f', 1), { page: 3 });
  assert.deepEqual(neighbour(listed, 'd', -1), { page: 1 });
});

test('there is nothing before the first, after the last, or beside a record of no list', () => {
  const short: Listed = { ...listed, query: { current: '1', size: '3' }, total: 3 };
  assert.equal(neighbour(short, 'd', -1), null);
  assert.equal(neighbour(short, 'f', 1), null);
  assert.equal(neighbour(short, 'z', 1), null);
});

test('an id is written into the address whole', () => {
  assert.equal(recordAddress('stay', 'a/b'), '/record/stay/a%2Fb');
});
