/**
 * A month that has just begun: once its tables are counted, which is a matter of seconds, what a batch looks up in them
 * goes by an index that knows the key.
 */
import assert from 'node:assert/strict';
import { text } from '#kit/declare/text.ts';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import pg from 'pg';
import { devicePorts } from '#areas/device/server/door.ts';
import { analyseNewPartitions } from '#db/analyse-partitions.ts';
import { database } from '#kit/server/db.ts';
import { startTestProduct } from '#test/test-product.ts';
import type { TestProduct } from '#test/test-product.ts';
import { ingestTogether } from './door.ts';
import { HOUR, MINUTE, openLot } from './lot.fixture.ts';
import type { LaneName, StoryLot } from './lot.fixture.ts';

const nobody = async () => ({ problem: text('无人', 'nobody') });

const T = Math.floor(Date.now() / HOUR) * HOUR - 5 * HOUR;
/** By the partition column. */
const TABLES = {
  stay: 'begin_time',
  passage: 'time',
  gate_opening: 'time',
  lane_note: 'at',
  device_command: 'time',
  device_event: 'raw_at',
};
/** Rows of each table when it is counted: all have come to the size at which they are. */
const COUNTED_AT = 500;
/** Rows added before plans are requested, repeatedly. */
const MORE = [0, ...Array.from({ length: 20 }, (_, nth) => Math.round(20 * 1.25 ** nth))];

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
const months = (plan: Plan): Plan[] =>
  nodes(plan).filter(
    (node) => /_(\d{4}_\d{2}|rest)$/.test(node['Relation Name'] ?? '') && /Index.*Scan$/.test(node['Node Type']),
  );
/** By the tenant alone: through all that he has in a month. */
const goesThrough = (node: Plan): boolean => !node['Index Cond']?.includes(' AND ');

/** What two lots' batches ask, of cars that come, pay and leave. */
async function planned(lots: readonly StoryLot[]): Promise<string[]> {
  const statements = new Set<string>();
  const own = database(product.database.config, 4, (sql) => statements.add(sql));
  const drive = (lane: LaneName, at: number, plates: readonly string[]) =>
    ingestTogether(
      own,
      lots[0]!.target.tenantId,
      lots.map((lot, nth) => ({
        parkId: lot.parkId,
        events: [
          lot.reading(lane, at, plates[nth]!),
          lot.event(lane, at + 3_000, { kind: 'passed', passing: lot.passing(lane), count: 1, picture: null }),
        ],
      })),
    );
  for (const lot of lots) {
    await Promise.all(
      Object.entries(lot.gates).map(([lane, gateId]) =>
        product.must('POST', '/api/updown/parkdevices/submit', {
          deviceName: lane,
          parkId: lot.parkId,
          deviceType: 'camera',
          sn: gateId,
          gateId,
        }),
      ),
    );
    await lot.enter('京A00001', T);
  }
  for (const [lane, at] of [
    ['in1', T + MINUTE],
    ['out1', T + 2 * MINUTE],
    ['out2', T + HOUR],
  ] as const) {
    assert.equal(
      (await drive(lane, at, at < T + HOUR ? ['京A00002', '京A00003'] : ['京A00001', '京A00001'])).size,
      lots.length,
    );
  }
  // The barriers are down again later, a guard opens by hand, and a device answers.
  await ingestTogether(
    own,
    lots[0]!.target.tenantId,
    lots.map((lot) => ({
      parkId: lot.parkId,
      events: [lot.event('in1', T + 2 * HOUR, { kind: 'gate', gate: 'up', by: 'local', commandId: null })],
    })),
  );
  await ingestTogether(
    own,
    lots[0]!.target.tenantId,
    lots.map((lot) => ({
      parkId: lot.parkId,
      events: [lot.event('in1', T + 2 * HOUR + MINUTE, { kind: 'gate', gate: 'down', by: 'local', commandId: null })],
    })),
  );
  const device = {
    tenantId: lots[0]!.target.tenantId,
    deviceId: randomUUID(),
    sn: 'any',
    parkId: lots[0]!.parkId,
    gateId: lots[0]!.gates.in1,
    kind: 'camera',
    lanes: [],
    clockOffsetMs: 0,
  };
  await devicePorts(own, { ingest: async () => undefined, doer: nobody }).answered([
    { device, commandId: randomUUID(), at: new Date(T).toISOString(), ok: true, error: null, result: null },
  ]);
  await own.close();
  return [...statements];
}

/** Copies of a row of each table, so many months ago. */
async function filled(rows: number, monthsAgo = 0): Promise<void> {
  for (const [table, time] of Object.entries(TABLES)) {
    await admin.query(
      `INSERT INTO ${table} SELECT fresh.* FROM (SELECT * FROM ${table} ORDER BY ${time} DESC LIMIT 1) t, generate_series(1, $1::int) nth,
      jsonb_populate_record(NULL::${table}, to_jsonb(t) || jsonb_build_object('id', gen_random_uuid(), 'device_id', gen_random_uuid(), 'seq', nth, '${time}', t.${time} - make_interval(months => $2, secs => nth))) fresh`,
      [rows, monthsAgo],
    );
  }
}

/** Where of one table some months are looked into by key and others gone through: the planner was misled there. */
async function misled(statements: readonly string[]): Promise<string[]> {
  const wrong = new Set<string>();
  await admin.query(
    "BEGIN; SET LOCAL app.tenant = '1'; SET LOCAL enable_seqscan = off; SET LOCAL enable_hashjoin = off; SET LOCAL enable_mergejoin = off",
  ); // nobody counts the rows of a transaction that is under way
  for (const more of MORE) {
    await admin.query('RESET ROLE');
    await filled(more);
    await admin.query('SET LOCAL ROLE gatehouse_app');
    for (const sql of statements) {
      const {
        rows: [row],
      } = await admin.query<{ 'QUERY PLAN': { Plan: Plan }[] }>(`EXPLAIN (GENERIC_PLAN, FORMAT JSON) ${sql}`);
      const scans = months(row!['QUERY PLAN'][0]!.Plan);
      if (!scans.every(goesThrough))
        for (const node of scans.filter(goesThrough))
          wrong.add(`${node['Relation Name']} by ${node['Index Cond'] ?? 'nothing'}: ${sql.trim().slice(0, 200)}`);
    }
  }
  await admin.query('ROLLBACK');
  return [...wrong];
}

test('what a batch looks up by key in other months uses the key in a new one too, once that is analysed', async (t) => {
  const {
    rows: [server],
  } = await admin.query<{ server_version_num: string }>('SHOW server_version_num');
  if (Number(server!.server_version_num) < 160_000) return t.skip('generic plans are shown by PostgreSQL 16 and later');
  const statements = (await planned([await openLot(product), await openLot(product)])).filter(
    (each) => !/^\s*(SAVEPOINT|ROLLBACK)/.test(each),
  );
  assert.ok(statements.some((sql) => sql.includes('INSERT INTO device_command')));
  await filled(2_000, 1);
  await filled(COUNTED_AT);
  const counted = await analyseNewPartitions(product.database, product.admin);
  t.diagnostic(`${statements.length} statements; counted: ${counted.join(', ')}`);
  assert.deepEqual(await misled(statements), []);
});
