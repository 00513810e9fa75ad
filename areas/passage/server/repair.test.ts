import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startTestProduct } from '#test/test-product.ts';
import type { TestProduct } from '#test/test-product.ts';
import { HOUR, MINUTE, openLot } from './lot.fixture.ts';
import type { StoryLot } from './lot.fixture.ts';

let product: TestProduct;
let lot: StoryLot;
const T = Math.floor(Date.now() / MINUTE) * MINUTE - 10 * HOUR;
const iso = (at: number): string => new Date(at).toISOString();
const P = '京A12345';
const base = '/api/updown/parkIORecord';

before(async () => {
  product = await startTestProduct();
});
after(() => product.close());
const fresh = async (setup: Parameters<typeof openLot>[1] = {}) => {
  lot = await openLot(product, setup);
};
const ask = (path: string, input: Record<string, unknown>, as = 'groupAdmin') =>
  product.ask('POST', path, input, { as });
const must = async (path: string, input: Record<string, unknown>, as = 'groupAdmin') => {
  const { status, body } = await ask(path, input, as);
  assert.equal(status, 200, JSON.stringify(body));
  return body.data;
};
const resolve = (recordId: string, verdict: string, more: Record<string, unknown> = {}) =>
  ask('/api/gatehouse/stay/resolve', { recordId, verdict, remark: '调看录像', ...more });
const audits = (action: string) =>
  lot.rows(
    `SELECT tenant_id, company_id, row_id, before, after FROM audit_log WHERE tenant_id = $1 AND park_id = $2 AND resource = 'carInside' AND action = $3 ORDER BY at, id`,
    action,
  );
const right = async () => {
  const check = await lot.check();
  assert.deepEqual([check.right, check.differences, check.billsWrong], [true, [], 0]);
};

async function doubled(): Promise<[string, string]> {
  await fresh();
  return [await lot.enter(P, T), await lot.enter(P, T + HOUR, 'in2')];
}

test('a double entry found to be a missed exit is closed at the newer entry, unbilled, and off the list of doubts', async () => {
  const [first, second] = await doubled();
  assert.equal((await resolve(first, 'missed-exit')).status, 200);
  const row = await lot.stay(first);
  assert.deepEqual(
    [row.status, row.out_time, row.release_type, row.paid_fen, row.receivable_fen],
    ['closed-inferred', iso(T + HOUR), 'repair', 0, 0],
  );
  assert.deepEqual(
    [await lot.exceptions(), await lot.count(), (await lot.inside(P)).map((each) => [each.id, each.clone_no])],
    [['E-DUP cleared'], 1, [[second, 0]]],
  );
  const [audit] = await audits('resolve');
  assert.deepEqual(
    [audit!.row_id, audit!.before.status, audit!.after.status, audit!.after.verdict, audit!.after.note],
    [first, 'suspect', 'closed-inferred', 'missed-exit', '调看录像'],
  );
  assert.deepEqual(
    (await lot.of('stay_change', 'created_at, id')).map((each) => [each.why, each.remark]),
    [
      ['entered-again', null],
      ['resolved', '调看录像'],
    ],
  );
  await right();
});

test('a double entry found to be two cars with one plate keeps both, and each leaves once', async () => {
  const [first, second] = await doubled();
  assert.equal((await resolve(first, 'clone')).status, 200);
  assert.deepEqual(
    [await lot.count(), (await lot.inside(P)).map((each) => each.status), await lot.exceptions()],
    [2, ['open', 'open'], ['E-DUP cleared']],
  );
  await lot.leave(P, T + 2 * HOUR);
  await lot.leave(P, T + 3 * HOUR);
  assert.deepEqual(
    [await lot.stay(first), await lot.stay(second)].map((each) => [each.status, each.clone]),
    [
      ['closed', true],
      ['closed', true],
    ],
  );
  assert.equal(await lot.count(), 0);
  await right();
});

test('a double entry found to be a misread plate gets its own text and both cars stay inside', async () => {
  const [first, second] = await doubled();
  assert.equal((await resolve(first, 'misread')).status, 400);
  assert.equal((await resolve(first, 'misread', { plateNumber: '京A12346' })).status, 200);
  assert.deepEqual(
    [await lot.stay(first), await lot.stay(second)].map((each) => [each.status, each.plate_number]),
    [
      ['open', '京A12346'],
      ['open', P],
    ],
  );
  assert.equal(await lot.count(), 2);
  assert.equal((await resolve(second, 'clone')).status, 422);
  await right();
});

test('a corrected plate changes neither in nor what was paid, keeps the former text, and records who and why', async () => {
  await fresh();
  const id = await lot.enter('京A12B45', T);
  const answer = await must(`${base}/updatePlateNumber`, {
    recordId: id,
    plateNumber: '京a·12345',
    remark: '识别错误',
  });
  assert.deepEqual(answer, { recordId: id, plateNumber: P });
  const row = await lot.stay(id);
  assert.deepEqual([row.plate_number, row.in_time, row.status, row.changes], [P, iso(T), 'open', 1]);
  const [change] = await lot.of('stay_change');
  assert.deepEqual(
    [change!.why, change!.by, change!.before.plate, change!.after.plate, change!.remark],
    ['plate', 'groupAdmin', '京A12B45', P, '识别错误'],
  );
  const [audit] = await audits('correct');
  assert.deepEqual(
    [audit!.before.plateNumber, audit!.after.plateNumber, audit!.after.note],
    ['京A12B45', P, '识别错误'],
  );
  await lot.leave(P, T + HOUR);
  assert.equal((await lot.stay(id)).status, 'closed');
  assert.equal((await ask(`${base}/updatePlateNumber`, { recordId: id, plateNumber: '京A99999' })).status, 404);
  await right();
});

test('a correction to a plate that is inside asks to merge; merged, the earliest entry stands with the money of both', async () => {
  await fresh();
  const first = await lot.enter(P, T);
  const second = await lot.enter('京A12B45', T + MINUTE);
  await lot.see('out1', T + HOUR, '京A12B45');
  await lot.cash('out1', T + HOUR + 3000, 1000);
  await lot.gone('out1', T + HOUR + 9000);
  const refused = await ask(`${base}/updatePlateNumber`, { recordId: second, plateNumber: P });
  assert.deepEqual([refused.status, refused.body.error], [409, 'already_exists']);
  const answer = await must(`${base}/updatePlateNumber`, {
    recordId: second,
    plateNumber: P,
    merge: true,
    remark: '同一辆车',
  });
  assert.equal(answer.recordId, first);
  assert.deepEqual(
    [await lot.stay(first), await lot.stay(second)].map((each) => [each.status, each.paid_fen, each.merged_into]),
    [
      ['open', 1000, null],
      ['merged', 0, first],
    ],
  );
  assert.deepEqual(
    [await lot.count(), (await lot.inside(P))[0]!.paid_fen, (await lot.of('parking_order'))[0]!.stay_id],
    [1, 1000, first],
  );
  await lot.see('out1', T + HOUR + 5 * MINUTE, P);
  await lot.through('out1', T + HOUR + 5 * MINUTE + 2000);
  assert.equal((await lot.stay(first)).status, 'closed');
  await right();
});

test('a batch exit takes no fee, lists what was not taken, and leaves the lot that much emptier; doubts among them are cleared', async () => {
  const [first, second] = await doubled();
  const third = await lot.enter('京A22222', T + HOUR);
  const early = await ask(`${base}/batchOutCar`, { ids: third, outTime: iso(T), remark: '清场' });
  assert.equal(early.status, 422);
  assert.equal(
    (await ask(`${base}/batchOutCar`, { ids: third, outTime: iso(Date.now() + HOUR), remark: '清场' })).status,
    400,
  );
  assert.deepEqual(
    await must(`${base}/batchOutCar`, {
      ids: [first, second, third].join(','),
      outTime: iso(T + 2 * HOUR),
      remark: '清场',
    }),
    { count: 3 },
  );
  assert.deepEqual(
    (await lot.stays()).map((row) => [row.status, row.out_time, row.paid_fen, row.release_type]),
    [1, 2, 3].map(() => ['closed-batch', iso(T + 2 * HOUR), 0, 'repair']),
  );
  assert.deepEqual([await lot.count(), (await lot.of('car_inside')).length], [0, 0]);
  assert.deepEqual(
    (await lot.of('lane_exception', 'time, code, amount_fen')).map((row) => [
      row.code,
      row.amount_fen,
      row.cleared_time !== null,
    ]),
    [
      ['E-DUP', null, true],
      ['E-BATCH', 1000, false],
      ['E-BATCH', 1000, false],
      ['E-BATCH', 2000, false],
    ],
  );
  assert.deepEqual((await audits('batchOut')).map((row) => row.before.status).toSorted(), ['open', 'open', 'suspect']);
  assert.deepEqual([...new Set((await audits('batchOut')).map((row) => row.after.note))], ['清场']);
  await right();
});

test('an entry added by hand counts, joins the exit that waited for it, and is refused where the car was inside already', async () => {
  await fresh({ white: ['京A00001'] });
  const { recordId } = await must(`${base}/platInCar`, {
    parkId: lot.parkId,
    plateNumber: P,
    inTime: iso(T),
    gateId: lot.gates.in2,
    remark: '相机故障',
  });
  const row = await lot.stay(recordId);
  assert.deepEqual(
    [row.status, row.in_time, row.in_gate_id, row.kind, await lot.count()],
    ['open', iso(T), lot.gates.in2, 'temp', 1],
  );
  assert.ok(row.rule_id);
  assert.equal((await audits('add'))[0]!.after.note, '相机故障');
  assert.equal((await ask(`${base}/platInCar`, { parkId: lot.parkId, plateNumber: P })).status, 409);
  await lot.leave(P, T + HOUR);
  assert.deepEqual([(await lot.stay(recordId)).status, (await lot.stay(recordId)).paid_fen], ['closed', 1000]);
  const within = await ask(`${base}/platInCar`, { parkId: lot.parkId, plateNumber: P, inTime: iso(T + 30 * MINUTE) });
  assert.deepEqual([within.status, within.body.error], [422, 'rule_refused']);
  await lot.leave('京A33333', T + 2 * HOUR);
  const late = await must(`${base}/platInCar`, { parkId: lot.parkId, plateNumber: '京A33333', inTime: iso(T + HOUR) });
  assert.deepEqual(
    [
      (await lot.stay(late.recordId)).status,
      (await lot.stay(late.recordId)).paid_fen,
      (await lot.check()).withoutEntry,
    ],
    ['closed', 500, 0],
  );
  const listed = await must(`${base}/platInCar`, { parkId: lot.parkId, plateNumber: '京A00001' });
  assert.equal((await lot.stay(listed.recordId)).kind, 'free');
  assert.equal(
    (await ask(`${base}/platInCar`, { parkId: lot.parkId, plateNumber: '京A44444', inTime: iso(Date.now() + HOUR) }))
      .status,
    400,
  );
  await right();
});

test('an entry by hand names an entry lane and a car type of its own lot', async () => {
  await fresh();
  const mine = lot;
  await fresh();
  const types = await product.must('GET', '/api/updown/baseSelect/getSelectCarKindType', { parkId: mine.parkId });
  const add = (more: Record<string, unknown>) =>
    ask(`${base}/platInCar`, { parkId: mine.parkId, plateNumber: P, ...more });
  for (const [field, value] of [
    ['gateId', lot.gates.in1],
    ['gateId', mine.gates.out1],
    ['carTypeId', lot.gates.in1],
  ] as const) {
    const { status, body } = await add({ [field]: value });
    assert.deepEqual([status, body.errors?.[0]?.field], [400, field]);
  }
  assert.equal(await mine.count(), 0);
  const free = types.find((type: { kind: string }) => type.kind === 'free').value;
  const { body } = await add({ carTypeId: free, gateId: mine.gates.in1 });
  assert.deepEqual(
    [(await mine.stay(body.data.recordId)).kind, (await mine.stay(body.data.recordId)).car_type_id],
    ['free', free],
  );
});

test('the history of a stay shows readings, decisions, openings, money, release and corrections in order, to users with permission', async () => {
  await fresh();
  const id = await lot.enter('京A12B45', T);
  await must(`${base}/updatePlateNumber`, { recordId: id, plateNumber: P, remark: '识别错误' });
  await lot.see('out1', T + HOUR, P);
  await lot.attend('out1', T + HOUR + 4000, { action: 'release', reason: '领导车辆', picture: null });
  await lot.through('out1', T + HOUR + 6000);
  const story = await product.must('GET', '/api/gatehouse/stay/story', { recordId: id }, { as: 'groupAdmin' });
  const kinds = story.events.map((event: { kind: string }) => event.kind);
  for (const kind of ['reading', 'decision', 'opening', 'passage', 'quoted', 'release', 'change'])
    assert.ok(kinds.includes(kind), kind);
  assert.equal(kinds.filter((kind: string) => kind === 'opening').length, 2);
  assert.deepEqual(
    kinds.filter((kind: string) => kind === 'opening' || kind === 'passage'),
    ['opening', 'passage', 'opening', 'passage'],
    'it is through once the barrier was up',
  );
  for (const { kind, detail } of story.events)
    if (kind === 'opening' || kind === 'passage') assert.ok(story.places[detail.gateId], `${kind} names its lane`);
  assert.deepEqual(
    [...story.events].sort((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0)).map((event) => event.at),
    story.events.map((event: { at: string }) => event.at),
  );
  const paid = await lot.enter('京B54321', T + 2 * HOUR);
  await lot.leave('京B54321', T + 3 * HOUR);
  const [bill] = await lot.rows(
    'SELECT id FROM parking_order WHERE tenant_id = $1 AND park_id = $2 AND stay_id = $3',
    paid,
  );
  await must('/api/updown/parkorder/refund', { onlineOrderId: bill!.id, amountFen: 300, remark: '多收' });
  const { events } = await product.must('GET', '/api/gatehouse/stay/story', { recordId: paid }, { as: 'groupAdmin' });
  const [notified, taken] = ['refund', 'payment'].map((kind) =>
    events.find((event: { kind: string }) => event.kind === kind),
  );
  assert.equal(taken?.detail.by, '王芳', 'who took the cash');
  assert.deepEqual(
    [notified?.detail.amountFen, notified?.detail.payType, notified?.detail.status, notified?.detail.reason],
    [300, 'cash', 'refunded', '多收'],
  );
  const pictures = await product.must('GET', `${base}/getLocalImagePath`, { recordId: id }, { as: 'groupAdmin' });
  assert.deepEqual([pictures.inPicture, pictures.outPicture], [`京A12B45-${T}.jpg`, `${P}-${T + HOUR}.jpg`]);
  const [release] = await lot.of('manual_release');
  const order = await product.must(
    'GET',
    '/api/updown/static/getManualReleaseOrder',
    { recordId: release!.id },
    { as: 'groupAdmin' },
  );
  assert.deepEqual([order.release.waivedFen, order.orders[0].waivedFen], [1000, 1000]);
});

test('simultaneous actions of several people on one car are applied once, and the figures stay right', async () => {
  await fresh();
  const added = await Promise.all(
    [1, 2, 3].map(() => ask(`${base}/platInCar`, { parkId: lot.parkId, plateNumber: P, inTime: iso(T) })),
  );
  assert.deepEqual(added.map(({ status }) => status).sort(), [200, 409, 409]);
  const { recordId } = added.find(({ status }) => status === 200)!.body.data;
  const corrected = await Promise.all(
    ['京A22222', '京A33333', '京A44444'].map((plateNumber) =>
      ask(`${base}/updatePlateNumber`, { recordId, plateNumber, remark: '识别错误' }),
    ),
  );
  assert.ok(corrected.every(({ status }) => status === 200));
  assert.equal((await audits('correct')).length, 3);
  const out = await Promise.all(
    [1, 2, 3].map(() => ask(`${base}/batchOutCar`, { recordIds: recordId, remark: '盘点' })),
  );
  assert.deepEqual(out.map(({ status, body }) => body.error ?? status).sort(), [
    200,
    'changed_meanwhile',
    'changed_meanwhile',
  ]);
  assert.deepEqual(
    [(await lot.stay(recordId)).status, await lot.count(), (await audits('batchOut')).length, await lot.exceptions()],
    ['closed-batch', 0, 1, ['E-BATCH']],
  );
  await right();
});

test('an entry by hand may lie years back, not decades', async () => {
  await fresh();
  const add = (inTime: string) => ask(`${base}/platInCar`, { parkId: lot.parkId, plateNumber: P, inTime });
  for (const inTime of ['1970-01-02 00:00:00', '2199-01-01 00:00:00', '2025-02-29 00:00:00'])
    assert.deepEqual(
      (await add(inTime)).body.errors?.map(({ field }) => field),
      ['inTime'],
      inTime,
    );
  assert.equal((await add(iso(Date.now() - 3_000 * 24 * HOUR))).status, 200);
});
