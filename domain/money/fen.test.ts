import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fc } from '#test/property.ts';
import { add, fen, formatFen, parseFen, split, sum, times } from './fen.ts';

const amounts = fc.integer({ min: -1_000_000_000_000, max: 1_000_000_000_000 });

test('amounts are written as yuan with two decimals and thousands commas', () => {
  const shown: [number, string][] = [
    [0, '0.00'],
    [5, '0.05'],
    [-5, '-0.05'],
    [99, '0.99'],
    [100, '1.00'],
    [123450, '1,234.50'],
    [100000000, '1,000,000.00'],
    [-123450, '-1,234.50'],
    [99999, '999.99'],
  ];
  for (const [amount, text] of shown) {
    assert.equal(formatFen(amount, 'zh'), text);
    assert.equal(formatFen(amount, 'en'), text);
  }
});

test('yuan as people write them are read into fen, anything else is null', () => {
  const read: [string, number | null][] = [
    ['12.5', 1250],
    ['12', 1200],
    ['0.01', 1],
    ['1,234.50', 123450],
    [' 3.20 ', 320],
    ['１２．５', 1250],
    ['-3.2', -320],
    ['-0', 0],
    ['', null],
    ['.5', null],
    ['12.', null],
    ['12.345', null],
    ['1,23', null],
    ['abc', null],
    ['1e3', null],
    ['12.5元', null],
    ['0x10', null],
    ['99999999999999999', null],
    ['--1', null],
  ];
  for (const [text, amount] of read) assert.equal(parseFen(text), amount, text);
});

test('every amount survives being written and read back', () => {
  fc.assert(fc.property(amounts, (amount) => parseFen(formatFen(amount)) === amount));
});

test('fractions and unsafe sums of fen are refused', () => {
  for (const bad of [0.5, Number.NaN, Infinity, 2 ** 53]) assert.throws(() => fen(bad), RangeError);
  assert.throws(() => add(Number.MAX_SAFE_INTEGER, 1), RangeError);
  assert.throws(() => sum([1, 0.1]), RangeError);
  assert.throws(() => times(Number.MAX_SAFE_INTEGER, 2), RangeError);
  assert.equal(sum([]), 0);
  assert.equal(times(250, 3), 750);
});

test('a split sums to the whole to the fen, each part within one fen of its share', () => {
  const weights = fc
    .array(fc.integer({ min: 0, max: 1_000_000 }), { minLength: 1, maxLength: 12 })
    .filter((list) => list.some((weight) => weight > 0));
  fc.assert(
    fc.property(amounts, weights, (total, list) => {
      const parts = split(total, list);
      const whole = list.reduce((a, b) => a + b);
      assert.equal(sum(parts), total);
      parts.forEach((part, i) => assert.ok(Math.abs(part - (total * list[i]!) / whole) < 1.001));
    }),
  );
});

test('a split favours the largest remainder, then the earlier part', () => {
  assert.deepEqual(split(100, [1, 1, 1]), [34, 33, 33]);
  assert.deepEqual(split(-100, [1, 1, 1]), [-34, -33, -33]);
  assert.deepEqual(split(10, [1, 2, 4]), [1, 3, 6]);
  assert.deepEqual(split(7, [0, 5]), [0, 7]);
  assert.deepEqual(split(9_007_199_254_740_991, [1, 1]), [4_503_599_627_370_496, 4_503_599_627_370_495]);
  assert.throws(() => split(1, [0, 0]), RangeError);
  assert.throws(() => split(1, []), RangeError);
  assert.throws(() => split(1, [2, -1]), RangeError);
});
