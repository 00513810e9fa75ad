/** Devices as they stand, remembered for some seconds. */
import type { DeviceIdentity, DevicePorts } from '#areas/device/model/link.ts';
import { BEATS_EVERY_MS } from './heartbeats.ts';

const REMEMBERED_MS = 10_000;
/** A device due for a refresh within this time is refreshed together with one that is due. */
const TOGETHER_MS = 5_000;
/** Who is to be looked for is gone through no more often than this. */
const PAUSE_MS = 500;

/** `used`: it was looked up since it was loaded; `correctedAt`: the clock reading of then may not be written yet. */
type Remembered = {
  readonly until: number;
  readonly device: Promise<DeviceIdentity | null>;
  used: boolean;
  readonly correctedAt: number;
};

type RememberedDevices = {
  readonly identify: (sn: string) => Promise<DeviceIdentity | null>;
  readonly forget: (sn: string) => void;
  /** Its next messages are dated by its current clock, stored or not. */
  readonly corrected: (device: DeviceIdentity) => void;
};

/** Each is refreshed after some seconds: active ones together, in one query. */
export function rememberedDevices(find: DevicePorts['identify']): RememberedDevices {
  const known = new Map<string, Remembered>();
  const lookFor = (sn: string, now: number): Promise<DeviceIdentity | null> => {
    const device = find(sn);
    known.set(sn, { until: now + REMEMBERED_MS, device, used: false, correctedAt: -Infinity });
    device.catch(() => known.delete(sn));
    return device;
  };
  let renewed = -Infinity;
  const renewOthers = (now: number): void => {
    if (now - renewed < PAUSE_MS) return;
    renewed = now;
    for (const [sn, { until, used, correctedAt }] of known) {
      if (until > now + TOGETHER_MS || now - correctedAt < 2 * BEATS_EVERY_MS) continue;
      if (used) void lookFor(sn, now);
      else if (until <= now) known.delete(sn);
    }
  };
  return {
    identify: (sn) => {
      const now = performance.now();
      const found = known.get(sn);
      if (found && found.until > now) {
        found.used = true;
        return found.device;
      }
      const device = lookFor(sn, now);
      if (found) renewOthers(now);
      return device;
    },
    forget: (sn) => {
      known.delete(sn);
    },
    corrected: (device) => {
      const remembered = known.get(device.sn);
      if (remembered)
        known.set(device.sn, { ...remembered, device: Promise.resolve(device), correctedAt: performance.now() });
    },
  };
}
