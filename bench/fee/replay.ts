/** A million ended stays in a product of their own, read alone and replayed. */
import { randomUUID } from 'node:crypto';
import type { Tariff } from '#domain/fee/form.ts';
import type { ReplayRun } from '#areas/fee/model/replay.ts';
import { replaysOver } from '#areas/fee/server/replay-run.ts';
import { platformScope, tenantScope } from '#kit/server/db.ts';
import { batchesOf } from '#kit/sheets/server/export-rows.ts';
import { startTestProduct } from '#test/test-product.ts';
import type { TestProduct } from '#test/test-product.ts';

const FROM = '2026-05-01T00:00:00+08:00';
const TO = '2026-08-01T00:00:00+08:00';
/** Minutes of the quarter in which the stays begin. */
const RANGE_MS = 120_000;

/**
 * Stays as lanes leave them, each with a bill of two lines by the tariff of the lot: 15 minutes free, 5 yuan an hour.
 */
const FILL = `
INSERT INTO stay (tenant_id, company_id, park_id, id, plate_number, plate_colour, kind, status, car_type_id, begin_time,
  in_time, out_time, stay_seconds, release_type,
  receivable_fen, derate_fen, waived_fen, paid_fen, outstanding_fen, rule_id, rule_name, bill_fen, lines, offline,
  changes)
SELECT $1, $2, $3, gen_random_uuid(), '京A' || lpad((n % 100000)::text, 5, '0'),
  CASE WHEN n % 7 = 0 THEN 'yellow' ELSE 'blue' END, 'temp', 'closed', $4, begins, begins, ends, minutes * 60, 'paid',
  fen, 0, 0, fen, 0, $5, 'bench', fen, jsonb_build_array(
    jsonb_build_object('kind', 'time', 'from', extract(epoch FROM begins)::bigint * 1000, 'to',
    extract(epoch FROM ends)::bigint * 1000, 'units', ceil(minutes / 60.0), 'unitFen', 500, 'amountFen', fen, 'clause',
    jsonb_build_object('zh', '每1小时5.00元', 'en', 'CNY 5.00 per 1 hour')),
    jsonb_build_object('kind', 'rounding', 'from', extract(epoch FROM ends)::bigint * 1000, 'to',
    extract(epoch FROM ends)::bigint * 1000, 'amountFen', 0, 'clause',
    jsonb_build_object('zh', '取整', 'en', 'Rounding'))), false, 0
FROM (SELECT n, begins, minutes, begins + minutes * interval '1 minute' AS ends,
  CASE WHEN minutes <= 15 THEN 0 ELSE ceil(minutes / 60.0) * 500 END AS fen FROM (
  SELECT n, timestamptz '${FROM}' + ((n::bigint * 7919) % ${RANGE_MS}) * interval '1 minute' AS begins,
  (n::bigint * 104729) % 600 * CASE WHEN n % 10 = 0 THEN 3 ELSE 1 END AS minutes
  FROM generate_series(1, $6::int) AS n) AS begun) AS stays`;

type Lot = { readonly parkId: string; readonly tenantId: number; readonly published: string; readonly draft: string };

async function fill(product: TestProduct, count: number, tariff: Tariff): Promise<Lot> {
  const parkId = await product.park(product.companies.child);
  const types = await product.must('GET', '/api/updown/baseSelect/getSelectCarKindType', { parkId });
  const carTypeId = types.find((type: { kind: string }) => type.kind === 'temp').value;
  const base = '/api/updown/platParkFeeRule/submit';
  const { id: published } = await product.must('POST', base, {
    parkId,
    CarTypeID: carTypeId,
    freeMinutes: 15,
    freeMinutesCounted: true,
    unitMinutes: 60,
    unitFee: 500,
  });
  await product.must('POST', '/api/gatehouse/feeRule/publish', { ids: published });
  const { id: draft } = await product.must('POST', base, { FeeRuleID: published, unitFee: 600 });
  const [row] = await product.database.read(platformScope, (db) =>
    db.raw<{ tenant_id: number; company_id: string }>('SELECT tenant_id, company_id FROM park WHERE id = $1', [parkId]),
  );
  for (let done = 0; done < count; done += 50_000) {
    await product.database.write(platformScope, (db) =>
      db.raw(FILL.replace('generate_series(1, $6::int)', `generate_series(${done + 1}, $6::int)`), [
        row!.tenant_id,
        row!.company_id,
        parkId,
        carTypeId,
        published,
        Math.min(count, done + 50_000),
      ]),
    );
  }
  await product.database.write(platformScope, (db) =>
    db.raw('UPDATE fee_rule SET rule = $2 WHERE id = $1', [draft, JSON.stringify(tariff)]),
  );
  return { parkId, tenantId: row!.tenant_id, published, draft };
}

/** Seconds to read the same rows through the same cursor and do nothing with them. */
async function readAlone(product: TestProduct, { parkId, tenantId }: Lot): Promise<number> {
  const begun = performance.now();
  const sql =
    'SELECT s.id, s.park_id, s.car_type_id, s.plate_colour, s.kind, s.status, s.in_time, s.out_time, s.receivable_fen, s.rule_id, s.release_type, s.derate_fen, s.changes, s.offline, s.lines IS NOT NULL, s.plate_number FROM stay s WHERE s.tenant_id = $1 AND s.park_id = $2 AND s.out_time >= $3 AND s.out_time < $4';
  for await (const batch of batchesOf(product.database, tenantScope(tenantId), {
    sql,
    params: [tenantId, parkId, FROM, TO],
  }))
    if (batch.length === 0) break;
  return (performance.now() - begun) / 1000;
}

async function replay(product: TestProduct, id: string): Promise<{ seconds: number; run: ReplayRun; heapMb: number }> {
  const begun = performance.now();
  const { run } = await product.must(
    'POST',
    '/api/gatehouse/feeRule/replay',
    { id, from: FROM, to: TO },
    { as: 'groupAdmin', key: randomUUID() },
  );
  let heap = 0;
  const watch = setInterval(() => {
    heap = Math.max(heap, process.memoryUsage().heapUsed);
  }, 100);
  await replaysOver();
  clearInterval(watch);
  return {
    seconds: (performance.now() - begun) / 1000,
    heapMb: heap / 1_048_576,
    run: await product.must('GET', '/api/gatehouse/feeRule/replayResult', { run }, { as: 'groupAdmin' }),
  };
}

export async function measureReplay(count: number, tariff: Tariff): Promise<void> {
  const product = await startTestProduct();
  try {
    const lot = await fill(product, count, tariff);
    await product.database.write(platformScope, (db) => db.raw('ANALYZE stay'));
    await readAlone(product, lot);
    const alone = await readAlone(product, lot);
    console.log(
      `\n| ${count.toLocaleString('en')} stays | seconds | of reading them alone | stays a second | most heap, MB | what came out |\n|---|---|---|---|---|---|`,
    );
    const row = (name: string, seconds: number, heap: string, what: string) =>
      console.log(
        `| ${name} | ${seconds.toFixed(1)} | ${(seconds / alone).toFixed(2)} : 1 | ${Math.round(count / seconds).toLocaleString('en')} | ${heap} | ${what} |`,
      );
    row('read alone', alone, '', '');
    for (const [name, id] of [
      ['the published version', lot.published],
      ['a draft (Guangzhou)', lot.draft],
    ] as const) {
      const { seconds, run, heapMb } = await replay(product, id);
      const { answer, state, error } = run;
      row(
        name,
        seconds,
        heapMb.toFixed(0),
        answer
          ? `${answer.same.stays} the same, ${answer.more.stays} more, ${answer.less.stays} less, exceptions ${JSON.stringify(Object.fromEntries(answer.exceptions.map(({ cause, stays }) => [cause, stays])))}`
          : `${state}: ${error}`,
      );
    }
  } finally {
    await product.close();
  }
}
