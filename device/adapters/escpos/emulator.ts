/** A slip printer at a TCP port: it takes bytes, prints up to each cut, and answers queries of its state. */
import { createServer } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';
import { silent } from '#device/adapters/emulation.ts';
import { readSlip } from './read-slip.ts';
import type { Emulator, EmulatorOptions, PrinterState } from '#device/adapters/emulation.ts';

const [DLE, EOT, GS] = [0x10, 0x04, 0x1d];
/** What each of the four real-time queries is answered, by what is wrong. */
const PLAIN = [0x12, 0x12, 0x12, 0x12];
const ANSWERS: Readonly<Record<PrinterState, readonly number[]>> = {
  ready: PLAIN,
  'paper-low': [0x12, 0x12, 0x12, 0x1e],
  'paper-out': [0x1a, 0x32, 0x12, 0x7e],
  'cover-open': [0x1a, 0x16, 0x12, 0x12],
  cutter: [0x1a, 0x52, 0x1a, 0x12],
  jams: PLAIN,
  deaf: PLAIN,
};

export async function emulate({ port = 0 }: EmulatorOptions): Promise<Emulator> {
  const slips: Buffer[] = [];
  const sockets = new Set<Socket>();
  let state: PrinterState = 'ready';
  let [slip, last]: [number[], number[]] = [[], []];
  const answerTo = (socket: Socket, query: readonly number[]): void => {
    if (state === 'deaf') return;
    const [first, , nth = 0] = query;
    // A query in its turn waits for what is printed before it; a printer that stands still never comes to it.
    if (first === GS) {
      if (state === 'jams') return;
      socket.write(Buffer.from([state === 'paper-out' ? 0x0c : state === 'paper-low' ? 0x03 : 0]));
    } else socket.write(Buffer.from([ANSWERS[state][nth - 1] ?? 0x12]));
  };
  const take = (socket: Socket, byte: number): void => {
    last = [...last, byte].slice(-3);
    const [a, b, c = 0] = last;
    if ((a === DLE && b === EOT && c >= 1 && c <= 4) || (a === GS && b === 0x72 && c === 1)) {
      slip.splice(-2);
      answerTo(socket, last);
      last = [];
      return;
    }
    slip.push(byte);
    if (a === GS && b === 0x56) {
      slips.push(Buffer.from(slip));
      slip = [];
    }
  };
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => undefined);
    socket.on('data', (part) => {
      for (const byte of part) take(socket, byte);
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
  return {
    ...silent({ port: (server.address() as AddressInfo).port, close }, []),
    printer: {
      slips: () => slips,
      read: () => slips.map(readSlip),
      set: (now) => {
        state = now;
      },
    },
  };
}
