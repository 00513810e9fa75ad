/**
 * An outside broker (Mosquitto, EMQX) instead of the built-in one: several servers share the events by a shared
 * subscription. The session is kept (`clean: false`) and a message is acknowledged by hand after its commit, so a
 * server that dies leaves its events to the broker. Who may publish where is then the broker's own to check.
 */
import { connect } from 'mqtt';
import type { MqttClient, Packet } from 'mqtt';
import type { DeviceLink, DevicePorts, Outgoing } from '#areas/device/model/link.ts';
import { greet } from './broker.ts';
import { encodeDown } from './codec.ts';
import type { Done, Gateway, Log } from './gateway.ts';
import { ALL_LIVE, downTopic, liveTopic, readLive, readUp, SHARED_UP } from './topics.ts';

export type OutsideOptions = {
  readonly url: string;
  /** Names this server's session at the broker: the same after a restart, different from its siblings'. */
  readonly serverId: string;
  readonly ports: DevicePorts;
  readonly gateway: Gateway;
  readonly log: Log;
  /** Live topics of all servers arrive here, for this server's own consoles. */
  readonly onLive: (tenantId: number, parkId: string, topic: string, payload: unknown) => void;
  /** The events' subscription; another one only for brokers without shared subscriptions. */
  readonly eventFilter?: string;
};

export type Outside = DeviceLink & { readonly reached: () => boolean; readonly close: () => Promise<void> };

const RETRY_MS = 2_000;

type Inner = { _sendPacket: (packet: Packet, done?: (error?: Error) => void) => void };

/**
 * Keeps back the client's own acknowledgements: the library sends one as soon as it has handed a message over, and
 * knows no way to let many messages be under way while each waits for its commit.
 */
function acknowledgeByHand(client: MqttClient): (messageId: number) => void {
  const inner = client as unknown as Inner;
  const sendPacket = inner._sendPacket.bind(client);
  inner._sendPacket = (packet, done) => (packet.cmd === 'puback' ? done?.() : sendPacket(packet, done));
  return (messageId) => sendPacket({ cmd: 'puback', messageId } as Packet);
}

export async function openOutside(options: OutsideOptions): Promise<Outside> {
  const { gateway, ports, log } = options;
  const client = connect(options.url, { clientId: `gatehouse-${options.serverId}`, clean: false, protocolVersion: 4, reconnectPeriod: 1000, resubscribe: true });
  const acknowledge = acknowledgeByHand(client);
  let connection = 0;
  let retry: NodeJS.Timeout | undefined;
  client.on('connect', () => { connection += 1; });
  client.on('error', (error) => log.error({ err: error }, 'outside broker'));

  const stored = (topic: string, packet: { qos?: number; messageId?: number | undefined }) => {
    const made = connection;
    return (error: Error | null): void => {
      if (error) {
        log.error({ err: error, topic }, 'device message not stored; the broker will send it again');
        again();
      } else if (packet.qos === 1 && packet.messageId !== undefined && made === connection) acknowledge(packet.messageId);
      // else: after a reconnect the broker sends what was not acknowledged anew, under other numbers
    };
  };
  // A broker re-sends what is not acknowledged only on a new connection.
  const again = (): void => {
    retry ??= setTimeout(() => { retry = undefined; client.stream.destroy(); }, RETRY_MS).unref();
  };

  const greeted = new Set<string>();
  const receive = async (topic: string, payload: Buffer, done: Done): Promise<void> => {
    const up = readUp(topic);
    if (!up) return done(null);
    try {
      const device = await gateway.identify(up.sn);
      if (!device) { log.info({ topic }, 'message of an unknown device'); return done(null); }
      gateway.receive(device, up.message, payload, done);
    } catch (error) {
      return done(error as Error);
    }
    // The broker does not tell who subscribes; a device heard for the first time is told where it stands.
    if (greeted.has(up.sn)) return;
    greeted.add(up.sn);
    await greet(up.sn, ports, gateway, send, log);
  };

  client.on('message', (topic, payload, packet) => {
    const live = readLive(topic);
    if (!live) return void receive(topic, payload, stored(topic, packet));
    options.onLive(Number(live.tenant), live.park, topic.slice(topic.lastIndexOf('/') + 1), JSON.parse(payload.toString()));
  });
  client.subscribe({ [options.eventFilter ?? SHARED_UP]: { qos: 1 }, [ALL_LIVE]: { qos: 0 } }, (error) => {
    if (error) log.error({ err: error }, 'outside broker refused the subscription');
  });

  const send = (command: Outgoing): void => {
    if (command.until > Date.now()) client.publish(downTopic(command.sn, command.name), encodeDown(command), { qos: 1 });
  };
  return {
    send, reached: () => client.connected,
    live: (tenantId, parkId, topic, payload) => { client.publish(liveTopic(tenantId, parkId, topic), JSON.stringify(payload), { qos: 0 }); },
    close: () => { clearTimeout(retry); return client.endAsync(); },
  };
}
