/**
 * `npm run bench:records`: a list call, its count, a report of ninety days and exports over many records, each beside
 * its bound of the same run. `--orders 1000000` (default 200,000), `--rounds`, `--seconds`, `--json FILE`; `--only
 * list,exports` runs some of its `parts`. `--directus FOLDER` holds the list against Directus as well, of a folder in
 * which somebody has done `npm install directus`: it is none of our packages (`directus.ts`). Nothing else should work
 * on the machine.
 */
import { writeFileSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { daySum } from '#areas/report/model/fees.ts';
import { startTestProduct } from '#test/test-product.ts';
import type { TestProduct } from '#test/test-product.ts';
import { middle, pace } from '../pace.ts';
import type { PacedRequest, Pace } from '../pace.ts';
import { withDirectus } from './directus.ts';
import type { Directus } from './directus.ts';
import { platformOf, platformReports } from './platform.ts';
import { fill, tenantOf } from './fill.ts';
import type { Statement } from './serve.ts';
import { serving } from './serving.ts';
import { statementsOf } from './statements.ts';
import { rows, put } from './figures.ts';
import { copied } from './copied.ts';

const { values } = parseArgs({
  options: {
    orders: { type: 'string', default: '200000' },
    rounds: { type: 'string', default: '3' },
    seconds: { type: 'string', default: '5' },
    connections: { type: 'string', default: '16' },
    only: { type: 'string' },
    directus: { type: 'string' },
    json: { type: 'string' },
  },
});

const [orders, rounds, seconds, atOnce] = [
  Number(values.orders),
  Number(values.rounds),
  Number(values.seconds),
  Number(values.connections),
];

const DAYS = 90;

const list = '/api/updown/static/getOnlineOrder';

async function alternating(of: Readonly<Record<string, PacedRequest>>): Promise<Record<string, Pace[]>> {
  const found: Record<string, Pace[]> = Object.fromEntries(Object.keys(of).map((name) => [name, []]));
  for (let round = 0; round < rounds; round += 1)
    for (const [name, request] of Object.entries(of)) found[name]!.push(await pace(request, { seconds, atOnce }));
  return found;
}

const span = (() => {
  const day = (at: number): string => new Date(at + 8 * 3_600_000).toISOString().slice(0, 10);
  return { from: day(Date.now() - (DAYS - 1) * 86_400_000), to: day(Date.now()) };
})();

const firstPage = { size: 20, current: 1, totals: 'none' };

const range = { startTime: `${span.from} 00:00:00`, endTime: `${span.to} 23:59:59` };

const queryOf = (input: Readonly<Record<string, unknown>>): URLSearchParams =>
  new URLSearchParams(Object.entries(input).map(([name, value]) => [name, String(value)]));

async function listed(
  testProduct: TestProduct,
  product: string,
  config: pg.ClientConfig,
  headers: Record<string, string>,
): Promise<void> {
  const input = { ...range, ...firstPage };
  const raw = await serving('raw', { config, statements: await statementsOf(testProduct, list, input) });
  try {
    const found = await alternating({
      product: { url: `${product}${list}?${queryOf(input)}`, headers },
      raw: { url: `http://127.0.0.1:${raw.port}/` },
    });
    const [ours, bare] = [
      middle(found['product']!, ({ perSecond }) => perSecond),
      middle(found['raw']!, ({ perSecond }) => perSecond),
    ];
    put({
      what: `list, 20 of ${orders.toLocaleString('en')}`,
      figure: ours.median,
      unit: 'a second',
      bound: bare.median,
      of: 'raw node:http and pg, same statements',
      min: ours.min,
      max: ours.max,
    });
    put({
      what: 'list, share of raw',
      figure: Math.round((ours.median / bare.median) * 100) / 100,
      unit: '',
      bound: 0.6,
      of: 'aim',
    });
    put({ what: 'list, p99', figure: ours.round.p99Ms, unit: 'ms', bound: bare.round.p99Ms, of: 'raw' });
    const counts = await timedCounts(config, await statementsOf(testProduct, list, input));
    put({
      what: 'count of the list, ended at 10,000',
      figure: counts.median,
      unit: 'ms',
      bound: 10,
      of: 'aim',
      min: counts.min,
      max: counts.max,
    });
    const sums = await timed(7, () =>
      testProduct.must('GET', list, { ...range, totals: 'only' }, { as: 'groupAdmin' }),
    );
    put({
      what: 'sums of the list, requested once per filter',
      figure: sums.median,
      unit: 'ms',
      min: sums.min,
      max: sums.max,
    });
  } finally {
    raw.child.kill();
  }
}

/** The count alone, among the other statements of its answer over one connection. */
async function timedCounts(
  config: pg.ClientConfig,
  statements: readonly Statement[],
): Promise<{ min: number; median: number; max: number }> {
  const client = new pg.Client(config);
  await client.connect();
  const took: number[] = [];
  try {
    for (let round = 0; round < 21; round += 1)
      for (const [n, { text, values: given }] of statements.entries()) {
        const from = performance.now();
        await (given ? client.query({ name: `s${n}`, text, values: [...given] }) : client.query(text));
        if (/^select count/i.test(text)) took.push(Math.round((performance.now() - from) * 10) / 10);
      }
  } finally {
    await client.end();
  }
  return middle(took, (each) => each);
}

async function timed(
  rounded: number,
  work: () => Promise<unknown>,
): Promise<{ min: number; median: number; max: number }> {
  const took: number[] = [];
  for (let round = 0; round < rounded; round += 1) {
    const from = performance.now();
    await work();
    took.push(Math.round((performance.now() - from) * 10) / 10);
  }
  return middle(took, (each) => each);
}

const answered = async <T>({ url, headers = {} }: PacedRequest): Promise<T> =>
  (await fetch(url, { headers })).json() as Promise<T>;

/** @throws Error unless Directus answers the same rows in the same order, and counts as many */
async function sameAs(directus: Directus, ids: readonly string[], total: number): Promise<void> {
  const response = await answered<{ data?: { id: string }[]; meta?: { filter_count: number | string } }>(
    directus.list(true),
  );
  if (response.data?.map(({ id }) => id).join() !== ids.join())
    throw new Error(`version ${directus.version} answers another page: ${JSON.stringify(response).slice(0, 300)}`);
  if (Number(response.meta?.filter_count) !== total)
    throw new Error(`version ${directus.version} counts ${response.meta?.filter_count} rows of ${total}`);
}

/**
 * The same page, requested from both alternately. Directus counts all rows of a filter or none; the product's count
 * ends at 10,000.
 */
async function besideDirectus(
  testProduct: TestProduct,
  product: PacedRequest,
  given: { config: pg.ClientConfig; admin: pg.Client; tenantId: number },
): Promise<void> {
  if (!values.directus)
    return put({ what: 'Directus', unit: 'not run (give --directus a folder with directus installed)' });
  const {
    data: { records },
  } = await answered<{ data: { records: { id: string }[] } }>(product);
  const { total } = (await testProduct.must('GET', list, { ...range, totals: 'only' }, { as: 'groupAdmin' })) as {
    total: number;
  };
  const page = {
    tenantId: given.tenantId,
    from: new Date(`${span.from}T00:00:00+08:00`),
    to: new Date(`${span.to}T23:59:59.999+08:00`),
    size: firstPage.size,
    like: records[0]!,
  };
  await withDirectus({ ...given, folder: values.directus, page }, async (directus) => {
    await sameAs(
      directus,
      records.map(({ id }) => id),
      total,
    );
    console.log(
      `Directus ${directus.version}: a table of the same rows, not partitioned, with id as its key and the index of the list, none of the names of lot and company that the product looks up; ${directus.seen}`,
    );
    const found = await alternating({
      [`product beside Directus, list of ${orders.toLocaleString('en')}`]: product,
      [`Directus ${directus.version}, all rows counted`]: directus.list(true),
      [`Directus ${directus.version}, without a count`]: directus.list(false),
    });
    const [ours, ...theirs] = Object.entries(found).map(([what, each]) => ({
      what,
      ...middle(each, ({ perSecond }) => perSecond),
    }));
    for (const { what, median, min, max, round } of [ours!, ...theirs])
      put({ what, figure: median, unit: `a second, p50 ${round.p50Ms} ms, p99 ${round.p99Ms} ms`, min, max });
    for (const { what, median } of theirs)
      put({
        what: `list, times ${what}`,
        figure: Math.round((ours!.median / median) * 10) / 10,
        unit: '×',
        bound: 4,
        of: 'aim',
      });
  }).catch((error: Error) => put({ what: 'Directus', unit: `not measured: ${error.message}` }));
}

async function reported(testProduct: TestProduct, admin: pg.Client, tenantId: number): Promise<void> {
  const input = { startTime: span.from, endTime: span.to };
  let page: { records?: { receivableFen: number }[] } = {};
  const ours = await timed(21, async () => {
    page = await testProduct.must('GET', daySum.wire.path, input, { as: 'groupAdmin' });
  });
  const sum = `SELECT (created_time AT TIME ZONE 'Asia/Shanghai')::date AS day, sum(receivable_fen)::bigint AS fen,
    sum(paid_fen)::bigint, count(*) FROM parking_order WHERE tenant_id = $1
    AND created_time >= $2::date - interval '8 hours' GROUP BY 1`;
  const bare = await timed(3, () => admin.query(sum, [tenantId, span.from]));
  put({
    what: 'report of 90 days',
    figure: ours.median,
    unit: 'ms',
    bound: bare.median,
    of: 'from raw rows',
    min: ours.min,
    max: ours.max,
  });
  const { rows: counted } = await admin.query<{ fen: string }>(sum, [tenantId, span.from]);
  const [kept, truth] = [
    (page.records ?? []).reduce((total, { receivableFen }) => total + receivableFen, 0),
    counted.reduce((total, { fen }) => total + Number(fen), 0),
  ];
  put({ what: 'report, fen apart from raw rows', figure: Math.abs(kept - truth), unit: 'fen', bound: 0, of: 'aim' });
  put({
    what: 'report, times faster than raw rows',
    figure: Math.round(bare.median / ours.median),
    unit: '×',
    bound: 50,
    of: 'aim',
  });
}

/** Ninety days of a thousand lots, as the platform's operator reads them. */
async function platform(testProduct: TestProduct, parkId: string): Promise<void> {
  const sums = await platformOf(testProduct, parkId, 1_000, DAYS);
  for (const [name, of] of Object.entries(platformReports)) {
    const took = await timed(11, () =>
      testProduct.must('GET', of.wire.path, { startTime: span.from, endTime: span.to }, { as: 'admin' }),
    );
    put({
      what: `platform of 1,000 lots, ${DAYS} days ${name}, ${sums.toLocaleString('en')} sums`,
      figure: took.median,
      unit: 'ms',
      bound: 300,
      of: 'aim',
      min: took.min,
      max: took.max,
    });
  }
}

type File = { readonly seconds: number; readonly bytes: number; readonly firstMs: number; readonly moreMb: number };

/** A file of the list, read to its end; and how much the server grew meanwhile. */
async function fileOf(product: string, headers: Record<string, string>, format: string): Promise<File> {
  const memory = async (): Promise<number> =>
    Math.round(
      Number(/^process_resident_memory_bytes (\S+)/m.exec(await (await fetch(`${product}/metrics`)).text())?.[1] ?? 0) /
        1_048_576,
    );
  const before = await memory();
  let [peak, bytes, firstMs] = [before, 0, 0];
  const look = async (): Promise<void> => {
    peak = Math.max(peak, await memory());
  };
  const watch = setInterval(() => void look().catch(() => undefined), 250);
  const from = performance.now();
  const answer = await fetch(
    `${product}/api/gatehouse/export/parkingOrder?${new URLSearchParams({ ...range, format })}`,
    { headers },
  );
  for await (const chunk of answer.body!) {
    firstMs ||= performance.now() - from;
    bytes += (chunk as Uint8Array).length;
  }
  clearInterval(watch);
  return { seconds: (performance.now() - from) / 1_000, bytes, firstMs, moreMb: peak - before };
}

/**
 * Each round a file of each kind and COPY beside them; the first of a server is slower, for its code is compiled with
 * it.
 */
async function exported(product: string, headers: Record<string, string>, admin: pg.Client): Promise<void> {
  const found: { csv: File; xlsx: File; copy: number }[] = [];
  for (let round = 0; round < rounds; round += 1)
    found.push({
      csv: await fileOf(product, headers, 'csv'),
      copy: await copied(admin, span),
      xlsx: await fileOf(product, headers, 'xlsx'),
    });
  const two = (value: number): number => Math.round(value * 100) / 100;
  for (const format of ['csv', 'xlsx'] as const) {
    const files = found.map((each) => each[format]);
    const { median, min, max, round: of } = middle(files, ({ seconds: took }) => two(took));
    put({
      what: `export ${format}, ${orders.toLocaleString('en')} rows`,
      figure: median,
      unit: `s, ${(of.bytes / 1e6).toFixed(1)} MB, first byte after ${files.map(({ firstMs }) => Math.round(firstMs)).join(', ')} ms, ${files.map(({ moreMb }) => moreMb).join(', ')} MB more memory`,
      min,
      max,
    });
  }
  const copy = middle(found, (each) => two(each.copy));
  put({ what: 'COPY of the same columns', figure: copy.median, unit: 's', min: copy.min, max: copy.max });
  const times = middle(found, (each) => two(each.csv.seconds / each.copy));
  put({
    what: 'export csv, times the COPY of its round',
    figure: times.median,
    unit: `× (${found.map((each) => two(each.csv.seconds / each.copy)).join(', ')})`,
    bound: 1.5,
    of: 'aim',
    min: times.min,
    max: times.max,
  });
}

console.log(
  `${cpus().length} × ${cpus()[0]!.model}, Node ${process.version}, load ${loadavg()[0]!.toFixed(1)} before the start, ${new Date().toISOString()}`,
);

const testProduct = await startTestProduct();

const config = testProduct.database.config as pg.ClientConfig;

const admin = new pg.Client(config);

await admin.connect();

try {
  const parks: string[] = [];
  for (let n = 0; n < 10; n += 1) parks.push(await testProduct.park(testProduct.companies.child, `基准车场${n + 1}`));
  const filled = await fill(testProduct.database, parks, 0, orders, (line) => console.log(line));
  await admin.query('VACUUM ANALYZE parking_order');
  console.log(`filled in ${filled.toFixed(0)} s`);
  const product = await serving('product', { config, statements: [] });
  const [url, headers] = [
    `http://127.0.0.1:${product.port}`,
    { authorization: `Bearer ${testProduct.people.groupAdmin}` },
  ];
  const tenantId = await tenantOf(testProduct.database, parks[0]!);
  const parts: Readonly<Record<string, () => Promise<void>>> = {
    list: () => listed(testProduct, url, config, headers),
    report: () => reported(testProduct, admin, tenantId),
    exports: () => exported(url, headers, admin),
    directus: () =>
      besideDirectus(
        testProduct,
        { url: `${url}${list}?${queryOf({ ...range, ...firstPage })}`, headers },
        { config, admin, tenantId },
      ),
    platform: () => platform(testProduct, parks[0]!),
  };
  try {
    for (const [name, part] of Object.entries(parts)) if (values.only?.split(',').includes(name) ?? true) await part();
  } finally {
    product.child.kill();
  }
} finally {
  await admin.end();
  await testProduct.close();
}

console.log(`load ${loadavg()[0]!.toFixed(1)} at the end`);

if (values.json) writeFileSync(values.json, `${JSON.stringify(rows, null, 2)}\n`);
