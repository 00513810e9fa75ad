import assert from 'node:assert/strict';
import { tmpdir } from 'node:os';
import { test } from 'node:test';
import { lacksDiskSpace, saysFull } from './disk-space.ts';

const GB = 1024 ** 3;

test('a first start with the demo wants three gigabytes and says how to do with less', () => {
  assert.equal(lacksDiskSpace('/data', true, 3 * GB), null);
  const message = lacksDiskSpace('/data', true, 2.5 * GB) ?? '';
  assert.match(message, /剩余 2\.5 GB，首次启动需要 3\.0 GB.*GATEHOUSE_DEMO=0/);
  assert.match(message, /has 2\.5 GB left; a first start needs 3\.0 GB.*GATEHOUSE_DEMO=0/);
});

test('without the demo half a gigabyte is enough, and the demo is not mentioned', () => {
  assert.equal(lacksDiskSpace('/data', false, GB / 2), null);
  assert.doesNotMatch(lacksDiskSpace('/data', false, GB / 4) ?? 'DEMO', /DEMO/);
});

test('a full disk is named, one with room is not, and a folder that cannot be checked counts as having room', () => {
  assert.match(saysFull('/data', 1000) ?? '', /磁盘已满[\s\S]*is full/);
  assert.equal(saysFull(tmpdir()), null);
  assert.equal(lacksDiskSpace('/no/such/folder', true), null);
});
