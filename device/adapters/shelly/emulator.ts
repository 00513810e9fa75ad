/** A Shelly relay: JSON-RPC over HTTP with digest by SHA-256, its output off again by itself. */
import { setTimeout as later } from 'node:timers/promises';
import type { Contact } from '#areas/device/model/families.ts';
import { calledWith, post } from '#device/adapters/emulation.ts';
import type { Emulator, EmulatorOptions, Posted } from '#device/adapters/emulation.ts';
import { silent } from '#device/adapters/emulation.ts';

type Rpc = {
  readonly id: number;
  readonly method: string;
  readonly params?: { id?: number; on?: boolean; toggle_after?: number };
};

/** Each so many milliseconds after the one before. */
const MOVES: readonly (readonly [Contact, number])[] = [
  ['up', 800],
  ['passed', 1_500],
  ['down', 1_200],
];
const LOGIN = { name: 'admin', password: 'Relay-2026' };

export async function emulate({ url: own, serial, login = LOGIN, port, wired }: EmulatorOptions): Promise<Emulator> {
  const pulses: number[] = [];
  const contact = (name: Contact): Promise<Posted> => post(`${own}/${name}`, '', Buffer.alloc(0), { method: 'GET' });
  /** The pole rises, a car drives over the loop, the pole falls. */
  const drive = async (): Promise<void> => {
    for (const [name, ms] of MOVES) {
      await later(ms, undefined, { ref: false });
      await contact(name);
    }
  };
  const answer = (body: string): object => {
    const request = JSON.parse(body) as Rpc;
    const head = { id: request.id, src: `shellyplus1-${serial}`, dst: 'gatehouse' };
    const failed = (code: number, message: string): object => ({ ...head, error: { code, message } });
    if (request.params?.id !== 0) return failed(-105, `Argument 'id', value ${request.params?.id} not found!`);
    if (request.method === 'Switch.GetStatus')
      return { ...head, result: { id: 0, source: 'HTTP_in', output: false, temperature: { tC: 41.2, tF: 106.2 } } };
    if (request.method !== 'Switch.Set') return failed(404, `No handler for ${request.method}`);
    if (request.params.on !== true || !(Number(request.params.toggle_after) > 0))
      return failed(-103, 'it would stay on');
    pulses.push(Date.now());
    if (wired) void drive();
    return { ...head, result: { was_on: false } };
  };
  const called = await calledWith(login, ({ url, body }) => (url === '/rpc' ? JSON.stringify(answer(body)) : ''), {
    hash: 'sha256',
    ...(port === undefined ? {} : { port }),
  });
  return { ...silent(called, pulses), contact };
}
