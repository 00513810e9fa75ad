/**
 * Inputs of relays that have to be read: one connection to each, read every 100 ms by one server, and what changed is
 * reported as the contacts it stands for.
 */
import { setTimeout as later } from 'node:timers/promises';
import type { BoughtDevice, BoughtPorts } from '#areas/device/model/bought-link.ts';
import type { Contact, FamilyName } from '#areas/device/model/families.ts';
import type { Inputs } from './adapter.ts';
import { openFrames } from './calls.ts';
import { adapters } from './index.ts';
import { AGAIN_MS, readers } from './readers.ts';
import type { Reader } from './readers.ts';

const READ_MS = 100;
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

export const inputReader = ({ bought, networks, report, failed }: Options): Reader =>
  readers({
    bought,
    failed,
    readOn: async (device, mine, signal) => {
      const { call, read } = adapters[device.family as FamilyName].inputs!;
      const frames = await openFrames(device, networks);
      if (!frames) return AGAIN_MS;
      signal.addEventListener('abort', frames.close, { once: true });
      try {
        let before: Inputs | null = null;
        while (!signal.aborted) {
          if (!(await mine())) return AGAIN_MS;
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
    },
  });
