import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { test } from 'node:test';
import type { TestContext } from 'node:test';
import { Refused } from '#kit/declare/refused.ts';
import { ObjectStoreStand } from '#test/providers/object-store.ts';
import type { Mood } from '#test/providers/object-store.ts';
import { signatureOf } from '#test/providers/s3-signature.ts';
import { folderStore, hashesIn, wayTo } from './folder.ts';
import { moveFiles } from './move.ts';
import { objectStore } from './object-store.ts';
import type { ObjectStoreSettings } from './object-store.ts';
import { openFiles } from './open.ts';

const hashOf = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');
/** Of a store that answers, however busy the machine is. */
const limits = { answerMs: 120_000, pieceMs: 120_000 };
/** Of one that is waited for in vain. */
const short = { answerMs: 2_000, pieceMs: 1_000 };

async function opened(t: TestContext, within = limits) {
  const stand = new ObjectStoreStand();
  t.after(await stand.start());
  const lines: string[] = [];
  const line = (fields: object, message: string): void => {
    lines.push(`${message} ${JSON.stringify(fields)}`);
  };
  const log = { error: line, info: line };
  return { stand, lines, log, store: objectStore(stand.settings, log, within) };
}
const passes = (error: unknown): boolean => error instanceof Refused && error.id === 'unavailable';
const fetched = async (there: Awaited<ReturnType<ReturnType<typeof objectStore>['open']>>): Promise<Buffer | null> =>
  there && buffer(there.stream);

test('what is stored comes back whole, with its length, and lies where a copy of the folder would', async (t) => {
  const { stand, store } = await opened(t);
  for (const size of [1, 70_000, 3_000_000]) {
    const bytes = randomBytes(size);
    const hash = hashOf(bytes);
    await store.put(hash, bytes);
    await store.put(hash, bytes);
    assert.deepEqual(stand.objects.get(wayTo(hash)), bytes);
    const there = await store.open(hash);
    assert.equal(there?.size, size);
    assert.deepEqual(await fetched(there), bytes);
  }
  assert.equal(await store.open(hashOf(Buffer.from('never stored'))), null);
  assert.equal(store.reached(), true, 'that a file is not there is an answer');
});

test('an address may have a prefix, with signs in it that are written otherwise on the wire', async (t) => {
  const { stand, log } = await opened(t);
  const store = objectStore({ ...stand.settings, url: `${stand.settings.url}/park/files (1)` }, log, limits);
  const bytes = randomBytes(10);
  await store.put(hashOf(bytes), bytes);
  assert.deepEqual([...stand.objects.keys()], [`park/files (1)/${wayTo(hashOf(bytes))}`]);
  assert.deepEqual(await fetched(await store.open(hashOf(bytes))), bytes);
});

test('a store that does not answer is waited for briefly, and the caller gets a temporary error; it recovers by itself', async (t) => {
  const { stand, store, lines } = await opened(t, short);
  const bytes = randomBytes(100);
  await store.put(hashOf(bytes), bytes);
  for (const mood of ['hangs', 'busy', 'broken', 'cut'] as Mood[]) {
    stand.mood = mood;
    const from = performance.now();
    await assert.rejects(store.put(hashOf(bytes), bytes), passes, mood);
    await assert.rejects(store.open(hashOf(bytes)), passes, mood);
    assert.ok(performance.now() - from < 30 * short.answerMs, mood);
    assert.equal(store.reached(), false, mood);
    stand.mood = 'well';
    assert.deepEqual(await fetched(await store.open(hashOf(bytes))), bytes);
    assert.equal(store.reached(), true, mood);
  }
  assert.match(
    lines.join('\n'),
    /no answer within 2000 ms[\s\S]+can be used again[\s\S]+answered with 503[\s\S]+answered with 500/,
  );
  assert.doesNotMatch(lines.join('\n'), new RegExp(`${stand.accessKey}|S3cr3t`));
});

test('an unreachable store is reported with the reason', async (t) => {
  const { log, lines } = await opened(t);
  const gone = new ObjectStoreStand();
  await (
    await gone.start()
  )();
  for (const url of [gone.settings.url, 'http://127.0.0.1:1/gatehouse'])
    await assert.rejects(objectStore({ ...gone.settings, url }, log, limits).open(hashOf(Buffer.from('x'))), passes);
  assert.deepEqual(
    lines.map((line) => /"why":"(.*)"/.exec(line)?.[1]),
    ['ECONNREFUSED', 'bad port'],
  );
});

test('an answer that is lost, and a moment of being busy, are made up for', async (t) => {
  const { stand, store, lines } = await opened(t);
  for (const mood of ['deedThenCut', 'cut', 'busy', 'broken'] as Mood[]) {
    const bytes = randomBytes(100);
    [stand.mood, stand.times] = [mood, 1];
    await store.put(hashOf(bytes), bytes);
    [stand.mood, stand.times] = [mood, 1];
    assert.deepEqual(await fetched(await store.open(hashOf(bytes))), bytes, mood);
  }
  assert.deepEqual(lines, []);
  assert.equal(stand.objects.size, 4);
});

test('half a file that goes no further is given up, and whoever leaves in the middle lets go', async (t) => {
  const { stand, store, lines } = await opened(t, short);
  const bytes = randomBytes(2_000_000);
  await store.put(hashOf(bytes), bytes);
  stand.mood = 'stalls';
  const there = await store.open(hashOf(bytes));
  await assert.rejects(buffer(there!.stream), /sent nothing for 1000 ms/);
  assert.deepEqual([store.reached(), lines.length], [false, 1]);
  stand.mood = 'well';
  const left = await store.open(hashOf(bytes));
  for await (const _ of left!.stream) break;
  assert.equal(left!.stream.destroyed, true);
  assert.deepEqual(await fetched(await store.open(hashOf(bytes))), bytes);
});

test('a wrong setting is an error with the store’s message and without any key', async (t) => {
  const { stand, log, lines } = await opened(t);
  const wrong: [Partial<ObjectStoreSettings>, RegExp][] = [
    [{ secretKey: 'not the secret' }, /403 SignatureDoesNotMatch/],
    [{ accessKey: 'SOMEBODY' }, /403 InvalidAccessKeyId/],
    [{ region: 'us-east-1' }, /400 AuthorizationHeaderMalformed/],
    [{ url: `${stand.url}/elsewhere` }, /404 NoSuchBucket/],
  ];
  for (const [more, words] of wrong) {
    const store = objectStore({ ...stand.settings, ...more }, log, limits);
    const bytes = randomBytes(10);
    await assert.rejects(store.put(hashOf(bytes), bytes), words);
    await assert.rejects(store.open(hashOf(bytes)), words);
    await store.look();
    assert.equal(store.reached(), false);
  }
  stand.clockMs = 16 * 60_000;
  await assert.rejects(
    objectStore(stand.settings, log, limits).open(hashOf(Buffer.from('x'))),
    /403 RequestTimeTooSkewed/,
  );
  [stand.clockMs, stand.mood] = [0, 'elsewhere'];
  await assert.rejects(objectStore(stand.settings, log, limits).open(hashOf(Buffer.from('x'))), /refuses GET with 307/);
  assert.ok(!stand.received.some((each) => each.includes('/elsewhere') && each.endsWith('307')), 'nobody is followed');
  assert.doesNotMatch(lines.join('\n'), /not the secret|S3cr3t|SOMEBODY|GATEHOUSETESTS/);
});

test('the stand-in believes no body but the signed one, no header that should have been signed, and nobody who did not sign', async (t) => {
  const { stand } = await opened(t);
  const date = new Date().toISOString().replace(/[:-]|\.\d{3}/g, '');
  const scope = { day: date.slice(0, 8), region: stand.region };
  const request = (body: string, more: Record<string, string> = {}, of = body) => {
    const headers: Record<string, string> = {
      host: 'store',
      'x-amz-date': date,
      'x-amz-content-sha256': hashOf(Buffer.from(of)),
      'content-length': String(body.length),
    };
    const signed = ['host', 'x-amz-content-sha256', 'x-amz-date'];
    const signature = signatureOf({
      method: 'PUT',
      target: '/gatehouse/x',
      headers,
      signed,
      scope,
      secretKey: stand.secretKey,
    });
    const authorization = `AWS4-HMAC-SHA256 Credential=${stand.accessKey}/${scope.day}/${scope.region}/s3/aws4_request, SignedHeaders=${signed.join(';')}, Signature=${signature}`;
    const { status, code } = stand.answer(
      { method: 'PUT', url: '/gatehouse/x', headers: { ...headers, authorization, ...more } },
      Buffer.from(body),
    );
    return `${status} ${code ?? ''}`.trim();
  };
  assert.deepEqual(
    [
      request('fine'),
      request('another', {}, 'fine'),
      request('fine', { 'x-amz-acl': 'public-read' }),
      request('fine', { authorization: '' }),
      request('fine', { host: 'elsewhere' }),
    ],
    ['200', '400 XAmzContentSHA256Mismatch', '403 AccessDenied', '403 AccessDenied', '403 SignatureDoesNotMatch'],
  );
});

test('a look stores a little once, then only asks', async (t) => {
  const { stand, store } = await opened(t);
  stand.mood = 'broken';
  await store.look();
  assert.equal(store.reached(), false);
  stand.mood = 'well';
  for (let n = 0; n < 3; n += 1) await store.look();
  assert.equal(store.reached(), true);
  assert.deepEqual(
    stand.received.filter((each) => each.endsWith(' 200')).map((each) => each.slice(0, 3)),
    ['PUT', 'GET', 'GET', 'GET'],
  );
});

test('after adding a store, files in the folder are still found, new ones go only to the store, and the old ones can be copied', async (t) => {
  const { stand, log } = await opened(t);
  const root = mkdtempSync(join(tmpdir(), 'gatehouse-moving-'));
  t.after(() => rmSync(root, { recursive: true, force: true }));
  const folder = join(root, 'files');
  const [old, fresh, spoilt] = [randomBytes(5_000), randomBytes(6_000), randomBytes(10)];
  const before = await openFiles(folder, null, log);
  for (const bytes of [old, spoilt]) await before.put(hashOf(bytes), bytes);
  writeFileSync(join(folder, wayTo(hashOf(spoilt))), 'something else');
  const now = await openFiles(folder, stand.settings, log);
  await now.put(hashOf(fresh), fresh);
  assert.deepEqual(
    [await fetched(await now.open(hashOf(old))), await fetched(await now.open(hashOf(fresh)))],
    [old, fresh],
  );
  assert.deepEqual(
    [[...stand.objects.keys()], await hashesIn(folder)],
    [[wayTo(hashOf(fresh))], [hashOf(old), hashOf(spoilt)].sort()],
  );
  for (let n = 0; n < 2; n += 1) assert.deepEqual(await moveFiles(folder, now), { moved: 1, spoilt: [hashOf(spoilt)] });
  rmSync(folder, { recursive: true });
  assert.deepEqual([await fetched(await now.open(hashOf(old))), await now.open(hashOf(spoilt))], [old, null]);
  assert.deepEqual(readdirSync(root), [], 'with a store nothing is put into the folder');
  assert.deepEqual(await moveFiles(folder, folderStore(folder)), { moved: 0, spoilt: [] });
});
