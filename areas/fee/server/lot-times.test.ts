/**
 * Times without an offset are those of the lot's wall; trials by POST, their refusals by code, and the check of a
 * tariff by a call.
 */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startTestProduct } from '#test/test-product.ts';
import type { TestProduct } from '#test/test-product.ts';

let product: TestProduct;
let london: string;
before(async () => {
  product = await startTestProduct();
  london = await product.park(product.companies.child, '伦敦车场', { zone: 'Europe/London' });
});
after(() => product.close());

const trial = '/api/updown/platParkFeeRule/testFee';
const check = '/api/gatehouse/feeRule/lint';
const as = 'groupAdmin';
const time = { id: 'time', again: 'stay', edge: 'ends', ladder: [{ unitMinutes: 60, fen: 100 }] };
/** Dearer by day than by night, so that a price says which hours of the wall were meant. */
const byDay = {
  form: 2,
  schemes: [
    {
      meters: [
        { ...time, id: 'day', windows: [{ from: '08:00', to: '18:00' }], ladder: [{ unitMinutes: 60, fen: 700 }] },
        time,
      ],
    },
  ],
};
const ask = async (method: 'GET' | 'POST', input: Record<string, unknown>) =>
  product.ask(method, trial, method === 'GET' ? { ...input, rule: JSON.stringify(input.rule) } : input, { as });

test('a time without an offset is read in the zone of the lot, in that of the context, else in the company’s', async () => {
  const stay = { rule: byDay, inTime: '2026-07-06 16:00:00', outTime: '2026-07-06T20:00' };
  for (const method of ['GET', 'POST'] as const) {
    const { data } = (await ask(method, { ...stay, parkId: london })).body;
    assert.deepEqual(
      [data.zone, data.inTime, data.outTime, data.totalFen],
      ['Europe/London', '2026-07-06T15:00:00.000Z', '2026-07-06T19:00:00.000Z', 1600],
    );
  }
  const named = (await ask('GET', { ...stay, context: JSON.stringify({ zone: 'America/New_York' }) })).body.data;
  assert.deepEqual([named.zone, named.inTime, named.totalFen], ['America/New_York', '2026-07-06T20:00:00.000Z', 1600]);
  const own = (await ask('POST', stay)).body.data;
  assert.deepEqual([own.zone, own.inTime, own.totalFen], ['Asia/Shanghai', '2026-07-06T08:00:00.000Z', 1600]);
  const whole = { ...stay, inTime: '2026-07-06T16:00:00+08:00', outTime: '2026-07-06T20:00:00+08:00', parkId: london };
  assert.equal((await ask('POST', whole)).body.data.totalFen, 2800);
});

test('a row saved with a time of the wall keeps the instant of the lot, also where only its id says which lot', async () => {
  const [carType] = (await product.must(
    'GET',
    '/api/updown/baseSelect/getSelectCarKindType',
    { parkId: london },
    { as },
  )) as {
    value: string;
  }[];
  const base = { parkId: london, carTypeId: carType!.value, name: '夏令时', carKind: 'small', expectFen: 100 };
  const id = await product.must(
    'POST',
    '/api/gatehouse/feeCase/submit',
    { ...base, inTime: '2026-07-06 16:00:00', outTime: '2026-07-06 20:00:00' },
    { as },
  );
  const read = async () =>
    (await product.must('GET', '/api/gatehouse/feeCase/detail', { id: id.id }, { as })) as { inTime: string };
  assert.equal(new Date((await read()).inTime).toISOString(), '2026-07-06T15:00:00.000Z');
  await product.must(
    'POST',
    '/api/gatehouse/feeCase/submit',
    { id: id.id, inTime: '2026-01-06 16:00:00', outTime: '2026-01-06 20:00:00' },
    { as },
  );
  assert.equal(new Date((await read()).inTime).toISOString(), '2026-01-06T16:00:00.000Z');
});

test('a lot may stand in any zone of the tz database, and in no other', async () => {
  const parkId = await product.park(product.companies.child, '加德满都车场', { zone: 'Asia/Kathmandu' });
  const { data } = (await ask('POST', { rule: byDay, parkId, inTime: '2026-07-06 08:00', outTime: '2026-07-06 09:00' }))
    .body;
  assert.equal(data.inTime, '2026-07-06T02:15:00.000Z');
  const wrong = await product.ask(
    'POST',
    '/api/updown/basePark/submit',
    { companyId: product.companies.child, parkName: '火星车场', totalStall: 1, zone: 'Mars/Base' },
    { as },
  );
  assert.deepEqual([wrong.status, wrong.body.errors?.[0]?.field], [400, 'zone']);
});

test('thirty schemes are tried by POST', async () => {
  const label = { zh: '很长的方案名称'.repeat(8), en: 'A long name of a scheme '.repeat(2).trim() };
  const schemes = Array.from({ length: 30 }, (_, nth) => ({
    label,
    when: [{ value: 'shop', is: [`s${nth}`] }],
    meters: [{ ...time, label, ladder: [{ unitMinutes: 60, fen: nth }] }],
  }));
  const rule = { form: 2, schemes };
  assert.ok(encodeURIComponent(JSON.stringify(rule)).length > 16_384);
  const answer = await ask('POST', {
    rule,
    inTime: '2026-07-06T08:00:00+08:00',
    outTime: '2026-07-06T10:00:00+08:00',
    context: { values: { shop: 's29' } },
  });
  assert.deepEqual([answer.status, answer.body.data?.totalFen], [200, 58]);
});

test('a stay without a price is refused with the code that worked cases know', async () => {
  const refused = async (scheme: object, outTime = '2026-07-06T12:00:00+08:00'): Promise<unknown[]> => {
    const rule = { form: 2, schemes: [{ meters: [time], ...scheme }] };
    const { status, body } = await ask('POST', { rule, inTime: '2026-07-06T08:00:00+08:00', outTime });
    return [status, body.error, body.reason];
  };
  assert.deepEqual(await refused({}, '2026-07-06T07:00:00+08:00'), [422, 'rule_refused', 'OUT_BEFORE_IN']);
  assert.deepEqual(await refused({ maxStayMinutes: 60 }), [422, 'rule_refused', 'MAX_STAY']);
  assert.deepEqual(await refused({ maxPaid: { minutes: 60 } }), [422, 'rule_refused', 'MAX_STAY']);
  assert.deepEqual(
    await refused({ otherwise: 'refuse', meters: [{ ...time, windows: [{ from: '09:00', to: '10:00' }] }] }),
    [422, 'rule_refused', 'UNCOVERED'],
  );
  const byZone = [{ unitMinutes: 60, fen: { by: 'zone', of: { near: 1 } } }];
  assert.deepEqual(await refused({ meters: [{ ...time, ladder: byZone }] }), [422, 'rule_refused', 'NOT_SAID']);
});

test('values that change on the way are given with their times', async () => {
  const rule = { form: 2, schemes: [{ meters: [time], after: [{ times: { value: 'bays', else: 1 } }] }] };
  const stay = { rule, inTime: '2026-07-06T08:00:00+08:00', outTime: '2026-07-06T12:00:00+08:00' };
  const changes = [{ at: '2026-07-06T10:00:00+08:00', value: 'bays', is: 2 }];
  assert.equal((await ask('POST', { ...stay, context: { changes } })).body.data.totalFen, 600);
  const bad = await ask('POST', { ...stay, context: { changes: [{ value: 'bays', is: 2 }] } });
  assert.deepEqual([bad.status, bad.body.errors?.[0]?.field], [400, 'context.changes[0].at']);
});

test('a tariff is checked by a call: each law in the requested language, with the stay that shows it', async () => {
  const rule = {
    form: 2,
    schemes: [{ meters: [{ ...time, ladder: [{ unitMinutes: 60, fen: { by: 'zone', of: { near: 1 } } }] }] }],
  };
  const { status, body } = await product.ask('POST', check, { rule, parkId: london }, { as });
  assert.equal(status, 200);
  assert.equal(body.data.zone, 'Europe/London');
  const [first] = body.data.findings as {
    law: string;
    ok: unknown;
    severity: string;
    words: string;
    counterExample: object;
  }[];
  assert.deepEqual([first!.law, first!.ok, first!.severity], ['all-priced', false, 'error']);
  assert.match(first!.words, /zone/u);
  assert.deepEqual(Object.keys(first!.counterExample).sort(), ['fen', 'inTime', 'others', 'outTime']);
  const none = await product.ask('POST', check, { parkId: london }, { as });
  assert.deepEqual([none.status, none.body.errors?.[0]?.field], [400, 'rule']);
  const wrong = await product.ask('POST', check, { rule: { form: 2, schemes: [] } }, { as });
  assert.deepEqual([wrong.status, wrong.body.errors?.[0]?.field], [400, 'rule.schemes']);
});
