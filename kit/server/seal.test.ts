import assert from 'node:assert/strict';
import { test } from 'node:test';
import { seal, setSealKey, unseal } from './seal.ts';

setSealKey('test');

test('what was sealed is opened again, and nothing that was altered', () => {
  const sealed = seal('十五元');
  assert.equal(unseal(sealed), '十五元');
  const parts = sealed.split('.');
  for (const nth of [1, 2, 3]) {
    const bytes = Buffer.from(parts[nth]!, 'base64url');
    bytes[0]! ^= 1;
    assert.throws(() => unseal(parts.with(nth, bytes.toString('base64url')).join('.')));
  }
});

test('a tag or a nonce of another length opens nothing, although GCM would take tags of four to fifteen bytes', () => {
  const [version, nonce, tag, body] = seal('secret').split('.') as [string, string, string, string];
  const cut = (text: string, bytes: number): string =>
    Buffer.from(text, 'base64url').subarray(0, bytes).toString('base64url');
  for (const bytes of [0, 4, 8, 12, 13, 14, 15])
    assert.throws(() => unseal([version, nonce, cut(tag, bytes), body].join('.')), /not a sealed value/, `${bytes}`);
  assert.throws(() => unseal([version, cut(nonce, 8), tag, body].join('.')), /not a sealed value/);
});

test('a sealed value is written in one way alone', () => {
  const sealed = seal('secret');
  for (const other of [`${sealed}=`, `${sealed}.`, `${sealed}.x`, sealed.replace('v1', 'v2'), `${sealed}!`])
    assert.throws(() => unseal(other), /not a sealed value/);
});
