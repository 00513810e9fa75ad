import assert from 'node:assert/strict';
import { test } from 'node:test';
import { covers } from './live.ts';

test('a topic filter matches one level with + and the rest with #', () => {
  assert.ok(covers('gatehouse/v1/+/up/#', 'gatehouse/v1/sn1/up/plate'));
  assert.ok(!covers('gatehouse/v1/+/up', 'gatehouse/v1/sn1/up/plate'));
  assert.ok(!covers('a/b', 'a'));
});
