import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fc } from '#test/property.ts';
import { addDays } from '#domain/time/day.ts';
import { allot, matchArrivals } from './arrivals.ts';
import type { Awaited, Incoming } from './arrivals.ts';

const monday = '2026-11-02';
const day = (nth: number): string => addDays(monday, nth);
const net = (nth: number, netFen: number, account = 'W'): Awaited => ({ account, day: day(nth), netFen });
const line = (nth: number, amountFen: number, accounts = ['W'], id = `${nth}/${amountFen}`): Incoming => ({
  id,
  day: day(nth),
  amountFen,
  accounts,
});

test('a line pays one day, or a weekend in one sum; what it could pay twice over is left to a person', () => {
  assert.deepEqual(matchArrivals([line(1, 3280)], [net(0, 3280)]), [{ id: '1/3280', account: 'W', days: [day(0)] }]);
  const weekend = [net(4, 100), net(5, 200), net(6, 300)];
  assert.deepEqual(matchArrivals([line(7, 600)], weekend)[0]!.days, [day(4), day(5), day(6)]);
  assert.deepEqual(matchArrivals([line(3, 100)], [net(0, 100), net(1, 100)]), [], 'either day would do');
  assert.deepEqual(matchArrivals([line(1, 3180)], [net(0, 3280)]), [], 'the sum of no days');
  assert.deepEqual(
    matchArrivals([line(0, 3280), line(6, 3280)], [net(0, 3280)]),
    [],
    'not the same day, nor after five',
  );
  assert.deepEqual(matchArrivals([line(1, 50, ['W', 'A'])], [net(0, 50), net(0, 50, 'A')]), [], 'of two accounts');
});

test('however sums are merged and mixed, no day is paid twice and each match is to the fen', () => {
  const nets = fc.array(fc.integer({ min: -200, max: 5000 }), { minLength: 1, maxLength: 14 });
  fc.assert(
    fc.property(
      nets,
      nets,
      fc.array(fc.tuple(fc.nat(16), fc.integer({ min: -50, max: 9000 })), { maxLength: 12 }),
      (w, a, noise) => {
        const awaited = [...w.map((fen, nth) => net(nth, fen)), ...a.map((fen, nth) => net(nth, fen, 'A'))];
        const lines = [
          ...w.map((fen, nth) => line(nth + 1, fen, ['W'], `w${nth}`)),
          ...noise.map(([nth, fen], at) => line(nth, fen, ['W', 'A'], `n${at}`)),
        ];
        const matches = matchArrivals(lines, awaited);
        const paid = matches.flatMap(({ account, days }) => days.map((each) => `${account} ${each}`));
        assert.equal(new Set(paid).size, paid.length);
        assert.equal(new Set(matches.map(({ id }) => id)).size, matches.length);
        for (const { id, account, days } of matches) {
          const sum = awaited
            .filter((each) => each.account === account && days.includes(each.day))
            .reduce((total, { netFen }) => total + netFen, 0);
          assert.equal(sum, lines.find((each) => each.id === id)!.amountFen);
        }
        assert.deepEqual(
          matchArrivals(lines.toReversed(), awaited.toReversed()),
          matches,
          'in whatever order they come',
        );
      },
    ),
  );
});

test('an amount settles what is owed in order, what was kept back first; what is left over pays nothing', () => {
  const owed = [
    { id: 'a', openFen: 994 },
    { id: 'b', openFen: -100 },
    { id: 'c', openFen: 2000 },
  ];
  assert.deepEqual(allot(2894, owed), {
    parts: [
      { id: 'a', fen: 994 },
      { id: 'b', fen: -100 },
      { id: 'c', fen: 2000 },
    ],
    overFen: 0,
  });
  assert.deepEqual(allot(1000, owed).parts.at(-1), { id: 'c', fen: 106 });
  assert.equal(allot(3000, owed).overFen, 106);
  assert.deepEqual(allot(500, []), { parts: [], overFen: 500 });
});

test('whatever comes: parts and the rest are the amount, and nothing is paid more than it was owed', () => {
  const open = fc.array(fc.integer({ min: -5_000, max: 50_000 }), { maxLength: 12 });
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 100_000 }), open, (amountFen, all) => {
      const owed = all.map((openFen, nth) => ({ id: String(nth), openFen }));
      const { parts, overFen } = allot(amountFen, owed);
      assert.equal(
        parts.reduce((sum, { fen }) => sum + fen, overFen),
        amountFen,
      );
      assert.ok(overFen >= 0);
      for (const { id, fen } of parts) {
        const { openFen } = owed[Number(id)]!;
        assert.ok(openFen < 0 ? fen === openFen : fen > 0 && fen <= openFen);
      }
    }),
  );
});
