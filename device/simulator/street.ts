/**
 * A berth sensor and a berth lock as real ones would be, each on a device of its own: what happens to them is called
 * here, their messages go over MQTT.
 */
import type { Command, Done, VirtualDevice } from './virtual-device.ts';

export type VirtualSensor = {
  /** A car comes or leaves at `at` (epoch ms by the sensor's clock); resolves when the server has stored it. */
  readonly change: (occupied: boolean, at: number) => Promise<void>;
  readonly heartbeat: (at: number) => Promise<void>;
  /** After a power loss its count restarts, and its zero may be a car. */
  readonly restart: (at: number) => Promise<void>;
};

/** Counts its changes and sends the count in every message, so that one that got lost is known. */
export function virtualSensor(device: VirtualDevice, batteryMv = 3_600): VirtualSensor {
  let [occupied, changes, since] = [false, 0, 0];
  const send = (kind: string, at: number): Promise<void> =>
    device.event('space', at, {
      kind,
      occupied,
      changes,
      sinceSeconds: since === 0 ? undefined : Math.round((at - since) / 1000),
      batteryMv,
      rssi: -92,
    });
  return {
    change: (now, at) => {
      if (now !== occupied) [occupied, changes, since] = [now, changes + 1, at];
      return send('change', at);
    },
    heartbeat: (at) => send('heartbeat', at),
    restart: (at) => {
      [occupied, changes, since] = [false, 0, 0];
      return send('startup', at);
    },
  };
}

export type VirtualLock = {
  readonly arm: () => string;
  readonly car: (there: boolean, at: number) => Promise<void>;
  /** Somebody drives over it. */
  readonly force: (at: number) => Promise<void>;
  /** Resolves when all that its arm did is stored. */
  readonly settled: () => Promise<void>;
};

/** Answers on receipt, before its motor turns, and reports by itself where the arm came to rest. */
export function virtualLock(device: VirtualDevice, turnMs = 0): VirtualLock {
  let [arm, car] = ['down', false];
  const values = new Map<number, number>();
  const moving: Promise<void>[] = [];
  const send = (kind: string, at: number, more: Record<string, unknown> = {}): Promise<void> =>
    device.event('lock', at, { kind, arm, car, batteryMv: 5_900, ...more });
  const turn = (to: string): void => {
    moving.push(
      new Promise<void>((then) => {
        setTimeout(then, turnMs);
      }).then(() => {
        arm = to;
        return send('arm', Date.now());
      }),
    );
  };
  const does = ({ name, payload }: Command): Done => {
    if (name !== 'lock') return { ok: false, error: 'not understood' };
    const index = Number(payload['index']);
    switch (payload['do']) {
      case 'raise':
        turn('up');
        return { ok: true };
      case 'lower':
        turn('down');
        return { ok: true };
      case 'find':
        return { ok: true };
      case 'read':
        return { ok: true, result: { value: values.get(index) ?? 0 } };
      case 'write':
        values.set(index, Number(payload['value']));
        return { ok: true, result: { value: values.get(index)! } };
      default:
        return { ok: false, error: 'not understood' };
    }
  };
  device.onCommand = does;
  return {
    arm: () => arm,
    car: (there, at) => {
      car = there;
      return send('car', at);
    },
    force: (at) => {
      arm = 'unknown';
      return send('arm', at, { forced: true });
    },
    settled: async () => {
      await Promise.all(moving.splice(0));
    },
  };
}
