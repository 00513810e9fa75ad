import assert from 'node:assert/strict';
import { test } from 'node:test';
import { firstOf } from './tariff-place.ts';
import type { Mode, VersionRow } from './tariff-place.ts';

const row = (version: number, mode: Mode, status: VersionRow['status']) => ({ version, mode, status }) as VersionRow;

test('each page opens with what is written in its own way, before a draft that is written otherwise', () => {
  const rows = [
    row(4, 'expert', 'draft'),
    row(3, 'complex', 'published'),
    row(2, 'simple', 'published'),
    row(1, 'simple', 'retired'),
  ];
  assert.equal(firstOf(rows, 'simple')?.version, 2);
  assert.equal(firstOf(rows, 'complex')?.version, 3);
});

test('where nothing in force is written so, the draft is shown, else the newest', () => {
  const retired = row(1, 'simple', 'retired');
  assert.equal(firstOf([row(3, 'expert', 'draft'), row(2, 'complex', 'published'), retired], 'simple')?.version, 3);
  assert.equal(firstOf([row(2, 'complex', 'published'), retired], 'simple')?.version, 2);
  assert.equal(firstOf([], 'simple'), undefined);
});
