/** Slip printers in the network, by their emulator over real sockets: one slip a command, and why none came out. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { openLot } from '#areas/passage/server/lot.fixture.ts';
import type { StoryLot } from '#areas/passage/server/lot.fixture.ts';
import type { PrinterState } from '#device/adapters/emulation.ts';
import { emulators } from '#device/adapters/emulators.ts';
import { writeGbk } from '#device/adapters/gbk.ts';
import { begin, closers, end, server, until } from './bought.fixture.ts';

before(begin);
after(end);

const PLATE = '浙A12345';

/** A lot with an order that was paid in cash, and a printer. */
async function counter() {
  const { product } = server;
  const lot = await openLot(product);
  const from = Date.now() - 3_600_000;
  await lot.enter(PLATE, from);
  await lot.leave(PLATE, from + 3_500_000);
  const [order] = await lot.of('parking_order');
  const device = await emulators.escpos({ url: '', serial: '' });
  closers.push(() => device.close());
  const made = await product.must('POST', '/api/updown/parkdevices/submit', {
    parkId: lot.parkId,
    deviceName: 'booth printer',
    deviceType: 'printer',
    sn: `PR-${crypto.randomUUID().slice(0, 12)}`,
    family: 'escpos',
    ipAddress: '127.0.0.1',
    port: device.port,
  });
  return { lot, orderId: order!.id as string, deviceId: made.id as string, printer: device.printer!, device };
}
const send = (orderId: string, deviceId: string) =>
  server.product.must('POST', '/api/gatehouse/print/send', { onlineOrderId: orderId, deviceId });
const prints = (lot: StoryLot, count: number) =>
  until(
    async () => (await lot.of('device_command', 'time, id')).filter(({ command }) => command === 'print'),
    (all) => all.length >= count && all.every(({ status }) => !['queued', 'sent'].includes(status)),
  );

test('a receipt comes out once, by the template, in GBK, and its command is done', async () => {
  const { lot, orderId, deviceId, printer } = await counter();
  const { commandIds } = await send(orderId, deviceId);
  assert.equal(commandIds.length, 1);
  assert.deepEqual(
    (await prints(lot, 1)).map(({ status, error }) => [status, error]),
    [['answered', null]],
  );
  const [slip, ...more] = printer.slips();
  assert.deepEqual(more, []);
  for (const line of [PLATE, '停车收费凭条', '实收 10.00 元']) assert.ok(slip!.includes(writeGbk(line)!), line);
  assert.ok(!slip!.includes(writeGbk('补打')!));
});

test('the second slip of an order is marked as a copy, and is the second', async () => {
  const { lot, orderId, deviceId, printer } = await counter();
  await send(orderId, deviceId);
  await prints(lot, 1);
  await send(orderId, deviceId);
  await prints(lot, 2);
  assert.deepEqual(
    printer.slips().map((slip) => slip.includes(writeGbk('补打（第 2 张）')!)),
    [false, true],
  );
});

const HINDERED: readonly (readonly [PrinterState, RegExp])[] = [
  ['paper-out', /打印机缺纸/],
  ['cover-open', /打印机上盖打开/],
  ['cutter', /打印机切刀故障/],
  ['deaf', /连不上设备/],
];
for (const [state, why] of HINDERED)
  test(`${state}: nothing is sent, the command names it, and it prints once that is remedied`, async () => {
    const { lot, orderId, deviceId, printer } = await counter();
    printer.set(state);
    await send(orderId, deviceId);
    const [first] = await prints(lot, 1);
    assert.equal(first!.status, 'failed');
    assert.match(first!.error, why);
    printer.set('ready');
    await send(orderId, deviceId);
    assert.deepEqual(
      (await prints(lot, 2)).map(({ status }) => status),
      ['failed', 'answered'],
    );
    assert.equal(printer.slips().length, 1);
    assert.ok(!printer.slips()[0]!.includes(writeGbk('补打')!), 'what never left is no first slip');
  });

test('a printer that does not confirm leaves the outcome uncertain, and nothing is sent again', async () => {
  const { lot, orderId, deviceId, printer } = await counter();
  printer.set('jams');
  await send(orderId, deviceId);
  const [first] = await prints(lot, 1);
  assert.equal(first!.status, 'uncertain');
  assert.match(first!.error, /请看小票/);
  assert.equal(printer.slips().length, 1);
});

test('an uncertain print is nothing to settle: the call says what to do, and the button is not offered', async () => {
  const { lot, orderId, deviceId, printer } = await counter();
  printer.set('jams');
  await send(orderId, deviceId);
  const [first] = await prints(lot, 1);
  const input = { commandId: first!.id, found: 'opened', remark: '看到小票' };
  const { status, body } = await server.product.ask('POST', '/api/gatehouse/deviceCommand/settle', input);
  assert.equal(status, 422);
  assert.match(body.msg, /看打印机/);
  assert.equal((await prints(lot, 1))[0]!.status, 'uncertain', 'nothing was changed');
  const { records } = await server.product.must('GET', '/api/gatehouse/deviceCommand/list', { deviceId });
  assert.deepEqual(
    records.map((row: { command: string; may: string[] }) => [
      row.command,
      row.may.includes('parkDevice.settleOpening'),
    ]),
    [['print', false]],
  );
});

test('its state is read: what is wrong stands on it until it is remedied', async () => {
  const { orderId, deviceId, printer } = await counter();
  const stateOf = async () => {
    const [row] = await server.product.must('GET', '/api/gatehouse/print/printers', { onlineOrderId: orderId });
    return [row.deviceId === deviceId, row.status, row.faultText];
  };
  const probed = async (status: string) => {
    await server.devices.probe();
    return until(stateOf, ([, now]) => now === status);
  };
  assert.deepEqual(await stateOf(), [true, 'offline', null]);
  assert.deepEqual(await probed('online'), [true, 'online', null]);
  printer.set('paper-out');
  assert.deepEqual(await probed('fault'), [true, 'fault', '打印机缺纸']);
  printer.set('paper-low');
  assert.deepEqual(await probed('online'), [true, 'online', null]);
});

test('another car park’s printer, and a device that is none, print nothing of this order', async () => {
  const [here, there] = [await counter(), await counter()];
  const refused = async (deviceId: string) =>
    (await server.product.ask('POST', '/api/gatehouse/print/send', { onlineOrderId: here.orderId, deviceId })).status;
  assert.equal(await refused(there.deviceId), 422);
  assert.equal(there.printer.slips().length, 0);
});

test('a test page shows both scripts and a cut', async () => {
  const { lot, deviceId, printer } = await counter();
  await server.product.must('POST', '/api/gatehouse/parkDevice/printTest', { deviceId });
  assert.deepEqual(
    (await prints(lot, 1)).map(({ status }) => status),
    ['answered'],
  );
  const [page] = printer.slips();
  assert.ok(page!.includes(writeGbk('你好')!) && page!.includes('Test'));
});
