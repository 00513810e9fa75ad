import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fc } from '#test/property.ts';
import { confusable, fuzzyCandidates, isNear, plateDistance } from './distance.ts';
import { PROVINCES, noPlateCode } from './plate.ts';

const plates = fc
  .tuple(fc.constantFrom(...PROVINCES), fc.array(fc.constantFrom(...'ABCDG0123578'), { minLength: 6, maxLength: 7 }))
  .map(([province, rest]) => province + rest.join(''));

/** Plain edit distance by its definition, to hold the table against. */
function edits(a: string, b: string): number {
  if (!a || !b) return a.length + b.length;
  if (a[0] === b[0]) return edits(a.slice(1), b.slice(1));
  return 1 + Math.min(edits(a.slice(1), b), edits(a, b.slice(1)), edits(a.slice(1), b.slice(1)));
}

test('edits are the least number of changed, lost and added characters', () => {
  const short = fc.array(fc.constantFrom(...'AB80'), { minLength: 4, maxLength: 6 }).map((list) => list.join(''));
  fc.assert(fc.property(short, short, (a, b) => assert.equal(plateDistance(a, b).edits, edits(a, b))));
});

test('distance is the same both ways, and 0 only for the same plate', () => {
  fc.assert(
    fc.property(plates, plates, (a, b) => {
      assert.deepEqual(plateDistance(a, b), plateDistance(b, a));
      assert.equal(plateDistance(a, b).weight === 0, a === b);
    }),
  );
});

test('known camera errors weigh less than another letter', () => {
  assert.deepEqual(plateDistance('京A12345', '京A·12345'), { edits: 0, weight: 0 });
  assert.deepEqual(plateDistance('京A12B45', '京A12845'), { edits: 1, weight: 0.4 });
  assert.deepEqual(plateDistance('京A12345', '豫A12345'), { edits: 1, weight: 0.4 });
  assert.deepEqual(plateDistance('A12345', '京A12345'), { edits: 1, weight: 0.6 });
  assert.deepEqual(plateDistance('粤BD1235', '粤BD12345'), { edits: 1, weight: 0.8 });
  assert.deepEqual(plateDistance('京A12346', '京A12345'), { edits: 1, weight: 1 });
  assert.deepEqual(plateDistance('豫A12B45', '京A12845'), { edits: 2, weight: 0.8 });
  assert.equal(
    confusable('0', 'D') &&
      confusable('Q', 'D') &&
      confusable('O', '0') &&
      !confusable('0', '8') &&
      !confusable('A', 'E'),
    true,
  );
});

test('one edit is near, two only when both are confusable letters', () => {
  assert.equal(isNear(plateDistance('京A12346', '京A12345')), true);
  assert.equal(isNear(plateDistance('豫A12B45', '京A12845')), true);
  assert.equal(isNear(plateDistance('豫A12945', '京A12845')), false);
  assert.equal(isNear(plateDistance('京A99345', '京A12345')), false);
});

test('candidates come best first; a known camera error is unambiguous where no other car is near at all', () => {
  const found = fuzzyCandidates('京A12B45', ['京A12945', '京A12845', '沪C99999', '京A·12845']);
  assert.deepEqual(
    found.candidates.map(({ plate }) => plate),
    ['京A12845', '京A12945'],
  );
  assert.equal(found.unambiguous, false);
  assert.equal(fuzzyCandidates('京A12B45', ['京A12845', '沪C99999']).unambiguous, true);
  assert.ok(found.candidates[0]!.score > found.candidates[1]!.score && found.candidates[0]!.score < 1);
  assert.equal(fuzzyCandidates('京A12B45', ['京A12845', '豫A12B45']).unambiguous, false);
  assert.equal(fuzzyCandidates('京A12346', ['京A12345']).unambiguous, false);
  assert.equal(fuzzyCandidates('A12345', ['京A12345']).unambiguous, true);
  assert.equal(fuzzyCandidates('A12345', ['京A12345', '沪A12345']).unambiguous, false);
  assert.equal(fuzzyCandidates('京A12B45', ['京A12B45', '京A12845']).unambiguous, true);
  assert.deepEqual(fuzzyCandidates('京A12345', []), { candidates: [], unambiguous: false });
});

test('cars without a plate are never matched with anything', () => {
  fc.assert(
    fc.property(fc.nat({ max: 5000 }), fc.nat({ max: 5000 }), plates, (a, b, other) => {
      const code = noPlateCode(a);
      assert.equal(plateDistance(code, other).edits, Infinity);
      if (a !== b) assert.equal(plateDistance(code, noPlateCode(b)).edits, Infinity);
      assert.deepEqual(fuzzyCandidates(other, [code, '无牌车', '', '未识别']).candidates, []);
      assert.deepEqual(fuzzyCandidates('未识别', [code, other, '未识别']).candidates, []);
    }),
  );
});

test('the order of the candidates given does not change the answer', () => {
  fc.assert(
    fc.property(plates, fc.array(plates, { maxLength: 8 }), (read, list) => {
      assert.deepEqual(fuzzyCandidates(read, list), fuzzyCandidates(read, list.toReversed()));
    }),
  );
});
