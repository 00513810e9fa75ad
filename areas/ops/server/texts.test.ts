import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, test } from 'node:test';
import { codeRoads } from '#areas/access/server/door.ts';
import { platformScope } from '#kit/server/db.ts';
import { configure } from '#kit/server/setting.ts';
import { startTestProduct } from '#test/test-product.ts';
import type { TestProduct } from '#test/test-product.ts';
import { insideHosts, isInside, post } from './outgoing.ts';
import type { TextGateway } from './text-gateway.ts';
import { textRound } from './text-worker.ts';

type ReceivedText = { path: string; key: string | undefined; body: any };

let product: TestProduct;
let standIn: Server;
let host: string;
const received: ReceivedText[] = [];
/** What the stand-in answers next; the last one again and again. */
let answers: { status: number; text: string; location?: string }[] = [];

before(async () => {
  standIn = createServer((request, reply) => {
    let text = '';
    request.on('data', (part) => {
      text += part;
    });
    request.on('end', () => {
      received.push({
        path: request.url!,
        key: request.headers['x-key'] as string | undefined,
        body: JSON.parse(text || 'null'),
      });
      const answer = answers.length > 1 ? answers.shift()! : answers[0]!;
      if (request.url !== '/never')
        reply.writeHead(answer.status, answer.location ? { location: answer.location } : {}).end(answer.text);
    });
  });
  await new Promise<void>((listening) => {
    standIn.listen(0, '127.0.0.1', listening);
  });
  host = `127.0.0.1:${(standIn.address() as AddressInfo).port}`;
  product = await startTestProduct();
  configure(codeRoads.as([...codeRoads.value(), 'sms']));
});
after(async () => {
  standIn.closeAllConnections();
  standIn.close();
  await product.close();
});

const sql = <R>(text: string, values: unknown[] = []) =>
  product.database.write(platformScope, (db) => db.raw<R>(text, values));
const gateway = (more: Partial<TextGateway> = {}): TextGateway => ({
  url: `http://${host}/send`,
  header: ['x-key', 'very-s3cret'],
  body: { to: ['{phone}'], content: '【停车】{text}', vars: { code: '{code}', rest: '{nothing}' }, sign: 7 },
  ok: null,
  ...more,
});
type Kept = { state: string; tries: number; error: string | null; due: string; payload: Record<string, unknown> };
const kept = async (): Promise<Kept> =>
  (
    await sql<Kept>(
      `SELECT state, tries, error, due_at AS due, payload FROM outbox WHERE kind = 'sms' ORDER BY id DESC LIMIT 1`,
    )
  )[0]!;

let nth = 0;
/** A person who has just requested a code. */
async function requestCode(lang: 'zh' | 'en' = 'zh'): Promise<{ account: string; password: string; phone: string }> {
  const [account, password, phone] = [`texted.${(nth += 1)}`, 'First-word-1', `1380013810${nth}`];
  await product.must('POST', '/api/updown/sysuser/submit', {
    account,
    realName: '收信人',
    companyId: product.companies.first,
    password,
    allParks: true,
    phone,
  });
  await product.must('POST', '/api/api-uaa/oauth/user/loginCode', { username: account, password }, { as: null, lang });
  return { account, password, phone };
}

test('addresses of this machine, of private networks and of the cloud’s own services are inside, in every spelling', () => {
  for (const address of [
    '127.0.0.1',
    '10.1.2.3',
    '172.31.0.1',
    '192.168.1.1',
    '169.254.169.254',
    '0.0.0.0',
    '100.64.0.1',
    '::1',
    '::',
    'fe80::1',
    'fd00::1',
    '::ffff:127.0.0.1',
    '::ffff:7f00:1',
    '64:ff9b::a00:1',
  ])
    assert.equal(isInside(address), true, address);
  for (const address of ['8.8.8.8', '172.32.0.1', '100.128.0.1', '2400:3200::1', '::ffff:8.8.8.8'])
    assert.equal(isInside(address), false, address);
});

test('no request leaves for the own network unless the operator listed the host', async () => {
  answers = [{ status: 200, text: 'ok' }];
  configure(insideHosts.as([]));
  const port = host.split(':')[1]!;
  for (const name of ['127.0.0.1', 'localhost', '0x7f000001', '2130706433', '[::ffff:127.0.0.1]'])
    await assert.rejects(post({ url: `http://${name}:${port}/`, headers: {}, body: '{}' }), /own network/, name);
  assert.equal(received.length, 0);
  configure(insideHosts.as([host]));
  assert.deepEqual(await post({ url: `http://${host}/`, headers: {}, body: '{}' }), { status: 200, text: 'ok' });
  await assert.rejects(post({ url: `http://127.0.0.1:${Number(port) + 1}/`, headers: {}, body: '{}' }), /own network/);
});

test('a redirect is not followed, a long answer is cut off, silence ends', async () => {
  configure(insideHosts.as([host]));
  received.length = 0;
  answers = [{ status: 302, text: '', location: '/elsewhere' }];
  assert.equal((await post({ url: `http://${host}/`, headers: {}, body: '{}' })).status, 302);
  assert.deepEqual(
    received.map(({ path }) => path),
    ['/'],
  );
  answers = [{ status: 200, text: 'x'.repeat(70_000) }];
  await assert.rejects(post({ url: `http://${host}/`, headers: {}, body: '{}' }));
  await assert.rejects(
    post({ url: `http://${host}/never`, headers: {}, body: '{}', timeoutMs: 200 }),
    /abort|timeout/i,
  );
});

test('a login code reaches the phone by the gateway, in the requested language, and logs in; stored data contains no code', async () => {
  configure(insideHosts.as([host]));
  received.length = 0;
  answers = [{ status: 200, text: '{"code":0}' }];
  const { account, password, phone } = await requestCode('en');
  assert.equal(await textRound(product.database, gateway({ ok: { path: ['code'], value: '0' } })), 1);
  const [{ path, key, body }] = received as [ReceivedText];
  assert.deepEqual([path, key, body.to, body.sign, body.vars.rest], ['/send', 'very-s3cret', [phone], 7, '']);
  assert.equal(
    body.content,
    `【停车】Your login code is ${body.vars.code}. It is valid for 5 minutes. Do not share it.`,
  );
  const { state, payload } = await kept();
  assert.deepEqual([state, 'sealedCode' in payload], ['sent', false]);
  assert.equal(await textRound(product.database, gateway()), 0);
  const entered = await product.ask(
    'POST',
    '/api/api-uaa/oauth/user/tokenByCode',
    { username: account, password, validCode: body.vars.code },
    { as: null },
  );
  assert.equal(entered.status, 200);
});

test('a message that is not taken is tried again later, and says why without the secret or the code', async () => {
  configure(insideHosts.as([host]));
  received.length = 0;
  answers = [
    { status: 502, text: 'very-s3cret' },
    { status: 200, text: '{"code":15}' },
    { status: 200, text: 'no json' },
    { status: 200, text: '{"code":0}' },
  ];
  await requestCode();
  const wants = gateway({ ok: { path: ['code'], value: '0' } });
  const begin = Date.now();
  const errors: (string | null)[] = [];
  for (const seconds of [0, 5, 20, 60]) {
    await textRound(product.database, wants, new Date(begin + 1000 + seconds * 1000));
    const { state, error } = await kept();
    errors.push(state === 'pending' ? error : state);
  }
  assert.deepEqual(errors, [
    'the gateway answered 502',
    'the gateway answered code=15',
    'the gateway answered code=undefined',
    'sent',
  ]);
  assert.equal(received.length, 4);
  assert.equal(new Set(received.map(({ body }) => body.vars.code)).size, 1);
});

test('while messages are held back none leaves; afterwards they go as they were', async () => {
  answers = [{ status: 200, text: 'ok' }];
  const { id } = await product.must('POST', '/api/blade-system/param/submit', {
    paramKey: 'text.paused',
    paramValue: 'true',
  });
  await requestCode();
  const count = received.length;
  assert.equal(await textRound(product.database, gateway()), 0);
  assert.deepEqual([received.length, (await kept()).state, (await kept()).tries], [count, 'pending', 0]);
  await product.must('POST', '/api/blade-system/param/remove', { ids: id });
  assert.equal(await textRound(product.database, gateway()), 1);
  assert.equal((await kept()).state, 'sent');
});

test('the signature that is set stands before every message', async () => {
  received.length = 0;
  answers = [{ status: 200, text: 'ok' }];
  const signature = { paramKey: 'text.signature', paramValue: '城市停车' };
  const { id } = await product.must('POST', '/api/blade-system/param/submit', signature);
  await requestCode();
  assert.equal(await textRound(product.database, gateway({ body: { content: '{text}' } })), 1);
  assert.match(received[0]!.body.content, /^【城市停车】您的登录验证码为/);
  await product.must('POST', '/api/blade-system/param/remove', { ids: id });
});

test('a code whose time is over is never sent', async () => {
  received.length = 0;
  await requestCode();
  await textRound(product.database, gateway(), new Date(Date.now() + 301_000));
  const { state, error, payload } = await kept();
  assert.deepEqual([received.length, state, error, 'sealedCode' in payload], [0, 'dead', 'too late to be sent', false]);
});
