import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { addDays, dayOf, startOfDay } from '#domain/time/day.ts';
import { platformScope } from '#kit/server/db.ts';
import { startTestProduct } from '#test/test-product.ts';
import type { TestProduct } from '#test/test-product.ts';
import { HOUR, MINUTE, openLot } from './lot.fixture.ts';
import type { StoryLot } from './lot.fixture.ts';
import { forgetLot } from './lot.ts';

let product: TestProduct;
let lot: StoryLot;
const ZONE = 'Asia/Shanghai';
const today = dayOf(Date.now(), ZONE);
/** An hour of the lot's wall on the day so many days ago. */
const on = (daysAgo: number, hour: number): number => startOfDay(addDays(today, -daysAgo), ZONE) + hour * HOUR;
const base = '/api/updown/parkMonth';

before(async () => {
  product = await startTestProduct();
});
after(() => product.close());

type PassInput = { plate: string; plates?: string; from: number; to: number; group?: string; gates?: string[] };

/** A pass that covers from `from` days ago to `to` days ago (negative: ahead), both included. */
async function give({ plate, plates, from, to, group, gates }: PassInput): Promise<string> {
  const types = await product.must('GET', '/api/updown/baseSelect/getSelectCarKindType', { parkId: lot.parkId });
  const carTypeId = types.find((type: { kind: string }) => type.kind === 'monthly').value;
  const form = {
    parkId: lot.parkId,
    carTypeId,
    plateNumber: plate,
    startTime: addDays(today, -from),
    endTime: addDays(today, -to),
    money: 100,
  };
  return (
    await product.must('POST', `${base}/add`, {
      ...form,
      ...(plates ? { plateNos: plates } : {}),
      ...(group ? { carBitGroupId: group } : {}),
      ...(gates ? { gateIds: gates } : {}),
    })
  ).grantId;
}

const fresh = async (settings: Record<string, unknown> = {}) => {
  lot = await openLot(product, { settings });
};
const kindOf = async (id: string): Promise<string> => (await lot.stay(id))!.kind;
const lines = async (id: string): Promise<string[]> =>
  (await lot.stay(id))!.lines.map((line: { kind: string; amountFen: number }) => `${line.kind} ${line.amountFen}`);

test('a car with a pass comes and goes free: the opening names the pass, the stay keeps it and its car type', async () => {
  await fresh();
  const passId = await give({ plate: '京A10001', from: 5, to: -5 });
  const id = await lot.enter('京A10001', on(1, 8));
  const row = await lot.stay(id);
  assert.deepEqual([row.kind, row.pass_id], ['pass', passId]);
  const [type] = await lot.rows(
    `SELECT kind FROM car_type WHERE tenant_id = $1 AND park_id = $2 AND id = $3`,
    row.car_type_id,
  );
  assert.equal(type!.kind, 'monthly');
  assert.deepEqual(
    (await lot.of('gate_opening')).map((each) => [each.cause, each.cause_id]),
    [['pass', passId]],
  );
  await lot.see('out1', on(1, 20), '京A10001');
  assert.equal((await lot.lane('out1')).phase.name, 'releasing');
  await lot.through('out1', on(1, 20) + MINUTE);
  assert.deepEqual(
    [(await lot.stay(id)).release_type, (await lot.stay(id)).bill_fen, await lines(id)],
    ['pass', 0, ['covered 0']],
  );
  assert.deepEqual(await lot.of('parking_order').then((orders) => orders.filter((order) => order.kind !== 'pass')), []);
  assert.equal((await lot.check()).right, true);
});

test('days count by the lot’s calendar: before the first day and after the last the car is temporary, and the last day is covered whole', async () => {
  await fresh();
  await give({ plate: '京A10002', from: 6, to: 4 });
  assert.equal(await kindOf(await lot.enter('京A10002', on(6, 0) - 1)), 'temp');
  await lot.leave('京A10002', on(6, 0) + HOUR);
  assert.equal(await kindOf(await lot.enter('京A10002', on(4, 23))), 'pass');
  await lot.leave('京A10002', on(4, 23) + 30 * MINUTE);
  assert.equal(await kindOf(await lot.enter('京A10002', on(3, 0))), 'temp-expired');
});

test('a pass that ends while the car is inside pays from that midnight on, and no more than without it', async () => {
  await fresh();
  await give({ plate: '京A10003', from: 9, to: 3 });
  const id = await lot.enter('京A10003', on(3, 20));
  await lot.see('out1', on(2, 1), '京A10003');
  const { phase } = await lot.lane('out1');
  assert.equal(phase.name === 'awaiting' && phase.settling.quote.dueFen, 1000); // an hour after midnight
  const quoted = await product.must('GET', '/api/gatehouse/stay/quote', { recordId: id });
  assert.equal(quoted.lines[0].kind, 'covered');
  await lot.cash('out1', on(2, 1) + 5000, 1000);
  await lot.through('out1', on(2, 1) + 7000);
  assert.deepEqual([(await lot.stay(id)).paid_fen, (await lot.stay(id)).kind], [1000, 'pass']);
  assert.equal((await lot.check()).right, true);
});

test('within the days of grace an ended pass still holds, afterwards the lot decides', async () => {
  await fresh({ passGraceDays: 2 });
  await give({ plate: '京A10004', from: 9, to: 5 });
  const id = await lot.enter('京A10004', on(3, 9));
  assert.equal(await kindOf(id), 'pass');
  await lot.leave('京A10004', on(3, 18));
  assert.equal((await lot.stay(id)).bill_fen, 0);
  assert.equal(await kindOf(await lot.enter('京A10004', on(2, 9))), 'temp-expired');
  await fresh({ expiredPassRule: 'refuse' });
  await give({ plate: '京A10004', from: 9, to: 5 });
  await lot.see('in1', on(3, 9), '京A10004');
  assert.equal((await lot.lane('in1')).phase.name, 'refused');
});

test('a suspended pass is no pass from the day after on; recovered it holds again', async () => {
  await fresh();
  const id = await give({ plate: '京A10005', from: 9, to: -20 });
  await product.must('POST', `${base}/tempStop`, { grantId: id });
  await product.database.write(platformScope, (db) =>
    db.raw('UPDATE pass_suspension SET from_day = from_day - 4 WHERE pass_id = $1', [id]),
  );
  assert.equal(await kindOf(await lot.enter('京A10005', on(4, 9))), 'pass');
  await lot.leave('京A10005', on(4, 10));
  assert.equal(await kindOf(await lot.enter('京A10005', on(2, 9))), 'temp');
  await lot.leave('京A10005', on(2, 10));
  await product.must('POST', `${base}/recorve`, { grantId: id });
  assert.equal(await kindOf(await lot.enter('京A10005', on(0, 0) + 1)), 'pass');
});

test('two cars on one space: the second is temporary from its entry, also when both come at once; a space set free changes nothing for who is inside', async () => {
  await fresh();
  await give({ plate: '京A10006', plates: '京A10007', from: 5, to: -5 });
  const first = await lot.enter('京A10006', on(1, 8));
  const second = await lot.enter('京A10007', on(1, 9), 'in2');
  assert.deepEqual([await kindOf(first), await kindOf(second)], ['pass', 'temp-group-full']);
  await lot.leave('京A10006', on(1, 10));
  await lot.see('out1', on(1, 11), '京A10007');
  const { phase } = await lot.lane('out1');
  assert.equal(phase.name === 'awaiting' && phase.settling.quote.dueFen, 2000);
  await lot.leave('京A10007', on(1, 12));
  const together = [lot.reading('in1', on(1, 13), '京A10006'), lot.reading('in2', on(1, 13), '京A10007')];
  await lot.ingest(...together);
  await lot.through('in1', on(1, 13) + 2000);
  await lot.through('in2', on(1, 13) + 3000);
  const kinds = await Promise.all(['京A10006', '京A10007'].map(async (plate) => (await lot.inside(plate))[0]!.kind));
  assert.ok(kinds.filter((kind) => kind === 'pass').length <= 1, kinds.join());
});

test('passes of a group share its spaces, a car that comes a second time takes no second space, and a full group may be refused', async () => {
  await fresh({ groupFullRule: 'refuse' });
  const { id: group } = await product.must('POST', '/api/gatehouse/spaceGroup/submit', {
    parkId: lot.parkId,
    groupName: 'A座',
    spaces: 2,
  });
  for (const plate of ['京A10011', '京A10012', '京A10013']) await give({ plate, from: 5, to: -5, group });
  assert.deepEqual(
    (await product.must('GET', `${base}/selectParkCarBitGroup`, { parkId: lot.parkId })).map(
      (each: { label: string; spaces: number }) => [each.label, each.spaces],
    ),
    [['A座', 2]],
  );
  await lot.enter('京A10011', on(1, 8));
  await lot.enter('京A10012', on(1, 9));
  await lot.see('in1', on(1, 10), '京A10013');
  assert.equal((await lot.lane('in1')).phase.name, 'refused');
  await lot.gone('in1', on(1, 10) + 5000);
  await lot.leave('京A10012', on(1, 11));
  assert.equal(await kindOf(await lot.enter('京A10013', on(1, 12))), 'pass');
  // Its exit was missed: here it stands again, and its own space is its own.
  assert.equal(await kindOf(await lot.enter('京A10011', on(1, 13))), 'pass');
});

test('where a full group has a line, who waits longest has the space that becomes free and pays for the time before alone; the rule is that of the entry', async () => {
  await fresh({ groupFullRule: 'queue' });
  const { id: group } = await product.must('POST', '/api/gatehouse/spaceGroup/submit', {
    parkId: lot.parkId,
    groupName: 'B座',
    spaces: 2,
  });
  for (const plate of ['京A10071', '京A10072', '京A10073', '京A10074']) await give({ plate, from: 5, to: -5, group });
  const [first, , third, fourth] = [
    await lot.enter('京A10071', on(1, 8)),
    await lot.enter('京A10072', on(1, 9)),
    await lot.enter('京A10073', on(1, 10)),
    await lot.enter('京A10074', on(1, 11), 'in2'),
  ];
  assert.deepEqual(
    [await kindOf(first), await kindOf(third), await kindOf(fourth)],
    ['pass', 'temp-group-queue', 'temp-group-queue'],
  );
  await lot.leave('京A10071', on(1, 12));
  const quote = await product.must('GET', '/api/gatehouse/stay/quote', { recordId: third });
  assert.deepEqual([quote.dueFen, quote.lines.at(-1).kind], [2000, 'covered'], 'it has had a space since twelve');
  await lot.leave('京A10073', on(1, 13));
  assert.deepEqual([(await lot.stay(third)).paid_fen, (await lines(third)).at(-1)], [2000, 'covered 0']);
  await product.must('POST', '/api/updown/parkParameter/submit', {
    parkId: lot.parkId,
    settings: { groupFullRule: 'temporary' },
  });
  forgetLot(lot.target.tenantId, lot.parkId);
  assert.equal(
    await kindOf(await lot.enter('京A10071', on(1, 14))),
    'temp-group-full',
    'the fourth has taken the space of the third',
  );
  await lot.leave('京A10074', on(1, 15));
  assert.equal((await lot.stay(fourth)).paid_fen, 2000, 'from eleven to one');
  assert.equal((await lot.check()).right, true);
});

test('a pass for one lane opens no other: there the car is temporary', async () => {
  await fresh();
  await give({ plate: '京A10020', from: 5, to: -5, gates: [lot.gates.in1] });
  assert.equal(await kindOf(await lot.enter('京A10020', on(1, 8), 'in2')), 'temp');
  assert.deepEqual(
    (await lot.of('gate_opening')).map((each) => each.cause),
    ['stay'],
  );
  await lot.leave('京A10020', on(1, 9));
  const id = await lot.enter('京A10020', on(1, 10), 'in1');
  assert.equal(await kindOf(id), 'pass');
  await lot.leave('京A10020', on(1, 11), 'out2');
  assert.equal((await lot.stay(id)).bill_fen, 0);
});

test('a plate keeps its pass while its car is inside', async () => {
  await fresh();
  const id = await give({ plate: '京A10030', from: 5, to: -5 });
  await lot.enter('京A10030', on(1, 8));
  const change = () => product.ask('POST', `${base}/submit`, { grantId: id, plateNumber: '京A10031' });
  assert.equal((await change()).body.errors?.[0]?.field, 'plateNumber');
  await lot.leave('京A10030', on(1, 9));
  assert.equal((await change()).status, 200);
  assert.equal(await kindOf(await lot.enter('京A10031', on(1, 10))), 'pass');
  assert.equal(await kindOf(await lot.enter('京A10030', on(1, 11))), 'temp');
});

test('a pass paid while the car is inside, or for a plate that was read wrongly, counts from its first day at the exit', async () => {
  await fresh();
  await lot.enter('京A10050', on(1, 8));
  await give({ plate: '京A10050', from: 2, to: -5 });
  await lot.see('out1', on(1, 20), '京A10050');
  assert.equal((await lot.lane('out1')).phase.name, 'releasing');
  await lot.through('out1', on(1, 20) + MINUTE);
  await give({ plate: '京A10051', from: 2, to: -5 });
  const misread = await lot.enter('京A1O05L', on(1, 9));
  await product.must('POST', '/api/updown/parkIORecord/updatePlateNumber', {
    recordId: misread,
    plateNumber: '京A10051',
  });
  await lot.see('out1', on(1, 21), '京A10051');
  assert.equal((await lot.lane('out1')).phase.name, 'releasing');
});

test('a plate put right while the barrier is up is let in as what it is, not as what was read', async () => {
  await fresh();
  await give({ plate: '京A10060', from: 5, to: -5 });
  await lot.see('in1', on(1, 8), '京A10060');
  await lot.attend('in1', on(1, 8) + 2000, { action: 'pick', plate: '京A10061', stay: null });
  await lot.through('in1', on(1, 8) + 4000);
  const [stay] = await lot.stays();
  assert.deepEqual([stay!.plate_number, stay!.kind, stay!.pass_id], ['京A10061', 'temp', null]);
});

test('a car whose entry was not seen leaves free with its pass', async () => {
  await fresh();
  await give({ plate: '京A10040', from: 5, to: -5 });
  await lot.see('out1', on(1, 8), '京A10040');
  assert.equal((await lot.lane('out1')).phase.name, 'releasing');
});
