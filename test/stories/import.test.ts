/** Files as clerks really send them: with doubles, other people's names, formulas, and things that are no table. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { zipSync } from 'fflate';
import { platformScope } from '#kit/server/db.ts';
import { startTestProduct } from '#test/test-product.ts';
import type { Answer, TestProduct } from '#test/test-product.ts';

let product: TestProduct;
let lot: string;
before(async () => {
  product = await startTestProduct();
  lot = await product.park(product.companies.child, '甲场');
  await product.park(product.companies.second, '乙场');
});
after(() => product?.close());

const send = (bytes: Buffer | string, more: { as?: string; key?: string; dryRun?: boolean } = {}): Promise<Answer> =>
  product.ask('POST', '/api/gatehouse/import/carList', more.dryRun ? { dryRun: true } : {}, {
    as: more.as ?? 'groupAdmin',
    bytes: Buffer.from(bytes as string),
    ...(more.key ? { key: more.key } : {}),
  });
const sheet = (...lines: string[]) => ['车牌号,车场,名单类型,车主', ...lines].join('\n');
const plates = async (like: string) =>
  (
    await product.database.read(platformScope, (db) =>
      db.raw<{ plate_number: string }>(
        'SELECT plate_number FROM car_list WHERE park_id = $1 AND plate_number LIKE $2 ORDER BY 1',
        [lot, like],
      ),
    )
  ).map((row) => row.plate_number);

test('doubles within a file and with what is there, other companies’ car parks, gaps and overlong texts are reported by line; the rest is stored', async () => {
  await product.must(
    'POST',
    '/api/updown/parkblackList/submit',
    { parkId: lot, plateNumber: '京B10000', type: 'black' },
    { as: 'groupAdmin' },
  );
  const { body } = await send(
    sheet(
      '京B10001,甲场,黑名单,甲',
      '京b·10001,甲场,黑名单,乙',
      '京B10000,甲场,黑名单,丙',
      '京B10002,乙场,黑名单,丁',
      '京B10003,,黑名单,戊',
      `${'京'.repeat(1_000)},甲场,黑名单,己`,
      `京B10004,甲场,黑名单,${'庚'.repeat(31)}`,
      '京B10005,甲场,灰名单,辛',
      '京B10006,甲场,黑名单,😀',
    ),
  );
  assert.deepEqual([body.data.total, body.data.good, body.data.bad], [9, 2, 7]);
  assert.deepEqual(
    body.data.rows.map((row: { line: number; problems: { field: string }[] }) => [
      row.line,
      row.problems.map(({ field }) => field).join(),
    ]),
    [
      [3, 'type'],
      [4, 'type'],
      [5, 'parkId'],
      [6, 'parkId'],
      [7, 'plateNumber'],
      [8, 'owner'],
      [9, 'type'],
    ],
  );
  assert.deepEqual(await plates('京B%'), ['京B10000', '京B10001', '京B10006']);
});

test('a formula is stored as the words it is and leaves as words', async () => {
  await send(sheet('京C10001,甲场,黑名单,=1+1', '京C10002,甲场,黑名单,@SUM(A1)', '京C10003,甲场,黑名单,-2+3'));
  const { text } = await product.ask(
    'GET',
    '/api/gatehouse/export/carList',
    { format: 'csv', columns: 'plateNumber,owner', sort: 'plateNumber', keyword: '京C1' },
    { as: 'groupAdmin' },
  );
  assert.deepEqual(text.trim().split('\r\n').slice(1), ["京C10001,'=1+1", "京C10002,'@SUM(A1)", "京C10003,'-2+3"]);
});

test('a file sent twice by one click is stored once, a second click reports all its rows', async () => {
  const file = sheet('京D10001,甲场,黑名单,甲', '京D10002,甲场,黑名单,乙');
  const answers = await Promise.all([1, 2, 3].map(() => send(file, { key: 'import-1' })));
  assert.deepEqual(
    answers.map(({ status, body }) => [status, body.data.good]),
    answers.map(() => [200, 2]),
  );
  assert.deepEqual(await plates('京D%'), ['京D10001', '京D10002']);
  const again = (await send(file)).body.data;
  assert.deepEqual([again.good, again.bad], [0, 2]);
  assert.equal((await send(sheet('京D10003,甲场,黑名单,丙'), { key: 'import-1' })).body.error, 'key_reused');
});

test('a check only, then someone else’s row in between, then the import: what came in between is reported', async () => {
  const file = sheet('京F10001,甲场,黑名单,甲', '京F10002,甲场,黑名单,乙');
  assert.deepEqual((await send(file, { dryRun: true })).body.data.good, 2);
  assert.deepEqual(await plates('京F%'), []);
  await product.must(
    'POST',
    '/api/updown/parkblackList/submit',
    { parkId: lot, plateNumber: '京F10002', type: 'black' },
    { as: 'groupAdmin' },
  );
  const { good, rows } = (await send(file)).body.data;
  assert.deepEqual([good, rows.map(({ line }: { line: number }) => line)], [1, [3]]);
});

test('what is no table, or too much of one, is refused in words and soon, and stores nothing', async () => {
  const many = sheet(...Array.from({ length: 50_000 }, (_, nth) => `京G${String(nth).padStart(5, '0')},甲场,黑名单,`));
  const bomb = Buffer.from(
    zipSync({
      '[Content_Types].xml': new Uint8Array(10),
      'xl/workbook.xml': Buffer.from('<workbook/>'),
      'xl/worksheets/sheet1.xml': new Uint8Array(200_000_000),
    }),
  );
  const tries: [string, Buffer | string, number][] = [
    ['nothing', '', 400],
    ['words', 'hello', 400],
    ['other headings', 'a,b\n1,2', 400],
    ['bytes', Buffer.from([0, 1, 2, 3, 255]), 415],
    ['a page named .xls', '<html><table><tr><td>车牌号</td></tr></table></html>', 400],
    ['UTF-16', Buffer.from('\ufeff车牌号,车场\n京B1,甲场', 'utf16le'), 415],
    ['an archive of something else', Buffer.from(zipSync({ 'a.txt': new Uint8Array(3) })), 400],
    ['half a workbook', Buffer.from(zipSync({ 'xl/workbook.xml': new Uint8Array(3_000) })).subarray(0, 60), 400],
    ['a bomb', bomb, 413],
    ['50,000 rows', many, 400],
    ['20,000 columns', `车牌号,${'x,'.repeat(20_000)}\n京G1`, 400],
    ['11 MB', Buffer.alloc(11_000_000, 65), 413],
  ];
  for (const [what, bytes, status] of tries) {
    const began = Date.now();
    const answer = await send(bytes);
    assert.deepEqual(
      [answer.status, answer.body.success, answer.body.msg.length > 3],
      [status, false, true],
      `${what}: ${answer.status} ${answer.body.msg}`,
    );
    assert.ok(Date.now() - began < 60_000, what);
  }
  assert.deepEqual(await plates('京G%'), []);
});

test('who may not import does not, and names of what one may not see do not help', async () => {
  assert.equal((await send(sheet('京H10001,甲场,黑名单,甲'), { as: 'nobody' })).status, 403);
  const other = (await send(sheet(`京H10001,${lot},黑名单,甲`, '京H10002,甲场,黑名单,乙'), { as: 'otherTenant' })).body
    .data;
  assert.deepEqual(
    [other.good, other.rows.map(({ problems }: { problems: { field: string }[] }) => problems[0]!.field)],
    [0, ['parkId', 'parkId']],
  );
  assert.deepEqual(await plates('京H%'), []);
});

test('choices name cars to one who may read the list, and to nobody else', async () => {
  await product.must(
    'POST',
    '/api/updown/parkblackList/submit',
    { parkId: lot, plateNumber: '京K54321', type: 'black' },
    { as: 'groupAdmin' },
  );
  const options = (as: string) => product.ask('GET', '/api/gatehouse/options/carList', { plateNumber: '京K5' }, { as });
  assert.deepEqual(
    (await options('groupAdmin')).body.data.map(({ label }: { label: string }) => label),
    ['京K54321'],
  );
  assert.equal((await options('nobody')).status, 403);
});
