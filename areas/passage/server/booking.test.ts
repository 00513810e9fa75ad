import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { refreshBookings } from '#areas/vehicle/server/door.ts';
import { platformScope } from '#kit/server/db.ts';
import { startTestProduct } from '#test/test-product.ts';
import type { TestProduct } from '#test/test-product.ts';
import { HOUR, MINUTE, openLot } from './lot.fixture.ts';
import type { StoryLot } from './lot.fixture.ts';

const base = '/api/updown/plat/managebook';
let product: TestProduct;
let lot: StoryLot;
const now = Date.now();
const iso = (at: number): string => new Date(at).toISOString();

before(async () => {
  product = await startTestProduct();
});
after(() => product?.close());

type Wish = { plate: string; from: number; until: number; free?: boolean };
const book = async ({ plate, from, until, free = true }: Wish): Promise<string> =>
  (
    await product.must('POST', `${base}/submit`, {
      parkId: lot.parkId,
      plateNumber: plate,
      startTime: iso(from),
      endTime: iso(until),
      freeOfCharge: free,
      contactName: '王芳',
    })
  ).id;
const passed = async (wish: Wish): Promise<string> => {
  const id = await book(wish);
  await product.must('POST', `${base}/pass`, { ids: id });
  lot.forget();
  return id;
};
const row = (id: string) => product.must('GET', `${base}/detail`, { id });
/** Time goes by: the booking was for earlier than it is. */
const ago = async (id: string, ms: number): Promise<void> => {
  const { startTime, endTime } = await row(id);
  await product.database.write(platformScope, (db) =>
    db.raw('UPDATE space_booking SET start_time = $2, end_time = $3 WHERE id = $1', [
      id,
      iso(Date.parse(startTime) - ms),
      iso(Date.parse(endTime) - ms),
    ]),
  );
  lot.forget();
};
const dueAt = async (lane: 'out1'): Promise<number> => {
  const { phase } = await lot.lane(lane);
  return phase.name === 'awaiting' ? phase.settling.quote.dueFen : 0;
};

test('a booked car comes as a visitor, once, and leaves free within its time; the booking shows when it came', async () => {
  lot = await openLot(product);
  const id = await passed({ plate: '京A20001', from: now - 2 * HOUR, until: now + HOUR });
  const stay = await lot.enter('京A20001', now - HOUR);
  const stored = await lot.stay(stay);
  assert.deepEqual([stored.kind, stored.booking_id], ['visitor', id]);
  const came = await row(id);
  assert.deepEqual([came.status, Date.parse(came.arrivedTime)], ['arrived', now - HOUR]);
  await lot.leave('京A20001', now - 10 * MINUTE);
  assert.deepEqual([(await lot.stay(stay)).bill_fen, (await lot.stay(stay)).release_type], [0, 'list']);
  lot.forget();
  const again = await lot.enter('京A20001', now - 5 * MINUTE);
  assert.equal((await lot.stay(again)).kind, 'temp');
});

test('half an hour early is in time, earlier is not; what waits or was refused lets nobody in', async () => {
  lot = await openLot(product);
  await passed({ plate: '京A20002', from: now + 20 * MINUTE, until: now + HOUR });
  assert.equal((await lot.stay(await lot.enter('京A20002', now)))!.kind, 'visitor');
  await passed({ plate: '京A20003', from: now + 40 * MINUTE, until: now + HOUR });
  assert.equal((await lot.stay(await lot.enter('京A20003', now)))!.kind, 'temp');
  await book({ plate: '京A20004', from: now - HOUR, until: now + HOUR });
  lot.forget();
  assert.equal((await lot.stay(await lot.enter('京A20004', now)))!.kind, 'temp');
  const refused = await book({ plate: '京A20005', from: now - HOUR, until: now + HOUR });
  assert.equal((await product.ask('POST', `${base}/refuse`, { ids: refused })).body.errors?.[0]?.field, 'refuseRemark');
  await product.must('POST', `${base}/refuse`, { ids: refused, RefuseRemark: '当天有活动' });
  assert.deepEqual([(await row(refused)).status, (await row(refused)).refuseRemark], ['refused', '当天有活动']);
});

test('beyond its time it pays as a temporary car for what goes beyond; a booking that is not free only keeps the space', async () => {
  lot = await openLot(product);
  const id = await passed({ plate: '京A20006', from: now, until: now + 2 * HOUR });
  await ago(id, 4 * HOUR);
  const stay = await lot.enter('京A20006', now - 3 * HOUR);
  await lot.see('out1', now - HOUR, '京A20006');
  assert.equal(await dueAt('out1'), 1000); // the hour after its end
  await lot.cash('out1', now - HOUR + 5000, 1000);
  await lot.through('out1', now - HOUR + 7000);
  assert.deepEqual((await lot.stay(stay)).lines.map((line: { kind: string }) => line.kind).includes('covered'), true);
  const paying = await passed({ plate: '京A20007', from: now, until: now + 2 * HOUR, free: false });
  await ago(paying, 4 * HOUR);
  await lot.enter('京A20007', now - 3 * HOUR);
  await lot.see('out1', now - 2 * HOUR, '京A20007');
  assert.equal(await dueAt('out1'), 1000);
  assert.equal((await lot.check()).right, true);
});

test('a space is kept for it while the lot fills, and given back when nobody came', async () => {
  lot = await openLot(product, { capacity: 2 });
  const id = await passed({ plate: '京A20008', from: now - HOUR, until: now + HOUR });
  await lot.enter('京A20009', now - 30 * MINUTE);
  await lot.see('in1', now - 20 * MINUTE, '京A20010');
  assert.equal((await lot.lane('in1')).phase.name, 'refused');
  await lot.gone('in1', now - 19 * MINUTE);
  await ago(id, 2 * HOUR);
  assert.ok((await refreshBookings(product.database, new Date(now))) >= 1);
  assert.equal((await row(id)).status, 'no-show');
  await lot.see('in1', now - 10 * MINUTE, '京A20010');
  assert.equal((await lot.lane('in1')).phase.name, 'granted');
});

test('no more are approved for one time than there are spaces, a plate books once for it, and the past or a black plate not at all', async () => {
  lot = await openLot(product, { capacity: 1, black: ['京A20020'] });
  const time = { from: now + HOUR, until: now + 2 * HOUR };
  const [one, two] = [await book({ plate: '京A20011', ...time }), await book({ plate: '京A20012', ...time })];
  const answers = await Promise.all(
    [one, two].map((ids, nth) => product.ask('POST', `${base}/pass`, { ids }, { key: `book-${nth}` })),
  );
  assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 422]);
  const form = (plateNumber: string, from: number, until: number) =>
    product.ask('POST', `${base}/submit`, {
      parkId: lot.parkId,
      plateNumber,
      startTime: iso(from),
      endTime: iso(until),
    });
  assert.equal((await form('京A20011', time.from + MINUTE, time.until)).body.errors?.[0]?.field, 'plateNumber');
  assert.equal((await form('京A20020', time.from, time.until)).body.errors?.[0]?.field, 'plateNumber');
  assert.equal((await form('京A20013', now - 2 * HOUR, now - HOUR)).body.errors?.[0]?.field, 'endTime');
  assert.equal((await form('京A20013', time.until, time.from)).body.errors?.[0]?.field, 'endTime');
  await product.must('POST', `${base}/cancel`, { ids: answers[0]!.status === 200 ? one : two });
  await product.must('POST', `${base}/pass`, { ids: answers[0]!.status === 200 ? two : one });
  for (const [as, status] of [
    ['otherTenant', 404],
    ['nobody', 403],
  ] as const)
    assert.equal((await product.ask('POST', `${base}/pass`, { ids: one }, { as })).status, status);
});
