/** A camera with its lane, as a device that hurries: it sees a car, lets it through on command, and sees the next. */
import { connectAsync } from 'mqtt';
import type { MqttClient } from 'mqtt';
import { downTopic, upTopic } from '#device/topics.ts';

export type Tally = { acknowledged: number; doubled: number; readonly openMs: number[]; unopened: number };
export type Camera = { readonly drive: (plate: string) => Promise<void>; readonly close: () => Promise<void> };

/** After this the car is let through by hand. */
const PATIENCE_MS = 30_000;

/** Under the device's own name and secret. */
const connectDevice = (url: string, sn: string, secret: string): Promise<MqttClient> =>
  connectAsync(url, {
    username: sn,
    password: secret,
    clientId: sn,
    clean: true,
    reconnectPeriod: 1_000,
    connectTimeout: 60_000,
  });

/** @param doubleEvery every so manieth event is sent twice under its number */
export async function camera(
  url: string,
  { sn, secret }: { readonly sn: string; readonly secret: string },
  tally: Tally,
  doubleEvery: number,
): Promise<Camera> {
  const client = await connectDevice(url, sn, secret);
  let [seq, passing] = [0, 0];
  let opened: (id: string) => void = () => undefined;
  client.on('message', (topic, payload) => {
    if (topic.endsWith('/open')) opened((JSON.parse(payload.toString()) as { id: string }).id);
  });
  client.on('error', () => undefined); // it reconnects
  await client.subscribeAsync(downTopic(sn, '#'), { qos: 1 });
  const beat = (): unknown =>
    client.publish(upTopic(sn, 'heartbeat'), JSON.stringify({ seq, at: new Date().toISOString(), queued: 0 }), {
      qos: 1,
    });
  beat();
  const beating = setInterval(beat, 30_000);
  const emit = async (message: string, fields: object): Promise<void> => {
    seq += 1;
    const payload = JSON.stringify({ seq, at: new Date().toISOString(), ...fields });
    const twice = seq % doubleEvery === 0;
    await Promise.all(
      Array.from({ length: twice ? 2 : 1 }, () => client.publishAsync(upTopic(sn, message), payload, { qos: 1 })),
    );
    tally.acknowledged += 1;
    if (twice) tally.doubled += 1;
  };
  return {
    drive: async (plate) => {
      passing += 1;
      const from = performance.now();
      let timer: NodeJS.Timeout | undefined;
      const opening = new Promise<string | null>((then) => {
        opened = then;
        timer = setTimeout(then, PATIENCE_MS, null);
      });
      const seen = emit('plate', { passing, plate, colour: 'blue', confidence: 0.97 });
      const commandId = await opening;
      clearTimeout(timer);
      if (commandId === null) tally.unopened += 1;
      else {
        tally.openMs.push(performance.now() - from);
        client.publish(
          upTopic(sn, 'answer'),
          JSON.stringify({ seq, id: commandId, at: new Date().toISOString(), ok: true }),
          { qos: 1 },
        );
      }
      await Promise.all([
        seen,
        emit('gate', commandId === null ? { gate: 'up', by: 'local' } : { gate: 'up', by: 'command', commandId }),
        emit('passed', { passing, count: 1 }),
        emit('gate', { gate: 'down', by: 'local' }),
      ]);
    },
    close: async () => {
      clearInterval(beating);
      await client.endAsync(true);
    },
  };
}
