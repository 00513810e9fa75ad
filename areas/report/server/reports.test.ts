import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { addDays, dayOf } from '#domain/time/day.ts';
import { stayDeltas } from '#areas/billing/server/door.ts';
import { platformScope, tenantScope } from '#kit/server/db.ts';
import { placesOf, writeMoney } from '#areas/billing/server/door.ts';
import type { MoneyBatch, Place } from '#areas/billing/server/door.ts';
import { startTestProduct } from '#test/test-product.ts';
import type { TestProduct } from '#test/test-product.ts';

let product: TestProduct;
let here: Place;
let there: Place;
const zone = 'Asia/Shanghai';
const now = Date.now();
const today = dayOf(now, zone);
const yesterday = addDays(today, -1);
const noonOf = (day: string) => Date.parse(`${day}T00:10:00+08:00`);

async function placeOf(parkId: string): Promise<Place> {
  const [row] = await product.database.read(platformScope, (db) =>
    db.raw<{ tenant_id: number }>('SELECT tenant_id FROM park WHERE id = $1', [parkId]),
  );
  return product.database.read(tenantScope(row!.tenant_id), async (db) => (await placesOf(db, [parkId])).get(parkId)!);
}

const posting = (place: Place, key: string, at: number, lines: [string, number][], kind = 'payment') =>
  ({
    key,
    kind,
    park: place.parkId,
    at,
    about: key,
    lines: lines.map(([account, amountFen]) => ({ account, amountFen })),
    reverses: null,
  }) as NonNullable<MoneyBatch['postings']>[number];

const left = (day: string, releaseType: string, kind: string) =>
  stayDeltas(
    {
      status: 'closed',
      inTime: noonOf(day),
      outTime: noonOf(day) + 60_000,
      staySeconds: 60,
      releaseType,
      kind,
      carTypeId: null,
      paidFen: 0,
      plate: '浙A12345',
    },
    zone,
  );

before(async () => {
  product = await startTestProduct();
  [here, there] = [
    await placeOf(await product.park(product.companies.child, '东区车场')),
    await placeOf(await product.park(product.companies.second, '西区车场')),
  ];
  for (const [place, fen] of [
    [here, 1000],
    [there, 7777],
  ] as const) {
    const revenue = `revenue:${place.parkId}`;
    await product.database.write(tenantScope(place.tenantId), (db) =>
      writeMoney(db, place, {
        postings: [
          posting(place, `cash-${fen}`, noonOf(today), [
            ['drawer:a', fen],
            [revenue, -fen],
          ]),
          posting(place, `online-${fen}`, noonOf(yesterday), [
            ['channel:sandbox', 2 * fen],
            [revenue, -2 * fen],
          ]),
          posting(
            place,
            `derate-${fen}`,
            noonOf(yesterday),
            [
              [`derated:${place.parkId}`, 50],
              [revenue, -50],
            ],
            'derate',
          ),
          posting(
            place,
            `back-${fen}`,
            noonOf(today),
            [
              [`refunds-payable:${place.parkId}`, 300],
              ['channel:sandbox', -300],
            ],
            'refund-paid',
          ),
        ],
        days: [...left(today, 'paid', 'temp'), ...left(yesterday, 'pass', 'pass'), ...left(yesterday, 'paid', 'temp')],
      }),
    );
  }
});
after(() => product.close());

const get = (path: string, input: Record<string, unknown> = {}, as = 'groupAdmin') =>
  product.must('GET', `/api/updown/${path}`, input, { as });

test("the home's figures are today's own and of the lots in scope alone", async () => {
  const money = await get('staticFirst/getFirstPayMoney');
  assert.deepEqual(
    [
      money.day,
      money.paidFen,
      money.cashFen,
      money.onlineFen,
      money.refundFen,
      money.netFen,
      money.paidYesterdayFen,
      money.entries,
      money.exits,
      money.spaces,
    ],
    [today, 1000, 1000, 0, 300, 700, 2000, 1, 1, 100],
  );
  assert.equal((await get('staticFirst/getFirstPayMoney', {}, 'otherTenant')).paidFen, 7777);
  assert.equal((await get('staticFirst/getFirstPayMoney', {}, 'admin')).paidFen, 8777, 'the platform sees all');
  assert.equal(
    (await get('staticFirst/getFirstPayMoney', { parkId: there.parkId })).paidFen,
    0,
    'a lot out of scope adds nothing',
  );
  assert.equal(
    (await product.ask('GET', '/api/updown/staticFirst/getFirstPayMoney', {}, { as: 'nobody' })).status,
    403,
  );
});

test('a company stands for all below it', async () => {
  assert.equal((await get('staticFirst/getFirstPayMoney', { companyId: product.companies.first })).paidFen, 1000);
  assert.equal(
    (
      await product.ask(
        'GET',
        '/api/updown/staticFirst/getFirstPayMoney',
        { companyId: product.companies.second },
        { as: 'groupAdmin' },
      )
    ).status,
    404,
  );
});

test('fifteen days are fifteen lines, the last one today', async () => {
  for (const call of ['get15Fee', 'get15OnlineFee', 'get15NewPark']) {
    const days = await get(`staticFirst/${call}`);
    assert.equal(days.length, 15, call);
    assert.equal(days[14].day, today, call);
  }
  const fees = await get('staticFirst/get15Fee');
  assert.deepEqual([fees[13].receivableFen, fees[13].paidFen, fees[14].netFen], [2050, 2000, 700]);
  assert.deepEqual((await get('staticFirst/get15NewPark')).at(-1), { day: today, added: 1, total: 1 });
});

test('lots are ranked by what they took today, under their names', async () => {
  assert.deepEqual(
    (await get('staticFirst/getTodayParkSumSort')).map((row: { parkName: string; netFen: number }) => [
      row.parkName,
      row.netFen,
    ]),
    [['东区车场', 700]],
  );
  assert.deepEqual(
    (await get('staticFirst/getTodayParkSumSort', {}, 'admin')).map((row: { parkName: string }) => row.parkName),
    ['西区车场', '东区车场'],
  );
});

test('shares are named in the requested language and counted over fifteen days', async () => {
  const ways = await product.must(
    'GET',
    '/api/updown/staticFirst/getPaywayCount',
    {},
    { as: 'groupAdmin', lang: 'en' },
  );
  assert.deepEqual(
    ways.map((each: { name: string; amountFen: number; count: number }) => [each.name, each.amountFen, each.count]),
    [
      ['Scan to pay (sandbox)', 2000, 1],
      ['Cash', 1000, 1],
    ],
  );
  assert.deepEqual(
    (await get('staticFirst/getParkReleaseTypeSum')).map((each: { key: string; count: number }) => [
      each.key,
      each.count,
    ]),
    [
      ['paid', 2],
      ['pass', 1],
    ],
  );
  assert.deepEqual(
    (await get('staticFirst/getParkCarFeeTypeSum')).map((each: { name: string; count: number }) => [
      each.name,
      each.count,
    ]),
    [
      ['临时车', 2],
      ['月租车', 1],
    ],
  );
  assert.deepEqual(
    (await get('staticFirst/getParkCarTypeSum')).map((each: { name: string; count: number }) => [
      each.name,
      each.count,
    ]),
    [['未分类', 3]],
  );
  assert.deepEqual(await get('staticFirst/getOnlinePhoneFee'), {
    todayFen: 0,
    yesterdayFen: 2000,
    monthFen: today.slice(0, 7) === yesterday.slice(0, 7) ? 2000 : 0,
    payments: 0,
  });
});

test('the daily summary has a line for every day, totals, and the period before without a day that is not over', async () => {
  const page = await get('staticSum/getNormalData', { startTime: today, endTime: today });
  assert.equal(page.total, 1);
  assert.deepEqual(
    [page.records[0].cashFen, page.records[0].refundFen, page.records[0].netFen, page.totals.netFen, page.previous],
    [1000, 300, 700, 700, {}],
    'a day that is not over is not held against a whole one',
  );
  const both = await get('staticSum/getNormalData', { startTime: yesterday, endTime: today });
  const alone = await get('staticSum/getNormalData', { startTime: yesterday, endTime: yesterday });
  assert.equal(both.totals.cashFen, 1000 + alone.totals.cashFen);
  assert.deepEqual([both.finished, alone.finished], [alone.totals, undefined], 'what is compared is over');
  assert.deepEqual(both.previous, alone.previous, 'against as many days');
  assert.equal(alone.totals.onlineFen, 2000);
  const week = await get('staticSum/getNormalData');
  assert.equal(week.total, 7);
  assert.equal(week.totals.receivableFen, 1000 + 2050);
  for (const day of week.records)
    assert.equal(
      day.receivableFen + day.surplusFen,
      day.cashFen + day.onlineFen + day.derateFen + day.waivedFen + day.arrearsFen,
    );
});

test('months begin with their first day, two months back by default', async () => {
  const page = await get('staticSum/getMonthFeeData');
  assert.equal(page.range.from.slice(8), '01');
  assert.equal(page.totals.cashFen, 1000);
  const none = await get('staticSum/getMonthFeeData', { startMonth: '2024-01', endMonth: '2024-02' });
  assert.deepEqual([none.range, none.total], [{ from: '2024-01-01', to: '2024-02-29' }, 0]);
});

test('payments by pay way stand in columns and narrow to one way', async () => {
  const all = await get('staticSum/searchPayDaily');
  assert.deepEqual(
    [all.totals.paidFen, all.totals.cashFen, all.totals.sandboxFen, all.totals.payments],
    [3000, 1000, 2000, 2],
  );
  assert.deepEqual((await get('staticSum/searchPayDaily', { payType: 'cash' })).totals.paidFen, 1000);
  const path = '/api/updown/staticSum/searchPayDaily';
  const unknown = await product.ask('GET', path, { payType: 'shells' }, { as: 'groupAdmin' });
  assert.deepEqual([unknown.status, unknown.body.errors?.[0]?.field], [400, 'payType']);
});

test('the same call grouped by pay way sums the range, refunds beside', async () => {
  const page = await get('staticSum/searchPayDaily', { groupBy: 'payType' });
  assert.deepEqual(
    page.records.map((row: Record<string, unknown>) => [
      row.payType,
      row.payments,
      row.paidFen,
      row.refundFen,
      row.netFen,
    ]),
    [
      ['sandbox', 1, 2000, 300, 1700],
      ['cash', 1, 1000, 0, 1000],
    ],
  );
  assert.equal(
    (await product.ask('GET', '/api/gatehouse/export-report/payTypeSum', { format: 'csv' }, { as: 'groupAdmin' }))
      .status,
    200,
  );
});

test('every report answers, and leaves as a file', async () => {
  const paths = [
    ['getNormalData', 'exportNormalData'],
    ['getMonthFeeData', 'exportMonthFeeData'],
    ['getMonthInOutSumData', 'exportMonthInOutSumData'],
    ['getParkInOutChartByDay', 'exportParkInOutChartByDay'],
    ['getParkChartByDay', 'exportParkChartByDay'],
    ['getParkChargeAnalyseChart', 'exportParkChargeAnalyseChart'],
    ['searchPayDaily', 'exportPayDaily'],
    ['searchUserFeeDaily', 'exportUserFeeDaily'],
    ['getThirdInOutSumData', 'exportThirdInOutSumData'],
    ['getThirdMonthInOutSumData', 'exportThirdMonthInOutSumData'],
    ['getInOutDailyPaper', 'exportInOutDailyPaper'],
  ];
  for (const [path, exported] of paths) {
    assert.ok((await get(`staticSum/${path}`)).total > 0, path);
    const { status, text } = await product.ask(
      'GET',
      `/api/updown/staticSum/${exported}`,
      { format: 'csv' },
      { as: 'groupAdmin' },
    );
    assert.equal(status, 200, exported);
    assert.match(text, /合计/, exported);
  }
  assert.equal((await product.ask('GET', '/api/updown/staticSum/getNormalData', {}, { as: 'nobody' })).status, 403);
});

test('of a report of more lines than a page, the chart is of all of them', async () => {
  const long = { startTime: addDays(today, -599), endTime: today };
  const [first, second, week] = [
    await get('staticSum/getNormalData', { ...long, size: 500 }),
    await get('staticSum/getNormalData', { ...long, size: 500, current: 2 }),
    await get('staticSum/getNormalData'),
  ];
  assert.deepEqual(
    [first.total, first.records.length, second.records.length, first.charted.length, week.charted],
    [600, 500, 100, 600, undefined],
  );
  assert.deepEqual(second.charted, first.charted);
  assert.equal(new Set(first.charted.map(({ day }: { day: string }) => day)).size, 600);
  for (const measure of ['receivableFen', 'netFen'])
    assert.equal(
      first.charted.reduce((sum: number, line: Record<string, number>) => sum + line[measure]!, 0),
      first.totals[measure],
      measure,
    );
});

test('the roadside has the figures of curb lots alone, from the same books, and says which lots they are of', async () => {
  const curb = await placeOf(await product.park(product.companies.child, '锦里路侧', { parkType: 'curb' }));
  const revenue = `revenue:${curb.parkId}`;
  await product.database.write(tenantScope(curb.tenantId), (db) =>
    writeMoney(db, curb, {
      postings: [
        posting(curb, 'curb-cash', noonOf(today), [
          ['drawer:a', 500],
          [revenue, -500],
        ]),
        posting(curb, 'curb-online', noonOf(today), [
          ['channel:sandbox', 250],
          [revenue, -250],
        ]),
      ],
    }),
  );
  const road = { parkType: 'curb' };
  assert.deepEqual(
    [(await get('staticFirst/getFirstPayMoney', road)).paidFen, (await get('staticFirst/getFirstPayMoney')).paidFen],
    [750, 1750],
  );
  assert.deepEqual(
    (await get('staticFirst/get15Fee', road)).map((each: { paidFen: number }) => each.paidFen).slice(13),
    [0, 750],
  );
  assert.deepEqual(
    (await get('staticFirst/getTodayParkSumSort', road)).map((row: { parkName: string }) => row.parkName),
    ['锦里路侧'],
  );
  const days = await get('staticSum/getRoadNormalData');
  assert.deepEqual(
    [days.total, days.totals.cashFen, days.totals.onlineFen, days.records[0].day, days.records[0].curbLots],
    [7, 500, 250, today, curb.parkId],
  );
  assert.deepEqual(days.totals, (await get('staticSum/getNormalData', { parkId: curb.parkId })).totals);
  assert.equal(
    (await get('staticSum/getRoadNormalData', { parkId: here.parkId })).totals.paidFen ?? 0,
    0,
    'a lot behind barriers is none of the roadside',
  );
  assert.equal((await get('staticSum/getRoadNormalData', { parkId: here.parkId })).records[0].curbLots, null);
  assert.deepEqual(
    (await get('roadstatic/paymentSum')).records.map((row: { payType: string; paidFen: number }) => [
      row.payType,
      row.paidFen,
    ]),
    [
      ['cash', 500],
      ['sandbox', 250],
    ],
  );
  assert.deepEqual((await get('roadstatic/paymentSum', { payType: 'sandbox' })).totals.paidFen, 250);
  assert.deepEqual((await get('roadstatic/paymentSum', {}, 'otherTenant')).records, []);
  assert.equal(
    (await product.ask('GET', '/api/updown/staticFirst/getFirstPayMoney', { parkType: 'moon' }, { as: 'groupAdmin' }))
      .status,
    400,
  );
});
