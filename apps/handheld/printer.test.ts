import assert from 'node:assert/strict';
import { test } from 'node:test';
import { escpos } from '#domain/print/escpos.ts';
import { widthOf } from '#domain/print/words.ts';
import { linesOf } from './paper.ts';
import type { Paper } from './paper.ts';
import { choosePrinter, PrinterFault } from './printer.ts';
import type { Bluetooth, Characteristic } from './printer.ts';

const paper: Paper = {
  title: '人民路路内',
  kind: '停车小票',
  rows: [
    ['泊位', 'W0001'],
    ['车牌', '粤B·12345'],
  ],
  code: { address: 'https://park.example/m/pay?parkId=p&berth=W0001', use: '扫码缴费' },
  note: '每半小时3元\n夜间免费',
};

type Set = { takes?: number; without?: boolean; lost?: () => boolean; services?: number };

/** A printer that takes so many bytes at once; `got` is what it was given. */
function standIn({ takes = 512, without = true, lost = () => false, services = 1 }: Set = {}) {
  const got: Uint8Array[] = [];
  let [connected, connects] = [false, 0];
  const take = async (bytes: BufferSource): Promise<void> => {
    const part = new Uint8Array(bytes as ArrayBuffer);
    if (lost()) {
      connected = false;
      throw new DOMException('GATT Server is disconnected', 'NetworkError');
    }
    if (part.length > takes) throw new DOMException('GATT operation failed', 'NotSupportedError');
    got.push(part);
  };
  const refuse = (): Promise<void> => Promise.reject(new Error('not the way it takes'));
  const characteristic: Characteristic = {
    properties: { write: !without, writeWithoutResponse: without },
    writeValueWithoutResponse: without ? take : refuse,
    writeValueWithResponse: without ? refuse : take,
  };
  const deaf = { ...characteristic, properties: { write: false, writeWithoutResponse: false } };
  const bluetooth: Bluetooth = {
    requestDevice: async () => ({
      name: 'MPT-II',
      gatt: {
        get connected() {
          return connected;
        },
        connect: async () => {
          [connected, connects] = [true, connects + 1];
          return {
            getPrimaryServices: async () => [
              { getCharacteristics: async () => (services === 0 ? [deaf] : [deaf, characteristic]) },
            ],
          };
        },
      },
    }),
  };
  return { bluetooth, got, bytes: () => Buffer.concat(got), connects: () => connects };
}

const bytes = escpos(linesOf(paper));

test('a slip is GB18030 in 32 columns with the code of the berth, and fed past the edge', () => {
  const lines = linesOf(paper);
  for (const line of lines)
    if (line.kind === 'text') assert.ok(widthOf(line.text) * (line.big ? 2 : 1) <= 32, line.text);
  assert.deepEqual(
    lines.filter(({ kind }) => kind === 'qr'),
    [{ kind: 'qr', text: paper.code!.address }],
  );
  assert.deepEqual(bytes.slice(0, 4), Uint8Array.of(0x1b, 0x40, 0x1c, 0x26));
  assert.deepEqual(bytes.slice(-3), Uint8Array.of(0x0a, 0x0a, 0x0a));
  const shown = new TextDecoder('gb18030').decode(bytes);
  for (const each of ['停车小票', '粤B·12345', '每半小时3元', '夜间免费', paper.code!.address, '扫码缴费'])
    assert.ok(shown.includes(each), each);
});

test('it is written in order and in parts, without responses; one that only takes responses gets them', async () => {
  for (const without of [true, false]) {
    const { bluetooth, got, bytes: all } = standIn({ without });
    const printer = await choosePrinter(bluetooth);
    assert.equal(printer!.name, 'MPT-II');
    await printer!.print(bytes);
    assert.deepEqual(all(), Buffer.from(bytes));
    assert.ok(got.length > 1 && got.every(({ length }) => length <= 180));
  }
});

test('a connection of the least MTU gets 20 bytes at once: nothing is lost, nothing comes twice, and it is not tried again', async () => {
  const { bluetooth, got, bytes: all } = standIn({ takes: 20 });
  const printer = await choosePrinter(bluetooth);
  await printer!.print(bytes);
  await printer!.print(bytes);
  assert.deepEqual(all(), Buffer.concat([bytes, bytes]));
  assert.ok(got.every(({ length }) => length <= 20));
});

test('a printer that goes out of reach is named in both languages, and the same slip is printed whole when it is back', async () => {
  let away = true;
  const { bluetooth, bytes: all, connects } = standIn({ lost: () => away });
  const printer = await choosePrinter(bluetooth);
  const fault = await printer!.print(bytes).catch((error: unknown) => error);
  assert.ok(fault instanceof PrinterFault);
  assert.match(fault.words.zh, /再打印一次/);
  assert.match(fault.words.en, /print again/);
  away = false;
  await printer!.print(bytes);
  assert.deepEqual([all(), connects()], [Buffer.from(bytes), 2]);
});

test('a device that takes nothing is no printer; a choice called off is none', async () => {
  const { bluetooth } = standIn({ services: 0 });
  const printer = await choosePrinter(bluetooth);
  await assert.rejects(printer!.print(bytes), /choose another printer/);
  const cancelled: Bluetooth = {
    requestDevice: () => Promise.reject(new DOMException('User cancelled', 'NotFoundError')),
  };
  assert.equal(await choosePrinter(cancelled), null);
});
