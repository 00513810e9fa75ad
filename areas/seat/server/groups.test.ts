/** Groups of seats on the real engine: whom a call rings first, where it goes on to, and what the figures say of it. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { startTestProduct } from '#test/test-product.ts';
import type { TestProduct } from '#test/test-product.ts';
import { sweepDesks, takeHelp } from './door.ts';
import { agent as makeAgent, openLot } from './seat.fixture.ts';
import type { Lot } from './seat.fixture.ts';

const seat = '/api/gatehouse/seat';
let product: TestProduct;
before(async () => {
  product = await startTestProduct();
});
after(() => product.close());

let seq = 0;
const press = (lot: Lot): Promise<void> => {
  seq += 1;
  const at = Date.now();
  const event = { device: lot.device, seq, rawAt: at, at, lane: lot.gate, action: 'press', rating: null } as const;
  return takeHelp(product.database, lot, [event]);
};
const group = async (more: Record<string, unknown> = {}): Promise<string> =>
  (
    await product.must('POST', '/api/gatehouse/seatGroup/submit', {
      companyId: product.companies.first,
      groupName: `组 ${randomUUID().slice(0, 8)}`,
      overflowS: 20,
      ...more,
    })
  ).id;
const desk = (token: string) => product.must('GET', `${seat}/state`, {}, { as: token });
const go = (token: string, to: string) => product.must('POST', `${seat}/presence`, { to }, { as: token });

test('a call rings in its own group, goes on to the next after its seconds, and the record and the figures say so', async () => {
  const lot = await openLot(product);
  const next = await group();
  const own = await group({ parkIds: [lot.parkId], overflowTo: next });
  const one = await makeAgent(product, { groupIds: [own] });
  const two = await makeAgent(product, { groupIds: [next] });
  await go(two.token, 'ready');
  await go(one.token, 'ready');
  await press(lot);
  const rung = await desk(one.token);
  assert.equal(rung.seat.state, 'ringing');
  assert.deepEqual([rung.seat.groups.length, rung.own.overflowed, typeof rung.own.group], [1, false, 'string']);
  const { callId } = rung.own;
  const waiting = (await desk(two.token)).queue.find((each: { callId: string }) => each.callId === callId);
  assert.equal(waiting.takable, false);
  const early = await product.ask('POST', `${seat}/accept`, { callId }, { as: two.token });
  assert.equal(early.status, 422);
  // Nobody took it: it rang at its own seat twice, which is on a break then.
  await sweepDesks(product.database, new Date(Date.now() + 11_000));
  await sweepDesks(product.database, new Date(Date.now() + 22_000));
  const passed = await desk(two.token);
  assert.deepEqual([passed.own?.callId, passed.own?.overflowed], [callId, true]);
  await product.must('POST', `${seat}/accept`, { callId }, { as: two.token });
  await product.must('POST', `${seat}/end`, { callId }, { as: two.token });
  await product.must('POST', `${seat}/why`, { callId, why: 'question', resolution: 'told' }, { as: two.token });
  const record = await product.must('GET', '/api/updown/cloudseats/callrecord/detail', { callId });
  assert.deepEqual([record.groupId, record.overflowed, record.status], [own, true, 'closed']);
  const course = await product.must('GET', '/api/updown/third/reception/getEvent', { callId, kind: 'overflowed' });
  assert.deepEqual(
    course.records.map((each: { groupId: string }) => each.groupId),
    [next],
  );
  const found = await product.must('GET', '/api/updown/cloudseats/callrecord/getList', { groupId: own });
  assert.deepEqual(
    found.records.map((each: { callId: string }) => each.callId),
    [callId],
  );
  const sums = await product.must('GET', '/api/gatehouse/callSum', { groupId: own });
  assert.deepEqual([sums.records[0].calls, sums.records[0].overflowed], [1, 1]);
  await go(one.token, 'offline');
  await go(two.token, 'offline');
});

test('a seat in no group answers car parks alone that are in none', async () => {
  const [grouped, free] = [await openLot(product), await openLot(product)];
  await group({ parkIds: [grouped.parkId] });
  const one = await makeAgent(product);
  await go(one.token, 'ready');
  await press(grouped);
  const { records } = await product.must('GET', '/api/updown/cloudseats/callrecord/getList', {
    parkId: grouped.parkId,
  });
  assert.equal(records[0].status, 'fallback');
  await press(free);
  assert.equal((await desk(one.token)).own.gateId, free.gate);
  await go(one.token, 'offline');
});

test('a car park is in one group at most, a group does not go on to itself, and one that is in use is not removed', async () => {
  const lot = await openLot(product);
  const next = await group();
  const own = await group({ parkIds: [lot.parkId], overflowTo: next });
  const field = async (input: Record<string, unknown>): Promise<unknown> => {
    const { status, body } = await product.ask('POST', '/api/gatehouse/seatGroup/submit', input);
    assert.equal(status, 400);
    return body.errors?.[0]?.field;
  };
  const another = { companyId: product.companies.first, groupName: '另一组', overflowS: 20 };
  assert.equal(await field({ ...another, parkIds: [lot.parkId] }), 'parkIds');
  assert.equal(await field({ ...another, overflowS: 90 }), 'overflowS');
  assert.equal(await field({ id: own, overflowTo: own }), 'overflowTo');
  assert.equal(await field({ ...another, parkIds: [randomUUID()] }), 'parkIds');
  const used = await product.ask('POST', '/api/gatehouse/seatGroup/remove', { groupId: next });
  assert.equal(used.status, 409);
  await product.must('POST', '/api/gatehouse/seatGroup/submit', { id: own, overflowTo: null, parkIds: [lot.parkId] });
  await product.must('POST', '/api/gatehouse/seatGroup/remove', { groupId: next });
});
