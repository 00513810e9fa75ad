/**
 * The broker inside the server: MQTT 3.1.1 over TCP for devices and over WebSocket for consoles. A publish is
 * acknowledged only after what it caused is committed.
 */
import { createServer } from 'node:net';
import type { Server } from 'node:net';
import type { IncomingMessage, Server as HttpServer } from 'node:http';
import type { Duplex } from 'node:stream';
import { Aedes } from 'aedes';
import { createWebSocketStream, WebSocketServer } from 'ws';
import type { DeviceIdentity, DeviceLink, DevicePorts, Outgoing } from '#areas/device/model/link.ts';
import { guard } from './access.ts';
import type { Foreign } from './access.ts';
import { bounded } from './bounded.ts';
import { encodeDown } from './codec.ts';
import type { Gateway } from './gateway.ts';
import type { Log } from './types.ts';
import { halfOpen, SILENT_MS } from './half-open.ts';
import type { HalfOpen, HalfOpenOptions } from './half-open.ts';
import { isLiveUpgrade } from './live-upgrade.ts';
import { downTopic, liveTopic } from './topics.ts';

export type BrokerOptions = {
  readonly ports: DevicePorts;
  readonly gateway: Gateway;
  readonly log: Log;
  readonly host: string;
  /** Port for devices; 0 lets the system choose; undefined when an outside broker serves them. */
  readonly port: number | undefined;
  /** The server whose `/mqtt` consoles connect to. */
  readonly http?: HttpServer;
  /** How many connections may wait for their CONNECT, and how long. */
  readonly waiting?: HalfOpenOptions;
  readonly foreign?: Foreign;
};

export type Broker = DeviceLink & {
  /** The port devices reach; null without one. */
  readonly port: number | null;
  readonly connected: () => number;
  /** Ends the connections of a device that was removed, moved or given a new secret. */
  readonly drop: (sn: string) => void;
  /** Checks now whether the sessions of subscribed consoles are still valid. */
  readonly look: () => Promise<void>;
  readonly close: () => Promise<void>;
};

const MAX_FRAME_BYTES = 256 * 1024;
const GREETING_VALID_MS = 60_000;

export async function openBroker(options: BrokerOptions): Promise<Broker> {
  const { ports, gateway, log, host, port, http } = options;
  const waiting = halfOpen(options.waiting);
  const aedes = new Aedes({
    connectTimeout: options.waiting?.waitMs ?? SILENT_MS,
    maxClientsIdLength: 200,
    concurrency: 500,
    queueLimit: 1000,
  });
  await aedes.listen();
  const publish = (topic: string, payload: string, qos: 0 | 1): void =>
    aedes.publish(
      { cmd: 'publish', topic, payload: Buffer.from(payload), qos, dup: false, retain: false },
      () => undefined,
    );
  const send = (command: Outgoing): void => {
    if (command.until > Date.now()) publish(downTopic(command.sn, command.name), encodeDown(command), 1);
  };
  const { drop, look } = guard(aedes, {
    ports,
    gateway,
    log,
    connecting: (client) => waiting.seen(client.conn),
    listening: (sn) => {
      void greet(sn, ports, gateway, send, log);
    },
    ...(options.foreign ? { foreign: options.foreign } : {}),
  });
  const tcp = port === undefined ? null : await listen(aedes, waiting, port, host);
  const ws = http ? attach(aedes, waiting, http) : null;
  return {
    port: tcp ? (tcp.server.address() as { port: number }).port : null,
    connected: () => aedes.connectedClients,
    send,
    live: (tenantId, parkId, topic, payload) => publish(liveTopic(tenantId, parkId, topic), JSON.stringify(payload), 0),
    drop,
    look,
    close: async () => {
      ws?.close();
      waiting.close();
      const ended = tcp?.close();
      await new Promise<void>((then) => {
        aedes.close(then);
      });
      await ended;
    },
  };
}

/**
 * The first message to a device that listens: where it stands. Not a command in the books, since nothing is done by it.
 */
export async function greet(
  sn: string,
  ports: DevicePorts,
  gateway: Gateway,
  send: (command: Outgoing) => void,
  log: Log,
): Promise<void> {
  try {
    const device = await gateway.identify(sn);
    if (device) send(await greeting(ports, device));
  } catch (error) {
    log.error({ err: error, sn }, 'device not greeted');
  }
}

async function greeting(ports: DevicePorts, device: DeviceIdentity): Promise<Outgoing> {
  const { parkName, zone, lanes } = await ports.welcome(device);
  const now = Date.now();
  return {
    sn: device.sn,
    name: 'park',
    id: `park-${now}`,
    until: now + GREETING_VALID_MS,
    payload: { parkName, zone, lane: device.gateId, lanes, now: new Date(now).toISOString() },
  };
}

type Listener = {
  readonly server: Server;
  /** Ends every connection, whatever it is about. */ readonly close: () => Promise<void>;
};

function listen(aedes: Aedes, waiting: HalfOpen, port: number, host: string): Promise<Listener> {
  const sockets = new Set<Duplex>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
    socket.setNoDelay(true);
    waiting.wait(socket, socket.remoteAddress);
    aedes.handle(bounded(socket));
  });
  const close = (): Promise<void> =>
    new Promise((then) => {
      server.close(() => then());
      for (const socket of sockets) socket.destroy();
    });
  return new Promise((then, fail) => {
    server.once('error', fail);
    server.listen(port, host, () => {
      server.off('error', fail);
      then({ server, close });
    });
  });
}

const NOT_FOLLOWED = 'HTTP/1.1 404 Not Found\r\nConnection: close\r\nContent-Length: 0\r\n\r\n';

function attach(aedes: Aedes, waiting: HalfOpen, http: HttpServer): { readonly close: () => void } {
  const server = new WebSocketServer({
    noServer: true,
    maxPayload: MAX_FRAME_BYTES,
    handleProtocols: (offered) => (offered.has('mqtt') ? 'mqtt' : false),
  });
  // The HTTP server lets go of a socket here: whatever is not taken over has to be ended, or nobody ever does.
  const upgrade = (request: IncomingMessage, socket: Duplex, head: Buffer): void => {
    socket.on('error', () => undefined); // a console that went away
    if (!isLiveUpgrade(request)) {
      socket.end(NOT_FOLLOWED, () => socket.destroy());
      return;
    }
    server.handleUpgrade(request, socket, head, (web) => {
      const stream = createWebSocketStream(web);
      stream.on('error', () => undefined);
      waiting.wait(stream, request.socket.remoteAddress);
      aedes.handle(bounded(stream), request);
    });
  };
  http.on('upgrade', upgrade);
  return {
    close: () => {
      server.close(); // who comes after this is refused by it
      for (const socket of server.clients) socket.terminate();
    },
  };
}
