/**
 * The driver's page for help on the real engine: one call in the seats' own queue, begun by whoever stands at the lane,
 * and little for anybody else.
 */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { platformScope, tenantScope } from '#kit/server/db.ts';
import { startTestProduct } from '#test/test-product.ts';
import type { TestProduct } from '#test/test-product.ts';
import { agent, openLot } from './seat.fixture.ts';
import type { Lot } from './seat.fixture.ts';

const seat = '/api/gatehouse/seat';
let product: TestProduct;
let nth = 0;
before(async () => {
  product = await startTestProduct();
});
after(() => product.close());

/** As a phone of its own, from which nothing was requested before. */
const phone = () => {
  nth += 1;
  return { as: null, ip: `198.51.${nth}.7` } as const;
};
type Phone = ReturnType<typeof phone>;
const ask = (path: string, input: Record<string, unknown>, at: Phone) =>
  product.ask('POST', `/api/gatehouse/help/${path}`, input, at);
const must = async (path: string, input: Record<string, unknown>, at: Phone) => {
  const { status, body } = await ask(path, input, at);
  assert.equal(status, 200, JSON.stringify(body));
  return body.data;
};
const calls = ({ parkId }: Lot) =>
  product.database.read(platformScope, (db) =>
    db.raw<{ id: string; status: string; source: string; rating: number | null }>(
      'SELECT id, status, source, rating::int AS rating FROM call_record WHERE park_id = $1 ORDER BY queued_time',
      [parkId],
    ),
  );
/** A car that waits in the lane, as its last reading left it. */
const stands = ({ tenantId, parkId, gate }: Lot, plate: string) =>
  product.database.write(tenantScope(tenantId), (db) =>
    db.raw('INSERT INTO lane_live (tenant_id, park_id, gate_id, state) VALUES ($1, $2, $3, $4::jsonb) RETURNING 1', [
      tenantId,
      parkId,
      gate,
      JSON.stringify({
        phase: { name: 'refused', vehicle: { plate, colour: 'blue', picture: null, passings: [1] } },
      }),
    ]),
  );

test('pressed on the phone it rings at a seat as from the button, joins what is open, and is rated once', async () => {
  const [lot, one, at] = [await openLot(product), await agent(product), phone()];
  await product.must('POST', `${seat}/presence`, { to: 'ready' }, { as: one.token });
  const lane = { parkId: lot.parkId, gateId: lot.gate };
  const { ticket, state } = await must('start', lane, at);
  assert.equal(state, 'queued');
  assert.equal((await must('start', lane, phone())).state, 'queued');
  assert.equal((await calls(lot)).length, 1);
  const { own } = await product.must('GET', `${seat}/state`, {}, { as: one.token });
  assert.equal(own.gateId, lot.gate);
  await product.must('POST', `${seat}/accept`, { callId: own.callId }, { as: one.token });
  assert.deepEqual(await must('state', { ticket }, at), { state: 'talking', rated: false });
  assert.equal((await must('rate', { ticket, rating: 5 }, at)).rated, false, 'not before it is over');
  await product.must('POST', `${seat}/end`, { callId: own.callId }, { as: one.token });
  assert.equal((await must('rate', { ticket, rating: 4 }, at)).rated, true);
  await must('rate', { ticket, rating: 1 }, at);
  assert.deepEqual(
    (await calls(lot)).map(({ source, rating }) => [source, rating]),
    [['phone', 4]],
  );
  await product.must('POST', `${seat}/presence`, { to: 'offline' }, { as: one.token });
});

test('who has the lot’s code alone is found by the whole plate of the car that stands in a lane now', async () => {
  const [lot, at] = [await openLot(product), phone()];
  const { parkId } = lot;
  for (const plate of ['浙A8Q9', '', undefined])
    assert.equal((await ask('start', { parkId, plate }, at)).status, 400, String(plate));
  assert.equal((await ask('start', { parkId, plate: '浙A8Q951' }, at)).status, 400, 'it stands nowhere');
  await stands(lot, '浙A8Q951');
  await must('start', { parkId, plate: '浙a·8q951' }, at);
  assert.equal((await calls(lot)).length, 1);
});

test('a driver takes his own call back, and no button’s', async () => {
  const [lot, one, at] = [await openLot(product), await agent(product), phone()];
  await product.must('POST', `${seat}/presence`, { to: 'ready' }, { as: one.token });
  const { ticket } = await must('start', { parkId: lot.parkId, gateId: lot.gate }, at);
  assert.equal((await must('end', { ticket }, at)).state, 'abandoned');
  assert.equal((await product.must('GET', `${seat}/state`, {}, { as: one.token })).own, null);
  await product.must('POST', `${seat}/presence`, { to: 'offline' }, { as: one.token });
});

test('a lane is not called at without end: an empty one twice, and one address so often', async () => {
  const [lot, at] = [await openLot(product), phone()];
  const lane = { parkId: lot.parkId, gateId: lot.gate };
  await must('start', lane, at);
  await must('start', lane, phone());
  assert.equal((await ask('start', lane, phone())).status, 429);
  const wrong = { parkId: lot.parkId, plate: '浙A00000' };
  const answers = [];
  for (let tries = 0; tries < 10; tries += 1) answers.push((await ask('start', wrong, at)).status);
  assert.ok(answers.includes(429), answers.join());
});

test('a ticket of nobody, a lane of another lot, and a lot where nobody would answer are refused', async () => {
  const [lot, other, none] = [await openLot(product), await openLot(product), await openLot(product, null)];
  for (const ticket of ['x', 'v1.a.b.c'])
    for (const path of ['state', 'end']) assert.equal((await ask(path, { ticket }, phone())).status, 400);
  assert.equal((await ask('start', { parkId: lot.parkId, gateId: other.gate }, phone())).status, 400);
  assert.equal((await ask('start', { parkId: lot.parkId, gateId: randomUUID() }, phone())).status, 400);
  assert.equal((await ask('start', { parkId: none.parkId, gateId: none.gate }, phone())).status, 422);
});
