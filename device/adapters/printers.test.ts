/** What is sent to slip printers, and what their answers mean, byte by byte as the command set has it. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { escpos } from '#domain/print/escpos.ts';
import type { Outcome } from './adapter.ts';
import { adapter, faultIn } from './escpos/adapter.ts';

const hex = (body: string) => ({ status: 200, body: body.replaceAll(' ', '') });
const slip = Buffer.from(escpos([{ kind: 'text', text: '实收 10.00 元' }, { kind: 'cut' }]));
const order = (payload: Record<string, unknown>, name = 'print') => ({ id: 'c1', name, payload });
const frameOf = (payload: Record<string, unknown>, name?: string) => {
  const frame = adapter.encode!(order(payload, name), { channel: 1 });
  assert.ok(frame === null || 'bytes' in frame);
  return frame;
};

/** The four answers, in hex, to DLE EOT 1 to 4: printer, cause of being offline, error, paper. */
const STATES: readonly (readonly [string, string, string | null])[] = [
  ['it is ready', '12 12 12 12', null],
  ['its drawer pin is high', '16 12 12 12', null],
  ['its paper is running low', '12 12 12 1e', null],
  ['its paper has ended', '1a 32 12 7e', 'the printer is out of paper'],
  ['its paper has ended, and it reports nothing else', '12 12 12 72', 'the printer is out of paper'],
  ['it stopped for the end of its paper', '1a 32 12 12', 'the printer is out of paper'],
  ['its cover is open', '1a 16 12 12', 'the cover of the printer is open'],
  ['its cover is open and its paper is out', '1a 36 12 7e', 'the cover of the printer is open'],
  ['its cutter is stuck', '1a 52 1a 12', 'the cutter of the printer is stuck'],
  ['an error that cannot be remedied', '1a 52 32 12', 'the printer reports an error'],
  ['an error that passes by itself', '1a 52 52 12', 'the printer reports an error'],
  ['it is offline for no cause it names', '1a 12 12 12', 'the printer is offline'],
  ['only three of four answers came', '12 12 12', 'its answer about its state cannot be read'],
  ['something else answers at this port', '48 54 54 50', 'its answer about its state cannot be read'],
  ['nothing came', '', 'its answer about its state cannot be read'],
];
for (const [name, answer, fault] of STATES)
  test(`escpos: ${name}`, () => {
    assert.equal(faultIn(hex(answer))?.en ?? null, fault);
    assert.equal(adapter.probe!.there(hex(answer)), fault !== 'its answer about its state cannot be read');
  });

const ENDS: readonly (readonly [string, string, Outcome])[] = [
  ['the slip is through', '00', 'done'],
  ['the slip is through, with little paper left', '03', 'done'],
  ['the paper ended, perhaps within the slip', '0c', 'unknown'],
  ['the paper ended and was low before', '0f', 'unknown'],
  ['a byte that is no answer to it', '12', 'unknown'],
  ['no byte', '', 'unknown'],
];
for (const [name, answer, expected] of ENDS)
  test(`escpos: ${name}: ${expected}`, () => assert.equal(adapter.outcome!(hex(answer)), expected));

test('escpos: its state is four real-time queries in one go, at port 9100', () => {
  const call = adapter.probe!.call({ channel: 1 });
  assert.ok('bytes' in call);
  assert.equal(call.bytes.toString('hex'), '100401100402100403100404');
  assert.deepEqual([call.answerBytes(Buffer.alloc(0)), call.port], [4, 9_100]);
});

test('escpos: a slip goes as it was made, in GB18030, and the query in its turn after it', () => {
  const frame = frameOf({ escpos: slip.toString('base64') })!;
  assert.equal(frame.bytes.subarray(0, 4).toString('hex'), '1b401c26', 'reset, Chinese characters on');
  assert.ok(frame.bytes.includes(Buffer.from('cab5cad5', 'hex')), '实收');
  assert.equal(frame.bytes.subarray(-3).toString('hex'), '1d7201');
  assert.ok(frame.bytes.subarray(0, -3).equals(slip));
  assert.ok(frame.withinMs! > 3_000, 'paper takes longer than a relay');
});

test('escpos: without a slip, or for another command, nothing is sent', () => {
  assert.equal(frameOf({}), null);
  assert.equal(frameOf({ escpos: '' }), null);
  assert.equal(frameOf({ escpos: 7 }), null);
  assert.equal(frameOf({ escpos: slip.toString('base64') }, 'open'), null);
});
