/** A lane of the mall as its devices see it: by our own protocol, or by a device one can buy. */
import { relayFamilies } from '#areas/device/model/families.ts';
import type { FamilyName } from '#areas/device/model/families.ts';
import type { DeviceFault, EmulatedCar, Emulator } from '#device/adapters/emulation.ts';
import { emulators } from '#device/adapters/emulators.ts';
import { adapters } from '#device/adapters/index.ts';
import type { LaneSite } from '#device/simulator/setup.ts';
import { VirtualDevice } from '#device/simulator/virtual-device.ts';
import type { Tally } from '#device/simulator/virtual-device.ts';
import type { Mall } from './mall.ts';

/** From the barrier's opening until the car is through, seconds: what is entered where nobody sees it. */
export const THROUGH_SEC = 5;

export type Lane = {
  /** A car stands there. */
  readonly see: (car: EmulatedCar, faults: readonly DeviceFault[]) => Promise<void>;
  /** Resolves once the barrier is up and a passage is waited for. */
  readonly opened: () => Promise<void>;
  /** The car has passed, and the barrier is down. */
  readonly through: () => Promise<void>;
  /** It backs out, where the device sees that. */
  readonly backs: () => Promise<void>;
  readonly pulses: () => number;
  readonly close: () => Promise<void>;
};

/** What was sent is looked at besides, so that a barrier that stays down says why. */
const isUp = (mall: Mall, gateId: string): Promise<unknown> =>
  mall.until(
    'the barrier',
    async () => ({
      gate: (await mall.lane(gateId))?.gate,
      sent: await mall.rows(
        `SELECT sn, status, error, time, attempt_time FROM device_command WHERE park_id = $1 AND gate_id = $2
          AND command = 'open' ORDER BY time DESC LIMIT 1`,
        gateId,
      ),
    }),
    ({ gate }) => gate === 'up',
  );

/** A camera with barrier and loops that speaks our own protocol. */
export async function ownLane(mall: Mall, { gateId, camera }: LaneSite, tally: Tally): Promise<Lane> {
  const device = await VirtualDevice.open(mall.mqttUrl, camera, tally);
  let pulses = 0;
  device.onCommand = ({ name, id }) => {
    if (name !== 'open') return { ok: true };
    pulses += 1;
    void device.event('gate', Date.now(), { gate: 'up', by: 'command', commandId: id });
    return { ok: true };
  };
  return {
    see: async ({ plate, colour, at }) => {
      camera.passing += 1;
      await device.event('plate', at, { passing: camera.passing, plate, colour, confidence: 0.97 });
    },
    opened: async () => {
      await isUp(mall, gateId);
    },
    through: async () => {
      await device.event('passed', Date.now(), { passing: camera.passing, count: 1 });
      await device.event('gate', Date.now(), { gate: 'down', by: 'local' });
    },
    backs: () => device.event('gone', Date.now(), { passing: camera.passing }),
    pulses: () => pulses,
    close: () => device.close(),
  };
}

const LOGIN = { name: 'admin', password: 'Camera-2026' };
/** What a device calls itself. */
const serialOf = (family: FamilyName, nth: number): string =>
  family === 'rekor' ? String(14 + nth) : `FAMILY-${family.toUpperCase()}-${nth}`;

type Entered = { readonly id: string; readonly sn: string; readonly secret: string };

/** Makes the lane's own camera one of the family; it keeps its secret. */
async function enter({ product }: Mall, { camera }: LaneSite, family: FamilyName, serial: string): Promise<Entered> {
  const { records } = await product.must('GET', '/api/updown/parkdevices/list', { sn: camera.sn, size: 10 });
  const row = records.find(({ sn }: { sn: string }) => sn === camera.sn);
  await product.must('POST', '/api/updown/parkdevices/submit', {
    ...row,
    family,
    sourceNetworks: '127.0.0.1',
    passedAfterSec: THROUGH_SEC,
    loginName: LOGIN.name,
    loginSecret: LOGIN.password,
    ...(adapters[family].shared ? { nativeId: serial } : {}),
  });
  return { id: row.id, sn: camera.sn, secret: camera.secret };
}

/** A relay that opens for a camera that only reads. */
async function relayAt({ product, site }: Mall, { gateId, camera }: LaneSite, nth: number): Promise<Emulator> {
  const family = relayFamilies[nth % relayFamilies.length]!;
  const relay = await emulators[family]({ url: '', serial: `a8032ab1234${nth}`, login: LOGIN });
  await product.must('POST', '/api/updown/parkdevices/submit', {
    parkId: site.parkId,
    gateId,
    deviceName: `${family}-${nth}`,
    deviceType: 'gate',
    sn: `${camera.sn}-RELAY`,
    family,
    ipAddress: '127.0.0.1',
    port: relay.port,
    passedAfterSec: THROUGH_SEC,
    ...(family === 'shelly' ? { loginName: LOGIN.name, loginSecret: LOGIN.password } : {}),
  });
  return relay;
}

/** The same lane with a camera one can buy, played by its emulator alone. */
export async function familyLane(mall: Mall, lane: LaneSite, family: FamilyName, nth: number): Promise<Lane> {
  const { product, base, mqttUrl, devices, rows } = mall;
  const serial = serialOf(family, nth);
  const { id, sn, secret } = await enter(mall, lane, family, serial);
  const camera = await emulators[family]({
    url: `${base}/device/${family}/${secret}`,
    serial,
    login: LOGIN,
    ...(adapters[family].topics ? { mqtt: { url: mqttUrl, sn, secret } } : {}),
  });
  if (camera.port !== null) {
    const row = await product.must('GET', '/api/updown/parkdevices/detail', { id });
    await product.must('POST', '/api/updown/parkdevices/submit', { ...row, ipAddress: '127.0.0.1', port: camera.port });
  }
  const { can } = adapters[family];
  const relay = can.open.length === 0 ? await relayAt(mall, lane, nth) : null;
  await camera.beat();
  await devices.probe();
  return {
    see: async (car, faults) => {
      // Of an opening that may have been in a lost answer nobody knows, and a person looks: that day would be another.
      await camera.car(
        car,
        faults.filter((fault) => (fault !== 'lost-reply' && fault !== 'repeat') || !can.open.includes('reply')),
      );
    },
    opened: async () => {
      // What is not called asks by its next sign of life.
      if (can.open.includes('poll')) await camera.beat();
      await isUp(mall, lane.gateId);
      await mall.until(
        'the passage',
        () => rows('SELECT passed_at FROM device_count WHERE $1::uuid IS NOT NULL AND about_id = $2', lane.gateId),
        ([count]) => (count?.passed_at ?? null) !== null,
      );
    },
    through: () => devices.sweep(),
    backs: async () => undefined,
    pulses: () => (relay ?? camera).pulses().length,
    close: async () => {
      await camera.close();
      await relay?.close();
    },
  };
}
