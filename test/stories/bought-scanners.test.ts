/**
 * Readers of pay codes at an exit, by their emulator over real sockets: a code pays once, and the lane says why one
 * does not.
 */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { moneyRound } from '#areas/billing/server/door.ts';
import { openLot } from '#areas/passage/server/lot.fixture.ts';
import type { Row, StoryLot } from '#areas/passage/server/lot.fixture.ts';
import type { Emulator } from '#device/adapters/emulation.ts';
import { emulators } from '#device/adapters/emulators.ts';
import { begin, closers, end, incidents, logged, server, until } from './bought.fixture.ts';

before(begin);
after(end);

const PLATE = '浙A12345';
const SERIAL = 'A7';

/** A lot with a car that waits to pay at its exit, and a reader there. */
async function exit(more: Record<string, unknown> = {}) {
  const { product, base } = server;
  const lot = await openLot(product);
  await product.must('POST', '/api/updown/parkdevices/submit', {
    parkId: lot.parkId,
    deviceName: 'screen',
    deviceType: 'screen',
    sn: `SC-${crypto.randomUUID().slice(0, 12)}`,
    gateId: lot.gates.out1,
  });
  const made = await product.must('POST', '/api/updown/parkdevices/submit', {
    parkId: lot.parkId,
    deviceName: 'reader',
    deviceType: 'scanner',
    sn: `PS-${crypto.randomUUID().slice(0, 12)}`,
    gateId: lot.gates.out1,
    family: 'payscanner',
    sourceNetworks: '127.0.0.1',
    ...more,
  });
  const reader = await emulators.payscanner({ url: `${base}/device/payscanner/${made.secret}`, serial: SERIAL });
  closers.push(() => reader.close());
  return { lot, reader, deviceId: made.id as string };
}
const arrive = async (lot: StoryLot): Promise<void> => {
  const from = Date.now() - 3_600_000;
  await lot.enter(PLATE, from);
  await lot.see('out1', Date.now(), PLATE);
};
const phase = async (lot: StoryLot) => (await lot.lane('out1')).phase.name;
/** What the lane showed after the sum, line by line. */
const shown = async (lot: StoryLot): Promise<string[]> =>
  (await lot.of('device_command', 'time, id'))
    .filter(({ command }) => command === 'show')
    .flatMap(({ payload }) => payload.lines.map(({ zh }: { zh: string }) => zh))
    .filter((line) => line !== PLATE && !/请缴费|欢迎/.test(line));
const scanned = async ({ scan }: Emulator, code: string, ...faults: never[]): Promise<void> => {
  for (const { status, body } of await scan!(code, faults)) assert.deepEqual([status, body], [200, 'code=0000']);
};
const taken = (lot: StoryLot, count: number): Promise<Row[]> =>
  until(
    async () => (await lot.of('device_event', 'at, seq')).filter(({ kind }) => kind === 'scan'),
    (all) => all.length >= count,
  );
const inbox = (lot: StoryLot, deviceId: string) =>
  lot.rows(
    'SELECT payload, stored FROM device_inbox WHERE tenant_id = $1 AND $2::uuid IS NOT NULL AND device_id = $3',
    deviceId,
  );

test('a driver holds up a code: it is charged, the barrier opens, and no row or log has it', async () => {
  const { lot, reader, deviceId } = await exit();
  await arrive(lot);
  const code = '134650000000000123';
  await scanned(reader, code);
  await taken(lot, 1);
  assert.equal(await phase(lot), 'awaiting');
  await lot.money();
  assert.equal(await phase(lot), 'releasing');
  assert.deepEqual(
    (await lot.of('payment')).map(({ status, amount_fen }) => [status, amount_fen]),
    [['paid', 1000]],
  );
  await until(
    () => inbox(lot, deviceId),
    (rows) => rows.every(({ stored }) => stored),
  );
  const [events, kept] = [await lot.of('device_event', 'at, seq'), await inbox(lot, deviceId)];
  for (const rows of [events, kept, await lot.of('device_command', 'time, id'), await lot.of('payment'), logged])
    assert.ok(!JSON.stringify(rows).includes(code));
  assert.deepEqual(
    kept.map(({ payload }) => payload.payCode),
    ['13…'],
  );
});

test('the same code again and again is one payment, before the money and after it', async () => {
  const { lot, reader } = await exit();
  await arrive(lot);
  const code = '286500000000001234';
  await scanned(reader, code, ...(['repeat'] as never[]));
  await taken(lot, 4);
  await lot.money();
  await scanned(reader, code);
  await taken(lot, 5);
  await lot.money();
  assert.deepEqual(
    (await lot.of('payment')).map(({ status, amount_fen }) => [status, amount_fen]),
    [['paid', 1000]],
  );
  assert.equal(await phase(lot), 'releasing');
  assert.deepEqual(await lot.exceptions(), []);
});

const REFUSED: readonly (readonly [string, string, string])[] = [
  ['an expired code', '134650000000010000', '付款码已失效，请刷新后再扫'],
  ['a code without the money', '134650000000020000', '余额不足，请换一种付款方式'],
  ['a code that its channel refuses without a reason', '134650000000030000', '支付未成功，请刷新付款码再试'],
];
for (const [what, code, words] of REFUSED)
  test(`${what} says so at the lane, and the next one pays`, async () => {
    const { lot, reader } = await exit();
    await arrive(lot);
    await scanned(reader, code);
    await taken(lot, 1);
    await lot.money();
    assert.deepEqual([await phase(lot), await shown(lot)], ['awaiting', [words]]);
    await scanned(reader, code);
    await taken(lot, 2);
    assert.deepEqual((await shown(lot)).slice(1), ['付款码已失效，请刷新后再扫'], 'used once, it is tried no more');
    await scanned(reader, '134650000000000777');
    await taken(lot, 3);
    await lot.money();
    assert.equal(await phase(lot), 'releasing');
    assert.deepEqual((await lot.of('payment', 'created_time, id')).map(({ status }) => status).sort(), [
      'failed',
      'paid',
    ]);
  });

test('a code before any car, and one without a car that waits, charge nothing', async () => {
  const { lot, reader } = await exit();
  await scanned(reader, '134650000000000001');
  await taken(lot, 1);
  await moneyRound(server.product.database, new Date());
  assert.deepEqual(await lot.of('payment'), []);
  await arrive(lot);
  assert.equal(await phase(lot), 'awaiting');
  await scanned(reader, '134650000000000002');
  await taken(lot, 2);
  await lot.money();
  assert.equal(await phase(lot), 'releasing');
});

test('a reader that only claims to be it charges nothing, and shows the wallet alone', async () => {
  const { lot, reader, deviceId } = await exit({ sourceNetworks: '' });
  await arrive(lot);
  await scanned(reader, '134650000000000009');
  const { messages, trust, can } = await server.product.must('GET', '/api/gatehouse/parkDevice/connection', {
    deviceId,
  });
  assert.deepEqual([trust, messages.map(({ payCode }: { payCode: string }) => payCode)], ['claimed', ['13…']]);
  assert.equal(can.payCodes, 'push');
  assert.deepEqual([await lot.of('payment'), await phase(lot)], [[], 'awaiting']);
});

test('another reader under this secret is refused and listed, and a wrong secret is nobody’s', async () => {
  const { lot, reader } = await exit();
  await arrive(lot);
  await scanned(reader, 'https://example.cn/coupon');
  const [wrong] = await reader.scan!('134650000000000003', ['wrong-secret']);
  assert.equal(wrong!.status, 404);
  await reader.scan!('134650000000000004', ['spoof']);
  assert.equal((await incidents(lot)).length, 1);
  assert.doesNotMatch(JSON.stringify(await incidents(lot)), /134650000000000004/);
});

/** A reader that is read, and a car that waits to pay. */
async function read() {
  const { product } = server;
  const { lot } = await exit();
  const reader = await emulators.payscannertcp({ url: '', serial: '' });
  closers.push(() => reader.close());
  const { id } = await product.must('POST', '/api/updown/parkdevices/submit', {
    parkId: lot.parkId,
    deviceName: 'line reader',
    deviceType: 'scanner',
    sn: `PL-${crypto.randomUUID().slice(0, 12)}`,
    gateId: lot.gates.out1,
    family: 'payscannertcp',
    ipAddress: '127.0.0.1',
    port: reader.port,
  });
  await arrive(lot);
  await until(
    async () => (await reader.beat()).status,
    (status) => status === 200,
  );
  return { lot, reader, deviceId: id as string };
}

test('a reader at a line is connected to, shows as there, and its code pays once however it is cut and repeated', async () => {
  const { lot, reader, deviceId } = await read();
  const stateOf = async () =>
    (await server.product.must('GET', '/api/updown/parkdevices/detail', { id: deviceId })).status;
  assert.equal(await until(stateOf, (state) => state === 'online'), 'online');
  await reader.scan!('284650000000000123', ['repeat', 'split']);
  await taken(lot, 4);
  await lot.money();
  assert.deepEqual(
    (await lot.of('payment')).map(({ status, amount_fen }) => [status, amount_fen]),
    [['paid', 1000]],
  );
  assert.equal(await phase(lot), 'releasing');
  assert.ok(!JSON.stringify([await inbox(lot, deviceId), logged]).includes('284650000000000123'));
});

test('what is no code at a line is passed over, and a connection that was lost comes back', async () => {
  const { lot, reader } = await read();
  await reader.scan!('04A1B2C3');
  await reader.scan!('');
  await reader.scan!('https://example.cn/coupon');
  await taken(lot, 1);
  assert.equal(await phase(lot), 'awaiting');
  reader.hangUp!();
  await until(
    async () => (await reader.beat()).status,
    (status) => status === 200,
  );
  await reader.scan!('134650000000000555');
  await taken(lot, 2);
  await lot.money();
  assert.equal(await phase(lot), 'releasing');
});
