/**
 * Entry tickets that a printer in a lane prints by itself, by its emulator over real sockets: one an entry, for the
 * cars it is set to, and what its code leads to.
 */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { dispatchDue } from '#areas/device/server/commands-dispatch.ts';
import { ingestBatch } from '#areas/passage/server/door.ts';
import { MINUTE, openLot } from '#areas/passage/server/lot.fixture.ts';
import type { LotSetup, StoryLot } from '#areas/passage/server/lot.fixture.ts';
import { emulators } from '#device/adapters/emulators.ts';
import type { PrinterState } from '#device/adapters/emulation.ts';
import { begin, closers, end, server, until } from './bought.fixture.ts';

before(begin);
after(end);

const PLATE = '浙A12345';
const ADDRESS = 'https://park.example.cn';

const submit = (input: Record<string, unknown>) => server.product.ask('POST', '/api/updown/parkdevices/submit', input);

/** A lot with a printer in its first entry. */
async function entrance(entryTickets: string, setup: LotSetup = {}) {
  const lot = await openLot(server.product, {
    ...setup,
    settings: { noPlateRule: 'code', driverUrl: ADDRESS, ...setup.settings },
  });
  const device = await emulators.escpos({ url: '', serial: '' });
  closers.push(() => device.close());
  const { status, body } = await submit({
    parkId: lot.parkId,
    deviceName: 'ticket printer',
    deviceType: 'printer',
    sn: `TP-${crypto.randomUUID().slice(0, 12)}`,
    gateId: lot.gates.in1,
    family: 'escpos',
    ipAddress: '127.0.0.1',
    port: device.port,
    entryTickets,
  });
  assert.equal(status, 200, JSON.stringify(body));
  lot.forget();
  return { lot, printer: device.printer!, deviceId: body.data.id as string };
}
const prints = async (lot: StoryLot) =>
  (await lot.of('device_command', 'time, id')).filter(({ command }) => command === 'print');
/** So many tickets, and none under way. */
const ended = (lot: StoryLot, count: number) =>
  until(
    () => prints(lot),
    (all) => all.length >= count && all.every(({ status }) => !['queued', 'sent'].includes(status)),
  );
const states = async (lot: StoryLot, count: number) => (await ended(lot, count)).map(({ status }) => status);
const exceptions = async (lot: StoryLot) =>
  (await lot.of('lane_exception', 'time, id'))
    .filter(({ code }) => code === 'E-TICKET')
    .map((row) => [row.gate_id === lot.gates.in1, row.plate_number, row.cleared_time !== null]);
/** What the booth shows of the cars that came in last. */
const missing = async (lot: StoryLot) => {
  const boxId =
    boxes.get(lot) ?? (await server.product.must('POST', BOXES, { parkId: lot.parkId, boxName: '东岗' })).id;
  boxes.set(lot, boxId);
  const { recent } = await server.product.must('GET', '/api/gatehouse/box/board', { boxId });
  return recent.map(({ ticketMissing }: { ticketMissing: boolean }) => ticketMissing);
};
const boxes = new Map<StoryLot, string>();
const BOXES = '/api/updown/baseParkBox/submit';
const barrier = async (lot: StoryLot) =>
  (await lot.of('device_event', 'at, seq')).filter(({ kind }) => kind === 'gate').length > 0;

test('a car whose plate was not read gets a ticket before it has passed, and its QR code leads to its own bill', async () => {
  const { lot, printer } = await entrance('unread');
  await lot.see('in1', Date.now() - MINUTE, '');
  assert.deepEqual(await states(lot, 1), ['answered']);
  const [slip, ...more] = printer.read();
  assert.deepEqual(more, []);
  const [command] = await prints(lot);
  assert.deepEqual([command!.cause, command!.gate_id], ['ticket', lot.gates.in1]);
  await lot.through('in1', Date.now() - MINUTE + 2_000);
  const [car] = await lot.of('car_inside');
  assert.equal(command!.cause_id, car!.id, 'of the stay that begins now');
  const number = String(car!.plate_number).split('-')[1]!;
  assert.ok(slip!.lines.includes(`凭证号 ${number}`), slip!.lines.join('\n'));
  assert.ok(slip!.lines.some((line) => /^入口 +in1$/.test(line)));
  const page = new URL(slip!.qr[0]!);
  assert.equal(page.origin + page.pathname, `${ADDRESS}/m/pay`);
  const bill = await server.product.must(
    'POST',
    '/api/gatehouse/driver/bill',
    { parkId: page.searchParams.get('parkId'), plateNumber: decodeURIComponent(page.hash.replace('#p=', '')) },
    { as: null },
  );
  assert.equal(bill.plateNumber, car!.plate_number);
});

test('a car whose plate was read gets none where only unread ones do, one where every car does, and none by default', async () => {
  for (const [rule, count] of [
    ['unread', 0],
    ['all', 1],
    ['none', 0],
  ] as const) {
    const { lot, printer } = await entrance(rule);
    await lot.see('in1', Date.now(), PLATE);
    await ended(lot, count);
    assert.deepEqual(
      printer.read().map(({ lines }) => lines.some((line) => line.endsWith(PLATE))),
      count === 1 ? [true] : [],
      rule,
    );
    assert.equal((await prints(lot)).length, count);
  }
});

test('another lane, a car that is refused and a message that comes much later print nothing', async () => {
  const { lot } = await entrance('all', { black: ['浙A00001'] });
  await lot.see('in2', Date.now(), PLATE);
  await lot.see('in1', Date.now() - 10 * MINUTE, '浙A00002');
  await lot.see('in1', Date.now(), '浙A00001');
  assert.equal((await lot.lane('in1')).phase.name, 'refused');
  assert.deepEqual(await prints(lot), []);
});

test('an entry that is reported again, read again, let in again and ingested by two servers at once is one ticket', async () => {
  const { lot, printer } = await entrance('all');
  const at = Date.now();
  const first = lot.reading('in1', at, PLATE);
  await Promise.all([1, 2, 3].map(() => ingestBatch(server.product.database, lot.target, [first])));
  await lot.see('in1', at + 500, PLATE);
  await lot.attend('in1', at + 1_000, { action: 'open', reason: '再开', picture: null });
  assert.deepEqual(await states(lot, 1), ['answered']);
  // Whoever else finds the row that a killed server left behind has nothing to print.
  await dispatchDue(server.product.database, server.devices, lot.target.tenantId);
  assert.equal(printer.read().length, 1);
});

test('a car that a person lets in gets its ticket', async () => {
  const { lot, printer } = await entrance('unread', { settings: { noPlateRule: 'ask' } });
  await lot.see('in1', Date.now(), '');
  assert.deepEqual(await prints(lot), []);
  await lot.attend('in1', Date.now(), { action: 'open', reason: '无牌车', picture: null });
  assert.deepEqual(await states(lot, 1), ['answered']);
  assert.equal(printer.read().length, 1);
});

test('a printer that is away is tried once more, and prints once it is back', async () => {
  const { lot, printer } = await entrance('all');
  printer.set('deaf');
  await lot.see('in1', Date.now(), PLATE);
  const waiting = await until(
    () => prints(lot),
    ([row]) => row?.error !== null && row?.attempt_time === null,
  );
  assert.deepEqual([waiting[0]!.status, /连不上设备/.test(waiting[0]!.error)], ['sent', true]);
  printer.set('ready');
  const [row] = await ended(lot, 1);
  assert.deepEqual([row!.status, row!.error], ['answered', null]);
  assert.equal(printer.read().length, 1);
  assert.deepEqual(await exceptions(lot), []);
});

const HINDERED: readonly (readonly [PrinterState, string, RegExp])[] = [
  ['paper-out', 'failed', /打印机缺纸/],
  ['jams', 'uncertain', /请看小票/],
];
for (const [state, outcome, why] of HINDERED)
  test(`${state}: the barrier opens all the same, and the missing ticket stands at the lane until it is printed`, async () => {
    const { lot, printer, deviceId } = await entrance('all');
    printer.set(state);
    await lot.see('in1', Date.now(), PLATE);
    assert.equal((await lot.lane('in1')).phase.name, 'granted', 'let in at once');
    await lot.through('in1', Date.now());
    assert.ok(await barrier(lot));
    const [row] = await ended(lot, 1);
    assert.equal(row!.status, outcome);
    assert.match(row!.error, why);
    assert.deepEqual(await exceptions(lot), [[true, PLATE, false]]);
    assert.deepEqual(await missing(lot), [true]);
    const out = printer.read().length;
    printer.set('ready');
    const [car] = await lot.of('car_inside');
    await server.product.must('POST', '/api/gatehouse/print/send', {
      recordId: car!.id,
      templateType: 'entry',
      deviceId,
    });
    assert.deepEqual(await states(lot, 2), [outcome, 'answered']);
    assert.equal(printer.read().length, out + 1);
    assert.deepEqual(await exceptions(lot), [[true, PLATE, true]]);
    assert.deepEqual(await missing(lot), [false]);
  });

test('a ticket that nobody printed in time, as its server was killed, is an exception and never comes out later', async () => {
  const { lot, printer } = await entrance('all');
  printer.set('deaf');
  await lot.see('in1', Date.now(), PLATE);
  await until(
    () => prints(lot),
    ([row]) => row?.error !== null && row?.attempt_time === null,
  );
  await dispatchDue(server.product.database, server.devices, lot.target.tenantId, new Date(Date.now() + 31_000));
  printer.set('ready');
  assert.deepEqual(await states(lot, 1), ['timed-out']);
  assert.deepEqual(await exceptions(lot), [[true, PLATE, false]]);
  assert.equal(printer.read().length, 0);
});

test('the template of the car park is printed, with the ticket number as a bar code where it asks for one', async () => {
  const { lot, printer } = await entrance('unread');
  await server.product.must('POST', '/api/updown/parkprinttemplate/submit', {
    parkId: lot.parkId,
    templateName: '入场',
    templateType: 'entry',
    content: '{park} {lane}\n[barcode {ticketNo}]\n[cut]',
  });
  await lot.see('in1', Date.now(), '');
  await ended(lot, 1);
  const [slip] = printer.read();
  const phase = (await lot.lane('in1')).phase;
  assert.ok(phase.name === 'granted');
  assert.deepEqual([slip!.barcodes, slip!.qr], [[phase.grant.plate.split('-')[1]], []]);
});

/** A reader at the exit, and what is held before it. */
async function readerAt(lot: StoryLot) {
  const made = await server.product.must('POST', '/api/updown/parkdevices/submit', {
    parkId: lot.parkId,
    deviceName: 'reader',
    deviceType: 'scanner',
    sn: `PS-${crypto.randomUUID().slice(0, 12)}`,
    gateId: lot.gates.out1,
    family: 'payscanner',
    sourceNetworks: '127.0.0.1',
  });
  const reader = await emulators.payscanner({
    url: `${server.base}/device/payscanner/${made.secret}`,
    serial: crypto.randomUUID().slice(0, 8),
  });
  closers.push(() => reader.close());
  return reader.scan!;
}

for (const [name, content, codeOf] of [
  ['QR code', '[qr {payUrl}]\n[cut]', 'qr'],
  ['bar code', '[barcode {ticketNo}]\n[cut]', 'barcodes'],
] as const)
  test(`at the exit the ${name} as it was printed finds the stay of a car that was not read at the entry`, async () => {
    const { lot, printer } = await entrance('unread', { settings: { noEntryRule: 'declared' } });
    await server.product.must('POST', '/api/updown/parkprinttemplate/submit', {
      parkId: lot.parkId,
      templateName: '入场',
      templateType: 'entry',
      content,
    });
    const from = Date.now() - MINUTE;
    await lot.see('in1', from, '');
    await lot.through('in1', from + 2_000);
    await ended(lot, 1);
    const [car] = await lot.of('car_inside');
    await lot.see('out1', Date.now(), PLATE);
    assert.equal((await lot.lane('out1')).phase.name, 'no-entry');
    const scan = await readerAt(lot);
    for (const { status, body } of await scan(printer.read()[0]![codeOf][0]!))
      assert.deepEqual([status, body], [200, 'code=0000']);
    const { phase } = await until(
      () => lot.lane('out1'),
      (lane) => lane.phase.name !== 'no-entry',
    );
    // Within its free minutes nothing is due: it is let out at once, with its own entry.
    assert.ok(phase.name === 'releasing', phase.name);
    assert.equal(phase.settling.stay, car!.id);
  });

test('it is set for a printer in an entry lane alone', async () => {
  const lot = await openLot(server.product);
  const refused = async (gateId: string | null) => {
    const { status, body } = await submit({
      parkId: lot.parkId,
      deviceName: `printer ${gateId}`,
      deviceType: 'printer',
      sn: `TP-${crypto.randomUUID().slice(0, 12)}`,
      gateId,
      family: 'escpos',
      entryTickets: 'all',
    });
    return [status, body.errors?.[0]?.field];
  };
  assert.deepEqual(await refused(null), [400, 'gateId']);
  assert.deepEqual(await refused(lot.gates.out1), [400, 'gateId']);
});
