import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import type { AddressInfo, Server } from 'node:net';
import { test } from 'node:test';
import { relayTo } from './relay.ts';

const portOf = async (server: Server): Promise<number> => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
};

test('a relay closes even if the database closed first and the caller still writes', async () => {
  const engine = createServer((socket) => socket.once('data', () => socket.end('gone')));
  const relay = relayTo({ host: '127.0.0.1', port: await portOf(engine) });
  const caller = connect({ port: await portOf(relay), allowHalfOpen: true });
  const received: string[] = [];
  caller.setEncoding('utf8').on('data', (text: string) => received.push(text));
  caller.write('hello');
  await once(caller, 'end');
  assert.deepEqual(received, ['gone']);
  caller.on('error', () => undefined);
  caller.end('bye');
  for (const each of [engine, relay])
    await new Promise<void>((done, failed) => {
      const late = setTimeout(failed, 5_000, new Error('still open'));
      each.close(() => {
        clearTimeout(late);
        done();
      });
    });
});
