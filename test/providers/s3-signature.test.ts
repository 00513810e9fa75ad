/**
 * The stand-in reckons the signatures that Amazon published as examples (Amazon S3 API Reference, "Examples: Signature
 * Calculations"), and believes those and no others.
 */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { signatureOf } from './s3-signature.ts';
import type { Signing } from './s3-signature.ts';

const sha256 = (words: string): string => createHash('sha256').update(words).digest('hex');
const example = (method: string, target: string, more: Record<string, string>, body = ''): Signing => {
  const headers: Record<string, string> = {
    host: 'examplebucket.s3.amazonaws.com',
    'x-amz-date': '20130524T000000Z',
    'x-amz-content-sha256': sha256(body),
    ...more,
  };
  return {
    method,
    target,
    headers,
    signed: Object.keys(headers).sort(),
    scope: { day: '20130524', region: 'us-east-1' },
    secretKey: ['wJalrXUtnFEMI', 'K7MDENG', 'bPxRfiCYEXAMPLEKEY'].join('/'),
  };
};

test('the published examples have the published signatures', () => {
  const known: [string, Signing][] = [
    [
      'f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41',
      example('GET', '/test.txt', { range: 'bytes=0-9' }),
    ],
    [
      '98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd',
      example(
        'PUT',
        '/test$file.text',
        { date: 'Fri, 24 May 2013 00:00:00 GMT', 'x-amz-storage-class': 'REDUCED_REDUNDANCY' },
        'Welcome to Amazon S3.',
      ),
    ],
    ['fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543', example('GET', '/?lifecycle', {})],
    ['34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7', example('GET', '/?max-keys=2&prefix=J', {})],
  ];
  for (const [signature, request] of known) assert.equal(signatureOf(request), signature, request.target);
});

test('another method, address, header, body, day or key is another signature', () => {
  const right = example('GET', '/test.txt', { range: 'bytes=0-9' });
  const others: Signing[] = [
    { ...right, method: 'PUT' },
    { ...right, target: '/test.txt2' },
    { ...right, target: '/test.txt?acl' },
    { ...right, headers: { ...right.headers, range: 'bytes=0-8' } },
    { ...right, headers: { ...right.headers, 'x-amz-content-sha256': sha256('x') } },
    { ...right, scope: { ...right.scope, day: '20130525' } },
    { ...right, scope: { ...right.scope, region: 'eu-west-1' } },
    { ...right, secretKey: 'another' },
  ];
  assert.equal(new Set([right, ...others].map(signatureOf)).size, others.length + 1);
});
