/**
 * The broker inside the server: MQTT 3.1.1 over TCP for devices and over WebSocket for consoles. A publish is
 * acknowledged only after what it caused is committed.
 */
import { createServer } from 'node:net';
import type { Server } from 'node:net';
import type { Server as HttpServer } from 'node:http';
import { Aedes } from 'aedes';
import { createWebSocketStream, WebSocketServer } from 'ws';
import type { DeviceIdentity, DeviceLink, DevicePorts, Outgoing } from '#areas/device/model/link.ts';
import { guard } from './access.ts';
import { bounded } from './bounded.ts';
import { encodeDown } from './codec.ts';
import type { Gateway, Log } from './gateway.ts';
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
};

export type Broker = DeviceLink & {
  /** The port devices reach; null without one. */
  readonly port: number | null;
  readonly connected: () => number;
  /** Ends the connections of a device that was removed, moved or given a new secret. */
  readonly drop: (sn: string) => void;
  readonly close: () => Promise<void>;
};

const WS_PATH = '/mqtt';
const MAX_FRAME_BYTES = 256 * 1024;
const GREETING_VALID_MS = 60_000;

export async function openBroker({ ports, gateway, log, host, port, http }: BrokerOptions): Promise<Broker> {
  const aedes = new Aedes({ connectTimeout: 10_000, maxClientsIdLength: 200, concurrency: 500, queueLimit: 1000 });
  await aedes.listen();
  const publish = (topic: string, payload: string, qos: 0 | 1): void =>
    aedes.publish(
      { cmd: 'publish', topic, payload: Buffer.from(payload), qos, dup: false, retain: false },
      () => undefined,
    );
  const send = (command: Outgoing): void => {
    if (command.until > Date.now()) publish(downTopic(command.sn, command.name), encodeDown(command), 1);
  };
  const { drop } = guard(aedes, {
    ports,
    gateway,
    log,
    listening: (sn) => {
      void greet(sn, ports, gateway, send, log);
    },
  });
  const tcp = port === undefined ? null : await listen(aedes, port, host);
  const ws = http ? attach(aedes, http) : null;
  return {
    port: tcp ? (tcp.address() as { port: number }).port : null,
    connected: () => aedes.connectedClients,
    send,
    live: (tenantId, parkId, topic, payload) => publish(liveTopic(tenantId, parkId, topic), JSON.stringify(payload), 0),
    drop,
    close: async () => {
      ws?.close();
      for (const socket of ws?.clients ?? []) socket.terminate();
      await Promise.all([
        new Promise<void>((then) => {
          aedes.close(then);
        }),
        new Promise<void>((then) => {
          if (tcp) tcp.close(() => then());
          else then();
        }),
      ]);
    },
  };
}

/** The first message to a device that listens: where it stands. Not a command in the books, since nothing is done by it. */
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

function listen(aedes: Aedes, port: number, host: string): Promise<Server> {
  const server = createServer((socket) => {
    socket.setNoDelay(true);
    aedes.handle(bounded(socket));
  });
  return new Promise((then, fail) => {
    server.once('error', fail);
    server.listen(port, host, () => {
      server.off('error', fail);
      then(server);
    });
  });
}

function attach(aedes: Aedes, http: HttpServer): WebSocketServer {
  const server = new WebSocketServer({
    noServer: true,
    maxPayload: MAX_FRAME_BYTES,
    handleProtocols: (offered) => (offered.has('mqtt') ? 'mqtt' : false),
  });
  http.on('upgrade', (request, socket, head) => {
    if (request.url?.split('?')[0] !== WS_PATH) return;
    server.handleUpgrade(request, socket, head, (web) => {
      const stream = createWebSocketStream(web);
      stream.on('error', () => undefined); // a console that went away
      aedes.handle(bounded(stream), request);
    });
  });
  return server;
}
