import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { readTable } from '#kit/sheets/read/read.ts';
import { startTestProduct } from '#test/test-product.ts';
import type { TestProduct } from '#test/test-product.ts';
import { base, day, openYard, today } from './pass.fixture.ts';
import type { Yard } from './pass.fixture.ts';

let product: TestProduct;
let yard: Yard;
before(async () => {
  product = await startTestProduct();
  yard = await openYard(product);
});
after(() => product.close());

const sheet = (...lines: string[]): Buffer =>
  Buffer.from(`\uFEFF${['车牌号,其他车牌,车主,开始日期,到期日,实收金额', ...lines].join('\n')}\n`);
const send = (bytes: Buffer, mode: 'check' | 'submit', key?: string) =>
  product.ask(
    'POST',
    `${base}/batchParkMonthCard`,
    { parkId: yard.parkId, carTypeId: yard.monthly, mode },
    { bytes, ...(key ? { key } : {}) },
  );
const passes = async () =>
  (await product.must('GET', `${base}/listPage`, { parkId: yard.parkId, size: 100 })).records as {
    plateNumber: string;
    status: string;
    endTime: string;
  }[];

test('the template has the columns of a line, not what is entered once', async () => {
  const file = await product.ask('GET', `${base}/downloadTemplate`, { parkId: yard.parkId });
  assert.equal(file.status, 200);
  assert.match(String(file.headers['content-type']), /spreadsheetml/);
});

test('every line is checked without a trace, good ones are issued and paid, the others come back with the reason; once per key', async () => {
  const file = sheet(
    `苏A20001,,王芳,${today},${day(29)},300`,
    `苏A20002,"苏A20003、苏A20004",李明,${today},${day(59)},600.50`,
    `苏A20001,,重复,${today},${day(29)},300`,
    `苏A20005,,,${today},${day(-1)},300`,
    `苏A20006,,,不是日期,${day(29)},300`,
    `,,无车牌,${today},${day(29)},300`,
  );
  const look = (await send(file, 'check')).body.data;
  assert.deepEqual(
    [look.total, look.good, look.bad, look.rows.map((row: { line: number }) => row.line)],
    [6, 2, 4, [4, 5, 6, 7]],
  );
  assert.deepEqual(await passes(), []);
  const first = await send(file, 'submit', 'batch-1');
  assert.deepEqual([first.body.data.good, first.body.data.bad], [2, 4]);
  assert.equal((await send(file, 'submit', 'batch-1')).body.data.good, 2);
  assert.deepEqual((await passes()).map((row) => [row.plateNumber, row.status, row.endTime]).sort(), [
    ['苏A20001', 'active', day(29)],
    ['苏A20002', 'active', day(59)],
  ]);
  const failed = await readTable(Buffer.from(first.body.data.failedFile, 'base64'));
  assert.deepEqual([failed.headings.at(-1), failed.lines.length, failed.lines[0]!.cells[0]], ['问题', 4, '苏A20001']);
  assert.match(String(failed.lines[0]!.cells.at(-1)), /已有月租/);
  const spelt = await send(sheet(`苏,,,不是日期,${day(29)},一百`), 'check');
  const [cells] = (await readTable(Buffer.from(spelt.body.data.failedFile, 'base64'))).lines;
  assert.match(String(cells!.cells.at(-1)), /^(?!.*车牌号车牌号)/);
  const renewals = await product.must('GET', '/api/updown/static/getSearchCardExtension', { parkId: yard.parkId });
  assert.deepEqual([renewals.total, renewals.totals.moneyFen], [2, 90_050]);
  assert.ok(await yard.booksRight());
});

test('the lines that came back can be put right and sent as they are', async () => {
  const { failedFile } = (await send(sheet(`苏A20010,,,${today},${day(-5)},300`), 'check')).body.data;
  const { headings, lines } = await readTable(Buffer.from(failedFile, 'base64'));
  const fixed = [
    headings.join(','),
    ...lines.map(({ cells }) =>
      cells
        .map((cell, at) =>
          headings[at] === '到期日' ? day(20) : at === headings.length - 1 ? '已改' : String(cell ?? ''),
        )
        .join(','),
    ),
  ].join('\n');
  const again = (await send(Buffer.from(`\uFEFF${fixed}\n`), 'submit')).body.data;
  assert.deepEqual([again.good, again.bad, again.ignored], [1, 0, ['问题']]);
});

test('a batch needs the right, its own tenant’s lot, a type for passes and a file', async () => {
  const file = sheet(`苏A20020,,,${today},${day(29)},300`);
  const filter = { parkId: yard.parkId, carTypeId: yard.monthly };
  const as = (who: string, input: Record<string, unknown> = filter) =>
    product.ask('POST', `${base}/batchParkMonthCard`, input, { bytes: file, as: who });
  assert.deepEqual([(await as('nobody')).status, (await as('otherTenant')).status], [403, 404]);
  assert.equal((await as('admin', { ...filter, carTypeId: yard.temp })).body.data.good, 0);
  assert.equal((await product.ask('POST', `${base}/batchParkMonthCard`, filter)).body.errors?.[0]?.field, 'file');
});
