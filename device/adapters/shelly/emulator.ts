/** A Shelly relay: JSON-RPC over HTTP with digest by SHA-256, its output off again by itself. */
import { calledWith } from '#device/adapters/emulation.ts';
import type { Emulator, EmulatorOptions } from '#device/adapters/emulation.ts';
import { silent } from '#device/adapters/emulation.ts';

type Rpc = {
  readonly id: number;
  readonly method: string;
  readonly params?: { id?: number; on?: boolean; toggle_after?: number };
};

const LOGIN = { name: 'admin', password: 'Relay-2026' };

export async function emulate({ serial, login = LOGIN, port }: EmulatorOptions): Promise<Emulator> {
  const pulses: number[] = [];
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
    return { ...head, result: { was_on: false } };
  };
  const called = await calledWith(login, ({ url, body }) => (url === '/rpc' ? JSON.stringify(answer(body)) : ''), {
    hash: 'sha256',
    ...(port === undefined ? {} : { port }),
  });
  return silent(called, pulses);
}
