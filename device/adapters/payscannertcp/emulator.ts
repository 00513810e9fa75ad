/** A reader behind a server for serial lines: it writes the text of each code and a carriage return to who is connected. */
import { createServer } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';
import { setTimeout as later } from 'node:timers/promises';
import { silent } from '#device/adapters/emulation.ts';
import type { Emulator, EmulatorOptions, Posted } from '#device/adapters/emulation.ts';

export async function emulate({ port = 0 }: EmulatorOptions): Promise<Emulator> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => undefined);
  });
  await new Promise<void>((then) => {
    server.listen(port, '127.0.0.1', () => then());
  });
  /** Whoever is not connected when it reads never has it: a line has no memory. */
  const write = async (code: string, split: boolean): Promise<Posted> => {
    const bytes = Buffer.from(`${code}\r`);
    const half = split ? bytes.length >> 1 : bytes.length;
    for (const socket of sockets) socket.write(bytes.subarray(0, half));
    if (split) {
      await later(50);
      for (const socket of sockets) socket.write(bytes.subarray(half));
    }
    return { status: sockets.size > 0 ? 200 : 0, body: '', ms: 0 };
  };
  const close = (): Promise<void> =>
    new Promise((then) => {
      for (const socket of sockets) socket.destroy();
      server.close(() => then());
    });
  return {
    ...silent({ port: (server.address() as AddressInfo).port, close }, []),
    beat: async () => ({ status: sockets.size > 0 ? 200 : 0, body: '', ms: 0 }),
    hangUp: () => {
      for (const socket of sockets) socket.destroy();
      sockets.clear();
    },
    scan: async (code, faults = []) => {
      const all: Posted[] = [];
      for (let nth = 0; nth < (faults.includes('repeat') ? 4 : 1); nth += 1)
        all.push(await write(code, faults.includes('split')));
      return all;
    },
  };
}
