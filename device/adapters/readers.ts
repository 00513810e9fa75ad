/**
 * Devices that have to be read: each by one server, which goes on as long as it holds the claim, and again after a
 * while when the connection was lost.
 */
import { randomUUID } from 'node:crypto';
import { setTimeout as later } from 'node:timers/promises';
import type { BoughtDevice, BoughtPorts } from '#areas/device/model/bought-link.ts';

/** How often a server claims the reading, and how long its claim lasts. */
const ASK_MS = 5_000;
/** After a connection that was lost. */
export const AGAIN_MS = 2_000;

type Options = {
  readonly bought: BoughtPorts;
  readonly failed: (error: unknown, device: BoughtDevice) => void;
  /**
   * Reads until the connection is lost, another server reads or the signal comes; answers how long (ms) to wait then.
   * `mine` claims the reading, at most every some seconds; false where another server has it.
   */
  readonly readOn: (device: BoughtDevice, mine: () => Promise<boolean>, signal: AbortSignal) => Promise<number>;
};
export type Reader = {
  /** Reads these and no others from now on. */
  readonly of: (devices: readonly BoughtDevice[]) => void;
  readonly close: () => Promise<void>;
};

/** What identifies how a device is read: entered anew, it is read anew. */
const nameOf = ({ deviceId, gateId, channel, address }: BoughtDevice): string =>
  JSON.stringify([deviceId, gateId, channel, address]);

export function readers({ bought, failed, readOn }: Options): Reader {
  const server = randomUUID();
  const reading = new Map<string, { readonly end: AbortController; readonly done: Promise<void> }>();

  const claims = (device: BoughtDevice) => {
    let until = 0;
    return async (): Promise<boolean> => {
      if (until >= performance.now()) return true;
      if (!(await bought.reads(device, server))) return false;
      until = performance.now() + ASK_MS;
      return true;
    };
  };
  const keepReading = async (device: BoughtDevice, signal: AbortSignal): Promise<void> => {
    while (!signal.aborted) {
      const wait = await readOn(device, claims(device), signal).catch((error: unknown) => {
        if (!signal.aborted) failed(error, device);
        return AGAIN_MS;
      });
      await later(wait, undefined, { signal, ref: false }).catch(() => undefined);
    }
  };
  let closed = false;
  return {
    of: (devices) => {
      if (closed) return;
      const wanted = new Map(devices.filter(({ gateId }) => gateId !== null).map((each) => [nameOf(each), each]));
      for (const [name, { end }] of reading)
        if (!wanted.has(name)) {
          end.abort();
          reading.delete(name);
        }
      for (const [name, device] of wanted) {
        if (reading.has(name)) continue;
        const end = new AbortController();
        reading.set(name, { end, done: keepReading(device, end.signal) });
      }
    },
    close: async () => {
      closed = true;
      const all = [...reading.values()];
      for (const { end } of all) end.abort();
      await Promise.all(all.map(({ done }) => done));
    },
  };
}
