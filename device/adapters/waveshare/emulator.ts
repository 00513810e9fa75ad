/** A Waveshare relay board: Modbus TCP on a socket, coils that flash for tenths of a second. */
import { createServer } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';
import { silent } from '#device/adapters/emulation.ts';
import type { Emulator, EmulatorOptions } from '#device/adapters/emulation.ts';

const RELAYS = 8;

export async function emulate({ port = 0 }: EmulatorOptions): Promise<Emulator> {
  const pulses: number[] = [];
  const sockets = new Set<Socket>();
  const exception = (frame: Buffer, code: number): Buffer =>
    Buffer.concat([frame.subarray(0, 4), Buffer.from([0, 3, frame[6]!, frame[7]! | 0x80, code])]);
  const answer = (frame: Buffer): Buffer => {
    const [code, address, value] = [frame[7], frame.readUInt16BE(8), frame.readUInt16BE(10)];
    if (code === 1) return Buffer.concat([frame.subarray(0, 4), Buffer.from([0, 4, frame[6]!, 1, 1, 0])]);
    if (code !== 5) return exception(frame, 1);
    if (address < 0x0200 || address >= 0x0200 + RELAYS) return exception(frame, 2);
    if (value < 1) return exception(frame, 3);
    pulses.push(Date.now());
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
  return silent({ port: (server.address() as AddressInfo).port, close }, pulses);
}
