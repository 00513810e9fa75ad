/** A way over the network to an engine that may listen on a socket of files alone. */
import { connect, createServer } from 'node:net';
import type { Server, Socket } from 'node:net';
import { join } from 'node:path';
import type pg from 'pg';

/**
 * A server that passes each connection on to the engine. An end that is closed closes the other: what is left half open
 * with something unread never ends by itself, and a server waits for it when it closes.
 * @param config where the engine is; a host that begins with `/` is the folder of its socket
 * @returns not listening yet
 */
export function relayTo({ host = '127.0.0.1', port = 5432 }: Pick<pg.ClientConfig, 'host' | 'port'>): Server {
  return createServer((near) => {
    const far = host.startsWith('/') ? connect(join(host, `.s.PGSQL.${port}`)) : connect(port, host);
    closeTogether(near, far);
    near.pipe(far).pipe(near);
  });
}

function closeTogether(...ends: [Socket, Socket]): void {
  for (const [one, other] of [ends, ends.toReversed() as typeof ends]) {
    one.on('error', () => other.destroy());
    one.on('close', () => {
      other.destroySoon();
    });
  }
}
