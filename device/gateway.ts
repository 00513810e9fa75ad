/** What happens with a message of a device, whichever broker brought it. `done` without an error acknowledges it. */
import type {
  Beat,
  CommandAnswer,
  DeviceIdentity,
  DevicePorts,
  Reject,
  DoorEvent,
  GuidanceEvent,
  HelpEvent,
  StreetEvent,
  UpEvent,
} from '#areas/device/model/link.ts';
import { faultOf } from '#areas/device/model/incident.ts';
import { decodeUp } from './codec.ts';
import type { Decoded } from './codec.ts';
import { DOOR_DEVICES, GUIDANCE_DEVICES, INTERCOM_DEVICES, STREET_DEVICES } from './messages/common.ts';
import { eventQueue, voidOf } from './queue.ts';

export type Log = { error: (fields: object, message: string) => void; info: (fields: object, message: string) => void };
export type Done = (error: Error | null) => void;
/** Told of every message when it is acknowledged or refused, `seconds` after it came. */
export type Observe = (kind: Decoded['kind'], stored: boolean, seconds: number) => void;

export type Gateway = {
  /** `history`: told after newer cars, of a time when the device was cut off. */
  readonly receive: (
    device: DeviceIdentity,
    message: string,
    payload: Buffer,
    done: Done,
    how?: { readonly history: boolean },
  ) => void;
  /** The device as it stands now, remembered for some seconds. */
  readonly identify: (sn: string) => Promise<DeviceIdentity | null>;
  readonly forget: (sn: string) => void;
  /** Counted since the start: what came in, by outcome. */
  readonly counts: () => { events: number; beats: number; answers: number; rejected: number; waiting: number };
  /** Stores what was accepted, then stops. */
  readonly close: () => Promise<void>;
};

const REMEMBERED_MS = 10_000;
/** Whoever would be looked for anew within this time is looked for together with one who is. */
const TOGETHER_MS = 5_000;
/** Who is to be looked for is gone through no more often than this. */
const PAUSE_MS = 500;
const BEATS_EVERY_MS = 1_000;
/** Answers and rejects are written together when more come while one write is under way. */
const MOST_GATHERED = 10_000;

type Gathered<T> = { readonly item: T; readonly done: Done };

/** Collects items while a write is under way and writes them together; each is acknowledged after its write. */
function gather<T>(write: (items: readonly T[]) => Promise<void>): {
  push: (item: T, done: Done) => void;
  drained: () => Promise<void>;
} {
  let waiting: Gathered<T>[] = [];
  let running: Promise<void> | null = null;
  const run = async (): Promise<void> => {
    while (waiting.length > 0) {
      const now = waiting;
      waiting = [];
      const error = await write(now.map(({ item }) => item)).then(
        () => null,
        (fault: unknown) => fault as Error,
      );
      for (const { done } of now) done(error);
    }
    running = null;
  };
  return {
    push: (item, done) => {
      if (waiting.length >= MOST_GATHERED) return done(new Error('too much is waiting to be written'));
      waiting.push({ item, done });
      running ??= new Promise<void>((then) => {
        setImmediate(then);
      }).then(run);
    },
    drained: () => running ?? Promise.resolve(),
  };
}

/** `used`: it was asked after since it was looked for; `correctedAt`: what it said of its clock then may not be written yet. */
type Remembered = {
  readonly until: number;
  readonly device: Promise<DeviceIdentity | null>;
  used: boolean;
  readonly correctedAt: number;
};

/** Devices as they stand, each looked for anew after some seconds: those that talk together, so that they are one question. */
function rememberedDevices(
  find: DevicePorts['identify'],
): Pick<Gateway, 'identify' | 'forget'> & { readonly corrected: (device: DeviceIdentity) => void } {
  const known = new Map<string, Remembered>();
  const lookFor = (sn: string, now: number): Promise<DeviceIdentity | null> => {
    const device = find(sn);
    known.set(sn, { until: now + REMEMBERED_MS, device, used: false, correctedAt: -Infinity });
    device.catch(() => known.delete(sn));
    return device;
  };
  let renewed = -Infinity;
  const renewOthers = (now: number): void => {
    if (now - renewed < PAUSE_MS) return;
    renewed = now;
    for (const [sn, { until, used, correctedAt }] of known) {
      if (until > now + TOGETHER_MS || now - correctedAt < 2 * BEATS_EVERY_MS) continue;
      if (used) void lookFor(sn, now);
      else if (until <= now) known.delete(sn);
    }
  };
  return {
    identify: (sn) => {
      const now = performance.now();
      const found = known.get(sn);
      if (found && found.until > now) {
        found.used = true;
        return found.device;
      }
      const device = lookFor(sn, now);
      if (found) renewOthers(now);
      return device;
    },
    forget: (sn) => {
      known.delete(sn);
    },
    /** What it tells next is by the clock it has now, written or not. */
    corrected: (device) => {
      const remembered = known.get(device.sn);
      if (remembered)
        known.set(device.sn, { ...remembered, device: Promise.resolve(device), correctedAt: performance.now() });
    },
  };
}

/** What is kept of a message that was refused; the session it carries is nobody's to read. */
const shown = (payload: Buffer): string =>
  payload
    .toString('utf8', 0, 4000)
    .replaceAll('\u0000', '')
    .replace(/("session"\s*:\s*")[^"]*/g, '$1…');

/** Speaks of berths, doors or spaces, or rings for help: nobody waits for its numbers, for the order it is heard in decides nothing. */
const ofStreet = ({ kind, gateId }: DeviceIdentity): boolean =>
  ([...STREET_DEVICES, ...DOOR_DEVICES, ...GUIDANCE_DEVICES, ...INTERCOM_DEVICES] as readonly string[]).includes(
    kind,
  ) ||
  (kind === 'camera' && gateId === null);

export function gateway(ports: DevicePorts, log: Log, observe: Observe = () => undefined): Gateway {
  const queue = eventQueue({
    ingest: ports.ingest,
    ingestTogether: ports.ingestTogether,
    setAside: ports.setAside,
    standIn: ({ kind, device, seq, at }) => (kind === 'void' ? null : voidOf(device, seq, at)),
    log,
  });
  const street = eventQueue<StreetEvent>({
    ingest: ports.street ?? (() => Promise.reject(new Error('nothing here takes what is said of berths'))),
    setAside: ports.setAside,
    log,
  });
  const doors = eventQueue<DoorEvent>({
    ingest: ports.doors ?? (() => Promise.reject(new Error('nothing here takes what is said at doors'))),
    setAside: ports.setAside,
    log,
  });
  const guidance = eventQueue<GuidanceEvent>({
    ingest: ports.guidance ?? (() => Promise.reject(new Error('nothing here takes what is said of spaces'))),
    setAside: ports.setAside,
    log,
  });
  const helps = eventQueue<HelpEvent>({
    ingest: ports.help ?? (() => Promise.reject(new Error('nothing here takes calls for help'))),
    setAside: ports.setAside,
    log,
  });
  const answers = gather<CommandAnswer>(ports.answered);
  const rejects = gather<Reject>(ports.reject);
  const known = rememberedDevices(ports.identify);
  const counted = { events: 0, beats: 0, answers: 0, rejected: 0 };
  let beats = new Map<string, Beat>();

  const flushBeats = (): void => {
    if (beats.size === 0) return;
    const now = [...beats.values()];
    beats = new Map();
    // A lost beat is made good by the next one thirty seconds later.
    ports.beats(now).catch((error: unknown) => log.error({ err: error }, 'heartbeats not written'));
  };
  const timer = setInterval(flushBeats, BEATS_EVERY_MS);
  timer.unref();

  const beat = (device: DeviceIdentity, decoded: Extract<Decoded, { kind: 'heartbeat' }>): void => {
    const receivedAt = Date.now();
    const { values, rawAt } = decoded;
    const clockOffsetMs = rawAt - receivedAt;
    known.corrected({ ...device, clockOffsetMs });
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
  };

  /** Messages of each device that were answered and whose number could not be read, since its last event. */
  const unread = new Map<string, number>();

  const push = (device: DeviceIdentity, event: UpEvent, done: Done): void => {
    const before = unread.get(device.deviceId);
    unread.delete(device.deviceId);
    queue.push(
      { tenantId: device.tenantId, parkId: device.parkId },
      before === undefined ? event : { ...event, unread: before },
      done,
    );
  };

  /** Kept on record and answered; its number counts as come, or the lane would wait for it. */
  const refuse = (
    device: DeviceIdentity,
    message: string,
    payload: Buffer,
    { reason, seq }: { readonly reason: string; readonly seq: number | null },
    done: Done,
  ): void => {
    counted.rejected += 1;
    const reject: Reject = {
      device,
      topic: message.slice(0, 100),
      payload: shown(payload),
      reason,
    };
    rejects.push(reject, (error) => {
      if (error) return done(error);
      if (ofStreet(device)) return done(null);
      if (seq !== null) return push(device, voidOf(device.deviceId, seq, Date.now()), done);
      unread.set(device.deviceId, (unread.get(device.deviceId) ?? 0) + 1);
      done(null);
    });
  };

  const attended = async (
    device: DeviceIdentity,
    message: string,
    payload: Buffer,
    { event, session }: Extract<Decoded, { kind: 'deed' }>,
    done: Done,
  ): Promise<void> => {
    try {
      const doer = await ports.doer(device, { session, lane: event.lane, act: event.act, at: event.at });
      if ('problem' in doer)
        return refuse(device, message, payload, { reason: faultOf(doer.problem), seq: event.seq }, done);
      counted.events += 1;
      const { act } = event;
      push(device, { ...event, by: doer.by, act: act.action === 'cash' ? { ...act, drawer: doer.drawer } : act }, done);
    } catch (error) {
      done(error as Error);
    }
  };

  return {
    receive: (device, message, payload, settled, how) => {
      const [from, decoded] = [performance.now(), decodeUp(message, payload, device, Date.now())];
      const done: Done = (error) => {
        observe(decoded.kind, error === null, (performance.now() - from) / 1000);
        settled(error);
      };
      switch (decoded.kind) {
        case 'event':
          counted.events += 1;
          return push(device, how?.history ? { ...decoded.event, history: true } : decoded.event, done);
        case 'street':
          counted.events += 1;
          return street.push({ tenantId: device.tenantId, parkId: device.parkId }, decoded.event, done);
        case 'door':
          counted.events += 1;
          return doors.push({ tenantId: device.tenantId, parkId: device.parkId }, decoded.event, done);
        case 'guidance':
          counted.events += 1;
          return guidance.push({ tenantId: device.tenantId, parkId: device.parkId }, decoded.event, done);
        case 'help':
          counted.events += 1;
          return helps.push({ tenantId: device.tenantId, parkId: device.parkId }, decoded.event, done);
        case 'deed':
          return void attended(device, message, payload, decoded, done);
        case 'heartbeat':
          counted.beats += 1;
          beat(device, decoded);
          return done(null);
        case 'answer': {
          counted.answers += 1;
          const { id, ok, error, result, at } = decoded.values;
          return answers.push(
            { device, commandId: id!, ok: ok!, error: error?.slice(0, 200) ?? null, result: result ?? null, at: at! },
            done,
          );
        }
        case 'bad':
          return refuse(device, message, payload, decoded, done);
      }
    },
    identify: known.identify,
    forget: known.forget,
    counts: () => ({
      ...counted,
      waiting: queue.depth() + street.depth() + doors.depth() + guidance.depth() + helps.depth(),
    }),
    close: async () => {
      clearInterval(timer);
      flushBeats();
      await Promise.all([
        queue.drained(),
        street.drained(),
        doors.drained(),
        guidance.drained(),
        helps.drained(),
        answers.drained(),
        rejects.drained(),
      ]);
    },
  };
}
