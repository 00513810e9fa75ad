import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fc } from '#test/property.ts';
import { planList, readBack, wholeRead, WITHOUT_END } from './camera-list.ts';
import type { KeptPlate, ReadPlate } from './camera-list.ts';

const HOUR = 3_600_000;
const NOW = Date.parse('2026-03-01T00:00:00.000Z');
const at = (hours: number): string => new Date(NOW + hours * HOUR).toISOString();
const held = (plate: string, hours: number, more: Partial<KeptPlate> = {}): KeptPlate => ({
  plate,
  wanted: true,
  ends: at(hours),
  bound: at(hours),
  state: 'held',
  ...more,
});
const limit = { now: NOW, hours: 72 };

test('a plate carries the earlier of its own end and the limit, in whole seconds', () => {
  const { changed } = planList(
    [],
    [
      { plate: '浙A00001', until: null },
      { plate: '浙A00002', until: '2026-03-01T05:00:00.700Z' },
    ],
    limit,
  );
  assert.deepEqual(
    changed.map(({ plate, ends, bound, state }) => [plate, ends, bound, state]),
    [
      ['浙A00001', at(72), null, 'due'],
      ['浙A00002', at(5), null, 'due'],
    ],
  );
});

test('it is written again once half of the limit is over, when its own end changes, and when the limit is made shorter', () => {
  const wanted = [{ plate: '浙A00001', until: null }];
  const due = (kept: KeptPlate, hours = 72, until: string | null = null) =>
    planList([kept], [{ plate: '浙A00001', until }], { now: NOW, hours }).changed.length;
  assert.equal(planList([held('浙A00001', 40)], wanted, limit).changed.length, 0);
  assert.equal(due(held('浙A00001', 35)), 1);
  assert.equal(due(held('浙A00001', 40), 24), 1);
  assert.equal(due(held('浙A00001', 40), 72, at(12)), 1);
  assert.equal(due(held('浙A00001', 12), 72, at(12)), 0, 'its own end is all there is to carry');
});

test('a plate that was taken off has to go until its bound has passed, and is over then; one never sent is over at once', () => {
  const plan = planList([held('浙A00001', 5), held('浙A00002', -1), held('浙A00003', 5, { bound: null })], [], limit);
  assert.deepEqual(
    plan.changed.map(({ plate, wanted, state, bound }) => [plate, wanted, state, bound]),
    [['浙A00001', false, 'due', at(5)]],
  );
  assert.deepEqual(plan.over, ['浙A00002', '浙A00003']);
});

test('a removal that was sent to a camera that cannot be read is not sent again, and stays until its bound', () => {
  const removed = held('浙A00001', 5, { wanted: false, state: 'sent' });
  assert.deepEqual(planList([removed], [], limit), { changed: [], over: [] });
  assert.deepEqual(planList([removed], [], { now: NOW + 6 * HOUR, hours: 72 }).over, ['浙A00001']);
});

test('what was read back as it was written is held, with the bound the camera says; anything else has failed', () => {
  const kept = [held('浙A00001', 5, { state: 'sending' }), held('浙A00002', 5, { state: 'sending' })];
  const { changed } = readBack(
    kept,
    [
      { plate: '浙A·00001', until: at(5) },
      { plate: '浙A00002', until: null },
    ],
    NOW,
  );
  assert.deepEqual(
    changed.map(({ plate, state, bound }) => [plate, state, bound]),
    [
      ['浙A00001', 'held', at(5)],
      ['浙A00002', 'failed', WITHOUT_END],
    ],
  );
});

test('a camera that keeps days alone holds to the end of the day, and that is the bound', () => {
  const day: ReadPlate = { plate: '浙A00001', until: at(24), byDay: true };
  const [first] = readBack([held('浙A00001', 5, { state: 'sending' })], [day], NOW).changed;
  assert.deepEqual([first!.state, first!.bound], ['held', at(24)]);
  assert.equal(readBack([held('浙A00001', 5)], [{ ...day, until: at(30) }], NOW).changed[0]!.state, 'failed');
});

test('a whole reading names what was changed on the camera and what nobody wrote, and both become due', () => {
  const kept = [
    held('浙A00001', 5),
    held('浙A00002', 5),
    held('浙A00003', 5, { bound: null, state: 'due' }),
    held('浙A00004', 5, { wanted: false, state: 'due' }),
  ];
  const read = [
    { plate: '浙A00001', until: at(5) },
    { plate: '浙A00009', until: null },
    { plate: '浙A00008', until: at(-2) },
  ];
  const { changed, over, missing, extra } = wholeRead(kept, read, NOW);
  assert.deepEqual([missing, extra, over], [['浙A00002'], ['浙A00009'], ['浙A00004']]);
  assert.deepEqual(
    changed.map(({ plate, wanted, state }) => [plate, wanted, state]),
    [
      ['浙A00001', true, 'held'],
      ['浙A00002', true, 'due'],
      ['浙A00003', true, 'due'],
      ['浙A00009', false, 'due'],
    ],
  );
});

test('INV-D6 whatever lists follow each other, a plate that is no longer wanted never outlives the limit on the camera', () => {
  const plates = ['浙A00001', '浙A00002', '浙A00003'];
  const step = fc.record({ hours: fc.integer({ min: 1, max: 48 }), wanted: fc.subarray(plates) });
  fc.assert(
    fc.property(fc.array(step, { minLength: 1, maxLength: 12 }), (steps) => {
      let [kept, now]: [KeptPlate[], number] = [[], NOW];
      const camera = new Map<string, number>();
      const left = new Map<string, number>();
      for (const { hours, wanted } of steps) {
        now += hours * HOUR;
        const plan = planList(
          kept,
          wanted.map((plate) => ({ plate, until: null })),
          { now, hours: 24 },
        );
        // Only what is written arrives; removals are lost on their way, as on a camera that is cut off.
        for (const { plate, wanted: stays, ends } of plan.changed) if (stays) camera.set(plate, Date.parse(ends));
        const after = new Map(kept.map((each) => [each.plate, each]));
        for (const each of plan.changed)
          after.set(each.plate, { ...each, bound: each.wanted ? each.ends : each.bound, state: 'sent' });
        for (const plate of plan.over) after.delete(plate);
        kept = [...after.values()];
        for (const plate of plates) {
          if (wanted.includes(plate)) left.delete(plate);
          else if (!left.has(plate)) left.set(plate, now);
          const ends = camera.get(plate) ?? 0;
          if (left.has(plate)) assert.ok(ends <= left.get(plate)! + 24 * HOUR, plate);
          if (ends > now) assert.ok(kept.some((each) => each.plate === plate && Date.parse(each.bound!) >= ends));
        }
      }
    }),
    { numRuns: 300 },
  );
});
