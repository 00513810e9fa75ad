/** Who is on the roll of a fire, against a second reading that looks at one moment after the other. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fc } from '#test/property.ts';
import { decide } from './decide.ts';
import type { Area, Decision } from './decide.ts';
import { always } from './plan.ts';
import { insideOf, isForgotten, later, oddEntries, rollOf, whereabouts } from './presence.ts';
import type { Passage, Reading, RollLine, Whereabouts } from './presence.ts';

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

const terminals = ['d1', 'd2', 'd3'] as const;
const step = fc.record({
  device: fc.constantFrom(...terminals),
  does: fc.constantFrom('in', 'in', 'out', 'forgive', 'cut', 'back'),
});

/** What a terminal of an area decides of somebody by what it knows. */
function decided(
  known: Whereabouts | undefined,
  at: number,
  area: Pick<Area, 'id' | 'antiPassback' | 'capacity' | 'inside'>,
  reader: 'in' | 'out',
): Decision {
  return decide({
    at,
    zone: 'Asia/Shanghai',
    calendar: new Map(),
    reader,
    door: {
      mode: 'normal',
      fire: false,
      into: { passMinutes: 0, twoPerson: false, ...area },
      fromArea: null,
      verify: 'any',
      otherOpen: false,
      tempGate: false,
      firstCard: false,
      openPlan: null,
      firstCame: false,
    },
    credential: { state: 'active', duress: false },
    person: {
      id: 'li',
      status: 'active',
      barred: false,
      opener: false,
      grants: [{ id: 'g', from: 0, until: null, plan: always }],
      area: known?.area,
      cameIn: null,
    },
    second: true,
    companion: true,
    hot: false,
    lease: null,
  });
}

/** Whether the one hard area lets somebody in. */
const letsIn = (known: Whereabouts | undefined, at: number): boolean =>
  decided(known, at, { id: 'lab', antiPassback: 'hard', capacity: null, inside: 0 }, 'in').result === 'granted';

test('between two entries by any terminals of a hard area lies an exit, a forgiveness, or one of them was offline', () =>
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
      const known = new Map<string, Whereabouts>();
      const offline = new Set<string>();
      const passages: Passage[] = [];
      const unreported: Passage[] = [];
      const forgiven = new Map<string, number>();
      const inform = (): void => {
        for (const each of unreported.splice(0)) (offline.has(each.device) ? unreported : passages).push(each);
        const now = whereabouts(passages, forgiven).get('li');
        if (now) for (const each of terminals) if (!offline.has(each)) known.set(each, later(known.get(each), now));
      };
      let last: { readonly isOffline: boolean } | null = null;
      for (const [nth, { device, does }] of steps.entries()) {
        const at = nth + 1;
        if (does === 'cut') offline.add(device);
        else if (does === 'back') offline.delete(device);
        else if (does === 'forgive') {
          forgiven.set('li', at);
          last = null;
        } else if (does === 'out' || letsIn(known.get(device), at)) {
          const to = does === 'in' ? 'lab' : null;
          if (does === 'in' && last) assert.ok(last.isOffline || offline.has(device));
          last = does === 'in' ? { isOffline: offline.has(device) } : null;
          known.set(device, { area: to, at });
          unreported.push({ person: 'li', at, device, seq: at, to, gate: null });
        }
        inform();
      }
      offline.clear();
      inform();
      const truth = whereabouts(passages, forgiven).get('li');
      for (const each of terminals) assert.deepEqual(known.get(each), truth, 'and all know the same in the end');
    }),
    { numRuns: 2_000 },
  ));

test('presence is forgotten at 04:00 by the wall of the place, and not before', () => {
  const at = (time: string): number => Date.parse(`${time}+08:00`);
  const seen = at('2026-12-07T22:00:00');
  assert.deepEqual(
    ['2026-12-07T23:59:59', '2026-12-08T03:59:59', '2026-12-08T04:00:00', '2026-12-09T03:00:00'].map((now) =>
      isForgotten(seen, at(now), 'Asia/Shanghai'),
    ),
    [false, false, true, true],
  );
});

test('inside an area is whom a reader saw last into it, nobody having forgiven him since, and nobody from 04:00 on', () =>
  fc.assert(
    fc.property(
      history,
      fc.dictionary(fc.constantFrom('li', 'wu', 'he'), fc.integer({ min: 0, max: 100 })),
      fc.integer({ min: 0, max: 1_500 }),
      (passages, forgiven, wait) => {
        const start = Date.parse('2026-12-08T03:00:00+08:00');
        const minutes = passages.map((each) => ({ ...each, at: start + each.at * 60_000 }));
        const given = new Map(Object.entries(forgiven).map(([who, at]) => [who, start + at * 60_000]));
        const now = start + (100 + wait) * 60_000;
        const expected = ['li', 'wu', 'he'].filter((who) => {
          const last = lastUpTo(passages, who, 100);
          if (last?.to !== 'lab' || (forgiven[who] ?? -1) >= last.at) return false;
          // 04:00 is the 60th minute, and the 1,500th of the day after.
          return last.at >= 60 ? 100 + wait < 1_500 : 100 + wait < 60;
        });
        const known = whereabouts(minutes, given).values();
        assert.equal(insideOf(known, 'lab', now, 'Asia/Shanghai'), expected.length);
      },
    ),
    { numRuns: 2_000 },
  ));

const crowd = ['li', 'wu', 'he', 'zhao', 'sun'] as const;
test('an area never holds more than it may, and refuses nobody as full while there is room', () =>
  fc.assert(
    fc.property(
      fc.array(
        fc.record({
          who: fc.constantFrom(...crowd),
          way: fc.constantFrom('in', 'in', 'out'),
        }),
        { maxLength: 40 },
      ),
      fc.integer({ min: 1, max: 4 }),
      (steps, capacity) => {
        const known = new Map<string, Whereabouts>();
        const inside = new Set<string>();
        for (const [nth, { who, way }] of steps.entries()) {
          const at = nth + 1;
          const of = { capacity, inside: insideOf(known.values(), 'lab', at, 'Asia/Shanghai') };
          const { result, reason } = decided(known.get(who), at, { id: 'lab', antiPassback: 'off', ...of }, way);
          const isFull = way === 'in' && !inside.has(who) && inside.size === capacity;
          assert.deepEqual([result, reason], isFull ? ['refused', 'area-full'] : ['granted', null]);
          if (isFull) continue;
          known.set(who, { area: way === 'in' ? 'lab' : null, at });
          inside[way === 'in' ? 'add' : 'delete'](who);
          assert.ok(inside.size <= capacity);
        }
      },
    ),
    { numRuns: 2_000 },
  ));

const daily = fc
  .uniqueArray(fc.record({ at: fc.integer({ min: 1, max: 600 }), way: fc.constantFrom('in', 'in', 'out') }), {
    selector: ({ at }) => at,
    maxLength: 20,
  })
  .chain((all) => fc.shuffledSubarray(all, { minLength: all.length }));

test('an entry is odd exactly where the reading before it left the person in the area and nobody forgave him since', () =>
  fc.assert(
    fc.property(
      daily,
      fc.option(fc.integer({ min: 0, max: 600 })),
      fc.constantFrom('hard', 'soft', 'timed'),
      (day, forgiven, antiPassback) => {
        const noon = Date.parse('2026-12-07T12:00:00+08:00');
        const when = (minute: number): number => noon + minute * 60_000;
        const readings = day.map(({ at, way }, nth): Reading => ({
          id: String(at),
          person: 'li',
          at: when(at),
          device: `d${nth % 3}`,
          seq: nth,
          gate: null,
          way,
          from: null,
          to: way === 'in' ? 'lab' : null,
        }));
        const expected = day.filter(({ at, way }) => {
          const [before] = day.filter((each) => each.at < at).toSorted((a, b) => b.at - a.at);
          if (way === 'out' || before === undefined || before.way === 'out') return false;
          if (forgiven !== null && before.at <= forgiven && forgiven <= at) return false;
          return antiPassback !== 'timed' || at - before.at < 30;
        });
        const found = oddEntries(
          readings,
          new Map(forgiven === null ? [] : [['li', when(forgiven)]]),
          new Map([['lab', { antiPassback, passMinutes: 30 }]]),
          'Asia/Shanghai',
        );
        assert.deepEqual([...found].sort(), expected.map(({ at }) => String(at)).sort());
      },
    ),
    { numRuns: 2_000 },
  ));
