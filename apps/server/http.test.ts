import { deepEqual, equal, match, notEqual, ok } from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import type { TestContext } from 'node:test';
import { brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib';
import type { FastifyInstance } from 'fastify';
import { call } from '#kit/declare/call.ts';
import { str } from '#kit/declare/field.ts';
import { text } from '#kit/declare/text.ts';
import type { Database } from '#kit/server/db.ts';
import { serve } from '#kit/server/served.ts';
import { splitDocument } from './console-document.ts';
import { httpServer } from './http.ts';

const say = call({
  name: 'test.say',
  title: text('说', 'Say'),
  area: 'test',
  method: 'POST',
  path: '/api/say',
  permission: 'public',
  input: { word: str(text('词', 'Word'), { required: true, max: 4000 }) },
});
const noticed = call({
  name: 'test.notice',
  title: text('通知', 'Notice'),
  area: 'test',
  method: 'POST',
  path: '/api/notice',
  permission: 'public',
});
const stored = call({
  name: 'test.store',
  title: text('存放', 'Store'),
  area: 'test',
  method: 'POST',
  path: '/api/store',
  permission: 'public',
});
const drop = call({
  name: 'test.drop',
  title: text('丢', 'Drop'),
  area: 'test',
  method: 'GET',
  path: '/api/drop',
  permission: 'public',
  changes: true,
});

async function site(
  t: TestContext,
  html = '<!doctype html><title>page</title>',
): Promise<{ app: FastifyInstance; dropped: () => number; lines: string[] }> {
  const consoleDir = mkdtempSync(join(tmpdir(), 'gatehouse-page-'));
  t.after(() => rmSync(consoleDir, { recursive: true, force: true }));
  mkdirSync(join(consoleDir, 'assets'));
  writeFileSync(join(consoleDir, 'index.html'), html);
  writeFileSync(join(consoleDir, 'assets', 'main-1.js'), 'main');
  let times = 0;
  writeFileSync(join(consoleDir, 'sw.js'), 'worker');
  for (const lang of ['zh', 'en']) writeFileSync(join(consoleDir, `manifest.${lang}.webmanifest`), '{}');
  const served = [
    serve(say, async ({ input }) => input.word, { mode: 'open' }),
    serve(noticed, async () => null, { mode: 'open', signed: true }),
    serve(stored, async () => null, { mode: 'open', bodyLimit: 1_000_000 }),
    serve(
      drop,
      async () => {
        times += 1;
      },
      { mode: 'open' },
    ),
  ];
  const lines: string[] = [];
  const app = await httpServer({
    database: {} as Database,
    served,
    whoIs: async () => null,
    consoleDir,
    logger: { level: 'warn', stream: { write: (line) => void lines.push(line) } },
  });
  t.after(() => app.close());
  return { app, dropped: () => times, lines };
}

type RawResponse = { status: number; head: string; body: string };

/** Sends what no tidy client would: path and headers go out exactly as given. */
async function asker(app: FastifyInstance) {
  await app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.server.address() as { port: number };
  return (
    method: string,
    path: string,
    headers: readonly string[] = [],
    body: string | Buffer = '',
  ): Promise<RawResponse> =>
    new Promise((resolve, reject) => {
      const socket = connect(port, '127.0.0.1');
      const got: Buffer[] = [];
      const length =
        body.length > 0 && !headers.some((each) => /^(content-length|transfer-encoding)/i.test(each))
          ? [`Content-Length: ${Buffer.byteLength(body)}`]
          : [];
      socket.setTimeout(60_000, () => {
        socket.destroy();
        reject(new Error(`${method} ${path} hangs`));
      });
      socket
        .on('data', (piece) => got.push(piece))
        .on('error', reject)
        .on('close', () => {
          const [head = '', ...rest] = Buffer.concat(got).toString().split('\r\n\r\n');
          resolve({ status: Number(/^HTTP\/1\.1 (\d+)/.exec(head)?.[1] ?? 0), head, body: rest.join('\r\n\r\n') });
        });
      socket.write(
        Buffer.concat([
          Buffer.from(
            [`${method} ${path} HTTP/1.1`, 'Host: gate', 'Connection: close', ...headers, ...length, '', ''].join(
              '\r\n',
            ),
            'latin1',
          ),
          Buffer.from(body),
        ]),
      );
    });
}

test('the first page is answered to whoever asks plainly, as browsers’ compressed asking is', async (t) => {
  const { app } = await site(t);
  const responses = await Promise.all(['/', '/?lang=en', '/login', '/static/incar'].map((url) => app.inject({ url })));
  deepEqual(
    responses.map(({ statusCode, body }) => [statusCode, body.includes('<title>page')]),
    responses.map(() => [200, true]),
  );
  deepEqual(
    responses.map(({ headers }) => typeof headers['content-security-policy']),
    responses.map(() => 'string'),
  );
});

test('a long answer comes packed to whoever takes it so, and plain to others; a short one always plain', async (t) => {
  const { app } = await site(t);
  const fetchPage = (word: string, accepted?: string) =>
    app.inject({
      method: 'POST',
      url: '/api/say',
      payload: { word },
      headers: accepted === undefined ? {} : { 'accept-encoding': accepted },
    });
  const long = '车'.repeat(2000);
  const unpacked = { br: brotliDecompressSync, gzip: gunzipSync };
  for (const [accepted, coding] of [
    ['gzip, deflate, br', 'br'],
    ['gzip;q=1.0, br;q=0', 'gzip'],
  ] as const) {
    const { headers, rawPayload } = await fetchPage(long, accepted);
    deepEqual([headers['content-encoding'], headers.vary], [coding, 'Accept-Encoding']);
    equal((JSON.parse(unpacked[coding](rawPayload).toString()) as { data: string }).data, long);
    ok(rawPayload.length < 300);
  }
  for (const plain of [
    await fetchPage(long),
    await fetchPage(long, 'identity, br;q=0'),
    await fetchPage('short', 'br'),
  ])
    equal(plain.headers['content-encoding'], undefined);
});

test('assets are kept by browsers for ever, and one that is gone is not', async (t) => {
  const { app } = await site(t);
  const there = await app.inject({ url: '/assets/main-1.js' });
  deepEqual(
    [there.statusCode, there.body, there.headers['cache-control']],
    [200, 'main', 'public, max-age=31536000, immutable'],
  );
  const gone = await app.inject({ url: '/assets/main-0.js' });
  deepEqual([gone.statusCode, gone.headers['cache-control'], gone.body.includes('<title>')], [404, 'no-cache', false]);
});

test('the worker and the manifests are revalidated each time, come as what they are, and the policy lets this host’s own in', async (t) => {
  const { app } = await site(t);
  const responses = await Promise.all(
    ['/sw.js', '/manifest.zh.webmanifest', '/manifest.en.webmanifest'].map((url) => app.inject({ url })),
  );
  deepEqual(
    responses.map(({ statusCode, headers }) => [
      statusCode,
      headers['cache-control'],
      String(headers['content-type']).split(';')[0],
    ]),
    [
      [200, 'no-cache', 'application/javascript'],
      [200, 'no-cache', 'application/manifest+json'],
      [200, 'no-cache', 'application/manifest+json'],
    ],
  );
  const policy = String((await app.inject({ url: '/login' })).headers['content-security-policy']);
  match(policy, /worker-src 'self'; manifest-src 'self'/);
  match(policy, /(?:^|; )script-src 'self'(?: 'sha256-[\w+/=]+')*;/, 'scripts by their place and hashes alone');
  match(policy, /; object-src 'none'; base-uri 'self'; form-action 'self'; frame-ancestors 'self'$/);
});

test('the document of an address names the parts of that address alone, compressed, and is asked for again by its tag', async (t) => {
  const mark = (routes: string, parts: string) => `<meta name="parts"${routes} content="${parts}">`;
  const html = `<!doctype html><title>page</title>${mark('', 'shell.js')}${mark(' data-routes="/a /b"', 'ab.js')}${mark(' data-routes="/b"', 'b.js b.css')}<p>`;
  const { app } = await site(t, html);
  const served = splitDocument(html);
  equal(served.whole.match(/<meta/g)?.length, 1);
  deepEqual(
    [...served.markOf],
    [
      ['/a', mark('', 'ab.js')],
      ['/b', mark('', 'ab.js b.js b.css')],
    ],
  );
  const get = (url: string, headers: Record<string, string> = {}) => app.inject({ url, headers });
  const plain = await get('/a?x=1');
  equal(plain.headers['content-encoding'], undefined);
  const packed = await get('/a', { 'accept-encoding': 'gzip, br' });
  deepEqual([packed.headers['content-encoding'], packed.headers['vary']], ['br', 'Accept-Encoding']);
  equal(brotliDecompressSync(packed.rawPayload).toString(), plain.body);
  const again = await get('/a', { 'accept-encoding': 'gzip, br', 'if-none-match': String(packed.headers['etag']) });
  deepEqual([again.statusCode, again.body], [304, '']);
  notEqual(packed.headers['etag'], plain.headers['etag']);
});

test('odd addresses are a page or not found, never a fault, and lead nowhere outside', async (t) => {
  const { app } = await site(t);
  const ask = await asker(app);
  const notFound = [
    '//',
    '///',
    '//evil.example/x',
    '/assets',
    '/assets/',
    '/assets/../index.html',
    '/assets/..%2findex.html',
    '/assets/%2e%2e/csp.json',
    '/api',
    '/api/',
    '/api//x',
    '//api/x',
    '/api/%',
    '/%',
    '/%ff',
    '/%c0%af',
    '/api/..%2f..%2f',
    '/index.html',
    '/csp.json',
    'http://evil.example/x',
  ];
  const aPage = [
    '/..%2f',
    '/../../etc/passwd',
    '/%00',
    '/a.b/',
    '/\\',
    '/x?%',
    '/x?%ff=%ff',
    `/${'a'.repeat(9_000)}`,
    `/?${'a=b&'.repeat(3_000)}`,
  ];
  const answers = await Promise.all(
    [...notFound, ...aPage].flatMap((path) =>
      ['GET', 'HEAD'].map(async (method) => ({
        request: `${method} ${path.slice(0, 60)}`,
        ...(await ask(method, path)),
      })),
    ),
  );
  deepEqual(
    answers.map(({ request, status }) => `${request} ${status}`),
    [...notFound.map((path) => [path, 404]), ...aPage.map((path) => [path, 200])].flatMap(([path, status]) =>
      ['GET', 'HEAD'].map((method) => `${method} ${String(path).slice(0, 60)} ${status}`),
    ),
  );
  equal(answers.filter(({ body }) => body.includes('root:')).length, 0);
});

test('behind TLS browsers receive HSTS, and only from a trusted proxy', async (t) => {
  const { app } = await site(t);
  const hstsFor = async (headers: Record<string, string>, remoteAddress: string) =>
    (await app.inject({ url: '/login', headers, remoteAddress })).headers['strict-transport-security'];
  equal(await hstsFor({ 'x-forwarded-proto': 'https' }, '127.0.0.1'), 'max-age=31536000');
  deepEqual(
    [await hstsFor({}, '127.0.0.1'), await hstsFor({ 'x-forwarded-proto': 'https' }, '10.0.0.7')],
    [undefined, undefined],
  );
});

test('a method nobody serves is not found, and looking at a call that changes changes nothing', async (t) => {
  const { app, dropped } = await site(t);
  const ask = await asker(app);
  const tries: readonly [string, string, number][] = [
    ['OPTIONS', '/', 404],
    ['PUT', '/api/gatehouse/health', 404],
    ['PATCH', '/api/say', 404],
    ['DELETE', '/', 404],
    ['POST', '/', 404],
    ['TRACE', '/', 404],
    ['PROPFIND', '/api', 404],
    ['GET', '/api/say', 404],
    ['HEAD', '/api/drop', 404],
    ['FOO', '/', 400],
  ];
  deepEqual(
    await Promise.all(tries.map(async ([method, path]) => [method, path, (await ask(method, path)).status])),
    tries,
  );
  equal(dropped(), 0);
});

const json = 'Content-Type: application/json';

test('a body that is no form is refused in words and soon', async (t) => {
  const { app } = await site(t);
  const ask = await asker(app);
  const deep = (inner: string, times: number, open: string, close: string) =>
    `{"word":${open.repeat(times)}${inner}${close.repeat(times)}}`;
  const tries: readonly [string, readonly string[], string | Buffer, number][] = [
    ['broken JSON', [json], '{"word":', 400],
    ['nothing', [json], '', 400],
    ['a NUL byte', [json], '{"word":"a\0b"}', 400],
    ['a NUL escape', [json], '{"word":"a\\u0000b"}', 400],
    ['half a surrogate pair', [json], '{"word":"\\ud800"}', 400],
    ['a prototype', [json], '{"__proto__":{"word":"a"},"word":"a"}', 400],
    ['a constructor', [json], '{"constructor":{"prototype":{"word":1}}}', 400],
    ['its own way to be text', [json], '{"word":{"toString":1,"valueOf":1}}', 400],
    ['lists 100,000 deep', [json], deep('1', 100_000, '[', ']'), 400],
    ['objects 60,000 deep', [json], deep('1', 60_000, '{"a":', '}'), 400],
    ['a list', [json], '[1,2]', 400],
    ['a word', [json], '"x"', 400],
    ['null', [json], 'null', 400],
    ['an object where text is due', [json], '{"word":{"a":1}}', 400],
    ['a list where text is due', [json], '{"word":["a"]}', 400],
    ['compressed', [json, 'Content-Encoding: gzip'], gzipSync('{"word":"a"}'), 400],
    ['no type', [], '{"word":"a"}', 415],
    ['XML', ['Content-Type: application/xml'], '<a/>', 415],
    ['a form of parts', ['Content-Type: multipart/form-data; boundary=x'], '--x--', 415],
    ['no such type', ['Content-Type: ;;;'], '{"word":"a"}', 415],
    ['too large', [json], `{"word":"${'a'.repeat(2_000_000)}"}`, 413],
    ['100 MB announced', [json, 'Content-Length: 104857600'], '', 413],
    [
      'too large in pieces',
      [json, 'Transfer-Encoding: chunked'],
      `200000\r\n${'a'.repeat(0x200000)}\r\n0\r\n\r\n`,
      413,
    ],
    ['two lengths', [json, 'Content-Length: 1', 'Content-Length: 2'], 'ab', 400],
    ['length and pieces', [json, 'Content-Length: 1', 'Transfer-Encoding: chunked'], '0\r\n\r\n', 400],
    ['a form’s own prototype', ['Content-Type: application/x-www-form-urlencoded'], '__proto__=1', 400],
  ];
  for (const [what, headers, body, status] of tries) {
    const response = await ask('POST', '/api/say', headers, body);
    equal(response.status, status, `${what}: ${response.head.split('\r\n')[0]} ${response.body.slice(0, 200)}`);
    ok(JSON.parse(response.body).msg ?? JSON.parse(response.body).message, what);
  }
  match(
    (await ask('POST', '/api/say', [json, 'Accept-Language: en'], '{"word":')).body,
    /The request body cannot be read; it should be JSON/,
  );
});

test('a name given twice keeps its last value, marks and odd heads are borne', async (t) => {
  const { app } = await site(t);
  const ask = await asker(app);
  const replies = await Promise.all([
    ask('POST', '/api/say', [json], '{"word":"first","word":"last"}'),
    ask('POST', '/api/say', [json], '\ufeff{"word":"last"}'),
    ask('POST', '/api/say?word=first', ['Content-Type: application/x-www-form-urlencoded'], 'word=middle&word=last'),
    ask(
      'POST',
      '/api/say',
      [
        json,
        'Accept-Language: \xff\xfe',
        'User-Agent: \xff',
        `X-Forwarded-For: ${'a'.repeat(5_000)}`,
        `Authorization: Bearer ${'x'.repeat(8_000)}`,
      ],
      '{"word":"last"}',
    ),
  ]);
  deepEqual(
    replies.map(({ status, body }) => [status, JSON.parse(body).data]),
    replies.map(() => [200, 'last']),
  );
  equal((await ask('GET', '/', [`X-Long: ${'a'.repeat(20_000)}`])).status, 431);
});

test('an upgrade that nobody takes is ended, and keeps the server from nothing', async (t) => {
  const { app } = await site(t);
  await app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.server.address() as { port: number };
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => undefined);
  const ended = once(socket, 'close');
  socket.resume();
  socket.write('GET /mqtt HTTP/1.1\r\nHost: gate\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n');
  await ended;
  await app.close();
});

for (const [path, type] of [
  ['/api/store', 'application/octet-stream'],
  ['/api/say', 'application/json'],
  ['/api/say', 'application/x-www-form-urlencoded'],
  ['/api/notice', 'application/json'],
] as const)
  for (const end of ['destroy', 'resetAndDestroy'] as const)
    test(`a body that is broken off is no fault of the server: ${type} to ${path}, ${end}`, async (t) => {
      const { app, lines } = await site(t);
      await app.listen({ port: 0, host: '127.0.0.1' });
      const { port } = app.server.address() as { port: number };
      const arrived = once(app.server, 'request');
      const socket = connect(port, '127.0.0.1');
      socket.write(
        `POST ${path} HTTP/1.1\r\nHost: gate\r\nContent-Type: ${type}\r\nContent-Length: 90000\r\n\r\n{"word":"${'x'.repeat(500)}`,
      );
      const [request] = (await arrived) as [IncomingMessage];
      const over = once(request, 'close').catch(() => undefined);
      socket[end]();
      await over;
      await app.close();
      deepEqual(lines, []);
    });
