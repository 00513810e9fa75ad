/**
 * A product with an object store: users see no difference, and a message in their language when the store is
 * unavailable.
 */
import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, beforeEach, test } from 'node:test';
import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import { served } from '#apps/server/areas.ts';
import { httpServer } from '#apps/server/http.ts';
import { whoIs } from '#areas/access/server/door.ts';
import { wayTo } from '#db/files/folder.ts';
import { objectStore } from '#db/files/object-store.ts';
import type { Limits } from '#db/files/object-store.ts';
import { openFiles } from '#db/files/open.ts';
import { setFileStore } from '#kit/files/files.ts';
import { startTestProduct } from '#test/test-product.ts';
import type { TestProduct } from '#test/test-product.ts';
import { ObjectStoreStand } from '#test/providers/object-store.ts';
import { trialServer } from '#test/trial/server.ts';
import { until } from '#test/until.ts';

const root = mkdtempSync(join(tmpdir(), 'gatehouse-stored-'));
const stand = new ObjectStoreStand();
const lines: string[] = [];
const log = {
  error: (fields: object, message: string) => {
    lines.push(`${message} ${JSON.stringify(fields)}`);
  },
  info: () => undefined,
};
/** Of a store that answers, however busy the machine is, and of one that is waited for in vain. */
const [patient, short] = [120_000, 2_000].map((ms) => ({ answerMs: ms, pieceMs: ms })) as [Limits, Limits];
const use = (limits: Limits): void => setFileStore(objectStore(stand.settings, log, limits));
let product: TestProduct;
let app: FastifyInstance;
let closeStand: () => Promise<void>;

before(async () => {
  closeStand = await stand.start();
  product = await startTestProduct();
  app = await httpServer({
    database: product.database,
    served,
    whoIs: whoIs(product.database),
    logger: {
      level: 'error',
      stream: {
        write: (line) => {
          lines.push(line);
        },
      },
    },
  });
});
after(async () => {
  await app?.close();
  await product?.close();
  await closeStand?.();
  rmSync(root, { recursive: true, force: true });
});
beforeEach(() => {
  [stand.mood, stand.times] = ['well', Number.POSITIVE_INFINITY];
  lines.length = 0;
  use(patient);
});

const hashOf = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');
const picture = (size = 300): Buffer => Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), randomBytes(size)]);
type StoreOptions = { as?: 'groupAdmin' | 'otherTenant' | 'admin'; lang?: string };
const ask = (
  method: 'GET' | 'HEAD' | 'POST',
  hash: string,
  { as = 'groupAdmin', lang = 'zh' }: StoreOptions,
  payload?: Buffer,
) =>
  app.inject({
    method,
    url: `/api/updown/file/${hash}`,
    headers: {
      authorization: `Bearer ${product.people[as]}`,
      'accept-language': lang,
      ...(payload ? { 'content-type': 'image/png' } : {}),
    },
    ...(payload ? { payload } : {}),
  });
const store = (bytes: Buffer, options: StoreOptions = {}) => ask('POST', hashOf(bytes), options, bytes);
const fetched = (bytes: Buffer, options: StoreOptions = {}) => ask('GET', hashOf(bytes), options);

test("a picture is stored once however often it is sent, comes back whole, and is nobody else's", async () => {
  const bytes = picture(50_000);
  for (let n = 0; n < 2; n += 1) assert.equal((await store(bytes)).statusCode, 200);
  assert.deepEqual([...stand.objects.entries()], [[wayTo(hashOf(bytes)), bytes]]);
  const answer = await fetched(bytes);
  assert.deepEqual(
    [answer.statusCode, answer.headers['content-type'], answer.headers['content-length']],
    [200, 'image/png', String(bytes.length)],
  );
  assert.deepEqual(answer.rawPayload, bytes);
  assert.equal((await ask('HEAD', hashOf(bytes), {})).headers['content-length'], String(bytes.length));
  const count = stand.received.length;
  assert.equal((await fetched(bytes, { as: 'otherTenant' })).statusCode, 404);
  assert.equal(stand.received.length, count, 'the store is not queried for other tenants’ files');
  assert.equal((await store(bytes, { as: 'otherTenant' })).statusCode, 200);
  assert.deepEqual((await fetched(bytes, { as: 'otherTenant' })).rawPayload, bytes);
  stand.objects.clear();
  assert.deepEqual([(await fetched(bytes)).statusCode, (await fetched(bytes)).json().error], [404, 'no_such_record']);
});

test('while the store is unavailable users get a message to try again, nothing is half stored, and afterwards work continues', async () => {
  const bytes = picture();
  use(short);
  for (const mood of ['hangs', 'cut', 'busy'] as const) {
    stand.mood = mood;
    const [zh, en] = [await store(bytes), await store(bytes, { lang: 'en' })];
    assert.deepEqual(
      [zh.statusCode, zh.json().msg, en.statusCode, en.json().msg],
      [503, '服务暂不可用，请稍后再试', 503, 'Service unavailable. Please try again shortly.'],
      mood,
    );
    assert.equal((await fetched(bytes)).statusCode, 404, 'no row names what was not stored');
  }
  stand.mood = 'well';
  assert.equal((await store(bytes)).statusCode, 200);
  stand.mood = 'hangs';
  assert.equal((await fetched(bytes)).statusCode, 503);
  stand.mood = 'well';
  assert.deepEqual((await fetched(bytes)).rawPayload, bytes);
  assert.match(lines.join('\n'), /the object store cannot be used/);
  assert.doesNotMatch(lines.join('\n'), /S3cr3t|GATEHOUSETESTS/);
});

test('uploads that wait for the store keep nobody else waiting: they hold no connection of the database', async () => {
  stand.mood = 'hangs';
  const count = stand.received.length;
  // Four at once is what one person may send.
  const people = ['groupAdmin', 'otherTenant', 'admin'] as const;
  const waiting = people.flatMap((as) => Array.from({ length: 4 }, () => store(picture(), { as })));
  let over = 0;
  for (const each of waiting) void each.then(() => (over += 1));
  await until(() => stand.received.length - count === waiting.length, {
    what: () => `of ${waiting.length}, more than there are connections, wait at once: ${stand.received.length - count}`,
  });
  assert.equal((await product.ask('GET', '/api/gatehouse/health')).status, 200);
  assert.equal(over, 0, 'nobody waited for them');
  stand.mood = 'busy';
  stand.letGo();
  assert.deepEqual(new Set((await Promise.all(waiting)).map(({ statusCode }) => statusCode)), new Set([503]));
});

test('a picture that stops coming in the middle is cut off at the browser as well, and the server lives on', async () => {
  const bytes = picture(200_000);
  await store(bytes);
  const url = `${await app.listen({ port: 0, host: '127.0.0.1' })}/api/updown/file/${hashOf(bytes)}`;
  const headers = { authorization: `Bearer ${product.people.groupAdmin}` };
  use(short);
  stand.mood = 'stalls';
  await assert.rejects(fetch(url, { headers }).then((answer) => answer.arrayBuffer()));
  stand.mood = 'well';
  assert.deepEqual(Buffer.from(await (await fetch(url, { headers })).arrayBuffer()), bytes);
});

test('a response lost after the operation is harmless', async () => {
  const bytes = picture();
  [stand.mood, stand.times] = ['deedThenCut', 1];
  assert.equal((await store(bytes)).statusCode, 200);
  assert.deepEqual((await fetched(bytes)).rawPayload, bytes);
});

test('with a wrong key an upload fails with an error number; the log has the reason and no key', async () => {
  setFileStore(objectStore({ ...stand.settings, secretKey: 'an0ther/secret' }, log, patient));
  const { statusCode, body } = await store(picture());
  const { errorId } = JSON.parse(body) as { errorId: string };
  assert.equal(statusCode, 500);
  const line = lines.find((each) => each.includes(errorId));
  assert.match(line ?? '', /the object store refuses PUT with 403 SignatureDoesNotMatch/);
  assert.doesNotMatch(lines.join('\n') + body, /an0ther|S3cr3t|GATEHOUSETESTS/);
});

test('what was stored in the folder before there was a store is still answered', async () => {
  const bytes = picture();
  const folder = join(root, 'before');
  setFileStore(await openFiles(folder, null, log));
  await store(bytes);
  setFileStore(await openFiles(folder, stand.settings, log));
  assert.deepEqual((await fetched(bytes)).rawPayload, bytes);
  assert.equal(stand.objects.has(wayTo(hashOf(bytes))), false);
});

test(
  'two servers with one database, one store and folders of their own: what one stored the other answers, and both say how the store is',
  { skip: process.env['GATEHOUSE_TEST_DATABASE_URL'] ? 'starts servers on the socket of its own engine' : false },
  async (t) => {
    const { user, database, host, port } = product.admin as pg.ClientConfig & { host: string };
    const key = randomBytes(32);
    const settings = {
      ...stand.env,
      DATABASE_URL: `postgres://${user}@localhost:${port}/${database}?host=${encodeURIComponent(host)}`,
      GATEHOUSE_SANDBOX: '0',
    };
    const dataDirs = ['one', 'two'].map((name) => mkdtempSync(join(root, name)));
    for (const dataDir of dataDirs) writeFileSync(join(dataDir, 'secret.key'), key, { mode: 0o600 });
    const servers = await Promise.all(dataDirs.map((dataDir) => trialServer(tmpdir(), { dataDir }, settings)));
    t.after(() => Promise.all(servers.map((each) => each.stop())));
    for (const each of servers) await each.start();
    const bytes = picture(100_000);
    const headers = { authorization: `Bearer ${product.people.groupAdmin}` };
    const at = (n: number) => `${servers[n]!.url}/api/updown/file/${hashOf(bytes)}`;
    assert.equal(
      (
        await fetch(at(0), {
          method: 'POST',
          headers: { ...headers, 'content-type': 'image/png' },
          body: new Uint8Array(bytes),
        })
      ).status,
      200,
    );
    const answer = await fetch(at(1), { headers });
    assert.deepEqual([answer.status, Buffer.from(await answer.arrayBuffer())], [200, bytes]);
    assert.deepEqual(
      dataDirs.map((dataDir) => readdirSync(dataDir)),
      [['secret.key'], ['secret.key']],
    );
    assert.match(await (await fetch(`${servers[0]!.url}/metrics`)).text(), /gatehouse_file_store_up 1/);
  },
);
