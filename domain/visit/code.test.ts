import assert from 'node:assert/strict';
import { generateKeyPairSync, sign, verify } from 'node:crypto';
import { test } from 'node:test';
import { fc } from '#test/property.ts';
import { EVERY_DOOR, STEP_MS, codeRefusal, readCode, stepAt, writeCode } from './code.ts';
import type { VisitCode } from './code.ts';

const { privateKey, publicKey } = generateKeyPairSync('ed25519');
const signed = (body: Uint8Array): Uint8Array => sign(null, body, privateKey);
const verified = (key: number, body: Uint8Array, signature: Uint8Array): boolean =>
  key === 7 && verify(null, body, publicKey, signature);
const at = (clock: string): number => Date.parse(`2026-12-07T${clock}+08:00`);
const codeOf = (instant: number): VisitCode => ({
  key: 7,
  visit: '01980000-0000-7000-8000-00000000beef',
  doors: EVERY_DOOR,
  from: at('09:30:00'),
  until: at('16:00:00'),
  step: stepAt(instant),
});
const alone = { uses: 0, people: 1 };

test('a picture taken of a code at 10:00:10 works to 10:00:59 and not at 10:01:00', () => {
  const code = codeOf(at('10:00:10'));
  assert.equal(codeRefusal(code, at('10:00:59'), alone), null);
  assert.equal(codeRefusal(code, at('10:01:00'), alone), 'stale');
});

test('it is 130 signs, and reads back as it was written', () => {
  const code = codeOf(at('10:00:10'));
  const text = writeCode(code, signed);
  assert.equal(text.length, 130);
  assert.deepEqual(readCode(text, verified), code);
});

test('before and after the time of the visit it opens nothing, and a party of three passes a door three times', () => {
  assert.equal(codeRefusal(codeOf(at('09:29:59')), at('09:29:59'), alone), 'early');
  assert.equal(codeRefusal(codeOf(at('16:00:00')), at('16:00:00'), alone), 'over');
  const code = codeOf(at('10:00:10'));
  assert.deepEqual(
    [0, 1, 2, 3].map((uses) => codeRefusal(code, at('10:00:20'), { uses, people: 3 })),
    [null, null, null, 'replayed'],
  );
});

test('a code works at most a minute from when it was shown, whenever that was', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: at('09:30:00'), max: at('15:00:00') }),
      fc.integer({ min: 0, max: 600_000 }),
      (shown, later) => {
        if (codeRefusal(codeOf(shown), shown + later, alone) === null) assert.ok(later < 2 * STEP_MS);
      },
    ),
  );
});

test('no bit of it can be turned, and nothing else is taken for one', () => {
  const text = writeCode(codeOf(at('10:00:10')), signed);
  const bytes = Buffer.from(text, 'base64url');
  for (let bit = 0; bit < bytes.length * 8; bit += 1) {
    const turned = Buffer.from(bytes);
    turned[bit >> 3]! ^= 1 << (bit & 7);
    assert.equal(readCode(turned.toString('base64url'), verified), null);
  }
  fc.assert(fc.property(fc.string({ maxLength: 200 }), (raw) => readCode(raw, verified) === null));
  // The last sign has four bits that carry nothing: only one way of writing them is taken.
  const last = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
  const others = [...last].filter((each) => each !== text.at(-1)).map((each) => `${text.slice(0, -1)}${each}`);
  assert.ok(others.every((other) => readCode(other, verified) === null));
});
