/**
 * Random days at a car park, sent to the server in batches of any size, twice and in other orders: its tables must
 * equal the result of the pure rules.
 */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { fc } from '#test/property.ts';
import { Book } from '#domain/lane/book.ts';
import { CARS, Day, SETUP, history, outcome } from '#domain/lane/history.fixture.ts';
import { Hub } from '#domain/lane/hub.fixture.ts';
import type { BareEvent } from '#domain/lane/hub.fixture.ts';
import type { LaneEvent } from '#domain/lane/types.ts';
import { balances } from '#domain/ledger/ledger.ts';
import { tenantScope } from '#kit/server/db.ts';
import { ordersOf } from '#areas/billing/server/door.ts';
import { Offers } from '#areas/derate/server/door.ts';
import type { UpEvent } from '#areas/device/model/link.ts';
import { startTestProduct } from '#test/test-product.ts';
import type { TestProduct } from '#test/test-product.ts';
import { listedPlates, sourcesOf } from './lot-sources.ts';
import { lotFacts } from './lot.ts';
import { openLot } from './lot.fixture.ts';
import type { LaneName, StoryLot } from './lot.fixture.ts';

const RUNS = {
  numRuns: Number(process.env['HISTORY_RUNS'] ?? 12),
  ...(process.env['HISTORY_SEED'] ? { seed: Number(process.env['HISTORY_SEED']) } : {}),
  endOnFailure: true,
};
let product: TestProduct;
before(async () => {
  product = await startTestProduct();
});
after(() => product.close());

/** The rules in memory, with the lanes, devices, settings, prices and lists that the stored lot has. */
class LotHub extends Hub {
  readonly #lot: StoryLot;
  constructor(lot: StoryLot, book: Book) {
    super(
      {},
      { [lot.gates.in1]: 'entry', [lot.gates.in2]: 'entry', [lot.gates.out1]: 'exit', [lot.gates.out2]: 'exit' },
    );
    this.#lot = lot;
    Object.assign(this, { book });
  }

  override message(device: string, lane: string, at: number, event: BareEvent, skew = 0): LaneEvent {
    return super.message(this.#lot.device(device), this.#lot.gates[lane as LaneName], at, event, skew);
  }
}

async function pureDay(lot: StoryLot): Promise<Day> {
  const { tenantId, parkId } = lot.target;
  const book = await product.database.read(
    tenantScope(tenantId),
    async (db) =>
      new Book(
        { park: parkId, inside: 0, stays: [], orders: [], passages: [] },
        sourcesOf(
          await lotFacts(db, tenantId, parkId),
          await listedPlates(db, parkId, CARS),
          new Map(),
          new Offers([]),
          [],
        ),
      ),
  );
  const day = new Day();
  return Object.assign(day, { hub: new LotHub(lot, book) });
}

/** Cuts a list into pieces of the given sizes, over and over. */
function pieces<T>(list: readonly T[], sizes: readonly number[]): T[][] {
  const out: T[][] = [];
  for (let at = 0, n = 0; at < list.length; n += 1) {
    const size = sizes[n % sizes.length]!;
    out.push(list.slice(at, at + size));
    at += size;
  }
  return out;
}

const sizes = fc.array(fc.constantFrom(1, 2, 3, 5, 8, 20), { minLength: 1, maxLength: 6 });

async function play(lot: StoryLot, messages: readonly LaneEvent[], cut: readonly number[]): Promise<void> {
  for (const batch of pieces(messages as readonly UpEvent[], cut)) await lot.ingest(...batch);
}

const ms = (at: unknown): number | null => (at === null ? null : Date.parse(String(at)));

/** The same as `outcome` of the pure rules, from the tables. */
async function stored(lot: StoryLot): Promise<unknown> {
  const [stays, passages, openings, payments] = [
    await lot.of('stay'),
    await lot.of('passage'),
    await lot.of('gate_opening'),
    await lot.of('payment'),
  ];
  return {
    stays: stays
      .filter((row) => row.status !== 'merged')
      .map((row) => [row.id, row.status, row.plate_number, row.out_plate, ms(row.in_time), ms(row.out_time)].join(' '))
      .toSorted(),
    inside: await lot.count(),
    passages: passages
      .filter((row) => row.status !== 'aborted' && row.status !== 'refused')
      .map((row) => `${row.id} ${row.status} ${ms(row.time)}`)
      .toSorted(),
    // What a barrier did instead of opening stands in the same table: a timeout depends on when messages arrive.
    openings: openings
      .filter((row) => row.event === 'up')
      .map((row) => row.id)
      .toSorted(),
    cash: payments.map((row) => `${row.id} ${row.amount_fen}`).toSorted(),
  };
}

/** All rows that say something, without when they were written. */
async function digest(lot: StoryLot): Promise<string[]> {
  const tables = [
    'stay',
    'car_inside',
    'passage',
    'gate_opening',
    'lane_exception',
    'manual_release',
    'stay_change',
    'parking_order',
    'payment',
    'refund',
    'ledger_line',
    'park_day',
    'park_day_split',
    'space_adjustment',
    'lane_note',
    'device_event',
    'lane_live',
    'device_live',
    'park_live',
  ];
  const rows = [];
  for (const table of tables)
    rows.push(
      ...(await lot.rows(
        `SELECT '${table}' AS name, count(*) AS n, coalesce(md5(string_agg(t::text, '|' ORDER BY t::text)), '') AS hash FROM ${table} t WHERE tenant_id = $1 AND park_id = $2`,
      )),
    );
  return rows.map((row) => `${row.name} ${row.n} ${row.hash}`);
}

async function agree(lot: StoryLot, hub: Hub): Promise<void> {
  const ids = (await lot.of('parking_order')).map((row) => String(row.id));
  const kept = await lot.product.database.read(tenantScope(lot.target.tenantId), (db) => ordersOf(db, ids));
  const orders = new Map([...kept].map(([id, { order }]) => [id, order]));
  const worth = hub
    .orders()
    .filter(
      (order) =>
        order.receivableFen > 0 ||
        order.paidFen > 0 ||
        order.waivedFen > 0 ||
        order.deratedFen > 0 ||
        order.attempts.length > 0,
    );
  for (const order of worth) assert.deepEqual(orders.get(order.id), JSON.parse(JSON.stringify(order)));
  for (const [id, order] of orders)
    if (!worth.some((each) => each.id === id))
      assert.deepEqual([order.receivableFen, order.paidFen, order.waivedFen], [0, 0, 0]);
  const sums = new Map<string, number>();
  for (const line of await lot.of('ledger_line', 'posting, line_no'))
    sums.set(line.account, (sums.get(line.account) ?? 0) + line.amount_fen);
  const should = new Map<string, number>();
  for (const [account, fen] of balances(hub.postings))
    should.set(account.split(':')[0]!, (should.get(account.split(':')[0]!) ?? 0) + fen);
  assert.deepEqual(
    [...sums].filter(([, fen]) => fen !== 0).toSorted(),
    [...should].filter(([, fen]) => fen !== 0).toSorted(),
  );
  assert.deepEqual(
    (await lot.of('lane_exception')).map((row) => `${row.id} ${row.code}`).toSorted(),
    [...new Set(hub.of('exception').map((fact) => `${fact.id} ${fact.code}`))].toSorted(),
  );
  const inside = await lot.of('car_inside');
  assert.deepEqual(
    inside.map((row) => `${row.id} ${row.status} ${row.plate_number}`).toSorted(),
    hub
      .stays()
      .filter((stay) => ['open', 'suspect', 'stale'].includes(stay.state))
      .map((stay) => `${stay.id} ${stay.state} ${stay.plate}`)
      .toSorted(),
  );
  for (const row of inside) assert.equal(row.paid_fen, hub.book.settled(row.id, '').paidFen);
}

async function right(lot: StoryLot): Promise<void> {
  const check = await lot.check();
  assert.deepEqual(
    [check.differences, check.ledgerSumFen, check.brokenOrders, check.billsWrong, check.inside],
    [[], 0, 0, 0, check.counted],
  );
  assert.equal(check.right, true);
}

const lists = {
  capacity: SETUP.capacity ?? 5,
  black: SETUP.black ?? [],
  white: SETUP.white ?? [],
  settings: { noPlateRule: 'code' },
};

test('sent in order, in batches of any size, the tables equal the pure rules; sent again, no row changes', () =>
  fc.assert(
    fc.asyncProperty(history({ online: false }, 30), sizes, sizes, async (ops, cut, again) => {
      const lot = await openLot(product, lists);
      const { hub } = (await pureDay(lot)).run(ops);
      await play(lot, hub.messages, cut);
      assert.deepEqual(await stored(lot), outcome(hub));
      await agree(lot, hub);
      await right(lot);
      const once = await digest(lot);
      await play(lot, hub.messages, again);
      assert.deepEqual(await digest(lot), once);
    }),
    RUNS,
  ));

test('the messages of all devices in any order and twice give the same stays, passages, openings, cash and count', () =>
  fc.assert(
    fc.asyncProperty(
      history({ online: false, misread: false }, 24),
      sizes,
      fc.infiniteStream(fc.nat()),
      async (ops, cut, random) => {
        const lot = await openLot(product, { ...lists, capacity: 10_000 });
        const { hub } = (await pureDay(lot)).run(ops);
        const shuffled = hub.messages
          .map((message) => ({ message, by: random.next().value as number }))
          .sort((a, b) => a.by - b.by)
          .flatMap(({ message }) => [message, message]);
        await play(lot, shuffled, cut);
        assert.deepEqual(await stored(lot), outcome(hub));
        await right(lot);
      },
    ),
    RUNS,
  ));
