import assert from 'node:assert/strict';
import { test } from 'node:test';
import { recurring } from './recurring.ts';

const counted = () => {
  let calls = 0;
  return {
    of: recurring((value: string) => {
      calls += 1;
      return `<${value}>`;
    }),
    calls: () => calls,
  };
};

test('what recurs is worked out once', () => {
  const { of, calls } = counted();
  for (let n = 0; n < 100_000; n += 1) assert.equal(of(String(n % 10)), `<${n % 10}>`);
  assert.equal(calls(), 10);
});

test('it stays right where nothing recurs, where all does at first, and where what recurs changes over time', () => {
  for (const input of [
    (n: number) => n,
    (n: number) => (n < 50_000 ? n % 7 : n),
    (n: number) => Math.floor(n / 20),
    (n: number) => (n * 7_919) % 9_000,
  ]) {
    const { of } = counted();
    for (let n = 0; n < 100_000; n += 1) assert.equal(of(String(input(n))), `<${input(n)}>`);
  }
});

test('values requested in runs stay cached beyond the cache size', () => {
  const { of, calls } = counted();
  for (let n = 0; n < 400_000; n += 1) of(String(Math.floor(n / 20)));
  assert.equal(calls(), 20_000);
});
