/**
 * Report templates on a real engine: kept and run by the platform's operators alone, bound, scoped, masked, in time,
 * and unable to write whatever the checker missed.
 */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { maskPlate } from '#domain/plate/plate.ts';
import { platformScope, tenantScope } from '#kit/server/db.ts';
import { startTestProduct } from '#test/test-product.ts';
import type { TestProduct } from '#test/test-product.ts';
import { LONGEST_MS, Stopped, askStatement, inReport } from './ask.ts';
import type { Statement } from './check.ts';
import { readableTables } from './readable.ts';

const base = '/api/updown/sysTemplate';
let product: TestProduct;
let parks: { first: string; second: string };

before(async () => {
  product = await startTestProduct();
  parks = {
    first: await product.park(product.companies.child, '东区车场', { totalStall: 120 }),
    second: await product.park(product.companies.second, '西区车场', { totalStall: 80 }),
  };
});
after(() => product.close());

let nth = 0;
type More = { name?: string; parameters?: unknown; active?: boolean; nameEn?: string };
const saving = (sql: string, more: More = {}, lang: 'zh' | 'en' = 'zh') =>
  product.ask('POST', `${base}/submit`, { name: `模板${(nth += 1)}`, sql, ...more }, { lang });
async function kept(sql: string, more: More = {}): Promise<string> {
  const { status, body } = await saving(sql, more);
  assert.equal(status, 200, JSON.stringify(body));
  return body.data.id;
}
const running = (id: string, params: unknown = {}, options: { as?: string; lang?: 'zh' | 'en' } = {}) =>
  product.ask('POST', `${base}/excuteSqlCommand`, { id, params }, options);
const ran = async (sql: string, more: More = {}, params: unknown = {}) => {
  const { status, body } = await running(await kept(sql, more), params);
  assert.equal(status, 200, JSON.stringify(body));
  return body.data;
};
const parameter = (name: string, kind: string, required = true) => ({
  name,
  label: `${name}的标签`,
  labelEn: `the ${name}`,
  kind,
  required,
});
const logged = (id: string) =>
  product.database.read(platformScope, (db) =>
    db.raw<{ action: string; account: string; after: Record<string, unknown> }>(
      'SELECT action, account, after FROM audit_log WHERE row_id = $1 ORDER BY at, id',
      [id],
    ),
  );

test('a template is kept, listed by its name, run with its parameters, changed and removed, each on record', async () => {
  const sql =
    'SELECT park_name AS "车场|Car park", total_stall AS "车位|Spaces", :day + 1 AS next FROM park WHERE park_name LIKE :word ORDER BY 1';
  const id = await kept(sql, { name: '车场一览', parameters: [parameter('day', 'date'), parameter('word', 'text')] });
  const { records } = await product.must('GET', `${base}/getTheList`, { name: '一览', current: 1, size: 10 });
  assert.deepEqual(
    records.map((row: { id: string; sql: string }) => [row.id, row.sql]),
    [[id, sql]],
  );
  const { body } = await running(id, { day: '2026-05-01', word: '%车场' }, { lang: 'en' });
  assert.deepEqual(body.data.columns, [
    { name: '车场|Car park', title: 'Car park', kind: 'text' },
    { name: '车位|Spaces', title: 'Spaces', kind: 'integer' },
    { name: 'next', title: 'next', kind: 'date' },
  ]);
  assert.deepEqual(body.data.records, [
    { '车场|Car park': '东区车场', '车位|Spaces': 120, next: '2026-05-02' },
    { '车场|Car park': '西区车场', '车位|Spaces': 80, next: '2026-05-02' },
  ]);
  assert.deepEqual([body.data.total, body.data.cut, typeof body.data.ms], [2, false, 'number']);
  await product.must('POST', `${base}/submit`, { id, sql: sql.replace('ORDER BY 1', 'ORDER BY 2') });
  await product.must('POST', `${base}/remove`, { ids: id });
  assert.equal((await running(id, { day: '2026-05-01', word: '%' })).status, 404);
  const lines = await logged(id);
  assert.deepEqual(
    lines.map(({ action, account }) => [action, account]),
    [
      ['add', 'admin'],
      ['run', 'admin'],
      ['edit', 'admin'],
      ['remove', 'admin'],
    ],
  );
  const { ms, ...rest } = lines[1]!.after;
  assert.deepEqual(
    [rest, typeof ms],
    [{ name: '车场一览', params: { day: '2026-05-01', word: '%车场' }, rows: 2 }, 'number'],
  );
  const tables = await product.must('GET', '/api/blade-log/usual/list', { subject: 'reportTemplate', action: 'run' });
  assert.deepEqual([tables.records[0].actionName, tables.records[0].name], ['执行报表模板', '车场一览']);
});

test('errors in a statement or its parameters are shown at the field, in the reader’s language, with their position', async () => {
  const field = async (sql: string, more: More = {}, lang: 'zh' | 'en' = 'zh') => {
    const { status, body } = await saving(sql, more, lang);
    return [status, body.errors?.[0]?.field, body.errors?.[0]?.msg] as const;
  };
  assert.deepEqual(await field('SELECT park_name FROM park;\nDELETE FROM park'), [
    400,
    'sql',
    '第2行第1列：只能有一条语句',
  ]);
  assert.deepEqual(await field('SELECT password\nFROM "user"', {}, 'en'), [
    400,
    'sql',
    'Line 1, column 8: The column “password” is not open to reports',
  ]);
  const [, , engine] = await field("SELECT park_name\nFROM park\nWHERE total_stall > 'x' || 1");
  assert.match(engine!, /^第3行第\d+列：.*（.*）$/);
  const [, at, grouped] = await field('SELECT park_name, count(*) FROM park', {}, 'en');
  assert.deepEqual(
    [at, /^Line 1, column 8: A column is neither in GROUP BY nor in an aggregate \(.+\)$/.test(grouped!)],
    ['sql', true],
    grouped,
  );
  assert.deepEqual(
    (await field('SELECT :day', { parameters: [{ name: 'Day', label: '日', kind: 'date' }] })).slice(0, 2),
    [400, 'parameters'],
  );
  assert.deepEqual(
    (await field('SELECT :day', { parameters: [{ name: 'day', label: '', kind: 'date' }] })).slice(0, 2),
    [400, 'parameters'],
  );
  assert.deepEqual(
    (await field('SELECT :day', { parameters: [{ name: 'day', label: '日', kind: 'regclass' }] })).slice(0, 2),
    [400, 'parameters'],
  );
  assert.deepEqual(
    (await field('SELECT :day', { parameters: [parameter('day', 'date'), parameter('day', 'date')] })).slice(0, 2),
    [400, 'parameters'],
  );
  assert.deepEqual((await field('SELECT :day', { parameters: 'all' })).slice(0, 2), [400, 'parameters']);
  assert.deepEqual((await field('SELECT 1', { name: '' })).slice(0, 2), [400, 'name']);
  const id = await kept('SELECT 1 AS one');
  assert.equal(
    (await product.ask('POST', `${base}/submit`, { id, sql: 'DROP TABLE park' })).status,
    400,
    'a change is looked at as a new one is',
  );
});

test('values are bound by their kind; missing, strange and wrong ones are named', async () => {
  const all = [
    parameter('word', 'text'),
    parameter('many', 'number'),
    parameter('day', 'date'),
    parameter('moment', 'dateTime'),
    parameter('really', 'yesNo'),
    parameter('park', 'park'),
    parameter('company', 'company', false),
  ];
  const id = await kept(
    'SELECT :word AS word, :many * 2 AS many, :day AS day, :moment AS moment, :really AS really, :park AS park, :company AS company',
    { parameters: all },
  );
  const params = {
    word: "'; DROP TABLE park; --",
    many: 1.25,
    day: '2026-05-01',
    moment: '2026-05-01 08:00',
    really: true,
    park: parks.first,
  };
  const { body } = await running(id, params);
  assert.deepEqual(body.data.records, [
    {
      word: params.word,
      many: 2.5,
      day: '2026-05-01',
      moment: '2026-05-01T00:00:00.000Z',
      really: true,
      park: parks.first,
      company: null,
    },
  ]);
  assert.deepEqual(
    body.data.columns.map(({ kind }: { kind: string }) => kind),
    ['text', 'decimal', 'date', 'dateTime', 'boolean', 'text', 'text'],
  );
  const wrong = async (change: Record<string, unknown>) =>
    (await running(id, { ...params, ...change })).body.errors!.map(({ field }) => field);
  assert.deepEqual(await wrong({ many: 'x' }), ['many']);
  assert.deepEqual(await wrong({ day: '2026-02-31', park: 'x' }), ['day', 'park']);
  assert.deepEqual(await wrong({ word: null }), ['word']);
  assert.deepEqual(await wrong({ other: 1 }), ['params']);
  assert.match((await running(id, { ...params, word: undefined })).body.msg, /word的标签不能为空/);
  for (const odd of ['x', [1], 7, '{"word":']) assert.equal((await running(id, odd)).status, 400);
  assert.equal((await running(id, JSON.stringify(params))).status, 200, 'an object may come as JSON');
  const inherited = await kept('SELECT :constructor AS c', { parameters: [parameter('constructor', 'text')] });
  assert.deepEqual(
    (await running(inherited, {})).body.errors!.map(({ field }) => field),
    ['constructor'],
  );
});

test('values go out as everywhere: ids and great numbers as text, money by the name of its column, times as instants, long text cut', async () => {
  const { columns, records } =
    await ran(`SELECT 9007199254740993::bigint AS big, 12345.678::numeric AS exact, 123456789012345678.5::numeric AS long, 1250::bigint AS "实收|Paid_fen", avg(x) AS mean_fen, 1 AS same, 2 AS same, true AS yes,
    timestamptz '2026-05-01 08:00:00.5+08' AS at, timestamp '2026-05-01 08:00' AS wall, interval '90 minutes' AS span, concat('a', NULL) AS phrase, NULL AS nothing, ARRAY[1, 2] AS list FROM (VALUES (100), (101)) AS v(x)`);
  assert.deepEqual(records[0], {
    big: '9007199254740993',
    exact: 12345.678,
    long: '123456789012345678.5',
    '实收|Paid_fen': 1250,
    mean_fen: 101,
    same: 1,
    same_2: 2,
    yes: true,
    at: '2026-05-01T00:00:00.500Z',
    wall: '2026-05-01 08:00:00',
    span: '01:30:00',
    phrase: 'a',
    nothing: null,
    list: '{1,2}',
  });
  assert.deepEqual(
    columns.map(({ kind }: { kind: string }) => kind),
    [
      'integer',
      'decimal',
      'decimal',
      'money',
      'money',
      'integer',
      'integer',
      'boolean',
      'dateTime',
      'text',
      'text',
      'text',
      'text',
      'text',
    ],
  );
  assert.deepEqual([columns[3].title, columns[4].title], ['实收', 'mean']);
  const cut = await ran(`SELECT string_agg('0123456789', '') AS long FROM generate_series(1, 500)`);
  assert.equal(cut.records[0].long.length, 1_001);
});

test('values of a declared choice are shown with their labels, wherever the database knows their origin', async () => {
  const id = await kept(
    'WITH c AS (SELECT company_type, enabled FROM company WHERE parent_id IS NOT NULL) SELECT company_type, max(company_type) AS greatest FROM c GROUP BY 1',
  );
  const { columns, records } = (await running(id, {}, { lang: 'en' })).body.data;
  assert.deepEqual(
    [records[0].company_type, typeof columns[0].words[records[0].company_type]],
    [records[0].greatest, 'string'],
  );
  assert.equal(columns[1].words, undefined);
  const { text } = await product.ask('POST', `${base}/excuteSqlCommand`, { id, format: 'csv' }, { lang: 'en' });
  assert.equal(text.split('\r\n')[1], `${columns[0].words[records[0].company_type]},${records[0].greatest}`);
});

test('at most a thousand lines, and it says when there were more', async () => {
  const { records, total, cut } = await ran('SELECT n FROM generate_series(1, 5000) AS n ORDER BY n DESC');
  assert.deepEqual([records.length, total, cut, records[0].n], [1_000, 1_000, true, 5_000]);
  assert.equal((await ran('SELECT n FROM generate_series(1, 1000) AS n')).cut, false);
});

test('a slow one is stopped in time with words, is on record, and lets the next one run', async () => {
  const id = await kept('WITH RECURSIVE t(n) AS (SELECT 1 UNION ALL SELECT n + 1 - 1 FROM t) SELECT count(*) FROM t', {
    name: '停不下来',
  });
  const from = Date.now();
  const [slow, beside] = await Promise.all([
    running(id, {}, { lang: 'en' }),
    new Promise((then) => setTimeout(then, 500)).then(() => running(id)),
  ]);
  assert.deepEqual([slow.status, slow.body.error], [422, 'rule_refused']);
  assert.match(slow.body.msg, /^Stopped after 10 seconds/);
  assert.ok(Date.now() - from < LONGEST_MS + 60_000);
  assert.deepEqual([beside.status, beside.body.msg], [422, '您执行的另一个报表还没有结束']);
  assert.match(String((await logged(id)).at(-1)!.after['note']), /^Stopped after/);
  assert.equal((await ran('SELECT 1 AS one')).total, 1);
});

test('a failure at run time is reported as an error of the statement', async () => {
  const { status, body } = await running(await kept('SELECT 1 / (total_stall - 120) AS x FROM park'));
  assert.deepEqual([status, body.error], [422, 'rule_refused']);
  assert.match(body.msg, /除数为零/);
  assert.match((await running(await kept('SELECT park_name::int AS x FROM park'))).body.msg, /invalid input syntax/);
  assert.match((await running(await kept('SELECT (SELECT park_name FROM park) AS x'))).body.msg, /子查询得出多行/);
});

test('nobody else keeps, sees, runs or is offered a template, whatever his roles say', async () => {
  const id = await kept('SELECT park_name FROM park', { name: '只给平台' });
  for (const as of ['groupAdmin', 'nobody', 'otherTenant']) {
    const tries: [string, string, Record<string, unknown>][] = [
      ['GET', `${base}/getTheList`, {}],
      ['POST', `${base}/submit`, { name: 'x', sql: 'SELECT 1' }],
      ['POST', `${base}/submit`, { id, name: 'x' }],
      ['POST', `${base}/remove`, { ids: id }],
      ['POST', `${base}/excuteSqlCommand`, { id }],
      ['GET', '/api/gatehouse/reportTemplate/tables', {}],
      ['GET', '/api/gatehouse/export/reportTemplate', {}],
      ['GET', '/api/gatehouse/options/reportTemplate', {}],
    ];
    for (const [method, path, input] of tries)
      assert.equal((await product.ask(method, path, input, { as })).status, 403, `${as} ${method} ${path}`);
  }
  assert.equal(
    (await product.ask('POST', `${base}/excuteSqlCommand`, { sql: 'SELECT 1', id: 'SELECT 1' })).status,
    400,
    'an id, never a statement',
  );
  const roles = await product.must('GET', '/api/updown/sysrole/getListByCompany', {
    companyId: product.companies.first,
  });
  const role = (Array.isArray(roles) ? roles : roles.records).find(
    (each: { builtIn?: string }) => each.builtIn === 'groupAdmin',
  );
  await product.database.write(platformScope, (db) =>
    db.raw(`UPDATE role SET permissions = permissions || '["reportTemplate:*"]'::jsonb WHERE id = $1`, [role.id]),
  );
  const account = await product.database.read(platformScope, (db) =>
    db.raw<{ account: string }>(`SELECT account FROM "user" WHERE real_name = 'groupAdmin'`),
  );
  const holder = await product.login(account[0]!.account, product.passwords['groupAdmin']!);
  for (const path of [`${base}/getTheList`, '/api/gatehouse/reportTemplate/tables'])
    assert.equal((await product.ask('GET', path, {}, { as: holder })).status, 403);
  assert.equal((await product.ask('POST', `${base}/excuteSqlCommand`, { id }, { as: holder })).status, 403);
  assert.equal(
    (await product.ask('POST', `${base}/submit`, { name: 'y', sql: 'SELECT 1' }, { as: holder })).status,
    403,
  );
});

test('nonsense from an operator is no fault of ours either', async () => {
  const odd: unknown[] = [
    '',
    ' ',
    '\u0000',
    '\ud800',
    'x'.repeat(20_000),
    "'",
    '"',
    '$1',
    ':',
    '::',
    ':a',
    '😀'.repeat(3_000),
    '('.repeat(9_000),
    'SELECT '.repeat(1_400),
    'WITH RECURSIVE a AS (SELECT 1), a AS (SELECT 2) SELECT 1 FROM a',
    'SELECT 1 LIMIT -1',
    'SELECT 1 OFFSET -1',
    'SELECT 1 ORDER BY 7',
    'SELECT FROM park',
    'SELECT 1e400',
    "SELECT 'infinity'::timestamptz, 'infinity'::date, 'nan'::float8, 'nan'::numeric AS x_fen, '294276-01-01'::timestamp",
    "SELECT interval '1 year' * 1e10",
    0,
    -1,
    2 ** 53,
    1e300,
    true,
    null,
    [],
    {},
    [[]],
    [null],
    { toString: 1 },
    ['a', ['b']],
    [{ name: '__proto__' }],
    [{ name: 'toString', label: 'x', kind: 'toString' }],
  ];
  const id = await kept('SELECT :word AS word, :many AS many, :moment AS moment, :park AS park', {
    parameters: [
      parameter('word', 'text', false),
      parameter('many', 'number', false),
      parameter('moment', 'dateTime', false),
      parameter('park', 'park', false),
    ],
  });
  const faults: string[] = [];
  for (const value of odd) {
    const tries: Record<string, unknown>[] = [
      { name: value, sql: 'SELECT 1' },
      { name: `奇${(nth += 1)}`, sql: value },
      { name: `奇${(nth += 1)}`, sql: 'SELECT :odd AS x', parameters: value },
      { id: value, sql: value },
      { id, parameters: value },
    ];
    for (const each of tries) {
      const { status, body } = await product.ask('POST', `${base}/submit`, each);
      if (status >= 500) faults.push(`submit ${JSON.stringify(each).slice(0, 90)}: ${status}`);
      if (status === 200 && each['name'])
        faults.push(
          ...((await running(body.data.id)).status >= 500 ? [`run ${JSON.stringify(each).slice(0, 90)}`] : []),
        );
    }
    for (const input of [
      { id: value },
      { id, params: value },
      { id, format: value },
      ...['word', 'many', 'moment', 'park', 'other'].map((name) => ({ id, params: { [name]: value } })),
    ])
      if ((await product.ask('POST', `${base}/excuteSqlCommand`, input)).status >= 500)
        faults.push(`run ${JSON.stringify(input).slice(0, 90)}`);
  }
  assert.deepEqual(faults, []);
});

test('a template that is not active does not run; one that is activated is checked again', async () => {
  const id = await kept('SELECT 1 AS one', { active: false });
  assert.deepEqual([(await running(id)).status, (await running(id)).body.msg], [422, '模板已停用']);
  await product.database.write(platformScope, (db) =>
    db.raw('UPDATE report_template SET sql = $2 WHERE id = $1', [id, 'DELETE FROM park']),
  );
  assert.equal((await product.ask('POST', `${base}/submit`, { id, active: true })).status, 400);
  await product.database.write(platformScope, (db) =>
    db.raw('UPDATE report_template SET active = true WHERE id = $1', [id]),
  );
  assert.deepEqual(
    [(await running(id)).status, (await product.must('GET', '/api/updown/basePark/list', {})).total],
    [422, 2],
    'what was put there behind the checker is checked again',
  );
});

test('rows that were removed are not there, and personal data are masked as elsewhere', async () => {
  const gone = await product.park(product.companies.child, '拆除车场');
  await product.must('POST', '/api/updown/basePark/remove', { ids: gone });
  assert.deepEqual((await ran(`SELECT count(*) AS n FROM park WHERE id = '${gone}'`)).records, [{ n: 0 }]);
  const plates = ['京A12345', '京AD12345', '粤Z1234港', '使123456', '沪B1', '无牌车-0042', 'AB'];
  for (const plateNumber of plates)
    await product.must('POST', '/api/updown/parkblackList/submit', {
      parkId: parks.first,
      plateNumber,
      type: 'black',
      reason: 'other',
      owner: '王小明',
    });
  const { records } = await ran('SELECT plate_number AS plate, owner FROM car_list ORDER BY created_at, id');
  assert.deepEqual(records.map(({ plate }: { plate: string }) => plate).sort(), plates.map(maskPlate).sort());
  assert.deepEqual([...new Set(records.map(({ owner }: { owner: string }) => owner))], ['王**']);
  assert.deepEqual(
    (await ran(`SELECT count(*) AS n FROM car_list WHERE plate_number = '京A12345'`)).records,
    [{ n: 0 }],
    'nor can a plate be guessed',
  );
});

test('who works in a group reads that group alone, who works in a company its lots', async () => {
  const id = await kept('SELECT park_name FROM park ORDER BY 1');
  const names = async (as: string) =>
    (await running(id, {}, { as })).body.data.records.map((row: { park_name: string }) => row.park_name);
  const admin = await product.login('admin', product.passwords['admin']!);
  assert.deepEqual(await names(admin), ['东区车场', '西区车场']);
  for (const [companyId, seen] of [
    [product.companies.second, ['西区车场']],
    [product.companies.first, ['东区车场']],
  ] as const) {
    await product.must('POST', '/api/updown/system/switchCompany', { companyId }, { as: admin });
    assert.deepEqual(await names(admin), seen);
  }
});

test('the file says what the page says, formulas are text in it, and it says when it is cut', async () => {
  const id = await kept(
    `SELECT '=1+1' AS "=head", 1250 AS paid_fen, timestamptz '2026-05-01 08:00+08' AS at, -5 AS less`,
    { name: '文件', nameEn: 'File' },
  );
  const { status, text, headers } = await product.ask('POST', `${base}/excuteSqlCommand`, { id, format: 'csv' });
  assert.deepEqual([status, headers['content-type']], [200, 'text/csv; charset=utf-8']);
  assert.equal(text, "\ufeff'=head,paid（元）,at,less\r\n'=1+1,12.50,2026-05-01 08:00:00,-5\r\n");
  const long = await product.ask(
    'POST',
    `${base}/excuteSqlCommand`,
    { id: await kept('SELECT n FROM generate_series(1, 1500) n'), format: 'csv' },
    { lang: 'en' },
  );
  assert.match(long.text, /\r\n1000\r\n"The first 1,000 rows only; there are more"\r\n$/);
  assert.equal((await product.ask('POST', `${base}/excuteSqlCommand`, { id, format: 'xlsx' })).status, 200);
  assert.deepEqual(
    (await logged(id)).map(({ action }) => action),
    ['add', 'run', 'run'],
  );
});

const unchecked = (body: string, tables: readonly string[] = []): Statement => ({ body, parameters: [], tables });
const context = { scope: platformScope, zone: 'Asia/Shanghai', lang: 'en' } as const;
const past = (body: string, tables?: readonly string[]) =>
  askStatement(product.database, body, unchecked(body, tables), [], context);

test('past the checker nothing can be written, and no other table is found', async () => {
  const there = await product.must('GET', '/api/updown/basePark/list', {});
  for (const sql of [
    'SELECT 1) AS result; DELETE FROM public.park; --',
    'WITH x AS (DELETE FROM public.park RETURNING id) SELECT id FROM x',
    "SELECT nextval('x')",
    'SELECT password FROM "user"',
    'SELECT id FROM park',
    'SELECT token_hash FROM session_token',
    'SELECT rolpassword FROM pg_authid',
    "SELECT pg_read_file('/etc/passwd')",
    "SELECT lo_import('/etc/passwd')",
    'SELECT id FROM public.park FOR UPDATE',
    "SELECT query_to_xml('DELETE FROM public.park', true, true, '')",
  ]) {
    await assert.rejects(past(sql), (error) => error instanceof Stopped, sql);
  }
  await assert.rejects(past('SELECT password FROM "user"', ['user']), /There is no such column/);
  await assert.rejects(past('SELECT u.password FROM "user" u', ['user']), /There is no such column/);
  const whole = await past('SELECT u FROM "user" u', ['user']);
  assert.ok(whole.rows.length > 0);
  for (const [row] of whole.rows) assert.doesNotMatch(String(row), /argon2/);
  for (const sql of [
    'DELETE FROM public.park',
    "UPDATE public.park SET park_name = 'x'",
    'CREATE TABLE public.x (a int)',
    'TRUNCATE public.park',
    "SELECT set_config('transaction_read_only', 'off', false)",
    'SET TRANSACTION READ WRITE',
    'SELECT id FROM public.park FOR UPDATE',
  ]) {
    await assert.rejects(
      inReport(product.database, context, async (client) => {
        await client.query('SELECT 1');
        await client.query(sql);
      }),
      sql,
    );
  }
  assert.equal((await product.must('GET', '/api/updown/basePark/list', {})).total, there.total);
  const [settings] = await inReport(
    product.database,
    context,
    async (client) =>
      (
        await client.query(
          `SELECT current_user AS who, current_setting('transaction_read_only') AS "readOnly", current_setting('statement_timeout') AS longest, current_setting('search_path') AS path`,
        )
      ).rows as Record<string, string>[],
  );
  assert.deepEqual(settings, { who: 'gatehouse_platform', readOnly: 'on', longest: '10s', path: 'pg_catalog' });
});

test('past the checker a group still sees itself alone: row security holds', async () => {
  const tenant = Number(
    (
      await product.database.read(platformScope, (db) =>
        db.raw<{ tenant_id: number }>('SELECT tenant_id FROM park WHERE id = $1', [parks.second]),
      )
    )[0]!.tenant_id,
  );
  const { rows } = await askStatement(product.database, '', unchecked('SELECT park_name FROM public.park'), [], {
    ...context,
    scope: tenantScope(tenant),
  });
  assert.deepEqual(
    rows.map(([name]) => name),
    ['西区车场'],
  );
});

test('every table that is offered can be read with every column that is offered', async () => {
  for (const [table, { columns }] of readableTables())
    await past(
      `SELECT ${[...columns.keys()]
        .map((name) => `"${name}"`)
        .slice(0, 50)
        .join(', ')} FROM "${table}"`,
      [table],
    );
  const tables = await product.must('GET', '/api/gatehouse/reportTemplate/tables', {});
  assert.equal(tables.length, readableTables().size);
  assert.ok(
    tables.every(({ columns }: { columns: { label: string }[] }) => columns.every(({ label }) => label !== '')),
  );
});
