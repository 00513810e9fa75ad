/** A server with devices of other makers, each played by its emulator over real sockets. */
import { setTimeout as later } from 'node:timers/promises';
import { inspect } from 'node:util';
import { deviceIntake } from '#apps/server/device-intake.ts';
import type { FamilyName } from '#areas/device/model/families.ts';
import type { DevicePorts } from '#areas/device/model/link.ts';
import { devicePorts, startDispatch } from '#areas/device/server/door.ts';
import { ingestBatch } from '#areas/passage/server/door.ts';
import { openLot } from '#areas/passage/server/lot.fixture.ts';
import type { LaneName, StoryLot } from '#areas/passage/server/lot.fixture.ts';
import type { EmulatedCar, Emulator } from '#device/adapters/emulation.ts';
import { emulators } from '#device/adapters/emulators.ts';
import { adapters } from '#device/adapters/index.ts';
import { openDevices } from '#device/index.ts';
import type { Devices } from '#device/index.ts';
import { text } from '#kit/declare/text.ts';
import { configure } from '#kit/server/setting.ts';
import { startTestProduct } from '#test/test-product.ts';
import type { TestProduct } from '#test/test-product.ts';
import { PATIENCE_MS } from '#test/until.ts';

/** Whatever was logged. */
export const logged: string[] = [];
const note = (...all: unknown[]): void => void logged.push(inspect(all, { depth: 8 }));
const log = { error: note, info: note };
export const SERIALS: Readonly<Record<string, string>> = {
  alphadigi: '5a1c09e2-7b40d311',
  huaxia: '98CC4D01A2B3',
  hikvision: 'a4:14:37:00:00:01',
  dahua: '6L0A1B2PAZ',
  axis: 'ACCC8E000001',
  platerecognizer: 'camera-1',
  rekor: '14',
  frigate: 'driveway_cam',
  webhook: 'gate-1',
};
export const LOGIN = { name: 'admin', password: 'Camera-2026' };
/** Given by `begin`. */
export const server = {} as { product: TestProduct; base: string; devices: Devices };
/** What is wrong with the server just now. */
export const broken = { ingest: false, journal: false };
export const closers: (() => Promise<unknown>)[] = [];

export function portsOf(product: TestProduct): DevicePorts {
  const ports = devicePorts(product.database, {
    ingest: (target, events) =>
      broken.ingest ? Promise.reject(new Error('killed')) : ingestBatch(product.database, target, events),
    doer: async () => ({ problem: text('无人', 'nobody') }),
  });
  const { bought } = ports;
  return {
    ...ports,
    // A server that was killed set nothing aside.
    setAside: () => Promise.reject(new Error('killed')),
    bought: {
      ...bought!,
      journal: (device, facts) =>
        broken.journal ? Promise.reject(new Error('killed')) : bought!.journal(device, facts),
    },
  };
}

export async function begin(): Promise<void> {
  const product = await startTestProduct();
  server.product = product;
  server.base = await product.listen();
  const devices = await openDevices({
    ports: portsOf(product),
    log,
    host: '127.0.0.1',
    mqttPort: 0,
    mqttUrl: undefined,
    serverId: 'bought',
    share: 'servers',
    cameraNetworks: ['127.0.0.0/8'],
  });
  const dispatch = startDispatch(product.database, devices, log);
  const undo = configure(deviceIntake.as(devices.intake));
  closers.push(
    () => devices.close(),
    () => dispatch.close(),
    async () => undo(),
  );
  server.devices = devices;
}

export async function end(): Promise<void> {
  for (const close of closers.toReversed()) await close();
  await server.product?.close();
}

type Stand = { lot: StoryLot; camera: Emulator; deviceId: string; url: string };

/** A lot with a camera of the family at a lane, known by its secret and its network. */
export async function stand(
  family: FamilyName,
  lane: LaneName = 'in1',
  more: Record<string, unknown> = {},
): Promise<Stand> {
  const { product, base } = server;
  const lot = await openLot(product);
  const made = await product.must('POST', '/api/updown/parkdevices/submit', {
    parkId: lot.parkId,
    deviceName: `${family}-${lane}`,
    deviceType: 'camera',
    sn: `BD-${crypto.randomUUID().slice(0, 12)}`,
    gateId: lot.gates[lane],
    family,
    sourceNetworks: '127.0.0.1',
    passedAfterSec: 1,
    loginName: LOGIN.name,
    loginSecret: LOGIN.password,
    // A host that speaks for several cameras names itself in its first car only.
    ...(adapters[family].shared ? { nativeId: SERIALS[family] } : {}),
    ...more,
  });
  const url = `${base}/device/${family}/${made.secret}`;
  const camera = await emulators[family]({ url, serial: SERIALS[family]!, login: LOGIN });
  closers.push(() => camera.close());
  if (camera.port !== null) {
    const row = await product.must('GET', '/api/updown/parkdevices/detail', { id: made.id });
    await product.must('POST', '/api/updown/parkdevices/submit', { ...row, ipAddress: '127.0.0.1', port: camera.port });
  }
  await camera.beat();
  // What only reads plates opens by a relay that stands at the same lane.
  const relay = adapters[family].can.open.length === 0 ? await relayAt(lot, lane) : null;
  return { lot, camera: relay ? { ...camera, pulses: relay.relay.pulses } : camera, deviceId: made.id, url };
}

/** A relay at a lane as its barrier. */
export async function relayAt(
  lot: StoryLot,
  lane: LaneName,
  family: 'shelly' | 'waveshare' | 'waveshareinputs' = 'shelly',
  more: Record<string, unknown> = {},
): Promise<{ relay: Emulator; deviceId: string }> {
  const { product, base } = server;
  const made = await product.must('POST', '/api/updown/parkdevices/submit', {
    parkId: lot.parkId,
    deviceName: `${family}-${lane}-${crypto.randomUUID().slice(0, 4)}`,
    deviceType: 'gate',
    sn: `RL-${crypto.randomUUID().slice(0, 12)}`,
    gateId: lot.gates[lane],
    family,
    sourceNetworks: '127.0.0.1',
    ipAddress: '127.0.0.1',
    passedAfterSec: 1,
    ...(family === 'shelly' ? { loginName: LOGIN.name, loginSecret: LOGIN.password } : {}),
    ...more,
  });
  const url = `${base}/device/${family}/${made.secret}`;
  const relay = await emulators[family]({ url, serial: 'a8032ab12345', login: LOGIN });
  closers.push(() => relay.close());
  await product.must('POST', '/api/updown/parkdevices/submit', { id: made.id, port: relay.port });
  return { relay, deviceId: made.id };
}

export const car = (plate: string, at = Date.now()): EmulatedCar => ({ plate, colour: 'blue', at });
export type Reading = { seq: number; at: string; payload: { plate: string; picture: string } };
export const readings = async (lot: StoryLot) =>
  (await lot.of('device_event', 'at, seq')).filter(({ kind }) => kind === 'plate') as unknown as Reading[];
export const incidents = async (lot: StoryLot) =>
  (await lot.of('device_incident', 'time, id')).filter(({ kind }) => kind === 'rejected');

export async function until<T>(look: () => Promise<T>, ready: (found: T) => boolean): Promise<T> {
  const from = performance.now();
  for (;;) {
    const found = await look();
    if (ready(found) || performance.now() - from > PATIENCE_MS) return found;
    await later(50);
  }
}
export const opened = (lot: StoryLot) =>
  lot.of('device_command', 'time, id').then((all) => all.filter(({ command }) => command === 'open'));
/** What a server left behind is looked at after some seconds: here they have passed. */
export const leftBehind = async (lot: StoryLot, deviceId: string): Promise<void> => {
  await lot.product.database.write(
    { tenantId: lot.target.tenantId, platform: false, companyIds: null, parkIds: null },
    (db) =>
      db.raw(
        `UPDATE device_inbox SET received_at = received_at - interval '1 minute' WHERE tenant_id = $1
          AND device_id = $2`,
        [lot.target.tenantId, deviceId],
      ),
  );
  await server.devices.sweep();
};
