import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import type { Server } from 'node:net';
import { after, before, test } from 'node:test';
import { unzipSync } from 'fflate';
import pg from 'pg';
import { insideHosts } from '#areas/ops/server/door.ts';
import { platformScope } from '#kit/server/db.ts';
import { configure } from '#kit/server/setting.ts';
import { startTestProduct } from '#test/test-product.ts';
import type { TestProduct } from '#test/test-product.ts';
import { relayTo } from '#test/relay.ts';

const base = '/api/blade-develop/datasource';
const own = '/api/gatehouse/datasource';
const suffix = randomBytes(4).toString('hex');
const [looker, writer, secret] = [`looker_${suffix}`, `writer_${suffix}`, `Look-${suffix}`];

let product: TestProduct;
let engine: pg.Client;
let road: Server;
let port: number;
let undo: () => void;

before(async () => {
  product = await startTestProduct();
  road = relayTo(product.admin);
  await new Promise<void>((done) => void road.listen(0, '127.0.0.1', done));
  port = (road.address() as { port: number }).port;
  undo = configure(insideHosts.as([`127.0.0.1:${port}`]));
  engine = new pg.Client(product.admin);
  await engine.connect();
  await engine.query(`CREATE SCHEMA outside; CREATE TABLE outside.led_row (
      id int PRIMARY KEY, row_name varchar(40) NOT NULL, fee_fen bigint, "odd "" name" text);
    COMMENT ON TABLE outside.led_row IS '屏幕行'; COMMENT ON COLUMN outside.led_row.row_name IS '名称';
    COMMENT ON COLUMN outside.led_row.fee_fen IS '费用'; COMMENT ON COLUMN outside.led_row."odd "" name" IS '其他';
    INSERT INTO outside.led_row SELECT n, 'row ' || n, n * 100, repeat('x', 500) FROM generate_series(1, 30) n;
    CREATE ROLE ${looker} LOGIN PASSWORD '${secret}'; CREATE ROLE ${writer} LOGIN PASSWORD '${secret}';
    GRANT USAGE ON SCHEMA outside TO ${looker}, ${writer}; GRANT SELECT ON outside.led_row TO ${looker}, ${writer};
    GRANT INSERT ON outside.led_row TO ${writer};
    CREATE TABLE outside.panels (id int PRIMARY KEY, row_ref int REFERENCES outside.led_row, led_row_id int, panel_no text);
    GRANT SELECT ON outside.panels TO ${looker}`);
});
after(async () => {
  undo?.();
  await engine?.query(`DROP SCHEMA outside CASCADE; DROP ROLE ${looker}; DROP ROLE ${writer}`);
  await engine?.end();
  await new Promise((done) => road?.close(done));
  await product?.close();
});

/** Somebody of a group whose role was given all there is to data sources. */
async function staffAccount(): Promise<{ token: string; userId: string }> {
  const { first: companyId } = product.companies;
  const { id: roleId } = await product.must('POST', '/api/updown/sysrole/submit', { roleName: 'looks', companyId });
  const codes = ['datasource', 'code'].flatMap((of) =>
    ['read', 'add', 'edit', 'remove', 'look', 'generate'].map((verb) => `${of}:${verb}`),
  );
  await product.database.write(platformScope, (db) =>
    db.raw('UPDATE role SET permissions = $2 WHERE id = $1 RETURNING 1', [roleId, JSON.stringify(codes)]),
  );
  const [account, password] = [`looks.${suffix}`, 'Looks-around-2026'];
  const person = { account, realName: account, companyId, password, roleIds: [roleId], allParks: true };
  const { id: userId } = await product.must('POST', '/api/updown/sysuser/submit', person);
  return { token: await product.login(account, password), userId };
}

let nth = 0;
const made = async (more: Record<string, unknown> = {}): Promise<string> =>
  (
    await product.must('POST', `${base}/submit`, {
      name: `外部${(nth += 1)}`,
      driverClass: 'org.postgresql.Driver',
      url: `postgresql://127.0.0.1:${port}/${product.admin.database}`,
      username: looker,
      password: secret,
      ssl: 'off',
      ...more,
    })
  ).id as string;
const refusal = async (method: string, path: string, input: Record<string, unknown>): Promise<string> => {
  const { status, body } = await product.ask(method, path, input);
  return `${status} ${body.reason ?? body.error}`;
};

test('tables, columns and first rows are read, long cells cut', async () => {
  const id = await made();
  const tested = await product.must('POST', `${own}/test`, { id });
  assert.deepEqual([tested.state, tested.tables >= 1], ['connected', true]);
  const tables = await product.must('GET', `${own}/tables`, { id, tableName: 'LED_' });
  assert.deepEqual(
    tables.map((each: { schema: string; name: string; note: string }) => [each.schema, each.name, each.note]),
    [['outside', 'led_row', '屏幕行']],
  );
  const { columns, rows } = await product.must('GET', `${own}/table`, { id, tableName: 'outside.led_row' });
  assert.deepEqual(
    columns.map(({ name, type }: { name: string; type: string }) => `${name} ${type}`),
    ['id integer', 'row_name character varying(40)', 'fee_fen bigint', 'odd " name text'],
  );
  assert.equal(rows.length, 20);
  assert.equal(rows[0][3].length, 200);
});

test('an account that may write is refused, and so is what it may not read', async () => {
  const id = await made({ username: writer });
  assert.equal(await refusal('POST', `${own}/test`, { id }), '422 can_write');
  assert.equal(await refusal('GET', `${own}/table`, { id, tableName: 'outside.led_row' }), '422 can_write');
  assert.equal((await product.must('GET', `${base}/detail`, { id })).state, 'failed');
  const reads = await made();
  assert.equal(await refusal('GET', `${own}/table`, { id: reads, tableName: 'user' }), '422 no_table');
  assert.equal(await refusal('GET', `${own}/table`, { id: reads, tableName: 'x"; DROP TABLE y' }), '422 no_table');
});

test('an address in the own network is not reached unless it is allowed', async () => {
  const id = await made();
  const back = configure(insideHosts.as([]));
  try {
    assert.equal(await refusal('POST', `${own}/test`, { id }), '422 inside');
    const named = await made({ url: `postgresql://localhost:${port}/${product.admin.database}` });
    assert.equal(await refusal('GET', `${own}/tables`, { id: named }), '422 inside');
  } finally {
    back();
  }
});

test('a silent host is reported as unreachable', async () => {
  const id = await made({ url: `postgresql://127.0.0.1:${port}/no_such_database` });
  assert.equal(await refusal('POST', `${own}/test`, { id }), '422 not_reached');
});

test('a password is never answered, and does not go to another address than it was entered for', async () => {
  const id = await made();
  const detail = await product.ask('GET', `${base}/detail`, { id });
  assert.ok(!detail.text.includes(secret));
  assert.equal(await refusal('POST', `${base}/submit`, { id, url: 'postgresql://db.example.com/x' }), '400 bad_input');
  assert.equal(await refusal('POST', `${base}/submit`, { id, username: 'other' }), '400 bad_input');
  const sealed = await made({ ssl: 'verify' });
  assert.equal(await refusal('POST', `${base}/submit`, { id: sealed, ssl: 'off' }), '400 bad_input');
  await product.must('POST', `${base}/submit`, { id, url: 'postgresql://db.example.com/x', password: 'another' });
});

test('only the platform operator sees data sources', async () => {
  const id = await made();
  for (const [method, path] of [
    ['GET', `${base}/list`],
    ['GET', `${own}/tables`],
    ['GET', '/api/blade-develop/code/list'],
    ['GET', '/api/api-generator/generator/list'],
  ] as const)
    assert.equal((await product.ask(method, path, { id }, { as: 'groupAdmin' })).status, 403, path);
});

test('whoever works for one group reaches no data source, whatever rights he was given', async () => {
  const id = await made();
  const { token, userId } = await staffAccount();
  const call = async (method: string, path: string, input: Record<string, unknown>) =>
    (await product.ask(method, path, input, { as: token })).status;
  assert.equal((await product.must('GET', `${base}/list`, {}, { as: token })).total, 0);
  assert.equal(await call('GET', `${base}/detail`, { id }), 404);
  assert.equal(await call('POST', `${base}/submit`, { name: userId, url: 'postgresql://x/y', username: 'z' }), 403);
  assert.equal(await call('POST', `${base}/submit`, { id, remark: 'mine' }), 404);
  assert.equal(await call('POST', `${base}/remove`, { ids: id }), 404);
  assert.equal(await call('POST', `${own}/test`, { id }), 403);
  assert.equal(await call('GET', `${own}/tables`, { id }), 403);
  assert.equal(await call('GET', `${own}/table`, { id, tableName: 'outside.led_row' }), 403);
  assert.equal(await call('GET', '/api/api-generator/generator/list', { datasourceId: id }), 403);
  assert.equal(await call('GET', '/api/api-generator/generator/code', { tables: 'led_row' }), 403);
});

test('a table becomes a file that is previewed and downloaded, refused while labels are missing', async () => {
  const datasourceId = await made();
  const { id } = await product.must('POST', '/api/blade-develop/code/submit', {
    codeName: '屏幕行',
    datasourceId,
    tableName: 'outside.led_row',
    packageName: 'device',
    titleZh: '屏幕行',
    titleEn: 'Screen row',
  });
  const generator = '/api/api-generator/generator';
  assert.equal(await refusal('GET', `${generator}/code`, { tables: 'outside.led_row' }), '422 incomplete');
  const columns = await product.must('GET', '/api/gatehouse/code/columns', { id });
  const preview = await product.must('POST', '/api/gatehouse/code/preview', { id, columns });
  assert.deepEqual(preview.problems, []);
  await product.must('POST', '/api/blade-develop/code/submit', { id, columns });
  const listed = await product.must('GET', `${generator}/list`, { tableName: 'led' });
  assert.deepEqual(
    listed.records.map((each: { tableName: string }) => each.tableName),
    ['outside.led_row'],
  );
  assert.equal((await product.must('GET', `${generator}/list`, { datasourceId, tableName: 'led' })).total, 1);
  const url = await product.listen();
  const answer = await fetch(`${url}${generator}/code?tables=${id}`, {
    headers: { authorization: `Bearer ${product.people.admin}` },
  });
  const files = unzipSync(new Uint8Array(await answer.arrayBuffer()));
  assert.deepEqual(Object.keys(files), ['areas/device/model/led-row.ts']);
  assert.equal(new TextDecoder().decode(files['areas/device/model/led-row.ts']), preview.text);
  const panels = {
    codeName: '面板',
    datasourceId,
    tableName: 'outside.panels',
    packageName: 'device',
    titleZh: '面板',
    titleEn: 'Panel',
  };
  const other = await product.must('POST', '/api/blade-develop/code/submit', panels);
  const suggestions: { column: string; kind: string; target: string | null; targetBy: string | null }[] =
    await product.must('GET', '/api/gatehouse/code/columns', { id: other.id });
  assert.deepEqual(
    suggestions.slice(1).map(({ column, kind, target, targetBy }) => [column, kind, target, targetBy]),
    [
      ['row_ref', 'relation', 'outside.led_row', 'key'],
      ['led_row_id', 'relation', 'outside.led_row', 'name'],
      ['panel_no', 'text', null, null],
    ],
    'by its foreign key, and by its name alone',
  );
});
