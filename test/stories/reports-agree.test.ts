/**
 * Random weeks of two lots: every report says what the raw rows say, to the fen, and every figure leads to rows that
 * add up to it.
 */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { fc } from '#test/property.ts';
import { reports as allReports } from '#apps/models.ts';
import { quoted, withOrder } from '#areas/billing/server/books.fixture.ts';
import { beginTrade, noted, placesOf, writeMoney } from '#areas/billing/server/door.ts';
import type { Place } from '#areas/billing/server/door.ts';
import { HOUR, MINUTE, openLot } from '#areas/passage/server/lot.fixture.ts';
import type { Row, StoryLot } from '#areas/passage/server/lot.fixture.ts';
import { kindGroups, releaseGroups } from '#areas/report/model/traffic.ts';
import { orderStep } from '#domain/ledger/order.ts';
import { registrationOf } from '#domain/plate/registration.ts';
import { addDays, dayOf } from '#domain/time/day.ts';
import type { Report } from '#kit/declare/report.ts';
import { tenantScope } from '#kit/server/db.ts';
import { newId } from '#kit/server/id.ts';
import { startTestProduct } from '#test/test-product.ts';
import type { TestProduct } from '#test/test-product.ts';
import { followLinks } from './leads.ts';
import { neverDisagree } from './pairs.ts';

const zone = 'Asia/Shanghai';
const today = dayOf(Date.now(), zone);
const from = addDays(today, -40);
const dayAt = (at: unknown) => dayOf(Date.parse(String(at)), zone);
const RUNS = Number(process.env['REPORT_RUNS'] ?? 3);
const seed = process.env['REPORT_SEED'] ? { seed: Number(process.env['REPORT_SEED']) } : {};

let product: TestProduct;
before(async () => {
  product = await startTestProduct();
});
after(() => product?.close());

// ---- what happens

const plates = ['浙A12345', '浙B23456', '沪C34567', '粤Z1234港', '浙AD12345', 'WJ1234A'] as const;
const visit = fc.record({
  plate: fc.nat(plates.length - 1),
  pause: fc.integer({ min: 1, max: 30 * 60 }),
  stay: fc.integer({ min: 1, max: 40 * 60 }),
  end: fc.constantFrom('cash', 'cash', 'release', 'inside'),
});
const trade = fc.record({
  fen: fc.integer({ min: 1, max: 9_999 }),
  back: fc.integer({ min: 0, max: 38 }),
  minute: fc.constantFrom(0, 1, 719, 1438, 1439),
  way: fc.constantFrom('cash', 'wechat', 'alipay', 'failed', 'pending'),
  operator: fc.constantFrom('王敏', '李想', null),
  refund: fc.constantFrom(0, 0, 0.4, 1),
});
const weeks = fc.record({
  visits: fc.array(visit, { minLength: 3, maxLength: 12 }),
  trades: fc.array(trade, { minLength: 2, maxLength: 12 }),
  corrected: fc.boolean(),
});
type Weeks = typeof weeks extends fc.Arbitrary<infer T> ? T : never;

async function drive(lot: StoryLot, { visits }: Weeks): Promise<void> {
  let at = Date.now() - 39 * 24 * HOUR;
  for (const { plate: nth, pause, stay, end } of visits) {
    const plate = plates[nth]!;
    at += pause * MINUTE;
    if ((await lot.inside(plate)).length > 0) continue;
    await lot.enter(plate, at);
    at += stay * MINUTE;
    if (end === 'inside') continue;
    if (end === 'cash') await lot.leave(plate, at);
    else {
      await lot.see('out1', at, plate);
      if ((await lot.lane('out1')).phase.name === 'awaiting')
        await lot.attend('out1', at + 4000, { action: 'release', reason: '设备故障', picture: null });
      await lot.through('out1', at + 7000);
    }
    at += MINUTE;
  }
}

async function take(place: Place, { trades }: Weeks): Promise<void> {
  for (const { fen, back, minute, way, operator, refund } of trades) {
    const at = Date.parse(`${addDays(today, -1 - back)}T00:00:00+08:00`) + minute * MINUTE + 59_999;
    const entry = { ...quoted(place, fen, 0, at) };
    const id = newId();
    const write = (now: typeof entry, postings: ReturnType<typeof orderStep>['postings']) =>
      product.database.write(tenantScope(place.tenantId), (db) =>
        writeMoney(db, place, { entries: [noted(now, id, { operator })], postings }),
      );
    if (way === 'cash') {
      const step = orderStep(entry.order, {
        kind: 'cash',
        id,
        amountFen: fen,
        tenderedFen: fen + 3,
        drawer: 'box-1',
        at,
      });
      await write(withOrder(entry, step.order), step.postings);
    } else {
      const begun = beginTrade(place.tenantId, entry, {
        id,
        channel: way === 'alipay' ? 'alipay' : 'wechat',
        at: at - 20_000,
      });
      const step =
        way === 'pending'
          ? { order: begun.entry.order, postings: [] }
          : orderStep(begun.entry.order, {
              kind: 'notice',
              trade: begun.trade,
              amountFen: fen,
              success: way !== 'failed',
              signatureRight: true,
              at,
            });
      await write(noted(withOrder(begun.entry, step.order), begun.trade, { operator }), step.postings);
    }
    const backFen = Math.floor(fen * refund);
    if (backFen === 0 || way !== 'cash') continue;
    await product.must(
      'POST',
      '/api/updown/parkorder/refund',
      { onlineOrderId: entry.order.id, amountFen: backFen, remark: '多收' },
      { as: 'groupAdmin' },
    );
  }
}

// ---- what the raw rows say

type Raw = { stays: Row[]; payments: Row[]; refunds: Row[]; orders: Row[]; ledger: Row[] };

async function rawOf(lots: readonly StoryLot[]): Promise<Raw> {
  const all = async (table: string, order = 'id') =>
    (await Promise.all(lots.map((lot) => lot.of(table, order)))).flat();
  const [stays, payments, refunds, orders, ledger] = await Promise.all([
    all('stay'),
    all('payment'),
    all('refund'),
    all('parking_order'),
    all('ledger_line', 'posting, line_no'),
  ]);
  return {
    stays: stays.filter((row) => row.status !== 'merged'),
    payments: payments.filter((row) => row.paid_time),
    refunds: refunds.filter((row) => row.status === 'refunded'),
    orders,
    ledger,
  };
}

const sum = (rows: readonly Row[], name = 'amount_fen') => rows.reduce((all, row) => all + Number(row[name]), 0);
type Picked = (row: Row, at: unknown) => boolean;

/** A ledger account's movement by days, refunds being another matter. */
const booked = (raw: Raw, accounts: readonly string[], pick: Picked, sign = 1) =>
  0 +
  sign *
    sum(
      raw.ledger.filter(
        (row) => accounts.includes(row.account) && !/refund|recharge/.test(row.kind) && pick(row, row.at),
      ),
    );

/** All figures of the rows that `pick` takes: by their day, month or lot. */
function expected(raw: Raw, pick: Picked) {
  const entries = raw.stays.filter((row) => row.in_time && pick(row, row.in_time));
  const exits = raw.stays.filter((row) => row.out_time && pick(row, row.out_time));
  const paid = raw.payments.filter((row) => pick(row, row.paid_time));
  const back = raw.refunds.filter((row) => pick(row, row.done_time));
  const cash = paid.filter((row) => row.pay_type === 'cash');
  const [paidFen, cashFen, refundFen] = [sum(paid), sum(cash), sum(back)];
  const grouped = (groups: Readonly<Record<string, { keys: readonly string[] }>>, name: string) =>
    Object.fromEntries(
      Object.entries(groups).map(([group, { keys }]) => [
        group,
        exits.filter((row) => keys.includes(row[name])).length,
      ]),
    );
  return {
    entries: entries.length,
    exits: exits.length,
    staySeconds: sum(exits, 'stay_seconds'),
    payments: paid.length,
    paidFen,
    cashFen,
    onlineFen: paidFen - cashFen,
    refundFen,
    refunds: back.length,
    netFen: paidFen - refundFen,
    receivableFen: booked(raw, ['revenue'], pick, -1),
    waivedFen: booked(raw, ['waived'], pick),
    derateFen: booked(raw, ['derated', 'coupon', 'seller'], pick),
    arrearsFen: booked(raw, ['arrears'], pick),
    surplusFen: booked(raw, ['overpaid'], pick, -1),
    ...Object.fromEntries(
      ['wechat', 'alipay', 'allinpay', 'sandbox', 'etc', 'unionpay', 'storedValue'].map((way) => [
        `${way}Fen`,
        sum(paid.filter((row) => row.pay_type === way)),
      ]),
    ),
    byKind: grouped(kindGroups, 'kind'),
    byRelease: grouped(releaseGroups, 'release_type'),
  };
}

// ---- holding one against the other

type Page = { records: Record<string, any>[]; totals: Record<string, number>; total: number };
const range = { startTime: `${from} 00:00:00`, endTime: `${today} 23:59:59` };
const named = (name: string): Report => allReports.find((each) => each.name === name)!;
const fetchReport = (name: string, more: Record<string, unknown> = {}): Promise<Page> => {
  const [path, query] = named(name).wire.path.split('?');
  return product.must(
    'GET',
    path!,
    { ...Object.fromEntries(new URLSearchParams(query)), ...range, size: 500, ...more },
    { as: 'groupAdmin' },
  );
};

/** Every measure of a line that the raw rows have a figure for. */
function same(name: string, row: Record<string, any>, raw: Raw, pick: Picked): void {
  const { byKind, byRelease, ...figures } = expected(raw, pick);
  const should: Record<string, unknown> = {
    ...figures,
    ...(name.startsWith('third') ? byKind : name === 'dailyPaper' ? byRelease : {}),
  };
  for (const measure of Object.keys(named(name).measures))
    assert.deepEqual([name, measure, row[measure]], [name, measure, should[measure]]);
}

const monthAt = (at: unknown) => dayAt(at).slice(0, 7);
const always: Picked = () => true;

async function agrees(raw: Raw, narrowed: Record<string, unknown>): Promise<void> {
  for (const name of ['daySum', 'dayInOut', 'dayFees', 'dayPaySum', 'thirdInOut']) {
    const page = await fetchReport(name, narrowed);
    assert.equal(page.total, 41, name);
    for (const row of page.records) same(name, row, raw, (_, at) => dayAt(at) === row['day']);
    same(name, page.totals, raw, always);
  }
  for (const name of ['monthFeeSum', 'monthInOut', 'thirdMonthInOut']) {
    const page = await fetchReport(name, { ...narrowed, startMonth: from.slice(0, 7), endMonth: today.slice(0, 7) });
    for (const row of page.records) same(name, row, raw, (_, at) => monthAt(at) === row['month']);
    same(name, page.totals, raw, always);
  }
  for (const name of ['parkFees', 'dailyPaper']) {
    const page = await fetchReport(name, narrowed);
    for (const row of page.records) same(name, row, raw, (each) => each.park_id === row['parkId']);
    same(name, page.totals, raw, always);
  }
  const ways = await fetchReport('payTypeSum', narrowed);
  for (const row of ways.records) same('payTypeSum', row, raw, (each) => each.pay_type === row['payType']);
  const people = await fetchReport('userFees', narrowed);
  for (const row of people.records) same('userFees', row, raw, (each) => (each.operator ?? null) === row['person']);
  assert.deepEqual(
    [people.totals['paidFen'], people.totals['refundFen']],
    [ways.totals['paidFen'], ways.totals['refundFen']],
  );
  const cities = await fetchReport('plateSum', narrowed);
  const entered = Map.groupBy(
    raw.stays.filter((row) => row.in_time),
    (row) => registrationOf(row.plate_number),
  );
  assert.deepEqual(
    new Map(cities.records.map((row) => [row['prefix'] ?? row['province'], row['entries']])),
    new Map([...entered].map(([city, rows]) => [city, rows.length])),
  );
  const open = await fetchReport('unchargedDays', narrowed);
  const unpaid = raw.orders.filter((row) => ['pending', 'failed', 'partPaid', 'arrears'].includes(row.status));
  for (const row of open.records) {
    const ofDay = unpaid.filter((each) => dayAt(each.created_time) === row['day']);
    assert.deepEqual(
      [row['orders'], row['failed'], row['outstandingFen']],
      [ofDay.length, ofDay.filter((each) => each.status === 'failed').length, sum(ofDay, 'outstanding_fen')],
    );
  }
  assert.equal(open.totals['orders'], unpaid.length);
}

async function leads(narrowed: Record<string, string>): Promise<number> {
  let followed = 0;
  for (const name of [
    'daySum',
    'monthFeeSum',
    'parkFees',
    'dayPaySum',
    'payTypeSum',
    'userFees',
    'thirdInOut',
    'thirdMonthInOut',
    'dailyPaper',
    'plateSum',
    'spaceTurnover',
    'stayLengths',
    'unchargedDays',
    'openingSum',
  ]) {
    followed += (
      await followLinks((path, input) => product.must('GET', path, input, { as: 'groupAdmin' }), name, {
        ...range,
        ...narrowed,
      })
    ).length;
  }
  return followed;
}

test('over random weeks every report says what the raw rows say, for one lot, a company and all, and every link leads to its rows', () =>
  fc.assert(
    fc.asyncProperty(weeks, weeks, async (one, other) => {
      const lots = [await openLot(product), await openLot(product, { company: product.companies.second })];
      const [first] = lots as [StoryLot, StoryLot];
      for (const [nth, lot] of lots.entries()) {
        const place = await product.database.read(tenantScope(lot.target.tenantId), async (db) =>
          (await placesOf(db, [lot.parkId])).get(lot.parkId)!,
        );
        await drive(lot, nth === 0 ? one : other);
        if (nth === 0) await take(place, one);
      }
      const [inside] = await first.of('car_inside');
      if (one.corrected && inside)
        await product.must(
          'POST',
          '/api/updown/parkIORecord/updatePlateNumber',
          { recordId: inside.id, plateNumber: '苏E5B034' },
          { as: 'groupAdmin' },
        );
      await agrees(await rawOf([first]), { parkId: first.parkId });
      assert.ok((await leads({ parkId: first.parkId })) > 0);
      const ask = (path: string, input: Record<string, unknown>) =>
        product.must('GET', path, input, { as: 'groupAdmin' });
      assert.ok(
        (await neverDisagree(ask, { from: `${from.slice(0, 7)}-01`, to: today, only: { parkId: first.parkId } })) > 0,
      );
    }),
    { numRuns: RUNS, endOnFailure: true, ...seed },
  ));
