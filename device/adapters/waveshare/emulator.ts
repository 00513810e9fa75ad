/** A Waveshare relay board: Modbus TCP on a socket, coils that flash for tenths of a second. */
import { createServer } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';
import { setTimeout as later } from 'node:timers/promises';
import type { Contact } from '#areas/device/model/families.ts';
import { silent } from '#device/adapters/emulation.ts';
import type { Emulator, EmulatorOptions, Posted } from '#device/adapters/emulation.ts';

const RELAYS = 8;
/** Long enough to be read whoever reads at 100 ms. */
const READ_MS = 400;
/** Each so many milliseconds after the one before. */
const MOVES: readonly (readonly [Contact, number])[] = [
  ['up', 500],
  ['passed', 1_000],
  ['down', 500],
];

export async function emulate({ port = 0, wired }: EmulatorOptions): Promise<Emulator> {
  const pulses: number[] = [];
  const sockets = new Set<Socket>();
  let inputs = 0;
  /** The pole leaves the other end when it reaches one; a car drives over the loop. */
  const contact = async (name: Contact): Promise<Posted> => {
    inputs = name === 'passed' ? inputs | 4 : (inputs & 4) | (name === 'up' ? 1 : 2);
    await later(READ_MS);
    inputs &= 3;
    await later(READ_MS);
    return { status: 200, body: '', ms: 2 * READ_MS };
  };
  /** The pole rises, a car drives over the loop, the pole falls. */
  const drive = async (): Promise<void> => {
    for (const [name, ms] of MOVES) {
      await later(ms, undefined, { ref: false });
      await contact(name);
    }
  };
  const exception = (frame: Buffer, code: number): Buffer =>
    Buffer.concat([frame.subarray(0, 4), Buffer.from([0, 3, frame[6]!, frame[7]! | 0x80, code])]);
  const answer = (frame: Buffer): Buffer => {
    const [code, address, value] = [frame[7], frame.readUInt16BE(8), frame.readUInt16BE(10)];
    if (code === 1) return Buffer.concat([frame.subarray(0, 4), Buffer.from([0, 4, frame[6]!, 1, 1, 0])]);
    if (code === 2) return Buffer.concat([frame.subarray(0, 4), Buffer.from([0, 4, frame[6]!, 2, 1, inputs])]);
    if (code !== 5) return exception(frame, 1);
    if (address < 0x0200 || address >= 0x0200 + RELAYS) return exception(frame, 2);
    if (value < 1) return exception(frame, 3);
    pulses.push(Date.now());
    if (wired) void drive();
    return frame;
  };
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => undefined);
    let had = Buffer.alloc(0);
    socket.on('data', (part) => {
      had = Buffer.concat([had, part]);
      if (had.length < 12) return;
      socket.write(answer(had.subarray(0, 12)));
      had = had.subarray(12);
    });
  });
  await new Promise<void>((then) => {
    server.listen(port, '127.0.0.1', () => then());
  });
  const close = (): Promise<void> =>
    new Promise((then) => {
      for (const socket of sockets) socket.destroy();
      server.close(() => then());
    });
  return { ...silent({ port: (server.address() as AddressInfo).port, close }, pulses), contact };
}
