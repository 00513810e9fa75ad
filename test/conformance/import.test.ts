import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { after, before, test } from 'node:test';
import { readTable } from '#kit/sheets/read/read.ts';
import { xlsx } from '#kit/sheets/write/xlsx.ts';
import type { CellRow, Column } from '#kit/sheets/write/xlsx.ts';
import { openWorkshop } from './workshop.ts';
import type { Answer, Workshop } from './workshop.ts';

let shop: Workshop;
let east: string;
before(async () => {
  shop = await openWorkshop();
  const add = async (path: string, body: Record<string, unknown>, as = 'full'): Promise<string> =>
    (await shop.ask('POST', path, { body, as })).body.data.id;
  east = await add('/api/workshop/lot/submit', { lotName: '东门' });
  const west = await add('/api/workshop/lot/submit', { lotName: '西门' });
  for (const lotId of [east, west]) await add('/api/workshop/gate/submit', { gateName: '入口1', lotId });
  await add('/api/workshop/lot/submit', { lotName: '别家车场' }, 'other');
});
after(() => shop.close());

const imported = (bytes: Buffer, options: { dryRun?: 0 | 1; as?: string; lang?: 'zh' | 'en' } = {}): Promise<Answer> =>
  shop.ask('POST', '/api/gatehouse/import/workshopCar', {
    bytes,
    query: { dryRun: options.dryRun ?? 0 },
    as: options.as ?? 'full',
    lang: options.lang ?? 'zh',
  });
const csv = (...lines: string[]): Buffer => Buffer.from(lines.join('\r\n'));
const cars = async (query: Record<string, unknown>, as = 'full') =>
  (await shop.ask('GET', '/api/workshop/car/list', { query, as })).body.data;

test('the template has the headings of the reader, marks what is required and lists the options', async () => {
  for (const [lang, plate, colours] of [
    ['zh', '车牌号*', ['红', '蓝', '其他']],
    ['en', 'Plate*', ['Red', 'Blue', 'Other']],
  ] as const) {
    const answer = await shop.ask('GET', '/api/gatehouse/template/workshopCar', { lang });
    assert.equal(answer.status, 200);
    assert.equal((await readTable(answer.bytes)).headings[0], plate);
    const { fromBufferPromise } = await import('yauzl');
    const zip = await fromBufferPromise(answer.bytes, { lazyEntries: true });
    let second = '';
    for await (const entry of zip.eachEntry())
      if (entry.fileName === 'xl/worksheets/sheet2.xml')
        second = Buffer.concat((await (await zip.openReadStreamPromise(entry)).toArray()) as Buffer[]).toString();
    for (const word of colours) assert.ok(second.includes(`<t>${word}</t>`), word);
  }
});

test('a template filled in with cells of every kind arrives as the form would have sent it', async () => {
  const text = (heading: string): Column => ({ heading, style: 'text', width: 10 });
  const columns: Column[] = [
    text('车牌号*'),
    text('Lot'),
    text('通道'),
    text('其他车场'),
    text('颜色'),
    text('标签'),
    { heading: '金额（元）', style: 'money', width: 9 },
    text('座位'),
    { heading: '比例', style: 'percent', width: 9 },
    text('启用'),
    { heading: '出厂日期', style: 'date', width: 9 },
    text('起始月'),
    { heading: '入场时间', style: 'dateTime', width: 9 },
    text('时刻'),
    { heading: '停留', style: 'duration', width: 9 },
    text('位置'),
    text('电话'),
    text('不认识的列'),
  ];
  const row: CellRow = [
    '京b12345',
    '西门',
    '入口1',
    '东门、西门',
    '红',
    'Red，蓝',
    12.3,
    5,
    0.125,
    '是',
    Date.UTC(2026, 4, 1),
    '2026年5月',
    Date.UTC(2026, 4, 1, 8, 30),
    '8:30',
    3661,
    '116.4，39.9',
    13800001234,
    'x',
  ];
  const bytes = Buffer.concat(
    (await Readable.from(xlsx([{ name: 'a', columns, batches: [[row]] }])).toArray()) as Buffer[],
  );
  const answer = await imported(bytes);
  assert.deepEqual(
    answer.body.data,
    { total: 1, good: 1, bad: 0, ignored: ['不认识的列'], rows: [] },
    JSON.stringify(answer.body),
  );
  const stored = (await cars({ plateNumber: '京B12345' })).records[0];
  assert.equal(stored.labels.lotId, '西门');
  assert.equal(stored.labels.gateId, '入口1');
  assert.deepEqual(
    [
      stored.colour,
      stored.tags,
      stored.price,
      stored.seats,
      stored.share,
      stored.active,
      stored.born,
      stored.since,
      stored.opens,
      stored.stay,
      stored.at,
      stored.phone,
    ],
    [
      'red',
      ['red', 'blue'],
      1230,
      5,
      1250,
      true,
      '2026-05-01',
      '2026-05',
      '08:30',
      3661,
      { lng: 116.4, lat: 39.9 },
      '13800001234',
    ],
  );
  assert.equal(new Date(stored.enteredAt).toISOString(), '2026-05-01T00:30:00.000Z');
});

test('what an export wrote, an import reads', async () => {
  const columns = 'plateNumber,lotId,colour,price,share,enteredAt,stay,born,tags';
  for (const format of ['xlsx', 'csv']) {
    const exported = await shop.ask('GET', '/api/gatehouse/export/workshopCar', {
      query: { format, columns, plateNumber: '京B12345' },
    });
    const earlier = (await cars({ plateNumber: '京B12345' })).records[0];
    await shop.ask('POST', '/api/workshop/car/remove', { body: { ids: earlier.id } });
    assert.equal((await imported(exported.bytes)).body.data.good, 1, format);
    const now = (await cars({ plateNumber: '京B12345' })).records[0];
    for (const name of columns.split(',')) assert.deepEqual(now[name], earlier[name], `${format} ${name}`);
  }
});

test('good rows are stored and bad ones reported by line and field, in the language of the reader', async () => {
  const file = csv(
    '车牌号,车场,座位,颜色',
    '京C00001,东门,4,红',
    '京C00002,无此车场,99,紫',
    ',东门,,',
    '京C00001,东门,,',
    '京C00003,别家车场,1,红',
    '京C00004,东门,2,蓝',
  );
  const { body } = await imported(file);
  assert.deepEqual([body.data.total, body.data.good, body.data.bad], [6, 2, 4]);
  assert.deepEqual(
    body.data.rows.map((row: { line: number; problems: { field: string }[] }) => [
      row.line,
      row.problems.map(({ field }) => field).sort(),
    ]),
    [
      [3, ['colour', 'lotId', 'seats']],
      [4, ['plateNumber']],
      [5, ['plateNumber']],
      [6, ['lotId']],
    ],
  );
  assert.match(body.data.rows[0].problems[0].msg, /[\u4e00-\u9fff]/);
  assert.deepEqual(
    (await cars({ plateNumber: '京C', sort: 'plateNumber' })).records.map(
      (row: { plateNumber: string }) => row.plateNumber,
    ),
    ['京C00001', '京C00004'],
  );
  const english = (await imported(file, { lang: 'en', dryRun: 1 })).body.data.rows.flatMap(
    (row: { problems: { msg: string }[] }) => row.problems.map(({ msg }) => msg.replace(/"[^"]*"/g, '')),
  );
  for (const msg of english) assert.doesNotMatch(msg, /[\u4e00-\u9fff]/);
});

test('a dry run says what would happen and changes nothing', async () => {
  const file = csv('车牌号,车场', '京D00001,东门', '京D00001,东门');
  const { body } = await imported(file, { dryRun: 1 });
  assert.deepEqual([body.data.good, body.data.bad], [1, 1]);
  assert.equal((await cars({ plateNumber: '京D' })).total, 0);
  const { rows } = await shop.admin(
    `SELECT count(*)::int AS n FROM audit_log WHERE action = 'add' AND after->>'plateNumber' LIKE '京D%'`,
  );
  assert.equal(rows[0].n, 0);
});

test('each stored row and the import itself stand in the audit', async () => {
  await imported(csv('plateNumber,lotId', `京E00001,${east}`, '京E00002,东门'));
  const { rows } = await shop.admin(
    `SELECT action, count(*)::int AS n FROM audit_log WHERE (action = 'add' AND after->>'plateNumber' LIKE '京E%')
      OR (action = 'import' AND (after->>'good')::int = 2 AND (after->>'total')::int = 2) GROUP BY action
      ORDER BY action`,
  );
  assert.deepEqual(rows, [
    { action: 'add', n: 2 },
    { action: 'import', n: 1 },
  ]);
});

test('who may not import, and what is not offered for import, is refused', async () => {
  const file = csv('车牌号,车场', '京F00001,东门');
  assert.equal((await imported(file, { as: 'nobody' })).status, 403);
  assert.equal((await shop.ask('POST', '/api/gatehouse/import/workshopCar', { bytes: file, as: null })).status, 401);
  assert.equal(
    (await shop.ask('POST', '/api/gatehouse/import/workshopLot', { bytes: csv('车场名称', 'x') })).status,
    403,
  );
  assert.equal((await shop.ask('GET', '/api/gatehouse/template/workshopLot')).status, 403);
  assert.equal((await shop.ask('POST', '/api/gatehouse/import/workshopCar', { body: {} })).status, 400);
  assert.equal((await imported(csv('甲,乙', '1,2'))).status, 400);
  assert.equal((await imported(Buffer.alloc(10 * 1024 * 1024 + 2, 65))).status, 413);
});

test('a row of another group of companies cannot be pointed at by its id', async () => {
  const theirs = (await shop.ask('GET', '/api/workshop/lot/list', { as: 'other' })).body.data.records[0].id;
  assert.equal((await imported(csv('车牌号,车场', `京G00001,${theirs}`))).body.data.bad, 1);
});

test('two thousand rows are stored, every one of them', async (t) => {
  const lines = Array.from({ length: 2_000 }, (_, nth) => `粤B${String(nth).padStart(5, '0')},东门,红,12.50`);
  const started = performance.now();
  const { body } = await imported(csv('车牌号,车场,颜色,金额', ...lines));
  const seconds = (performance.now() - started) / 1000;
  t.diagnostic(`${Math.round(2_000 / seconds)} rows/s`);
  assert.equal(body.data.good, 2_000);
});
