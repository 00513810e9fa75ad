/**
 * Connections that ask nothing, or say it without end, neither take all descriptors nor keep the server from stopping.
 */
import { readFileSync } from 'node:fs';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { halfOpen } from '#device/half-open.ts';
import type { HalfOpenOptions } from '#device/half-open.ts';

export type Held = {
  /** Without a request, or in the middle of one. */
  readonly silent: HalfOpenOptions;
  /** Answered, and kept for the next request. */
  readonly resting: HalfOpenOptions;
};

/** What is under way at a stop has this long (ms) to end by itself. */
const LAST_MS = 10_000;
/** Where the system does not say how many descriptors there are. */
const USUAL_DESCRIPTORS = 4_096;

/** How many descriptors this process may have. Node raises the soft limit to the hard one at its start. */
export function descriptors(): number {
  try {
    const found = /^Max open files\s+(\d+|unlimited)/m.exec(readFileSync('/proc/self/limits', 'utf8'))?.[1];
    return found === undefined ? USUAL_DESCRIPTORS : found === 'unlimited' ? Number.MAX_SAFE_INTEGER : Number(found);
  } catch {
    return USUAL_DESCRIPTORS; // not Linux
  }
}

/** At most an eighth of the descriptors for those who are silent at each port, at most a quarter for those who rest. */
export function heldOf(all: number): Held {
  const share = (part: number, most: number): HalfOpenOptions => {
    const total = Math.min(most, Math.floor(all * part));
    return { total, perAddress: Math.ceil(total / 2) };
  };
  return { silent: share(1 / 8, 400), resting: share(1 / 4, 2_000) };
}

const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

/**
 * A connection waits until its first request, again while the body of one is on its way, and rests when it was
 * answered.
 */
export function limitHeld(app: FastifyInstance, held: Held = heldOf(descriptors())): void {
  const server = app.server as Server;
  const [silent, resting] = [halfOpen(held.silent), halfOpen(held.resting)];
  server.on('connection', (socket: Socket) => silent.wait(socket, socket.remoteAddress));
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    const { socket } = request;
    silent.seen(socket);
    resting.seen(socket);
    if (hasBody(request)) {
      silent.wait(socket, socket.remoteAddress, true);
      request.once('close', () => silent.seen(socket));
    }
    response.once('close', () => {
      if (!socket.destroyed) resting.wait(socket, socket.remoteAddress, true);
    });
  });
  server.on('upgrade', ({ socket }: IncomingMessage) => {
    silent.seen(socket);
    resting.seen(socket);
    // Whoever handles `upgrade` owns the socket: where nobody else takes it, it would stay open for good.
    if (server.listenerCount('upgrade') === 1) socket.destroy();
  });
  app.addHook('preClose', async () => {
    // Node stops enforcing request timeouts once its server closes.
    silent.close();
    resting.close();
    setTimeout(() => server.closeAllConnections(), LAST_MS).unref();
  });
}
