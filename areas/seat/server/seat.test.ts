/** Calls for help on the real engine: from the button to the note, through the same calls as a person makes. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import type { HelpEvent } from '#areas/device/model/link.ts';
import { platformScope, tenantScope } from '#kit/server/db.ts';
import { startTestProduct } from '#test/test-product.ts';
import type { TestProduct } from '#test/test-product.ts';
import { sweepDesks, takeHelp, watchSeats } from './door.ts';
import { closeUnpaid } from './grants.ts';
import { agent as makeAgent, DAY_MS as DAY, openLot as makeLot } from './seat.fixture.ts';
import type { Lot } from './seat.fixture.ts';

const seat = '/api/gatehouse/seat';
let product: TestProduct;
before(async () => {
  product = await startTestProduct();
});
after(() => product.close());

const raw = <T>(sql: string, values: readonly unknown[] = []): Promise<T[]> =>
  product.database.read(platformScope, (db) => db.raw<T>(sql, [...values]));

const agent = (companyId?: string) => makeAgent(product, companyId ? { companyId } : {});
const openLot = (seats?: number | null) => makeLot(product, seats);

let seq = 0;
const helpEvent = (lot: Lot, action: HelpEvent['action'], more: Partial<HelpEvent> = {}): HelpEvent => {
  seq += 1;
  const at = Date.now();
  return { device: lot.device, seq, rawAt: at, at, lane: lot.gate, action, rating: null, ...more };
};
const accept = (lot: Lot, ...events: HelpEvent[]): Promise<void> => takeHelp(product.database, lot, events);
const calls = (lot: Lot) =>
  raw<{ id: string; status: string; rating: number | null; resolution: string | null; why: string | null }>(
    'SELECT id, status, rating::int AS rating, resolution, why FROM call_record WHERE tenant_id = $1 AND park_id = $2 ORDER BY queued_time',
    [lot.tenantId, lot.parkId],
  );
const off = async (...agents: { token: string }[]): Promise<void> => {
  for (const { token } of agents) await product.ask('POST', `${seat}/presence`, { to: 'offline' }, { as: token });
};

test('a button that is pressed rings at the ready seat, is answered, ended, noted and rated; reported twice it is one call', async () => {
  const [lot, one] = [await openLot(), await agent()];
  await product.must('POST', `${seat}/presence`, { to: 'ready' }, { as: one.token });
  const press = helpEvent(lot, 'press');
  await accept(lot, press, press);
  await accept(lot, press);
  const rung = await product.must('GET', `${seat}/state`, {}, { as: one.token });
  assert.equal(rung.seat.state, 'ringing');
  assert.equal(rung.own.gateId, lot.gate);
  const { callId } = rung.own;
  assert.equal((await product.must('POST', `${seat}/accept`, { callId }, { as: one.token })).seat.state, 'talking');
  assert.equal((await product.must('GET', `${seat}/lane`, { gateId: lot.gate }, { as: one.token })).lane.phase, 'idle');
  const ended = await product.must('POST', `${seat}/end`, { callId }, { as: one.token });
  assert.deepEqual(
    ended.notes.map((each: { callId: string }) => each.callId),
    [callId],
  );
  const noted = { callId, why: 'question', resolution: 'told' };
  assert.equal((await product.must('POST', `${seat}/why`, noted, { as: one.token })).seat.state, 'ready');
  await accept(lot, helpEvent(lot, 'rate', { rating: 5 }));
  assert.deepEqual(await calls(lot), [
    { id: callId, status: 'closed', rating: 5, resolution: 'told', why: 'question' },
  ]);
  const { records } = await product.must('GET', '/api/updown/third/reception/getEvent', { parkId: lot.parkId });
  const kinds = records.map(({ kind }: { kind: string }) => kind);
  for (const kind of ['pressed', 'queued', 'rung', 'answered', 'ended', 'noted', 'rated'])
    assert.equal(kinds.filter((each: string) => each === kind).length, 1, kind);
  const course = await product.must('GET', '/api/updown/third/reception/getEvent', { callId });
  assert.deepEqual(
    course.records
      .filter(({ kind }: { kind: string }) => kind === 'rated')
      .map((each: { rating: number }) => each.rating),
    [5],
  );
  for (const [path, of] of [
    ['seatSum', 'userId'],
    ['callWhy', 'gateId'],
  ] as const) {
    const { records: lines } = await product.must('GET', `/api/gatehouse/${path}`, { parkId: lot.parkId });
    assert.equal(lines.length, 1, path);
    assert.equal(typeof lines[0][of], 'string');
  }
  await off(one);
});

test('an opening by the remote call within the talk is what came of it, with its command', async () => {
  const [lot, one] = [await openLot(), await agent()];
  await product.must('POST', '/api/updown/parkdevices/submit', {
    parkId: lot.parkId,
    gateId: lot.gate,
    deviceName: '道闸',
    deviceType: 'gate',
    sn: `G-${randomUUID().slice(0, 8)}`,
  });
  await product.must('POST', `${seat}/presence`, { to: 'ready' }, { as: one.token });
  await accept(lot, helpEvent(lot, 'press'));
  const { callId } = (await product.must('GET', `${seat}/state`, {}, { as: one.token })).own;
  await product.must('POST', `${seat}/accept`, { callId }, { as: one.token });
  await product.must(
    'POST',
    '/api/updown/remoteGate/wXRemoteGate',
    { gateId: lot.gate, remark: '道闸不动' },
    { as: one.token },
  );
  await product.must('POST', `${seat}/end`, { callId }, { as: one.token });
  await product.must('POST', `${seat}/why`, { callId, why: 'gate', resolution: 'told' }, { as: one.token });
  const [row] = await raw<{ resolution: string; commands: string[] }>(
    'SELECT resolution, command_ids AS commands FROM call_record WHERE id = $1',
    [callId],
  );
  assert.equal(row!.resolution, 'opened');
  assert.equal(row!.commands.length, 1);
  await off(one);
});

test('an opening by somebody else, or later than half a minute after the talk, is not counted to the call', async () => {
  const [lot, one] = [await openLot(), await agent()];
  await product.must('POST', '/api/updown/parkdevices/submit', {
    parkId: lot.parkId,
    gateId: lot.gate,
    deviceName: '道闸',
    deviceType: 'gate',
    sn: `G-${randomUUID().slice(0, 8)}`,
  });
  const opens = (remark: string, as: string) =>
    product.must('POST', '/api/updown/remoteGate/wXRemoteGate', { gateId: lot.gate, remark }, { as });
  await product.must('POST', `${seat}/presence`, { to: 'ready' }, { as: one.token });
  await accept(lot, helpEvent(lot, 'press'));
  const { callId } = (await product.must('GET', `${seat}/state`, {}, { as: one.token })).own;
  await product.must('POST', `${seat}/accept`, { callId }, { as: one.token });
  await opens('岗亭放行', 'admin');
  await product.must('POST', `${seat}/end`, { callId }, { as: one.token });
  // The talk ended half a minute and a second ago, and the booth opened amid it.
  await product.database.write(tenantScope(lot.tenantId), async (db) => {
    await db.raw(
      `UPDATE call_record SET answered_time = now() - interval '10 minutes', ended_time = now() - interval '31 seconds' WHERE tenant_id = $1 AND id = $2`,
      [lot.tenantId, callId],
    );
    await db.raw(
      `UPDATE device_command SET time = time - interval '5 minutes' WHERE tenant_id = $1 AND gate_id = $2 AND command = 'open'`,
      [lot.tenantId, lot.gate],
    );
  });
  await opens('通话之后', one.token);
  await product.must('POST', `${seat}/why`, { callId, why: 'gate', resolution: 'told' }, { as: one.token });
  const [row] = await raw<{ resolution: string; commands: string[]; given: number }>(
    `SELECT resolution, command_ids AS commands, (SELECT count(*)::int FROM device_command c WHERE c.gate_id = r.gate_id AND c.command = 'open') AS given
     FROM call_record r WHERE id = $1`,
    [callId],
  );
  assert.deepEqual(row, { resolution: 'told', commands: [], given: 2 });
  await off(one);
});

test('a press that is reported after the driver has hung up again rings nobody, and does not end the call he made since', async () => {
  const [lot, one] = [await openLot(), await agent()];
  await product.must('POST', `${seat}/presence`, { to: 'ready' }, { as: one.token });
  const [press, hangUp] = [helpEvent(lot, 'press'), helpEvent(lot, 'hangUp')];
  await accept(lot, hangUp);
  await accept(lot, press);
  assert.equal((await product.must('GET', `${seat}/state`, {}, { as: one.token })).seat.state, 'ready');
  assert.deepEqual(
    (await calls(lot)).map(({ status }) => status),
    ['abandoned'],
  );
  const [early, left, again] = [helpEvent(lot, 'press'), helpEvent(lot, 'hangUp'), helpEvent(lot, 'press')];
  await accept(lot, left);
  await accept(lot, again);
  await accept(lot, early);
  assert.equal((await product.must('GET', `${seat}/state`, {}, { as: one.token })).seat.state, 'ringing');
  await accept(lot, helpEvent(lot, 'hangUp'));
  assert.equal((await product.must('GET', `${seat}/state`, {}, { as: one.token })).own, null);
  assert.equal((await calls(lot)).length, 2);
  await off(one);
});

test('a call of another seat, of another group, or that is over, is refused in words; bad input names its field', async () => {
  const [lot, one, two] = [await openLot(), await agent(), await agent()];
  await product.must('POST', `${seat}/presence`, { to: 'ready' }, { as: one.token });
  await accept(lot, helpEvent(lot, 'press'));
  const { callId } = (await product.must('GET', `${seat}/state`, {}, { as: one.token })).own;
  await product.must('POST', `${seat}/presence`, { to: 'ready' }, { as: two.token });
  for (const [path, input] of [
    ['accept', { callId }],
    ['end', { callId }],
    ['why', { callId, why: 'gate', resolution: 'told' }],
    ['handOver', { callId }],
    ['accept', { callId: randomUUID() }],
    ['accept', { callId: 'x' }],
  ] as const)
    assert.equal((await product.ask('POST', `${seat}/${path}`, input, { as: two.token })).status, 422, path);
  await product.must('POST', `${seat}/accept`, { callId }, { as: one.token });
  assert.equal((await product.ask('POST', `${seat}/accept`, { callId }, { as: one.token })).status, 422);
  assert.equal((await product.ask('POST', `${seat}/presence`, { to: 'break' }, { as: one.token })).status, 422);
  const field = async (path: string, input: object, as?: string): Promise<unknown> => {
    const { status, body } = await product.ask('POST', path, { ...input }, as ? { as } : {});
    assert.equal(status, 400, path);
    return body.errors?.[0]?.field;
  };
  assert.equal(await field(`${seat}/why`, { callId, resolution: 'told' }, one.token), 'why');
  assert.equal(await field(`${seat}/why`, { callId, why: 'gate', resolution: 'released' }, one.token), 'resolution');
  assert.equal(await field(`${seat}/presence`, { to: 'talking' }, one.token), 'to');
  assert.equal(await field(`${seat}/accept`, {}, one.token), 'callId');
  assert.equal(await field('/api/updown/SipSeatuser/submit', { userId: randomUUID() }), 'userId');
  const from = new Date().toISOString();
  const grant = { seatNum: 1, startTime: from, endTime: new Date(Date.now() + DAY).toISOString() };
  assert.equal(await field('/api/updown/cloudseats/grant/submit', { ...grant, parkId: randomUUID() }), 'parkId');
  const granted = '/api/updown/cloudseats/grant/submit';
  assert.equal(
    await field(granted, { ...grant, parkId: await product.park(product.companies.child), endTime: from }),
    'endTime',
  );
  assert.equal(
    await field(granted, { ...grant, parkId: await product.park(product.companies.child), seatNum: 0 }),
    'seatNum',
  );
  for (const grantId of ['x', randomUUID()])
    assert.equal(
      (await product.ask('POST', '/api/updown/cloudseats/grant/renewal', { grantId, months: 1 })).status,
      404,
    );
  const elsewhere = { as: 'otherTenant' };
  assert.equal(
    (await product.ask('GET', '/api/updown/cloudseats/callrecord/detail', { callId }, elsewhere)).status,
    404,
  );
  const rows = async (path: string) => (await product.must('GET', path, {}, elsewhere)).records.length;
  for (const path of [
    'cloudseats/callrecord/getList',
    'third/reception/getEvent',
    'cloudseats/grant/list',
    'SipSeatuser/list',
  ])
    assert.equal(await rows(`/api/updown/${path}`), 0, path);
  await product.must('POST', `${seat}/end`, { callId }, { as: one.token });
  await off(one, two);
});

test('the monitor of a community shows its lots, lanes, doors, calls and incidents, and none to another group', async () => {
  const { id: VID } = await product.must('POST', '/api/updown/baseVillage/submit', {
    companyId: product.companies.child,
    VName: `云湾 ${randomUUID().slice(0, 8)}`,
  });
  const lot = await openLot(null);
  await product.must('POST', '/api/updown/basePark/submit', { id: lot.parkId, villageId: VID });
  await product.must('POST', '/api/updown/doorgate/submit', { villageId: VID, gateName: '东门', gateType: 'door' });
  const shown = await product.must('GET', '/api/gatehouse/village/now', { vid: VID });
  assert.deepEqual(
    [shown.lots[0].parkId, shown.lots[0].lanes[0].gateId, shown.lots[0].lanes[0].phase, shown.doors[0].name],
    [lot.parkId, lot.gate, 'idle', '东门'],
  );
  assert.equal(
    (await product.ask('GET', '/api/gatehouse/village/now', { vid: VID }, { as: 'otherTenant' })).status >= 400,
    true,
  );
  assert.equal((await product.ask('GET', '/api/gatehouse/village/now', {})).body.errors?.[0]?.field, 'vid');
});

test('without a grant, or with nobody on duty, the call goes to the booth at once', async () => {
  const [granted, ungranted, one] = [await openLot(), await openLot(null), await agent()];
  await accept(granted, helpEvent(granted, 'press'));
  assert.equal((await calls(granted))[0]!.status, 'fallback');
  await product.must('POST', `${seat}/presence`, { to: 'ready' }, { as: one.token });
  await accept(ungranted, helpEvent(ungranted, 'press'));
  assert.equal((await calls(ungranted))[0]!.status, 'fallback');
  await off(one);
});

test('a seat that falls silent in a talk loses its call to another that is ready', async () => {
  const [lot, one, two] = [await openLot(), await agent(), await agent()];
  await product.must('POST', `${seat}/presence`, { to: 'ready' }, { as: one.token });
  await accept(lot, helpEvent(lot, 'press'));
  const { callId } = (await product.must('GET', `${seat}/state`, {}, { as: one.token })).own;
  await product.must('POST', `${seat}/accept`, { callId }, { as: one.token });
  await product.must('POST', `${seat}/presence`, { to: 'ready' }, { as: two.token });
  await product.database.write(tenantScope(lot.tenantId), (db) =>
    db.raw(
      `UPDATE seat_user SET heard_at = now() - interval '40 seconds' WHERE tenant_id = $1 AND id = $2 RETURNING 1`,
      [lot.tenantId, one.seatId],
    ),
  );
  await sweepDesks(product.database, new Date());
  const now = await product.must('GET', `${seat}/state`, {}, { as: two.token });
  assert.equal(now.own.callId, callId);
  assert.equal((await product.must('GET', `${seat}/state`, {}, { as: one.token })).seat.state, 'offline');
  await off(one, two);
});

test('a talk outlives a server that stopped in it; a seat that is not back half a minute after the restart has lost it', async () => {
  const [lot, one] = [await openLot(), await agent()];
  await product.must('POST', `${seat}/presence`, { to: 'ready' }, { as: one.token });
  await accept(lot, helpEvent(lot, 'press'));
  const { callId } = (await product.must('GET', `${seat}/state`, {}, { as: one.token })).own;
  await product.must('POST', `${seat}/accept`, { callId }, { as: one.token });
  const silentFor = (seconds: number) =>
    product.database.write(tenantScope(lot.tenantId), (db) =>
      db.raw(
        `UPDATE seat_user SET heard_at = now() - $3 * interval '1 second' WHERE tenant_id = $1 AND id = $2 RETURNING 1`,
        [lot.tenantId, one.seatId, seconds],
      ),
    );
  try {
    // No server ran for five minutes; the first look of the new one comes before the page's next request.
    await silentFor(300);
    watchSeats(Date.now() - 2_000);
    await sweepDesks(product.database, new Date());
    const back = await product.must('GET', `${seat}/state`, {}, { as: one.token });
    assert.deepEqual([back.seat.state, back.own.callId, back.own.state], ['talking', callId, 'talking']);
    await silentFor(300);
    watchSeats(Date.now() - 31_000);
    await sweepDesks(product.database, new Date());
    const [call] = await calls(lot);
    assert.equal(call!.status, 'fallback', 'nobody else is on duty');
    const { records } = await product.must('GET', '/api/updown/third/reception/getEvent', { callId });
    const kinds = records.map(({ kind }: { kind: string }) => kind);
    for (const kind of ['lost', 'fallback'])
      assert.equal(kinds.filter((each: string) => each === kind).length, 1, kind);
  } finally {
    watchSeats(0);
    await off(one);
  }
});

test('a car park of another company is not rung at a seat that does not see it', async () => {
  const [lot, one] = [await openLot(), await agent(product.companies.child)];
  await product.must('POST', `${seat}/presence`, { to: 'ready' }, { as: one.token });
  const elsewhere = await product.park(product.companies.first);
  const { id: gate } = await product.must('POST', '/api/updown/baseParkGate/submit', {
    parkId: elsewhere,
    gateName: '入口',
    gateType: 'in',
  });
  await product.must('POST', '/api/updown/cloudseats/grant/submit', {
    parkId: elsewhere,
    seatNum: 1,
    startTime: new Date(Date.now() - DAY).toISOString(),
    endTime: new Date(Date.now() + DAY).toISOString(),
  });
  const other = { ...lot, parkId: elsewhere, gate };
  await accept(other, helpEvent(other, 'press'));
  assert.equal((await calls(other))[0]!.status, 'fallback');
  assert.equal((await product.must('GET', `${seat}/state`, {}, { as: one.token })).seat.state, 'ready');
  await off(one);
});

test('SIP passwords lie sealed and come back in no answer, and logins go to their own person alone', async () => {
  const [one, two] = [await agent(), await agent()];
  const [row] = await raw<{ kept: string }>('SELECT sip_password AS kept FROM seat_user WHERE id = $1', [one.seatId]);
  assert.match(row!.kept, /^v1\./);
  const detail = await product.must('GET', '/api/updown/SipSeatuser/detail', { id: one.seatId });
  assert.doesNotMatch(JSON.stringify(detail), /Very-secret-1/);
  assert.deepEqual(await product.must('GET', `${seat}/sip`, {}, { as: two.token }), { voice: null }, 'no server');
  assert.equal((await product.ask('GET', `${seat}/sip`, {}, { as: 'groupAdmin' })).status, 422);
  assert.equal((await product.ask('GET', `${seat}/sip`, {}, { as: 'nobody' })).status, 403);
});

test('a renewal is paid by somebody else, moves the end by calendar months and is in the ledger; grants do not overlap', async () => {
  const lot = await openLot(3);
  const overlap = await product.ask('POST', '/api/updown/cloudseats/grant/submit', {
    parkId: lot.parkId,
    seatNum: 1,
    startTime: new Date().toISOString(),
    endTime: new Date(Date.now() + DAY).toISOString(),
  });
  assert.equal(overlap.status, 400);
  const renewal = { grantId: lot.grantId, months: 2 };
  const wrong = await product.ask('POST', '/api/updown/cloudseats/grant/renewal', { ...renewal, money: 1 });
  assert.equal(wrong.status, 400);
  const order = await product.must('POST', '/api/updown/cloudseats/grant/renewal', { ...renewal, money: 180_000 });
  assert.equal(order.amountFen, 180_000);
  const pay = { orderId: order.orderId, payRef: 'YH1' };
  assert.notEqual(
    (await product.ask('POST', '/api/gatehouse/cloudseatOrder/pay', pay)).status,
    200,
    'not by who ordered',
  );
  await product.must('POST', '/api/gatehouse/cloudseatOrder/pay', pay, { as: 'groupAdmin' });
  const grant = await product.must('GET', '/api/updown/cloudseats/grant/detail', { grantId: lot.grantId });
  assert.equal(new Date(grant.endTime).getTime(), new Date(order.newEnd).getTime());
  const lines = await raw<{ account: string; fen: number }>(
    `SELECT account, sum(amount_fen)::int AS fen FROM ledger_line WHERE tenant_id = $1 AND park_id = $2 AND kind = 'seats' GROUP BY account ORDER BY account`,
    [lot.tenantId, lot.parkId],
  );
  assert.deepEqual(lines, [
    { account: 'platform-income', fen: -180_000 },
    { account: 'seats', fen: 180_000 },
  ]);
});

test('an order nobody paid within 30 minutes is closed, and neither paid nor in the ledger afterwards', async () => {
  const lot = await openLot(1);
  const { orderId } = await product.must('POST', '/api/updown/cloudseats/grant/renewal', {
    grantId: lot.grantId,
    months: 1,
  });
  const state = async () =>
    (await raw<{ state: string }>('SELECT pay_state AS state FROM cloudseat_order WHERE id = $1', [orderId]))[0]!.state;
  await closeUnpaid(product.database, new Date(Date.now() + 29 * 60_000));
  assert.equal(await state(), 'waiting');
  await closeUnpaid(product.database, new Date(Date.now() + 31 * 60_000));
  assert.equal(await state(), 'closed');
  const pay = { orderId, payRef: 'YH2' };
  assert.equal(
    (await product.ask('POST', '/api/gatehouse/cloudseatOrder/pay', pay, { as: 'groupAdmin' })).status >= 400,
    true,
  );
  assert.deepEqual(await raw(`SELECT 1 FROM ledger_line WHERE park_id = $1 AND kind = 'seats'`, [lot.parkId]), []);
});
