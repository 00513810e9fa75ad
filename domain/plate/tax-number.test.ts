import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fc } from '#test/property.ts';
import { checkTaxNumber } from './tax-number.ts';

test('numbers of 18 are held to GB 32100, numbers of 15 to the check of the organisation code within', () => {
  for (const [number, problem] of [
    ['91350100M000100Y43', null],
    [' 91350100m000100y43 ', null],
    ['91350100M000100Y44', 'credit_check'],
    ['350100M000100Y4', null],
    // D2143569-X is the example of GB 11714.
    ['110108D2143569X', null],
    ['110108D21435690', 'tax_check'],
    ['010108D2143569X', 'tax_shape'],
    ['110108D2143569', 'tax_length'],
    ['', 'credit_empty'],
  ] as const)
    assert.equal(checkTaxNumber(number), problem, number);
});

test('one character of an older number changed is noticed, but for those that weigh the same', () => {
  const right = '110108D2143569X';
  fc.assert(
    fc.property(fc.integer({ min: 6, max: 13 }), fc.integer({ min: 0, max: 9 }), (at, digit) => {
      const other = `${right.slice(0, at)}${digit}${right.slice(at + 1)}`;
      const weighs = (Number.parseInt(other[at]!, 36) - Number.parseInt(right[at]!, 36)) % 11;
      assert.equal(checkTaxNumber(other) === null, weighs === 0);
    }),
  );
});
