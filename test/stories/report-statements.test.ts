/** Statements nobody should keep as a report, by what is tried with them; and what people do write. */
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { fc } from '#test/property.ts';
import { resources } from '#apps/server/areas.ts';
import type { TemplateParameter } from '#areas/report/model/report-template.ts';
import { lookAt } from '#areas/report/server/template/check.ts';
import { functions, rowFunctions, types } from '#areas/report/server/template/grammar.ts';
import { readableTables, worth } from '#areas/report/server/template/readable.ts';
import { registerResources } from '#kit/server/registry.ts';

before(() => registerResources(resources));

const look = (sql: string, parameters: readonly TemplateParameter[] = []) => lookAt(sql, parameters, readableTables());
const parameter = (name: string, kind: TemplateParameter['kind'] = 'date'): TemplateParameter => ({
  name,
  label: name,
  labelEn: '',
  kind,
  required: true,
});

/** Each refused, and what its refusal says. */
const hostile: readonly (readonly [tried: string, says: RegExp])[] = [
  // more than one, or none
  ['SELECT 1; DELETE FROM stay', /one statement only/],
  ['SELECT 1; SELECT 2', /one statement only/],
  ['SELECT park_name FROM park; --\nDROP TABLE stay', /one statement only/],
  ['', /no statement|cannot be read/],
  ['   ', /no statement|cannot be read/],
  ['-- nothing', /no statement|cannot be read/],
  [';;', /no statement/],
  // out of the brackets it will stand in
  ['SELECT 1) AS result; DELETE FROM stay; --', /cannot be read/],
  ['SELECT 1) x, (SELECT 2', /cannot be read/],
  ['SELECT 1 /* open', /cannot be read/],
  ['SELECT 1 /* a /* b */', /cannot be read/],
  ["SELECT 'open", /cannot be read/],
  ['SELECT $q$ open', /cannot be read/],
  ['SELECT "open', /cannot be read/],
  // what is no query
  ['DELETE FROM stay', /not DELETE/],
  ["UPDATE park SET park_name = 'x'", /not UPDATE/],
  ["INSERT INTO park (id) VALUES ('x')", /not INSERT/],
  ['TRUNCATE stay', /not TRUNCATE/],
  ['DROP TABLE stay', /not DROP/],
  ['CREATE TABLE x (a int)', /not CREATE/],
  ['ALTER TABLE stay ADD x int', /not ALTER/],
  ['GRANT ALL ON stay TO public', /not GRANT/],
  ["SET app.tenant = '2'", /not SET/],
  ['SET ROLE postgres', /not SET/],
  ['RESET ROLE', /not RESET/],
  ['SHOW data_directory', /not SHOW/],
  ['BEGIN', /not BEGIN/],
  ['COMMIT', /not COMMIT/],
  ['ROLLBACK', /not ROLLBACK/],
  ["COPY stay TO '/tmp/x'", /not COPY/],
  ["COPY (SELECT 1) TO PROGRAM 'sh'", /not COPY/],
  ['DO $$ BEGIN PERFORM 1; END $$', /not DO/],
  ['CALL x()', /not CALL/],
  ['EXPLAIN ANALYZE SELECT 1', /not EXPLAIN/],
  ['EXPLAIN SELECT 1', /not EXPLAIN/],
  ['PREPARE x AS SELECT 1', /not PREPARE/],
  ['EXECUTE x', /not EXECUTE/],
  ['DECLARE c CURSOR FOR SELECT 1', /not DECLARE/],
  ['LISTEN x', /not LISTEN/],
  ["NOTIFY x, 'y'", /not NOTIFY/],
  ['LOCK TABLE stay', /not LOCK/],
  ['VACUUM', /not VACUUM/],
  ["LOAD 'x'", /not LOAD/],
  ['CREATE TABLE x AS SELECT 1', /not CREATE/],
  ['REFRESH MATERIALIZED VIEW x', /not REFRESH/],
  ['MERGE INTO park p USING park q ON true WHEN MATCHED THEN DELETE', /not MERGE/],
  // writing within a query
  ['WITH gone AS (DELETE FROM stay RETURNING id) SELECT count(*) FROM gone', /not DELETE/],
  ['WITH x AS (UPDATE park SET park_name = $$x$$ RETURNING id) SELECT id FROM x', /not UPDATE/],
  ["WITH x AS (INSERT INTO park (id) VALUES ('1') RETURNING id) SELECT id FROM x", /not INSERT/],
  ['WITH x AS (SELECT 1) DELETE FROM stay', /not DELETE/],
  ['SELECT park_name INTO x FROM park', /SELECT INTO/],
  ['SELECT park_name INTO TEMP x FROM park', /SELECT INTO/],
  ['SELECT id FROM stay FOR UPDATE', /FOR UPDATE/],
  ['SELECT id FROM stay FOR SHARE', /FOR UPDATE/],
  ['SELECT id FROM stay FOR NO KEY UPDATE SKIP LOCKED', /FOR UPDATE/],
  ['SELECT a.id FROM (SELECT id FROM stay FOR UPDATE) a', /FOR UPDATE/],
  ['WITH x AS (SELECT id FROM stay FOR UPDATE) SELECT id FROM x', /FOR UPDATE/],
  // functions that do something
  ...[
    "set_config('app.tenant', '2', true)",
    "current_setting('data_directory')",
    "pg_read_file('/etc/passwd')",
    "pg_read_binary_file('/etc/passwd')",
    "pg_ls_dir('/')",
    "pg_stat_file('/')",
    "lo_import('/etc/passwd')",
    "lo_export(1, '/tmp/x')",
    'lo_get(1)',
    "dblink('host=x', 'SELECT 1')",
    "dblink_exec('x')",
    "nextval('x')",
    "setval('x', 1)",
    "currval('x')",
    'pg_sleep(60)',
    "pg_sleep_for('1 minute')",
    "query_to_xml('DELETE FROM stay', true, true, '')",
    "table_to_xml('stay', true, true, '')",
    "database_to_xml(true, true, '')",
    "cursor_to_xml('c', 1, true, true, '')",
    'pg_terminate_backend(1)',
    'pg_cancel_backend(1)',
    'pg_reload_conf()',
    'pg_rotate_logfile()',
    'pg_advisory_lock(1)',
    'pg_try_advisory_lock(1)',
    "pg_notify('a', 'b')",
    'pg_export_snapshot()',
    'txid_current()',
    'pg_current_xact_id()',
    'pg_get_viewdef(1)',
    "has_table_privilege('stay', 'select')",
    "to_regclass('pg_authid')",
    'inet_server_addr()',
    'version()',
    'pg_backend_pid()',
    "pg_database_size('x')",
    "repeat('x', 1000000000)",
    "lpad('x', 1000000000)",
    "rpad('x', 1000000000)",
    "format('%1000000000s', 1)",
    'row_to_json(1)',
    'to_jsonb(1)',
    'json_agg(1)',
    "xmlparse(document '<a/>')",
    'gen_random_uuid()',
    'random()',
    'setseed(0)',
    "ts_stat('SELECT 1')",
    "citus_add_node('x', 1)",
    "run_command_on_workers('x')",
  ].map((call): [string, RegExp] => [`SELECT ${call}`, /function|not taken|cannot be read/]),
  ['SELECT pg_catalog.pg_sleep(1)', /function/],
  ['SELECT public.sum(1)', /function/],
  ['SELECT "pg_sleep"(1)', /function/],
  ['SELECT PG_SLEEP(1)', /function/],
  ['SELECT U&"pg\\005fsleep"(1)', /function/],
  ['SELECT coalesce(pg_sleep(1)::text, $$x$$)', /function/],
  ['SELECT 1 WHERE pg_sleep(1) IS NULL', /function/],
  ['SELECT 1 ORDER BY pg_sleep(1)', /function/],
  ['SELECT 1 LIMIT pg_sleep(1)::text::int', /function/],
  ['SELECT count(*) FILTER (WHERE pg_sleep(1) IS NULL) FROM park', /function/],
  ['SELECT sum(1) OVER (ORDER BY pg_sleep(1))', /function/],
  ['SELECT CASE WHEN true THEN pg_sleep(1)::text END', /function/],
  ['VALUES (pg_sleep(1))', /function/],
  ['SELECT ARRAY[pg_sleep(1)]', /function/],
  ['SELECT string_agg($$x$$, $$,$$ ORDER BY pg_sleep(1))', /function/],
  ['SELECT concat(VARIADIC ARRAY[1])', /not taken/],
  ['SELECT x FROM pg_sleep(1) x', /function/],
  ['SELECT x FROM pg_ls_dir($$/$$) x', /function/],
  ['SELECT x FROM ROWS FROM (pg_sleep(1)) x', /function|not taken/],
  ['SELECT a FROM dblink($$x$$, $$SELECT 1$$) AS t(a int)', /function|not taken/],
  ['SELECT a FROM json_to_recordset($$[]$$) AS t(a int)', /function|not taken/],
  ['SELECT a FROM generate_series(1, 2) a(b int)', /not taken|cannot be read/],
  ['SELECT p.park_name FROM park p, LATERAL pg_sleep(1)', /function/],
  ['SELECT generate_series(1, 1000000000)', /in FROM only/],
  ['SELECT unnest(ARRAY[1, 2])', /in FROM only/],
  ['SELECT x FROM generate_series(1, pg_sleep(1)::text::int) x', /function/],
  ['SELECT x FROM XMLTABLE($$/a$$ PASSING $$<a/>$$ COLUMNS a text) x', /not taken/],
  ['SELECT x FROM JSON_TABLE($$[]$$, $$$$ COLUMNS (a int)) x', /not taken|cannot be read/],
  // who is asking, and where
  ...['current_user', 'session_user', 'user', 'current_role', 'current_catalog', 'current_schema'].map(
    (word): [string, RegExp] => [`SELECT ${word}`, /function/],
  ),
  // other tables
  ...[
    'pg_authid',
    'pg_shadow',
    'pg_user',
    'pg_class',
    'pg_stat_activity',
    'pg_settings',
    'pg_hba_file_rules',
    'session',
    'session_token',
    'login_code',
    'login_name',
    'outbox',
    'idempotency',
    'preference',
    'no_such_table',
    'carinside',
    'operate_log',
    'api_log',
    'ledger_entry',
    'PARK_',
  ].map((name): [string, RegExp] => [`SELECT 1 FROM ${name}`, /do not read a table/]),
  ['SELECT 1 FROM "Park"', /do not read a table/],
  ['SELECT 1 FROM information_schema.tables', /schema/],
  ['SELECT 1 FROM pg_catalog.pg_authid', /schema/],
  ['SELECT 1 FROM gatehouse_jobs.job', /schema/],
  ['SELECT 1 FROM gatehouse_meta.migration', /schema/],
  ['SELECT 1 FROM public.park', /schema/],
  ['SELECT 1 FROM "public"."user"', /schema/],
  ['SELECT 1 FROM other.public.park', /schema/],
  ['SELECT 1 FROM park JOIN pg_authid a ON true', /do not read a table/],
  ['SELECT (SELECT count(*) FROM pg_authid)', /do not read a table/],
  ['SELECT 1 WHERE EXISTS (SELECT 1 FROM pg_authid)', /do not read a table/],
  ['SELECT 1 UNION SELECT 1 FROM pg_authid', /do not read a table/],
  ['SELECT 1 WHERE 1 IN (SELECT 1 FROM pg_authid)', /do not read a table/],
  ['SELECT 1 FROM park TABLESAMPLE system (1)', /not taken/],
  ['SELECT 1 FROM user', /needs quotes/],
  // a table made in the statement covers a name only where it stands
  ['SELECT 1 FROM (WITH pg_authid AS (SELECT 1 a) SELECT a FROM pg_authid) x, pg_authid', /do not read a table/],
  ['WITH a AS (SELECT 1 FROM session_token), session_token AS (SELECT 1 b) SELECT 1 FROM a', /do not read a table/],
  ['WITH session_token AS (SELECT 1 FROM session_token) SELECT 1 FROM session_token', /do not read a table/],
  [
    'SELECT (WITH pg_authid AS (SELECT 1) SELECT 1 FROM pg_authid), (SELECT count(*) FROM pg_authid)',
    /do not read a table/,
  ],
  // columns that are kept
  ['SELECT password FROM "user"', /not open/],
  ['SELECT u.password FROM "user" u', /not open/],
  ['SELECT count(*) FROM "user" WHERE password LIKE $$a%$$', /not open/],
  ['SELECT 1 FROM "user" ORDER BY password', /not open/],
  ['SELECT max(app_secret) FROM wechat_config', /not open/],
  ['SELECT private_key FROM alipay_config', /not open/],
  ['SELECT api_v3_key FROM wechat_config', /not open|no column/],
  ['SELECT before FROM audit_log', /not open/],
  ['SELECT code FROM derate_code', /not open/],
  ['SELECT open_id FROM message_receiver', /not open/],
  ['SELECT sql FROM report_template WHERE parameters IS NULL', /not open/],
  ['SELECT * FROM park', /Name each column/],
  ['SELECT u.* FROM "user" u', /Name each column/],
  ['TABLE park', /Name each column/],
  ['SELECT (u).* FROM "user" u', /Name each column/],
  ['SELECT a.b FROM (SELECT * FROM park) a(b)', /Name each column/],
  ['SELECT u FROM "user" u', /whole row/],
  ['SELECT count(u) FROM "user" u', /whole row/],
  ['SELECT "user" FROM "user"', /whole row/],
  ['SELECT u::text FROM "user" u', /whole row/],
  ['SELECT (u).password FROM "user" u', /not open|whole row/],
  ['SELECT u.row_to_json FROM "user" u', /no column/],
  ['SELECT u.pg_typeof FROM "user" u', /no column/],
  ['SELECT u.ctid FROM "user" u', /no column/],
  ['SELECT xmin FROM park', /no column/],
  ['SELECT tableoid FROM park', /no column/],
  ['SELECT deleted_at FROM park', /no column/],
  ['SELECT created_by FROM park', /no column/],
  ['SELECT no_such FROM park', /no column/],
  ['SELECT public.park.id FROM park', /schema/],
  // types that look things up
  ["SELECT 'pg_authid'::regclass", /cast/],
  ["SELECT 'x'::regrole", /cast/],
  ["SELECT 'sum'::regproc", /cast/],
  ["SELECT CAST('1' AS oid)", /cast/],
  ["SELECT '1'::xml", /cast/],
  ["SELECT '{}'::json", /cast/],
  ['SELECT \'x\'::"user"', /cast/],
  ["SELECT 'x'::public.park", /cast/],
  ["SELECT '1'::pg_lsn", /cast/],
  ["SELECT regclass 'pg_authid'", /cast/],
  ["SELECT '1'::cstring", /cast/],
  ["SELECT '\\x00'::bytea", /cast/],
  // forms nobody needs
  ['SELECT 1 OPERATOR(pg_catalog.+) 1', /not taken/],
  ['SELECT 1 OPERATOR(public.+) 1', /not taken/],
  ['SELECT \'a\' COLLATE "C"', /not taken/],
  ["SELECT JSON_OBJECT('a': 1)", /not taken|not in the list/],
  ['SELECT 1 ORDER BY 1 USING <', /not taken/],
  ['SELECT xmlelement(name a)', /not taken/],
  ['SELECT $1', /not \$1/],
  ['SELECT id FROM park WHERE CURRENT OF c', /not taken|cannot be read/],
  [
    'WITH RECURSIVE t(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM t) SEARCH DEPTH FIRST BY n SET o SELECT n FROM t',
    /not taken/,
  ],
  // more than the parser should receive
  [`SELECT ${'('.repeat(5_000)}1${')'.repeat(5_000)}`, /too long|too deeply/],
  [`SELECT ${'('.repeat(200)}1${')'.repeat(200)}`, /too deeply/],
  [`SELECT ${Array.from({ length: 4_000 }, () => '1').join(' + ')}`, /too long/],
  [`SELECT ${'- '.repeat(4_000)}1`, /too long/],
  [`SELECT ${'CASE WHEN true THEN '.repeat(100)}1${' END'.repeat(100)}`, /too deeply/],
];

test('each statement that would do anything but read what may be read is refused, in both languages', async (t) => {
  const let_through: string[] = [];
  for (const [sql, says] of hostile) {
    const { problem } = await look(sql);
    if (!problem) let_through.push(`let through: ${sql.slice(0, 120)}`);
    else if (!says.test(problem.en)) let_through.push(`${sql.slice(0, 120)}: ${problem.en}`);
    else if (!/[\u4e00-\u9fff]/.test(problem.zh)) let_through.push(`${sql.slice(0, 120)}: ${problem.zh}`);
  }
  t.diagnostic(`${hostile.length} statements`);
  assert.deepEqual(let_through, []);
});

const fine: readonly string[] = [
  'SELECT park_name FROM park',
  'select park_name from park;',
  'SELECT park_name FROM park -- which\n',
  '/* first */ SELECT park_name FROM park /* last */ ;  -- end',
  '(SELECT park_name FROM park)',
  "VALUES (1, 'a'), (2, 'b')",
  'SELECT 1',
  "SELECT 'DELETE FROM stay; --' AS content",
  'SELECT $q$; DROP TABLE stay$q$ AS content',
  'SELECT count(*) FROM stay',
  'SELECT DISTINCT ON (park_id) park_id, in_time FROM stay ORDER BY park_id, in_time DESC NULLS LAST LIMIT 5 OFFSET 2',
  'SELECT p.park_name AS "车场|Car park", count(*) AS "次数" FROM stay s JOIN park p ON p.tenant_id = s.tenant_id AND p.id = s.park_id WHERE s.in_time >= now() - interval \'7 days\' GROUP BY 1 HAVING count(*) > 3 ORDER BY "次数" DESC',
  "SELECT park_id, sum(amount_fen) FILTER (WHERE pay_type = 'cash') AS cash_fen, percentile_cont(0.5) WITHIN GROUP (ORDER BY amount_fen) AS middle FROM payment GROUP BY ROLLUP (park_id)",
  'SELECT plate_number, row_number() OVER w, lag(in_time, 1) OVER (PARTITION BY plate_number ORDER BY in_time ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW) FROM stay WINDOW w AS (PARTITION BY park_id ORDER BY in_time)',
  'WITH a AS (SELECT park_id, count(*) AS n FROM stay GROUP BY park_id), b AS MATERIALIZED (SELECT park_id, n FROM a WHERE n > 1) SELECT p.park_name, b.n FROM b JOIN park p ON p.id = b.park_id',
  'WITH RECURSIVE up(id, above, depth) AS (SELECT id, parent_id, 0 FROM company UNION ALL SELECT c.id, c.parent_id, up.depth + 1 FROM company c JOIN up ON c.id = up.above) SELECT id, max(depth) FROM up GROUP BY id',
  "SELECT d.day::date, count(s.id) FROM generate_series(date '2026-05-01', date '2026-05-31', interval '1 day') AS d(day) LEFT JOIN stay s ON s.in_time::date = d.day::date GROUP BY 1",
  'SELECT u.real_name, r.id FROM "user" u, unnest(u.role_ids) WITH ORDINALITY AS r(id, nth)',
  'SELECT generate_series FROM generate_series(1, 3)',
  "SELECT CASE pay_type WHEN 'cash' THEN '现金' ELSE coalesce(pay_type, '?') END, nullif(amount_fen, 0), greatest(amount_fen, 1), amount_fen / 100.0 FROM payment WHERE pay_type IN ('cash', 'wechat') AND amount_fen BETWEEN 1 AND 100 AND operator ILIKE '%王%' AND refunded_fen IS NULL AND NOT (status = 'failed')",
  'SELECT park_id FROM stay INTERSECT SELECT park_id FROM payment EXCEPT SELECT id FROM park ORDER BY 1',
  'SELECT x.park_id, x.count FROM (SELECT park_id, count(*) FROM stay GROUP BY 1) x WHERE x.count > ALL (SELECT 1)',
  "SELECT extract(hour FROM in_time AT TIME ZONE 'Asia/Shanghai'), to_char(in_time, 'YYYY-MM'), date_trunc('day', in_time), substring(plate_number FROM 1 FOR 2), trim(both ' ' from plate_number), position('A' in plate_number) FROM stay",
  "SELECT p.location ->> 'lng' FROM park p",
  'SELECT current_date, localtimestamp, make_interval(days => 3)',
  'SELECT park_name FROM park p WHERE EXISTS (SELECT 1 FROM stay s WHERE s.park_id = p.id) AND (p.id, p.tenant_id) IN (SELECT park_id, tenant_id FROM payment)',
  'SELECT a.id FROM park a NATURAL JOIN park b',
  'SELECT id FROM park JOIN stay USING (tenant_id, id)',
  'SELECT role_ids[1], array_length(role_ids, 1), role_ids[1:2] FROM "user" WHERE id = ANY(role_ids)',
  'SELECT phone, email, plate_nos FROM park_month, "user"',
];

test('what people write is taken', async () => {
  const refused: string[] = [];
  for (const sql of fine) {
    const { problem } = await look(sql);
    if (problem) refused.push(`${sql}: ${problem.en}`);
  }
  assert.deepEqual(refused, []);
});

test('every table says its columns; what is sealed, kept as JSON or worth its code is in none of them', () => {
  const tables = readableTables();
  assert.ok(tables.size > 40);
  for (const [table, { of, columns, kept }] of tables) {
    assert.ok(columns.size > 2, table);
    for (const { field } of columns.values())
      assert.ok(!field || (field.kind !== 'secret' && field.kind !== 'json'), table);
    for (const [name, field] of Object.entries(of.fields))
      if (field.kind === 'secret') assert.ok(kept.size > 0, `${table}.${name}`);
  }
  for (const [name, fields] of Object.entries(worth))
    for (const field of fields)
      assert.ok(resources.find((of) => of.name === name)!.fields[field], `${name}.${field} is declared`);
  assert.deepEqual(
    [...functions].filter(
      (name) => /^(pg_|lo_|dblink|set_|current_set|nextval|query_|xml|json)/.test(name) || rowFunctions.has(name),
    ),
    [],
  );
  assert.deepEqual(
    [...types].filter((name) => name.startsWith('reg')),
    [],
  );
});

test('parameters are bound: their places keep their length, strings, casts and comments hold none', async () => {
  const sql = `SELECT id FROM payment -- :from\nWHERE paid_time >= :from::date AND operator <> ':from' AND "operator" <> $$:to$$ AND paid_time < :to + 1`;
  const { statement } = await look(sql, [parameter('from'), parameter('to')]);
  assert.equal(statement?.body, sql.replace('>= :from::', '>= $1   ::').replace('< :to +', '< $2  +'));
  assert.deepEqual(statement?.tables, ['payment']);
  const twenty = Array.from({ length: 20 }, (_, nth) => parameter(`p${String(nth).padStart(2, '0')}`, 'number'));
  assert.match(
    (await look(`SELECT ${twenty.map(({ name }) => `:${name}`).join(' + ')}`, twenty)).statement!.body,
    /\$20/,
  );
  assert.match(
    (await look('SELECT id FROM payment WHERE paid_time > :from')).problem!.en,
    /^Line 1, column 42: The parameter :from is not in the list/,
  );
  assert.match((await look('SELECT 1', [parameter('from')])).problem!.zh, /参数 :from 在语句中没有用到/);
  assert.match((await look("SELECT '车场🚗' AS x,\n  pg_sleep(1)")).problem!.zh, /^第2行第3列：不能用函数 pg_sleep/);
  assert.match(
    (await look('SELECT 1\nFORM park')).problem!.en,
    /^Line 2, column 6: The statement cannot be read: syntax error/,
  );
});

test('whatever stands in a string, a name or a comment, and whatever is put around it, nothing else than the statement is run', async () => {
  const odd = fc.string({
    unit: fc.constantFrom("'", '"', ';', '-', '/', '*', '$', ':', '(', ')', 'x', '\\', '\n', ' ', 'é', '车', '🚗'),
  });
  await fc.assert(
    fc.asyncProperty(odd, odd, async (one, other) => {
      for (const sql of [
        `SELECT ${one}1${other}`,
        `SELECT '${one}' AS a${other}`,
        `SELECT 1 AS "${one}x" ${other}`,
        `SELECT 1 --${one}\n${other}`,
        `SELECT 1 /*${one}*/ ${other}`,
        `SELECT $a$${one}$a$ ${other}`,
      ]) {
        const { statement } = await look(sql);
        if (!statement) continue;
        // It still is one query when it stands in brackets, as it will.
        const inside = await look(`SELECT x.a FROM (\n${statement.body}\n) AS x(a)`);
        assert.ok(inside.statement, sql);
      }
    }),
    { numRuns: 300, seed: 20_261_123 },
  );
});

test('a sum of 200 is taken, one of 1,000 is nested too deeply, however much of the stack is left', async () => {
  const sum = (count: number): string => `SELECT ${Array.from({ length: count }, () => '1').join(' + ')}`;
  assert.ok((await look(sum(200))).statement);
  assert.match((await look(sum(1_000))).problem!.en, /Nested too deeply/);
});

test('a statement that breaks the parser leaves it as it was', async () => {
  for (const sql of [
    `SELECT ${'NOT '.repeat(2_000)}true`,
    `SELECT ${Array.from({ length: 1_200 }, () => '1').join(' + ')}`,
    `SELECT 1${' UNION SELECT 1'.repeat(800)}`,
    `SELECT ${'ARRAY['.repeat(50)}1${']'.repeat(50)}`,
    '\ud800',
    'SELECT \u0000',
  ])
    await look(sql);
  assert.ok((await look('SELECT park_name FROM park')).statement);
});
