import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { lockScreen, unlock } from './lock.ts';
import { isLocked } from './locked.ts';

const store = new Map<string, string>();
Object.defineProperty(globalThis, 'localStorage', {
  value: {
    getItem: (name: string) => store.get(name) ?? null,
    setItem: (name: string, value: string) => void store.set(name, value),
    removeItem: (name: string) => void store.delete(name),
  },
});

beforeEach(() => store.clear());

test('a locked screen opens with its password alone', async () => {
  assert.equal(isLocked(), false);
  await lockScreen('night shift 3');
  assert.equal(isLocked(), true);
  assert.equal(await unlock('night shift 4'), false);
  assert.equal(await unlock(''), false);
  assert.equal(isLocked(), true);
  assert.equal(await unlock('night shift 3'), true);
  assert.equal(isLocked(), false);
});

test('the store never holds the password, and the same password never leaves the same trace', async () => {
  await lockScreen('夜班-2026');
  const [first] = store.values();
  assert.ok(!first!.includes('夜班-2026'));
  await lockScreen('夜班-2026');
  const [second] = store.values();
  const hash = (raw: string): string => (JSON.parse(raw) as { content: { hash: string } }).content.hash;
  assert.match(hash(second!), /^[0-9a-f]{64}$/);
  assert.notEqual(hash(first!), hash(second!));
});
