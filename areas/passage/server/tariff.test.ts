/** Tariffs written in full, priced at the gate; and what happens where one has no price. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { startTestProduct } from '#test/test-product.ts';
import type { TestProduct } from '#test/test-product.ts';
import { HOUR, MINUTE, openLot } from './lot.fixture.ts';
import type { StoryLot } from './lot.fixture.ts';

let product: TestProduct;
let lot: StoryLot;
const P = '京A12345';
/** Nine in the morning of a working Wednesday, eleven days ago or more, in Beijing. */
const wednesday = (() => {
  const day = Math.floor((Date.now() - 11 * 24 * HOUR + 8 * HOUR) / (24 * HOUR));
  return (day - ((day + 4 - 3 + 7) % 7)) * 24 * HOUR - 8 * HOUR;
})();
const at = (hour: number, minute = 0, days = 0): number => wednesday + days * 24 * HOUR + hour * HOUR + minute * MINUTE;
const dayOf = (instant: number): string => new Date(instant + 8 * HOUR).toISOString().slice(0, 10);

before(async () => {
  product = await startTestProduct();
});
after(() => product.close());
const fresh = async (setup: Parameters<typeof openLot>[1] = {}) => {
  lot = await openLot(product, setup);
};
const phase = async () => (await lot.lane('out1')).phase;
const due = async (): Promise<number> => {
  const now = await phase();
  return now.name === 'awaiting' ? now.settling.quote.dueFen : -1;
};
const right = async () => {
  const check = await lot.check();
  assert.deepEqual([check.right, check.differences, check.billsWrong], [true, [], 0]);
};
const guangzhou = (
  JSON.parse(
    readFileSync(
      join(import.meta.dirname, '..', '..', '..', 'domain', 'fee', 'tariffs', 'cn-guangzhou-commercial-c1.json'),
      'utf8',
    ),
  ) as { tariff: object }
).tariff;
const meter = (more: object) => ({ id: 'time', again: 'stay', edge: 'ends', ...more });

test('a commercial tariff of day and night charges at the gate what a trial of it shows', async () => {
  await fresh({ tariff: guangzhou });
  const id = await lot.enter(P, at(9));
  assert.equal((await product.must('GET', '/api/gatehouse/stay/quote', { recordId: id })).dueFen > 0, true);
  await lot.see('out1', at(11), P);
  const trial = await product.must('GET', '/api/updown/platParkFeeRule/testFee', {
    parkId: lot.parkId,
    FeeRuleID: (await lot.of('fee_rule'))[0]!.id,
    inTime: new Date(at(9)).toISOString(),
    outTime: new Date(at(11)).toISOString(),
  });
  assert.deepEqual([await due(), trial.totalFen], [3200, 3200]);
  await lot.cash('out1', at(11) + 5000, 3200);
  await lot.through('out1', at(11) + 7000);
  const bill = (await lot.stay(id)).lines as { amountFen: number }[];
  assert.equal(
    bill.reduce((sum, line) => sum + line.amountFen, 0),
    3200,
  );
  await right();
});

test('the kind of car follows from the plate, holidays from the calendar of the lot', async () => {
  await fresh({
    tariff: {
      form: 2,
      schemes: [
        {
          meters: [
            meter({ id: 'holiday', windows: [{ days: ['holiday'] }], ladder: [{ unitMinutes: 60, fen: 100 }] }),
            meter({
              ladder: [
                {
                  unitMinutes: 60,
                  fen: { by: 'vehicle', of: { large: 900 }, else: { by: 'newEnergy', of: { yes: 250 }, else: 500 } },
                },
              ],
            }),
          ],
        },
      ],
    },
  });
  await lot.enter(P, at(9));
  await lot.see('out1', at(10), P);
  assert.equal(await due(), 500);
  await lot.gone('out1', at(10) + 9000);
  for (const [plate, colour, fen] of [
    ['京A11111', 'yellow', 900],
    ['京AD12345', 'green', 250],
  ] as const) {
    await lot.see('in1', at(9, 30), plate, { colour });
    await lot.through('in1', at(9, 30) + 1000);
    await lot.see('out1', at(10, 20), plate, { colour });
    assert.equal(await due(), fen, plate);
    await lot.gone('out1', at(10, 20) + 9000);
  }
  await product.must('POST', '/api/updown/parkHolidayDate/submit', { parkingId: lot.parkId, dates: [dayOf(at(9))] });
  lot.forget();
  await lot.see('out1', at(10, 40), P);
  assert.equal(await due(), 200);
});

test('an event day of the lot has its price, whatever else the day is', async () => {
  await fresh({
    tariff: {
      form: 2,
      schemes: [
        {
          meters: [
            meter({ ladder: [{ unitMinutes: 60, fen: { by: 'day', of: { event: 2000, workday: 500 }, else: 300 } }] }),
          ],
        },
      ],
    },
  });
  const dates = [
    { day: dayOf(at(9)), dayKind: 'event', holidayName: '演唱会' },
    { day: dayOf(at(9)), dayKind: 'holiday' },
    { day: dayOf(at(9, 0, 1)), dayKind: 'holiday' },
  ];
  await product.must('POST', '/api/updown/parkHolidayDate/submit', { parkingId: lot.parkId, dates });
  lot.forget();
  await lot.enter(P, at(22));
  await lot.see('out1', at(26), P);
  assert.equal(await due(), 2 * 2000 + 2 * 300);
  const trial = await product.must('GET', '/api/updown/platParkFeeRule/testFee', {
    FeeRuleID: (await lot.of('fee_rule'))[0]!.id,
    inTime: new Date(at(22)).toISOString(),
    outTime: new Date(at(26)).toISOString(),
  });
  assert.equal(trial.totalFen, 4600);
});

test('a car in an area of its own is priced by the area its lane leads into', async () => {
  await fresh();
  const areaId = (
    await product.must('POST', '/api/updown/baseParkArea/submit', {
      parkId: lot.parkId,
      areaName: '贵宾区',
      totalStall: 5,
    })
  ).id;
  await product.must('POST', '/api/updown/baseParkGate/submit', { id: lot.gates.in2, areaId });
  const api = '/api/updown';
  const [old] = await lot.of('fee_rule');
  const draft = await product.must('POST', `${api}/parkFeeRule/submit`, {
    parkId: lot.parkId,
    CarTypeID: old!.car_type_id,
    carModelId: (await product.must('GET', `${api}/plat/parkCarModel/list`, { parkId: lot.parkId, isDefault: true }))
      .records[0].id,
  });
  for (const [area, fee] of [
    [null, 300],
    [areaId, 800],
  ] as const) {
    const row = await product.must('POST', `${api}/parkAreaFeeRuleEX/submit`, {
      carTypeFeeRuleID: draft.id,
      areaId: area,
    });
    const period = await product.must('POST', `${api}/parkFeeRuleEXTimePeriod/submit`, { parkAreaFeeRuleID: row.id });
    await product.must('POST', `${api}/parkFeeRuleEXSubTimePeriod/submit`, {
      areaTimePeriodID: period.id,
      startMinute: 0,
      unitMinutes: 60,
      unitFee: fee,
    });
  }
  await product.must('POST', '/api/gatehouse/feeRule/publish', {
    ids: draft.id,
    effectiveFrom: new Date(at(0, 0, -30)).toISOString(),
  });
  lot.forget();
  await lot.enter(P, at(9), 'in1');
  await lot.enter('京A99999', at(9), 'in2');
  await lot.see('out1', at(10), P);
  assert.equal(await due(), 300);
  await lot.gone('out1', at(10) + 9000);
  await lot.see('out1', at(10, 20), '京A99999');
  assert.equal(await due(), 1600);
});

test('each part of a stay is priced by the area the car is in: past a lane between areas, and back', async () => {
  await fresh();
  const areaOf = async (areaName: string, parentId?: string): Promise<string> =>
    (
      await product.must('POST', '/api/updown/baseParkArea/submit', {
        parkId: lot.parkId,
        areaName,
        totalStall: 20,
        ...(parentId ? { parentId } : {}),
      })
    ).id;
  const outer = await areaOf('外场');
  const inner = await areaOf('内场', outer);
  await product.must('POST', '/api/updown/baseParkGate/submit', { id: lot.gates.in1, areaId: outer });
  await product.must('POST', '/api/updown/baseParkGate/submit', {
    id: lot.gates.in2,
    gateType: 'inner',
    areaId: inner,
  });
  const hourly = (id: string, area: string, fen: number) =>
    meter({ id, windows: [{ area }], again: 'piece', ladder: [{ unitMinutes: 60, fen }] });
  const [old] = await lot.of('fee_rule');
  const draft = await product.must('POST', '/api/gatehouse/feeRule/saveTariff', {
    id: old!.id,
    tariff: { form: 2, schemes: [{ meters: [hourly('outer', outer, 300), hourly('inner', inner, 1000)] }] },
  });
  await product.must('POST', '/api/gatehouse/feeRule/publish', { ids: draft.id });
  await product.must('POST', '/api/updown/parkParameter/submit', {
    parkId: lot.parkId,
    settings: { freezeRuleAt: 'exit' },
  });
  lot.forget();
  const now = Math.floor(Date.now() / MINUTE) * MINUTE + 10 * MINUTE; // the new version holds from now on
  const id = await lot.enter(P, now);
  await lot.see('in2', now + 30 * MINUTE, P);
  await lot.through('in2', now + 30 * MINUTE + 1000);
  await lot.see('in2', now + 150 * MINUTE, P, { direction: 'exit' });
  await lot.through('in2', now + 150 * MINUTE + 1000);
  assert.deepEqual((await lot.stay(id)).moves, [
    { at: now + 30 * MINUTE, area: inner },
    { at: now + 150 * MINUTE, area: outer },
  ]);
  assert.deepEqual([await lot.count(), (await lot.stay(id)).changes, await lot.exceptions()], [1, 0, []]);
  assert.deepEqual(
    (await lot.of('passage', 'time')).map((row) => `${row.direction} ${row.status}`),
    ['entry entered', 'entry moved', 'exit moved'],
  );
  await lot.see('out1', now + 180 * MINUTE, P);
  assert.equal(await due(), 300 + 2 * 1000 + 300);
  const story = await product.must('GET', '/api/gatehouse/stay/story', { recordId: id });
  assert.equal(story.events.filter((event: { title: { en: string } }) => event.title.en === 'Another area').length, 2);
  await lot.cash('out1', now + 180 * MINUTE + 1000, 2600);
  await lot.through('out1', now + 180 * MINUTE + 3000);
  assert.equal((await lot.stay(id)).bill_fen, 2600);
  await right();
});

test('a tariff without a price lets nobody leave for free: the guard decides, the cash taken is the bill, and it is listed', async () => {
  await fresh({
    tariff: {
      form: 2,
      schemes: [{ maxStayMinutes: 120, meters: [meter({ ladder: [{ unitMinutes: 60, fen: 500 }] })] }],
    },
  });
  const id = await lot.enter(P, at(9));
  const quoted = await product.ask('GET', '/api/gatehouse/stay/quote', { recordId: id });
  assert.deepEqual([quoted.status, quoted.body.msg], [422, '超过最长停车时间120分钟']);
  await lot.see('out1', at(12), P);
  assert.deepEqual(
    [(await phase()).name, await lot.exceptions(), (await lot.of('parking_order')).length],
    ['unpriced', ['E-NOPRICE'], 0],
  );
  await lot.cash('out1', at(12) + 5000, 2500);
  await lot.through('out1', at(12) + 7000);
  const [order] = await lot.of('parking_order');
  assert.deepEqual(
    [order!.receivable_fen, order!.paid_fen, order!.status, (await lot.stay(id)).status, await lot.exceptions()],
    [2500, 2500, 'paid', 'closed', ['E-NOPRICE cleared']],
  );
  await right();
  const story = await product.must('GET', '/api/gatehouse/stay/story', { recordId: id });
  assert.ok(JSON.stringify(story.events).includes('超过最长停车时间，无法计价'));
  const next = await lot.enter(P, at(13));
  await lot.see('out1', at(17), P);
  await lot.attend('out1', at(17) + 5000, { action: 'release', reason: '急救', picture: null });
  await lot.through('out1', at(17) + 7000);
  assert.deepEqual(
    [(await lot.stay(next)).status, (await lot.of('manual_release')).map((row) => [row.waived_fen, row.reason])],
    ['closed', [[0, '急救']]],
  );
  const left = await lot.enter(P, at(18));
  const batch = await product.must('POST', '/api/updown/parkIORecord/batchOutCar', { ids: left, remark: '系统清理' });
  assert.equal(batch.count, 1);
  await right();
});

test('without an entry on record the lowest charge is found by the same tariff; where it has none, the guard decides', async () => {
  await fresh({
    tariff: {
      form: 2,
      schemes: [{ free: { minutes: 15, lost: true }, meters: [meter({ ladder: [{ unitMinutes: 30, fen: 400 }] })] }],
    },
  });
  await lot.see('out1', at(9), P);
  assert.equal(await due(), 400);
  await fresh({
    tariff: {
      form: 2,
      schemes: [
        { when: [{ value: 'zone', is: ['remote'] }], meters: [meter({ ladder: [{ unitMinutes: 30, fen: 400 }] })] },
      ],
    },
  });
  await lot.see('out1', at(9), P);
  assert.equal((await phase()).name, 'unpriced');
  await lot.cash('out1', at(9) + 5000, 700);
  await lot.through('out1', at(9) + 7000);
  assert.deepEqual(
    [(await lot.of('parking_order'))[0]!.paid_fen, (await lot.exceptions()).sort()],
    [700, ['E-NOENTRY', 'E-NOPRICE cleared']],
  );
  await right();
});

test('a cap over several visits of a day counts what the plate paid before', async () => {
  await fresh({
    tariff: {
      form: 2,
      schemes: [
        {
          meters: [meter({ ladder: [{ unitMinutes: 60, fen: 500 }] })],
          after: [{ cap: 1200, per: 'day', visits: true }],
        },
      ],
    },
  });
  await lot.enter(P, at(9));
  await lot.leave(P, at(11));
  const second = await lot.enter(P, at(13));
  await lot.see('out1', at(18), P);
  assert.equal(await due(), 200);
  await lot.cash('out1', at(18) + 5000, 200);
  await lot.through('out1', at(18) + 7000);
  assert.equal((await lot.stay(second)).bill_fen, 200);
  await lot.enter(P, at(9, 0, 1));
  await lot.see('out1', at(12, 0, 1), P);
  assert.equal(await due(), 1200);
  await right();
  const now = Date.now() - 30 * MINUTE;
  await lot.enter('京A77777', now - 120 * MINUTE);
  await lot.leave('京A77777', now - 40 * MINUTE);
  const inside = await lot.enter('京A77777', now - 10 * MINUTE);
  const { dueFen } = await product.must('GET', '/api/gatehouse/stay/quote', { recordId: inside });
  const sameDay = dayOf(now - 120 * MINUTE) === dayOf(now - 10 * MINUTE);
  assert.equal(dueFen, sameDay ? 200 : 500);
});

test('a cap of a week or a month counts every visit since it began, and only those', async () => {
  const hourly = meter({ ladder: [{ unitMinutes: 60, fen: 500 }] });
  await fresh({
    tariff: { form: 2, schemes: [{ meters: [hourly], after: [{ cap: 2500, per: 'week', visits: true }] }] },
  });
  const monday = -2; // days from the Wednesday
  for (const [days, hours] of [
    [monday - 1, 5],
    [monday, 2],
    [monday + 1, 1],
  ] as const) {
    await lot.enter(P, at(9, 0, days));
    await lot.leave(P, at(9 + hours, 0, days));
  }
  const sunday = await lot.enter(P, at(9, 0, 4));
  assert.equal(
    await lot
      .rows('SELECT sum(paid_fen) AS n FROM stay WHERE tenant_id = $1 AND park_id = $2')
      .then(([row]) => Number(row!.n)),
    2500 + 1000 + 500,
  );
  await lot.see('out1', at(18, 0, 4), P);
  assert.equal(await due(), 1000);
  await lot.cash('out1', at(18, 0, 4) + 5000, 1000);
  await lot.through('out1', at(18, 0, 4) + 7000);
  assert.equal((await lot.stay(sunday)).bill_fen, 1000);
  await right();
  await lot.enter(P, at(9, 0, 5));
  await lot.see('out1', at(11, 0, 5), P);
  assert.equal(await due(), 1000);
  const now = Date.now();
  await fresh({
    tariff: { form: 2, schemes: [{ meters: [hourly], after: [{ cap: 1500, per: 'month', visits: true }] }] },
  });
  await lot.enter(P, now - 26 * HOUR);
  await lot.leave(P, now - 24 * HOUR);
  const inside = await lot.enter(P, now - 2 * HOUR + MINUTE);
  const sameMonth = dayOf(now - 26 * HOUR).slice(0, 7) === dayOf(now - 2 * HOUR + MINUTE).slice(0, 7);
  assert.equal(
    (await product.must('GET', '/api/gatehouse/stay/quote', { recordId: inside })).dueFen,
    sameMonth ? 500 : 1000,
  );
});

test('a stay of several days counts the visit of its first day', async () => {
  await fresh({
    tariff: {
      form: 2,
      schemes: [
        {
          meters: [meter({ ladder: [{ unitMinutes: 60, fen: 500 }] })],
          after: [{ cap: 1200, per: 'day', visits: true }],
        },
      ],
    },
  });
  await lot.enter(P, at(9));
  await lot.leave(P, at(11));
  await lot.enter(P, at(13));
  await lot.see('out1', at(13, 0, 4), P);
  assert.equal(await due(), 200 + 4 * 1200);
});

test('the bill of a car that stood for months has few lines, and sums', async () => {
  await fresh({
    tariff: {
      form: 2,
      schemes: [
        {
          meters: [
            meter({
              again: { minutes: 60 },
              ladder: [
                { minutes: 30, unitMinutes: 10, fen: 1 },
                { unitMinutes: 10, fen: 2 },
              ],
            }),
          ],
        },
      ],
    },
  });
  const id = await lot.enter(P, at(9, 0, -90));
  await lot.see('out1', at(9), P);
  assert.equal(await due(), 90 * 24 * 9);
  await lot.cash('out1', at(9) + 5000, 90 * 24 * 9);
  await lot.through('out1', at(9) + 7000);
  const lines = (await lot.stay(id)).lines as { amountFen: number; units: number }[];
  assert.deepEqual(
    [lines.length, lines.map(({ units }) => units), lines.reduce((sum, line) => sum + line.amountFen, 0)],
    [2, [90 * 24 * 3, 90 * 24 * 3], 90 * 24 * 9],
  );
});

test('a tariff that gives time to leave after paying gives it at the gate, whatever the lot’s own is', async () => {
  await fresh({
    settings: { leaveMinutes: 15 },
    tariff: { form: 2, leaveMinutes: 40, schemes: [{ meters: [meter({ ladder: [{ unitMinutes: 30, fen: 400 }] })] }] },
  });
  const id = await lot.enter(P, at(9));
  await lot.see('out1', at(10), P);
  await lot.cash('out1', at(10) + 1000, 800);
  await lot.gone('out1', at(10) + 9000);
  await lot.see('out1', at(10, 38), P);
  assert.equal((await phase()).name, 'releasing');
  await lot.gone('out1', at(10, 38) + 9000);
  await lot.see('out1', at(10, 45), P);
  assert.equal(await due(), 4 * 400 - 800);
  assert.equal((await lot.stay(id)).status, 'open');
});
