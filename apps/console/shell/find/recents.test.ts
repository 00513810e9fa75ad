import assert from 'node:assert/strict';
import { test } from 'node:test';
import { text } from '#kit/declare/text.ts';
import { withRecent } from './recents.ts';
import type { Recent } from './recents.ts';

const page = (address: string): Recent => ({ address, label: text('页', 'Page'), icon: 'dot' });

test('the latest page stands first, once, with its latest query', () => {
  const recents = ['/a', '/b?x=1', '/a?page=2'].map(page).reduce<Recent[]>(withRecent, []);
  assert.deepEqual(
    recents.map(({ address }) => address),
    ['/a?page=2', '/b?x=1'],
  );
});

test('a dozen are kept', () => {
  const recents = Array.from({ length: 20 }, (_, nth) => page(`/${nth}`)).reduce<Recent[]>(withRecent, []);
  assert.equal(recents.length, 12);
  assert.equal(recents[0]!.address, '/19');
});
