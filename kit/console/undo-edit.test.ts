import assert from 'node:assert/strict';
import { test } from 'node:test';
import { secret, str } from '#kit/declare/field.ts';
import { resource } from '#kit/declare/resource.ts';
import type { Resource } from '#kit/declare/resource.ts';
import { text } from '#kit/declare/text.ts';
import { canUndo, isAsSaved } from './undo-edit.ts';

const word = text('词', 'Word');
const of: Resource = resource({
  name: 'thing',
  title: word,
  area: 'x',
  scope: 'tenant',
  wire: { base: '/api/thing' },
  fields: { name: str(word), pin: secret(word) },
  list: ['name'],
});

test('an edit is taken back where what was there can be written again', () => {
  assert.equal(canUndo(of, ['name']), true);
  assert.equal(canUndo(of, ['name', 'pin']), false, 'nobody knows the former secret');
  assert.equal(canUndo(of, []), false);
  assert.equal(canUndo({ ...of, pending: word }, ['name']), false, 'it waits for another person');
});

test('an edit is not taken back over what was changed since', () => {
  const saved = { name: 'new', tags: ['a'] };
  assert.equal(isAsSaved({ id: '1', name: 'new', tags: ['a'] }, saved, ['name', 'tags']), true);
  assert.equal(isAsSaved({ id: '1', name: 'newer', tags: ['a'] }, saved, ['name', 'tags']), false);
  assert.equal(isAsSaved({ id: '1', name: null }, { name: undefined }, ['name']), true);
});
