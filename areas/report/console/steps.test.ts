import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isDone, nextOf } from './steps.ts';
import type { Step } from './steps.ts';

const steps = (...counts: (number | null)[]): Step[] =>
  (['company', 'park', 'parkGate', 'parkDevice', 'feeRule'] as const).map((name, at) => ({
    name,
    count: counts[at] ?? null,
  }));

test('the next step is the first that is missing', () => {
  assert.equal(nextOf(steps(1, 0, 0, 0, 0), false)!.name, 'park');
  assert.equal(nextOf(steps(1, 3, 2, 0, 1), false)!.name, 'parkDevice');
  assert.equal(nextOf(steps(1, 1, 1, 1, 1), false), null);
});

test('the platform’s own company is not yet a customer’s', () => {
  assert.equal(nextOf(steps(1, 0, 0, 0, 0), true)!.name, 'company');
  assert.equal(nextOf(steps(2, 0, 0, 0, 0), true)!.name, 'park');
});

test('what is not known is not done', () => {
  assert.equal(isDone({ name: 'park', count: null }, false), false);
});
