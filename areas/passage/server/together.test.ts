/** Several servers at one lot at once, and servers that die in the middle. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout as later } from 'node:timers/promises';
import { factId } from '#domain/lane/identity.ts';
import { database, tenantScope } from '#kit/server/db.ts';
import type { Database } from '#kit/server/db.ts';
import type { UpEvent } from '#areas/device/model/link.ts';
import { startTestProduct } from '#test/test-product.ts';
import type { TestProduct } from '#test/test-product.ts';
import { dying, HOUR, MINUTE, openLot } from './lot.fixture.ts';
import type { LaneName, StoryLot } from './lot.fixture.ts';
import { changeLot, ingestBatch } from './door.ts';

let product: TestProduct;
let lot: StoryLot;
let other: Database;
const T = Math.floor(Date.now() / MINUTE) * MINUTE - 20 * HOUR;
const P = '京A12345';

before(async () => {
  product = await startTestProduct();
  other = database(product.database.config, 4);
});
after(async () => {
  await other.close();
  await product.close();
});

/** Drives a car through a lane as its camera reports it, without waiting for an answer. */
function through(lane: LaneName, at: number, plate: string): UpEvent[] {
  const read = lot.reading(lane, at, plate);
  return [
    read,
    lot.event(lane, at + 1000, { kind: 'gate', gate: 'up', by: 'command', commandId: factId(read, 'open:1') }),
    lot.event(lane, at + 3000, { kind: 'passed', passing: lot.passing(lane), count: 1, picture: null }),
    lot.event(lane, at + 5000, { kind: 'gate', gate: 'down', by: 'local', commandId: null }),
  ];
}

const counts = async () =>
  Object.fromEntries(
    await Promise.all(
      [
        'stay',
        'car_inside',
        'passage',
        'gate_opening',
        'lane_exception',
        'parking_order',
        'payment',
        'ledger_line',
        'park_day',
        'park_day_split',
        'device_event',
        'device_live',
        'lane_live',
        'lane_note',
      ].map(
        async (table) =>
          [
            table,
            (
              await lot.rows(
                `SELECT md5(coalesce(string_agg(t::text, '|' ORDER BY t::text), '')) AS hash FROM ${table} t WHERE tenant_id = $1 AND park_id = $2`,
              )
            )[0]!.hash,
          ] as const,
      ),
    ),
  );

test('two servers handle one car park at once while a clerk corrects plates and money comes in: nothing waits forever, nothing is lost', async () => {
  lot = await openLot(product, { capacity: 1000 });
  const fixed: string[] = [];
  for (let n = 0; n < 12; n += 1) fixed.push(await lot.enter(`沪B5${String(n).padStart(4, '0')}`, T + n * MINUTE));
  const days = Array.from({ length: 40 }, (_, n) => ({
    first: through('in1', T + HOUR + n * MINUTE, `京A1${String(n).padStart(4, '0')}`),
    second: through('in2', T + HOUR + n * MINUTE, `京A2${String(n).padStart(4, '0')}`),
  }));
  const waiting: LaneName[] = [];
  for (const lane of ['out1', 'out2'] as const) {
    await lot.see(lane, T + 2 * HOUR, `沪B5000${lane === 'out1' ? 0 : 1}`);
    await lot.send(lane, T + 2 * HOUR + 1000, { kind: 'scan', payCode: `13456789012345678${lane === 'out1' ? 1 : 2}` });
    waiting.push(lane);
  }
  const one = async (on: Database, which: 'first' | 'second') => {
    for (const day of days) await ingestBatch(on, lot.target, day[which]);
  };
  const clerk = async () => {
    for (const [n, id] of fixed.slice(2).entries()) {
      const { status, body } = await product.ask(
        'POST',
        '/api/updown/parkIORecord/updatePlateNumber',
        { recordId: id, plateNumber: `粤C7${String(n).padStart(4, '0')}`, remark: '更正' },
        { as: 'groupAdmin' },
      );
      assert.equal(status, 200, JSON.stringify(body));
    }
  };
  await Promise.all([one(product.database, 'first'), one(other, 'second'), one(other, 'first'), clerk(), lot.money()]);
  await lot.money();
  for (const lane of waiting) assert.equal((await lot.lane(lane)).phase.name, 'releasing');
  assert.equal(await lot.count(), 92);
  assert.equal((await lot.of('device_event', 'seq')).length, lot.sent.length);
  assert.equal((await lot.check()).events, lot.sent.length);
  assert.equal((await lot.stays()).filter((row) => row.plate_number.startsWith('粤C7')).length, 10);
  assert.equal((await lot.check()).right, true);
});

test(
  "who holds a lot is not kept waiting by one who waits for it, though neither has the lot's settings yet",
  { timeout: 120_000 },
  async () => {
    lot = await openLot(product, {});
    await lot.enter(P, T);
    const entry = through('in2', T + MINUTE, '京A22222');
    let waiting: Promise<void> | undefined;
    const wake = await product.database.write(tenantScope(lot.target.tenantId), async (db) => {
      await db.raw('SELECT 1 FROM park_live WHERE tenant_id = $1 AND park_id = $2 FOR UPDATE', [
        lot.target.tenantId,
        lot.parkId,
      ]);
      lot.forget();
      waiting = ingestBatch(other, lot.target, entry);
      await later(200);
      return changeLot(db, lot.target, {}, () => undefined);
    });
    wake();
    await waiting;
    assert.equal(await lot.count(), 2);
  },
);

test('a server that dies at any statement of a batch leaves nothing half written, and the same batch again works', async () => {
  lot = await openLot(product, {});
  await lot.enter(P, T);
  await lot.see('out1', T + HOUR, P);
  const untouched = await counts();
  const batch = [
    lot.event(
      'out1',
      T + HOUR + 4000,
      {
        kind: 'attend',
        passing: 1,
        by: '王芳',
        act: { action: 'cash', amountFen: 1000, tenderedFen: 1000, drawer: 'shift-1' },
      },
      'box-out1',
    ),
    lot.event('out1', T + HOUR + 5000, { kind: 'gate', gate: 'up', by: 'unknown', commandId: null }),
    lot.event('out1', T + HOUR + 8000, { kind: 'passed', passing: 1, count: 1, picture: null }),
    ...through('in1', T + HOUR, '京A22222'),
  ];
  let died = 0;
  for (let nth = 1; ; nth += 1) {
    const { database: fragile, sent: lost } = dying(product.database, nth);
    const done = await ingestBatch(fragile, lot.target, batch).then(
      () => true,
      (error: Error) => {
        assert.match(error.message, /power/);
        return false;
      },
    );
    if (done) {
      assert.ok(lost() < nth);
      break;
    }
    died += 1;
    assert.deepEqual(await counts(), untouched);
  }
  assert.ok(died > 10, `${died} statements`);
  assert.deepEqual([await lot.count(), (await lot.stays()).map((row) => row.status)], [1, ['closed', 'open']]);
  assert.deepEqual(
    (await lot.of('payment')).map((row) => row.amount_fen),
    [1000],
  );
  assert.equal((await lot.check()).right, true);
  const written = await counts();
  await ingestBatch(product.database, lot.target, batch);
  assert.deepEqual(await counts(), written);
});
