import { test } from 'node:test';
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { inOrder, newDevice, skipGap } from './sequence.ts';
import type { Numbered } from './sequence.ts';

function feed(seqs: readonly number[]): { applied: number[]; next: number; held: number } {
  let state = newDevice<Numbered>();
  const applied: number[] = [];
  for (const seq of seqs) {
    const arrival = inOrder(state, { seq });
    state = arrival.state;
    if (arrival.verdict === 'apply') applied.push(...arrival.events.map((it) => it.seq));
  }
  return { applied, next: state.next, held: state.held.length };
}

test('any order with any repeats applies each number once, in order', () => fc.assert(fc.property(
  fc.integer({ min: 1, max: 30 }).chain((n) => fc.shuffledSubarray(Array.from({ length: n * 2 }, (_, i) => (i % n) + 1), { minLength: n * 2 })),
  (seqs) => {
    const n = seqs.length / 2;
    assert.deepEqual(feed(seqs), { applied: Array.from({ length: n }, (_, i) => i + 1), next: n + 1, held: 0 });
  },
)));

test('nothing is applied over a gap until patience runs out; the gap is named and its stragglers are then known', () => {
  let state = newDevice<Numbered>();
  for (const seq of [1, 4, 5, 8]) state = inOrder(state, { seq }).state;
  const skipped = skipGap(state);
  assert.deepEqual(skipped?.gap, { from: 2, to: 3 });
  assert.deepEqual(skipped?.events.map((it) => it.seq), [4, 5]);
  assert.equal(skipped && inOrder(skipped.state, { seq: 3 }).verdict, 'duplicate');
  assert.deepEqual(skipped && skipGap(skipped.state)?.gap, { from: 6, to: 7 });
  assert.equal(skipGap(newDevice()), null);
});
