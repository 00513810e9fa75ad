import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { fc } from '#test/property.ts';
import { closingDays, linkOf, rootOf } from './day-root.ts';
import type { SettledRow } from './day-root.ts';

const hash = (text: string): string => createHash('sha256').update(text).digest('hex');
const row: SettledRow = {
  settleNo: 'JS20261101AAAAAAAA',
  day: '2026-11-01',
  count: 3,
  grossFen: 3800,
  refundFen: 500,
  adjustFen: 0,
  channelFeeFen: 20,
  shareFen: 0,
  netFen: 3280,
  serviceFeeFen: 0,
  couponFen: 0,
  dueFen: 0,
};
const other = { ...row, settleNo: 'JS20261101BBBBBBBB', grossFen: 100, netFen: -420 };

test('a root is the hash of the day and its rows, in any order', () => {
  const text = 'gatehouse-day/1\n2026-11-01\nJS20261101AAAAAAAA|2026-11-01|3|3800|500|0|20|3280|0|0|0';
  assert.equal(rootOf(row.day, [row], hash), hash(text));
  assert.equal(rootOf(row.day, [row, other], hash), rootOf(row.day, [other, row], hash));
  assert.equal(rootOf(row.day, [{ ...row, shareFen: 492 }], hash), hash(`${text}|492`), 'what was shared is in it');
});

test('any figure that is another makes another root, and every link after it', () => {
  const names = Object.keys(row) as (keyof SettledRow)[];
  const links = (first: string) => {
    const one = linkOf(null, 1, first, hash);
    return [one, linkOf(one, 2, rootOf('2026-11-02', [], hash), hash)];
  };
  const right = rootOf(row.day, [row, other], hash);
  for (const name of names) {
    const changed = { ...row, [name]: typeof row[name] === 'number' ? row[name] + 1 : `${row[name]}x` };
    const wrong = rootOf(row.day, [changed, other], hash);
    assert.notEqual(wrong, right, name);
    assert.ok(links(wrong).every((link, nth) => link !== links(right)[nth]));
  }
  assert.notEqual(rootOf(row.day, [row], hash), right, 'a row is missing');
  assert.notEqual(rootOf(row.day, [row, other, other], hash), right, 'a row is there twice');
});

test('a day closes after those before it, unless they have waited too long', () => {
  const days = [
    { day: '2026-10-01', open: 1, loose: 2 },
    { day: '2026-11-02', open: 0, loose: 1 },
    { day: '2026-11-01', open: 0, loose: 2 },
    { day: '2026-11-03', open: 1, loose: 1 },
    { day: '2026-11-04', open: 0, loose: 1 },
  ];
  assert.deepEqual(closingDays(days, '2026-10-15'), ['2026-11-01', '2026-11-02']);
  assert.deepEqual(closingDays(days, '2026-09-15'), [], 'the first still waits');
  assert.deepEqual(closingDays(days, '2026-11-04'), ['2026-11-01', '2026-11-02', '2026-11-04']);
});

test('no day closes with something open in it', () => {
  const day = fc.record({
    day: fc.integer({ min: 1, max: 28 }).map((nth) => `2026-11-${String(nth).padStart(2, '0')}`),
    open: fc.nat(2),
    loose: fc.nat(2),
  });
  fc.assert(
    fc.property(fc.uniqueArray(day, { selector: (each) => each.day }), (days) => {
      const closing = closingDays(days, '2026-11-10');
      assert.deepEqual(closing, closing.toSorted());
      for (const each of days) if (closing.includes(each.day)) assert.deepEqual([each.open, each.loose > 0], [0, true]);
    }),
  );
});
