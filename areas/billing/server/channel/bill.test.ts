import assert from 'node:assert/strict';
import { test } from 'node:test';
import { feeOf } from './bill.ts';
import { ChannelFault } from './channel.ts';

test('a fee is read whatever its sign and decimals, an empty cell is none, and anything else fails the bill', () => {
  assert.deepEqual(
    ['0.09', '-0.03', '0.07800', '0.07500', '12', '0.00', ''].map((cell) => feeOf(cell)),
    [9, 3, 8, 8, 1200, 0, null],
  );
  for (const cell of ['0.6%', 'free', '1,200.00', '.']) assert.throws(() => feeOf(cell), ChannelFault);
});
