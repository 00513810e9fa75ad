/**
 * `npm run bench -- growth`: a list, a report of ninety days and the decision at a gate, with more and more records
 * behind them. `--steps 100000,300000,1000000` (as many as the disk and your patience hold; 1000000,10000000,50000000
 * take SOME minutes and 60 GB), `--seconds 3`, `--cars 200`. The database does not wait for its disk here, so figures
 * are of processors alone. Nothing else should work on the machine.
 */
import { cpus, loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { daySum } from '#areas/report/model/fees.ts';
import { startTestProduct } from '#test/test-product.ts';
import { middle, pace } from '../pace.ts';
import { fill, tenantOf } from '../records/fill.ts';
import { serving } from '../records/serving.ts';
import { decisions, openGate } from './gate.ts';
import { stays } from './stays.ts';

const { values } = parseArgs({
  options: {
    steps: { type: 'string', default: '100000,300000' },
    seconds: { type: 'string', default: '3' },
    cars: { type: 'string', default: '200' },
  },
});
const steps = values.steps.split(',').map(Number);
const LOTS = 10;
const day = (at: number): string => new Date(at + 8 * 3_600_000).toISOString().slice(0, 10);
const [first, last] = [day(Date.now() - 89 * 86_400_000), day(Date.now())];
const rounded = (ms: number): number => Math.round(ms * 10) / 10;

/**
 * Fills tables with only their primary key and rebuilds their other indexes in one go, which takes a third of the time.
 */
async function withoutIndexes(
  admin: pg.Client,
  tables: readonly string[],
  work: () => Promise<unknown>,
): Promise<void> {
  const { rows } = await admin.query<{ name: string; made: string }>(
    'SELECT indexrelid::regclass::text AS name, pg_get_indexdef(indexrelid) AS made FROM pg_index WHERE indrelid = ANY($1::regclass[]) AND NOT indisprimary',
    [tables],
  );
  for (const { name } of rows) await admin.query(`DROP INDEX ${name}`);
  await work();
  await admin.query(`SET maintenance_work_mem = '1GB'`);
  for (const { made } of rows) await admin.query(made.replace(' ON ONLY ', ' ON '));
}

console.log(
  `${cpus().length} × ${cpus()[0]!.model}, Node ${process.version}, load ${loadavg()[0]!.toFixed(1)} before the start, ${new Date().toISOString()}`,
);
const testProduct = await startTestProduct();
const config = testProduct.database.config as pg.ClientConfig;
const admin = new pg.Client(config);
await admin.connect();
const product = await serving('product', { config, statements: [] });
try {
  const parks: string[] = [];
  for (let n = 0; n < LOTS; n += 1) parks.push(await testProduct.park(testProduct.companies.child, `增长车场${n + 1}`));
  const gate = await openGate(
    testProduct,
    testProduct.companies.child,
    await tenantOf(testProduct.database, parks[0]!),
  );
  const query = new URLSearchParams({
    startTime: `${first} 00:00:00`,
    endTime: `${last} 23:59:59`,
    size: '20',
    current: '1',
    totals: 'none',
  });
  const rows: Record<string, Record<string, number>> = {};
  let before = 0;
  for (const step of steps) {
    const begun = performance.now();
    await withoutIndexes(admin, ['parking_order', 'stay'], () =>
      Promise.all([
        fill(testProduct.database, parks, before, step, (line) => console.log(line)),
        stays(testProduct.database, [...parks, gate.target.parkId], before, step),
      ]),
    );
    await admin.query('VACUUM ANALYZE parking_order, stay');
    const filled = (performance.now() - begun) / 1_000;
    const listed = await pace(
      {
        url: `http://127.0.0.1:${product.port}/api/updown/static/getOnlineOrder?${query}`,
        headers: { authorization: `Bearer ${testProduct.people.groupAdmin}` },
      },
      { seconds: Number(values.seconds), atOnce: 8 },
    );
    const reported: number[] = [];
    for (let round = 0; round < 21; round += 1) {
      const from = performance.now();
      await testProduct.must('GET', daySum.wire.path, { startTime: first, endTime: last }, { as: 'groupAdmin' });
      reported.push(performance.now() - from);
    }
    const decided = middle(await decisions(testProduct, gate, Number(values.cars)), (each) => each);
    const {
      rows: [size],
    } = await admin.query<{ bytes: string }>('SELECT pg_database_size(current_database()) AS bytes');
    const row = {
      'list a second': listed.perSecond,
      'list p50 ms': listed.p50Ms,
      'list p99 ms': listed.p99Ms,
      'report p50 ms': rounded(middle(reported, (each) => each).median),
      'gate p50 ms': rounded(decided.median),
      'gate max ms': rounded(decided.max),
      'database MB': Math.round(Number(size!.bytes) / 1e6),
      'filled in s': Math.round(filled),
    };
    console.log(
      `${step.toLocaleString('en')} records: ${Object.entries(row)
        .map(([what, figure]) => `${what} ${figure.toLocaleString('en')}`)
        .join(', ')}`,
    );
    rows[step.toLocaleString('en')] = row;
    before = step;
  }
  console.table(rows);
} finally {
  product.child.kill();
  await admin.end();
  await testProduct.close();
}
console.log(`load ${loadavg()[0]!.toFixed(1)} at the end`);
