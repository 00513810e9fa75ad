/** The demo's past: books that are right, and something to see in every report. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { reports } from '#apps/models.ts';
import { checkLotFigures } from '#areas/passage/server/door.ts';
import { addDays, dayOf } from '#domain/time/day.ts';
import { platformScope, tenantScope } from '#kit/server/db.ts';
import { newId } from '#kit/server/id.ts';
import { advertise } from '../../db/demo/adverts.ts';
import { buildCity } from '../../db/demo/build.ts';
import { withCoupons } from '../../db/demo/coupons.ts';
import { openShops } from '../../db/demo/derates.ts';
import { pastOf } from '../../db/demo/history.ts';
import { loadPast } from '../../db/demo/load.ts';
import { loadLostItems } from '../../db/demo/lost-items.ts';
import { loadPasses } from '../../db/demo/passes.ts';
import { loadShifts, rotaOf } from '../../db/demo/shifts.ts';
import { loadChannelWords } from '../../db/demo/channels.ts';
import { enterDebts, payDebts } from '../../db/demo/debts.ts';
import { workAtDesk } from '../../db/demo/desk.ts';
import { openOffice } from '../../db/demo/doors.ts';
import { settleWeeks } from '../../db/demo/fund.ts';
import { guideMall } from '../../db/demo/guidance.ts';
import { invoiceWeeks } from '../../db/demo/invoices.ts';
import { answerCalls } from '../../db/demo/seats.ts';
import { staffRoadside } from '../../db/demo/duty.ts';
import { startTestProduct } from '#test/test-product.ts';
import { followLinks } from './leads.ts';
import { moneyAgrees } from './money-pairs.ts';
import { neverDisagree } from './pairs.ts';
import type { TestProduct } from '#test/test-product.ts';

const zone = 'Asia/Shanghai';
const days = 20;
/** Passes and shifts of the demo have figures of their own, not all of these. */
const quiet = new Set(['passSum', 'shiftSum', 'onlyShiftSum']);
/**
 * Nobody lets a car out unpaid where there is no barrier, and cash pays a debt whole: of what is still open nothing is
 * paid.
 */
const never = new Set(['roadDaySum waivedFen', 'yardDays waivedFen', 'yardMonths waivedFen', 'arrearsByPlate paidFen']);
type Line = Record<string, unknown> & { labels?: Record<string, string> };
let product: TestProduct;
before(async () => {
  product = await startTestProduct();
});
after(() => product?.close());

test('weeks of three demo lots, one of them at the curb: no figure differs from its rows, and every report has figures, each of its columns that the demo speaks of somewhere above nothing', async () => {
  const built = await buildCity(
    (method, path, input, as) =>
      product.must(method, path.startsWith('/') ? path : `/api/updown/${path}`, input, as === undefined ? {} : { as }),
    { devices: {}, guests: {}, playedTo: {} },
    () => undefined,
  );
  const tenants = new Map(
    (
      await product.database.read(platformScope, (db) =>
        db.raw<{ id: string; tenant_id: number; company_id: string }>('SELECT id, tenant_id, company_id FROM park'),
      )
    ).map((row) => [row.id, row]),
  );
  const now = Date.now();
  for (const code of ['AB02', 'AB05', 'CX06']) {
    const lot = built.lots.find(({ plan }) => plan.code === code)!;
    const past = pastOf(lot.plan, 3, days, now, zone);
    const { tenant_id: tenantId, company_id: companyId } = tenants.get(lot.site.parkId)!;
    const guards = new Map([
      ['马长宁', newId()],
      ['赵小川', newId()],
    ]);
    const rota = rotaOf(guards, 3, { now, days, zone });
    await loadPast(
      product.database,
      tenantId,
      lot,
      past,
      await loadPasses(product.database, tenantId, lot, past, 3, now),
      await withCoupons(
        product.database,
        tenantId,
        lot,
        await openShops(product.database, tenantId, lot, 3, now),
        3,
        now,
      ),
      rota.at,
      () => undefined,
    );
    await loadChannelWords(product.database, tenantId, lot.site.parkId, now);
    await loadLostItems(product.database, tenantId, lot.site.parkId, 0, now);
    await loadShifts(product.database, tenantId, lot, guards, rota, 3, now);
    const place = { tenantId, companyId, parkId: lot.site.parkId, zone };
    const check = await product.database.read(tenantScope(tenantId), (db) => checkLotFigures(db, place, null));
    assert.deepEqual(
      [check.differences, check.ledgerSumFen, check.brokenOrders, check.billsWrong, check.right],
      [[], 0, 0, 0, true],
      code,
    );
  }
  const others = await product.database.read(platformScope, (db) =>
    db.raw(
      `SELECT e.id FROM shift_entry e JOIN shift s ON s.tenant_id = e.tenant_id AND s.id = e.shift_id
        WHERE e.kind = 'cash' AND e.operator <> s.operator`,
    ),
  );
  assert.deepEqual(others, [], 'who takes cash is on duty');
  await workAtDesk(
    (method, path, input) => product.must(method, path.startsWith('/') ? path : `/api/updown/${path}`, input),
    built.lots,
  );
  for (const operateType of ['car', 'seller', 'feeRule', 'derateQr', 'derate', 'payConfig', 'ioRecord'])
    assert.ok(
      (await product.must('GET', '/api/updown/parkoperatelog/listPage', { operateType })).total > 0,
      `the log of ${operateType}`,
    );
  for (const tenantId of new Set([...tenants.values()].map(({ tenant_id }) => tenant_id)))
    await enterDebts(product.database, tenantId);
  await payDebts((method, path, input) =>
    product.must(method, path.startsWith('/') ? path : `/api/updown/${path}`, input),
  );
  const tenantIds = [...new Set([...tenants.values()].map(({ tenant_id }) => tenant_id))];
  await settleWeeks(product.database, tenantIds, now);
  await invoiceWeeks(product.database, tenantIds, now);
  await staffRoadside(
    product.database,
    (method, path, input) => product.must(method, path.startsWith('/') ? path : `/api/updown/${path}`, input),
    built.lots.filter(({ plan }) => plan.code === 'CX06'),
    new Date(now),
  );
  await openOffice(
    product.database,
    (method, path, input) => product.must(method, path.startsWith('/') ? path : `/api/updown/${path}`, input),
    built.lots,
    { devices: {}, guests: {}, playedTo: {} },
    new Date(now),
  );
  await guideMall(
    product.database,
    (method, path, input) => product.must(method, path.startsWith('/') ? path : `/api/updown/${path}`, input),
    built.lots,
    new Map([...tenants].map(([id, row]) => [id, row.tenant_id])),
    { devices: {}, guests: {}, playedTo: {} },
    new Date(now),
  );
  await advertise(product.database, built.lots, new Map([...tenants].map(([id, row]) => [id, row.tenant_id])), now);
  await answerCalls(
    product.database,
    (method, path, input) => product.must(method, path.startsWith('/') ? path : `/api/updown/${path}`, input),
    built.lots,
    built.userIds,
    new Map([...tenants].map(([id, row]) => [id, row.tenant_id])),
    { devices: {}, guests: {}, playedTo: {} },
    now,
  );
  const today = dayOf(now, zone);
  const week = { startTime: addDays(today, -6), endTime: today };
  const [ways, words] = [
    (await product.must('GET', '/api/updown/staticSum/searchPayDaily', { ...week, groupBy: 'payType' })).records as {
      payType: string;
      paidFen: number;
    }[],
    (await product.must('GET', '/api/updown/static/getPageOnlinePayParkOrderRec', { ...week, result: 'booked' }))
      .totals,
  ];
  assert.equal(
    words.saidFen,
    ways
      .filter(({ payType }) => !['cash', 'storedValue'].includes(payType))
      .reduce((sum, { paidFen }) => sum + paidFen, 0),
    'channels notified each online payment once',
  );
  const range = {
    startTime: addDays(today, -days),
    endTime: today,
    startMonth: addDays(today, -days).slice(0, 7),
    endMonth: today.slice(0, 7),
  };
  for (const report of reports) {
    const [path, query] = report.wire.path.split('?');
    const { totals, total, records } = await product.must('GET', path!, {
      ...Object.fromEntries(new URLSearchParams(query)),
      ...range,
      size: 500,
    });
    assert.ok(total > 0, report.name);
    for (const name of Object.keys(report.dimensions).filter((each) => report.dimensions[each]!.kind === 'relation'))
      assert.deepEqual(
        records.filter((row: Line) => row[name] && !row.labels?.[name]),
        [],
        `${report.name}: every ${name} has its name`,
      );
    assert.ok(
      Object.values(totals as Record<string, number>).some((figure) => figure > 0),
      report.name,
    );
    for (const name of [
      'entries',
      'exits',
      'paidFen',
      'refundFen',
      'arrearsFen',
      'waivedFen',
      'outstandingFen',
      'active',
      'soon',
    ])
      if (name in totals && !quiet.has(report.name) && !never.has(`${report.name} ${name}`))
        assert.ok(totals[name] > 0, `${report.name} ${name}`);
  }
});

test('of the same weeks no report and no list contradicts another, in all and lot by lot', async () => {
  const today = dayOf(Date.now(), zone);
  const span = { from: `${addDays(today, -days).slice(0, 7)}-01`, to: today };
  const ask = (path: string, input: Record<string, unknown>) => product.must('GET', path, input);
  assert.ok((await neverDisagree(ask, span)) >= 12);
  for (const { park_id: parkId } of await product.database.read(platformScope, (db) =>
    db.raw<{ park_id: string }>('SELECT DISTINCT park_id FROM park_day'),
  ))
    await neverDisagree(ask, { ...span, only: { parkId } });
});

test('of coupons, invoices, settlements and adverts of the same lots no list contradicts a report or another list', async () => {
  assert.ok((await moneyAgrees((path, input) => product.must('GET', path, input))) >= 24);
});

test('of the last week of the same lots every figure that is a link leads to rows that add up to it', async () => {
  const today = dayOf(Date.now(), zone);
  // A second type of pass in a lot that has one, and a pass of it that ends within the week.
  const [{ parkId }] = (await product.must('GET', '/api/updown/staticSum/searchCarSum')).records;
  const { id: carTypeId } = await product.must('POST', '/api/updown/plat/parkCarType/submit', {
    parkId,
    typeName: '商户月租',
    kind: 'monthly',
    monthPrice: 23_400,
  });
  await product.must('POST', '/api/updown/parkMonth/add', {
    parkId,
    carTypeId,
    plateNumber: '浙A0D7T1',
    startTime: addDays(today, -25),
    monthNum: 1,
  });
  const range = { startTime: `${addDays(today, -6)} 00:00:00`, endTime: `${today} 23:59:59` };
  const followed: Record<string, string[]> = {};
  for (const { name, cells } of reports)
    if (cells)
      followed[name] = await followLinks(
        (path, input) => product.must('GET', path, input),
        name,
        range,
        name === 'passSum' ? 20 : 2,
      );
  const booked = ['receivableFen', 'derateFen', 'waivedFen', 'arrearsFen', 'refundFen', 'netFen'];
  for (const [name, measures] of Object.entries({
    daySum: booked,
    monthFeeSum: booked,
    dayFees: booked,
    parkFees: booked,
    dailyPaper: booked,
    roadDaySum: ['receivableFen', 'netFen'],
    userFees: ['paidFen', 'netFen'],
    thirdInOut: ['staySeconds'],
    thirdMonthInOut: ['staySeconds'],
    roadPaySum: ['netFen'],
    shiftSum: [
      'shifts',
      'payments',
      'receivableFen',
      'derateFen',
      'paidFen',
      'cashFen',
      'onlineFen',
      'releases',
      'waivedFen',
      'differenceFen',
      'remote',
      'unknown',
    ],
    onlyShiftSum: ['cashFen', 'floatFen', 'expectedFen', 'countedFen', 'differenceFen', 'handInFen', 'depositFen'],
    passSum: ['active', 'soon', 'paidFen', 'netFen'],
    villageSum: ['parks', 'entries', 'exits'],
    openingSum: ['openings', 'byStay', 'byPass', 'byRemote', 'unknown', 'waivedFen'],
    payTypeSum: ['payments', 'refunds', 'netFen'],
  })) {
    for (const measure of measures) assert.ok(followed[name]!.includes(measure), `${name} ${measure}`);
  }
});
