import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { promisify } from 'node:util';
import { canonicalQuery } from '#domain/signature/canonical.ts';
import { platformScope } from '#kit/server/db.ts';
import { startTestProduct } from '#test/test-product.ts';
import type { TestProduct } from '#test/test-product.ts';
import { codesOf, signatureOf } from './keys.ts';

const PROGRAM = join(import.meta.dirname, '..', '..', '..', 'docs', 'open-platform-client.mjs');
const parks = '/api/updown/basePark/list';
const base = '/api/updown/platBaseInterface';

type Made = { id: string; appKey: string; appSecret: string };
let product: TestProduct;
let url: string;
let lots: string[];
let key: Made;

before(async () => {
  product = await startTestProduct();
  url = await product.listen();
  lots = [await product.park(product.companies.first, '东门'), await product.park(product.companies.child, '西门')];
  await product.park(product.companies.second, '别家');
  key = await made({ scopes: ['park:read'], parkIds: [lots[0]] });
});
after(() => product.close());

const made = (more: Record<string, unknown>): Promise<Made> =>
  product.must('POST', `${base}/submit`, {
    name: '城市平台',
    companyId: product.companies.first,
    perMinute: 500,
    ...more,
  });

let nth = 0;
type Sent = { method?: string; path?: string; query?: string; body?: string; time?: number; nonce?: string };
const headersFor = ({ appKey, appSecret }: Made, sent: Sent, sign?: string) => {
  const { method = 'GET', path = parks, query = '', body = '' } = sent;
  const time = String(sent.time ?? Math.floor(Date.now() / 1000));
  const nonce = sent.nonce ?? `nonce-of-the-test-${(nth += 1)}`;
  const bytes = Buffer.from(body);
  return {
    'X-Gatehouse-Key': appKey,
    'X-Gatehouse-Time': time,
    'X-Gatehouse-Nonce': nonce,
    'X-Gatehouse-Sign': sign ?? signatureOf(appSecret, { method, path, query, bytes, time, nonce }),
    ...(body ? { 'Content-Type': 'application/json' } : {}),
  };
};
async function send(sent: Sent, headers: Record<string, string>): Promise<{ result: string; data: any }> {
  const { method = 'GET', path = parks, query = '', body } = sent;
  const answer = await fetch(`${url}${path}${query ? `?${query}` : ''}`, {
    method,
    headers,
    ...(body ? { body } : {}),
  });
  const { reason, error, data } = (await answer.json()) as { reason?: string; error?: string; data: any };
  return { result: [answer.status, reason ?? error].filter(Boolean).join(' '), data };
}
const calls = async (sent: Sent = {}, by = key) => send(sent, headersFor(by, sent));

type Menu = { id: string; code: string | null; children?: Menu[] };
const flat = (menus: readonly Menu[]): Menu[] => menus.flatMap((menu) => [menu, ...flat(menu.children ?? [])]);

/** Logs on somebody who may make keys and see car parks, the first lot alone, and nothing else. */
async function makerOfKeys(): Promise<string> {
  const { first } = product.companies;
  const codes = new Set(['platBaseInterface:read', 'platBaseInterface:add', 'park:read']);
  const menus = flat(await product.must('GET', '/api/updown/sysmenu/adminGrantTree', {}, { as: 'admin' }));
  const menuIds = menus.filter(({ code }) => code !== null && codes.has(code)).map(({ id }) => id);
  const { id } = await product.must('POST', '/api/updown/sysrole/submit', { roleName: '接口', companyId: first });
  await product.must('POST', '/api/updown/sysAdminRole/grant', { roleIds: id, menuIds });
  const [account, password] = ['maker.of.keys', 'Keys-of-others-2026'];
  const person = { account, realName: account, companyId: first, password, roleIds: [id], allParks: false };
  const { id: userId } = await product.must('POST', '/api/updown/sysuser/submit', person);
  await product.must('POST', '/api/updown/plat/ParkUserGrant/submit', { userId, parkId: lots[0], grants: ['work'] });
  return product.login(account, password);
}

test('the text that is signed is that of the documents', () => {
  const query = 'size=20&current=1&parkId=P-100';
  assert.equal(canonicalQuery(query), 'current=1&parkId=P-100&size=20');
  assert.equal(canonicalQuery("b=%20'&a=+*"), 'a=%20%2A&b=%20%27');
  const vector = {
    method: 'GET',
    path: '/api/updown/static/searchInOutRecords',
    query,
    bytes: Buffer.alloc(0),
    time: '1793880000',
    nonce: '5f0c2a71b9e84d36',
  };
  assert.equal(
    signatureOf('test-secret-0001', vector),
    'cb97c186c73321e2f859bb8b869e9ccc77b32b36fbf8816ee7f6fed9a7586fe5',
  );
  assert.deepEqual(codesOf(['stay:read', 'unmask']), ['stay:read', 'stay:unmask']);
});

test('the program of the documents reads the car parks of its key, and no others', async () => {
  const run = (secret: string) =>
    promisify(execFile)(process.execPath, [PROGRAM, url, key.appKey, secret, parks], { timeout: 120_000 });
  const { records } = JSON.parse((await run(key.appSecret)).stdout) as { records: { id: string }[] };
  assert.deepEqual(
    records.map(({ id }) => id),
    [lots[0]],
  );
  await assert.rejects(run(key.appSecret.replace(/.$/, '_')), /signature/);
  const whole = await made({ scopes: ['park:read'] });
  const { data } = await calls({ query: 'size=50' }, whole);
  assert.deepEqual(
    data.records.map(({ id }: { id: string }) => id).sort(),
    [...lots].sort(),
    'without lots all of the company and those below it',
  );
});

test('a call is refused that was changed in any part, is too old, or comes again', async () => {
  const sent = { query: 'current=1&size=20' };
  const headers = headersFor(key, sent);
  assert.equal(
    (await send({ query: 'size=20&current=1' }, headers)).result,
    '200',
    'the order of a query means nothing',
  );
  assert.equal((await send(sent, headers)).result, '401 replay');
  const changed: [Sent, Partial<Record<keyof typeof headers, string>>][] = [
    [{ query: 'current=1&size=21' }, {}],
    [{ ...sent, path: '/api/updown/basePark/detail' }, {}],
    [sent, { 'X-Gatehouse-Nonce': 'another-nonce-0001' }],
    [sent, { 'X-Gatehouse-Time': String(Math.floor(Date.now() / 1000) + 60) }],
    [sent, { 'X-Gatehouse-Sign': '0'.repeat(64) }],
    [sent, { 'X-Gatehouse-Sign': '' }],
    [sent, { 'X-Gatehouse-Nonce': 'short' }],
  ];
  for (const [how, more] of changed)
    assert.equal(
      (await send(how, { ...headersFor(key, sent), ...more })).result,
      '401 signature',
      JSON.stringify(more),
    );
  for (const off of [-301, 360])
    assert.equal((await calls({ time: Math.floor(Date.now() / 1000) + off })).result, '401 clock', String(off));
  assert.equal((await calls({}, { ...key, appKey: 'gh_nobody' })).result, '401 unknown_key');
});

test('a body is signed with the call', async () => {
  const writer = await made({ scopes: ['carList:add', 'carList:read'] });
  const path = '/api/updown/parkblackList/submit';
  const sent = { method: 'POST', path, body: JSON.stringify({ remark: 'a' }) };
  const headers = headersFor(writer, sent);
  assert.equal((await send({ ...sent, body: sent.body.replace('a', 'b') }, headers)).result, '401 signature');
  // What is written as it was signed goes on to the rules of the list itself.
  assert.equal((await calls(sent, writer)).result.slice(0, 3), '400');
});

test('a key opens what it was given and nothing a session opens besides', async () => {
  for (const path of ['/api/updown/basecompany/list', '/api/updown/sysuser/listAuth', '/api/gatehouse/preference'])
    assert.equal((await calls({ path })).result, '403 not_permitted', path);
  const sent = { method: 'POST', path: '/api/updown/basePark/submit', body: '{"parkName":"x"}' };
  assert.equal((await calls(sent)).result, '403 not_permitted');
});

test('a secret is shown once; after rotation the previous one stays valid for a day', async () => {
  const own = await made({ scopes: ['park:read'] });
  const stored = JSON.stringify([
    await product.must('GET', `${base}/detail`, { PKID: own.id }),
    await product.must('GET', `${base}/list`, {}),
    await product.must('GET', `${base}/getAppKey`, { PKID: own.id }),
  ]);
  assert.ok(stored.includes(own.appKey) && !stored.includes(own.appSecret));
  const next: Made = await product.must('POST', '/api/gatehouse/platBaseInterface/rotate', { PKID: own.id });
  assert.notEqual(next.appSecret, own.appSecret);
  assert.deepEqual([(await calls({}, own)).result, (await calls({}, next)).result], ['200', '200']);
  await product.database.write(platformScope, (db) =>
    db.raw(`UPDATE plat_base_interface SET old_until = now() - interval '1 second' WHERE id = $1 RETURNING 1`, [
      own.id,
    ]),
  );
  assert.deepEqual([(await calls({}, own)).result, (await calls({}, next)).result], ['401 signature', '200']);
  await product.must('POST', `${base}/submit`, { PKID: own.id, enabled: false });
  assert.equal((await calls({}, next)).result, '401 unknown_key');
});

test('nobody makes a key that opens more than he may do himself', async () => {
  const as = await makerOfKeys();
  const refusedOf = async (scopes: string[], parkIds: string[] | null): Promise<string[] | undefined> => {
    const input = { name: 'x', companyId: product.companies.first, scopes, parkIds, perMinute: 5 };
    const { status, body } = await product.ask('POST', `${base}/submit`, input, { as });
    return status === 200 ? [] : body.errors?.map(({ field }) => field);
  };
  assert.deepEqual(await refusedOf(['park:read', 'payment:read'], [lots[0]!]), ['scopes']);
  assert.deepEqual(await refusedOf(['park:read'], null), ['parkIds'], 'all car parks of the company are not his');
  assert.deepEqual(await refusedOf(['park:read'], [lots[0]!]), []);
});

test('a key is held to its addresses and to its calls a minute', async () => {
  const far = await made({ scopes: ['park:read'], ipList: '203.0.113.7' });
  assert.equal((await calls({}, far)).result, '401 unknown_key');
  const { body } = await product.ask('POST', `${base}/submit`, {
    name: 'x',
    companyId: product.companies.first,
    scopes: ['park:read'],
    ipList: 'somewhere',
  });
  assert.deepEqual(
    body.errors?.map(({ field }) => field),
    ['ipList'],
  );
  const slow = await made({ scopes: ['park:read'], perMinute: 2 });
  const outcomes = [];
  for (let n = 0; n < 3; n += 1) outcomes.push((await calls({}, slow)).result);
  assert.deepEqual(outcomes, ['200', '200', '429 too_many']);
});
