import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { AnyRow } from '#kit/console/fields.ts';
import { placesOf, toneOfWork } from './work-places.ts';

const NOW = Date.parse('2026-11-26T10:00:00Z');
const order = (id: string, parkId: string, status: string, minutes: number): AnyRow => ({
  id,
  parkId,
  status,
  solveDue: new Date(NOW + minutes * 60_000).toISOString(),
  labels: { parkId: `lot ${parkId}` },
});

test('work orders stand at their car parks, the place and the order due first on top', () => {
  const rows = [order('1', 'a', 'doing', 90), order('2', 'b', 'waiting', 30), order('3', 'a', 'waiting', 10)];
  assert.deepEqual(
    placesOf(rows).map(({ name, orders }) => [name, orders.map(({ id }) => id)]),
    [
      ['lot a', ['3', '1']],
      ['lot b', ['2']],
    ],
  );
  assert.deepEqual(placesOf([]), []);
});

test('a place is red where one is overdue, and green where all that is left is to check', () => {
  assert.equal(toneOfWork([order('1', 'a', 'doing', 90), order('2', 'a', 'waiting', -1)], NOW), 'bad');
  assert.equal(toneOfWork([order('1', 'a', 'done', -60), order('2', 'a', 'paused', 5)], NOW), 'warn');
  assert.equal(toneOfWork([order('1', 'a', 'done', -60)], NOW), 'ok');
});
