/** Webhooks from their key to their last delivery, against a receiver that verifies by the documents' own program. */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, before, beforeEach, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { insideHosts } from '#areas/ops/server/door.ts';
import { openYard } from '#areas/pass/server/pass.fixture.ts';
import { HOUR, MINUTE, openLot } from '#areas/passage/server/lot.fixture.ts';
import type { StoryLot } from '#areas/passage/server/lot.fixture.ts';
import { arrearsMoved } from '#areas/billing/model/events.ts';
import { platformScope, tenantScope } from '#kit/server/db.ts';
import { configure } from '#kit/server/setting.ts';
import { startTestProduct } from '#test/test-product.ts';
import type { TestProduct } from '#test/test-product.ts';
import { HookStand } from '#test/providers/hook.ts';
import { webhookRound } from '#areas/webhook/server/door.ts';
import { webhookEvents } from '#areas/webhook/server/events.ts';
import { signedHeaders } from '#areas/webhook/server/sign.ts';

const base = '/api/gatehouse/webhook';
const DAY = 24 * HOUR;
let product: TestProduct;
let lot: StoryLot;
let close: () => Promise<void>;
let undo: (() => void) | undefined;
const stand = new HookStand();
let key: string;
let hook: string;
/** Cars come one after another, each event at a moment of its own. */
let clock = Math.floor(Date.now() / MINUTE) * MINUTE - 20 * HOUR;
const later = (ms: number): number => (clock += ms);

const newKey = async (more: Record<string, unknown> = {}): Promise<string> =>
  (
    await product.must('POST', '/api/updown/platBaseInterface/submit', {
      name: `应用${Math.random()}`,
      companyId: product.companies.child,
      scopes: ['stay:read', 'payment:read', 'gateOpening:read', 'parkMonth:read', 'rdEscape:read'],
      perMinute: 500,
      ...more,
    })
  ).id;
const form = (more: Record<string, unknown> = {}) => ({
  name: `订阅${Math.random()}`,
  keyId: key,
  url: stand.url,
  kinds: ['stay.entered', 'stay.left', 'order.paid'],
  giveUpDays: 3,
  ownerEmail: 'owner@example.com',
  ...more,
});
const subscribe = (more: Record<string, unknown> = {}): Promise<{ id: string; secret: string }> =>
  product.must('POST', `${base}/submit`, form(more));
const edit = (id: string, more: Record<string, unknown>) => product.must('POST', `${base}/submit`, { id, ...more });
const detail = (id: string) => product.must('GET', `${base}/detail`, { id });

type Row = { id: string; kind: string; status: string; answer: string | null; tries: number };
const deliveries = (id: string): Promise<Row[]> =>
  product.database.read(platformScope, (db) =>
    db.raw<Row>(
      'SELECT id, kind, status, answer, tries::int FROM webhook_delivery WHERE hook_id = $1 ORDER BY seq, id',
      [id],
    ),
  );
const states = async (id: string): Promise<string[]> =>
  (await deliveries(id)).map(({ kind, status }) => `${kind} ${status}`);
const diary = async (hookId: string, from = Date.now() - DAY, to = Date.now() + 40 * DAY) =>
  (
    await product.must('GET', '/api/gatehouse/webhookTry/list', {
      hookId,
      startTime: new Date(from).toISOString(),
      endTime: new Date(to).toISOString(),
      size: 200,
    })
  ).records;

/** Rounds from `at` on until nothing is left to do. */
async function drain(at = Date.now() + 1_000, stepMs = 2_000, most = 200): Promise<number> {
  let now = at;
  for (let idle = 0, nth = 0; idle < 3 && nth < most; now += stepMs, nth += 1)
    idle = (await webhookRound(product.database, new Date(now))) === 0 ? idle + 1 : 0;
  return now;
}
/** One webhook in use, the others removed, with an empty receiver. */
async function alone(more: Record<string, unknown> = {}): Promise<string> {
  for (const { id } of (await product.must('GET', `${base}/list`, { size: 100 })).records)
    await product.must('POST', `${base}/remove`, { ids: id });
  stand.clear();
  stand.status = null;
  const made = await subscribe(more);
  stand.secret = made.secret;
  return made.id;
}

before(async () => {
  close = await stand.start();
  product = await startTestProduct();
  undo = configure(insideHosts.as([new URL(stand.url).host]));
  lot = await openLot(product, { capacity: 200 });
  key = await newKey();
});
after(async () => {
  undo?.();
  await close();
  await product?.close();
});
beforeEach(() => {
  stand.bad.loseAnswers = 0;
});

test('the program of the documents accepts the vector of Standard Webhooks, and nothing that was changed or is old', async () => {
  const program = join(import.meta.dirname, '..', '..', 'docs', 'open-platform-client.mjs');
  const { verify } = await import(pathToFileURL(program).href);
  const [secret, body] = ['whsec_dGVzdC1zZWNyZXQtMDAwMQ==', '{"type":"order.paid","amountFen":1300}'];
  const headers = signedHeaders([secret], { id: 'msg_1', seconds: 1_793_880_000, body });
  assert.equal(headers['webhook-signature'], 'v1,ZcCnILgIG7S9kIvc2lu5iC5WCDZxux5zcJR9NwTm2Tg=');
  const now = 1_793_880_000_000;
  assert.deepEqual(verify(secret, headers, body, now), JSON.parse(body));
  assert.equal(verify(secret, headers, body.replace('1300', '1'), now), null);
  assert.equal(verify(secret, { ...headers, 'webhook-id': 'msg_2' }, body, now), null);
  assert.equal(verify(secret, headers, body, now + 301_000), null);
  assert.equal(verify('whsec_b3RoZXI=', headers, body, now), null);
  assert.equal(verify(secret, {}, body, now), null);
});

test('a webhook is refused beyond its key, into the own network, and for a foreign key', async () => {
  const fields = async (more: Record<string, unknown>, as?: string) => {
    const { status, body } = await product.ask('POST', `${base}/submit`, form(more), as ? { as } : {});
    return status === 200 ? [] : (body.errors?.map(({ field }) => field) ?? [status]);
  };
  const narrow = await newKey({ scopes: ['stay:read'], parkIds: [lot.parkId] });
  const neighbour = await product.park(product.companies.child);
  const foreign = await product.park(product.companies.second);
  assert.deepEqual(await fields({ keyId: narrow }), ['kinds']);
  const own = { keyId: narrow, kinds: ['stay.left'] };
  assert.deepEqual(await fields({ ...own, parkIds: [neighbour] }), ['parkIds']);
  assert.deepEqual(await fields({ parkIds: [foreign] }), ['parkIds']);
  for (const url of [
    'http://127.0.0.1/',
    'http://10.0.0.8/x',
    'http://[::1]/',
    'http://localhost/',
    'https://a:b@x.example/',
  ])
    assert.deepEqual(await fields({ ...own, url }), ['url'], url);
  const whole = await newKey({ scopes: ['stay:read', 'unmask'] });
  assert.deepEqual(await fields({ keyId: whole, kinds: ['stay.left'] }), ['url'], 'whole plates go over TLS');
  assert.notDeepEqual(await fields({}, 'otherTenant'), []);
  assert.deepEqual(await fields(own), []);
});

test('what happens at a car park goes out signed, plates masked, each once, and nothing that was not subscribed', async () => {
  hook = await alone({ kinds: ['stay.entered', 'stay.left', 'order.paid', 'barrier.opened'] });
  const id = await lot.enter('京A10001', later(MINUTE));
  await lot.leave('京A10001', later(70 * MINUTE));
  lot.forget();
  await lot.ingest(...lot.sent.slice(-6));
  await drain();
  const types = stand.taken.map(({ type }) => type).sort();
  assert.deepEqual(types, ['barrier.opened', 'barrier.opened', 'order.paid', 'stay.entered', 'stay.left']);
  assert.deepEqual(stand.refused, []);
  const entered = stand.taken.find(({ type }) => type === 'stay.entered')!;
  assert.deepEqual([entered.data['stayId'], entered.data['parkId']], [id, lot.parkId]);
  assert.equal(stand.taken.find(({ type }) => type === 'order.paid')!.data['amountFen'], 1000);
  assert.ok(stand.received.every(({ body }) => !body.includes('京A10001')));
  assert.match(JSON.stringify(stand.taken), /京A/);
  const now = await detail(hook);
  assert.deepEqual([now.pending, now.dead, now.failingSince], [0, 0, null]);
  assert.ok(!JSON.stringify([now, await product.must('GET', `${base}/list`, {})]).includes(stand.secret.slice(6)));
});

test('changes of passes and debts are sent', async () => {
  const own = await alone({ kinds: ['pass.changed', 'debt.opened', 'debt.settled'] });
  const yard = await openYard(product);
  const pass = await yard.issue({ plateNumber: '京A77001', userName: '王', phone: '13800000001' });
  await product.must('POST', '/api/updown/parkMonth/stop', { grantId: pass, remark: '退租' }).catch(() => undefined);
  const handler = webhookEvents.handles.find(({ event }) => event === arrearsMoved)!;
  const { companyId, tenantId } = (
    await lot.rows(
      'SELECT company_id AS "companyId", tenant_id AS "tenantId" FROM park WHERE tenant_id = $1 AND id = $2',
    )
  )[0]!;
  const moved = { orderId: 'order-1', stayId: null, plateNumber: '京A77002', inTime: clock, at: clock, via: null };
  await product.database.write(tenantScope(tenantId), (db) =>
    Promise.resolve(
      handler.run(
        {
          place: { tenantId, companyId, parkId: lot.parkId, zone: 'Asia/Shanghai' },
          moves: [
            { ...moved, move: { kind: 'owed', amountFen: 500 } },
            { ...moved, move: { kind: 'paid', amountFen: 500 } },
          ],
        },
        { db },
      ),
    ),
  );
  await drain();
  const passes = stand.taken.filter(({ type }) => type === 'pass.changed').map(({ data }) => data['change']);
  assert.deepEqual(passes.slice(0, 3), ['applied', 'approved', 'renewed']);
  assert.deepEqual(
    stand.taken.flatMap(({ type, data }) => (type.startsWith('debt') ? [[type, data['how'], data['amountFen']]] : [])),
    [
      ['debt.opened', 'owed', 500],
      ['debt.settled', 'paid', 500],
    ],
  );
  assert.ok(!JSON.stringify(stand.taken).includes('京A7700'));
  assert.ok((await states(own)).every((each) => each.endsWith(' sent')));
});

test('a receiver down for five hours that loses answers has in the end each event, the same again under the same id', async () => {
  hook = await alone();
  stand.status = 503;
  const began = Date.now() + 1_000;
  for (let nth = 0; nth < 6; nth += 1) {
    await lot.enter(`京B0000${nth}`, later(MINUTE), nth % 2 ? 'in1' : 'in2');
    if (nth > 2) await lot.leave(`京B0000${nth - 3}`, later(20 * MINUTE));
  }
  for (let at = began; at < began + 5 * HOUR; at += 5 * MINUTE) await webhookRound(product.database, new Date(at));
  const away = await detail(hook);
  assert.ok(away.failingSince && away.pending > 8);
  assert.match(away.lastError, /^503/);
  const tried = (await diary(hook)).length;
  assert.ok(tried < 100, `tried ${tried} times in five hours`);
  stand.status = null;
  stand.bad.loseAnswers = 3;
  await drain(began + 5 * HOUR, 6 * MINUTE);
  assert.ok((await states(hook)).every((each) => each.endsWith(' sent')));
  assert.equal(stand.taken.length, (await deliveries(hook)).length);
  assert.ok(stand.received.length > stand.taken.length, 'some came twice');
  for (const { id, body } of stand.received) assert.equal(body, stand.received.find((each) => each.id === id)!.body);
  assert.equal((await detail(hook)).failingSince, null);
});

test('one that is not taken keeps nobody waiting: what comes late is put in order by its sequence', async () => {
  hook = await alone();
  stand.skipOnce = 'stay.entered';
  await lot.enter('京C00001', later(MINUTE));
  await drain(Date.now(), 1, 2);
  await lot.leave('京C00001', later(20 * MINUTE));
  await drain(Date.now() + 1_000);
  const came = stand.taken.filter(({ type }) => type.startsWith('stay.'));
  assert.deepEqual(
    came.map(({ type }) => type),
    ['stay.left', 'stay.entered'],
  );
  assert.deepEqual(
    came.toSorted((a, b) => a.sequence - b.sequence).map(({ type }) => type),
    ['stay.entered', 'stay.left'],
  );
});

test('after a day it is a dead letter, which goes out again by hand or by span under its id', async () => {
  hook = await alone({ kinds: ['stay.entered'] });
  stand.status = 500;
  await lot.enter('京D00001', later(MINUTE));
  await lot.enter('京D00002', later(MINUTE));
  await webhookRound(product.database, new Date(Date.now() + 1_000));
  await webhookRound(product.database, new Date(Date.now() + DAY + HOUR));
  assert.deepEqual(await states(hook), ['stay.entered dead', 'stay.entered dead']);
  stand.status = null;
  const [first] = await deliveries(hook);
  await product.must('POST', '/api/gatehouse/webhookDelivery/redeliver', { id: first!.id });
  await drain();
  assert.deepEqual([stand.taken.length, stand.taken[0]!.id], [1, first!.id]);
  const span = {
    id: hook,
    startTime: new Date(clock - HOUR).toISOString(),
    endTime: new Date(clock + HOUR).toISOString(),
  };
  assert.deepEqual(await product.must('POST', `${base}/redeliver`, { ...span, which: 'dead' }), { queued: 1 });
  await drain();
  assert.deepEqual(await product.must('POST', `${base}/redeliver`, { ...span, which: 'all' }), { queued: 2 });
  await drain();
  assert.deepEqual([stand.taken.length, stand.received.length], [2, 4]);
  const other = await product.ask('POST', `${base}/redeliver`, { ...span, which: 'all' }, { as: 'otherTenant' });
  assert.ok([403, 404].includes(other.status));
  const tooLong = { ...span, startTime: new Date(clock - 40 * DAY).toISOString(), which: 'all' };
  assert.equal((await product.ask('POST', `${base}/redeliver`, tooLong)).status, 422);
});

test('days of failure disable it and its company is notified; once enabled again it starts over', async () => {
  hook = await alone({ kinds: ['stay.entered'], giveUpDays: 2 });
  stand.status = 404;
  const began = Date.now() + 1_000;
  await lot.enter('京E00001', later(MINUTE));
  await webhookRound(product.database, new Date(began));
  assert.equal((await detail(hook)).enabled, true);
  await lot.enter('京E00002', later(MINUTE));
  await webhookRound(product.database, new Date(began + 5 * MINUTE));
  await product.database.write(platformScope, (db) =>
    db.raw(`UPDATE webhook SET failing_since = $2 WHERE id = $1 RETURNING 1`, [
      hook,
      new Date(began - 2 * DAY).toISOString(),
    ]),
  );
  await webhookRound(product.database, new Date(began + HOUR));
  const off = await detail(hook);
  assert.deepEqual([off.enabled, Boolean(off.offTime), off.pending], [false, true, 0]);
  const { records } = await product.must('GET', '/api/blade-desk/notice/list', {});
  assert.ok(records.some(({ title }: { title: string }) => title.includes(off.name)));
  await lot.enter('京E00003', later(MINUTE));
  assert.equal((await deliveries(hook)).length, 2, 'nothing is recorded while it is off');
  stand.status = null;
  assert.equal(
    (await product.ask('POST', '/api/gatehouse/webhookDelivery/redeliver', { id: (await deliveries(hook))[0]!.id }))
      .status,
    422,
  );
  await edit(hook, { enabled: true });
  const on = await detail(hook);
  assert.deepEqual([on.offTime, on.failingSince], [null, null]);
  await lot.enter('京E00004', later(MINUTE));
  await drain();
  assert.equal(stand.taken.length, 1);
});

test('410 switches it off at once', async () => {
  hook = await alone({ kinds: ['stay.entered'] });
  stand.status = 410;
  await lot.enter('京F00001', later(MINUTE));
  await webhookRound(product.database, new Date(Date.now() + 1_000));
  assert.equal((await detail(hook)).enabled, false);
  assert.equal((await diary(hook))[0].outcome, 'gone');
});

test('while a secret changes deliveries carry both signatures; a day later the former is worth nothing', async () => {
  hook = await alone({ kinds: ['stay.entered'] });
  const former = stand.secret;
  const { secret } = await product.must('POST', `${base}/rotate`, { id: hook });
  assert.notEqual(secret, former);
  await lot.enter('京G00001', later(MINUTE));
  await drain();
  assert.deepEqual(
    stand.received.map(({ signatures }) => signatures),
    [2],
  );
  await product.database.write(platformScope, (db) =>
    db.raw(`UPDATE webhook SET old_until = now() - interval '1 second' WHERE id = $1 RETURNING 1`, [hook]),
  );
  await lot.enter('京G00002', later(MINUTE));
  await webhookRound(product.database, new Date(Date.now() + 10_000));
  assert.equal(stand.refused.length, 1);
  stand.secret = secret;
  await drain(Date.now() + MINUTE);
  assert.equal(stand.taken.length, 2);
});

test('what a key does not open any more is not sent: a scope, a car park, the key itself', async () => {
  const app = await newKey();
  const save = (more: Record<string, unknown>) =>
    product.must('POST', '/api/updown/platBaseInterface/submit', { PKID: app, ...more });
  hook = await alone({ keyId: app, kinds: ['stay.entered', 'barrier.opened'] });
  await lot.enter('京H00001', later(MINUTE));
  await save({ scopes: ['stay:read'] });
  await drain();
  assert.deepEqual((await states(hook)).sort(), ['barrier.opened dropped', 'stay.entered sent']);
  await lot.enter('京H00002', later(MINUTE));
  await save({ parkIds: [await product.park(product.companies.child)] });
  await drain();
  assert.equal((await states(hook)).filter((each) => each === 'stay.entered dropped').length, 1);
  await save({ parkIds: [lot.parkId] });
  await lot.enter('京H00003', later(MINUTE));
  await save({ enabled: false });
  await drain();
  assert.equal((await states(hook)).filter((each) => each === 'stay.entered dropped').length, 2);
  await lot.enter('京H00004', later(MINUTE));
  assert.equal((await deliveries(hook)).length, 4, 'nothing is recorded for a key that is out of use');
  assert.deepEqual(
    stand.taken.map(({ type }) => type),
    ['stay.entered'],
  );
});

test('a test says at once what was answered; neither plates nor secrets stand in the diary', async () => {
  hook = await alone({ kinds: ['stay.entered'] });
  const fine = await product.must('POST', `${base}/test`, { id: hook });
  assert.deepEqual([fine.outcome, fine.httpStatus, stand.taken[0]!.type], ['sent', 200, 'webhook.test']);
  const right = stand.secret;
  stand.secret = `whsec_${Buffer.from('another').toString('base64')}`;
  assert.equal((await product.must('POST', `${base}/test`, { id: hook })).outcome, 'again');
  assert.equal((await detail(hook)).failingSince, null, 'a test counts for nothing');
  stand.secret = right;
  stand.status = 400;
  await lot.enter('京J00001', later(MINUTE));
  await webhookRound(product.database, new Date(Date.now() + 1_000));
  const stored = JSON.stringify(await diary(hook));
  assert.match(stored, /no: v1,\*\*\*/);
  for (const hidden of ['京J00001', right.slice(6)]) assert.ok(!stored.includes(hidden), hidden);
  const other = await product.ask('POST', `${base}/test`, { id: hook }, { as: 'otherTenant' });
  assert.ok([403, 404].includes(other.status));
});

test('nobody sees or receives anything of another group’s car parks', async () => {
  hook = await alone({ kinds: ['stay.entered'] });
  const theirs = await openLot(product, { company: product.companies.second });
  await theirs.enter('京K00001', later(MINUTE));
  const sister = await openLot(product, { company: product.companies.first });
  await sister.enter('京K00002', later(MINUTE));
  assert.deepEqual(await states(hook), [], 'the key is of the company below');
  for (const path of [`${base}/list`, '/api/gatehouse/webhookDelivery/list', '/api/gatehouse/webhookTry/list'])
    assert.equal((await product.must('GET', path, {}, { as: 'otherTenant' })).total, 0, path);
});
