/**
 * A garage's gateway as a real one would be: knows what its detectors see, reports everything after each start, writes
 * what it receives to its boards.
 */
import type { Command, Done, Sending, VirtualDevice } from './virtual-device.ts';

export type Seen = { readonly taken: boolean; readonly plate?: string };
export type BoardLine = {
  readonly address: number;
  readonly line: number;
  readonly label: string;
  readonly n: number;
  readonly full: boolean;
};

export type VirtualGarage = {
  /** What detectors see now; resolves once the server has stored it. */
  readonly sees: (changes: ReadonlyMap<number, Seen>, at?: number, how?: Sending) => Promise<void>;
  /** How devices on its bus are. */
  readonly are: (states: ReadonlyMap<number, 'online' | 'lost' | 'fault'>, at?: number) => Promise<void>;
  readonly counts: (address: number, way: 'in' | 'out', n?: number, how?: Sending, at?: number) => Promise<void>;
  /** What its CO sensors read (tenths of a ppm, null: no valid reading), and whether the fire input stands. */
  readonly breathes: (readings: ReadonlyMap<number, number | null>, fire?: boolean) => Promise<void>;
  /** Whether a fan runs. */
  readonly blows: (address: number) => boolean;
  /** What a line of a board shows; undefined without an update. */
  readonly shows: (address: number, line: number) => string | undefined;
};

type Frame = { readonly revision: number; readonly lines: readonly BoardLine[] };

export function virtualGarage(device: VirtualDevice): VirtualGarage {
  const lines = new Map<string, string>();
  const fans = new Map<number, boolean>();
  let [revision, fanRevision, burning] = [0, 0, false];
  const write = (frame: Frame): Done => {
    if (frame.revision < revision) return { ok: true };
    revision = frame.revision;
    for (const { address, line, n, full } of frame.lines) lines.set(`${address} ${line}`, full ? '满' : String(n));
    return { ok: true };
  };
  const turn = (command: { revision: number; fans: readonly { address: number; on: boolean }[] }): Done => {
    if (burning) return { ok: false, error: 'fire' };
    if (command.revision < fanRevision) return { ok: true };
    fanRevision = command.revision;
    for (const { address, on } of command.fans) fans.set(address, on);
    return { ok: true };
  };
  device.onCommand = ({ name, payload }: Command): Done => {
    if (name === 'count') return write(payload as Frame);
    return name === 'fan' ? turn(payload as Parameters<typeof turn>[0]) : { ok: name === 'upgrade' };
  };
  return {
    sees: (changes, at = Date.now(), how = {}) =>
      device.event('spaces', at, { changes: [...changes].map(([address, seen]) => ({ address, ...seen })) }, how),
    are: (states, at = Date.now()) =>
      device.event('nodes', at, { nodes: [...states].map(([address, state]) => ({ address, state })) }),
    counts: (address, way, n = 1, how = {}, at = Date.now()) => device.event('counted', at, { address, way, n }, how),
    breathes: (readings, fire = false) => {
      burning = fire;
      return device.event('air', Date.now(), {
        readings: [...readings].map(([address, ppmDeci]) => ({ address, ppmDeci: ppmDeci ?? 0, ok: ppmDeci !== null })),
        fans: [...fans].map(([address, on]) => ({ address, on, fault: false })),
        fire,
      });
    },
    blows: (address) => fans.get(address) ?? false,
    shows: (address, line) => lines.get(`${address} ${line}`),
  };
}
