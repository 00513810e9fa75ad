/** Frigate as its guide says: a car is tracked by an id, its plate told as it is read, its end told when it has left. */
import mqtt from 'mqtt';
import { post, posted } from '#device/adapters/emulation.ts';
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
    say: async (topic: string, body: Buffer): Promise<Posted> => {
      const from = performance.now();
      await client.publishAsync(`frigate/${topic}`, body, { qos: 1 });
      return { status: 200, body: '', ms: performance.now() - from };
    },
    close: () => client.endAsync(),
  };
}

export async function emulate({ url, serial, mqtt: broker }: EmulatorOptions): Promise<Emulator> {
  let count = 0;
  const published = broker ? await publisher(broker) : null;
  const reading = (car: EmulatedCar, faults: readonly DeviceFault[], later = 0): Buffer => {
    const has = (fault: DeviceFault): boolean => faults.includes(fault);
    count += 1;
    const when = (car.at + later + (has('clock') ? 8 * 3_600_000 : 0)) / 1_000;
    return Buffer.from(
      JSON.stringify({
        type: 'lpr',
        id: `${when.toFixed(6)}-${LETTERS[count % 26]}qzkfw`,
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
    port: null,
    pulses: () => [],
    message: (car, faults = []) => ({ path: 'tracked_object_update', type: TYPE, body: reading(car, faults) }),
    car: async (car, faults = []) =>
      published
        ? [await published.say('tracked_object_update', reading(car, faults))]
        : posted(`${url}/tracked_object_update`, TYPE, reading(car, faults), faults, () => reading(car, faults, 700)),
    beat: () =>
      published
        ? published.say('available', Buffer.from('online'))
        : post(`${url}/available`, 'text/plain', Buffer.from('online')),
    close: async () => published?.close(),
  };
}
