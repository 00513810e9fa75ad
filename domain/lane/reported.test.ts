/** What chargers report belongs to the visit that was under way, in whatever order visits and reports arrive. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fc } from '#test/property.ts';
import { settleReported } from './reported.ts';
import type { ReportedEvent } from './reported.ts';
import type { Stay } from './types.ts';

const end = (at: number) => ({ at, rawAt: at, lane: 'lane', passage: `p${at}` });
const stayOf = (id: string, inAt: number, more: Partial<Stay> = {}): Stay =>
  ({
    id,
    plate: '京A12345',
    colour: 'blue',
    kind: 'temporary',
    state: 'open',
    clone: false,
    entry: end(inAt),
    exit: null,
    exitPlate: null,
    exitStay: null,
    tariff: null,
    pass: null,
    booking: null,
    picture: null,
    mergedInto: null,
    claims: null,
    offline: false,
    ...more,
  }) as Stay;
const reported = (at: number): ReportedEvent => ({ id: `t${at}`, plate: '京A12345', event: 'chargingEnd', at });

type Incoming = { kind: 'entry' | 'exit'; visit: number } | { kind: 'reported'; at: number };

/**
 * Visits follow one another; of each, entry and exit arrive, but never the exit before its entry. Every report is
 * settled once something arrives.
 */
function play(times: readonly (readonly [number, number])[], incoming: readonly Incoming[]) {
  const stays: Stay[] = [];
  let waiting: ReportedEvent[] = [];
  const put = (stay: Stay): void => {
    stays[stays.findIndex(({ id }) => id === stay.id)] = stay;
  };
  for (const each of incoming) {
    const opened = new Set<string>();
    if (each.kind === 'reported') waiting.push(reported(each.at));
    else if (each.kind === 'entry') {
      stays.push(stayOf(`v${each.visit}`, times[each.visit]![0]));
      opened.add(`v${each.visit}`);
    } else
      put({ ...stays.find(({ id }) => id === `v${each.visit}`)!, state: 'closed', exit: end(times[each.visit]![1]) });
    const settled = settleReported(stays, '京A12345', waiting, opened);
    waiting = [...settled.waiting];
    for (const { after } of settled.facts) put(after);
  }
  return {
    has: Object.fromEntries(stays.map(({ id, events }) => [id, (events ?? []).map(({ at }) => at)])),
    waits: waiting.map(({ at }) => at).sort((a, b) => a - b),
  };
}

test('as long as no visit ends before its events arrive, any order assigns each visit its own', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 4 }),
      fc.array(fc.integer({ min: 0, max: 450 }), { minLength: 1, maxLength: 8 }),
      fc.infiniteStream(fc.nat()),
      (count, moments, dice) => {
        const times = Array.from({ length: count }, (_, n) => [n * 100 + 10, n * 100 + 90] as const);
        const words = [...new Set(moments)];
        const turn = (list: Incoming[]): Incoming[] =>
          list
            .map((each) => ({ each, by: dice.next().value as number }))
            .sort((a, b) => a.by - b.by)
            .map(({ each }) => each);
        const shuffled = [
          ...turn([
            ...times.map((_, visit): Incoming => ({ kind: 'entry', visit })),
            ...words.map((at): Incoming => ({ kind: 'reported', at })),
          ]),
          ...turn(times.map((_, visit): Incoming => ({ kind: 'exit', visit }))),
        ];
        const { has, waits } = play(times, shuffled);
        times.forEach(([from, to], n) =>
          assert.deepEqual(
            has[`v${n}`],
            words.filter((at) => at >= from && at <= to).sort((a, b) => a - b),
            `visit ${n}`,
          ),
        );
        assert.deepEqual(
          waits,
          words.filter((at) => !times.some(([from, to]) => at >= from && at <= to)).sort((a, b) => a - b),
        );
      },
    ),
  );
});

test('an event that was taken for the visit before goes to the next one when it arrives, also after the first has ended', () => {
  const { has } = play(
    [
      [0, 100],
      [110, 200],
    ],
    [
      { kind: 'entry', visit: 0 },
      { kind: 'reported', at: 150 },
      { kind: 'exit', visit: 0 },
      { kind: 'entry', visit: 1 },
    ],
  );
  assert.deepEqual(has, { v0: [], v1: [150] });
});

test('a visit that has ended takes nothing any more: its bill stands', () => {
  const { has, waits } = play(
    [[0, 100]],
    [
      { kind: 'entry', visit: 0 },
      { kind: 'exit', visit: 0 },
      { kind: 'reported', at: 50 },
    ],
  );
  assert.deepEqual([has, waits], [{ v0: [] }, [50]]);
});

test("two cars that bear one plate by a person's word keep what they have", () => {
  const first = stayOf('a', 0, { clone: true, events: [{ at: 150, event: 'chargingEnd' }] });
  assert.deepEqual(settleReported([first, stayOf('b', 100, { clone: true })], '京A12345', [], new Set(['b'])), {
    facts: [],
    waiting: [],
  });
});

test('reported by two chargers, or additionally by a person, it counts once', () => {
  const stay = stayOf('a', 0, { events: [{ at: 50, event: 'chargingEnd' }] });
  assert.deepEqual(settleReported([stay], '京A12345', [reported(50)], new Set()), { facts: [], waiting: [] });
});
