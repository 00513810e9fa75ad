/** Somebody holds as many connections open as he can and asks for nothing by them; others are served meanwhile. */
import { connect } from 'node:net';
import type { Socket } from 'node:net';
import { readdirSync } from 'node:fs';
import { setTimeout as later } from 'node:timers/promises';
import { connectAsync } from 'mqtt';
import { trialServer } from './server.ts';

export type Ports = { readonly http: number; readonly mqtt: number };

const upgrade = (path: string): string =>
  [
    `GET ${path} HTTP/1.1`,
    'Host: gate',
    'Connection: Upgrade',
    'Upgrade: websocket',
    'Sec-WebSocket-Version: 13',
    'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
    'Sec-WebSocket-Protocol: mqtt',
    '',
    '',
  ].join('\r\n');

/** What is sent, and then nothing any more. */
export const WAYS: Readonly<Record<string, { readonly to: keyof Ports; readonly send: string | Buffer }>> = {
  'upgrade of a path that is none': { to: 'http', send: upgrade('/elsewhere') },
  'upgrade of a call': { to: 'http', send: upgrade('/api/gatehouse/health') },
  'upgrade to another protocol': { to: 'http', send: upgrade('/mqtt').replace('websocket', 'h2c') },
  'WebSocket without CONNECT': { to: 'http', send: upgrade('/mqtt') },
  'WebSocket that is none': { to: 'http', send: upgrade('/mqtt').replace('Version: 13', 'Version: 99') },
  'HTTP without a word': { to: 'http', send: '' },
  'half the head of a request': { to: 'http', send: 'GET / HTTP/1.1\r\nHost: gate\r\nX-' },
  'a request that was answered': { to: 'http', send: 'GET /api/gatehouse/no-such-call HTTP/1.1\r\nHost: gate\r\n\r\n' },
  'half a body': {
    to: 'http',
    send: 'POST /api/api-uaa/oauth/user/token HTTP/1.1\r\nHost: gate\r\nContent-Type: application/json\r\nContent-Length: 900\r\n\r\n{',
  },
  'MQTT without a word': { to: 'mqtt', send: '' },
  'half a CONNECT': { to: 'mqtt', send: Buffer.from([0x10, 0x40, 0, 4]) },
};

export type Holder = {
  /** Connections the server has not ended. */
  readonly open: () => number;
  readonly dropAll: () => void;
};

/** Opens `count` connections of one way, a hundred in parallel. */
export async function hold(ports: Ports, way: string, count: number): Promise<Holder> {
  const { to, send } = WAYS[way]!;
  const sockets: Socket[] = [];
  for (let at = 0; at < count; at += 100) {
    await Promise.all(
      Array.from(
        { length: Math.min(100, count - at) },
        () =>
          new Promise<void>((then) => {
            const socket = connect(ports[to], '127.0.0.1', () => {
              if (send.length > 0) socket.write(send);
              then();
            });
            socket.on('error', () => then()).on('close', () => then());
            socket.resume();
            sockets.push(socket);
          }),
      ),
    );
  }
  return {
    open: () => sockets.filter((socket) => !socket.closed).length,
    dropAll: () => {
      for (const socket of sockets) socket.destroy();
    },
  };
}

/** Waits until the server keeps no more of them than `most`; how many it keeps where it does not come to that. */
export async function keptBy(holder: Holder, most: number, patienceMs: number): Promise<number> {
  for (const from = performance.now(); holder.open() > most && performance.now() - from < patienceMs;) await later(50);
  return holder.open();
}

const REFUSED = /not authorized|Bad username/i;

/**
 * How the broker refuses a stranger. As devices do, he comes again when his connection is closed before an answer,
 * while others' are being ended; the last answer he got where that takes longer than `ms`.
 */
async function refusalAt(url: string, ms: number): Promise<string> {
  const login = { username: 'nobody', password: 'nothing', reconnectPeriod: 0, connectTimeout: ms };
  for (const from = performance.now(); ;) {
    // Without retries of its own, for it would wait for an answer of a closed connection without an end.
    const outcome = await connectAsync(url, login, false).then(
      (client) => {
        client.end(true);
        return 'let nobody in';
      },
      (error: unknown) => String(error),
    );
    if (REFUSED.test(outcome) || outcome === 'let nobody in' || performance.now() - from > ms) return outcome;
    await later(200);
  }
}

/** Whether a page and the broker still respond to new clients, within `ms` each. */
export async function serves({ http, mqtt }: Ports, ms = 10_000): Promise<string[]> {
  const wrong: string[] = [];
  try {
    const { status, body } = await fetch(`http://127.0.0.1:${http}/api/gatehouse/no-such-call`, {
      signal: AbortSignal.timeout(ms),
    });
    await body?.cancel();
    if (status !== 404) wrong.push(`HTTP answered ${status}`);
  } catch (error) {
    wrong.push(`HTTP does not answer: ${String(error)}`);
  }
  for (const url of [`mqtt://127.0.0.1:${mqtt}`, `ws://127.0.0.1:${http}/mqtt`]) {
    const outcome = await refusalAt(url, ms);
    if (!REFUSED.test(outcome)) wrong.push(`${url} does not answer: ${outcome}`);
  }
  return wrong;
}

export type HeldReport = {
  readonly ways: number;
  readonly sockets: number;
  /** Most connections of one way that were still open after `patienceMs`. */
  readonly kept: number;
  readonly descriptors: number;
  readonly stopMs: number;
  readonly wrong: readonly string[];
};

const PATIENCE_MS = 30_000;
const STOP_MS = 30_000;
/** So few that what is held would take them all. */
const DESCRIPTORS = 1_024;

const descriptorsOf = (pid: number): number => {
  try {
    return readdirSync(`/proc/${pid}/fd`).length;
  } catch {
    return 0; // not Linux
  }
};

/** A server of its own with few descriptors; each way in turn, and a stop while five hundred of each are held. */
export async function held(sockets: number, log: (line: string) => void): Promise<HeldReport> {
  const server = await trialServer(undefined, undefined, {}, DESCRIPTORS);
  const wrong: string[] = [];
  let [kept, descriptors, stopMs] = [0, 0, 0];
  try {
    await server.start();
    const ports = { http: Number(new URL(server.url).port), mqtt: Number(new URL(server.mqttUrl).port) };
    for (const way of Object.keys(WAYS)) {
      const holder = await hold(ports, way, sockets);
      const during = await serves(ports);
      const left = await keptBy(holder, DESCRIPTORS / 4, PATIENCE_MS);
      const used = descriptorsOf(server.pids().server);
      log(`${way}: ${left} of ${sockets} kept, ${used} descriptors`);
      wrong.push(...[...during, ...(await serves(ports))].map((each) => `${way}: ${each}`));
      if (left > DESCRIPTORS / 4) wrong.push(`${way}: ${left} connections are kept`);
      [kept, descriptors] = [Math.max(kept, left), Math.max(descriptors, used)];
      holder.dropAll();
    }
    const all = [];
    for (const way of Object.keys(WAYS)) all.push(await hold(ports, way, 500));
    const from = performance.now();
    await Promise.race([server.halt(), later(STOP_MS)]);
    stopMs = Math.round(performance.now() - from);
    if (stopMs >= STOP_MS) wrong.push(`the server has not stopped after ${STOP_MS} ms`);
    for (const holder of all) holder.dropAll();
  } finally {
    await server.kill();
    await server.stop();
  }
  return { ways: Object.keys(WAYS).length, sockets, kept, descriptors, stopMs, wrong };
}
