/** What LoRaWAN networks post of a street's sensors, by the key of the lot's own network. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { MINUTE, openStreet } from '#areas/road/server/street.fixture.ts';
import type { Street } from '#areas/road/server/street.fixture.ts';
import { httpServer } from '#apps/server/http.ts';
import { served } from '#apps/server/areas.ts';
import { platformScope, tenantScope } from '#kit/server/db.ts';
import { startTestProduct } from '#test/test-product.ts';
import type { TestProduct } from '#test/test-product.ts';

let product: TestProduct;
let app: Awaited<ReturnType<typeof httpServer>>;
before(async () => {
  product = await startTestProduct();
  app = await httpServer({ database: product.database, served, whoIs: async () => null, logger: false });
});
after(async () => {
  await app?.close();
  await product?.close();
});

const calm = () =>
  product.database.write(platformScope, (db) => db.raw(`DELETE FROM login_try WHERE key LIKE 'lorawan%'`));
const NOW = Math.floor(Date.now() / MINUTE) * MINUTE;
const T = NOW - 3 * 60 * MINUTE;

async function post(path: string, key: string | null, body: unknown): Promise<{ status: number; data: any }> {
  const answer = await app.inject({
    method: 'POST',
    url: `${path}?event=up`,
    headers: { 'content-type': 'application/json', ...(key ? { 'x-gatehouse-key': key } : {}) },
    payload: JSON.stringify(body),
  });
  return { status: answer.statusCode, data: answer.json().data };
}

/** Nwave: bit 7 occupied, the rest the minutes that the state before lasted. */
const chirpStack = (devEui: string, frame: number, at: number, bytes: readonly number[], port = 1) => ({
  deduplicationId: `x-${frame}`,
  time: new Date(at).toISOString(),
  deviceInfo: { devEui, deviceName: 'bay' },
  devAddr: '00189440',
  fCnt: frame,
  fPort: port,
  data: Buffer.from(bytes).toString('base64'),
  rxInfo: [{ gatewayId: 'a', rssi: -99 }],
});
const thingsStack = (devEui: string, frame: number, at: number, bytes: readonly number[], port = 1) => ({
  end_device_ids: { device_id: 'bay', dev_eui: devEui.toUpperCase(), dev_addr: '26011BDA' },
  uplink_message: {
    session_key_id: 'AYyZQ2fJxw==',
    f_port: port,
    f_cnt: frame,
    frm_payload: Buffer.from(bytes).toString('base64'),
    rx_metadata: [{ rssi: -101 }],
    received_at: new Date(at).toISOString(),
  },
});

let nth = 0;
async function bridged(street: Street, networkKind: string) {
  nth += 1;
  const devEui = `70b3d5499000${String(nth).padStart(4, '0')}`;
  const { parkId } = street.lot;
  const sensor = await product.must('POST', '/api/updown/pda/rdSensor/submit', {
    parkId,
    sn: devEui,
    berthNo: street.berths[0]!.berthNo,
    codec: 'nwaveNps405',
  });
  await product.database.write(tenantScope(street.lot.tenantId), (db) =>
    db.raw(
      `UPDATE sensor_binding SET from_time = from_time - interval '30 days',
        proven_time = from_time - interval '30 days' WHERE tenant_id = $1 AND device_id = $2`,
      [street.lot.tenantId, sensor.id],
    ),
  );
  const network = await product.must('POST', '/api/gatehouse/lorawanNetwork/submit', {
    parkId,
    networkName: `网络 ${nth}`,
    networkKind,
  });
  const made = await product.must('POST', '/api/gatehouse/lorawanNetwork/key', { networkId: network.id });
  return { devEui, sensor, network, ...(made as { path: string; key: string; header: string }) };
}

const evidence = (street: Street) =>
  product.database.read(tenantScope(street.lot.tenantId), (db) =>
    db.raw<{ claim: string; at: string }>(
      'SELECT claim, at FROM berth_evidence WHERE tenant_id = $1 AND park_id = $2 ORDER BY at, id',
      [street.lot.tenantId, street.lot.parkId],
    ),
  );

for (const [kind, body] of [
  ['chirpStack', chirpStack],
  ['thingsStack', thingsStack],
] as const)
  test(`uplinks of ${kind} are evidence at the time a gateway received them, and posted twice they count once`, async () => {
    await calm();
    const street = await openStreet(product, 1);
    const { devEui, path, key } = await bridged(street, kind);
    const came = body(devEui, 7, T, [0x80 | 60]);
    const left = body(devEui, 8, T + 70 * MINUTE, [70]);
    for (const each of [left, came, came, left])
      assert.deepEqual((await post(path, key, each)).data, { taken: true, why: null });
    assert.deepEqual(await evidence(street), [
      { claim: 'arrive', at: new Date(T).toISOString() },
      { claim: 'leave', at: new Date(T + 70 * MINUTE).toISOString() },
    ]);
    await street.sweep(Date.now() + 5 * MINUTE);
    assert.deepEqual(
      (await street.stays()).map(({ in: from, out }) => [from, out]),
      [[new Date(T).toISOString(), new Date(T + 70 * MINUTE).toISOString()]],
    );
  });

test('the battery of a heartbeat stands at the sensor, and a counter that restarted after a join is another message', async () => {
  await calm();
  const street = await openStreet(product, 1);
  const { devEui, sensor, path, key } = await bridged(street, 'chirpStack');
  await post(path, key, chirpStack(devEui, 1, T, [0, 250, 0], 2));
  await post(path, key, { ...chirpStack(devEui, 1, T, [0x80], 1), devAddr: '00189441' });
  assert.equal((await evidence(street)).length, 2);
  const row = await product.must('GET', '/api/updown/pda/rdSensor/detail', { id: sensor.id });
  assert.deepEqual([row.batteryMv, row.rssi, row.status], [3_500, -99, 'online']);
});

test('a wrong key, none, a network out of use and one that never was are refused alike, and guessing is braked', async () => {
  await calm();
  const street = await openStreet(product, 1);
  const { devEui, network, path, key } = await bridged(street, 'chirpStack');
  const body = chirpStack(devEui, 1, T, [0x80]);
  const never = path.replace(network.id, '01980000-0000-7000-8000-00000000dead');
  for (const [where, by] of [
    [path, 'f'.repeat(40)],
    [path, null],
    [never, key],
  ] as const)
    assert.equal((await post(where, by, body)).status, 404);
  await product.must('POST', '/api/gatehouse/lorawanNetwork/submit', { id: network.id, enabled: false });
  assert.equal((await post(path, key, body)).status, 404);
  assert.equal((await evidence(street)).length, 0);
  for (let tries = 0; tries < 20; tries += 1) await post(never, key, body);
  assert.equal((await post(never, key, body)).status, 429);
});

test('a new key takes the place of the former one, and neither is ever shown again', async () => {
  await calm();
  const street = await openStreet(product, 1);
  const { devEui, network, path, key } = await bridged(street, 'chirpStack');
  const next = await product.must('POST', '/api/gatehouse/lorawanNetwork/key', { networkId: network.id });
  assert.equal((await post(path, key, chirpStack(devEui, 1, T, [0x80]))).status, 404);
  assert.equal((await post(path, next.key, chirpStack(devEui, 1, T, [0x80]))).status, 200);
  const shown = JSON.stringify(await product.must('GET', '/api/gatehouse/lorawanNetwork/detail', { id: network.id }));
  assert.ok(!shown.includes(next.key) && !shown.includes('v1.'), shown);
});

test('what is of no use is answered so that it is not posted again, and says why', async () => {
  await calm();
  const street = await openStreet(product, 1);
  const { network, path, key } = await bridged(street, 'chirpStack');
  const unknown = await post(path, key, chirpStack('0000000000000001', 1, T, [0x80]));
  assert.deepEqual([unknown.status, unknown.data.taken], [200, false]);
  assert.equal((await post(path, key, { event: 'join' })).data.taken, false);
  const row = await product.must('GET', '/api/gatehouse/lorawanNetwork/detail', { id: network.id });
  assert.match(row.lastProblem, /0000000000000001/);
});
