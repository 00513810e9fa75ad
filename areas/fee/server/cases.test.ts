/** Worked cases guard what is published; a second person may say why one is not met. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startTestProduct } from '#test/test-product.ts';
import type { TestProduct } from '#test/test-product.ts';

let product: TestProduct;
let lot: string;
let carTypeId: string;
let second: string;
const own = '/api/gatehouse/feeRule';
const [inTime, outTime] = ['2026-05-06T09:00:00+08:00', '2026-05-06T10:30:00+08:00'];
const flat = (fen: number, more = {}) => ({
  form: 2,
  schemes: [{ meters: [{ id: 'time', again: 'stay', edge: 'ends', ladder: [{ unitMinutes: 30, fen }] }], ...more }],
});

before(async () => {
  product = await startTestProduct();
  second = await secondPerson();
  lot = await product.park(product.companies.child);
  carTypeId = (await product.must('GET', '/api/updown/baseSelect/getSelectCarKindType', { parkId: lot })).find(
    ({ kind }: { kind: string }) => kind === 'temp',
  ).value;
});
after(() => product.close());

async function secondPerson(): Promise<string> {
  const account = 'second.person';
  const { id } = await product.must('POST', '/api/updown/sysuser/submit', {
    account,
    realName: '复核人',
    companyId: product.companies.first,
    password: product.passwords.admin,
    allParks: true,
  });
  const roles = await product.must('GET', '/api/updown/sysrole/getListByCompany', {
    companyId: product.companies.first,
  });
  await product.must('POST', '/api/updown/sysuser/grantRole', {
    userId: id,
    ids: (Array.isArray(roles) ? roles : roles.records).find(
      ({ builtIn }: { builtIn?: string }) => builtIn === 'groupAdmin',
    ).id,
  });
  return product.login(account, product.passwords.admin!);
}

const post = (path: string, input: Record<string, unknown>, as = 'groupAdmin') =>
  product.ask('POST', path, input, { as });
const must = (path: string, input: Record<string, unknown>, as = 'groupAdmin') =>
  product.must('POST', path, input, { as });
const kase = (more: Record<string, unknown>) =>
  must('/api/gatehouse/feeCase/submit', { parkId: lot, carTypeId, inTime, outTime, ...more });
const run = (id: string) => product.must('GET', `${own}/runCases`, { id }, { as: 'groupAdmin' });

test('a version that answers a case otherwise is not published, until somebody else approves with a reason; any change takes the approval back', async () => {
  const { id } = await must(`${own}/saveTariff`, {
    parkId: lot,
    carTypeId,
    tariff: flat(500, { maxStayMinutes: 600 }),
  });
  await kase({ name: '一个半小时', expectFen: 1500 });
  await kase({ name: '过夜', outTime: '2026-05-07T10:30:00+08:00', expectRefusal: 'MAX_STAY' });
  const good = await run(id);
  assert.deepEqual(
    [good.total, good.failed, good.cases.map(({ ok }: { ok: boolean }) => ok), good.cases[0].lines.length],
    [2, 0, [true, true], 1],
  );
  await must(`${own}/saveTariff`, { id, tariff: flat(600) });
  const bad = await run(id);
  assert.deepEqual(
    bad.cases.map(({ ok, expectFen, gotFen, expectRefusal }: Record<string, unknown>) => [
      ok,
      expectFen,
      gotFen,
      expectRefusal,
    ]),
    [
      [false, 1500, 1800, null],
      [false, null, 30600, 'MAX_STAY'],
    ],
  );
  const refused = await post(`${own}/publish`, { ids: id });
  assert.equal(refused.status, 422);
  assert.match(refused.body.msg, /2个算例不符.*一个半小时/);
  assert.equal(
    (await post(`${own}/approve`, { id, reason: '新价' })).status,
    422,
    'whoever changed it cannot approve it',
  );
  assert.equal((await post(`${own}/approve`, { id }, second)).status, 400);
  assert.equal((await post(`${own}/approve`, { id, reason: '新价' }, 'nobody')).status, 403);
  await must(`${own}/approve`, { id, reason: '六月起新价' }, second);
  await must(`${own}/saveTariff`, { id, tariff: flat(700) });
  assert.equal((await post(`${own}/publish`, { ids: id })).status, 422, 'the approval was for another tariff');
  await must(`${own}/approve`, { id, reason: '六月起新价' }, second);
  await kase({ name: '一小时', outTime: '2026-05-06T10:00:00+08:00', expectFen: 1 });
  assert.equal((await post(`${own}/publish`, { ids: id })).status, 422, 'the approval was against other cases');
  await must(`${own}/approve`, { id, reason: '六月起新价' }, second);
  assert.equal((await post(`${own}/publish`, { ids: id })).status, 200);
  const row = await product.must('GET', '/api/updown/platParkFeeRule/detail', { FeeRuleID: id });
  assert.deepEqual([row.approvedBy, row.approvedReason, row.status], ['复核人', '六月起新价', 'published']);
});

test('a case says a price or a refusal, at most two months long, and only what is known of stays', async () => {
  const submit = (more: Record<string, unknown>) =>
    post('/api/gatehouse/feeCase/submit', {
      parkId: lot,
      carTypeId,
      name: '例',
      inTime,
      outTime,
      expectFen: 1,
      ...more,
    });
  assert.equal((await submit({ expectFen: null })).body.errors?.[0]?.field, 'expectFen');
  assert.equal((await submit({ expectRefusal: 'MAX_STAY' })).body.errors?.[0]?.field, 'expectFen');
  assert.equal((await submit({ outTime: '2026-09-06T10:30:00+08:00' })).body.errors?.[0]?.field, 'outTime');
  assert.equal((await submit({ context: { moon: 1 } })).body.errors?.[0]?.field, 'context.moon');
});

test('a trial is bounded: ten years by the minute is refused by name, and a long bill is shown in a few lines that add up', async () => {
  const ladder = Array.from({ length: 50 }, (_, nth) => ({ minutes: 1, unitMinutes: 1, fen: nth }));
  const rule = { form: 2, schemes: [{ meters: [{ id: 'time', again: { minutes: 60 }, edge: 'ends', ladder }] }] };
  const trial = (of: object, until: string) =>
    product.ask(
      'GET',
      '/api/updown/platParkFeeRule/testFee',
      { rule: JSON.stringify(of), inTime: '2016-01-01T00:00:00+08:00', outTime: until },
      { as: 'groupAdmin' },
    );
  const started = performance.now();
  const long = await trial(rule, '2025-12-31T00:00:00+08:00');
  assert.deepEqual([long.status, long.body.errors?.[0]?.field], [400, 'outTime']);
  assert.ok(performance.now() - started < 10_000); // its lines would take minutes
  const month = (await trial(rule, '2016-01-31T00:00:00+08:00')).body.data;
  assert.deepEqual([month.summarised, month.lineCount, month.lines.length <= 500], [true, 30 * 24 * 51, true]);
  assert.equal(
    month.lines.reduce((sum: number, { amountFen }: { amountFen: number }) => sum + amountFen, 0),
    month.totalFen,
  );
  const years = (
    await trial(
      {
        form: 1,
        kind: 'simple',
        freeMinutes: 0,
        freeMinutesCounted: false,
        unitMinutes: 1,
        unitFen: 1,
        roundUp: true,
        dayCapBasis: 'natural-day',
        dayCapFen: 1000,
      },
      '2025-12-31T00:00:00+08:00',
    )
  ).body.data;
  assert.deepEqual([years.summarised, years.totalFen], [true, 3652 * 1000]);
});
