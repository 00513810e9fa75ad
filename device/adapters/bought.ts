/**
 * Devices of other makers beside our own: their messages, their commands, and what a server that died left behind.
 */
import { setTimeout as later } from 'node:timers/promises';
import type { FamilyName } from '#areas/device/model/families.ts';
import type { BoughtDevice, BoughtPorts, NativeFact } from '#areas/device/model/bought-link.ts';
import { faultOf } from '#areas/device/model/incident.ts';
import type { Beat, DevicePorts, Outgoing } from '#areas/device/model/link.ts';
import type { Text } from '#kit/declare/text.ts';
import type { Foreign } from '#device/access.ts';
import type { Gateway } from '#device/gateway.ts';
import type { Log } from '#device/types.ts';
import { caller, pictures } from './calls.ts';
import type { Caller } from './calls.ts';
import { adapters } from './index.ts';
import { openIntake } from './intake.ts';
import type { Intake } from './intake.ts';
import { inputReader } from './inputs.ts';
import { lineReader } from './lines.ts';
import { keepList } from './held-lists.ts';
import { lookups } from './lookups.ts';
import { abilities, CANNOT } from './orders.ts';
import type { Order } from './adapter.ts';
import { CALL_WORDS } from './call-words.ts';

export type Bought = {
  readonly intake: Intake;
  /** Takes the command where it is for a bought device. */
  readonly send: (command: Outgoing) => boolean;
  /** Delivers what is left behind and publishes the passages and departures that are due, now. */
  readonly sweep: () => Promise<void>;
  /** Checks now that devices that report nothing by themselves are reachable. */
  readonly probe: () => Promise<void>;
  /** Takes what a host publishes at our broker, logged on as one of its devices. */
  readonly published: Foreign;
  readonly close: () => Promise<void>;
};

const LOOK_MS = 2_000;
const SWEEP_MS = 1_000;
const DEPARTED_MS = 15_000;
const BUSY_MS = 300;
const PROBE_MS = 20_000;
const PROBED_TOGETHER = 50;
const SWEPT_TOGETHER = 16;

type Options = {
  readonly ports: DevicePorts & { readonly bought: BoughtPorts };
  readonly gateway: Gateway;
  readonly log: Log;
  /** Where devices are called. */
  readonly networks: readonly string[];
};

/** So many at the same time; what goes wrong with one is thrown once all others are done. */
async function together<T>(most: number, all: readonly T[], work: (each: T) => Promise<unknown>): Promise<void> {
  const [left, wrong] = [all.values(), [] as unknown[]];
  const inTurn = async (): Promise<void> => {
    for (const each of left) await work(each).catch((error: unknown) => wrong.push(error));
  };
  await Promise.all(Array.from({ length: most }, inTurn));
  if (wrong.length > 0) throw wrong[0];
}

/** Nobody waits before a device that prints by itself: an order of which nothing has left is given once more. */
const mayComeBack = ({ payload }: Order): boolean => payload['again'] === true;

/** Calls the device until it is known what came of it. */
const callings =
  (call: Caller, intake: Intake, { onceMore }: Pick<BoughtPorts, 'onceMore'>) =>
  async (device: BoughtDevice, order: Order): Promise<void> => {
    const unsent = async (why: Text): Promise<void> => {
      if (mayComeBack(order) && (await onceMore(device, order.id, faultOf(why)))) return;
      await intake.settle(device, order, { as: 'failed', why });
    };
    const { encode, outcome, probe, look, lists } = adapters[device.family as FamilyName];
    if (order.name === 'whiteList' && lists) return intake.settle(device, order, await keepList(call, device, order));
    const families = encode?.(order, { channel: device.channel });
    if (!families) return intake.settle(device, order, { as: 'failed', why: CANNOT });
    if (probe?.fault) {
      const state = await call(device, probe.call({ channel: device.channel }));
      // Nothing of the order has left: it may be given again.
      const why =
        'failed' in state ? CALL_WORDS[state.failed === 'unsure' ? 'unsent' : state.failed] : probe.fault(state);
      if (why) return unsent(why);
    }
    for (let again = 0; ; again += 1) {
      const answer = await call(device, families);
      const what = 'failed' in answer ? answer.failed : outcome!(answer);
      // Busy is known not to be done: the one outcome that is tried again.
      if (what === 'busy' && again === 0) {
        await later(BUSY_MS);
        continue;
      }
      if (what === 'done') return intake.settle(device, order, { as: 'done' });
      if (what === 'unsent') return unsent(CALL_WORDS[what]);
      const as = what === 'unknown' || what === 'unsure' ? 'uncertain' : 'failed';
      return intake.settle(device, order, { as, why: (as === 'uncertain' && look) || CALL_WORDS[what] });
    }
  };

type Published = Omit<NativeFact, 'rawAt' | 'live'>;
/** Journals what the device itself does not report, and passes it to the lane. */
const publishing =
  ({ ports: { bought } }: Options, intake: Intake) =>
  async (device: BoughtDevice, ...facts: readonly Published[]): Promise<void> => {
    if (facts.length === 0) return;
    const events = await bought.journal(
      device,
      facts.map((fact) => ({ ...fact, rawAt: Date.now(), live: true })),
    );
    await intake.push(
      device,
      events.filter(({ stored }) => !stored),
    );
  };

/** Delivers what a server left behind, and publishes the passages that are due. */
const sweeps = (options: Options, intake: Intake) => {
  const { bought } = options.ports;
  const publish = publishing(options, intake);
  return async (): Promise<void> => {
    await together(SWEPT_TOGETHER, await bought.waiting(), ({ device, events }) => intake.push(device, events));
    await together(SWEPT_TOGETHER, await bought.passages(), async (due) => {
      const { device, camera, commandId, passing, pole, reportsDown, reportsPassed } = due;
      if (pole === 'still') {
        const payload = { gate: 'fault', by: 'command', commandId };
        await publish(device, { key: `fault/${commandId}`, message: 'gate', payload });
        return bought.over(device);
      }
      const passed: Published[] =
        passing === null || reportsPassed
          ? []
          : [
              {
                key: `passed/${commandId}`,
                message: 'passed',
                car: { passing },
                payload: { count: 1, assumed: true },
              },
            ];
      const down: Published[] = reportsDown
        ? []
        : [{ key: `down/${commandId}`, message: 'gate', payload: { gate: 'down', by: 'unknown' } }];
      // Of one device both are journaled and passed on as one.
      if (camera.deviceId === device.deviceId) await publish(device, ...passed, ...down);
      else {
        await publish(camera, ...passed);
        await publish(device, ...down);
      }
      await bought.over(device);
    });
  };
};

/**
 * Most cameras do not see a refused car back out: it is published as gone, or the lane would show it, and its refusal
 * stay out of the passages, until the next car comes.
 */
const departures = (options: Options, intake: Intake) => {
  const { bought } = options.ports;
  const publish = publishing(options, intake);
  return async (): Promise<void> => {
    await together(SWEPT_TOGETHER, await bought.turnedAway(), ({ camera, passing, since }) =>
      publish(camera, { key: `gone/${since}/${passing}`, message: 'gone', car: { passing }, payload: {} }),
    );
  };
};

/** Work beside the calls: waited for at the end, never twice at once where it comes round. */
function beside(log: Log) {
  const underWay = new Set<Promise<void>>();
  const run = (work: Promise<void>, words: string): void => {
    const all = work.catch((error: unknown) => log.error({ err: error }, words)).finally(() => underWay.delete(all));
    underWay.add(all);
  };
  return {
    run,
    round: (work: () => Promise<void>, ms: number, words: string): (() => void) => {
      let busy = false;
      const timer = setInterval(() => {
        if (busy) return;
        busy = true;
        run(
          work().finally(() => {
            busy = false;
          }),
          words,
        );
      }, ms).unref();
      return () => clearInterval(timer);
    },
    ended: async () => {
      await Promise.all(underWay);
    },
  };
}

/** Families whose inputs have to be read, and those that write lines. */
const readFamilies = (Object.keys(adapters) as FamilyName[]).filter((name) => adapters[name].inputs);
const lineFamilies = (Object.keys(adapters) as FamilyName[]).filter((name) => adapters[name].lines);

/** It is there: what reports nothing of itself has no clock either. */
const beatOf = (gateway: Gateway, device: BoughtDevice): void => {
  const beat = { seq: 0, at: new Date().toISOString() };
  gateway.receive(device, 'heartbeat', Buffer.from(JSON.stringify(beat)), () => undefined);
};

const seenNow = (device: BoughtDevice): Beat => ({
  device,
  receivedAt: Date.now(),
  clockOffsetMs: 0,
  firmware: null,
  listHash: null,
  lastSeq: 0,
  queued: 0,
  journalPercent: null,
  journalDays: null,
});

/** Checks that relays are reachable: they report nothing by themselves. `known` is called with each. */
const probes =
  ({ ports, gateway }: Options, call: Caller, known: (sn: string) => void) =>
  async (): Promise<void> => {
    const { bought } = ports;
    const families = (Object.keys(adapters) as FamilyName[]).filter((name) => adapters[name].probe);
    const all = await bought.ofFamilies(families);
    for (const { sn } of all) known(sn);
    const look = async (device: BoughtDevice): Promise<void> => {
      const { call: probeOf, there, fault } = adapters[device.family as FamilyName].probe!;
      const answer = await call(device, probeOf({ channel: device.channel }));
      if ('failed' in answer || !there(answer)) return;
      // No message of our own protocol is a printer's.
      if (fault) {
        await bought.fault(device, fault(answer));
        return ports.beats([seenNow(device)]);
      }
      beatOf(gateway, device);
    };
    await together(PROBED_TOGETHER, all, look);
  };

/**
 * What a host publishes under topics of its own is handled like a posted message; one that is ignored is acknowledged.
 */
const publishes = ({ ports: { bought } }: Options, intake: Intake): Foreign => {
  const { find } = lookups(bought.bySn, LOOK_MS);
  return async ({ sn, secret, address, topic, payload }) => {
    const family = (await find(sn))?.family as FamilyName | undefined;
    const topics = family && adapters[family].topics;
    if (!topics) return false;
    if (!topics.test(topic)) return true;
    const raw = { path: topic, headers: {}, body: payload };
    const { sent } = await intake.receive(family, secret, raw, { address, secure: false });
    await sent('whole');
    return true;
  };
};

/** What has to be read: inputs of relays, and lines of readers of pay codes. */
const reading = ({ ports: { bought }, gateway, log, networks }: Options, intake: Intake) => {
  const inputs = inputReader({
    bought,
    networks,
    report: intake.contacts,
    failed: (error, { sn }) => log.error({ err: error, sn }, 'inputs of a relay not read'),
  });
  const lines = lineReader({
    bought,
    networks,
    report: intake.payCodes,
    there: (device) => beatOf(gateway, device),
    failed: (error, { sn }) => log.error({ err: error, sn }, 'lines of a reader not read'),
  });
  return {
    look: async (): Promise<void> => {
      inputs.of(await bought.ofFamilies(readFamilies));
      lines.of(await bought.ofFamilies(lineFamilies));
    },
    close: async (): Promise<void> => {
      await inputs.close();
      await lines.close();
    },
  };
};

export function openBought(options: Options): Bought {
  const { ports, gateway, log, networks } = options;
  const { bought } = ports;
  let serials = new Set<string>();
  const { run, round, ended } = beside(log);
  const look = async (): Promise<void> => {
    serials = new Set(await bought.all());
    await read.look();
  };
  const lookNow = (): void => run(look(), 'bought devices not looked for');
  /** A device seen for the first time seldom comes alone: a relay beside it has to be known before it opens. */
  const known = (sn: string): void => {
    if (serials.has(sn)) return;
    serials.add(sn);
    lookNow();
  };
  const intake = openIntake({ ports, gateway, log, known, picture: pictures(networks) });
  const call = caller(networks);
  const done = callings(call, intake, bought);

  /** What the device is called with, or cannot do at all, is taken at once; the rest waits for the device to ask. */
  const carry = async ({ sn, id, name }: Outgoing): Promise<void> => {
    const device = await bought.bySn(sn);
    if (!device) return;
    const { can } = adapters[device.family as FamilyName];
    if (abilities(device).includes(name) && !can.open.includes('call') && !can.prints) return;
    for (const order of await bought.claim(device, { id })) await done(device, order);
  };
  const sweep = sweeps(options, intake);
  const depart = departures(options, intake);
  const read = reading(options, intake);
  const probe = probes(options, call, (sn) => serials.add(sn));
  lookNow();
  const ends = [
    round(look, LOOK_MS, 'bought devices not looked for'),
    round(sweep, SWEEP_MS, 'messages of bought devices not swept'),
    round(depart, DEPARTED_MS, 'refused cars that have left not published'),
    round(probe, PROBE_MS, 'relays not checked'),
  ];
  return {
    intake,
    send: (command) => {
      if (!serials.has(command.sn)) return false;
      run(carry(command), 'command to a bought device not carried out');
      return true;
    },
    sweep: async () => {
      await sweep();
      await depart();
    },
    probe,
    published: publishes(options, intake),
    close: async () => {
      for (const end of ends) end();
      await read.close();
      await ended();
    },
  };
}
