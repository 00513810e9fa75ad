import assert from 'node:assert/strict';
import { test } from 'node:test';
import { copyRows } from './copy-rows.ts';
import type { Column, Row } from './copy-rows.ts';

const bytes = (columns: readonly Column[], rows: readonly Row[]): Buffer => Buffer.concat([...copyRows(columns, rows)]);
const one = (type: string, value: unknown): string =>
  bytes([{ name: 'it', type }], [{ it: value }])
    .subarray(19 + 2, -2)
    .toString('hex')
    .replace(/^.{8}(?=.)/, '$& ');

test('a value is written as its type is received', () => {
  assert.equal(one('uuid', '0197a1b2-C3d4-7e5f-8a9b-0123456789ab'), '00000010 0197a1b2c3d47e5f8a9b0123456789ab');
  assert.equal(one('uuid[]', []), '0000000c 000000000000000000000b86');
  assert.equal(
    one('uuid[]', ['0197a1b2-c3d4-7e5f-8a9b-0123456789ab']),
    '00000028 000000010000000000000b860000000100000001000000100197a1b2c3d47e5f8a9b0123456789ab',
  );
  assert.equal(one('integer', -2), '00000004 fffffffe');
  assert.equal(one('bigint', '4294967297'), '00000008 0000000100000001');
  assert.equal(one('bigint', -1), '00000008 ffffffffffffffff');
  assert.equal(one('boolean', true), '00000001 01');
  assert.equal(one('double precision', 1), '00000008 3ff0000000000000');
  assert.equal(one('timestamp with time zone', '2000-01-01T00:00:00.001Z'), '00000008 00000000000003e8');
  assert.equal(one('timestamp with time zone', '1999-12-31T23:59:59.999Z'), '00000008 fffffffffffffc18');
  assert.equal(one('text', '沪A'), '00000004 e6b2aa41');
  assert.equal(one('character varying', ''), '00000000');
  assert.equal(one('jsonb', { a: '沪' }), '0000000c 01' + Buffer.from('{"a":"沪"}').toString('hex'));
  assert.equal(one('text', null), 'ffffffff');
  assert.equal(one('text', undefined), 'ffffffff');
});

test('short and long text, of one byte a sign or of three, comes out the same', () => {
  for (const length of [1, 47, 48, 49, 5_000, 300_000]) {
    for (const text of ['x'.repeat(length), '车'.repeat(length), `${'x'.repeat(length)}车`]) {
      const size = Buffer.byteLength(text);
      const out = bytes([{ name: 'it', type: 'text' }], [{ it: text }]).subarray(19 + 2, -2);
      assert.equal(out.readInt32BE(0), size);
      assert.ok(out.subarray(4).equals(Buffer.from(text)), `${length}`);
    }
  }
});

test('what is none of its type is refused, and never written as another', () => {
  const refused = (type: string, value: unknown) =>
    assert.throws(() => one(type, value), new RegExp('no (id|instant|whole number)'), `${type} ${String(value)}`);
  for (const id of [
    '',
    'x',
    '0197a1b2-c3d4-7e5f-8a9b-0123456789aZ',
    '0197a1b2-c3d4-7e5f-8a9b-0123456789abc',
    '车'.repeat(36),
  ])
    refused('uuid', id);
  for (const whole of [1.5, 'x', 2 ** 31, Number.NaN]) refused('integer', whole);
  for (const whole of [1.5, 2 ** 53]) refused('bigint', whole);
  refused('timestamp with time zone', 'yesterday');
  assert.throws(() => one('money', 1), /it: money cannot be copied/);
});
