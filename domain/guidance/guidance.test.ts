import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fc } from '#test/property.ts';
import { BOARD_EVERY_MS, boardDueAt, nextLine } from './board.ts';
import { drifts, freeOf, insideOf, isPublic, later, mayCorrect, nightly, stateOf, tally } from './counts.ts';
import type { SpaceKind, SpaceState, SpaceReading } from './counts.ts';

const of = (state: SpaceState, count: number): SpaceState[] => Array.from({ length: count }, () => state);

test('B2: of 110 public spaces 74 taken, 2 unknown and 1 closed leave 33 on the board', () => {
  const counted = tally([...of('taken', 74), ...of('free', 33), ...of('unknown', 2), ...of('closed', 1)]);
  assert.equal(nextLine(false, counted.free, { fullAt: 0, clearAt: 3 }).free, 33);
  assert.equal(counted.free + counted.taken + counted.unknown + counted.closed, 110);
});

test('a ramp: 20 at the start, 350 in, 190 out, 3 taken off are 177 of 200, so 23 are free', () => {
  const inside = insideOf({ start: 20, in: 350, out: 190, corrected: -3 });
  assert.deepEqual([inside, freeOf(200, inside)], [177, 23]);
});

test('a line says FULL at its limit and numbers again from the other: 1, 0, 1, 2, 3', () => {
  let full = false;
  const shown = [1, 0, 1, 2, 3].map((free) => {
    const line = nextLine(full, free, { fullAt: 0, clearAt: 3 });
    full = line.full;
    return line.full ? 'FULL' : line.free;
  });
  assert.deepEqual(shown, [1, 'FULL', 'FULL', 'FULL', 3]);
});

test('disabled and fixed spaces are not among those any driver may take', () => {
  const kinds: SpaceKind[] = ['normal', 'charging', 'disabled', 'short', 'fixed'];
  assert.deepEqual(kinds.filter(isPublic), ['normal', 'charging', 'short']);
});

test('a space whose detector is silent is unknown, never free', () =>
  fc.assert(
    fc.property(fc.boolean(), fc.nat(600), fc.boolean(), (taken, age, closed) => {
      const state = stateOf(
        { reading: { at: 0, seq: 1, taken }, closed, lastSeenAt: 0, silentMs: 300_000 },
        age * 1_000,
      );
      const expected = closed ? 'closed' : age > 300 ? 'unknown' : taken ? 'taken' : 'free';
      assert.equal(state, expected);
    }),
  ));

const words = fc.array(fc.record({ space: fc.nat(4), at: fc.nat(20), seq: fc.nat(1_000), taken: fc.boolean() }), {
  maxLength: 40,
});
type Word = SpaceReading & { space: number };

test('words doubled and shuffled come to the same spaces as a slow reader who sorts them', () =>
  fc.assert(
    fc.property(words, fc.infiniteStream(fc.nat()), (readings, dice) => {
      const once = [...new Map(readings.map((word) => [`${word.space} ${word.at} ${word.seq}`, word])).values()];
      const fold = (all: readonly Word[]) => {
        const spaces = new Map<number, SpaceReading>();
        for (const word of all) spaces.set(word.space, later(spaces.get(word.space) ?? null, word));
        return [0, 1, 2, 3, 4].map((space) => spaces.get(space)?.taken ?? null);
      };
      const slow = [0, 1, 2, 3, 4].map(
        (space) =>
          once
            .filter((word) => word.space === space)
            .toSorted((a, b) => a.at - b.at || a.seq - b.seq)
            .at(-1)?.taken ?? null,
      );
      const shuffled = [...once, ...once.slice(0, 10)]
        .map((word) => ({ word, die: dice.next().value as number }))
        .toSorted((a, b) => a.die - b.die)
        .map(({ word }) => word);
      assert.deepEqual(fold(shuffled), slow);
    }),
  ));

test('a ramp between two groups keeps their sum', () =>
  fc.assert(
    fc.property(fc.array(fc.boolean(), { maxLength: 60 }), (moves) => {
      const down = moves.filter(Boolean).length;
      const up = moves.length - down;
      const [upper, lower] = [
        { start: 100, in: up, out: down, corrected: 0 },
        { start: 100, in: down, out: up, corrected: 0 },
      ];
      assert.equal(insideOf(upper) + insideOf(lower), 200);
    }),
  ));

test('a board never shows more than was free, and FULL while nothing is', () =>
  fc.assert(
    fc.property(fc.array(fc.integer({ min: -3, max: 12 }), { maxLength: 50 }), (frees) => {
      let full = false;
      for (const free of frees) {
        const line = nextLine(full, free, { fullAt: 0, clearAt: 3 });
        assert.ok(line.free <= Math.max(0, free));
        if (free <= 0) assert.ok(line.full);
        full = line.full;
      }
    }),
  ));

test('a board is updated on changes, at most every two seconds, and periodically without one', () => {
  assert.equal(boardDueAt(false, null), 0);
  assert.equal(boardDueAt(true, 5_000), 5_000 + BOARD_EVERY_MS);
  assert.equal(boardDueAt(false, 5_000), 125_000);
  assert.ok(BOARD_EVERY_MS <= 1_000, 'half of the two seconds a change may take is left for storing and the way');
});

test('a correction below nobody inside, or of nothing, is none', () => {
  const passages = { start: 5, in: 3, out: 4, corrected: 0 };
  assert.deepEqual(
    [-4, -5, 0, 1.5, 2].map((delta) => mayCorrect(passages, delta)),
    [true, false, false, false, true],
  );
});

test('the night mends a difference of two by itself, proposes more, and compares nothing with unknown spaces', () => {
  const spaces = { free: 10, taken: 40, unknown: 0, closed: 0 };
  assert.deepEqual(nightly(42, spaces), { delta: -2, byItself: true });
  assert.deepEqual(nightly(37, spaces), { delta: 3, byItself: false });
  assert.equal(nightly(40, spaces), null);
  assert.equal(nightly(30, { ...spaces, unknown: 1 }), null);
});

test('stays and detectors may differ by five or three of a hundred', () => {
  assert.deepEqual(
    [drifts(100, 105), drifts(100, 106), drifts(600, 618), drifts(600, 619)],
    [false, true, false, true],
  );
});
