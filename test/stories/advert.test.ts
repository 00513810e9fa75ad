import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { HOUR, openLot } from '#areas/passage/server/lot.fixture.ts';
import type { StoryLot } from '#areas/passage/server/lot.fixture.ts';
import { addDays, dayOf } from '#domain/time/day.ts';
import { platformScope } from '#kit/server/db.ts';
import { startTestProduct } from '#test/test-product.ts';
import type { TestProduct } from '#test/test-product.ts';
import { turnAdverts } from '#areas/advert/server/jobs.ts';

let product: TestProduct;
let lot: StoryLot;
before(async () => {
  product = await startTestProduct();
  lot = await openLot(product);
});
after(() => product.close());

const nobody = { as: null };
const asAdmin = { as: 'groupAdmin' };
const today = () => dayOf(Date.now(), 'Asia/Shanghai');
let count = 0;

const draft = (more: Record<string, unknown> = {}, as = 'groupAdmin'): Promise<string> =>
  product
    .must(
      'POST',
      '/api/gatehouse/adver/submit',
      {
        companyId: product.companies.first,
        name: `广告${(count += 1)}`,
        plat: 'own',
        kind: 'text',
        text: '洗车 29 元',
        linkUrl: 'https://adverts.example.com/wash',
        slots: ['bill'],
        startTime: new Date(Date.now() - HOUR).toISOString(),
        endTime: new Date(Date.now() + 24 * HOUR).toISOString(),
        priceModel: 'cpm',
        priceFen: 2000,
        ...more,
      },
      { as },
    )
    .then(({ id }) => id as string);
const run = async (more: Record<string, unknown> = {}): Promise<string> => {
  const id = await draft(more);
  await product.must('POST', '/api/gatehouse/adver/review', { adverId: id });
  await turnAdverts(product.database, new Date());
  return id;
};
const adverOf = (id: string) => product.must('GET', '/api/gatehouse/adver/detail', { adverId: id }, asAdmin);
const stop = (id: string) => product.must('POST', '/api/gatehouse/adver/stopAdver', { adverId: id }, asAdmin);

const bill = async (plateNumber: string): Promise<string> =>
  (await product.must('POST', '/api/gatehouse/driver/bill', { parkId: lot.parkId, plateNumber }, nobody)).ticket;
const show = (ticket: string, slot = 'bill') =>
  product.must('POST', '/api/gatehouse/driver/advert', { ticket, slot }, nobody);
const reportSeen = (token: string, kind: string) =>
  product.must('POST', '/api/gatehouse/driver/advertSeen', { token, kind }, nobody);
const click = (token: string) => product.ask('GET', '/m/ad', { token }, nobody);
const rows = <R>(sql: string, ...values: unknown[]): Promise<R[]> =>
  product.database.read(platformScope, (db) => db.raw<R>(sql, values));
const sumsOf = async (id: string): Promise<unknown[]> => {
  const [sums] = await rows<Record<string, number>>(
    `SELECT sum(served)::int AS served, sum(viewable)::int AS views, sum(clicks)::int AS clicks,
      sum(closes)::int AS closes, sum(invalid)::int AS invalid, sum(charge_fen)::int AS fen FROM ad_day
      WHERE adver_id = $1`,
    id,
  );
  return Object.values(sums!);
};

test('one person writes an advert and another reviews it; until its schedule begins and after it ends none is served', async () => {
  await lot.enter('京A70001', Date.now() - HOUR);
  const ticket = await bill('京A70001');
  const id = await draft({ startTime: new Date(Date.now() + HOUR).toISOString() });
  const own = await product.ask('POST', '/api/gatehouse/adver/review', { adverId: id }, asAdmin);
  assert.equal(own.status, 422, 'not by who wrote it');
  await product.must('POST', '/api/gatehouse/adver/review', { adverId: id });
  const changed = await product.ask('POST', '/api/gatehouse/adver/submit', { id, text: '别的' }, asAdmin);
  assert.equal(changed.status, 400, 'what was reviewed stands');
  assert.equal(await show(ticket), null);
  await product.must('POST', '/api/gatehouse/adver/start', { adverId: id }, asAdmin);
  assert.equal(await show(ticket), null, 'started by hand before its time, it still waits');
  await turnAdverts(product.database, new Date(Date.now() + 25 * HOUR));
  assert.equal((await adverOf(id)).status, 'ended');
});

test('a view, a click and a close count once an hour however often they are reported, and the charge follows', async () => {
  await lot.enter('京A70002', Date.now() - HOUR);
  const ticket = await bill('京A70002');
  const id = await run({ priceModel: 'cpc', priceFen: 80, perDeviceDay: 100 });
  const first = await show(ticket);
  assert.deepEqual(Object.keys(first).sort(), ['link', 'picture', 'text', 'token']);
  assert.ok(JSON.stringify(first).length < 1000, 'small');
  assert.equal((await click(first.token)).status, 302);
  assert.deepEqual(await sumsOf(id), [1, 0, 0, 0, 1, 0], 'a click on what was not seen does not count');
  const second = await show(ticket);
  for (const page of [first, second]) for (let nth = 0; nth < 2; nth += 1) await reportSeen(page.token, 'viewable');
  const answer = await click(second.token);
  assert.deepEqual([answer.status, answer.headers.location], [302, 'https://adverts.example.com/wash']);
  await click(second.token);
  await reportSeen(second.token, 'close');
  assert.deepEqual(await sumsOf(id), [1, 1, 1, 1, 3, 80]);
  const { views, clicks, spentFen, lotFen } = await adverOf(id);
  assert.deepEqual([views, clicks, spentFen, lotFen], [1, 1, 80, 80]);
  await stop(id);
  assert.equal(await show(ticket), null);
});

test('days are the sums of the visits that counted, and nobody is named in them', async () => {
  const sums = await rows<{ ad: string; sums: string }>(
    `SELECT adver_id AS ad, concat_ws(' ', count(*) FILTER (WHERE counted AND kind = 'served'),
      count(*) FILTER (WHERE counted AND kind = 'viewable'), count(*) FILTER (WHERE counted AND kind = 'click'),
      count(*) FILTER (WHERE counted AND kind = 'close'), count(*) FILTER (WHERE NOT counted)) AS sums FROM ad_visit
      GROUP BY 1 ORDER BY 1`,
  );
  const days = await rows(
    `SELECT adver_id AS ad, concat_ws(' ', sum(served), sum(viewable), sum(clicks), sum(closes), sum(invalid)) AS sums
      FROM ad_day GROUP BY 1 ORDER BY 1`,
  );
  assert.deepEqual(days, sums);
  assert.equal((await rows(`SELECT 1 FROM ad_visit WHERE viewer LIKE '%A7000%'`)).length, 0);
});

test('an advert by the day costs its price once a day, never above its budget, and is shown to one viewer as often as it says', async () => {
  const id = await run({ priceModel: 'day', priceFen: 5000, budgetFen: 4000, perDeviceDay: 1 });
  for (const plate of ['京A70003', '京A70004']) await lot.enter(plate, Date.now() - HOUR);
  const tickets = [await bill('京A70003'), await bill('京A70004')];
  const shown = [await show(tickets[0]!), await show(tickets[1]!)];
  await reportSeen(shown[0].token, 'viewable');
  assert.equal(await show(tickets[0]!), null, 'seen as often as it may');
  await reportSeen(shown[1].token, 'viewable');
  assert.deepEqual((await sumsOf(id)).slice(0, 2), [2, 2]);
  assert.equal((await adverOf(id)).spentFen, 4000);
  await stop(id);
});

test('adverts of other car parks, other slots, other groups and platforms that are off are not shown', async () => {
  await lot.enter('京A70005', Date.now() - HOUR);
  const ticket = await bill('京A70005');
  const other = await product.park(product.companies.first, '别的车场');
  const ids = [await run({ parkIds: [other] }), await run({ slots: ['ticket'] }), await run({ plat: 'pp' })];
  const { id: plat } = await product.must(
    'POST',
    '/api/gatehouse/adPlat/submit',
    { plat: 'pp', name: 'PP', shareBp: 7000, enabled: false },
    asAdmin,
  );
  assert.equal(await show(ticket), null);
  await product.must('POST', '/api/gatehouse/adPlat/submit', { id: plat, enabled: true }, asAdmin);
  assert.ok(await show(ticket));
  assert.ok(await show(ticket, 'ticket'));
  for (const id of ids) await stop(id);
});

test('a token that is none leads nowhere, and a bill that is none gets no advert', async () => {
  assert.equal((await click('1.00000000000000000000000000000000')).status, 404);
  assert.equal((await product.ask('GET', '/m/ad-picture', { token: 'x' }, nobody)).status, 404);
  const none = await product.ask('POST', '/api/gatehouse/driver/advert', { ticket: 'x', slot: 'bill' }, nobody);
  assert.equal(none.status, 400);
});

test('the one call of the contract lists, saves, starts, stops and counts, each by its own permission', async () => {
  const post = (url: string, input: Record<string, unknown> = {}, as = 'groupAdmin') =>
    product.ask('POST', '/api/updown/agency/postAdver', { url, ...input }, { as });
  const id = await run({ plat: 'js' });
  assert.equal((await post('park/getAllAdver', { plat: 'js' })).body.data.records[0].id, id);
  assert.equal((await post('stopAdver', { adverId: id })).status, 200);
  assert.equal((await adverOf(id)).status, 'stopped');
  assert.equal((await post('park/start', { adverId: id })).status, 200);
  assert.equal((await post('stopAdver', { adverId: id }, 'nobody')).status, 403);
  assert.equal((await post('stopAdver', { adverId: id }, 'otherTenant')).status, 404);
  assert.equal((await post('park/submitAdPlat', { plat: 'js', name: 'JS' })).status, 200);
  assert.equal((await post('park/submitAdPlat', { plat: 'js', name: 'JS 广告' })).status, 200);
  assert.equal((await post('park/getAdPlat', { plat: 'js' })).body.data.name, 'JS 广告');
  assert.equal((await post('park/getPlatList')).body.data.total, 2);
  assert.ok((await post('park/searchPark')).body.data.total >= 1);
  assert.equal((await post('park/getDetails', { adverId: id })).body.data.id, id);
  const days = await post('park/staticDay', { staticType: 1, staticDay: `${addDays(today(), -1)},${today()}` });
  const report = await product.must('GET', '/api/gatehouse/adver/staticDay', {}, asAdmin);
  assert.ok(report.totals.viewable > 0);
  assert.equal(days.body.data.totals.viewable, report.totals.viewable);
  assert.equal(days.body.data.totals.chargeFen, report.totals.chargeFen);
  for (const staticType of [2, 3, 4])
    assert.equal(
      (await post('park/staticDay', { staticType, staticDay: today() })).body.data.totals.clicks,
      report.totals.clicks,
    );
  assert.equal((await post('park/staticDayPlat', { plat: 'h' })).body.data.total, 0);
  const all = (await post('park/getAllAdver')).body.data.total;
  for (const parkId of ['undefined', 'null'])
    assert.equal(
      (await post('park/getAllAdver', { parkId })).body.data.total,
      all,
      'the words for nothing name no lot',
    );
  assert.equal((await post('park/staticDay', { staticDay: 'x' })).status, 400);
  await stop(id);
});

test('while a car park has paid for pages without a platform’s adverts none of it is served there, and others are', async () => {
  await lot.enter('京A70091', Date.now() - HOUR);
  const ticket = await bill('京A70091');
  const plat = { plat: 'xinlin', name: 'Xinlin', shareBp: 7000, closeFen: 30_000 };
  await product.must('POST', '/api/gatehouse/adPlat/submit', plat, asAdmin);
  const theirs = await run({ plat: 'xinlin', text: '别家', perDeviceDay: 100 });
  assert.equal((await show(ticket)).text, '别家');
  const base = '/api/gatehouse/adverOrder';
  const order = { parkId: lot.parkId, plat: 'xinlin', months: 1 };
  const { id: orderId } = await product.must('POST', `${base}/submit`, order, asAdmin);
  assert.equal((await show(ticket)).text, '别家', 'ordered is not paid');
  await product.must('POST', `${base}/pay`, { orderId, payType: 'transfer', payRef: 'R-9' });
  assert.equal(await show(ticket), null);
  const ours = await run({ text: '自家', perDeviceDay: 100 });
  assert.equal((await show(ticket)).text, '自家');
  await stop(ours);
  await product.must('POST', `${base}/withdraw`, { orderId, why: '退款' });
  assert.equal((await show(ticket)).text, '别家', 'undone, they are shown again');
  await stop(theirs);
});
