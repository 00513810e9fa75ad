import { test } from 'node:test';
import assert from 'node:assert/strict';
import { fc } from '#test/property.ts';
import { inOrder, newDevice, skipGap } from './sequence.ts';
import type { DeviceState, Numbered } from './sequence.ts';

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

const numbers = (n: number): number[] => Array.from({ length: n }, (_, i) => i + 1);
const twiceInAnyOrder = fc
  .integer({ min: 1, max: 30 })
  .chain((n) => fc.shuffledSubarray([...numbers(n), ...numbers(n)], { minLength: n * 2 }));

test('any order with any repeats applies each number once, in order', () =>
  fc.assert(
    fc.property(twiceInAnyOrder, (seqs) => {
      const n = seqs.length / 2;
      assert.deepEqual(feed(seqs), { applied: numbers(n), next: n + 1, held: 0 });
    }),
  ));

test('whenever patience runs out, in between and again, each number that comes is applied once, and every gap is filled in the end', () =>
  fc.assert(
    fc.property(
      twiceInAnyOrder,
      fc.uniqueArray(fc.nat(60), { maxLength: 20 }).map((turns) => new Set(turns)),
      (seqs, impatient) => {
        let state: DeviceState<Numbered> = newDevice();
        const applied: number[] = [];
        const open = new Set<number>();
        const kept = (): void => {
          const shown = new Set([...applied, ...state.held.map((it) => it.seq)]);
          const missing = new Set(
            (state.missing ?? []).flatMap(({ from, to }) => numbers(to - from + 1).map((i) => from + i - 1)),
          );
          for (const seq of numbers(state.next - 1))
            assert.ok(shown.has(seq) || missing.has(seq), `${seq} is neither applied nor awaited`);
          assert.deepEqual(new Set((state.missing ?? []).map((it) => it.listed)), open);
        };
        for (const [turn, seq] of seqs.entries()) {
          const arrival = inOrder(state, { seq });
          state = arrival.state;
          if (arrival.verdict === 'apply') {
            assert.equal(
              arrival.late,
              applied.some((it) => it > arrival.events[0]!.seq),
            );
            applied.push(...arrival.events.map((it) => it.seq));
            if (arrival.filled !== null) assert.ok(open.delete(arrival.filled));
          }
          const skipped = impatient.has(turn) ? skipGap(state) : null;
          if (skipped) {
            state = skipped.state;
            applied.push(...skipped.events.map((it) => it.seq));
            if (skipped.gap) open.add(skipped.gap.listed);
          }
          kept();
        }
        const n = seqs.length / 2;
        assert.deepEqual(
          [applied.toSorted((a, b) => a - b), state, open.size],
          [numbers(n), { next: n + 1, held: [] }, 0],
        );
      },
    ),
  ));

test('the numbers that come after all keep their order among themselves', () => {
  let state = newDevice<Numbered>();
  for (const seq of [1, 5, 6]) state = inOrder(state, { seq }).state;
  const skipped = skipGap(state)!;
  assert.deepEqual([skipped.gap, skipped.events.map((it) => it.seq)], [{ from: 2, to: 4, listed: 2 }, [5, 6]]);
  const third = inOrder(skipped.state, { seq: 4 });
  assert.equal(third.verdict, 'hold');
  const second = inOrder(third.state, { seq: 2 });
  assert.deepEqual(second.verdict === 'apply' && [second.events.map((it) => it.seq), second.late, second.filled], [
    [2],
    true,
    null,
  ]);
  const rest = inOrder(second.state, { seq: 3 });
  assert.deepEqual(rest.verdict === 'apply' && [rest.events.map((it) => it.seq), rest.filled], [[3, 4], 2]);
  assert.equal(inOrder(rest.state, { seq: 3 }).verdict, 'duplicate');
  assert.equal(skipGap(newDevice()), null);
});

test('of a device that loses numbers for ever only the newest gaps are remembered', () => {
  let state = newDevice<Numbered>();
  for (let seq = 2; seq < 400; seq += 2) {
    state = inOrder(state, { seq }).state;
    state = skipGap(state)!.state;
  }
  assert.equal(state.missing?.length, 64);
  assert.equal(inOrder(state, { seq: 1 }).verdict, 'duplicate');
  assert.equal(inOrder(state, { seq: 397 }).verdict, 'apply');
});
