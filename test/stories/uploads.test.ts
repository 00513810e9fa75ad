/**
 * A platform from its entry to its last message, against a stand-in that verifies and refuses as P Cloud's text says.
 */
import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, test } from 'node:test';
import { addDays, dayOf, startOfDay } from '#domain/time/day.ts';
import { webhook } from '#domain/upload/webhook.ts';
import { insideHosts } from '#areas/ops/server/door.ts';
import { HOUR, MINUTE, openLot } from '#areas/passage/server/lot.fixture.ts';
import type { StoryLot } from '#areas/passage/server/lot.fixture.ts';
import { platformScope } from '#kit/server/db.ts';
import { configure } from '#kit/server/setting.ts';
import { startTestProduct } from '#test/test-product.ts';
import type { TestProduct } from '#test/test-product.ts';
import { PyunStand } from '#test/providers/pyun.ts';
import { compareDay, uploadRound } from '#areas/upload/server/door.ts';

let product: TestProduct;
let lot: StoryLot;
let close: () => Promise<void>;
let undo: () => void;
let platId: string;
const stand = new PyunStand();
const CODE = '49f0cc52-e8c7-41e3-b54d-af666b8cc11a';
const T = Math.floor(Date.now() / MINUTE) * MINUTE - 5 * HOUR;

const platform = (more: Record<string, unknown> = {}) =>
  product.must('POST', '/api/updown/thirdparty/submit', {
    companyId: product.companies.child,
    name: `平台${Math.random()}`,
    kind: 'city',
    scheme: 'pyun',
    url: stand.url,
    appSecret: stand.secret,
    personal: ['plate'],
    ...more,
  });
const link = (plat: string, parkId: string, thirdParkId = CODE) =>
  product.must('POST', '/api/updown/thirdparty/appsubmit', { platId: plat, parkId, thirdParkId });
const open = (id: string, openFlag = true) => product.must('POST', '/api/updown/thirdparty/open', { id, openFlag });

before(async () => {
  close = await stand.start();
  product = await startTestProduct();
  undo = configure(insideHosts.as([new URL(stand.url).host]));
  lot = await openLot(product, { capacity: 50 });
  stand.parks.add(CODE);
  platId = (await platform()).id;
  await link(platId, lot.parkId);
});
after(async () => {
  undo();
  await product.close();
  await close();
});

type Row = { kind: string; status: string; fact: string; answer: string | null; id: string };
const queue = (plat = platId): Promise<Row[]> =>
  product.database.read(platformScope, (db) =>
    db.raw<Row>('SELECT id, kind, status, fact, answer FROM third_message WHERE plat_id = $1 ORDER BY seq', [plat]),
  );
const states = async (plat = platId): Promise<string[]> =>
  (await queue(plat)).map(({ kind, status }) => `${kind} ${status}`);
const detail = (id = platId) => product.must('GET', '/api/updown/thirdparty/detail', { id });

/** Rounds from `at` on, a step apart, until nothing is left to do. */
async function drain(at = Date.now() + 1_000, stepMs = 2_000): Promise<number> {
  let now = at;
  for (let idle = 0; idle < 3; now += stepMs)
    idle = (await uploadRound(product.database, new Date(now))) === 0 ? idle + 1 : 0;
  return now;
}

test('an address in the own network, a wrong profile, and opening without a secret are refused', async () => {
  const catchUp = (more: object) =>
    product.ask('POST', '/api/updown/thirdparty/submit', {
      companyId: product.companies.child,
      name: '另一平台',
      kind: 'city',
      scheme: 'pyun',
      url: 'https://city.example',
      ...more,
    });
  const fields = async (more: object) => (await catchUp(more)).body.errors?.map(({ field }) => field);
  for (const url of [
    'http://127.0.0.1/',
    'http://10.0.0.8/',
    'http://[::1]/',
    'http://localhost/',
    'https://a:b@city.example/',
  ])
    assert.deepEqual(await fields({ url }), ['url'], url);
  assert.deepEqual(await fields({ scheme: 'own', profile: { version: 1 } }), ['profile']);
  const { id } = (await catchUp({})).body.data;
  const refused = await product.ask('POST', '/api/updown/thirdparty/open', { id, openFlag: true });
  assert.deepEqual([refused.status, (await detail(id)).openFlag], [422, false]);
});

test('while a platform is closed everything is recorded and nothing sent; once open it goes out in order, each once', async () => {
  await lot.enter('京A10001', T);
  await lot.leave('京A10001', T + 70 * MINUTE);
  assert.deepEqual(await states(), ['entry pending', 'exit pending']);
  await drain();
  assert.equal(stand.received.length, 0);
  const opened = await open(platId);
  assert.equal(opened.pending, 2);
  assert.ok(opened.unsaid.includes('Voids') || opened.unsaid.includes('作废'));
  await drain();
  assert.deepEqual(await states(), ['entry sent', 'exit sent']);
  assert.deepEqual(
    stand.taken.map(({ path, fields }) => [path, fields['plate'], fields['cash_value'] ?? null]),
    [
      ['enter', '京A10001', null],
      ['leave', '京A10001', '1000'],
    ],
  );
  const now = await detail();
  assert.deepEqual([now.pending, now.dead, now.awaySince], [0, 0, null]);
  assert.equal((await product.must('GET', '/api/updown/thirdparty/diary', { platId })).total, 2);
});

test('a plate correction follows its entry; a platform that never received a visit gets no correction of it', async () => {
  const id = await lot.enter('京A10002', T + MINUTE);
  await product.must('POST', '/api/updown/parkIORecord/updatePlateNumber', { recordId: id, plateNumber: '京A10003' });
  const other = (await platform()).id;
  await link(other, lot.parkId);
  await product.must('POST', '/api/updown/parkIORecord/updatePlateNumber', { recordId: id, plateNumber: '京A10004' });
  assert.deepEqual(await states(other), []);
  await drain();
  const received = stand.taken.filter(({ fields }) => fields['parking_serial'] === id);
  assert.deepEqual(
    received.map(({ path, fields }) => [path, fields['plate']]),
    [
      ['enter', '京A10002'],
      ['update', '京A10003'],
      ['update', '京A10004'],
    ],
  );
});

test('one that is refused holds its own visit alone, and goes on once it is put right', async () => {
  const strange = (await platform({ name: '严格平台' })).id;
  const app = await link(strange, lot.parkId, 'unknown-park');
  await open(strange);
  const id = await lot.enter('京C10001', T + 180 * MINUTE);
  await lot.leave('京C10001', T + 185 * MINUTE);
  await drain(Date.now() + 6 * HOUR);
  assert.deepEqual(await states(strange), ['entry dead', 'exit pending']);
  const [dead] = await queue(strange);
  assert.match(dead!.answer!, /400/);
  assert.equal((await detail(strange)).dead, 1);
  await product.must('POST', '/api/updown/thirdparty/appsubmit', { id: app.id, thirdParkId: CODE });
  await product.must('POST', '/api/gatehouse/thirdMessage/requeue', { id: dead!.id });
  await drain(Date.now() + 7 * HOUR);
  assert.deepEqual(await states(strange), ['entry sent', 'exit sent']);
  assert.ok(stand.taken.some(({ fields }) => fields['parking_serial'] === id));
});

test('a wrong secret kills nothing: it is tried again, and the diary says why without a plate', async () => {
  const wrong = (await platform({ name: '密钥错误', appSecret: 'another' })).id;
  await link(wrong, lot.parkId);
  await open(wrong);
  await lot.enter('京C20001', T + 190 * MINUTE);
  await uploadRound(product.database, new Date(Date.now() + 8 * HOUR));
  assert.deepEqual(await states(wrong), ['entry pending']);
  const { records } = await product.must('GET', '/api/updown/thirdparty/diary', {
    platId: wrong,
    startTime: new Date(Date.now() - HOUR).toISOString(),
    endTime: new Date(Date.now() + 24 * HOUR).toISOString(),
  });
  assert.equal(records[0].outcome, 'again');
  assert.doesNotMatch(JSON.stringify(records), /京C20001|another/);
  assert.match(records[0].summary, /签名/);
  await open(wrong, false);
});

test('a backfill creates what was never recorded, and nothing when repeated; the other group cannot', async () => {
  const late = (await platform({ name: '后登记' })).id;
  await link(late, lot.parkId);
  assert.deepEqual(await states(late), []);
  const span = {
    parkId: lot.parkId,
    platId: late,
    startTime: new Date(T - HOUR).toISOString(),
    endTime: new Date(T + 4 * HOUR).toISOString(),
  };
  const first = await product.must('POST', '/api/updown/wuLuMuQi/startUpload', span);
  const recorded = (await queue()).filter(({ kind }) => kind === 'entry' || kind === 'exit');
  assert.deepEqual([first.made, first.made > 5], [recorded.length, true]);
  const again = await product.must('POST', '/api/updown/wuLuMuQi/startUpload', span);
  assert.deepEqual([again.made, again.known], [0, first.made]);
  const exit = await lot.rows(
    `SELECT payload FROM third_message WHERE tenant_id = $1 AND park_id = $2 AND plat_id = $3 AND kind = 'exit'
      AND plate_number = '京A10001'`,
    late,
  );
  assert.deepEqual(
    exit[0]!.payload.stay.payments.map(({ way, amountFen }: { way: string; amountFen: number }) => [way, amountFen]),
    [['cash', 1000]],
  );
  const foreign = await product.ask('POST', '/api/updown/wuLuMuQi/startUpload', span, { as: 'otherTenant' });
  assert.ok([403, 404].includes(foreign.status));
});

test('a registration is one message however often it is requested, and only where the profile has it', async () => {
  const query = { parkId: lot.parkId, platId };
  assert.equal((await product.ask('POST', '/api/updown/thirdparty/registShangHai', query)).status, 422);
  const hook = (await platform({ name: '钩子', kind: 'webhook', scheme: 'webhook', appSecret: 'whsec_dGVzdA==' })).id;
  await link(hook, lot.parkId);
  const of = { parkId: lot.parkId, platId: hook };
  const first = await product.must('POST', '/api/updown/thirdparty/registShangHai', of);
  const again = await product.must('POST', '/api/updown/thirdparty/registWisdomCommunity', of);
  assert.deepEqual([first.messageId, first.status], [again.messageId, 'pending']);
  const found = await product.must('GET', '/api/updown/thirdparty/searchShangHai', of);
  assert.deepEqual([found.messageId, found.registered], [first.messageId, null]);
});

test('only the latest count waits, and payments are sent separately where the profile has them', async () => {
  const [hook] = (await product.must('GET', '/api/updown/thirdparty/list', { name: '钩子' })).records;
  await lot.enter('京D10001', T + 195 * MINUTE);
  await lot.leave('京D10001', T + 235 * MINUTE);
  const found = await queue(hook.id);
  const counts = found.filter(({ kind }) => kind === 'count').map(({ status }) => status);
  assert.deepEqual([counts.filter((each) => each === 'pending').length, counts.includes('superseded')], [1, true]);
  assert.equal(found.filter(({ kind }) => kind === 'payment').length, 1);
});

test('spaces in figures: all, held by bookings, orders of today, by id or by the platform’s number', async () => {
  // At midnight of the lot what was paid an hour ago is of yesterday.
  await lot.enter('京D10002', T + 240 * MINUTE);
  await lot.leave('京D10002', Date.now());
  const counts = await product.must('POST', '/api/updown/shanghai/yong/selectCount', {
    parkpotId: CODE,
    detailType: 2,
  });
  assert.deepEqual([counts.berths, counts.shared], [50, 0]);
  assert.ok(counts.orders >= 1);
  const details = await product.must('POST', '/api/updown/shanghai/yong/selectDetails', {
    parkpotId: lot.parkId,
    detailType: 2,
  });
  assert.equal(details.total, 0);
});

/** Takes whatever is posted, each id once; counts by kind and hour on request, and may have lost the first it took. */
async function counter() {
  const taken = new Map<string, { kind: 'in' | 'out'; hour: number }>();
  const hourOf = (iso: string): number =>
    Number(new Intl.DateTimeFormat('en-GB', { hour: '2-digit', timeZone: 'Asia/Shanghai' }).format(new Date(iso)));
  let loses = true;
  const server = createServer((request, reply) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const body = JSON.parse(Buffer.concat(parts).toString());
      if (request.url === '/counts') {
        const rows = [...Map.groupBy(taken.values(), ({ kind, hour }) => `${kind} ${hour}`)].map(([key, of]) => ({
          what: key.split(' ')[0],
          h: Number(key.split(' ')[1]),
          n: of.length,
        }));
        return void reply.end(JSON.stringify({ rows }));
      }
      const kind = body.type === 'stay.entered' ? 'in' : body.type === 'stay.left' ? 'out' : null;
      if (kind && loses) loses = false;
      else if (kind)
        taken.set(String(request.headers['webhook-id']), {
          kind,
          hour: hourOf(body.data[kind === 'in' ? 'inTime' : 'outTime']),
        });
      reply.end('{}');
    });
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, close: () => new Promise((done) => server.close(done)) };
}

test('a day is compared by kind and hour with what the platform counts itself, and an hour that differs is sent again', async () => {
  const theirs = await counter();
  const allow = configure(insideHosts.as([new URL(stand.url).host, new URL(theirs.url).host]));
  try {
    const profile = {
      ...webhook,
      counts: {
        path: '/counts',
        map: { park: { $from: 'park.code' }, day: { $from: 'span.day' } },
        list: 'rows',
        kind: 'what',
        hour: 'h',
        n: 'n',
        kinds: { in: 'entry', out: 'exit' },
      },
    };
    const own = { scheme: 'own', profile, url: theirs.url, kind: 'city', appSecret: 'whsec_dGVzdA==' };
    const plat = (await platform({ name: '会计数的平台', ...own })).id;
    const yard = await openLot(product, { capacity: 50 });
    await link(plat, yard.parkId, 'C-1');
    await open(plat);
    const day = dayOf(T, 'Asia/Shanghai');
    await yard.enter('京F10001', T);
    await yard.leave('京F10001', T + 2 * MINUTE);
    await drain();
    const counts = () =>
      product.must('GET', '/api/gatehouse/thirdparty/counts', { platId: plat, parkId: yard.parkId, day });
    const rows = async () =>
      (await counts()).rows
        .filter(({ kind }: { kind: string }) => kind === 'entry' || kind === 'exit')
        .map(({ kind, ours, sent, theirs: there, difference }: any) => [kind, ours, sent, there, difference]);
    const first = await counts();
    assert.equal(first.isQueried, true);
    assert.deepEqual(await rows(), [
      ['entry', 1, 1, 0, 1],
      ['exit', 1, 1, 1, 0],
    ]);
    const off = first.rows.find(({ difference }: { difference: number }) => difference !== 0);
    const query = { platId: plat, parkId: yard.parkId, day, hour: off.hour, kind: off.kind };
    const done = await product.must('POST', '/api/gatehouse/thirdparty/resendHour', query);
    assert.deepEqual(done, { made: 0, queued: 1 });
    await drain(Date.now() + HOUR);
    assert.deepEqual(await rows(), [
      ['entry', 1, 1, 1, 0],
      ['exit', 1, 1, 1, 0],
    ]);
    const foreign = await product.ask('POST', '/api/gatehouse/thirdparty/resendHour', query, { as: 'otherTenant' });
    assert.ok([403, 404].includes(foreign.status));
    const wrong = {
      ...own.profile,
      counts: { ...profile.counts, kinds: { in: 'arrival' }, map: { x: { $from: 'span.week' } } },
    };
    const refused = await product.ask('POST', '/api/updown/thirdparty/submit', { id: plat, profile: wrong });
    assert.match(JSON.stringify(refused.body.errors), /counts.kinds: arrival.*counts: span.week/);
    await compareDay(product.database, new Date(Date.now() + 24 * HOUR));
  } finally {
    allow();
    await theirs.close();
  }
});

test('where a platform cannot be queried, its day is compared with accepted messages, and differences raise a notice', async () => {
  const late = (await platform({ name: '问不到的平台' })).id;
  const yard = await openLot(product, { capacity: 50 });
  await yard.enter('京G10001', T);
  await link(late, yard.parkId);
  const day = dayOf(T, 'Asia/Shanghai');
  const query = { platId: late, parkId: yard.parkId, day };
  const { isQueried, rows } = await product.must('GET', '/api/gatehouse/thirdparty/counts', query);
  assert.deepEqual([isQueried, rows.length, rows[0].theirs, rows[0].difference], [false, 1, null, 1]);
  await open(late);
  await compareDay(product.database, new Date(startOfDay(addDays(day, 1), 'Asia/Shanghai') + 5 * HOUR));
  const { records } = await product.must('GET', '/api/blade-desk/notice/list', {});
  assert.ok(records.some(({ title }: { title: string }) => title.includes('问不到的平台')));
  const made = await product.must('POST', '/api/gatehouse/thirdparty/resendHour', {
    ...query,
    hour: rows[0].hour,
    kind: 'entry',
  });
  assert.deepEqual(made, { made: 1, queued: 0 });
  await open(late, false);
});
