/** Lots that are stored together are as they would be each by itself. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { factId } from '#domain/lane/identity.ts';
import { tenantScope } from '#kit/server/db.ts';
import type { UpEvent } from '#areas/device/model/link.ts';
import { startTestProduct } from '#test/test-product.ts';
import type { TestProduct } from '#test/test-product.ts';
import { dying, HOUR, MINUTE, laneNames, openLot } from './lot.fixture.ts';
import type { LaneName, StoryLot } from './lot.fixture.ts';
import { ingestBatch, ingestTogether } from './door.ts';

let product: TestProduct;
const T = Math.floor(Date.now() / HOUR) * HOUR - 20 * HOUR;
const WINDOW = 4 * MINUTE;

before(async () => {
  product = await startTestProduct();
});
after(() => product?.close());

/** The same numbers for the same seed, 0 to 1. */
const dice = (seed: number) => (): number => {
  seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
  return seed / 2_147_483_648;
};

/** Drives a car through a lane as its devices report it; at an exit it pays the price of one hour. */
function through(lot: StoryLot, lane: LaneName, at: number, plate: string, paysFen = 0): UpEvent[] {
  const read = lot.reading(lane, at, plate);
  const paid =
    paysFen > 0
      ? [
          lot.event(
            lane,
            at + 4000,
            {
              kind: 'attend',
              passing: lot.passing(lane),
              by: '王芳',
              act: { action: 'cash', amountFen: paysFen, tenderedFen: paysFen, drawer: 'shift-1' },
            },
            `box-${lane}`,
          ),
        ]
      : [];
  return [
    read,
    ...paid,
    lot.event(lane, at + 6000, { kind: 'gate', gate: 'up', by: 'command', commandId: factId(read, 'open:1') }),
    lot.event(lane, at + 9000, { kind: 'passed', passing: lot.passing(lane), count: 1, picture: null }),
    lot.event(lane, at + 12_000, { kind: 'gate', gate: 'down', by: 'local', commandId: null }),
  ];
}

function seenOnly(lot: StoryLot, lane: LaneName, at: number, plate: string): UpEvent[] {
  return [lot.reading(lane, at, plate), lot.event(lane, at + 20_000, { kind: 'gone', passing: lot.passing(lane) })];
}

/**
 * Three hours of a lot: cars come, most leave after an hour and pay, some are misread, unknown, listed, or drive on
 * without a word. In batches of four minutes.
 */
function history(lot: StoryLot, nth: number): UpEvent[][] {
  const roll = dice(nth + 7);
  const events: UpEvent[] = [];
  for (let n = 0; n < 60; n += 1) {
    const plate = `京A${nth}${String(n).padStart(4, '0')}`;
    const [way, fate] = [n % 2 === 0 ? '1' : '2', roll()] as const;
    const [at, later] = [T + n * MINUTE, T + n * MINUTE + HOUR];
    if (fate < 0.05)
      events.push(...seenOnly(lot, `in${way}`, at, '京A99999'), ...seenOnly(lot, `out${way}`, later, plate));
    else events.push(...through(lot, `in${way}`, at, plate));
    if (fate > 0.95)
      events.push(
        ...seenOnly(
          lot,
          `out${way}`,
          later,
          plate.replace(/\d$/, (digit) => (digit === '8' ? 'B' : '8')),
        ),
      );
    else if (fate > 0.2) events.push(...through(lot, `out${way}`, later, plate, 1000));
  }
  const sorted = events.toSorted((a, b) => a.at - b.at);
  return [...Map.groupBy(sorted, ({ at }) => Math.floor((at - T) / WINDOW)).values()];
}

const aliases: Readonly<Record<string, string>> = {
  stay: 'plate_number, status, kind, in_time, out_time, receivable_fen, paid_fen, outstanding_fen, bill_fen, release_type, stay_seconds, confidence',
  car_inside: 'plate_number, status, in_time, clone_no, paid_fen',
  passage: 'time, direction, plate_number, status, passing, reasons',
  gate_opening: 'time, event, cause, plate_number, closed_time',
  lane_exception: 'time, code, plate_number, cleared_time IS NULL',
  parking_order: 'plate_number, status, receivable_fen, paid_fen',
  payment: 'amount_fen, pay_type, status',
  ledger_line: 'kind, account, amount_fen',
  park_day: 'day, entries, exits, stay_seconds, receivable_fen, paid_fen',
  park_day_split: 'day, split, count, amount_fen',
  device_event: 'raw_at, seq, kind, applied',
  device_live: 'last_seq',
  lane_note: 'at, kind, plate, passing',
  device_command: 'command, status',
  park_live: 'inside, events, adjusted',
};

/** What a lot's tables say of it, without the ids that are its own. */
async function seen(lot: StoryLot): Promise<object> {
  const tables = await Promise.all(
    Object.entries(aliases).map(
      async ([table, columns]) =>
        [
          table,
          await lot.rows(
            `SELECT array_agg(r ORDER BY r) AS rows FROM (SELECT (${columns})::text AS r FROM ${table} WHERE tenant_id = $1 AND park_id = $2) each`,
          ),
        ] as const,
    ),
  );
  const lanes = await Promise.all(
    laneNames.map(
      async (lane) =>
        [
          lane,
          await lot.lane(lane).then(
            ({ phase }) => phase.name,
            () => 'never',
          ),
        ] as const,
    ),
  );
  return { ...Object.fromEntries(tables), lanes, right: (await lot.check()).right };
}

const openLots = async (count: number): Promise<StoryLot[]> => {
  const lots: StoryLot[] = [];
  for (let n = 0; n < count; n += 1) lots.push(await openLot(product, { capacity: 40 + 5 * n, black: ['京A99999'] }));
  return lots;
};

const ingested = (lots: readonly StoryLot[], batches: readonly UpEvent[][]) =>
  lots.map(({ parkId }, nth) => ({ parkId, events: batches[nth]! }));

test('lots stored together are as lots stored alone, to the last row; what was left out is stored afterwards, and all of it again changes nothing', async () => {
  const [alone, shared] = [await openLots(4), await openLots(4)];
  const [{ tenantId }] = [shared[0]!.target];
  const [byItself, together] = [alone, shared].map((lots) => lots.map(history)) as [UpEvent[][][], UpEvent[][][]];
  let [stored, leftOut] = [0, 0];
  for (let window = 0; window < Math.max(...together.map(({ length }) => length)); window += 1) {
    for (const [nth, lot] of alone.entries())
      await ingestBatch(product.database, lot.target, byItself[nth]![window] ?? []);
    const batches = together.map((windows) => windows[window] ?? []);
    const done = await ingestTogether(product.database, tenantId, ingested(shared, batches));
    stored += done.size;
    for (const [nth, lot] of shared.entries()) {
      if (done.has(lot.parkId)) continue;
      leftOut += 1;
      await ingestBatch(product.database, lot.target, batches[nth]!);
    }
  }
  assert.ok(
    stored > leftOut && leftOut > 0,
    `${stored} batches were stored together, ${leftOut} had to be loaded with more`,
  );
  const was = await Promise.all(shared.map(seen));
  assert.deepEqual(was, await Promise.all(alone.map(seen)));
  assert.ok(was.every((each) => (each as { right: boolean }).right));
  for (let window = 0; window < together[0]!.length; window += 1)
    await ingestTogether(
      product.database,
      tenantId,
      ingested(
        shared,
        together.map((windows) => windows[window] ?? []),
      ),
    );
  assert.deepEqual(await Promise.all(shared.map(seen)), was);
});

test('a lot that somebody holds is left out, and nobody waits for it', { timeout: 120_000 }, async () => {
  const lots = await openLots(3);
  const { tenantId } = lots[0]!.target;
  for (const lot of lots) await lot.enter('京A12345', T);
  const batches = lots.map((lot) => through(lot, 'in2', T + MINUTE, '京A22222'));
  await product.database.write(tenantScope(tenantId), async (db) => {
    await db.raw('SELECT 1 FROM park_live WHERE tenant_id = $1 AND park_id = $2 FOR UPDATE', [
      tenantId,
      lots[1]!.parkId,
    ]);
    assert.deepEqual(
      await ingestTogether(product.database, tenantId, ingested(lots, batches)),
      new Set([lots[0]!.parkId, lots[2]!.parkId]),
    );
  });
  assert.deepEqual(await Promise.all(lots.map((lot) => lot.count())), [2, 1, 2]);
});

test('events that can not be stored leave out their own lot alone, and so does a lot that is there no more', async () => {
  const lots = await openLots(3);
  const { tenantId } = lots[0]!.target;
  for (const lot of lots) await lot.enter('京A12345', T);
  const batches = lots.map((lot) => through(lot, 'in2', T + MINUTE, '京A22222'));
  batches[1]!.push({
    ...lots[1]!.event(
      'in1',
      T + 2 * MINUTE,
      {
        kind: 'attend',
        passing: 1,
        by: '王芳',
        act: { action: 'cash', amountFen: 100, tenderedFen: 100, drawer: 'shift-1' },
      },
      'box-in1',
    ),
    lane: lots[0]!.gates.in1,
  } as UpEvent);
  const gone = { parkId: '01890000-0000-7000-8000-000000000000', events: batches[0]! };
  assert.deepEqual(
    await ingestTogether(product.database, tenantId, [...ingested(lots, batches), gone]),
    new Set([lots[0]!.parkId, lots[2]!.parkId]),
  );
  assert.deepEqual(await Promise.all(lots.map((lot) => lot.count())), [2, 1, 2]);
  await assert.rejects(ingestBatch(product.database, lots[1]!.target, batches[1]!), /is none of this lot/);
});

test('where it fails at any statement no lot has anything of it, and the same again works', async () => {
  const lots = await openLots(2);
  const { tenantId } = lots[0]!.target;
  for (const lot of lots) {
    await lot.enter('京A12345', T);
    await lot.see('out1', T + HOUR, '京A12345');
  }
  const batches = lots.map((lot) => [
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
    ...through(lot, 'in1', T + HOUR, '京A22222'),
  ]);
  const untouched = await Promise.all(lots.map(seen));
  let nth = 1;
  for (; ; nth += 1) {
    const done = await ingestTogether(dying(product.database, nth).database, tenantId, ingested(lots, batches)).catch(
      (error: Error) => {
        assert.match(error.message, /power/);
        return null;
      },
    );
    if (done) {
      assert.equal(done.size, 2);
      break;
    }
    assert.deepEqual(await Promise.all(lots.map(seen)), untouched);
  }
  assert.ok(nth > 20, `${nth} statements`);
  for (const lot of lots)
    assert.deepEqual(
      [await lot.count(), (await lot.of('payment')).map((row) => row.amount_fen), (await lot.check()).right],
      [1, [1000], true],
    );
});
