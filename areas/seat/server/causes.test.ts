/** Calls, what their lane's rows show, proposals and what they spared, on the real engine. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { savedPerWeek } from '#domain/queue/causes.ts';
import { platformScope } from '#kit/server/db.ts';
import { startTestProduct } from '#test/test-product.ts';
import type { TestProduct } from '#test/test-product.ts';
import { MINUTE_MS as MINUTE, closedCall, dayAgo, iso, noon, store as storeRows } from './causes.fixture.ts';
import { lookAtCauses } from './causes.ts';
import { openLot } from './seat.fixture.ts';
import type { Lot } from './seat.fixture.ts';

let product: TestProduct;
before(async () => {
  product = await startTestProduct();
});
after(() => product.close());

const store = (lot: Lot, table: string, rows: readonly Record<string, unknown>[]): Promise<void> =>
  storeRows(product, lot, table, rows);
const call = (lot: Lot, why: string, at: number, more: Record<string, unknown> = {}): Promise<string> =>
  closedCall(product, lot, why, at, more);
const factsOf = async (ids: readonly string[]): Promise<unknown[]> => {
  const rows = await product.database.read(platformScope, (db) =>
    db.raw<{ id: string; fact: string | null; detail: string | null }>(
      'SELECT id, fact, fact_detail AS detail FROM call_record WHERE id = ANY($1::uuid[])',
      [[...ids]],
    ),
  );
  return ids.map((id) => {
    const { fact, detail } = rows.find((row) => row.id === id)!;
    return detail === null ? fact : `${fact} ${detail}`;
  });
};
const look = (): Promise<void> => lookAtCauses(product.database, new Date());
const fixesOf = async (lot: Lot) =>
  (await product.must('GET', '/api/gatehouse/callFix/list', { parkId: lot.parkId, size: 50 })).records;

test('each call is matched with the rows of its own lane and stay, ten minutes either way', async () => {
  const lot = await openLot(product);
  const other = await openLot(product);
  const at = noon(3);
  const stay = randomUUID();
  const hour = (n: number): number => at + n * 60 * MINUTE;
  const changed = { stay_id: stay, why: 'plate', before: { plate: '浙ABQ51E' }, after: { plate: '浙A8Q51E' } };
  await store(lot, 'stay_change', [{ ...changed, time: iso(hour(0) + 3 * MINUTE) }]);
  const paid = { stay_id: randomUUID(), status: 'failed', kind: 'parking' };
  await store(lot, 'payment', [{ ...paid, created_time: iso(hour(1) - 5 * MINUTE) }]);
  await store(lot, 'gate_opening', [{ gate_id: lot.gate, event: 'still', time: iso(hour(2) - MINUTE) }]);
  await store(other, 'gate_opening', [{ gate_id: other.gate, event: 'fault', time: iso(hour(3)) }]);
  await store(lot, 'passage', [{ gate_id: lot.gate, status: 'unidentified', time: iso(hour(4) + 4 * MINUTE) }]);
  const device = await product.must('POST', '/api/updown/parkdevices/submit', {
    parkId: lot.parkId,
    gateId: lot.gate,
    deviceName: '出口相机',
    deviceType: 'camera',
    sn: `CAUSE-${randomUUID().slice(0, 8)}`.toUpperCase(),
  });
  await store(lot, 'device_incident', [
    { device_id: device.id, kind: 'offline', time: iso(hour(4) + 50 * MINUTE), end_time: iso(hour(5) + MINUTE) },
  ]);
  const ids = [
    await call(lot, 'misread', hour(0), { stay_id: stay }),
    await call(lot, 'cannotPay', hour(1), { stay_id: paid.stay_id }),
    await call(lot, 'gate', hour(2)),
    await call(lot, 'gate', hour(3)),
    await call(lot, 'noPlate', hour(4)),
    await call(lot, 'question', hour(5)),
    await call(lot, 'cannotPay', hour(6)),
    await call(lot, 'gate', Date.now() - 10 * MINUTE),
  ];
  await look();
  assert.deepEqual(await factsOf(ids), [
    'misread 8→B',
    'payFailed',
    'gateStill',
    'none',
    'unread',
    'deviceLost',
    'none',
    null,
  ]);
  const { records } = await product.must('GET', '/api/gatehouse/callCause', {
    parkId: lot.parkId,
    startTime: dayAgo(5),
    endTime: dayAgo(0),
  });
  assert.equal(
    records.reduce((sum: number, row: { calls: number }) => sum + row.calls, 0),
    7,
  );
  assert.equal(
    records.reduce((sum: number, row: { explained: number }) => sum + row.explained, 0),
    5,
  );
});

test('what came up three times in four weeks is proposed once with its calls a week; rarer causes and today are not', async () => {
  const lot = await openLot(product);
  for (const days of [1, 5, 9, 27]) {
    await store(lot, 'gate_opening', [{ gate_id: lot.gate, event: 'fault', time: iso(noon(days)) }]);
    await call(lot, 'gate', noon(days));
  }
  await store(lot, 'gate_opening', [{ gate_id: lot.gate, event: 'fault', time: iso(noon(30)) }]);
  await call(lot, 'gate', noon(30));
  for (const days of [2, 3]) {
    await store(lot, 'passage', [{ gate_id: lot.gate, status: 'unidentified', time: iso(noon(days)) }]);
    await call(lot, 'noPlate', noon(days));
  }
  await look();
  await look();
  const found = await fixesOf(lot);
  assert.deepEqual(
    found.map(({ why, fact, fix, calls, perWeek, status }: Record<string, unknown>) => [
      why,
      fact,
      fix,
      calls,
      perWeek,
      status,
    ]),
    [['gate', 'gateFault', 'gateFault', 4, 1, 'proposed']],
  );
  const behind = await product.must('GET', '/api/updown/cloudseats/callrecord/getList', {
    parkId: lot.parkId,
    gateId: lot.gate,
    why: 'gate',
    fact: 'gateFault',
    startTime: `${dayAgo(28)} 00:00:00`,
    endTime: `${dayAgo(0)} 23:59:59`,
  });
  assert.equal(behind.total, 4, 'the rows behind the number');
});

test('a fix is measured from its day on, by cars that passed, and says how sure that is', async () => {
  const lot = await openLot(product);
  const cars = async (days: number, n: number): Promise<void> =>
    store(
      lot,
      'passage',
      Array.from({ length: n }, (_, nth) => ({
        gate_id: lot.gate,
        status: 'left',
        time: iso(noon(days) + nth * 1_000),
      })),
    );
  const failing = async (days: number): Promise<void> => {
    await store(lot, 'gate_opening', [{ gate_id: lot.gate, event: 'fault', time: iso(noon(days)) }]);
    await call(lot, 'gate', noon(days));
  };
  for (const days of [22, 20, 19, 18, 17, 16]) await failing(days);
  await failing(4);
  // The day itself belongs to neither side.
  await failing(14);
  for (let days = 15; days < 35; days += 1) await cars(days, 40);
  for (let days = 1; days < 14; days += 1) await cars(days, 50);
  await look();
  const [fix] = await fixesOf(lot);
  const carryOut = (doneDay: string) =>
    product.ask('POST', '/api/gatehouse/callFix/carryOut', { id: fix.id, doneDay, doneNote: '换了弹簧' });
  const tomorrow = await carryOut(dayAgo(-1));
  assert.deepEqual([tomorrow.status, tomorrow.body.errors?.[0]?.field], [400, 'doneDay']);
  assert.equal((await carryOut(dayAgo(14))).status, 200);
  await look();
  const [measured] = await fixesOf(lot);
  assert.deepEqual(
    [measured.status, measured.beforeCalls, measured.beforePassages, measured.afterCalls, measured.afterPassages],
    ['done', 6, 800, 1, 650],
  );
  const saved = savedPerWeek({ calls: 6, passages: 800 }, { calls: 1, passages: 650 }, 13)!;
  const tenths = (n: number): number => Math.round(n * 10) / 10;
  assert.deepEqual(
    [measured.afterDays, measured.savedPerWeek, measured.savedLow, measured.savedHigh],
    [13, tenths(saved.perWeek), tenths(saved.low), tenths(saved.high!)],
  );
  assert.ok(measured.savedPerWeek > 0 && measured.savedLow < measured.savedPerWeek);
  assert.equal((await fixesOf(lot)).length, 1, 'what was done lately is not proposed anew');
});

test('of the last six days nothing is claimed, and who may not see calls sees no fixes', async () => {
  const lot = await openLot(product);
  for (const days of [2, 3, 4]) {
    await store(lot, 'gate_opening', [{ gate_id: lot.gate, event: 'fault', time: iso(noon(days)) }]);
    await call(lot, 'gate', noon(days));
  }
  await look();
  const [fix] = await fixesOf(lot);
  await product.must('POST', '/api/gatehouse/callFix/carryOut', { id: fix.id, doneDay: dayAgo(1) });
  await look();
  const [measured] = await fixesOf(lot);
  assert.deepEqual([measured.afterDays, measured.savedPerWeek], [0, null]);
  assert.equal((await product.ask('GET', '/api/gatehouse/callFix/list', {}, { as: 'nobody' })).status, 403);
});
