import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fc } from '#test/property.ts';
import type { TimeHistogram } from './instruments.ts';
import { quantile, since, together } from './histogram.ts';

const bounds = [0.01, 0.1, 1, 10];
const of = (values: readonly number[]): TimeHistogram => ({
  bounds,
  upTo: bounds.map((bound) => values.filter((value) => value <= bound).length),
  count: values.length,
  sum: values.reduce((sum, each) => sum + each, 0),
});
const seconds = fc.array(fc.double({ min: 0.001, max: 9.9, noNaN: true }), { minLength: 1, maxLength: 60 });

test('a quantile lies in the bucket of the value it stands for', () => {
  fc.assert(
    fc.property(seconds, fc.double({ min: 0.01, max: 1, noNaN: true }), (values, part) => {
      const truth = values.toSorted((a, b) => a - b)[Math.ceil(part * values.length) - 1]!;
      const read = quantile(of(values), part)!;
      const bucket = (value: number) => bounds.findIndex((bound) => value <= bound);
      assert.ok(read <= bounds[bucket(truth)]! && read >= (bounds[bucket(truth) - 1] ?? 0), `${read} for ${truth}`);
    }),
  );
});

test('of nothing there is no quantile; beyond the last bound it is the last bound', () => {
  assert.equal(quantile(of([]), 0.95), null);
  assert.equal(quantile(of([50, 60]), 0.5), 10);
  assert.equal(together([]), undefined);
});

test('what came between two looks and what came before make the whole', () => {
  fc.assert(
    fc.property(seconds, seconds, (first, second) => {
      const [before, now] = [of(first), of([...first, ...second])];
      assert.deepEqual(since(now, before).upTo, of(second).upTo);
      assert.deepEqual(together([before, since(now, before)])!.upTo, now.upTo);
      assert.equal(since(now, undefined), now);
    }),
  );
});
