import assert from 'node:assert/strict';
import { get } from 'node:http';
import { after, before, test } from 'node:test';
import { readTable } from '#kit/sheets/read/read.ts';
import { openWorkshop } from './workshop.ts';
import type { Workshop } from './workshop.ts';

let shop: Workshop;
let lotId: string;
const run = (nth: number) => `01980000-0000-7000-8000-0000000001${String(nth).padStart(2, '0')}`;

before(async () => {
  shop = await openWorkshop();
  lotId = (await shop.ask('POST', '/api/workshop/lot/submit', { body: { lotName: '东门' } })).body.data.id;
  const cars = [
    {
      plateNumber: '京A00001',
      lotId,
      owner: '=HYPERLINK("x")',
      colour: 'red',
      tags: ['red', 'blue'],
      price: 1250,
      seats: 5,
      share: 1250,
      active: true,
      born: '2026-05-01',
      since: '2026-05',
      enteredAt: '2026-05-01T00:30:00Z',
      stay: 3661,
      phone: '13800001234',
      pin: 'very-secret',
      at: { lng: 116.4, lat: 39.9 },
      lots: [lotId],
    },
    { plateNumber: '京A00002', lotId, owner: '逗号,引号"', colour: 'blue', price: 5, active: false },
    { plateNumber: '京A00003', lotId, colour: 'red', price: 100 },
  ];
  for (const car of cars) assert.equal((await shop.ask('POST', '/api/workshop/car/submit', { body: car })).status, 200);
});
after(() => shop.close());

const all = 'plateNumber,lotId,lots,owner,colour,tags,price,seats,share,active,born,since,enteredAt,stay,phone,at,pin';
const fetched = async (query: Record<string, unknown>, options: Record<string, unknown> = {}) =>
  shop.ask('GET', '/api/gatehouse/export/workshopCar', { query, ...options });

test('CSV holds the words, amounts and times of the reader, and no secret', async () => {
  const answer = await fetched({ format: 'csv', columns: all, sort: 'plateNumber' });
  assert.equal(answer.status, 200);
  assert.match(String(answer.headers['content-disposition']), /filename\*=UTF-8''%E6%A0%B7/);
  const lines = answer.bytes.toString('utf8').split('\r\n');
  assert.equal(
    lines[0],
    '\ufeff车牌号,车场,其他车场,车主,颜色,标签,金额（元）,座位,比例,启用,出厂日期,起始月,入场时间,停留,电话,位置',
  );
  assert.equal(
    lines[1],
    `京A00001,东门,东门,"'=HYPERLINK(""x"")",红,红、蓝,12.50,5,12.50%,是,2026-05-01,2026-05,2026-05-01 08:30:00,1:01:01,13800001234,"116.4,39.9"`,
  );
  assert.equal(lines[2], '京A00002,东门,,"逗号,引号""",蓝,,0.05,,,否,,,,,,');
  const tokyo = await fetched(
    { format: 'csv', columns: 'colour,enteredAt', plateNumber: '京A00001' },
    { as: 'tokyo', lang: 'en' },
  );
  assert.equal(tokyo.bytes.toString('utf8'), '\ufeffColour,Entered at\r\nRed,2026-05-01 09:30:00\r\n');
});

test('XLSX holds the same rows as the list, by the same filter and order', async () => {
  const list = (
    await shop.ask('GET', '/api/workshop/car/list', { query: { colour: 'red', sort: '-price' } })
  ).body.data.records.map((row: { plateNumber: string }) => row.plateNumber);
  const { lines, headings } = await readTable((await fetched({ colour: 'red', sort: '-price' })).bytes);
  assert.deepEqual(headings, ['车牌号', '车场', '颜色', '金额（元）', '入场时间']);
  assert.deepEqual(
    lines.map(({ cells }) => cells[0]),
    list,
  );
  assert.deepEqual(lines[0]!.cells.slice(1, 4), ['东门', '红', 12.5]);
});

test('personal data is masked for who may not read it', async () => {
  const masked = (
    await fetched({ format: 'csv', columns: 'phone', plateNumber: '京A00001' }, { as: 'clerk' })
  ).bytes.toString('utf8');
  assert.match(masked, /138\*\*\*\*1234/);
});

test('only who may export does, and only what is in his scope', async () => {
  assert.equal((await fetched({}, { as: null })).status, 401);
  assert.equal((await fetched({}, { as: 'nobody' })).status, 403);
  assert.equal((await shop.ask('GET', '/api/gatehouse/export/nothing')).status, 404);
  assert.equal((await fetched({ format: 'csv' }, { as: 'other' })).bytes.toString('utf8').split('\r\n').length, 2);
  assert.equal((await fetched({ priceFrom: 'abc' })).status, 400);
  assert.equal((await shop.ask('GET', '/api/workshop/car/exportList', { as: 'nobody' })).status, 403);
});

test('the path the contract names gives the same file', async () => {
  const answer = await shop.ask('GET', '/api/workshop/car/exportList', { query: { sort: 'plateNumber' } });
  assert.deepEqual(
    (await readTable(answer.bytes)).lines.map(({ cells }) => cells[0]),
    ['京A00001', '京A00002', '京A00003'],
  );
});

test('an export leaves its progress for its owner and a line in the audit', async () => {
  await fetched({ run: run(1), colour: 'red' });
  const progress = await shop.ask('GET', '/api/gatehouse/export-progress', { query: { run: run(1) } });
  assert.deepEqual(progress.body.data, { done: 2, total: 2, state: 'done' });
  assert.equal(
    (await shop.ask('GET', '/api/gatehouse/export-progress', { query: { run: run(1) }, as: 'clerk' })).status,
    404,
  );
  const { rows } = await shop.admin(
    `SELECT after FROM audit_log WHERE action = 'export' AND after->>'colour' = 'red' ORDER BY at DESC LIMIT 1`,
  );
  assert.equal(rows[0].after.rows, 2);
});

test('a report is exported with names and totals, on both of its paths, only to who may read it', async () => {
  const query = { format: 'csv', startTime: '2026-05-01', endTime: '2026-05-01' };
  for (const path of ['/api/gatehouse/export-report/workshopTakings', '/api/workshop/takings/export']) {
    const answer = await shop.ask('GET', path, { query });
    assert.equal(
      answer.bytes.toString('utf8'),
      '\ufeff日期,车场,车次,金额（元）,占比\r\n2026-05-01,东门,1,12.50,25.00%\r\n合计,,1,12.50,\r\n',
    );
    assert.equal((await shop.ask('GET', path, { query, as: 'nobody' })).status, 403);
    assert.match(decodeURIComponent(String(answer.headers['content-disposition'])), / 2026-05-01\.csv$/);
    const month = { format: 'csv', startTime: '2026-05-01', endTime: '2026-05-31' };
    const file = (await shop.ask('GET', path, { query: month })).headers['content-disposition'];
    assert.match(decodeURIComponent(String(file)), / 2026-05\.csv$/, 'a whole month names the file');
  }
  assert.equal((await shop.ask('GET', '/api/gatehouse/export-report/nothing')).status, 404);
});

test('a large export streams with bounded memory, and stops when the reader goes away', async (t) => {
  const rows = Number(process.env['EXPORT_ROWS'] ?? 60_000);
  await shop.admin(
    `INSERT INTO workshop_car (tenant_id, id, plate_number, lot_id, owner, colour, price, seats, share, active, born,
      entered_at, stay, since)
    SELECT 1, gen_random_uuid(), '沪B' || lpad(n::text, 7, '0'), $1::uuid, '车主' || n, 'blue', n, 4, 100, true,
      '2026-05-01', timestamptz '2026-01-01' + n * interval '1 second', n % 9000, '2026-05'
      FROM generate_series(1, $2::int) n`,
    [lotId, rows],
  );
  const address = await shop.address();
  const stream = (query: string, leaveAfter = Infinity) =>
    new Promise<number>((resolve, reject) => {
      get(
        `${address}/api/gatehouse/export/workshopCar?${query}`,
        { headers: { authorization: 'Bearer full' } },
        (answer) => {
          let bytes = 0;
          answer.on('data', (chunk: Buffer) => {
            bytes += chunk.length;
            if (bytes > leaveAfter) {
              answer.destroy();
              resolve(bytes);
            }
          });
          answer.on('end', () => resolve(bytes));
          answer.on('error', (error) => (leaveAfter < Infinity ? resolve(bytes) : reject(error)));
        },
      ).on('error', reject);
    });
  const columns = 'plateNumber,lotId,owner,colour,price,seats,share,active,born,enteredAt,stay,since';
  for (const format of ['csv', 'xlsx']) {
    globalThis.gc?.();
    const start = process.memoryUsage().rss;
    let peak = start;
    const watch = setInterval(() => {
      peak = Math.max(peak, process.memoryUsage().rss);
    }, 20);
    const started = performance.now();
    const bytes = await stream(
      `format=${format}&columns=${columns}&run=${run(format === 'csv' ? 2 : 3)}&plateNumber=${encodeURIComponent('沪B')}`,
    );
    clearInterval(watch);
    const seconds = (performance.now() - started) / 1000;
    t.diagnostic(
      `${format}: ${rows} rows of 12 columns, ${Math.round(rows / seconds)} rows/s, ${(bytes / 1e6).toFixed(1)} MB, memory ${Math.round(start / 1e6)} -> ${Math.round(peak / 1e6)} MB`,
    );
    assert.ok(peak - start < 250e6, `memory grew by ${peak - start}`);
    const { body } = await shop.ask('GET', '/api/gatehouse/export-progress', {
      query: { run: run(format === 'csv' ? 2 : 3) },
    });
    assert.deepEqual(body.data, { done: rows, total: rows, state: 'done' });
  }
  await stream(`format=csv&columns=${columns}&run=${run(4)}`, 200_000);
  for (let tries = 0; tries < 100; tries++) {
    const { body } = await shop.ask('GET', '/api/gatehouse/export-progress', { query: { run: run(4) } });
    if (body.data.state !== 'running') {
      assert.equal(body.data.state, 'failed');
      assert.ok(body.data.done < rows);
      return;
    }
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  assert.fail('still running though nobody listens');
});
