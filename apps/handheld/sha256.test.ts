import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { fc } from '#test/property.ts';
import { sha256 } from './sha256.ts';

test('the hash of any text is the one the server works out', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (text) => {
      assert.equal(sha256(text), createHash('sha256').update(text).digest('hex'));
    }),
  );
});
