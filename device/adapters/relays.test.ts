/** What is sent to relays, byte by byte as their makers write it, and what their answers mean. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { adapter as shelly } from './shelly/adapter.ts';
import { adapter as waveshare } from './waveshare/adapter.ts';

const open = { id: 'c1', name: 'open', payload: {} };
const hex = (text: string) => ({ status: 200, body: text.replaceAll(' ', '') });

test('waveshare: relay 1 for half a second is the frame of its manual', () => {
  const call = waveshare.encode!(open, { channel: 1 });
  assert.ok(call && 'bytes' in call);
  assert.equal(call.bytes.subarray(2).toString('hex'), '00000006010502000005');
  const third = waveshare.encode!(open, { channel: 3 });
  assert.ok(third && 'bytes' in third && third.bytes.readUInt16BE(8) === 0x0202);
});

test('waveshare: done is its echo, busy may be tried again, anything else is refused or unknown', () => {
  const { outcome } = waveshare;
  assert.equal(outcome!(hex('0001 0000 0006 01 05 0200 0005')), 'done');
  assert.equal(outcome!(hex('0001 0000 0003 01 85 06')), 'busy');
  assert.equal(outcome!(hex('0001 0000 0003 01 85 02')), 'refused');
  assert.equal(outcome!(hex('0001 0000 0006 01 05 0200 0000')), 'unknown');
  assert.equal(outcome!(hex('0001')), 'unknown');
});

test('waveshare: an exception is whole after nine bytes, an echo after twelve', () => {
  const call = waveshare.encode!(open, { channel: 1 });
  assert.ok(call && 'bytes' in call);
  assert.equal(call.answerBytes(Buffer.from('000100000003018502', 'hex')), 9);
  assert.equal(call.answerBytes(Buffer.from('0001000000060105', 'hex')), 12);
});

test('shelly: an opening is one call that ends by itself', () => {
  const call = shelly.encode!(open, { channel: 2 });
  assert.ok(call && !('bytes' in call));
  assert.deepEqual([call.method, call.path], ['POST', '/rpc']);
  assert.deepEqual(JSON.parse(call.body), {
    id: 1,
    src: 'gatehouse',
    method: 'Switch.Set',
    params: { id: 1, on: true, toggle_after: 0.5 },
  });
});

test('shelly: what its answers mean', () => {
  const outcome = (status: number, body: object) => shelly.outcome!({ status, body: JSON.stringify(body) });
  assert.equal(outcome(200, { id: 1, src: 'shellyplus1-a8032ab12345', result: { was_on: false } }), 'done');
  assert.equal(outcome(200, { id: 1, error: { code: -103, message: 'Invalid argument' } }), 'refused');
  assert.equal(outcome(500, { id: 1, error: { code: -105, message: "Argument 'id', value 7 not found!" } }), 'refused');
  assert.equal(outcome(200, { id: 1, error: { code: -104, message: 'Deadline exceeded' } }), 'unknown');
  assert.equal(outcome(401, {}), 'login');
  assert.equal(outcome(200, {}), 'unknown');
  assert.equal(outcome(500, {}), 'unknown');
});

test('neither does what it cannot', () => {
  for (const { encode } of [shelly, waveshare])
    for (const name of ['close', 'show', 'speak']) assert.equal(encode!({ ...open, name }, { channel: 1 }), null);
});
