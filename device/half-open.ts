/**
 * Connections on which the other side has not sent anything usable yet: no request, no MQTT CONNECT. Each costs a
 * descriptor and nobody has to prove anything to open one, so none waits long, and of too many the ones that have
 * waited longest go: first those of an address that has too many, then of all. A client that sends its request
 * immediately is never among them.
 */
import type { Duplex } from 'node:stream';
import { networkOf } from '#domain/network/network.ts';

export type HalfOpenOptions = {
  /** Connections of one address (of an IPv6 network) that may wait at the same time. */
  readonly perAddress?: number;
  /** Connections that may wait in all. */
  readonly total?: number;
  /** How long one may wait, ms. */
  readonly waitMs?: number;
};

export type HalfOpen = {
  /**
   * This connection has yet to send its request. `patient`: it sends slowly, and is ended only when there are too
   * many.
   */
  readonly wait: (connection: Duplex, address: string | undefined, patient?: boolean) => void;
  /** The connection has sent its first request or CONNECT. */
  readonly seen: (connection: Duplex) => void;
  readonly waiting: () => number;
  /** Ends all that wait, and from now on whoever comes. */
  readonly close: () => void;
};

/** As long as CONNECT, or the head of the first request, may take. */
export const SILENT_MS = 10_000;
/** Who connects in one burst, like the devices of a lot after a power cut, has sent its first message by then. */
const LOOK_MS = 250;

type Waiting = { readonly address: string; readonly timer: NodeJS.Timeout | null; readonly gone: () => void };

export function halfOpen({ perAddress = 100, total = 400, waitMs = SILENT_MS }: HalfOpenOptions = {}): HalfOpen {
  // A Map keeps the order in which they came: the first have waited longest.
  const all = new Map<Duplex, Waiting>();
  const byAddress = new Map<string, Set<Duplex>>();
  let [closed, looking] = [false, false];

  const seen = (connection: Duplex): void => {
    const found = all.get(connection);
    if (!found) return;
    if (found.timer) clearTimeout(found.timer);
    all.delete(connection);
    connection.off('close', found.gone);
    const mates = byAddress.get(found.address)!;
    mates.delete(connection);
    if (mates.size === 0) byAddress.delete(found.address);
  };
  const end = (connection: Duplex): void => {
    seen(connection);
    connection.destroy();
  };
  const endFirst = (of: Iterable<Duplex>, many: number): void => {
    const first = [...of].slice(0, Math.max(0, many));
    first.forEach(end);
  };
  const look = (): void => {
    looking = false;
    for (const mates of byAddress.values()) endFirst(mates, mates.size - perAddress);
    endFirst(all.keys(), all.size - total);
  };

  return {
    wait: (connection, from = '', patient = false) => {
      if (closed) {
        connection.destroy();
        return;
      }
      const address = networkOf(from);
      const timer = patient ? null : setTimeout(() => end(connection), waitMs).unref();
      const gone = (): void => seen(connection);
      all.set(connection, { address, timer, gone });
      byAddress.set(address, (byAddress.get(address) ?? new Set()).add(connection));
      connection.once('close', gone);
      if (!looking && (all.size > total || byAddress.get(address)!.size > perAddress)) {
        looking = true;
        setTimeout(look, LOOK_MS).unref();
      }
    },
    seen,
    waiting: () => all.size,
    close: () => {
      closed = true;
      for (const connection of all.keys()) end(connection);
    },
  };
}
