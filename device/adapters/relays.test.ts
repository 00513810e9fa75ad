/** What is sent to relays, byte by byte as their makers write it, and what their answers mean. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { changed } from './inputs.ts';
import { adapter as shelly } from './shelly/adapter.ts';
import { adapter as waveshare } from './waveshare/adapter.ts';
import { adapter as inputs } from './waveshareinputs/adapter.ts';

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

test('waveshareinputs: eight inputs are one frame, and its answer shows the contacts of the relay', () => {
  const { call, read } = inputs.inputs!;
  assert.equal(call.bytes.subarray(2).toString('hex'), '00000006010200000008');
  const of = (state: string, channel = 1) => read(hex(`0001 0000 0004 01 02 01 ${state}`), { channel });
  const states = (up: boolean, down: boolean, passed: boolean) => ({ up, down, passed });
  assert.deepEqual(of('00'), states(false, false, false));
  assert.deepEqual(of('01'), states(true, false, false));
  assert.deepEqual(of('02'), states(false, true, false));
  assert.deepEqual(of('04'), states(false, false, true));
  assert.deepEqual(of('ff'), states(true, true, true));
  assert.deepEqual(of('38'), states(false, false, false), 'those of the other relay');
  assert.deepEqual(of('38', 2), states(true, true, true));
  assert.deepEqual(of('10', 2), states(false, true, false));
  assert.equal(of('ff', 3), null, 'wired to no input');
  assert.equal(read(hex('0001 0000 0003 01 82 01'), { channel: 1 }), null, 'a board without inputs');
  assert.equal(read(hex('0001 0000 0004 01 01 01 01'), { channel: 1 }), null, 'an answer to another question');
  assert.equal(read(hex('0001 0000 0005 01 02 02 01 00'), { channel: 1 }), null, 'more than was requested');
  assert.equal(read(hex('0001 00'), { channel: 1 }), null);
});

test('inputs that are read report what has changed: limits when reached, a loop when the car has left it', () => {
  const free = { up: false, down: true, passed: false };
  assert.deepEqual(changed(null, { ...free, up: true }), [], 'the first reading shows no change');
  assert.deepEqual(changed(free, free), []);
  assert.deepEqual(changed(free, { ...free, down: false }), [], 'it leaves a limit');
  assert.deepEqual(changed(free, { up: true, down: false, passed: false }), ['up']);
  assert.deepEqual(changed(free, { ...free, passed: true }), [], 'the car is on the loop');
  assert.deepEqual(changed({ ...free, passed: true }, free), ['passed']);
  assert.deepEqual(changed({ up: true, down: false, passed: true }, free), ['down', 'passed']);
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
