import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fc } from '#test/property.ts';
import { addDays } from '#domain/time/day.ts';
import { channelSums, couponSums, figuresOf, nothing, plus, settle, shareOf } from './settlement.ts';
import type { Amount, Settled, Sums } from './settlement.ts';

const first = '2026-11-02';
const once = (...amounts: number[]) => amounts.map((amountFen) => ({ amountFen, times: 1 }));
const total = (records: readonly Settled[]): Sums =>
  records.reduce<Sums>((all, { sums, adjustments }) => [sums, ...adjustments].reduce<Sums>(plus, all), nothing);
const pick = ({ count, grossFen, refundFen, feeFen, shareFen, couponFen }: Sums): Sums => ({
  count,
  grossFen,
  refundFen,
  feeFen,
  shareFen,
  couponFen,
});

test('a rate is taken of each line and rounded half up; a refund gives back what its payment was charged', () => {
  assert.deepEqual(
    [1300, 1500, 1000, -500, 83, 84, 0].map((fen) => shareOf(fen, 60)),
    [8, 9, 6, -3, 0, 1, 0],
  );
});

test('the worked Monday: 38.00 less 5.00 less 0.20 arrive, and the platform owes 2.34 or, collecting itself, 35.14', () => {
  const sums = channelSums(once(1300, 1500, 1000, -500), 60);
  assert.deepEqual(sums, { count: 3, grossFen: 3800, refundFen: 500, feeFen: 20, shareFen: 0, couponFen: 0 });
  const monday: Settled = { day: first, closed: false, sums, adjustments: [] };
  const coupons: Settled = { day: first, closed: false, sums: couponSums(once(300)), adjustments: [] };
  for (const [mode, due] of [
    ['own', 234],
    ['agency', 3514],
  ] as const) {
    const figures = figuresOf(monday, { mode, serviceBp: 200 });
    assert.deepEqual([figures.netFen, figures.serviceFeeFen], [3280, 66]);
    assert.equal(figures.dueFen + figuresOf(coupons, { mode, serviceBp: 200 }).dueFen, due);
  }
});

test('what the channel paid to receivers does not arrive, and bears no fee; what came back does', () => {
  const shared = [
    { amountFen: -492, times: 1, shared: true },
    { amountFen: 75, times: 1, shared: true },
  ];
  const sums = channelSums([...once(1300, 1500, 1000, -500), ...shared], 60);
  assert.deepEqual([sums.grossFen, sums.refundFen, sums.feeFen, sums.shareFen], [3800, 500, 20, 417]);
  const figures = figuresOf({ day: first, closed: false, sums, adjustments: [] }, { mode: 'split', serviceBp: 200 });
  assert.deepEqual([figures.shareFen, figures.netFen, figures.serviceFeeFen, figures.dueFen], [417, 2863, 66, -66]);
});

test('what comes to a closed day is carried by a later one, which names it', () => {
  const sums = channelSums(once(1000), 60);
  const monday: Settled = { day: first, closed: true, sums, adjustments: [] };
  const tuesday = addDays(first, 1);
  const ledger = new Map([
    [first, channelSums(once(1000, 700), 60)],
    [tuesday, channelSums(once(200), 60)],
  ]);
  const { open } = settle(ledger, [monday], tuesday);
  assert.deepEqual(open, [
    {
      day: tuesday,
      closed: false,
      sums: channelSums(once(200), 60),
      adjustments: [{ ...channelSums(once(700), 60), day: first }],
    },
  ]);
  const figures = figuresOf(open[0]!, { mode: 'own', serviceBp: 0 });
  assert.deepEqual([figures.grossFen, figures.adjustFen, figures.channelFeeFen, figures.netFen], [200, 700, 5, 895]);
  assert.equal(settle(ledger, [monday, { ...open[0]!, closed: true }], tuesday).open.length, 0, 'and only once');
});

test('with every day closed what is late waits for the next', () => {
  const monday: Settled = { day: first, closed: true, sums: nothing, adjustments: [] };
  const ledger = new Map([[first, channelSums(once(500), 60)]]);
  assert.deepEqual(settle(ledger, [monday], first), { open: [], waits: true });
  const next = settle(ledger, [monday], addDays(first, 1));
  assert.deepEqual(
    [next.waits, next.open[0]!.day, pick(next.open[0]!.adjustments[0]!)],
    [false, addDays(first, 1), channelSums(once(500), 60)],
  );
});

const movement = fc.oneof(
  fc.record({
    kind: fc.constant('money' as const),
    day: fc.nat(6),
    amountFen: fc.integer({ min: -5000, max: 9000 }).filter((fen) => fen !== 0),
    shared: fc.boolean(),
  }),
  fc.record({ kind: fc.constant('close' as const), day: fc.nat(6) }),
  fc.record({ kind: fc.constant('reopen' as const), day: fc.nat(6) }),
  fc.record({ kind: fc.constant('count' as const), day: fc.nat(6) }),
);

test('however money comes late and days are closed, nothing is settled twice and all records equal the ledger', () => {
  fc.assert(
    fc.property(
      fc.array(movement, { maxLength: 40, size: 'max' }),
      fc.integer({ min: 0, max: 120 }),
      (movements, bp) => {
        const money = new Map<string, Amount[]>();
        let records: Settled[] = [];
        const ledger = () => new Map([...money].map(([day, amounts]) => [day, channelSums(amounts, bp)]));
        const count = (last: string): boolean => {
          const { open, waits } = settle(ledger(), records, last);
          const before = records.filter(({ closed }) => closed);
          records = [...before, ...open];
          assert.equal(new Set(records.map(({ day }) => day)).size, records.length, 'one record a day');
          return waits;
        };
        let kept = new Map<string, Settled>();
        for (const step of movements) {
          const day = addDays(first, step.day);
          if (step.kind === 'money') money.set(day, [...(money.get(day) ?? []), { ...step, times: 1 }]);
          else if (step.kind === 'count') count(addDays(first, 6));
          else records = records.map((it) => (it.day === day ? { ...it, closed: step.kind === 'close' } : it));
          if (step.kind !== 'reopen')
            for (const [closedDay, was] of kept)
              assert.deepEqual(
                records.find((it) => it.day === closedDay),
                was,
                'a closed day stands',
              );
          kept = new Map(records.filter(({ closed }) => closed).map((it) => [it.day, it]));
        }
        count(addDays(first, 7));
        const all = [...ledger().values()].reduce<Sums>(plus, nothing);
        assert.deepEqual(total(records), all);
        const figures = records.map((it) => figuresOf(it, { mode: 'own', serviceBp: 150 }));
        assert.equal(
          figures.reduce((sum, it) => sum + it.netFen, 0),
          all.grossFen - all.refundFen - all.feeFen - all.shareFen,
        );
        assert.ok(
          settle(
            ledger(),
            records.map((it) => ({ ...it, closed: true })),
            addDays(first, 8),
          ).open.length === 0,
        );
      },
    ),
  );
});
