import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { zipSync } from 'fflate';
import { filesOfTests } from '#test/files.ts';
import { openWorkshop } from './workshop.ts';
import type { Workshop } from './workshop.ts';

let shop: Workshop;
const folder = filesOfTests();
before(async () => {
  shop = await openWorkshop();
});
after(() => shop.close());

const hashOf = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');
const png = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex');
const store = (bytes: Buffer, options: { as?: string | null; type?: string; hash?: string } = {}) =>
  shop.ask('POST', `/api/updown/file/${options.hash ?? hashOf(bytes)}`, {
    bytes,
    as: options.as === undefined ? 'full' : options.as,
    type: options.type ?? 'application/octet-stream',
  });
const fetched = (bytes: Buffer, as: string | null = 'full') =>
  shop.ask('GET', `/api/updown/file/${hashOf(bytes)}`, { as });

test('a file is stored once under its content and comes back whole, never guessed at by a browser', async () => {
  for (const type of ['application/octet-stream', 'image/png']) {
    const { status, body } = await store(png, { type });
    assert.equal(status, 200, JSON.stringify(body));
    assert.deepEqual(body.data, {
      url: `/api/updown/file/${hashOf(png)}`,
      hash: hashOf(png),
      type: 'image/png',
      size: png.length,
    });
  }
  const answer = await fetched(png);
  assert.deepEqual(answer.bytes, png);
  assert.equal(answer.headers['content-type'], 'image/png');
  assert.equal(answer.headers['x-content-type-options'], 'nosniff');
  assert.match(String(answer.headers['content-disposition']), /^inline; filename="[0-9a-f]{12}\.png"$/);
  assert.match(String(answer.headers['cache-control']), /^private/);
  assert.match(String(answer.headers['content-security-policy']), /sandbox/);
  const hash = hashOf(png);
  assert.deepEqual(readdirSync(join(folder, hash.slice(0, 2), hash.slice(2, 4))), [hash]);
});

test('another group of companies, and nobody, cannot fetch it', async () => {
  await store(png);
  assert.equal((await fetched(png, 'other')).status, 404);
  assert.equal((await fetched(png, null)).status, 401);
  assert.equal((await store(png, { as: null })).status, 401);
});

test('content that does not have the hash is refused and not kept', async () => {
  const hash = hashOf(Buffer.from('something else'));
  assert.equal((await store(png, { hash })).status, 400);
  assert.equal((await store(png, { hash: '../../etc/passwd'.padEnd(64, 'x') })).status, 404);
  assert.equal((await store(png, { hash: 'zz' })).status, 400);
  assert.ok(!existsSync(join(folder, hash.slice(0, 2))));
});

test('the type is known by content: markup is refused whatever it is called', async () => {
  for (const bad of [
    '<svg xmlns="http://www.w3.org/2000/svg"><script>1</script></svg>',
    '\ufeff <!DOCTYPE html><p>',
    'hello <script>alert(1)</script>',
    '<?xml version="1.0"?><svg/>',
  ]) {
    assert.equal((await store(Buffer.from(bad), { type: 'image/png' })).status, 415, bad);
  }
  const known: [Buffer, string][] = [
    [Buffer.from('ffd8ffe000104a464946', 'hex'), 'image/jpeg'],
    [Buffer.from('GIF89a123'), 'image/gif'],
    [Buffer.from('RIFF1234WEBPVP8 '), 'image/webp'],
    [Buffer.from('%PDF-1.7\n'), 'application/pdf'],
    [Buffer.from('\0\0\0\x18ftypisom0000'), 'video/mp4'],
    [Buffer.from('车牌,备注\n京A,1 < 2'), 'text/plain; charset=utf-8'],
    [
      Buffer.from(zipSync({ '[Content_Types].xml': new Uint8Array(1), 'xl/workbook.xml': new Uint8Array(1) })),
      'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    ],
  ];
  for (const [bytes, type] of known) {
    const { status, body } = await store(bytes);
    assert.equal(status, 200, type);
    assert.equal(body.data.type, type);
  }
  assert.match(String((await fetched(known[5]![0])).headers['content-disposition']), /^attachment/);
});

test('archives and binaries are kept only for who may store firmware', async () => {
  const firmware = Buffer.from([1, 2, 3, 0, 255, 254]);
  const archive = Buffer.from(zipSync({ 'a.bin': new Uint8Array(3) }));
  for (const bytes of [firmware, archive]) {
    assert.equal((await store(bytes, { as: 'clerk' })).status, 415);
    assert.equal((await store(bytes, { as: 'full' })).status, 200);
  }
});

test('more than 20 MB is refused', async () => {
  assert.equal((await store(Buffer.alloc(20 * 1024 * 1024 + 2, 65))).status, 413);
});
