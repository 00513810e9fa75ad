/** Who is on the roll of a fire, against a second reading that looks at one moment after the other. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { rollOf } from './presence.ts';
import type { Passage, RollLine } from './presence.ts';

const areas = new Set(['office', 'lab']);
const BEGAN = 50;
const passage = fc.record({
  person: fc.constantFrom('li', 'wu', 'he'),
  at: fc.integer({ min: 0, max: 100 }),
  device: fc.constantFrom('d1', 'd2'),
  to: fc.constantFrom('office', 'lab', 'yard', null),
});
const history = fc
  .array(passage, { maxLength: 30 })
  .map((all): Passage[] => all.map((each, nth) => ({ ...each, seq: nth + 1, gate: `gate of ${each.device}` })));

/** The last a reader saw of somebody up to a moment. */
function lastUpTo(passages: readonly Passage[], person: string, moment: number): Passage | null {
  let last: Passage | null = null;
  for (const each of passages) {
    if (each.person !== person || each.at > moment) continue;
    const key = (of: Passage): string =>
      `${String(of.at).padStart(4, '0')} ${of.device} ${String(of.seq).padStart(4, '0')}`;
    if (last === null || key(each) > key(last)) last = each;
  }
  return last;
}

function slowly(passages: readonly Passage[]): RollLine[] {
  const isIn = (each: Passage | null): boolean => each?.to != null && areas.has(each.to);
  return ['li', 'wu', 'he'].flatMap((person) => {
    // Several readings of one millisecond differ by their order, so each is a moment of its own here.
    const own = passages.filter((each) => each.person === person);
    const wasIn = lastUpTo(passages, person, BEGAN);
    const since = own.filter(({ at, to }) => at > BEGAN && to !== null && areas.has(to));
    if (!isIn(wasIn) && since.length === 0) return [];
    const lastIn = lastUpTo(
      own.filter((each) => isIn(each)),
      person,
      100,
    )!;
    const after = own.filter(
      (each) => each.at > BEGAN && !isIn(each) && lastUpTo([each, lastIn], person, 100) === each,
    );
    const leftAt = after.length === 0 ? null : Math.min(...after.map(({ at }) => at));
    return [{ person, area: lastIn.to!, gate: lastIn.gate, since: lastIn.at, leftAt }];
  });
}

const byPerson = (a: RollLine, b: RollLine): number => (a.person < b.person ? -1 : 1);

test('on the roll is who was inside when it began or came in since, and whoever a reader saw out has left', () =>
  fc.assert(
    fc.property(history, (passages) => {
      assert.deepEqual(rollOf(passages, areas, BEGAN).sort(byPerson), slowly(passages).sort(byPerson));
    }),
    { numRuns: 2_000 },
  ));

test('the roll is the same in whatever order passages arrive', () =>
  fc.assert(
    fc.property(
      history.chain((all) => fc.tuple(fc.constant(all), fc.shuffledSubarray(all, { minLength: all.length }))),
      ([all, shuffled]) => {
        assert.deepEqual(rollOf(shuffled, areas, BEGAN).sort(byPerson), rollOf(all, areas, BEGAN).sort(byPerson));
      },
    ),
    { numRuns: 500 },
  ));
