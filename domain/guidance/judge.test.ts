/** Arrivals judged in one go and in parts, and what they were shown. */
import assert from 'node:assert/strict';
import test from 'node:test';
import { fc } from '#test/property.ts';
import type { SpaceState } from './counts.ts';
import { judge } from './judge.ts';
import type { ArrivalWindow, Judged } from './judge.ts';
import { SEARCH_MS } from './promise.ts';

const SECOND = 1_000;
const END = 3_600 * SECOND;
const limits = { fullAt: 0, clearAt: 2 };
const window = (more: Partial<ArrivalWindow>): ArrivalWindow => ({
  from: 0,
  until: END,
  limits,
  states: new Map(),
  open: null,
  changes: [],
  shown: [{ at: 0, n: 3, full: false, reserve: 0 }],
  arrivals: [],
  onward: [],
  used: [],
  ...more,
});
const states = (...all: SpaceState[]): Map<string, SpaceState> => new Map(all.map((state, nth) => [`s${nth}`, state]));
const change = (second: number, nth: number, state: SpaceState) => ({
  at: second * SECOND,
  spaceId: `s${nth}`,
  state,
});
const brief = ({ at, free, margin, full, shown, result, spaceId }: Judged) =>
  [at / SECOND, full ? 'FULL' : shown, free, margin, result, spaceId].join(' ');

test('an arrival has the sign of its instant, what was free then, and the first space that is taken after it', () => {
  const { judged } = judge(
    window({
      states: states('free', 'free', 'taken', 'taken'),
      changes: [
        change(50, 0, 'taken'),
        change(70, 1, 'taken'),
        change(400, 2, 'free'),
        // A space that comes back from the unknown was taken by whoever it was, whenever it was.
        change(500, 3, 'unknown'),
        change(510, 3, 'taken'),
        change(730, 2, 'taken'),
      ],
      shown: [
        { at: 0, n: 2, full: false, reserve: 0 },
        { at: 51 * SECOND, n: 1, full: false, reserve: 0 },
        { at: 71 * SECOND, n: 0, full: true, reserve: 0 },
      ],
      arrivals: [10, 60, 65, 505, 540].map((second) => second * SECOND),
    }),
  );
  assert.deepEqual(judged.map(brief), [
    '10 2 2 1 kept s0',
    '60 1 1 0 kept s1',
    '65 1 1 0 missed ',
    // 505 says nothing, as a quarter of the spaces is unknown; it is still first in the queue for the space at 730.
    '540 FULL 1 -1 missed ',
  ]);
});

test('who drives on into the next group is nobody’s promise, and a space taken after three minutes is none kept', () => {
  const { judged } = judge(
    window({
      states: states('free', 'free', 'free'),
      changes: [change(200, 0, 'taken'), change(430, 1, 'taken')],
      arrivals: [100, 110, 230].map((second) => second * SECOND),
      onward: [120 * SECOND],
    }),
  );
  assert.deepEqual(judged.map(brief), ['100 3 3 2 onward ', '110 3 3 2 kept s0', '230 3 2 1 missed s1']);
});

test('a change at the very end of a part is known to the next one', () => {
  const begin = { states: states('free', 'taken', 'taken'), until: 24 * SECOND };
  const { open } = judge(window({ ...begin, changes: [change(24, 0, 'taken'), change(30, 0, 'free')] }));
  assert.equal(open, 0, 'full since; one space that turns free is below the limit that clears it');
});

const second = fc.integer({ min: 1, max: 3_400 });
const changes = fc
  .array(fc.record({ at: second, nth: fc.nat({ max: 5 }), taken: fc.boolean() }), { maxLength: 40 })
  .map((all) =>
    all.toSorted((a, b) => a.at - b.at).map(({ at, nth, taken }) => change(at, nth, taken ? 'taken' : 'free')),
  );
const seconds = fc.array(second, { maxLength: 25 }).map((all) => all.sort((a, b) => a - b).map((at) => at * SECOND));

test('judged in parts, the same comes out as in one go', () => {
  fc.assert(
    fc.property(changes, seconds, seconds, fc.array(second, { maxLength: 4 }), (all, arrivals, onward, cuts) => {
      const begin = states('free', 'free', 'taken', 'free', 'taken', 'free');
      const whole = judge(window({ states: begin, changes: all, arrivals, onward }));
      const parts: Judged[] = [];
      let open: number | null = null;
      const ends = [...cuts.toSorted((a, b) => a - b).map((at) => at * SECOND), END];
      let from = 0;
      for (const until of ends) {
        const now = new Map(begin);
        for (const { at, spaceId, state } of all) if (at <= from) now.set(spaceId, state);
        const isAhead = (at: number): boolean => at > from && at <= until + SEARCH_MS;
        const part = judge(
          window({
            from,
            until,
            open,
            states: now,
            changes: all.filter(({ at }) => isAhead(at)),
            arrivals: arrivals.filter((at) => at >= from && at < until),
            onward: onward.filter((at) => at >= from && at <= until + SEARCH_MS),
            used: parts.flatMap(({ foundAt }) => (foundAt !== null && foundAt >= from ? [foundAt] : [])),
          }),
        );
        parts.push(...part.judged);
        ({ open } = part);
        from = until;
      }
      assert.deepEqual(parts, whole.judged);
      assert.equal(open, whole.open);
    }),
    { numRuns: 1_500 },
  );
});
