/**
 * A clerk at the box, over the calls: sees what stands there, takes cash, puts a plate right, lets go; two clerks never
 * decide twice.
 */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { setTimeout as later } from 'node:timers/promises';
import { startTestProduct } from '#test/test-product.ts';
import type { TestProduct } from '#test/test-product.ts';
import { remoteGiven } from './door.ts';
import { HOUR, MINUTE, openLot } from './lot.fixture.ts';
import type { StoryLot } from './lot.fixture.ts';

let product: TestProduct;
let lot: StoryLot;
let boxId: string;
const P = '京A12345';
const T = Date.now() - 2 * HOUR;
const base = '/api/gatehouse/box';

before(async () => {
  product = await startTestProduct();
});
after(() => product.close());

async function fresh(setup: Parameters<typeof openLot>[1] = {}): Promise<void> {
  lot = await openLot(product, setup);
  boxId = (await product.must('POST', '/api/updown/baseParkBox/submit', { parkId: lot.parkId, boxName: '南岗亭' })).id;
  for (const gateId of Object.values(lot.gates))
    await product.must('POST', '/api/updown/baseParkGate/submit', { GateID: gateId, boxId });
  lot.forget();
}
const board = () => product.must('GET', `${base}/board`, { boxId });
const lane = async (name: 'in1' | 'out1') =>
  (await board()).lanes.find((each: { gateId: string }) => each.gateId === lot.gates[name]);
const act = (action: string, input: Record<string, unknown>, as?: string) =>
  product.ask(
    'POST',
    `${base}/${action}`,
    { gateId: lot.gates.out1, passing: lot.passing('out1'), ...input },
    as ? { as } : {},
  );

test('the car at the exit with its bill and picture; cash gives change, opens the barrier and goes to the drawer and shift of the box', async () => {
  await fresh();
  const { shiftId } = await product.must('POST', '/api/gatehouse/shift/open', { boxId, floatFen: 10_000 });
  await lot.enter(P, T);
  await lot.see('out1', T + 80 * MINUTE, P);
  const { car, phase } = await lane('out1');
  assert.deepEqual(
    [phase, car.plateNumber, car.quote.dueFen, car.stay.plateNumber, car.picture, car.stay.inPicture],
    ['awaiting', P, 1_500, P, `${P}-${T + 80 * MINUTE}.jpg`, `${P}-${T}.jpg`],
  );
  assert.equal(
    car.quote.lines.reduce((sum: number, line: { amountFen: number }) => sum + line.amountFen, 0),
    1_500,
  );
  const rose = car.quote.dueFen + 500; // two hours by now: the quote of then has run out
  assert.equal((await act('cash', { amountFen: 1_000, tenderedFen: 500 })).body.errors?.[0]?.field, 'tenderedFen');
  assert.equal((await act('cash', { amountFen: 1_500, passing: 99 })).status, 422);
  const first = await act('cash', { amountFen: 1_500, tenderedFen: 5_000 });
  assert.deepEqual(
    [first.body.data.changeFen, first.body.data.phase],
    [3_500, 'awaiting'],
    'the price rose meanwhile: the rest is due',
  );
  assert.equal((await lane('out1')).car.quote.dueFen, rose - 1_500);
  assert.equal((await act('cash', { amountFen: rose - 1_500 })).body.data.phase, 'releasing');
  assert.equal((await act('cash', { amountFen: 500 })).status, 422, 'somebody else has decided');
  await lot.through('out1', Date.now() + 1_000);
  const rows = (
    await product.must('GET', '/api/gatehouse/shiftEntry/list', { boxId, kind: 'cash' }, { as: 'groupAdmin' })
  ).records;
  assert.deepEqual(
    rows
      .map((row: { receiptNo: number; amountFen: number; changeFen: number; shiftId: string }) => [
        row.receiptNo,
        row.amountFen,
        row.changeFen,
        row.shiftId,
      ])
      .sort(),
    [
      [1, 1_500, 3_500, shiftId],
      [2, 500, 0, shiftId],
    ],
  );
  const [payment] = (
    await product.must('GET', '/api/updown/static/getPageTempWCPays', { parkId: lot.parkId, sort: 'paidTime' })
  ).records;
  assert.deepEqual([payment.payType, payment.tenderedFen, payment.operator], ['cash', 5_000, rows[0].operator]);
  assert.ok((await lot.check()).right);
});

test('a plate misread at the exit is put right by the stay or by the text, and then priced', async () => {
  await fresh({ settings: { autoAcceptFuzzy: false } });
  const id = await lot.enter(P, T);
  await lot.see('out1', Date.now() - MINUTE, '京A1234S');
  const waiting = await lane('out1');
  assert.deepEqual(
    [waiting.phase, waiting.car.candidates.map((each: { stayId: string }) => each.stayId)],
    ['confirm', [id]],
  );
  assert.equal((await act('pick', {})).body.errors?.[0]?.field, 'plateNumber');
  assert.equal((await act('pick', { stayId: id })).status, 200);
  const { car } = await lane('out1');
  assert.deepEqual([car.stay.stayId, car.quote.dueFen], [id, 2_000]);
  await act('cash', { amountFen: 2_000 });
  await lot.through('out1', Date.now() + 1_000);
  assert.equal((await lot.stay(id)).status, 'closed');
});

test('a release has who, why and the picture, waives what is open and stands in the shift; an empty lane is opened with a reason', async () => {
  await fresh();
  const { shiftId } = await product.must('POST', '/api/gatehouse/shift/open', { boxId, floatFen: 0 });
  await lot.enter(P, T);
  await lot.see('out1', Date.now() - MINUTE, P);
  assert.equal((await act('release', { reason: '' })).status, 400);
  assert.equal((await act('release', { reason: '空车道？', passing: 0 })).status, 422);
  assert.equal((await act('release', { reason: '救护车通过' })).status, 200);
  await lot.through('out1', Date.now() + 1_000);
  const [release] = (await product.must('GET', '/api/updown/static/getPageManualRelease', { parkId: lot.parkId }))
    .records;
  assert.deepEqual([release.reason, release.waivedFen, release.picture !== null], ['救护车通过', 2_000, true]);
  await product.must('POST', `${base}/release`, { gateId: lot.gates.in1, passing: 0, reason: '清扫车' });
  await lot.send('in1', Date.now(), { kind: 'gate', gate: 'up', by: 'unknown', commandId: null });
  const sums = await product.must('GET', '/api/gatehouse/openingSum', { parkId: lot.parkId });
  assert.deepEqual(
    [
      sums.totals.openings,
      sums.totals.byManual,
      sums.totals.waivedFen,
      sums.totals.unknown + sums.totals.byManual + sums.totals.byStay,
    ],
    [3, 1, 2_000, 3],
  );
  const rows = (await product.must('GET', '/api/gatehouse/shiftEntry/list', { shiftId }, { as: 'groupAdmin' })).records;
  assert.deepEqual(rows.map((row: { kind: string; waivedFen: number }) => [row.kind, row.waivedFen]).sort(), [
    ['key', 0],
    ['release', 2_000],
  ]);
});

test('what is out of the ordinary at a lane names the box, who was on duty there and the car as it was seen', async () => {
  await fresh();
  const { shiftId } = await product.must('POST', '/api/gatehouse/shift/open', { boxId, floatFen: 0 });
  await later(20);
  await lot.enter(P, Date.now());
  await lot.enter(P, Date.now() + 1_000, 'in2');
  const list = (more: Record<string, unknown> = {}) =>
    product.must('GET', '/api/updown/static/getSearchExceptionRelease', { parkId: lot.parkId, ...more });
  const [twice] = (await list({ boxId })).records;
  const { operator } = await product.must('GET', '/api/gatehouse/shift/detail', { shiftId });
  assert.deepEqual(
    [twice.code, twice.boxId, twice.operator, twice.picture?.startsWith(P)],
    ['E-DUP', boxId, operator, true],
  );
  assert.equal((await list({ operator })).total, 1);
});

test('an unpriced car without an entry: the driver’s word is taken, with its reason', async () => {
  await fresh({ settings: { noEntryRule: 'declared' } });
  await lot.see('out1', Date.now() - MINUTE, P);
  assert.equal(
    (await act('declare', { inTime: new Date(Date.now() + HOUR).toISOString(), reason: '司机申报' })).body.errors?.[0]
      ?.field,
    'inTime',
  );
  await act('declare', { inTime: new Date(Date.now() - HOUR).toISOString(), reason: '司机申报' });
  assert.equal((await lane('out1')).car.quote.dueFen, 1_000);
});

test('cash on a shift only, where the lot requires it; and nobody of another group is there', async () => {
  await fresh({ settings: { cashNeedsShift: true } });
  await lot.enter(P, T);
  await lot.see('out1', Date.now() - MINUTE, P);
  assert.equal((await act('cash', { amountFen: 2_000 })).status, 422);
  assert.equal((await act('cash', { amountFen: 2_000 }, 'otherTenant')).status, 404);
  assert.equal((await product.ask('GET', `${base}/board`, { boxId }, { as: 'otherTenant' })).status, 404);
  await product.must('POST', '/api/gatehouse/shift/open', { boxId, floatFen: 0 });
  const both = await Promise.all([act('cash', { amountFen: 2_000 }), act('release', { reason: '同时' })]);
  assert.deepEqual(both.map(({ status }) => status).sort(), [200, 422], 'two clerks at the same moment: one decides');
});

test('discounts at the box: only those its rules allow, counted at once, charged to the seller; one that takes nothing off is not given', async () => {
  await fresh();
  const rule = async (more: Record<string, unknown>) =>
    (
      await product.must('POST', '/api/updown/parkderate/submit', {
        parkId: lot.parkId,
        dayLimit: 0,
        atBox: true,
        ...more,
      })
    ).id;
  const hour = await rule({ derateName: '一小时', derateType: 'time', minutes: 60, chargeBy: 'price', price: 300 });
  const half = await rule({
    derateName: '五折',
    derateType: 'percent',
    percentOff: 50,
    chargeBy: 'benefit',
    price: 2_000,
  });
  const whole = await rule({ derateName: '全免', derateType: 'full', chargeBy: 'price', price: 0 });
  const office = await rule({ derateName: '仅后台', derateType: 'full', atBox: false });
  const { id: sellerId } = await product.must('POST', '/api/updown/parkseller/submit', {
    parkId: lot.parkId,
    sellerName: '好味餐厅',
    derateIds: [hour, half, whole, office],
  });
  await product.must('POST', '/api/updown/parkseller/sellerCharge', {
    recordId: sellerId,
    money: 5_000,
    remark: '首充',
  });
  assert.deepEqual(
    (await product.must('GET', `${base}/derates`, { boxId }))
      .map((each: { derateName: string }) => each.derateName)
      .sort(),
    ['一小时', '五折', '全免'],
  );
  await lot.enter(P, T);
  await lot.see('out1', Date.now() - MINUTE, P);
  assert.equal((await lane('out1')).car.quote.dueFen, 2_000);
  assert.equal((await act('derate', { sellerId, derateId: office })).status, 422, 'not a rule of the box');
  assert.equal((await act('derate', { sellerId, derateId: hour }, 'otherTenant')).status, 404);
  assert.equal((await act('derate', { sellerId, derateId: hour, passing: 99 })).status, 422, 'another vehicle');
  const first = await act('derate', { sellerId, derateId: hour });
  assert.deepEqual(
    [first.body.data.phase, first.body.data.dueFen, first.body.data.derateFen],
    ['awaiting', 1_000, 1_000],
  );
  assert.equal((await act('derate', { sellerId, derateId: half })).body.data.dueFen, 500);
  const mistaken = (await lane('out1')).car.quote.lines.find(
    (line: { ref?: string; amountFen: number }) => line.ref !== undefined && line.amountFen === -500,
  );
  const withdraw = (recordId: string, as?: 'otherTenant') => act('withdraw', { recordId }, as);
  assert.equal((await withdraw(mistaken.ref, 'otherTenant')).status, 404);
  assert.equal((await withdraw(sellerId)).status, 422, 'not a discount of this bill');
  assert.equal((await withdraw(mistaken.ref)).body.data.dueFen, 1_000, 'given by mistake, taken back');
  assert.equal((await withdraw(mistaken.ref)).status, 422, 'once');
  assert.equal(
    (await product.must('GET', '/api/updown/parkseller/detail', { recordId: sellerId })).reservedFen,
    300,
    'what it held is the seller’s again',
  );
  assert.equal((await act('derate', { sellerId, derateId: half })).body.data.dueFen, 500);
  const boxGave = (await lane('out1')).car.quote.withdrawable;
  assert.equal(boxGave.length, 2, 'what the box gave, and nothing else');
  await act('cash', { amountFen: 500 });
  assert.equal((await act('derate', { sellerId, derateId: whole })).status, 422, 'it is paid');
  assert.equal((await withdraw(boxGave[0])).status, 422, 'it is paid');
  await lot.through('out1', Date.now() + 1_000);
  const given = (
    await product.must('GET', '/api/updown/static/getPageCarDerates', { parkId: lot.parkId, source: 'box' })
  ).records;
  assert.deepEqual(
    given
      .map((row: { status: string; benefitFen: number; chargedFen: number }) => [
        row.status,
        row.benefitFen,
        row.chargedFen,
      ])
      .sort(),
    [
      ['cancelled', 0, 0],
      ['used', 1_000, 300],
      ['used', 500, 500],
    ],
  );
  const { balance } = await product.must('GET', '/api/updown/parkseller/detail', { recordId: sellerId });
  assert.equal(balance, 5_000 - 800, 'the seller pays for what the bill was lowered by');
  const [stay] = await lot.stays();
  assert.deepEqual([stay!.receivable_fen, stay!.derate_fen, stay!.paid_fen], [2_000, 1_500, 500]);
  assert.ok((await lot.check()).right);
  await lot.enter('京B22222', Date.now() - HOUR);
  await lot.see('out1', Date.now() - MINUTE, '京B22222');
  assert.equal(
    (await act('derate', { sellerId, derateId: whole })).body.data.phase,
    'releasing',
    'nothing is left to pay',
  );
  await lot.through('out1', Date.now() + 1_000);
  assert.ok((await lot.check()).right);
});

test('a discount beside one that stands alone takes nothing off: it is not given and the seller keeps his money', async () => {
  await fresh();
  const rule = async (more: Record<string, unknown>) =>
    (
      await product.must('POST', '/api/updown/parkderate/submit', {
        parkId: lot.parkId,
        dayLimit: 0,
        atBox: true,
        derateType: 'amount',
        chargeBy: 'face',
        ...more,
      })
    ).id;
  const [alone, small] = [
    await rule({ derateName: '独享十元', amountFen: 1_000, exclusive: true }),
    await rule({ derateName: '五元', amountFen: 500 }),
  ];
  const { id: sellerId } = await product.must('POST', '/api/updown/parkseller/submit', {
    parkId: lot.parkId,
    sellerName: '好味餐厅',
    derateIds: [alone, small],
    creditFen: 10_000,
  });
  await lot.enter(P, T);
  await lot.see('out1', Date.now() - MINUTE, P);
  await act('derate', { sellerId, derateId: alone });
  assert.equal((await act('derate', { sellerId, derateId: small })).status, 422);
  assert.equal((await lane('out1')).car.quote.dueFen, 1_000);
  const { reservedFen } = await product.must('GET', '/api/updown/parkseller/detail', { recordId: sellerId });
  assert.equal(reservedFen, 1_000, 'what was not given is not held');
  assert.equal((await lot.of('car_derate')).length, 1);
});

test('a car refused at the entry: its passage has who and why, its history shows the reason, no stay begins', async () => {
  await fresh({ black: [P] });
  await lot.see('in1', Date.now() - MINUTE, P);
  assert.equal((await lane('in1')).phase, 'refused');
  const refuse = (reason: string) =>
    product.ask('POST', `${base}/refuse`, { gateId: lot.gates.in1, passing: lot.passing('in1'), reason });
  assert.equal((await refuse('')).status, 400);
  assert.equal((await refuse('未经业主同意')).status, 200);
  assert.equal((await lane('in1')).car.reasons[0].zh, '值班员拒绝通行');
  await lot.gone('in1', Date.now());
  const [passage] = (await product.must('GET', '/api/updown/static/getPageVideoCarList', { parkId: lot.parkId }))
    .records;
  assert.deepEqual([passage.status, passage.refusal, passage.refusedBy !== null], ['refused', '未经业主同意', true]);
  assert.equal((await refuse('又来')).status, 422, 'it has gone');
  assert.equal((await lot.stays()).length, 0);
  const id = await lot.enter('京B22222', T);
  await lot.see('out1', Date.now() - MINUTE, '京B22222');
  assert.equal((await act('refuse', { reason: '拒不缴费' })).body.data.phase, 'awaiting');
  await lot.gone('out1', Date.now());
  const found = (await product.must('GET', '/api/gatehouse/stay/story', { recordId: id })).events.find(
    (event: { kind: string }) => event.kind === 'refusal',
  );
  assert.deepEqual([found.title.zh, found.detail.reason], ['拒绝通行', '拒不缴费']);
});

test('openings without a cause and from afar stand with the shift and the person on duty, and with a picture; the reports of shifts count them', async () => {
  await fresh();
  const up = (commandId: string | null) =>
    lot.send('in1', Date.now(), { kind: 'gate', gate: 'up', by: commandId ? 'command' : 'unknown', commandId });
  const down = () => lot.send('in1', Date.now(), { kind: 'gate', gate: 'down', by: 'local', commandId: null });
  await up(null);
  await down();
  const { shiftId } = await product.must('POST', '/api/gatehouse/shift/open', { boxId, floatFen: 0 });
  await later(20); // an opening is of the shift that was open before it
  await up(null);
  await lot.send('in1', Date.now(), { kind: 'passed', passing: lot.next('in1'), count: 1, picture: 'through.jpg' });
  await down();
  const commandId = randomUUID();
  const at = Date.now();
  await remoteGiven(product.database, lot.target, {
    kind: 'remote',
    lane: lot.gates.in1,
    device: 'remote',
    seq: 1,
    at,
    rawAt: at,
    commandId,
    cause: { kind: 'remote', id: commandId },
  });
  await up(commandId);
  const list = (more: Record<string, unknown>) =>
    product.must('GET', '/api/updown/static/getSearchGateEvents', { parkId: lot.parkId, ...more });
  const { records } = await list({ shiftId });
  assert.deepEqual(
    records.map((row: { cause: string; picture: string | null }) => [row.cause, row.picture]),
    [
      ['remote', null],
      ['unknown', 'through.jpg'],
    ],
  );
  assert.equal((await list({ operator: records[0].operator })).total, 2);
  assert.equal((await list({ cause: 'unknown' })).total, 2, 'the one before the shift is nobody’s');
  await product.must('POST', '/api/gatehouse/shift/handover', { shiftId });
  await product.must('POST', '/api/gatehouse/shift/count', { shiftId, pieces: { 100: 0 }, keepFen: 0 });
  for (const path of ['/api/updown/staticSum/getOffShiftData', '/api/updown/parkChangeshiftrecord/getOnlyShiftData']) {
    const { totals } = await product.must('GET', path, { parkId: lot.parkId });
    assert.deepEqual([totals.remote, totals.unknown], [1, 1], path);
  }
});

test('one’s own box: the only one he may use; among several that of his shift, else none', async () => {
  const as = { as: 'otherTenant' };
  const own = async () => (await product.must('GET', `${base}/own`, {}, as)).boxId;
  const parkId = await product.park(product.companies.second);
  const boxOf = async (boxName: string): Promise<string> =>
    (await product.must('POST', '/api/updown/baseParkBox/submit', { parkId, boxName })).id;
  const south = await boxOf('南岗亭');
  assert.equal(await own(), south);
  await boxOf('北岗亭');
  assert.equal(await own(), null);
  await product.must('POST', '/api/gatehouse/shift/open', { boxId: south, floatFen: 0 }, as);
  assert.equal(await own(), south);
});

test('a car let go whose barrier has not moved after five seconds may be let go again, by a new command; before that and once it is up it may not', async () => {
  await fresh();
  const [P2, now] = ['京C33333', Date.now()];
  await lot.enter(P2, now - 10 * MINUTE);
  await lot.see('out1', now - 1_000, P2);
  assert.deepEqual((({ phase, stuckInMs }) => [phase, stuckInMs > 0 && stuckInMs <= 5_000])(await lane('out1')), [
    'releasing',
    true,
  ]);
  assert.equal((await act('release', { reason: '道闸未动' })).status, 422, 'it has its five seconds');

  await lot.gone('out1', now - 500);
  await lot.see('out1', now - 8_000, P2);
  const stands = await lane('out1');
  assert.deepEqual([stands.phase, stands.stuckInMs], ['releasing', 0]);
  const commands = () => lot.rows(`SELECT id FROM device_command WHERE tenant_id = $1 AND park_id = $2`);
  const openingOf = async () => {
    const { phase } = await lot.lane('out1');
    return 'opening' in phase ? phase.opening.commandId : null;
  };
  const [first, given] = [await openingOf(), (await commands()).length];
  assert.equal((await act('release', { reason: '道闸未动' })).status, 200);
  assert.notEqual(await openingOf(), first, 'a command of its own');
  assert.ok((await commands()).length >= given);
  await lot.through('out1', Date.now() + 1_000);
  assert.equal((await act('release', { reason: '道闸未动' })).status, 422, 'it has passed');
});

test('what passed lately says for which car a ticket, and for which a receipt, can be printed', async () => {
  await fresh();
  const stayId = await lot.enter(P, T);
  const printable = async () =>
    (await board()).recent.map((row: Record<string, unknown>) => [
      row['direction'],
      row['insideStayId'],
      row['paidOrderId'] !== null,
    ]);
  assert.deepEqual(await printable(), [['entry', stayId, false]]);
  await lot.leave(P, T + 80 * MINUTE);
  assert.deepEqual(await printable(), [
    ['exit', null, true],
    ['entry', null, false],
  ]);
});
