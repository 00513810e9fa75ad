import assert from 'node:assert/strict';
import { test } from 'node:test';
import { covers } from './live.ts';

test('a topic filter hears one level by + and the rest by #', () => {
  assert.ok(covers('gatehouse/v1/+/up/#', 'gatehouse/v1/sn1/up/plate'));
  assert.ok(!covers('gatehouse/v1/+/up', 'gatehouse/v1/sn1/up/plate'));
  assert.ok(!covers('a/b', 'a'));
});
