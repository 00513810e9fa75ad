/** Heartbeats of all devices, written together every second: the last of each. */
import type { Beat, DeviceIdentity, DevicePorts } from '#areas/device/model/link.ts';
import type { Decoded } from './codec.ts';
import type { Log } from './types.ts';

export const BEATS_EVERY_MS = 1_000;
/** Of so many heartbeats the one that was least long on its way says how far a clock is off. */
const BEATS_COMPARED = 3;
/** No heartbeat is so long on its way: a clock that looks slower by more was set. */
const LONGEST_WAY_MS = 15 * 60_000;

/** @param corrected called with the device and what its clock is off by this heartbeat */
export function heartbeats(write: DevicePorts['beats'], corrected: (device: DeviceIdentity) => void, log: Log) {
  let beats = new Map<string, Beat>();
  const lately = new Map<string, readonly number[]>();

  /** A heartbeat that was late makes a clock look slow; none makes it look fast. */
  const offsetOf = (deviceId: string, now: number): number => {
    const before = (lately.get(deviceId) ?? []).filter((each) => each - now <= LONGEST_WAY_MS);
    const offsets = [...before, now].slice(-BEATS_COMPARED);
    lately.set(deviceId, offsets);
    return Math.max(...offsets);
  };

  const flush = (): void => {
    if (beats.size === 0) return;
    const now = [...beats.values()];
    beats = new Map();
    // A lost beat is made good by the next one thirty seconds later.
    write(now).catch((error: unknown) => log.error({ err: error }, 'heartbeats not written'));
  };
  const timer = setInterval(flush, BEATS_EVERY_MS);
  timer.unref();

  return {
    take: (device: DeviceIdentity, { values, rawAt }: Extract<Decoded, { kind: 'heartbeat' }>): void => {
      const receivedAt = Date.now();
      const clockOffsetMs = offsetOf(device.deviceId, rawAt - receivedAt);
      corrected({ ...device, clockOffsetMs });
      beats.set(device.deviceId, {
        device,
        receivedAt,
        clockOffsetMs,
        firmware: values.firmware ?? null,
        listHash: values.listHash?.toLowerCase() ?? null,
        lastSeq: values.seq ?? 0,
        queued: values.queued ?? 0,
        journalPercent: values.journalPercent ?? null,
        journalDays: values.journalDays ?? null,
      });
    },
    /** Writes what was taken, then takes no more. */
    close: (): void => {
      clearInterval(timer);
      flush();
    },
  };
}
