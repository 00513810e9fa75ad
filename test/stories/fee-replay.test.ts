/** A tariff replayed over what really happened at the lanes. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { prepay } from '#areas/billing/server/door.ts';
import type { ReplayRun } from '#areas/fee/model/replay.ts';
import { replayRound } from '#areas/fee/server/door.ts';
import { replaysOver } from '#areas/fee/server/replay-run.ts';
import { changeLot } from '#areas/passage/server/door.ts';
import { HOUR, MINUTE, openLot } from '#areas/passage/server/lot.fixture.ts';
import type { StoryLot } from '#areas/passage/server/lot.fixture.ts';
import { keep } from '#areas/passage/server/session.ts';
import { isFeeRefusal } from '#domain/fee/types.ts';
import { factId } from '#domain/lane/identity.ts';
import { platformScope, tenantScope } from '#kit/server/db.ts';
import { startTestProduct } from '#test/test-product.ts';
import type { TestProduct } from '#test/test-product.ts';

let product: TestProduct;
let lot: StoryLot;
let published: string;
let draft: string;
const T = Math.floor(Date.now() / MINUTE) * MINUTE - 10 * HOUR;
const iso = (at: number): string => new Date(at).toISOString();
const WHITE = '京A00001';
const base = '/api/gatehouse/feeRule';

/** Pays by phone all that is due, and leaves ten minutes later, when the next unit has begun. */
async function prepaid(plate: string): Promise<void> {
  const stayId = await lot.enter(plate, T);
  const at = T + 55 * MINUTE;
  const orderId = factId({ device: `phone:${stayId}`, seq: at, rawAt: at }, 'order');
  const wake = await product.database.write(tenantScope(lot.target.tenantId), (db) =>
    changeLot(db, lot.target, { stayIds: [stayId] }, (session) => {
      const price = session.book.price(session.book.stay(stayId)!, at);
      assert.ok(!isFeeRefusal(price));
      keep(session, {
        fact: 'quoted',
        lane: null,
        passing: null,
        quote: {
          order: orderId,
          stay: stayId,
          pricedAt: at,
          validUntil: at + 60_000,
          receivableFen: price.receivableFen,
          deratedFen: 0,
          dueFen: price.receivableFen,
          lines: price.lines,
          tariff: price.tariff,
        },
      });
    }),
  );
  wake();
  const { tradeNo } = await prepay(product.database, {
    tenantId: lot.target.tenantId,
    orderId,
    channel: 'sandbox',
    at,
  });
  await product.must('POST', '/api/gatehouse/sandbox', { pay: tradeNo });
  await lot.money();
  await lot.leave(plate, T + 65 * MINUTE);
}

before(async () => {
  product = await startTestProduct();
  lot = await openLot(product, { white: [WHITE] });
  await lot.enter('京A10001', T);
  await lot.leave('京A10001', T + 80 * MINUTE);
  await lot.enter('京A10002', T);
  await lot.leave('京A10002', T + 10 * MINUTE);
  await lot.enter('京A10003', T);
  await lot.see('out1', T + HOUR, '京A10003');
  await lot.attend('out1', T + HOUR + 4000, { action: 'release', reason: '救护任务', picture: 'r.jpg' });
  await lot.through('out1', T + HOUR + 5000);
  await prepaid('京A10004');
  const corrected = await lot.enter('京A10005', T);
  await product.must('POST', '/api/updown/parkIORecord/updatePlateNumber', {
    recordId: corrected,
    plateNumber: '京A10055',
    remark: '识别错误',
  });
  await lot.leave('京A10055', T + 2 * HOUR);
  await lot.enter(WHITE, T);
  await lot.leave(WHITE, T + 3 * HOUR);
  await lot.see('out1', T + 4 * HOUR, '京A10009');
  const { phase } = await lot.lane('out1');
  assert.equal(phase.name, 'awaiting', 'no entry on record: the lowest charge is due');
  if (phase.name === 'awaiting') await lot.cash('out1', T + 4 * HOUR + 5000, phase.settling.quote.dueFen);
  await lot.through('out1', T + 4 * HOUR + 7000);
  const [rule] = (await product.must('GET', '/api/updown/platParkFeeRule/list', { parkId: lot.parkId })).records;
  published = rule.id;
  draft = (await product.must('POST', '/api/updown/platParkFeeRule/submit', { FeeRuleID: published, unitFee: 600 })).id;
});
after(() => product?.close());

const ask = (id: string, more: Record<string, unknown> = {}, as = 'groupAdmin') =>
  product.ask('POST', `${base}/replay`, { id, from: iso(T - HOUR), to: iso(T + 9 * HOUR), ...more }, { as });
async function replayed(id: string): Promise<ReplayRun> {
  const { run } = (await ask(id)).body.data;
  await replaysOver();
  return product.must('GET', `${base}/replayResult`, { run }, { as: 'groupAdmin' });
}

test('the published version comes out to the fen as the lanes billed it; what it did not bill stands under its cause', async () => {
  const { state, done, total, answer, request } = await replayed(published);
  assert.deepEqual([state, done, total, request.draft], ['done', 7, 7, false]);
  assert.deepEqual(answer!.exceptions.map(({ cause, stays }) => [cause, stays]).toSorted(), [
    ['listed', 1],
    ['no-entry', 1],
  ]);
  assert.deepEqual([answer!.same.stays, answer!.more.stays, answer!.less.stays], [5, 0, 0]);
  assert.deepEqual(answer!.total, { stays: 5, billedFen: 5500, newFen: 5500 });
});

test('a draft is held against the bills: sums by hour, car class and lot, who pays more, and the bills that change most', async () => {
  const { answer, request, names, plates } = await replayed(draft);
  assert.deepEqual([request.draft, answer!.total], [true, { stays: 5, billedFen: 5500, newFen: 6200 }]);
  assert.deepEqual([answer!.more, answer!.same.stays], [{ stays: 4, differenceFen: 700 }, 1]);
  assert.deepEqual(
    [names[lot.parkId] !== undefined, answer!.byLot.map(({ key, stays }) => [key, stays])],
    [true, [[lot.parkId, 5]]],
  );
  assert.deepEqual(
    answer!.byCarClass.map(({ key, stays }) => [key, stays]),
    [['小型车', 5]],
  );
  assert.equal(plates[answer!.most[0]!.id], '京A10055');
  const late = await product.must('GET', `${base}/replayResult`, { id: draft }, { as: 'groupAdmin' });
  assert.equal(late.answer.total.newFen, 6200);
});

test('the differences are a file: a row for every bill that changes and every exception', async () => {
  const { run } = await replayed(draft);
  const file = await product.ask('GET', `${base}/replayExport`, { run, format: 'csv' }, { as: 'groupAdmin' });
  const lines = file.text.trim().split('\r\n');
  assert.equal(lines.length, 1 + 4 + 2);
  assert.match(lines[0]!, /原应收.*按本规则应收.*差额.*例外原因/);
  assert.ok(
    lines.some((line) => line.includes('京A10055') && line.includes('20.00') && line.includes('23.00')),
    lines.join('\n'),
  );
  assert.ok(lines.some((line) => line.includes(WHITE) && line.includes('名单')));
  assert.equal((await product.ask('GET', `${base}/replayExport`, { run }, { as: 'groupAdmin' })).status, 200);
});

test('what cannot be replayed is refused at its field', async () => {
  const field = async (more: Record<string, unknown>) => (await ask(draft, more)).body.errors?.[0]?.field;
  assert.deepEqual(
    [
      await field({ to: iso(T - 2 * HOUR) }),
      await field({ from: iso(T - 400 * 24 * HOUR) }),
      await field({ from: 'yesterday' }),
      await field({ parkIds: await product.park(product.companies.second) }),
    ],
    ['to', 'to', 'from', 'parkIds'],
  );
  assert.equal(
    (await product.ask('POST', `${base}/replay`, { from: iso(T), to: iso(T + 1) }, { as: 'groupAdmin' })).body
      .errors?.[0]?.field,
    'id',
  );
  assert.equal(
    (await product.ask('GET', `${base}/replayResult`, {}, { as: 'groupAdmin' })).body.errors?.[0]?.field,
    'run',
  );
});

test('nobody replays or reads the stays of another tenant, nor without permission', async () => {
  const { run } = await replayed(published);
  assert.deepEqual(
    [(await ask(published, {}, 'otherTenant')).status, (await ask(published, {}, 'nobody')).status],
    [404, 403],
  );
  for (const [as, status] of [
    ['otherTenant', 404],
    ['nobody', 403],
  ] as const) {
    assert.equal((await product.ask('GET', `${base}/replayResult`, { run }, { as })).status, status);
    assert.equal((await product.ask('GET', `${base}/replayExport`, { run }, { as })).status, status);
  }
  assert.equal(
    (await product.ask('GET', `${base}/replayResult`, { id: published }, { as: 'otherTenant' })).body.data,
    null,
  );
});

test('a run whose server died is taken up by another; one that keeps failing is given up with its words', async () => {
  const set = (run: string, sql: string) =>
    product.database.write(platformScope, (db) => db.raw(`UPDATE outbox SET ${sql} WHERE id = $1`, [run]));
  const { run } = await replayed(published);
  await set(run, `state = 'pending', tries = 1, due_at = now() - interval '1 minute', payload = payload - 'answer'`);
  assert.equal((await product.must('GET', `${base}/replayResult`, { run }, { as: 'groupAdmin' })).state, 'running');
  assert.equal(await replayRound(product.database), 1);
  assert.equal((await product.must('GET', `${base}/replayResult`, { run }, { as: 'groupAdmin' })).answer.same.stays, 5);
  await set(
    run,
    `state = 'pending', tries = 2, due_at = now() - interval '1 minute', payload = payload || '{"from":"never"}'`,
  );
  await replayRound(product.database);
  const failed = await product.must('GET', `${base}/replayResult`, { run }, { as: 'groupAdmin' });
  assert.deepEqual([failed.state, failed.error.length > 0], ['failed', true]);
});
