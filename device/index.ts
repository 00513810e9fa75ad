/**
 * Opens the way to devices and consoles: the built-in broker, or an outside one with the built-in one for consoles
 * only.
 */
import type { Server as HttpServer } from 'node:http';
import type { DeviceLink, DevicePorts } from '#areas/device/model/link.ts';
import { openBought } from './adapters/bought.ts';
import type { Intake } from './adapters/intake.ts';
import { openBroker } from './broker.ts';
import { gateway } from './gateway.ts';
import type { Gateway, Observe } from './gateway.ts';
import type { Log } from './types.ts';
import type { HalfOpenOptions } from './half-open.ts';
import { sharedUp } from './topics.ts';

export type DevicesOptions = {
  readonly ports: DevicePorts;
  readonly log: Log;
  readonly host: string;
  readonly mqttPort: number;
  readonly mqttUrl: string | undefined;
  /** Names this server at an outside broker; the same after a restart. */
  readonly serverId: string;
  /** Under what name the servers share the events there: the same at all of them, and no device knows it. */
  readonly share: string;
  readonly http?: HttpServer;
  /** Networks in which devices of other makers are called; none where empty. */
  readonly cameraNetworks?: readonly string[];
  readonly observe?: Observe;
  /** How many connections may wait for their CONNECT, and how long. */
  readonly waiting?: HalfOpenOptions;
};

export type Devices = DeviceLink & {
  /** Port of the built-in broker for devices; null with an outside broker. */
  readonly port: number | null;
  /** Where devices of other makers post; null without them. */
  readonly intake: Intake | null;
  /** Processes messages of bought devices that a crashed server left behind. */
  readonly sweep: () => Promise<void>;
  /** Probes whether relays are reachable. */
  readonly probe: () => Promise<void>;
  readonly counts: Gateway['counts'];
  readonly connected: () => number;
  /** Whether the broker of the devices can be reached; the built-in one always can. */
  readonly reached: () => boolean;
  readonly drop: (sn: string) => void;
  /** Checks now whether the sessions of subscribed consoles are still valid. */
  readonly look: () => Promise<void>;
  /** Stops taking messages, stores what was accepted, closes all connections. */
  readonly close: () => Promise<void>;
};

export async function openDevices(options: DevicesOptions): Promise<Devices> {
  const { ports, log, mqttUrl } = options;
  const gate = gateway(ports, log, options.observe);
  const bought = ports.bought
    ? openBought({
        ports: { ...ports, bought: ports.bought },
        gateway: gate,
        log,
        networks: options.cameraNetworks ?? [],
      })
    : null;
  const broker = await openBroker({
    ports,
    gateway: gate,
    log,
    host: options.host,
    port: mqttUrl ? undefined : options.mqttPort,
    ...(options.http ? { http: options.http } : {}),
    ...(options.waiting ? { waiting: options.waiting } : {}),
    ...(bought ? { foreign: bought.published } : {}),
  });
  const outside = mqttUrl
    ? await (
        await import('./outside.ts')
      ).openOutside({
        url: mqttUrl,
        serverId: options.serverId,
        eventFilter: sharedUp(options.share),
        ports,
        gateway: gate,
        log,
        onLive: broker.live,
      })
    : null;
  const link: DeviceLink = outside ?? broker;
  return {
    send: (command) => {
      if (!bought?.send(command)) link.send(command);
    },
    live: link.live,
    port: broker.port,
    intake: bought?.intake ?? null,
    sweep: async () => bought?.sweep(),
    probe: async () => bought?.probe(),
    counts: gate.counts,
    connected: broker.connected,
    reached: () => outside?.reached() ?? true,
    drop: broker.drop,
    look: broker.look,
    close: async () => {
      await bought?.close();
      await outside?.close();
      await broker.close();
      await gate.close();
    },
  };
}
