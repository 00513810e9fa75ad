/** Roots of closed days on the real engine, and worked out again from exported files alone. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { closeDays, countDays } from '#areas/fund/server/door.ts';
import { tenantScope } from '#kit/server/db.ts';
import { startTestProduct } from '#test/test-product.ts';
import type { TestProduct } from '#test/test-product.ts';
import { daysAgo, openPaidLot } from './paid-lot.fixture.ts';
import type { PaidLot } from './paid-lot.fixture.ts';

let product: TestProduct;
const folder = mkdtempSync(join(tmpdir(), 'day-roots-'));
const tool = join(import.meta.dirname, '../../tools/check-day-roots.mjs');
before(async () => {
  product = await startTestProduct();
});
after(async () => {
  rmSync(folder, { recursive: true, force: true });
  await product.close();
});

const base = '/api/gatehouse/settlementRecord';
type Row = Record<string, any>;
const listed = async (path: string, lot: PaidLot): Promise<Row[]> =>
  (await product.must('GET', path, { parkId: lot.place.parkId, size: 100 })).records;
const rootsOf = async (lot: PaidLot): Promise<Row[]> =>
  (await listed('/api/gatehouse/dayRoot/list', lot)).toSorted((a, b) => a['no'] - b['no']);
const settlementsOf = (lot: PaidLot) => listed('/api/updown/plat/settlementrecord/getPageList', lot);

/** A day's payments, agreed with the channel's bill. */
async function paid(lot: PaidLot, day: string, ...amounts: number[]): Promise<void> {
  for (const fen of amounts) await lot.pay(fen, day);
  await lot.bill(day);
  await product.database.write(tenantScope(lot.tenantId), (db) =>
    countDays(db, lot.tenantId, daysAgo(1), { parkId: lot.place.parkId }),
  );
}
async function confirm(lot: PaidLot, day: string): Promise<void> {
  const row = (await settlementsOf(lot)).find((each) => each['day'] === day)!;
  await product.must('POST', `${base}/check`, { recordId: row['id'] }, { as: 'groupAdmin' });
  await product.must('POST', `${base}/confirm`, { recordId: row['id'] });
}
const close = (lot: PaidLot) =>
  product.database.write(tenantScope(lot.tenantId), (db) => closeDays(db, lot.tenantId, new Date()));

const exported = (path: string, lot: PaidLot, lang: 'zh' | 'en') =>
  product
    .ask('GET', `/api/gatehouse/export/${path}`, { format: 'csv', parkId: lot.place.parkId }, { lang })
    .then(({ text }) => text);
function checked(roots: string, settlements: string) {
  const [first, second] = [join(folder, 'roots.csv'), join(folder, 'settlements.csv')];
  writeFileSync(first, roots);
  writeFileSync(second, settlements);
  const { status, stdout } = spawnSync(process.execPath, [tool, first, second], { encoding: 'utf8' });
  return [status, stdout] as const;
}

test('a day closes once it and those before it are confirmed, and each root follows the one before', async () => {
  const lot = await openPaidLot(product);
  const [first, second, third] = [daysAgo(8), daysAgo(7), daysAgo(6)];
  await paid(lot, first, 1300, 1500);
  await paid(lot, second, 1000);
  await paid(lot, third, 700);
  await confirm(lot, second);
  await close(lot);
  assert.deepEqual(await rootsOf(lot), [], 'the day before is open');
  await confirm(lot, first);
  await close(lot);
  await close(lot);
  const [one, two, ...more] = await rootsOf(lot);
  assert.deepEqual(more, [], 'closed once');
  assert.deepEqual(
    [one!['day'], one!['no'], one!['rows'], one!['grossFen'], one!['previous']],
    [first, 1, 1, 2800, null],
  );
  assert.deepEqual([two!['day'], two!['no'], two!['previous']], [second, 2, one!['link']]);
  assert.deepEqual(
    (await settlementsOf(lot)).map((row) => [row['day'], row['rootNo']]).toSorted(),
    [
      [first, 1],
      [second, 2],
      [third, null],
    ],
    'a settlement says which root it is in',
  );
});

test('exported rows prove the roots without the server, in either language, and any change shows', async () => {
  const lot = await openPaidLot(product);
  for (const [nth, fen] of [1300, 1500, 1000].entries()) {
    await paid(lot, daysAgo(12 - nth), fen);
    await confirm(lot, daysAgo(12 - nth));
  }
  await close(lot);
  for (const lang of ['zh', 'en'] as const) {
    const [status, words] = checked(
      await exported('dayRoot', lot, lang),
      await exported('settlementRecord', lot, lang),
    );
    assert.deepEqual([status, words], [0, 'proved: 3 roots of 1 car parks hold over 3 settlements\n']);
  }
  const [roots, rows] = [await exported('dayRoot', lot, 'zh'), await exported('settlementRecord', lot, 'zh')];
  assert.match(checked(roots, rows.replace('15.00', '15.01'))[1], /come to another root/);
  const settleNo = (await settlementsOf(lot))[1]!['settleNo'] as string;
  const without = rows
    .split('\n')
    .filter((line) => !line.includes(settleNo))
    .join('\n');
  assert.match(checked(roots, without)[1], /0 settlements of 1/);
  const [, two] = await rootsOf(lot);
  assert.match(checked(roots.replaceAll(two!['link'], two!['root']), rows)[1], /the link is not that of its root/);
  const gone = roots
    .split('\n')
    .filter((line) => !line.includes(two!['root']))
    .join('\n');
  assert.match(checked(gone, rows)[1], /root 1 stands before it/);
  assert.deepEqual(checked(rows, roots)[0], 1, 'the wrong way round');
});

test('what is confirmed for a day that has closed gets a root of its own', async () => {
  const lot = await openPaidLot(product);
  const day = daysAgo(16);
  await paid(lot, day, 900);
  await confirm(lot, day);
  await close(lot);
  await product.database.write(tenantScope(lot.tenantId), (db) =>
    db.raw(
      `INSERT INTO settlement_record (tenant_id, company_id, park_id, id, settle_no, day, pay_type, merchant_ref, count,
       gross_fen, net_fen, status)
     SELECT tenant_id, company_id, park_id, gen_random_uuid(), 'JS-LATE', day, 'alipay', 'late', 1, 100, 100, 'confirmed'
     FROM settlement_record WHERE tenant_id = $1 AND park_id = $2 LIMIT 1`,
      [lot.tenantId, lot.place.parkId],
    ),
  );
  await close(lot);
  assert.deepEqual(
    (await rootsOf(lot)).map((row) => [row['day'], row['no'], row['rows'], row['grossFen']]),
    [
      [day, 1, 1, 900],
      [day, 2, 1, 100],
    ],
  );
  assert.equal(checked(await exported('dayRoot', lot, 'zh'), await exported('settlementRecord', lot, 'zh'))[0], 0);
});
