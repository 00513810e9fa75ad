/**
 * Who may open a lane and book cash over MQTT: a box terminal, of its own lanes, for the person who has logged on to
 * it.
 */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { promisify } from 'node:util';
import { devicePorts } from '#areas/device/server/door.ts';
import { gateway } from '#device/gateway.ts';
import { tenantScope } from '#kit/server/db.ts';
import { startTestProduct } from '#test/test-product.ts';
import type { TestProduct } from '#test/test-product.ts';
import { doerAtBox, ingestBatch } from '#areas/passage/server/door.ts';
import { HOUR, openLot } from '#areas/passage/server/lot.fixture.ts';
import type { StoryLot } from '#areas/passage/server/lot.fixture.ts';

let product: TestProduct;
let lot: StoryLot;
let link: ReturnType<typeof gateway>;
let [boxId, other]: string[] = [];
const T = Date.now() - 2 * HOUR;
const seqs = new Map<string, number>();

before(async () => {
  product = await startTestProduct();
  lot = await openLot(product);
  const box = async (boxName: string) =>
    (await product.must('POST', '/api/updown/baseParkBox/submit', { parkId: lot.parkId, boxName })).id as string;
  [boxId, other] = [await box('南岗亭'), await box('北岗亭')];
  for (const [name, gateId] of Object.entries(lot.gates))
    await product.must('POST', '/api/updown/baseParkGate/submit', {
      GateID: gateId,
      boxId: name === 'in2' ? other : boxId,
    });
  lot.forget();
  link = gateway(
    devicePorts(product.database, {
      ingest: (target, events) => ingestBatch(product.database, target, events),
      doer: doerAtBox(product.database),
    }),
    { error: () => undefined, info: () => undefined },
  );
});
after(async () => {
  await link.close();
  await product.close();
});

async function add(sn: string, deviceType: string, more: Record<string, unknown>): Promise<void> {
  await product.must('POST', '/api/updown/parkdevices/submit', {
    sn,
    deviceName: sn,
    deviceType,
    parkId: lot.parkId,
    ...more,
  });
}
/** Sends a message of the device, under its next number. */
async function say(sn: string, message: string, values: Record<string, unknown>): Promise<void> {
  const seq = (seqs.get(sn) ?? 0) + 1;
  seqs.set(sn, seq);
  const device = (await link.identify(sn))!;
  const payload = Buffer.from(JSON.stringify({ seq, at: new Date(T + 80 * 60_000).toISOString(), ...values }));
  await promisify(link.receive)(device, message, payload);
}
const openings = () => lot.rows('SELECT cause FROM gate_opening WHERE tenant_id = $1 AND park_id = $2');
const incidents = async (): Promise<string[]> =>
  (
    await product.database.read(tenantScope(lot.target.tenantId), (db) =>
      db.raw<{ reason: string; times: number }>(
        `SELECT reason, times FROM device_incident WHERE park_id = $1 AND kind = 'rejected' ORDER BY time, id`,
        [lot.parkId],
      ),
    )
  ).flatMap(({ reason, times }) => Array.from({ length: times }, () => reason.split('\n')[1]!));
const paid = async (): Promise<unknown[]> =>
  lot.rows('SELECT amount_fen, drawer, operator FROM payment WHERE tenant_id = $1 AND park_id = $2');

test('a screen, a scanner, a sensor and the entry camera open no exit and book no cash; each try is an incident, and nothing waits for its number', async () => {
  await lot.enter('京A12345', T);
  await lot.see('out1', T + 80 * 60_000, '京A12345');
  const opened = (await openings()).length;
  const kinds = [
    ['SCREEN-1', 'screen', 'out1'],
    ['SCAN-1', 'scanner', 'out1'],
    ['SENSOR-1', 'sensor', 'out1'],
    ['CAMERA-IN', 'camera', 'in1'],
    ['CAMERA-OUT', 'camera', 'out1'],
  ] as const;
  const session = 'v1.a.b.c';
  const lane = lot.gates.out1;
  for (const [sn, type, gate] of kinds) {
    await add(sn, type, { gateId: lot.gates[gate] });
    await say(sn, 'attend', { lane, passing: 1, session, action: 'open', reason: '测试', by: '王芳' });
    const cash = { action: 'cash', amountFen: 1_500, tenderedFen: 1_500, drawer: '南岗亭', by: '王芳' };
    await say(sn, 'attend', { lane, passing: 1, session, ...cash });
  }
  assert.equal((await incidents()).length, 2 * kinds.length);
  assert.ok((await incidents()).every((reason) => reason.startsWith('not sent by a device of this kind: attend')));
  assert.deepEqual([(await openings()).length, await paid()], [opened, []]);
  assert.equal((await lot.lane('out1')).phase.name, 'awaiting');
  const states = await lot.rows(`SELECT last_seq, state FROM device_live WHERE tenant_id = $1 AND park_id = $2`);
  // What speaks of berths is not waited for: nothing is kept of a sensor's numbers.
  assert.equal(
    states.filter((row) => Number(row['last_seq']) === 2 && row['state'].held.length === 0).length,
    kinds.filter(([, type]) => type !== 'sensor').length,
  );
});

test('at a terminal cash is booked for who has logged on, in the drawer of the lane’s box, and for nobody else or elsewhere', async () => {
  await add('BOX-1', 'box', { boxId });
  await add('BOX-2', 'box', { boxId: other });
  const earlier = (await incidents()).length;
  const as = await product.login('admin', product.passwords['admin']!);
  const terminal = async (sn: string, who?: string) =>
    (await product.must('POST', '/api/gatehouse/box/terminal', { sn }, { as: who ?? as })).session as string;
  const [own, foreign] = [await terminal('BOX-1'), await terminal('BOX-2')];
  const cash = { lane: lot.gates.out1, passing: 1, action: 'cash', amountFen: 1_500, drawer: 'elsewhere', by: '别人' };
  await say('BOX-2', 'attend', { ...cash, session: foreign });
  await say('BOX-1', 'attend', { ...cash, session: foreign });
  await say('BOX-1', 'attend', { ...cash, session: `${own}x` });
  await say('BOX-1', 'attend', { ...cash, session: own, tenderedFen: 1_000 });
  assert.deepEqual((await incidents()).slice(earlier), [
    'lane: none of this terminal’s',
    'session: ended, or not of somebody who logged on to this terminal',
    'session: ended, or not of somebody who logged on to this terminal',
    'tenderedFen: less than is kept',
  ]);
  assert.deepEqual(await paid(), []);
  await say('BOX-1', 'attend', { ...cash, session: own });
  const [payment] = (await paid()) as { amount_fen: number; drawer: string; operator: string }[];
  assert.deepEqual([Number(payment?.amount_fen), payment?.drawer], [1_500, '南岗亭']);
  assert.notEqual(payment?.operator, '别人');

  await product.must('GET', '/api/api-uaa/oauth/remove/token', {}, { as });
  await say('BOX-1', 'attend', { lane: lot.gates.out2, passing: 0, session: own, action: 'open', reason: '测试' });
  assert.equal((await incidents()).filter((reason) => reason.startsWith('session: ended')).length, 3);
});

test('who may not do it at the console may not do it at a terminal, and gets no session at one of another group', async () => {
  assert.equal(
    (await product.ask('POST', '/api/gatehouse/box/terminal', { sn: 'BOX-1' }, { as: 'otherTenant' })).status,
    404,
  );
  assert.equal((await product.ask('POST', '/api/gatehouse/box/terminal', { sn: 'CAMERA-IN' })).status, 404);
  assert.equal(
    (await product.ask('POST', '/api/gatehouse/box/terminal', { sn: 'BOX-1' }, { as: 'nobody' })).status,
    403,
  );
});
