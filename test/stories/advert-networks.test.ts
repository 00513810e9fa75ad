/** What advert networks say of a day, entered and imported, held against what was counted here. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { openLot } from '#areas/passage/server/lot.fixture.ts';
import type { StoryLot } from '#areas/passage/server/lot.fixture.ts';
import { compareAgain } from '#areas/advert/server/network-days.ts';
import { addDays, dayOf } from '#domain/time/day.ts';
import { insertRows } from '#kit/server/bulk.ts';
import { tenantScope } from '#kit/server/db.ts';
import { newId } from '#kit/server/id.ts';
import { startTestProduct } from '#test/test-product.ts';
import type { TestProduct } from '#test/test-product.ts';

let product: TestProduct;
let lot: StoryLot;
before(async () => {
  product = await startTestProduct();
  lot = await openLot(product);
});
after(() => product.close());

const asAdmin = { as: 'groupAdmin' };
const base = '/api/gatehouse/adNetworkDay';
const day = (back: number) => addDays(dayOf(Date.now(), 'Asia/Shanghai'), -back);

/** Views and charge of a network's day at one slot. */
const counted = (plat: string, of: string, views: number, fen: number) =>
  product.database.write(tenantScope(lot.target.tenantId), (db) =>
    insertRows(
      db,
      'ad_day',
      [
        {
          tenant_id: lot.target.tenantId,
          company_id: product.companies.child,
          park_id: lot.parkId,
          id: newId(),
          created_at: new Date().toISOString(),
          updated_at: new Date().toISOString(),
          day: of,
          adver_id: newId(),
          plat,
          slot: 'bill',
          served: views,
          viewable: views,
          clicks: 0,
          closes: 0,
          invalid: 0,
          charge_fen: fen,
          lot_fen: 0,
        },
      ],
      '',
    ),
  );
const submit = (values: Record<string, unknown>) => product.ask('POST', `${base}/submit`, values, asAdmin);
const detail = (id: string) => product.must('GET', `${base}/detail`, { id }, asAdmin);
const enter = async (plat: string, of: string, theirViews: number, theirFen: number): Promise<string> =>
  (await product.must('POST', `${base}/submit`, { plat, day: of, theirViews, theirFen }, asAdmin)).id;

test('a network’s day stands beside ours, within the bound of its platform or beyond it', async () => {
  await counted('pp', day(1), 600, 1200);
  await counted('pp', day(1), 400, 800);
  await counted('js', day(1), 9_999, 9_999);
  const near = await detail(await enter('pp', day(1), 950, 1900));
  assert.deepEqual(
    [near.ourViews, near.ourFen, near.viewsOff, near.fenOff, near.boundBp, near.status],
    [1000, 2000, -50, -100, 500, 'within'],
  );
  const twice = await submit({ plat: 'pp', day: day(1), theirViews: 1, theirFen: 1 });
  assert.notEqual(twice.status, 200, 'a day and platform has one row');
  await product.must(
    'POST',
    '/api/gatehouse/adPlat/submit',
    { plat: 'pp', name: 'PP', shareBp: 7000, boundBp: 100 },
    asAdmin,
  );
  await compareAgain(product.database, new Date());
  assert.equal((await detail(near.id)).status, 'beyond', 'the bound has become narrower');
  const none = await detail(await enter('h', day(2), 0, 0));
  assert.deepEqual([none.ourViews, none.status], [0, 'equal'], 'nothing on either side');
});

test('a reason explains the difference it was written for until figures change', async () => {
  await counted('xinlin', day(3), 1000, 2000);
  const id = await enter('xinlin', day(3), 500, 1000);
  assert.equal((await detail(id)).status, 'beyond');
  await product.must('POST', `${base}/submit`, { id, reason: '对方停机半天' }, asAdmin);
  assert.equal((await detail(id)).status, 'explained');
  await compareAgain(product.database, new Date());
  assert.equal((await detail(id)).status, 'explained', 'nothing has changed');
  await counted('xinlin', day(3), 10, 20);
  await compareAgain(product.database, new Date());
  const later = await detail(id);
  assert.deepEqual([later.ourViews, later.viewsOff, later.status], [1010, -510, 'beyond']);
  await product.must('POST', `${base}/submit`, { id, theirViews: 1010, theirFen: 2020 }, asAdmin);
  assert.equal((await detail(id)).status, 'equal');
});

test('own adverts have no network, and a day to come has no figures yet', async () => {
  assert.equal((await submit({ plat: 'own', day: day(1), theirViews: 1, theirFen: 1 })).status, 400);
  assert.equal((await submit({ plat: 'js', day: day(-2), theirViews: 1, theirFen: 1 })).status, 400);
});

test('a file of days is imported once, and each is compared', async () => {
  await counted('js', day(5), 100, 300);
  const csv = `日期,平台,对方展示,对方费用\n${day(5)},JS,100,3.00\n${day(6)},JS,7,0.10\n`;
  const send = () =>
    product.ask('POST', '/api/gatehouse/import/adNetworkDay', {}, { ...asAdmin, bytes: Buffer.from(csv) });
  const first = await send();
  assert.equal(first.status, 200, JSON.stringify(first.body));
  const js = async () =>
    (await product.must('GET', `${base}/list`, { plat: 'js', size: 100, sort: '-day' }, asAdmin)).records.map(
      (row: Record<string, unknown>) => [row['day'], row['theirFen'], row['status']],
    );
  assert.deepEqual(await js(), [
    [day(5), 300, 'equal'],
    [day(6), 10, 'beyond'],
  ]);
  await send();
  assert.equal((await js()).length, 2, 'the same file again adds none');
});
