/**
 * An outside broker (Mosquitto, EMQX) instead of the built-in one: several servers share the events by a shared
 * subscription. The session is kept (`clean: false`) and a message is acknowledged by hand after its commit, so a
 * server that dies leaves its events to the broker, and the others stand in for it (siblings.ts); a broker that is
 * restarted keeps them too (kept.ts). Who may publish where is then the broker's own to check.
 */
import { connect } from 'mqtt';
import type { IClientOptions, MqttClient, Packet } from 'mqtt';
import type { DeviceLink, DevicePorts, Outgoing } from '#areas/device/model/link.ts';
import { greet } from './broker.ts';
import { encodeDown } from './codec.ts';
import type { Gateway } from './gateway.ts';
import type { Done, Log } from './types.ts';
import { kept } from './kept.ts';
import { AWAY, HERE, siblings } from './siblings.ts';
import type { Session } from './siblings.ts';
import { ALL_LIVE, downTopic, KEPT_BEAT, liveTopic, readLive, readServer, readUp, serverTopic } from './topics.ts';

export type OutsideOptions = {
  readonly url: string;
  /** Names this server's session at the broker: the same after a restart, different from its siblings'. */
  readonly serverId: string;
  readonly ports: DevicePorts;
  readonly gateway: Gateway;
  readonly log: Log;
  /** Live topics of all servers arrive here, for this server's own consoles. */
  readonly onLive: (tenantId: number, parkId: string, topic: string, payload: unknown) => void;
  /** The events' subscription: `sharedUp`, another one only for brokers without shared subscriptions. */
  readonly eventFilter: string;
  /** How long another server is away before this one stands in for it, ms. */
  readonly siblingPatienceMs?: number;
};

export type Outside = DeviceLink & {
  readonly reached: () => boolean;
  /** Whether this server is the one that keeps what a restarted broker forgets. */ readonly keeps: () => boolean;
  readonly close: () => Promise<void>;
};

const RETRY_MS = 2_000;
/** The broker takes a server for dead after one and a half times this. */
const KEEPALIVE_S = 10;
/** A server that only restarts is back by then; lanes give missing events up after fifteen seconds. */
const SIBLING_PATIENCE_MS = 4_000;

type Inner = { _sendPacket: (packet: Packet, done?: (error?: Error) => void) => void };

/**
 * Keeps back the client's own acknowledgements: the library sends one as soon as it has handed a message over, and
 * knows no way to let many messages be under way while each waits for its commit.
 */
function acknowledgeByHand(client: MqttClient): (messageId: number) => void {
  const inner = client as unknown as Inner; // the client declares no such part
  const sendPacket = inner._sendPacket.bind(client);
  inner._sendPacket = (packet, done) => (packet.cmd === 'puback' ? done?.() : sendPacket(packet, done));
  return (messageId) => sendPacket({ cmd: 'puback', messageId } as Packet);
}

/** Passes a device's message on; `done` acknowledges it. */
type Receive = (topic: string, payload: Buffer, done: Done) => void;

/** A kept session at the broker under a name: what it holds is received, and acknowledged by hand. */
function openSession(url: string, name: string, more: IClientOptions, receive: Receive, log: Log): Session {
  const client = connect(url, {
    clientId: name,
    clean: false,
    protocolVersion: 4,
    reconnectPeriod: 1000,
    keepalive: KEEPALIVE_S,
    ...more,
  });
  const acknowledge = acknowledgeByHand(client);
  let [connection, underWay, last] = [0, 0, performance.now()];
  let retry: NodeJS.Timeout | undefined;
  client.on('connect', () => {
    connection += 1;
    last = performance.now();
  });
  client.on('error', (error) => log.error({ err: error }, 'outside broker'));
  // A broker re-sends what is not acknowledged only on a new connection.
  const again = (): void => {
    retry ??= setTimeout(() => {
      retry = undefined;
      client.stream.destroy();
    }, RETRY_MS).unref();
  };
  client.on('message', (topic, payload, packet) => {
    const made = connection;
    underWay += 1;
    receive(topic, payload, (error) => {
      underWay -= 1;
      last = performance.now();
      if (error) {
        log.error({ err: error, topic }, 'device message not stored; the broker will send it again');
        again();
      } else if (packet.qos === 1 && packet.messageId !== undefined && made === connection)
        acknowledge(packet.messageId);
      // else: after a reconnect the broker sends unacknowledged messages again, under other numbers
    });
  });
  return {
    client,
    idleMs: () => (underWay > 0 ? 0 : performance.now() - last),
    close: () => {
      clearTimeout(retry);
      return client.endAsync();
    },
  };
}

const lastPart = (topic: string): string => topic.slice(topic.lastIndexOf('/') + 1);

/**
 * Takes the messages of devices; one seen for the first time is sent its state, for the broker does not report
 * subscriptions.
 */
function deviceMessages(
  { gateway, ports, log }: OutsideOptions,
  send: (command: Outgoing) => void,
): (topic: string, payload: Buffer, done: Done) => Promise<void> {
  const greeted = new Set<string>();
  return async (topic, payload, done) => {
    const up = readUp(topic);
    if (!up) return done(null);
    try {
      const device = await gateway.identify(up.sn);
      if (!device) {
        log.info({ topic }, 'message of an unknown device');
        return done(null);
      }
      gateway.receive(device, up.message, payload, done);
    } catch (error) {
      return done(error as Error);
    }
    if (greeted.has(up.sn)) return;
    greeted.add(up.sn);
    await greet(up.sn, ports, gateway, send, log);
  };
}

export async function openOutside(options: OutsideOptions): Promise<Outside> {
  const { log, url, eventFilter } = options;
  const name = `gatehouse-${options.serverId}`;
  const will = { topic: serverTopic(name), payload: Buffer.from(AWAY), qos: 1, retain: true } as const;
  const subscriptions = { [eventFilter]: { qos: 1 }, [ALL_LIVE]: { qos: 0 }, [KEPT_BEAT]: { qos: 0 } } as const;
  const session = openSession(
    url,
    name,
    { will, resubscribe: false },
    (topic, payload, done) => {
      const [live, server] = [readLive(topic), readServer(topic)];
      if (topic === KEPT_BEAT) all?.renewed(payload.toString());
      else if (live) options.onLive(Number(live.tenant), live.park, lastPart(topic), JSON.parse(payload.toString()));
      else if (server) others.onMessage(server, payload.toString());
      else return void receive(topic, payload, done);
      done(null);
    },
    log,
  );
  const { client } = session;
  const send = (command: Outgoing): void => {
    if (command.until > Date.now())
      client.publish(downTopic(command.sn, command.name), encodeDown(command), { qos: 1 });
  };
  const receive = deviceMessages(options, send);
  const patienceMs = options.siblingPatienceMs ?? SIBLING_PATIENCE_MS;
  const open = (of: string, then: Receive): Session => openSession(url, of, { reconnectPeriod: 0 }, then, log);
  const receiveAny: Receive = (...message) => void receive(...message);
  const all = eventFilter.startsWith('$share/')
    ? kept({ own: name, main: client, open, receive: receiveAny, patienceMs, log })
    : null;
  const others = siblings({
    own: name,
    patienceMs,
    filters: Object.keys(subscriptions),
    log,
    take: (of) => open(of, receiveAny),
    settled: (of) => {
      client.publish(serverTopic(of), '', { qos: 1, retain: true });
    },
  });
  // Each time, for whoever stood in for this server has ended its share.
  client.on('connect', () => {
    client.publish(will.topic, HERE, { qos: 1, retain: true });
    client.subscribe(subscriptions, (error) => {
      if (error) log.error({ err: error }, 'outside broker refused the subscription');
      else all?.shared();
    });
  });

  return {
    send,
    reached: () => client.connected,
    keeps: () => all?.idle() ?? false,
    live: (tenantId, parkId, topic, payload) => {
      client.publish(liveTopic(tenantId, parkId, topic), JSON.stringify(payload), { qos: 0 });
    },
    close: async () => {
      await Promise.all([others.close(), all?.close()]);
      if (client.connected) await client.publishAsync(will.topic, AWAY, { qos: 1, retain: true });
      await session.close();
    },
  };
}
