import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fc } from '#test/property.ts';
import { within, without } from './interval.ts';

const small = fc.integer({ min: 0, max: 40 });
const span = fc.tuple(small, small).map(([from, to]) => ({ from, to }));

test('every moment of the whole lies either within the parts or without them', () => {
  fc.assert(
    fc.property(span, fc.array(span, { maxLength: 5 }), (whole, parts) => {
      const inside = within(whole, parts);
      const outside = without(whole, parts);
      for (let at = 0; at < 40; at++) {
        const has = (list: readonly { from: number; to: number }[]) =>
          list.filter(({ from, to }) => from <= at && at < to).length;
        const ofWhole = has([whole]);
        assert.equal(has(inside), ofWhole && has(parts) ? 1 : 0);
        assert.equal(has(inside) + has(outside), ofWhole);
      }
    }),
  );
});

test('touching parts are joined', () => {
  assert.deepEqual(
    within({ from: 0, to: 10 }, [
      { from: 5, to: 20 },
      { from: -3, to: 5 },
    ]),
    [{ from: 0, to: 10 }],
  );
});
