import assert from 'node:assert/strict';
import { test } from 'node:test';
import { atOnce } from './at-once.ts';

const turn = () =>
  new Promise((then) => {
    setImmediate(then);
  });

test('every item is worked on once, never more at the same time than requested', async () => {
  const [seen, under] = [[] as number[], { now: 0, most: 0 }];
  await atOnce(3, [1, 2, 3, 4, 5, 6, 7], async (item) => {
    under.now += 1;
    under.most = Math.max(under.most, under.now);
    await turn();
    seen.push(item);
    under.now -= 1;
  });
  assert.deepEqual([seen.sort(), under.most], [[1, 2, 3, 4, 5, 6, 7], 3]);
});

test('a fault is thrown after what is under way has ended, and the others are worked on', async () => {
  const seen: number[] = [];
  await assert.rejects(
    atOnce(2, [1, 2, 3], async (item) => {
      await turn();
      if (item === 1) throw new Error('no');
      seen.push(item);
    }),
    /no/,
  );
  assert.deepEqual(seen, [2, 3]);
});
