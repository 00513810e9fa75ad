import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { after, before, test } from 'node:test';
import type pg from 'pg';
import { backUp } from '#db/backup/back-up.ts';
import { storedPlace } from '#db/backup/manifest.ts';
import type { TableStore } from '#db/files/by-table.ts';
import { wayTo } from '#db/files/folder.ts';
import { moveLacking } from '#db/files/move.ts';
import { openFiles } from '#db/files/open.ts';
import { storeRows } from '#db/files/store-rows.ts';
import { tryStore } from '#db/files/try-out.ts';
import { insideHosts } from '#areas/ops/server/door.ts';
import { setFileStore } from '#kit/files/files.ts';
import { storeRoads } from '#kit/files/stores.ts';
import { platformScope } from '#kit/server/db.ts';
import { configure } from '#kit/server/setting.ts';
import { filesOfTests } from '#test/files.ts';
import { startTestProduct } from '#test/test-product.ts';
import type { TestProduct } from '#test/test-product.ts';
import { ObjectStoreStand } from '#test/providers/object-store.ts';
import { addressOf } from './object-stores.ts';

const base = '/api/updown/aliOssconfig';
const own = '/api/gatehouse/aliOssconfig';
const folder = mkdtempSync(join(tmpdir(), 'gatehouse-stores-'));
const log = { error: () => undefined, info: () => undefined };
const [first, second] = [new ObjectStoreStand(), new ObjectStoreStand()];
const closing: (() => Promise<void>)[] = [];
let product: TestProduct;
let files: TableStore;
let elsewhere: TableStore;
let undo: () => void;

before(async () => {
  closing.push(await first.start(), await second.start());
  product = await startTestProduct();
  files = await openFiles(folder, null, log, storeRows(product.database.config));
  elsewhere = await openFiles(folder, null, log, storeRows(product.database.config));
  configure(storeRoads.as({ fixed: false, tryOut: tryStore, look: files.look }));
  undo = configure(insideHosts.as([first, second].map(({ url }) => new URL(url).host)));
});
after(async () => {
  undo();
  configure(storeRoads.as(null));
  await product.close();
  for (const close of closing) await close();
  rmSync(folder, { recursive: true, force: true });
});

const entered = async (stand: ObjectStoreStand, more: Record<string, unknown> = {}): Promise<string> => {
  const { id } = await product.must('POST', `${base}/submit`, {
    name: '自建存储',
    endpoint: stand.url,
    bucket: stand.bucket,
    region: stand.region,
    pathStyle: true,
    accessKey: stand.accessKey,
    secretKey: stand.secretKey,
    ...more,
  });
  return id;
};
const stored = async (store: TableStore): Promise<string> => {
  const bytes = randomBytes(500);
  const hash = createHash('sha256').update(bytes).digest('hex');
  await store.put(hash, bytes);
  return hash;
};
const isThere = async (hash: string, store = files): Promise<boolean> => {
  const found = await store.open(hash);
  return (
    found !== null &&
    createHash('sha256')
      .update(await buffer(found.stream))
      .digest('hex') === hash
  );
};
const choose = async (id: string) => {
  await product.must('POST', `${own}/choose`, { id });
  await files.look();
};
const stateOf = async (id: string): Promise<string> => (await product.must('GET', `${base}/detail`, { id })).status;

test('bucket and prefix stand in the address before the host, in the path, or in a domain of their own', () => {
  const place = { endpoint: 'https://oss.example.com/', bucket: 'park', prefix: '/files/' };
  assert.equal(addressOf(place), 'https://park.oss.example.com/files');
  assert.equal(addressOf({ ...place, pathStyle: true }), 'https://oss.example.com/park/files');
  assert.equal(addressOf({ ...place, domain: 'https://f.example.com/' }), 'https://f.example.com/files');
  assert.equal(addressOf({ ...place, prefix: null, pathStyle: true }), 'https://oss.example.com/park');
});

test('a test stores, reads back and compares; the store’s message is kept, and a store that rejects it cannot be activated', async () => {
  const [good, bad] = [await entered(first), await entered(first, { secretKey: 'not/the/secret' })];
  assert.deepEqual(await product.must('POST', `${own}/test`, { id: good }), { result: '通过' });
  for (const action of ['test', 'choose']) {
    const { status, body } = await product.ask('POST', `${own}/${action}`, { id: bad });
    assert.deepEqual([status, /SignatureDoesNotMatch/.test(body.msg)], [422, true], action);
  }
  const { checkResult, status } = await product.must('GET', `${base}/detail`, { id: bad });
  assert.deepEqual([/SignatureDoesNotMatch/.test(checkResult), status], [true, 'spare']);
});

test('a store in the internal network is contacted only where the installation allows it', async () => {
  const back = configure(insideHosts.as([]));
  try {
    for (const endpoint of [first.url, first.url.replace('127.0.0.1', 'localhost'), 'http://169.254.169.254'])
      for (const action of ['test', 'choose']) {
        const { status, body } = await product.ask('POST', `${own}/${action}`, {
          id: await entered(first, { endpoint }),
        });
        assert.deepEqual([status, body.reason], [422, 'inside'], `${action} ${endpoint}`);
      }
  } finally {
    back();
  }
});

test('new files go to the store in use, older ones are read where they lie, on every server', async () => {
  const old = await stored(files);
  const [one, two] = [await entered(first), await entered(second)];
  await choose(one);
  const inFirst = await stored(files);
  assert.ok(first.objects.has(wayTo(inFirst)) && !first.objects.has(wayTo(old)));
  assert.ok(await isThere(inFirst, elsewhere), 'a server that has not looked yet finds it');
  await choose(two);
  const inSecond = await stored(files);
  assert.ok(second.objects.has(wayTo(inSecond)) && !first.objects.has(wayTo(inSecond)));
  for (const hash of [old, inFirst, inSecond])
    for (const store of [files, elsewhere]) assert.ok(await isThere(hash, store));
  assert.deepEqual([await stateOf(one), await stateOf(two)], ['former', 'used']);
  first.mood = 'broken';
  assert.ok(await isThere(inSecond), 'a store of before that is away holds up nothing of another');
  first.mood = 'well';
  await product.must('POST', `${own}/leave`, { id: two });
  await files.look();
  const last = await stored(files);
  assert.ok(!second.objects.has(wayTo(last)) && (await isThere(last)) && (await isThere(inSecond)));
});

test('a store that holds files is neither moved nor removed; once all are in another it may go', async () => {
  const [one, two] = [await entered(first), await entered(second)];
  await choose(one);
  const hash = await stored(files);
  await choose(two);
  const moved = await product.ask('POST', `${base}/submit`, { id: one, bucket: 'another' });
  assert.deepEqual([moved.status, moved.body.errors?.map(({ field }) => field)], [400, ['bucket']]);
  assert.equal((await product.ask('POST', `${base}/remove`, { ids: one })).status, 422);
  await product.must('POST', `${base}/submit`, { id: one, remark: '钥匙已更换', secretKey: first.secretKey });
  assert.deepEqual(await moveLacking([hash], files, (await files.inUse())!), { moved: 1, lost: [] });
  assert.ok(second.objects.has(wayTo(hash)));
  await product.database.write(platformScope, (db) =>
    db.raw(`UPDATE ali_ossconfig SET status = 'spare' WHERE status = 'former' RETURNING 1`),
  );
  await product.must('POST', `${base}/remove`, { ids: one });
  assert.ok(await isThere(hash));
});

test('a back-up takes along what lies in the store in use, and in those used before', async () => {
  const [one, two] = [await entered(first), await entered(second)];
  setFileStore(files);
  const hashes: string[] = [];
  for (const id of [one, two]) {
    await choose(id);
    const bytes = Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), randomBytes(200)]);
    const hash = createHash('sha256').update(bytes).digest('hex');
    await product.must('POST', `/api/updown/file/${hash}`, {}, { as: 'groupAdmin', bytes });
    hashes.push(hash);
  }
  filesOfTests();
  assert.ok(first.objects.has(wayTo(hashes[0]!)) && second.objects.has(wayTo(hashes[1]!)));
  const to = join(folder, 'back-up');
  const admin = product.database.config as pg.ClientConfig;
  const taken = await backUp({ admin, dataDir: folder, files: elsewhere, to, log: () => undefined });
  for (const hash of hashes) {
    assert.ok(taken.files.includes(hash));
    assert.equal(
      createHash('sha256')
        .update(readFileSync(storedPlace(to, hash)))
        .digest('hex'),
      hash,
    );
  }
});

test('where the table cannot be read the store of the settings serves, and missing files are not reported as nonexistent', async () => {
  const broken = async (): Promise<never> => {
    throw new Error('the database is away');
  };
  const there = await openFiles(folder, second.settings, log, broken);
  const hash = await stored(there);
  assert.ok(second.objects.has(wayTo(hash)) && (await isThere(hash, there)));
  await assert.rejects(there.open('0'.repeat(64)), /unavailable/i);
});

test('keys lie sealed and leave by no answer, and where the settings name a store nobody chooses another', async () => {
  const id = await entered(first);
  const [row] = await product.database.read(platformScope, (db) =>
    db.raw('SELECT * FROM ali_ossconfig WHERE id = $1', [id]),
  );
  const storedText = JSON.stringify([
    row,
    await product.must('GET', `${base}/list`),
    await product.must('GET', `${base}/detail`, { id }),
  ]);
  assert.ok(!storedText.includes(first.secretKey));
  configure(storeRoads.as({ ...storeRoads.value()!, fixed: true }));
  const { status, body } = await product.ask('POST', `${own}/choose`, { id });
  assert.deepEqual([status, (body as { reason?: string }).reason], [422, 'fixed']);
  configure(storeRoads.as({ ...storeRoads.value()!, fixed: false }));
  assert.equal((await product.ask('GET', `${base}/list`, {}, { as: 'groupAdmin' })).status, 403);
});
