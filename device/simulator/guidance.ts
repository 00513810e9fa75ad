/** A garage's gateway as a real one would be: knows what its detectors see, tells it anew after each start, writes what it is sent to its boards. */
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
  readonly counts: (address: number, way: 'in' | 'out', n?: number, how?: Sending) => Promise<void>;
  /** What a line of a board shows; undefined where it was told nothing. */
  readonly shows: (address: number, line: number) => string | undefined;
};

type Frame = { readonly revision: number; readonly lines: readonly BoardLine[] };

export function virtualGarage(device: VirtualDevice): VirtualGarage {
  const lines = new Map<string, string>();
  let revision = 0;
  const write = (frame: Frame): Done => {
    if (frame.revision < revision) return { ok: true };
    revision = frame.revision;
    for (const { address, line, n, full } of frame.lines) lines.set(`${address} ${line}`, full ? '满' : String(n));
    return { ok: true };
  };
  device.onCommand = ({ name, payload }: Command): Done =>
    name === 'count' ? write(payload as Frame) : { ok: name === 'upgrade' };
  return {
    sees: (changes, at = Date.now(), how = {}) =>
      device.event('spaces', at, { changes: [...changes].map(([address, seen]) => ({ address, ...seen })) }, how),
    are: (states, at = Date.now()) =>
      device.event('nodes', at, { nodes: [...states].map(([address, state]) => ({ address, state })) }),
    counts: (address, way, n = 1, how = {}) => device.event('counted', Date.now(), { address, way, n }, how),
    shows: (address, line) => lines.get(`${address} ${line}`),
  };
}
