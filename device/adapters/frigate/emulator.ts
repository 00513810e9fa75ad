/**
 * Frigate as its guide says: a car is tracked by an id, its plate reported as it is read, its end reported when it
 * has left.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import mqtt from 'mqtt';
import { jpeg, post, posted } from '#device/adapters/emulation.ts';
import type { DeviceFault, EmulatedCar, Emulator, EmulatorOptions, Posted } from '#device/adapters/emulation.ts';

const TYPE = 'application/json';
const LETTERS = 'abcdefghijklmnopqrstuvwxyz';

/** Publishes as Frigate does, at a broker that is this server. */
async function publisher({ url, sn, secret }: NonNullable<EmulatorOptions['mqtt']>) {
  const client = await mqtt.connectAsync(url, {
    username: sn,
    password: secret,
    clientId: 'frigate',
    reconnectPeriod: 0,
  });
  return {
    send: async (topic: string, body: Buffer): Promise<Posted> => {
      const from = performance.now();
      await client.publishAsync(`frigate/${topic}`, body, { qos: 1 });
      return { status: 200, body: '', ms: performance.now() - from };
    },
    close: () => client.endAsync(),
  };
}

/** Its own interface: the picture of an event that it reported. */
async function keeper(port: number, reported: ReadonlySet<string>) {
  const server = createServer((incoming, reply) => {
    const id = /^\/api\/events\/([^/]+)\/snapshot\.jpg$/.exec(incoming.url ?? '')?.[1] ?? '';
    reply.writeHead(reported.has(id) ? 200 : 404, { 'content-type': 'image/jpeg' });
    reply.end(reported.has(id) ? jpeg(2_000, id) : '');
  });
  await new Promise<void>((then) => {
    server.listen(port, '127.0.0.1', () => then());
  });
  return {
    port: (server.address() as AddressInfo).port,
    close: () =>
      new Promise<void>((then) => {
        server.close(() => then());
      }),
  };
}

export async function emulate({ url, serial, mqtt: broker, port = 0 }: EmulatorOptions): Promise<Emulator> {
  let count = 0;
  const reported = new Set<string>();
  const pictures = await keeper(port, reported);
  const published = broker ? await publisher(broker) : null;
  const reading = (car: EmulatedCar, faults: readonly DeviceFault[], later = 0): Buffer => {
    const has = (fault: DeviceFault): boolean => faults.includes(fault);
    count += 1;
    const when = (car.at + later + (has('clock') ? 8 * 3_600_000 : 0)) / 1_000;
    const id = `${when.toFixed(6)}-${LETTERS[count % 26]}qzkfw`;
    reported.add(id);
    return Buffer.from(
      JSON.stringify({
        type: 'lpr',
        id,
        name: null,
        plate: has('no-plate') ? '' : car.plate,
        score: 0.95,
        camera: has('spoof') ? 'back_yard' : serial,
        timestamp: when,
        plate_box: [917, 487, 1029, 529],
        ...(has('big-picture') ? { note: 'x'.repeat(60_000) } : {}),
      }),
    );
  };
  return {
    port: pictures.port,
    pulses: () => [],
    message: (car, faults = []) => ({ path: 'tracked_object_update', type: TYPE, body: reading(car, faults) }),
    car: async (car, faults = []) =>
      published
        ? [await published.send('tracked_object_update', reading(car, faults))]
        : posted(`${url}/tracked_object_update`, TYPE, reading(car, faults), faults, () => reading(car, faults, 700)),
    beat: () =>
      published
        ? published.send('available', Buffer.from('online'))
        : post(`${url}/available`, 'text/plain', Buffer.from('online')),
    close: async () => {
      await published?.close();
      await pictures.close();
    },
  };
}
