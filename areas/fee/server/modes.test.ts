/**
 * Three ways to write one family of versions: simple, complex and expert; and what is carried from one family to
 * another.
 */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { platformScope } from '#kit/server/db.ts';
import { startTestProduct } from '#test/test-product.ts';
import type { TestProduct } from '#test/test-product.ts';
import { ruleInForce } from './door.ts';

let product: TestProduct;
let lot: string;
let carTypeId: string;
const api = '/api/updown';
const own = '/api/gatehouse/feeRule';
const [inTime, outTime] = ['2026-05-06T09:00:00+08:00', '2026-05-06T10:30:00+08:00'];

const typeOf = async (parkId: string): Promise<string> =>
  (await product.must('GET', `${api}/baseSelect/getSelectCarKindType`, { parkId })).find(
    ({ kind }: { kind: string }) => kind === 'temp',
  ).value;
async function fresh(): Promise<void> {
  lot = await product.park(product.companies.child);
  carTypeId = await typeOf(lot);
}
before(async () => {
  product = await startTestProduct();
});
after(() => product.close());

const post = (path: string, input: Record<string, unknown>, as = 'groupAdmin') =>
  product.ask('POST', path, input, { as });
const must = (path: string, input: Record<string, unknown>, as = 'groupAdmin') =>
  product.must('POST', path, input, { as });
const get = (path: string, input: Record<string, unknown>, as = 'groupAdmin') =>
  product.must('GET', path, input, { as });
const tried = async (FeeRuleID: string, more: Record<string, unknown> = {}) =>
  (await get(`${api}/platParkFeeRule/testFee`, { FeeRuleID, inTime, outTime, ...more })).totalFen;
const guangzhou = (
  JSON.parse(
    readFileSync(
      join(import.meta.dirname, '..', '..', '..', 'domain', 'fee', 'tariffs', 'cn-guangzhou-commercial-c1.json'),
      'utf8',
    ),
  ) as { tariff: object }
).tariff;
const flat = (fen: number) => ({
  form: 2,
  schemes: [{ meters: [{ id: 'time', again: 'stay', edge: 'ends', ladder: [{ unitMinutes: 30, fen }] }] }],
});

/** 2 yuan for each 15 minutes of the first hour, then 3, by day; 1 yuan an hour by night. */
async function complexDraft(): Promise<{ id: string; area: string; day: string; night: string }> {
  const { id } = await must(`${api}/parkFeeRule/submit`, {
    parkId: lot,
    CarTypeID: carTypeId,
    freeMinutes: 15,
    freeMinutesCounted: true,
  });
  const area = (await must(`${api}/parkAreaFeeRuleEX/submit`, { carTypeFeeRuleID: id, dayMaxFee: 4000 }))
    .parkAreaFeeRuleID;
  const period = async (startTime: string, endTime: string) =>
    (await must(`${api}/parkFeeRuleEXTimePeriod/submit`, { parkAreaFeeRuleID: area, startTime, endTime }))
      .areaTimePeriodID;
  const [day, night] = [await period('08:00', '22:00'), await period('22:00', '08:00')];
  const sub = (
    areaTimePeriodID: string,
    startMinute: number,
    endMinute: number | null,
    unitMinutes: number,
    unitFee: number,
  ) =>
    must(`${api}/parkFeeRuleEXSubTimePeriod/submit`, {
      areaTimePeriodID,
      startMinute,
      endMinute,
      unitMinutes,
      unitFee,
    });
  await sub(day, 0, 60, 15, 200);
  await sub(day, 60, null, 15, 300);
  assert.deepEqual([(await sub(night, 0, null, 60, 100)).complete], [true]);
  return { id, area, day, night };
}

test('an expert writes the tariff itself: faults by their place, the draft priced as it stands, published, then the next draft', async () => {
  await fresh();
  const bad = await post(`${own}/saveTariff`, {
    parkId: lot,
    CarTypeID: carTypeId,
    tariff: {
      form: 2,
      schemes: [{ meters: [{ id: 'a', again: 'stay', edge: 'ends', ladder: [{ unitMinutes: 0, fen: 1 }] }] }],
    },
  });
  assert.deepEqual(
    [bad.status, bad.body.errors?.[0]?.field],
    [400, 'tariff.schemes[0].meters[0].ladder[0].unitMinutes'],
  );
  assert.equal(
    (await post(`${own}/saveTariff`, { parkId: lot, CarTypeID: carTypeId, tariff: [] })).body.errors?.[0]?.field,
    'tariff',
  );
  assert.equal(
    (
      await post(`${own}/saveTariff`, {
        parkId: lot,
        CarTypeID: carTypeId,
        tariff: {
          form: 1,
          kind: 'simple',
          freeMinutes: 0,
          freeMinutesCounted: false,
          unitMinutes: 60,
          unitFen: 5,
          roundUp: true,
          dayCapBasis: 'natural-day',
        },
      })
    ).body.errors?.[0]?.field,
    'tariff.form',
  );
  const { id } = await must(`${own}/saveTariff`, {
    parkId: lot,
    CarTypeID: carTypeId,
    ruleName: '商业区',
    tariff: guangzhou,
  });
  assert.equal(
    await tried(id, { inTime: '2026-05-06T09:00:00+08:00', outTime: '2026-05-06T11:00:00+08:00', carKind: 'small' }),
    4 * 800,
  );
  await must(`${own}/saveTariff`, { id, tariff: flat(500) });
  assert.equal(await tried(id), 1500);
  await must(`${own}/publish`, { ids: id });
  const next = await must(`${own}/saveTariff`, { id, tariff: flat(700) });
  assert.deepEqual([next.version, await tried(next.id), await tried(id)], [2, 2100, 1500]);
  const [detail] = (await get(`${api}/platParkFeeRule/list`, { parkId: lot, mode: 'expert', sort: 'version' })).records;
  assert.deepEqual([detail.mode, detail.status, detail.rule.form], ['expert', 'published', 2]);
  assert.equal((await post(`${api}/platParkFeeRule/submit`, { FeeRuleID: next.id, unitFee: 1 })).status, 422);
});

test('rows of areas, periods and sub periods make a rule; what is missing is reported by row and field until it is complete', async () => {
  await fresh();
  const { id } = await must(`${api}/parkFeeRule/submit`, { parkId: lot, CarTypeID: carTypeId });
  const faults = async () =>
    (await get(`${api}/parkFeeRule/detail`, { FeeRuleID: id })).faults?.map(
      ({ table, field }: { table: string; field: string }) => `${table} ${field}`,
    ) ?? null;
  assert.deepEqual(await faults(), ['rule areas']);
  const area = (await must(`${api}/parkAreaFeeRuleEX/submit`, { carTypeFeeRuleID: id })).id;
  assert.deepEqual(await faults(), ['area periods']);
  const period = (await must(`${api}/parkFeeRuleEXTimePeriod/submit`, { parkAreaFeeRuleID: area })).id;
  assert.deepEqual(await faults(), ['period subPeriods']);
  assert.equal((await post(`${own}/publish`, { ids: id })).status, 422);
  assert.equal(
    (
      await product.ask(
        'GET',
        `${api}/platParkFeeRule/testFee`,
        { FeeRuleID: id, inTime, outTime },
        { as: 'groupAdmin' },
      )
    ).status,
    422,
  );
  const { complete } = await must(`${api}/parkFeeRuleEXSubTimePeriod/submit`, {
    areaTimePeriodID: period,
    startMinute: 0,
    unitMinutes: 30,
    unitFee: 400,
  });
  assert.deepEqual([complete, await faults(), await tried(id)], [true, null, 1200]);
  await must(`${api}/parkFeeRule/submit`, { FeeRuleID: id, maxFee: 1000 });
  assert.equal(await tried(id), 1000);
  const wrong = await post(`${api}/parkFeeRuleEXSubTimePeriod/submit`, {
    areaTimePeriodID: period,
    startMinute: 30,
    endMinute: 20,
    unitFee: 400,
  });
  assert.deepEqual([wrong.status, wrong.body.errors?.[0]?.field], [400, 'endMinute']);
  const other = await product.park(product.companies.child);
  assert.equal(
    (await post(`${api}/parkAreaFeeRuleEX/submit`, { carTypeFeeRuleID: id, parkId: other })).body.errors?.[0]?.field,
    'parkId',
  );
});

test('rows of a published version stay; saving its head makes the next draft with copies of them', async () => {
  await fresh();
  const { id, area, day } = await complexDraft();
  assert.equal(await tried(id), 4 * 200 + 2 * 300);
  await must(`${own}/publish`, { ids: id });
  for (const [path, input] of [
    ['parkAreaFeeRuleEX/submit', { id: area, dayMaxFee: 1 }],
    ['parkAreaFeeRuleEX/submit', { carTypeFeeRuleID: id }],
    ['parkFeeRuleEXTimePeriod/submit', { id: day, sort: 3 }],
    ['parkFeeRuleEXTimePeriod/remove', { ids: day }],
    ['parkAreaFeeRuleEX/remove', { ids: area }],
  ] as const) {
    assert.equal((await post(`${api}/${path}`, input)).status, 422, path);
  }
  assert.equal((await post(`${api}/parkFeeRule/remove`, { ids: id })).status, 422);
  const next = await must(`${api}/parkFeeRule/submit`, { FeeRuleID: id, maxFee: 500 });
  assert.deepEqual([next.version, await tried(next.id), await tried(id)], [2, 500, 1400]);
  const { areas } = await get(`${api}/parkFeeRule/detail`, { FeeRuleID: next.id });
  assert.deepEqual(
    areas.map((each: { periods: { subPeriods: unknown[] }[] }) =>
      each.periods.map(({ subPeriods }) => subPeriods.length).sort(),
    ),
    [[1, 2]],
  );
  await must(`${api}/parkFeeRuleEXTimePeriod/remove`, { ids: areas[0].periods[0].id });
  await must(`${api}/parkFeeRule/remove`, { ids: next.id });
  assert.deepEqual(
    [
      (await get(`${api}/parkAreaFeeRuleEX/list`, { carTypeFeeRuleID: next.id })).total,
      (await get(`${api}/parkAreaFeeRuleEX/list`, { carTypeFeeRuleID: id })).total,
    ],
    [0, 1],
  );
  const inForce = await product.database.read(platformScope, (db) =>
    ruleInForce(db, lot, carTypeId, Date.now() + 1000),
  );
  assert.deepEqual([inForce?.id, inForce?.rule.form], [id, 2]);
});

const subs = (...rows: [number, number | null, number, number][]) =>
  rows.map(([startMinute, endMinute, unitMinutes, unitFee]) => ({ startMinute, endMinute, unitMinutes, unitFee }));
const whole = (more: object = {}) => ({
  parkId: lot,
  carTypeId,
  freeMinutes: 15,
  freeMinutesCounted: true,
  areas: [
    {
      areaId: null,
      dayMaxFee: 4000,
      periods: [
        { startTime: '08:00', endTime: '22:00', sort: 0, subPeriods: subs([0, 60, 15, 200], [60, null, 15, 300]) },
        { startTime: '22:00', endTime: '08:00', sort: 1, subPeriods: subs([0, null, 60, 100]) },
      ],
    },
  ],
  ...more,
});

test('a whole version in complex mode is saved by one call: rows stay themselves, are changed, come and go; a published one becomes the next draft', async () => {
  await fresh();
  const made = await must(`${own}/saveComplex`, whole());
  assert.deepEqual([made.complete, made.faults, await tried(made.id)], [true, null, 4 * 200 + 2 * 300]);
  const detail = async (id: string) => get(`${api}/parkFeeRule/detail`, { FeeRuleID: id });
  const { areas } = await detail(made.id);
  const [day, night] = areas[0].periods;
  const kept = [
    {
      ...areas[0],
      periods: [
        { ...day, maxFee: 1000, subPeriods: [day.subPeriods[0], { ...day.subPeriods[1], unitFee: 500 }] },
        { startTime: '22:00', endTime: '08:00', sort: 1, subPeriods: subs([0, null, 30, 100]) },
      ],
    },
  ];
  await must(`${own}/saveComplex`, { id: made.id, ruleName: '昼夜', maxFee: null, areas: kept });
  const changed = await detail(made.id);
  assert.deepEqual(
    [
      changed.ruleName,
      changed.freeMinutes,
      changed.areas[0].id,
      changed.areas[0].periods[0].id,
      changed.areas[0].periods[0].subPeriods.map(({ id, unitFee }: { id: string; unitFee: number }) => [id, unitFee]),
    ],
    [
      '昼夜',
      15,
      areas[0].id,
      day.id,
      day.subPeriods.map(({ id }: { id: string }, nth: number) => [id, [200, 500][nth]]),
    ],
  );
  assert.deepEqual(
    [changed.areas[0].periods.length, changed.areas[0].periods[1].id === night.id, await tried(made.id)],
    [2, false, 1000],
  );
  const audited = await product.database.read(platformScope, (db) =>
    db.raw<{ resource: string; action: string; n: number }>(
      `SELECT resource, action, count(*)::int AS n FROM audit_log WHERE park_id = $1 AND resource LIKE 'feeRule%' AND action <> 'add' GROUP BY 1, 2 ORDER BY 1, 2`,
      [lot],
    ),
  );
  assert.deepEqual(
    audited.map(({ resource, action, n }) => `${resource} ${action} ${n}`),
    ['feeRulePeriod edit 1', 'feeRulePeriod remove 1', 'feeRuleSubPeriod edit 1', 'feeRuleSubPeriod remove 1'],
  );
  await must(`${own}/publish`, { ids: made.id });
  const next = await must(`${own}/saveComplex`, {
    id: made.id,
    areas: changed.areas.map((area: object) => ({ ...area, dayMaxFee: 900 })),
  });
  assert.deepEqual(
    [next.version, await tried(next.id), await tried(made.id), (await detail(made.id)).areas[0].id],
    [2, 900, 1000, areas[0].id],
  );
  const empty = await must(`${own}/saveComplex`, { id: next.id, areas: [{ areaId: null }] });
  assert.deepEqual([empty.complete, empty.faults[0].field], [false, 'periods']);
});

test('where one row of a whole version is wrong nothing of it is saved, and the error names its position', async () => {
  await fresh();
  const { id } = await must(`${own}/saveComplex`, whole());
  const { areas } = await get(`${api}/parkFeeRule/detail`, { FeeRuleID: id });
  const faulty = async (change: object, as = 'groupAdmin') => {
    const { status, body } = await post(`${own}/saveComplex`, { id, maxFee: 1, ...change }, as);
    return [status, body.errors?.[0]?.field];
  };
  const [day] = areas[0].periods;
  const withDay = (more: object) => ({ areas: [{ ...areas[0], dayMaxFee: 1, periods: [{ ...day, ...more }] }] });
  assert.deepEqual(
    await faulty(withDay({ subPeriods: [...day.subPeriods, { startMinute: 60, endMinute: 30, unitFee: 1 }] })),
    [400, 'areas[0].periods[0].subPeriods[2].endMinute'],
  );
  assert.deepEqual(await faulty(withDay({ subPeriods: [{ startMinute: 0 }] })), [
    400,
    'areas[0].periods[0].subPeriods[0].unitFee',
  ]);
  assert.deepEqual(await faulty(withDay({ again: 'never' })), [400, 'areas[0].periods[0].again']);
  assert.deepEqual(
    [await faulty({}), await faulty({ areas: [1] }), await faulty({ areas: [{ periods: {} }] })],
    [
      [400, 'areas'],
      [400, 'areas[0]'],
      [400, 'areas[0].periods'],
    ],
  );
  const elsewhere = await product.park(product.companies.child);
  const foreign = (await must(`${api}/baseParkArea/submit`, { parkId: elsewhere, areaName: '别处', totalStall: 1 })).id;
  assert.deepEqual(await faulty({ areas: [{ ...areas[0], areaId: foreign }] }), [400, 'areas[0].areaId']);
  assert.deepEqual([(await faulty({ areas }, 'otherTenant'))[0], (await faulty({ areas }, 'nobody'))[0]], [404, 403]);
  assert.deepEqual([(await get(`${api}/parkFeeRule/detail`, { FeeRuleID: id })).areas, await tried(id)], [areas, 1400]);
});

test('saving over somebody else’s newer change is rejected in every mode, and nothing is overwritten', async () => {
  await fresh();
  const { id } = await must(`${own}/saveComplex`, whole());
  const read = async () => (await get(`${api}/platParkFeeRule/detail`, { FeeRuleID: id })).updatedAt;
  const [seen, { areas }] = [await read(), await get(`${api}/parkFeeRule/detail`, { FeeRuleID: id })];
  await must(`${own}/saveComplex`, { id, areas, maxFee: 900, updatedAt: seen });
  const late = await post(`${own}/saveComplex`, { id, areas, maxFee: 100, updatedAt: seen });
  assert.deepEqual([late.status, late.body.error, await tried(id)], [409, 'changed_meanwhile', 900]);
  await must(`${own}/publish`, { ids: id });
  const published = await read();
  await must(`${own}/saveComplex`, { id, areas, maxFee: 700, updatedAt: published });
  const again = await post(`${own}/saveComplex`, { id, areas, maxFee: 100, updatedAt: published });
  assert.deepEqual(
    [again.status, again.body.error, again.body.msg],
    [409, 'changed_meanwhile', '该车类已有草稿，请修改草稿'],
  );
  await fresh();
  const expert = await must(`${own}/saveTariff`, { parkId: lot, carTypeId, tariff: flat(500) });
  const first = (await get(`${api}/platParkFeeRule/detail`, { FeeRuleID: expert.id })).updatedAt;
  await must(`${own}/saveTariff`, { id: expert.id, tariff: flat(600), updatedAt: first });
  assert.equal((await post(`${own}/saveTariff`, { id: expert.id, tariff: flat(1), updatedAt: first })).status, 409);
  assert.equal(await tried(expert.id), 1800);
});

test('every row that is saved is in the audit, and nobody else sees or changes it', async () => {
  await fresh();
  const { id, area, day } = await complexDraft();
  const audited = await product.database.read(platformScope, (db) =>
    db.raw<{ resource: string; n: number }>(
      `SELECT resource, count(*)::int AS n FROM audit_log WHERE park_id = $1 AND resource LIKE 'feeRule%' GROUP BY resource ORDER BY resource`,
      [lot],
    ),
  );
  assert.deepEqual(
    audited.map(({ resource, n }) => [resource, n]),
    [
      ['feeRuleArea', 1],
      ['feeRulePeriod', 2],
      ['feeRuleSubPeriod', 3],
    ],
  );
  for (const [as, status] of [
    ['otherTenant', 404],
    ['nobody', 403],
  ] as const) {
    assert.equal((await post(`${api}/parkAreaFeeRuleEX/submit`, { id: area, dayMaxFee: 1 }, as)).status, status);
    assert.equal((await post(`${own}/saveTariff`, { id, tariff: flat(1) }, as)).status, status);
    assert.equal((await post(`${own}/copy`, { id, toParks: [{ parkId: lot, carTypeId }] }, as)).status, status);
    assert.equal((await product.ask('GET', `${own}/exportFile`, { id }, { as })).status, status);
    assert.equal(
      (await product.ask('GET', `${api}/parkFeeRuleEXTimePeriod/detail`, { areaTimePeriodID: day }, { as })).status,
      status,
    );
  }
});

test('a file carries rule, rows and cases to another family; a bare tariff is a file, too', async () => {
  await fresh();
  const { id } = await complexDraft();
  await must('/api/gatehouse/feeCase/submit', {
    parkId: lot,
    carTypeId,
    name: '一个半小时',
    inTime,
    outTime,
    expectFen: 1400,
  });
  const file = (await product.ask('GET', `${own}/exportFile`, { id }, { as: 'groupAdmin' })).body as unknown as Record<
    string,
    unknown
  >;
  assert.deepEqual(
    [file.kind, file.mode, (file.cases as unknown[]).length, (file.areas as unknown[]).length],
    ['gatehouse-fee-rule', 'complex', 1, 1],
  );
  await fresh();
  const made = await must(`${own}/importFile`, { parkId: lot, carTypeId, file: JSON.stringify(file) });
  assert.deepEqual([made.mode, made.complete, made.cases, await tried(made.id)], ['complex', true, 1, 1400]);
  assert.equal(
    (await post(`${own}/importFile`, { parkId: lot, carTypeId, file })).body.errors?.[0]?.field,
    'carTypeId',
  );
  await fresh();
  const bare = await must(`${own}/importFile`, { parkId: lot, carTypeId, file: flat(300) });
  assert.deepEqual([bare.mode, await tried(bare.id)], ['expert', 900]);
  const simple = (await product.ask('GET', `${own}/exportFile`, { id: bare.id }, { as: 'groupAdmin' }))
    .body as unknown as Record<string, unknown>;
  await fresh();
  for (const wrong of [
    [],
    'x',
    { kind: 'gatehouse-fee-rule' },
    { ...simple, areas: [{ periods: 1 }], head: { a: 1 } },
    { ...simple, cases: [{ name: 'x' }] },
    { form: 9 },
  ]) {
    const { status } = await post(`${own}/importFile`, { parkId: lot, carTypeId, file: wrong });
    assert.equal(status, 400, JSON.stringify(wrong).slice(0, 80));
  }
  assert.equal(
    (await get(`${api}/platParkFeeRule/list`, { parkId: lot })).total,
    0,
    'nothing is left of a file that is refused',
  );
});

test('a copy to other lots is shown first, rule beside rule, then made; what cannot be made is reported for each', async () => {
  await fresh();
  const from = await must(`${api}/platParkFeeRule/submit`, {
    parkId: lot,
    CarTypeID: carTypeId,
    freeMinutes: 10,
    unitMinutes: 30,
    unitFee: 250,
  });
  const targets = [];
  for (let nth = 0; nth < 3; nth += 1) {
    const parkId = await product.park(product.companies.child);
    targets.push({ parkId, carTypeId: await typeOf(parkId) });
  }
  const old = await must(`${api}/platParkFeeRule/submit`, {
    parkId: targets[0]!.parkId,
    CarTypeID: targets[0]!.carTypeId,
    freeMinutes: 0,
    unitMinutes: 60,
    unitFee: 500,
  });
  await must(`${own}/publish`, { ids: old.id });
  await must(`${own}/saveTariff`, { parkId: targets[1]!.parkId, carTypeId: targets[1]!.carTypeId, tariff: flat(1) });
  const toParks = [...targets, { parkId: targets[2]!.parkId, carTypeId }];
  const shown = await must(`${own}/copy`, { id: from.id, toParks, preview: true });
  assert.deepEqual(
    [shown.made, shown.targets[0].before, shown.targets[0].after, shown.targets[0].problem],
    [0, '每小时5.00元', '免费10分钟，每30分钟2.50元', null],
  );
  assert.ok(
    shown.targets[1].problem.includes('已有草稿') &&
      shown.targets[3].problem.includes('不属于该车场') &&
      shown.targets[2].before === null,
  );
  assert.equal((await get(`${api}/platParkFeeRule/list`, { parkId: targets[2]!.parkId })).total, 0);
  const made = await must(`${own}/copy`, { id: from.id, toParks, preview: false });
  assert.deepEqual(
    [made.made, made.targets.map(({ FeeRuleID }: { FeeRuleID: string | null }) => FeeRuleID !== null)],
    [2, [true, false, true, false]],
  );
  assert.equal(await tried(made.targets[2].FeeRuleID, { outTime: '2026-05-06T10:00:00+08:00' }), 500);
  assert.equal(
    (await post(`${own}/copy`, { id: from.id, toParks: [{ parkId: 'x' }] })).body.errors?.[0]?.field,
    'toParks[0].carTypeId',
  );
});

test('complex rows go to another lot where it has the areas they name', async () => {
  await fresh();
  const areaOf = async (parkId: string) =>
    (await must(`${api}/baseParkArea/submit`, { parkId, areaName: '贵宾区', totalStall: 5 })).id;
  const { id } = await complexDraft();
  const vip = (await must(`${api}/parkAreaFeeRuleEX/submit`, { carTypeFeeRuleID: id, areaId: await areaOf(lot) })).id;
  const period = (await must(`${api}/parkFeeRuleEXTimePeriod/submit`, { parkAreaFeeRuleID: vip })).id;
  await must(`${api}/parkFeeRuleEXSubTimePeriod/submit`, { areaTimePeriodID: period, startMinute: 0, unitFee: 5000 });
  await fresh();
  const to = { id, toParks: [{ parkId: lot, carTypeId }], preview: false };
  assert.ok((await must(`${own}/copy`, to)).targets[0].problem.includes('贵宾区'));
  const here = await areaOf(lot);
  const { FeeRuleID } = (await must(`${own}/copy`, to)).targets[0];
  const inside = JSON.stringify({ areas: [{ at: inTime, area: here }] });
  assert.deepEqual([await tried(FeeRuleID), await tried(FeeRuleID, { context: inside })], [1400, 5000]);
});

test('rules of roadside lots are listed by the kind of lot', async () => {
  const curb = await product.park(product.companies.child, undefined, { parkType: 'curb' });
  await must(`${api}/platParkFeeRule/submit`, {
    parkId: curb,
    CarTypeID: await typeOf(curb),
    freeMinutes: 15,
    unitMinutes: 30,
    unitFee: 200,
  });
  const listed = await get(`${api}/platParkFeeRule/list`, { parkType: 'curb', size: 100 });
  assert.deepEqual(
    listed.records.map(({ parkId }: { parkId: string }) => parkId),
    [curb],
  );
  assert.equal(
    (await product.ask('GET', `${api}/platParkFeeRule/list`, { parkType: 'moon' }, { as: 'groupAdmin' })).status,
    400,
  );
});

test('a draft is written in another mode and charges the same; what that mode cannot say is refused by name and place', async () => {
  await fresh();
  const { id } = await must(`${own}/saveComplex`, whole());
  const change = (mode: string, more: object = {}) => post(`${own}/changeMode`, { id, mode, ...more });
  const prices = async () =>
    Promise.all(
      ['2026-05-06T10:30:00+08:00', '2026-05-06T23:10:00+08:00', '2026-05-08T09:05:00+08:00'].map((to) =>
        tried(id, { outTime: to }),
      ),
    );
  const before_ = await prices();
  const refused = await change('simple');
  assert.deepEqual(
    [refused.status, refused.body.msg],
    [422, '简单模式写不出：收费时段（schemes[0].meters[0].windows）'],
  );
  assert.equal((await change('expert')).status, 200);
  const full = await get(`${api}/platParkFeeRule/detail`, { FeeRuleID: id });
  assert.deepEqual(
    [
      full.mode,
      full.version,
      full.freeMinutes,
      await prices(),
      (await get(`${api}/parkAreaFeeRuleEX/list`, { carTypeFeeRuleID: id })).total,
    ],
    ['expert', 1, null, before_, 0],
  );
  assert.equal((await change('complex', { updatedAt: '2020-01-01T00:00:00Z' })).status, 409);
  assert.equal((await change('complex', { updatedAt: full.updatedAt })).status, 200);
  const rows = await get(`${api}/parkFeeRule/detail`, { FeeRuleID: id });
  assert.deepEqual(
    [
      rows.areas.length,
      rows.areas[0].periods.map(({ startTime, periodName }: { startTime: string; periodName: string | null }) => [
        startTime,
        periodName,
      ]),
      rows.freeMinutes,
      rows.faults,
      await prices(),
    ],
    [
      1,
      [
        ['08:00', null],
        ['22:00', null],
      ],
      15,
      null,
      before_,
    ],
  );
  await must(`${own}/saveComplex`, {
    id,
    areas: [{ areaId: null, periods: [{ sort: 0, again: 'stay', subPeriods: subs([0, null, 30, 250]) }] }],
  });
  assert.equal((await change('simple')).status, 200);
  const simple = await get(`${api}/platParkFeeRule/detail`, { FeeRuleID: id });
  assert.deepEqual(
    [simple.mode, simple.unitMinutes, simple.unitFee, simple.freeMinutes, simple.rule.form, await tried(id)],
    ['simple', 30, 250, 15, 1, 750],
  );
  await must(`${api}/platParkFeeRule/submit`, { FeeRuleID: id, unitFee: 300 });
  assert.equal(await tried(id), 900);
  const { id: same } = (await change('simple')).body.data;
  assert.equal(same, id);
  await must(`${own}/publish`, { ids: id });
  assert.equal((await change('expert')).status, 422);
  assert.equal((await post(`${own}/changeMode`, { id, mode: 'prose' })).body.errors?.[0]?.field, 'mode');
  assert.equal((await post(`${own}/changeMode`, { id, mode: 'expert' }, 'otherTenant')).status, 404);
});

test('a tariff that names areas the lot does not have, or more than rows can say, stays in expert mode; an incomplete draft stays in rows', async () => {
  await fresh();
  const { id } = await must(`${own}/saveTariff`, { parkId: lot, carTypeId, tariff: guangzhou });
  const refused = await post(`${own}/changeMode`, { id, mode: 'complex' });
  assert.deepEqual(
    [refused.status, refused.body.msg.startsWith('复杂模式写不出：'), await tried(id)],
    [422, true, 2400],
  );
  await must(`${own}/saveTariff`, {
    id,
    tariff: {
      form: 2,
      schemes: [
        {
          meters: [
            {
              id: 'x',
              windows: [{ area: 'inner' }],
              again: 'stay',
              edge: 'ends',
              ladder: [{ unitMinutes: 60, fen: 500 }],
            },
          ],
        },
      ],
    },
  });
  assert.equal(
    (await post(`${own}/changeMode`, { id, mode: 'complex' })).body.msg,
    '复杂模式写不出：不是本车场区域的区域（inner）',
  );
  await fresh();
  const partly = await must(`${api}/parkFeeRule/submit`, { parkId: lot, CarTypeID: carTypeId });
  assert.equal((await post(`${own}/changeMode`, { id: partly.id, mode: 'expert' })).status, 422);
});
