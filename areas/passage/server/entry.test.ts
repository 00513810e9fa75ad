import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { tenantScope } from '#kit/server/db.ts';
import { startTestProduct } from '#test/test-product.ts';
import type { TestProduct } from '#test/test-product.ts';
import { factId } from '#domain/lane/identity.ts';
import { HOUR, MINUTE, openLot } from './lot.fixture.ts';
import type { StoryLot } from './lot.fixture.ts';
import { sweepLanes } from './door.ts';

let product: TestProduct;
let lot: StoryLot;
const T = Math.floor(Date.now() / MINUTE) * MINUTE - 10 * HOUR;
const iso = (at: number): string => new Date(at).toISOString();

before(async () => {
  product = await startTestProduct();
});
after(() => product.close());
const fresh = async (setup: Parameters<typeof openLot>[1] = {}) => {
  lot = await openLot(product, setup);
};

test('a car that was read, let in and passed is inside once, from its first reading on, with passage, opening and day of its own', async () => {
  await fresh();
  const id = await lot.enter('京A12345', T);
  const [row] = await lot.stays();
  assert.deepEqual(
    [row!.id, row!.status, row!.kind, row!.in_time, row!.in_gate_id, row!.begin_time, row!.confidence],
    [id, 'open', 'temp', iso(T), lot.gates.in1, iso(T), 0.95],
  );
  assert.ok(row!.rule_id, 'the tariff is frozen at the entry');
  const [passage] = await lot.of('passage');
  assert.deepEqual(
    [passage!.status, passage!.stay_id, passage!.time, passage!.cause, passage!.reasons, passage!.id],
    ['entered', id, iso(T), 'stay', 'temporary', row!.in_passage_id],
  );
  const [opening] = await lot.of('gate_opening');
  assert.deepEqual([opening!.cause, opening!.cause_id, opening!.plate_number], ['stay', id, '京A12345']);
  assert.equal(await lot.count(), 1);
  const [day] = await lot.of('park_day', 'day');
  assert.deepEqual([day!.entries, day!.exits], [1, 0]);
  assert.equal((await lot.check()).right, true);
});

test('a repeated recognition keeps the first time and the better picture, and makes no second stay', async () => {
  await fresh();
  await lot.see('in1', T, '京A12345', { confidence: 0.7, picture: 'dark.jpg' });
  await lot.ingest(
    lot.event('in1', T + 5000, {
      kind: 'plate',
      passing: lot.next('in1'),
      plate: '京A12345',
      colour: 'blue',
      confidence: 0.99,
      picture: 'bright.jpg',
    }),
  );
  await lot.through('in1', T + 8000);
  assert.deepEqual(
    (await lot.of('passage')).map(({ status, reasons }) => [status, reasons]),
    [['entered', 'temporary']],
    'why it was let in was decided under its first number',
  );
  const stays = await lot.stays();
  assert.deepEqual(
    stays.map((row) => [row.in_time, row.in_picture]),
    [[iso(T), 'bright.jpg']],
  );
  assert.equal(await lot.count(), 1);
  assert.equal((await lot.of('passage')).length, 1);
});

test('a car that backs out leaves no stay, and the lot is as full as before', async () => {
  await fresh();
  await lot.see('in1', T, '京A12345');
  await lot.rise('in1', T + 900);
  await lot.gone('in1', T + 9000);
  assert.deepEqual(
    [(await lot.stays()).length, await lot.count(), (await lot.of('passage')).map((row) => row.status)],
    [0, 0, ['aborted']],
  );
});

test('a full lot turns temporary cars away and lets the white list in; who was turned away has no stay', async () => {
  await fresh({ capacity: 1, white: ['京A00001'] });
  await lot.enter('京A12345', T);
  await lot.see('in1', T + MINUTE, '京A22222');
  const { phase } = await lot.lane('in1');
  assert.deepEqual(phase.name === 'refused' && phase.reasons, ['park-full', 'temporary']);
  await lot.gone('in1', T + MINUTE + 5000);
  await lot.enter('京A00001', T + 2 * MINUTE);
  assert.deepEqual(
    (await lot.of('passage', 'time')).map((row) => [row.status, row.reasons]),
    [
      ['entered', 'temporary'],
      ['refused', 'park-full,temporary'],
      ['entered', 'white-listed'],
    ],
  );
  const sheet = async (lang: 'zh' | 'en') =>
    (
      await product.ask(
        'GET',
        '/api/gatehouse/export/passage',
        { parkId: lot.parkId, startTime: iso(T), sort: 'time', format: 'csv', columns: 'reasons' },
        { lang },
      )
    ).text;
  assert.deepEqual(
    [await sheet('zh'), await sheet('en')],
    [
      '\ufeff判定依据\r\n临时车\r\n车位已满；临时车\r\n白名单车辆\r\n',
      '\ufeffDecision basis\r\nTemporary vehicle\r\nCar park is full; Temporary vehicle\r\nWhitelisted\r\n',
    ],
  );
  assert.deepEqual(
    (await lot.stays()).map((row) => [row.plate_number, row.kind]),
    [
      ['京A12345', 'temp'],
      ['京A00001', 'free'],
    ],
  );
  assert.equal(await lot.count(), 2);
});

test('the black list is refused; breaking through is listed and the stay is kept', async () => {
  await fresh({ black: ['京A66666'] });
  await lot.see('in1', T, '京A66666');
  assert.equal((await lot.lane('in1')).phase.name, 'refused');
  await lot.gone('in1', T + 3000);
  assert.equal((await lot.stays()).length, 0);
  await lot.see('in1', T + MINUTE, '京A66666');
  await lot.pass('in1', T + MINUTE + 5000);
  assert.deepEqual(await lot.exceptions(), ['E-FORCED']);
  assert.deepEqual(
    (await lot.stays()).map((row) => row.status),
    ['open'],
  );
});

test('a plate that enters again, read in one batch and passed in the next, makes the former stay a doubt and never overwrites it', async () => {
  await fresh();
  const first = await lot.enter('京A12345', T);
  const second = await lot.enter('京A12345', T + HOUR, 'in2');
  assert.notEqual(first, second);
  assert.deepEqual(
    (await lot.stays()).map((row) => [row.id, row.status]),
    [
      [first, 'suspect'],
      [second, 'open'],
    ],
  );
  assert.deepEqual(await lot.exceptions(), ['E-DUP']);
  assert.deepEqual(
    (await lot.inside('京A12345')).map((row) => [row.id, row.status, row.clone_no]),
    [
      [first, 'suspect', 1],
      [second, 'open', 0],
    ],
  );
  assert.equal(await lot.count(), 1);
  const [change] = await lot.of('stay_change');
  assert.deepEqual([change!.why, change!.before.state, change!.after.state], ['entered-again', 'open', 'suspect']);
});

test('who follows under one opening is a stay of his own under a code, and listed', async () => {
  await fresh();
  await lot.enter('京A12345', T, 'in1', 2);
  assert.deepEqual((await lot.stays()).map((row) => row.kind).sort(), ['temp', 'unidentified']);
  assert.deepEqual(await lot.exceptions(), ['E-TAIL']);
  assert.deepEqual((await lot.of('passage')).map((row) => row.status).sort(), ['entered', 'unidentified']);
  assert.equal(await lot.count(), 2);
  assert.equal((await lot.check()).right, true);
});

test('a barrier that does not rise gets one more command, then is listed; a fault it reports itself is listed too', async () => {
  await fresh();
  const now = Date.now();
  await lot.see('in1', now, '京A12345');
  const phase = (await lot.lane('in1')).phase;
  await sweepLanes(product.database, new Date(now + 2500));
  const again = (await lot.lane('in1')).phase;
  assert.ok(
    'opening' in phase &&
      'opening' in again &&
      again.opening.tries === 2 &&
      again.opening.commandId !== phase.opening.commandId,
  );
  await sweepLanes(product.database, new Date(now + 5000));
  assert.deepEqual(await lot.exceptions(), ['E-GATE']);
  await lot.send('in2', now, { kind: 'gate', gate: 'fault', by: 'unknown', commandId: null });
  assert.deepEqual(await lot.exceptions(), ['E-GATE', 'E-GATE']);
});

test('a barrier with a recent command has nothing due: the sweep leaves its lot to whoever holds it', async () => {
  await fresh();
  const now = Date.now();
  await lot.see('in1', now, '京A12345');
  const swept = await product.database.write(tenantScope(lot.target.tenantId), async (db) => {
    await db.raw('SELECT inside FROM park_live WHERE tenant_id = $1 AND park_id = $2 FOR UPDATE', [
      lot.target.tenantId,
      lot.parkId,
    ]);
    return Promise.race([
      sweepLanes(product.database, new Date(now + 900)).then(() => 'swept'),
      pause(2_000, 'waits for the lot'),
    ]);
  });
  assert.equal(swept, 'swept');
});

test('gate events say when a barrier was down again and for how long it stood open, also where both come in one batch; faults and barriers that did not move stand among them and count as no opening', async () => {
  await fresh();
  const list = async (more: Record<string, unknown> = {}) =>
    (
      await product.must('GET', '/api/updown/static/getSearchGateEvents', {
        parkId: lot.parkId,
        startTime: iso(T - HOUR),
        endTime: iso(Date.now() + HOUR),
        sort: 'time',
        ...more,
      })
    ).records as Record<string, unknown>[];
  const short = (rows: Record<string, unknown>[]) =>
    rows.map((row) => [row.event, row.cause, row.plateNumber, row.closedTime, row.openSeconds]);
  await lot.enter('京A12345', T);
  await lot.ingest(
    lot.event('in2', T + MINUTE, { kind: 'gate', gate: 'up', by: 'local', commandId: null }),
    lot.event('in2', T + MINUTE + 9_000, { kind: 'gate', gate: 'down', by: 'local', commandId: null }),
    lot.event('in2', T + MINUTE + 10_000, { kind: 'gate', gate: 'down', by: 'local', commandId: null }),
  );
  const opened = [
    ['up', 'stay', '京A12345', iso(T + 6_000), 5],
    ['up', 'unknown', null, iso(T + MINUTE + 9_000), 9],
  ];
  assert.deepEqual(short(await list()), opened);
  // A fault while it is up does not end the opening; the barrier comes down later.
  await lot.send('in2', T + 2 * MINUTE, { kind: 'gate', gate: 'up', by: 'local', commandId: null });
  await lot.send('in2', T + 3 * MINUTE, { kind: 'gate', gate: 'fault', by: 'unknown', commandId: null });
  assert.deepEqual(short(await list()).slice(2), [
    ['up', 'unknown', null, null, null],
    ['fault', null, null, null, null],
  ]);
  await lot.send('in2', T + 7 * MINUTE, { kind: 'gate', gate: 'down', by: 'local', commandId: null });
  assert.deepEqual(short(await list()).slice(2), [
    ['up', 'unknown', null, iso(T + 7 * MINUTE), 300],
    ['fault', null, null, null, null],
  ]);
  const now = Date.now();
  await lot.see('in1', now, '京B00001');
  await sweepLanes(product.database, new Date(now + 2500));
  await sweepLanes(product.database, new Date(now + 5000));
  assert.deepEqual(short(await list({ event: 'still' })), [['still', null, '京B00001', null, null]]);
  assert.equal((await list({ event: 'up' })).length, 3);
  const { totals } = await product.must('GET', '/api/gatehouse/openingSum', {
    parkId: lot.parkId,
    startTime: iso(T).slice(0, 10),
    endTime: iso(now).slice(0, 10),
  });
  assert.deepEqual([totals.openings, totals.byStay, totals.unknown], [3, 1, 2]);
  assert.deepEqual([totals.seen, totals.commanded, totals.assumed], [1, 0, 0]);
  assert.equal(
    (await product.ask('GET', '/api/updown/static/getSearchGateEvents', { parkId: lot.parkId, event: 'halfway' }))
      .status,
    400,
  );
  const far = await product.ask('GET', '/api/updown/static/getSearchGateEvents', {
    parkId: lot.parkId,
    openSecondsFrom: 2_147_483_648,
  });
  assert.deepEqual([far.status, far.body.errors?.[0]?.field], [400, 'openSecondsFrom']);
});

test('an opening nobody explains is a row with cause unknown and listed; the explanation that comes later is taken over', async () => {
  await fresh();
  await lot.send('in1', T, { kind: 'gate', gate: 'up', by: 'unknown', commandId: null });
  await lot.send('in1', T + 3000, { kind: 'gate', gate: 'down', by: 'local', commandId: null });
  assert.deepEqual(
    [(await lot.of('gate_opening')).map((row) => row.cause), await lot.exceptions()],
    [['unknown'], ['E-CAUSE']],
  );
  // The box opened by hand; the barrier's report is faster than the box's.
  const box = lot.event(
    'in1',
    T + 10_000,
    { kind: 'attend', passing: 0, by: '王芳', act: { action: 'open', reason: '检修', picture: null } },
    'box-in1',
  );
  await lot.send('in1', T + 10_900, { kind: 'gate', gate: 'up', by: 'command', commandId: factId(box, 'open:1') });
  assert.deepEqual(await lot.exceptions(), ['E-CAUSE', 'E-CAUSE']);
  await lot.ingest(box);
  const openings = await lot.of('gate_opening', 'time');
  assert.deepEqual(
    openings.map((row) => row.cause),
    ['unknown', 'manual'],
  );
  assert.deepEqual(await lot.exceptions(), ['E-CAUSE', 'E-CAUSE cleared']);
  const [release] = await lot.of('manual_release');
  assert.deepEqual([release!.reason, release!.operator, release!.id], ['检修', '王芳', openings[1]!.cause_id]);
});

test('a car without a plate comes in under a code, or waits for a person, as the lot has it', async () => {
  await fresh();
  await lot.see('in1', T, '');
  assert.equal((await lot.lane('in1')).phase.name, 'no-plate');
  await lot.attend('in1', T + 4000, { action: 'pick', stay: null, plate: '京A12345' });
  await lot.through('in1', T + 6000);
  assert.deepEqual(
    (await lot.stays()).map((row) => row.plate_number),
    ['京A12345'],
  );
  await fresh({ settings: { noPlateRule: 'code' } });
  await lot.see('in1', T, '');
  await lot.through('in1', T + 4000);
  assert.match((await lot.stays())[0]!.plate_number, /^无牌车-/);
});

test('the decision of a booth on a car the camera has not reported yet waits for it, also across batches', async () => {
  await fresh({ settings: { noPlateRule: 'ask' } });
  await lot.enter('京A77777', T - HOUR);
  await lot.attend('in1', T + 1000, { action: 'pick', stay: null, plate: '京A77777' }, 2);
  await lot.see('in1', T, '');
  assert.equal((await lot.lane('in1')).phase.name, 'granted');
  await lot.through('in1', T + 3000);
  assert.deepEqual(
    (await lot.stays()).map((row) => row.status),
    ['suspect', 'open'],
  );
});

test('a lane for both ways lets a car in and, when it comes again, out against its fee', async () => {
  await fresh();
  await product.must('POST', '/api/updown/baseParkGate/submit', { GateID: lot.gates.in1, gateType: 'both' });
  lot.forget();
  const id = await lot.enter('京A12345', T);
  await lot.leave('京A12345', T + HOUR, 'in1');
  const row = await lot.stay(id);
  assert.deepEqual([row.status, row.paid_fen, row.release_type, await lot.count()], ['closed', 1000, 'paid', 0]);
  assert.deepEqual(
    (await lot.of('passage', 'time')).map(({ direction, status }) => [direction, status]),
    [
      ['entry', 'entered'],
      ['exit', 'left'],
    ],
  );
});
