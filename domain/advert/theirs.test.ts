import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fc } from '#test/property.ts';
import { compareFigures, standingOf } from './theirs.ts';

const verdict = (ours: [number, number], theirs: [number, number], boundBp: number) =>
  compareFigures({ views: ours[0], fen: ours[1] }, { views: theirs[0], fen: theirs[1] }, boundBp).verdict;

test('the bound is a part of the larger figure, and holds for views and for money', () => {
  assert.equal(verdict([1000, 2000], [1000, 2000], 0), 'equal');
  assert.equal(verdict([1000, 2000], [950, 1900], 500), 'within');
  assert.equal(verdict([1000, 2000], [949, 1900], 500), 'beyond', 'views');
  assert.equal(verdict([1000, 2000], [950, 1899], 500), 'beyond', 'money');
  assert.equal(verdict([0, 0], [1, 0], 9_999), 'beyond', 'what only one of them counted');
});

test('a reason explains the difference it was written for and no other', () => {
  const compared = compareFigures({ views: 1000, fen: 2000 }, { views: 800, fen: 1600 }, 500);
  const given = { reason: '对方停机', viewsOff: -200, fenOff: -400 };
  assert.equal(standingOf(compared, given), 'explained');
  assert.equal(standingOf(compared, { ...given, fenOff: -401 }), 'beyond');
  assert.equal(standingOf(compared, { ...given, reason: null }), 'beyond');
  const close = compareFigures({ views: 1000, fen: 2000 }, { views: 990, fen: 2000 }, 500);
  assert.equal(standingOf(close, { reason: '抽样', viewsOff: -10, fenOff: 0 }), 'within');
});

test('both sides see the same difference, and a wider bound never makes one worse', () => {
  const figures = fc.record({ views: fc.nat(1_000_000), fen: fc.nat(1_000_000) });
  fc.assert(
    fc.property(figures, figures, fc.nat(10_000), fc.nat(10_000), (a, b, one, more) => {
      const [there, back] = [compareFigures(a, b, one), compareFigures(b, a, one)];
      assert.deepEqual([there.viewsOff + back.viewsOff, there.fenOff + back.fenOff], [0, 0]);
      assert.equal(there.verdict, back.verdict);
      if (there.verdict !== 'beyond') assert.notEqual(compareFigures(a, b, one + more).verdict, 'beyond');
    }),
  );
});
