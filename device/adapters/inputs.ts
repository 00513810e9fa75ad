/**
 * Inputs of relays that have to be read: one connection to each, read every 100 ms by one server, and what changed is
 * reported as the contacts it stands for.
 */
import { randomUUID } from 'node:crypto';
import { setTimeout as later } from 'node:timers/promises';
import type { BoughtDevice, BoughtPorts } from '#areas/device/model/bought-link.ts';
import type { Contact, FamilyName } from '#areas/device/model/families.ts';
import type { Inputs } from './adapter.ts';
import { openFrames } from './calls.ts';
import { adapters } from './index.ts';

const READ_MS = 100;
/** How often a server claims the reading, and how long its claim lasts. */
const ASK_MS = 5_000;
/** After a connection that was lost. */
const AGAIN_MS = 2_000;
/** A board that answers without inputs is queried again after so long. */
const NONE_MS = 600_000;

/** A loop reports when the car has left it, a limit of the pole when it is reached. */
const REPORTED: Readonly<Record<Contact, boolean>> = { up: true, down: true, passed: false };

/** Contacts that have just come to what they report; none of the first reading, which shows no change. */
export const changed = (before: Inputs | null, now: Inputs): Contact[] =>
  before === null
    ? []
    : (Object.keys(REPORTED) as Contact[]).filter(
        (contact) =>
          now[contact] === REPORTED[contact] && before[contact] !== undefined && before[contact] !== REPORTED[contact],
      );

type Options = {
  readonly bought: BoughtPorts;
  readonly networks: readonly string[];
  readonly report: (device: BoughtDevice, contacts: readonly Contact[]) => Promise<void>;
  readonly failed: (error: unknown, device: BoughtDevice) => void;
};
export type InputReader = {
  /** Reads these and no others from now on. */
  readonly of: (devices: readonly BoughtDevice[]) => void;
  readonly close: () => Promise<void>;
};

/** What identifies how a device is read: entered anew, it is read anew. */
const nameOf = ({ deviceId, gateId, channel, address }: BoughtDevice): string =>
  JSON.stringify([deviceId, gateId, channel, address]);

export function inputReader({ bought, networks, report, failed }: Options): InputReader {
  const server = randomUUID();
  const reading = new Map<string, { readonly end: AbortController; readonly done: Promise<void> }>();

  /** Until the connection is lost or another server reads; answers how long to wait then. */
  const readOn = async (device: BoughtDevice, signal: AbortSignal): Promise<number> => {
    const { call, read } = adapters[device.family as FamilyName].inputs!;
    const frames = await openFrames(device, networks);
    if (!frames) return AGAIN_MS;
    signal.addEventListener('abort', frames.close, { once: true });
    try {
      let [before, mine]: [Inputs | null, number] = [null, 0];
      while (!signal.aborted) {
        if (mine < performance.now()) {
          if (!(await bought.reads(device, server))) return AGAIN_MS;
          mine = performance.now() + ASK_MS;
        }
        const answer = await frames.send(call);
        if (!answer) return AGAIN_MS;
        const now = read(answer, { channel: device.channel });
        if (!now) return NONE_MS;
        const contacts = changed(before, now);
        if (contacts.length > 0) await report(device, contacts);
        before = now;
        await later(READ_MS, undefined, { signal });
      }
      return 0;
    } finally {
      signal.removeEventListener('abort', frames.close);
      frames.close();
    }
  };
  const keepReading = async (device: BoughtDevice, signal: AbortSignal): Promise<void> => {
    while (!signal.aborted) {
      const wait = await readOn(device, signal).catch((error: unknown) => {
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
