import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fc } from '#test/property.ts';
import { countedFen } from '#domain/shift/till.ts';
import { piecesOf } from './shifts.ts';

test('what lies in a drawer is counted out in notes and coins to the last ten fen', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 5_000_000 }), (jiao) =>
      assert.equal(countedFen(piecesOf(jiao * 10)), jiao * 10),
    ),
  );
});
