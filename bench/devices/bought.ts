/**
 * Lanes with cameras of other makers, each played by its emulator over real sockets; what only reads has a relay beside
 * it.
 */
import { setTimeout as later } from 'node:timers/promises';
import { cameraFamilies, relayFamilies } from '#areas/device/model/families.ts';
import type { FamilyName } from '#areas/device/model/families.ts';
import type { Emulator } from '#device/adapters/emulation.ts';
import { emulators } from '#device/adapters/emulators.ts';
import { adapters } from '#device/adapters/index.ts';
import type { Api } from '#device/simulator/api.ts';
import type { Camera, Tally } from './camera.ts';
import type { Place } from './site.ts';

const LOGIN = { name: 'admin', password: 'Camera-2026' };
const DEVICES = '/api/updown/parkdevices';
/** The least that may be entered. */
const PASSED_AFTER_SEC = 1;
/** The assumed passage is reported within a second of its time and takes a moment. */
const THROUGH_MS = PASSED_AFTER_SEC * 1_000 + 3_000;
const PATIENCE_MS = 30_000;
/** A pulse says itself when it was; looked for more often, those who wait would take the server's processor. */
const LOOK_MS = 25;
/** A camera that is not called asks so often. */
const BEAT_MS = 1_000;

type Where = { readonly url: string; readonly mqttUrl: string };

async function enter(
  api: Api,
  { parkId, gateId }: Place,
  sn: string,
  family: FamilyName,
  more: Readonly<Record<string, unknown>>,
): Promise<{ id: string; secret: string }> {
  return api.post(`${DEVICES}/submit`, {
    parkId,
    gateId,
    deviceName: sn,
    sn,
    family,
    deviceType: relayFamilies.includes(family) ? 'gate' : 'camera',
    sourceNetworks: '127.0.0.1',
    passedAfterSec: PASSED_AFTER_SEC,
    ...more,
  });
}

const calledAt = ({ port }: Emulator) =>
  port === null ? {} : { ipAddress: '127.0.0.1', port, loginName: LOGIN.name, loginSecret: LOGIN.password };

async function relayOf(api: Api, place: Place, nth: number): Promise<Emulator> {
  const family = relayFamilies[nth % relayFamilies.length]!;
  const relay = await emulators[family]({ url: '', serial: `relay-${nth}`, login: LOGIN });
  await enter(api, place, `BENCH-RELAY-${nth}`, family, calledAt(relay));
  return relay;
}

/** Waits until it has moved once more; asks as the camera would meanwhile. */
async function pulseAfter(before: number, at: Emulator, beats: (() => Promise<unknown>) | null): Promise<boolean> {
  const end = performance.now() + PATIENCE_MS;
  for (let beat = performance.now() + BEAT_MS; performance.now() < end;) {
    if (at.pulses().length > before) return true;
    await later(LOOK_MS);
    if (!beats || performance.now() < beat) continue;
    beat = performance.now() + BEAT_MS;
    await beats();
  }
  return false;
}

/** The `nth` lane has the `nth` family of all cameras, round and round. */
export async function boughtCamera(
  api: Api,
  { url, mqttUrl }: Where,
  place: Place,
  nth: number,
  tally: Tally,
): Promise<Camera> {
  const family = cameraFamilies[nth % cameraFamilies.length]!;
  const { can, shared, topics } = adapters[family];
  const [serial, sn] = [family === 'rekor' ? String(1_000 + nth) : `bench-${nth}`, `BENCH-BOUGHT-${nth}`];
  const { id, secret } = await enter(api, place, sn, family, shared ? { nativeId: serial } : {});
  const camera = await emulators[family]({
    url: `${url}/device/${family}/${secret}`,
    serial,
    login: LOGIN,
    ...(topics ? { mqtt: { url: mqttUrl, sn, secret } } : {}),
  });
  if (camera.port !== null)
    await api.post(`${DEVICES}/submit`, { ...(await api.get(`${DEVICES}/detail`, { id })), ...calledAt(camera) });
  const relay = can.open.length === 0 ? await relayOf(api, place, nth) : null;
  const actuator = relay ?? camera;
  await camera.beat();
  return {
    drive: async (plate) => {
      const before = actuator.pulses().length;
      const from = Date.now();
      const posted = camera.car({ plate, colour: 'blue', at: from });
      const opened = await pulseAfter(before, actuator, can.open.includes('poll') ? () => camera.beat() : null);
      tally.acknowledged += (await posted).filter(({ status }) => status === 200).length;
      if (opened) tally.openMs.push(actuator.pulses().at(-1)! - from);
      else tally.unopened += 1;
      await later(THROUGH_MS);
    },
    close: async () => {
      await camera.close();
      await relay?.close();
    },
  };
}
