/** What a journal with cash reads is found by its key, however many journals and stays there are. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import pg from 'pg';
import { ackedOf } from '#areas/handheld/server/journal.ts';
import { bookCash, stayFor } from '#areas/handheld/server/cash.ts';
import { keptBefore } from '#areas/handheld/server/journal-calls.ts';
import { database, tenantScope } from '#kit/server/db.ts';
import { newId } from '#kit/server/id.ts';
import { startTestProduct } from '#test/test-product.ts';
import type { TestProduct } from '#test/test-product.ts';
import { MINUTE, openStreet } from '#areas/road/server/street.fixture.ts';

let product: TestProduct;
let admin: pg.Client;
before(async () => {
  product = await startTestProduct();
  admin = new pg.Client(product.admin);
  await admin.connect();
});
after(async () => {
  await admin?.end();
  await product?.close();
});

type Plan = {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Index Cond'?: string;
  readonly Plans?: readonly Plan[];
};
const nodes = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodes)];
const KEY = /\b(id|berth_id|plate_number|installation)\)?(::text)? =/;
/** Scans of these tables that do not go by a key. */
const throughAll = (plan: Plan, tables: ReadonlySet<string>): Plan[] =>
  nodes(plan).filter((node) => tables.has(node['Relation Name'] ?? '') && !KEY.test(node['Index Cond'] ?? ''));

/** What the statements under test have in them: one reads the last entry, one those with these numbers. */
const READS = ['FROM handheld_deed', 'ANY(s.also_berths)', 'RECURSIVE chain'];

/** Many rows of other berths, plates and handhelds. */
const MANY = [
  `INSERT INTO stay SELECT (jsonb_populate_record(NULL::stay, to_jsonb(s) || jsonb_build_object(
     'id', gen_random_uuid(), 'berth_id', gen_random_uuid(), 'plate_number', 'X' || n))).*
     FROM (SELECT * FROM stay LIMIT 1) s, generate_series(1, 2000) n`,
  `INSERT INTO handheld_deed (tenant_id, company_id, id, created_at, updated_at, at, raw_at, heard_at, user_id, device_id, deed_kind, outcome, installation, seq, hash, body, answer)
     SELECT s.tenant_id, s.company_id, gen_random_uuid(), now(), now(), now(), now(), now(), gen_random_uuid(), gen_random_uuid(), 'plate', 'done', (n % 50)::text, n, '', '{}', '{}'
     FROM (SELECT * FROM stay LIMIT 1) s, generate_series(1, 2000) n`,
  'ANALYZE stay',
  'ANALYZE handheld_deed',
];

test('entries, the stay that cash is for and what it continues are found by their keys', async () => {
  const street = await openStreet(product, 4);
  const at = Date.now() - 60 * MINUTE;
  const { tenantId, parkId } = street.lot;
  await street.accept([street.person(0, at, 'plate', '粤B12345')], at + 20_000);
  const place = { tenantId, parkId, berthId: street.berths[0]!.id, plate: '粤B12345' };
  const statements = new Set<string>();
  const noting = database(product.database.config, 2, (sql) => statements.add(sql));
  try {
    await noting.write(tenantScope(tenantId), async (db) => {
      await ackedOf(db, tenantId, newId());
      await keptBefore(db, tenantId, newId(), new Map([[1, '']]));
      const stay = await stayFor(db, place, at + 30 * MINUTE);
      const cash = { amountFen: 300, tenderedFen: 300, drawer: '张', by: '张', at: at + 30 * MINUTE, decided: false };
      await bookCash(db, place, stay!, { ...cash, installation: newId(), seq: 1 });
    });
  } finally {
    await noting.close();
  }
  for (const sql of MANY) await admin.query(sql);
  const { rows: months } = await admin.query<{ name: string }>(
    'SELECT DISTINCT tableoid::regclass::text AS name FROM stay',
  );
  const full = new Set(['handheld_deed', ...months.map(({ name }) => name)]);
  await admin.query(`BEGIN; SET LOCAL ROLE gatehouse_app; SET LOCAL app.tenant = '${tenantId}'`);
  const reads = [...statements].filter((sql) => READS.some((each) => sql.includes(each)));
  assert.equal(reads.length, 4, reads.join('\n'));
  for (const sql of reads) {
    const { rows } = await admin.query<{ 'QUERY PLAN': { Plan: Plan }[] }>(
      `EXPLAIN (GENERIC_PLAN, FORMAT JSON) ${sql}`,
    );
    const [{ Plan: plan }] = rows[0]!['QUERY PLAN'] as [{ Plan: Plan }];
    assert.deepEqual(throughAll(plan, full), [], sql);
  }
  await admin.query('ROLLBACK');
});
