/** Devices that write a line for each thing they read: one connection to each, held by one server. */
import { setTimeout as later } from 'node:timers/promises';
import type { BoughtDevice, BoughtPorts } from '#areas/device/model/bought-link.ts';
import type { FamilyName } from '#areas/device/model/families.ts';
import { openLines } from './calls.ts';
import { adapters } from './index.ts';
import { AGAIN_MS, readers } from './readers.ts';
import type { Reader } from './readers.ts';

/** How often a connection that stands shows that the device is there, and is looked at whether it is still ours. */
const LOOK_MS = 1_000;
const BEAT_MS = 20_000;

type Options = {
  readonly bought: BoughtPorts;
  readonly networks: readonly string[];
  readonly report: (device: BoughtDevice, payCodes: readonly string[]) => Promise<void>;
  /** It is connected. */
  readonly there: (device: BoughtDevice) => void;
  readonly failed: (error: unknown, device: BoughtDevice) => void;
};

export const lineReader = ({ bought, networks, report, there, failed }: Options): Reader =>
  readers({
    bought,
    failed,
    readOn: async (device, mine, signal) => {
      if (!(await mine())) return AGAIN_MS;
      const { port, read } = adapters[device.family as FamilyName].lines!;
      const waiting: Promise<void>[] = [];
      const lines = await openLines(device, networks, port, (line) => {
        const payCodes = read(line);
        if (payCodes.length > 0)
          waiting.push(report(device, payCodes).catch((error: unknown) => failed(error, device)));
      });
      if (!lines) return AGAIN_MS;
      signal.addEventListener('abort', lines.close, { once: true });
      try {
        for (let beat = 0; lines.open() && !signal.aborted; await later(LOOK_MS)) {
          if (!(await mine())) return AGAIN_MS;
          if (beat > performance.now()) continue;
          there(device);
          beat = performance.now() + BEAT_MS;
        }
        return signal.aborted ? 0 : AGAIN_MS;
      } finally {
        signal.removeEventListener('abort', lines.close);
        lines.close();
        await Promise.all(waiting);
      }
    },
  });
