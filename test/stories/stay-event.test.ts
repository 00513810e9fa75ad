/**
 * Events of a stay, reported by an external system or by hand: the lane's price, the bill, a trial and a replay use
 * them.
 */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { replaysOver } from '#areas/fee/server/replay-run.ts';
import { startTestProduct } from '#test/test-product.ts';
import type { TestProduct } from '#test/test-product.ts';
import { HOUR, MINUTE, openLot } from '#areas/passage/server/lot.fixture.ts';
import type { StoryLot } from '#areas/passage/server/lot.fixture.ts';

let product: TestProduct;
let lot: StoryLot;
const path = '/api/gatehouse/stay/event';
const T = Math.floor(Date.now() / MINUTE) * MINUTE - 10 * HOUR;
const iso = (at: number): string => new Date(at).toISOString();
const [P, Q] = ['京AD12345', '京AD54321'];
/** Free while it charges and a quarter of an hour longer, then 5 yuan for each 10 minutes. */
const idle = {
  form: 2,
  schemes: [
    {
      startsAt: 'chargingEnd',
      free: { minutes: 15, lost: false },
      meters: [{ id: 'idle', again: 'stay', edge: 'ends', ladder: [{ unitMinutes: 10, fen: 500 }] }],
    },
  ],
};

before(async () => {
  product = await startTestProduct();
  lot = await openLot(product, { tariff: idle });
});
after(() => product.close());

const due = async (): Promise<number> => {
  const { phase } = await lot.lane('out1');
  return phase.name === 'awaiting' ? phase.settling.quote.dueFen : -1;
};
const report = (input: object, as?: string) => product.ask('POST', path, { ...input }, as ? { as } : {});
const faults = async (input: object): Promise<unknown[]> => {
  const { status, body } = await report(input);
  return [status, body.errors?.[0]?.field];
};

test('the price at the lane, the bill, a trial and a replay use the reported events', async () => {
  const id = await lot.enter(P, T);
  const system = { parkId: lot.parkId, plateNumber: P };
  const first = await product.must('POST', path, { ...system, event: 'chargingStart', time: iso(T + 5 * MINUTE) });
  assert.deepEqual([first.recordId, first.changed], [id, true]);
  assert.equal(
    (await product.must('GET', '/api/gatehouse/stay/quote', { recordId: id })).dueFen,
    0,
    'nothing while it charges',
  );
  await product.must('POST', path, { ...system, event: 'chargingEnd', time: iso(T + 60 * MINUTE), remark: '3号桩' });
  const again = await product.must('POST', path, { ...system, event: 'chargingEnd', time: iso(T + 60 * MINUTE) });
  assert.deepEqual(
    [again.changed, again.events.map((each: { event: string }) => each.event)],
    [false, ['chargingStart', 'chargingEnd']],
  );
  await lot.see('out1', T + 110 * MINUTE, P);
  assert.equal(await due(), 2000);
  const [rule] = await lot.of('fee_rule');
  const trial = await product.must('GET', '/api/updown/platParkFeeRule/testFee', {
    FeeRuleID: rule!.id,
    inTime: iso(T),
    outTime: iso(T + 110 * MINUTE),
    context: JSON.stringify({ events: { chargingStart: iso(T + 5 * MINUTE), chargingEnd: iso(T + 60 * MINUTE) } }),
  });
  assert.equal(trial.totalFen, 2000);
  await lot.cash('out1', T + 110 * MINUTE + 5000, 2000);
  await lot.through('out1', T + 110 * MINUTE + 7000);
  const left = await lot.stay(id);
  assert.deepEqual([left.bill_fen, left.changes, left.events.length], [2000, 0, 2], 'an event is no correction');
  assert.equal((await report({ recordId: id, event: 'chargingEnd' })).status, 404, 'gone');
  await lot.enter(Q, T + 3 * HOUR);
  await lot.see('out1', T + 4 * HOUR, Q);
  assert.equal(await due(), 2500, 'without an event: from the entry');
  await lot.cash('out1', T + 4 * HOUR + 5000, 2500);
  await lot.through('out1', T + 4 * HOUR + 7000);
  const { run } = await product.must('POST', '/api/gatehouse/feeRule/replay', {
    id: rule!.id,
    from: iso(T - HOUR),
    to: iso(T + 9 * HOUR),
  });
  await replaysOver();
  const { answer } = await product.must('GET', '/api/gatehouse/feeRule/replayResult', { run });
  assert.deepEqual(answer.total, { stays: 2, billedFen: 4500, newFen: 4500 });
  const check = await lot.check();
  assert.deepEqual([check.right, check.differences, check.billsWrong], [true, [], 0]);
});

test('recorded and undone by hand, stored with who and why; the stay shows which events its tariff needs', async () => {
  const id = await lot.enter(Q, T + 5 * HOUR);
  const story = () => product.must('GET', '/api/gatehouse/stay/story', { recordId: id });
  const before_ = await story();
  assert.deepEqual(
    [before_.happened.events, before_.happened.needed.map((each: { event: string }) => each.event)],
    [[], ['chargingStart', 'chargingEnd']],
  );
  await product.must('POST', path, {
    recordId: id,
    event: 'chargingEnd',
    time: iso(T + 6 * HOUR),
    remark: '司机出示充电记录',
  });
  const current = await story();
  assert.deepEqual(
    current.happened.events.map(({ event, time, words }: { event: string; time: string; words: { zh: string } }) => [
      event,
      time,
      words.zh,
    ]),
    [['chargingEnd', iso(T + 6 * HOUR), '充电结束']],
  );
  assert.ok(
    current.events.some(
      (event: { kind: string; detail: { why?: string } }) => event.kind === 'change' && event.detail.why === 'event',
    ),
  );
  await product.must('POST', path, {
    recordId: id,
    event: 'chargingEnd',
    time: iso(T + 6 * HOUR),
    undo: true,
    remark: '看错',
  });
  assert.deepEqual((await story()).happened.events, []);
  const audits = await lot.rows(
    "SELECT after->>'note' AS note FROM audit_log WHERE tenant_id = $1 AND park_id = $2 AND action = 'event' AND row_id = $3 ORDER BY at, id",
    id,
  );
  assert.deepEqual(
    audits.map(({ note }) => note),
    ['司机出示充电记录', '看错'],
  );
});

test('what cannot be is refused at its field; strangers find no such car', async () => {
  const id = await lot.enter(P, T + 5 * HOUR);
  assert.deepEqual(await faults({ event: 'chargingEnd' }), [400, 'parkId']);
  assert.deepEqual(await faults({ parkId: lot.parkId, event: 'chargingEnd' }), [400, 'plateNumber']);
  assert.deepEqual(await faults({ recordId: id }), [400, 'event']);
  assert.deepEqual(await faults({ recordId: id, event: 'charging end' }), [400, 'event']);
  assert.deepEqual(await faults({ recordId: id, event: 'chargingEnd', time: iso(Date.now() + HOUR) }), [400, 'time']);
  assert.deepEqual(await faults({ recordId: id, event: 'chargingEnd', undo: true }), [400, 'time']);
  assert.deepEqual(
    [
      (await report({ recordId: id, event: 'x', time: iso(T), remark: 'x' })).body.msg,
      (await report({ recordId: id, event: 'x', time: iso(T + 6 * HOUR), undo: true })).body.msg,
    ],
    ['时间早于入场', '没有登记过该事件'],
  );
  assert.equal((await report({ parkId: lot.parkId, plateNumber: '京A99999', event: 'x' })).status, 404);
  assert.equal((await report({ recordId: id, event: 'x' }, 'otherTenant')).status, 404);
});
