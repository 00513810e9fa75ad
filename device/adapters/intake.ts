/**
 * The way of a bought device's message: whose it is and how sure that is, its content, its numbers from the journal,
 * and then the very road of our own protocol. It is answered after the journal's commit, and waits a moment for the
 * lane's decision, since the best opening travels in the answer.
 */
import { createHash, randomUUID } from 'node:crypto';
import { parseWallTime } from '#domain/time/format.ts';
import { faultOf } from '#areas/device/model/incident.ts';
import { families } from '#areas/device/model/families.ts';
import type { FamilyName, Trust } from '#areas/device/model/families.ts';
import type { BoughtDevice, BoughtPorts, NativeFact } from '#areas/device/model/bought-link.ts';
import type { DevicePorts, Reject } from '#areas/device/model/link.ts';
import type { Text } from '#kit/declare/text.ts';
import { text } from '#kit/declare/text.ts';
import { gather } from '#device/gather.ts';
import type { Gateway } from '#device/gateway.ts';
import type { Log } from '#device/types.ts';
import type { Adapter, Answer, Decoded, NativeEvent, Raw } from './adapter.ts';
import type { Picture } from './calls.ts';
import { clocks } from './clocks.ts';
import type { Clocks } from './clocks.ts';
import { contactReports } from './contacts.ts';
import type { Contacts } from './contacts.ts';
import { adapters } from './index.ts';
import { lookups } from './lookups.ts';
import { inNetworks } from './networks.ts';
import { barriers, cameOf, doubt, settles, waitingFor } from './orders.ts';
import type { Barrier, Left, Push, Settle } from './orders.ts';
import { sampleOf, shown } from './shown.ts';

export type From = { readonly address: string; readonly secure: boolean };
/** `sent` is called with how the answer left. */
export type Replied = { readonly answer: Answer; readonly sent: (left: Left) => Promise<void> };

export type Intake = {
  readonly receive: (family: string, key: string, raw: Raw, from: From) => Promise<Replied>;
  readonly push: Push;
  /** Contacts of a device that was read. */
  readonly contacts: Contacts;
  /** Pay codes of a device that was read; resolves once they are journaled. */
  readonly payCodes: (device: BoughtDevice, codes: readonly string[]) => Promise<void>;
  /** An order was carried out, was not, or nobody knows. */
  readonly settle: Settle;
};

export type IntakeOptions = {
  readonly ports: DevicePorts & { readonly bought: BoughtPorts };
  readonly gateway: Gateway;
  readonly log: Log;
  readonly picture: Picture;
  /** Decoded of just now: whoever sends commands looks it up. */
  readonly known: (sn: string) => void;
};

/** More than this behind or ahead of its own clock is history, whatever its flag. */
const OLD_MS = 60_000;
const KNOWN_MS = 2_000;
const MOST_KEY = 180;

const plain = (status: number): Replied => ({
  answer: { status, headers: {}, body: '' },
  sent: async () => undefined,
});

const nativeKey = (key: string): string =>
  key.length <= MOST_KEY ? key : createHash('sha256').update(key).digest('hex');

/** Waits for at most so long. */
const within = async <T>(ms: number, work: Promise<T>): Promise<T | null> => {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<null>((then) => {
    timer = setTimeout(then, ms, null);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
};

function decoded(adapter: Adapter, raw: Raw, { channel, mapping }: BoughtDevice): Decoded {
  try {
    return adapter.decode(raw, { channel, mapping });
  } catch {
    return { nativeId: null, events: [], poison: text('消息无法读取', 'the message cannot be read') };
  }
}

/**
 * Directions are the lane's; what the device reports of them is kept for lanes for both ways only where it approaches
 * or leaves.
 */
function payloadOf(event: NativeEvent, picture: string | null): Record<string, unknown> {
  if (event.kind === 'gone') return {};
  if (event.kind === 'passed') return { count: 1, ...(picture ? { picture } : {}) };
  return {
    plate: event.plate ?? '',
    colour: event.colour ?? 'unknown',
    confidence: Math.round((event.confidence ?? 1) * 1_000) / 1_000,
    ...(event.opened || !event.live ? { decided: 'offline', opened: event.opened ?? false } : {}),
    ...(picture ? { picture } : {}),
  };
}

/** History has its end with it: let through, or not. */
function factsOf(event: NativeEvent, rawAt: number, picture: string | null): NativeFact[] {
  const key = nativeKey(event.key);
  const fact: NativeFact = {
    key,
    message: event.kind,
    rawAt,
    live: event.live,
    payload: payloadOf(event, picture),
    ...(event.carKey === undefined ? {} : { car: { key: event.carKey } }),
  };
  if (event.live || event.kind !== 'plate') return [fact];
  const end = { rawAt: rawAt + 1, live: false, car: { as: key } } as const;
  return [
    fact,
    event.opened
      ? { ...end, key: nativeKey(`${event.key}/passed`), message: 'passed', payload: { count: 1, assumed: true } }
      : { ...end, key: nativeKey(`${event.key}/gone`), message: 'gone', payload: {} },
  ];
}

/** Each reading is one of its own: that the same code is charged once only is for the order to see. */
const scanFact = (payCode: string, rawAt: number): NativeFact => ({
  key: `scan/${randomUUID()}`,
  message: 'scan',
  rawAt,
  live: true,
  payload: { payCode },
});

/** Codes of a reader that was read. */
const codeReports =
  ({ ports, log }: Within, push: Push): Intake['payCodes'] =>
  async (device, codes) => {
    const now = Date.now();
    const facts = codes.map((code) => scanFact(code, now));
    const events = await ports.bought.journal(device, facts);
    push(device, events).catch((error: unknown) => log.error({ err: error, sn: device.sn }, 'pay code not passed on'));
  };

/** Of a code that is only shown nothing but its wallet is kept. */
const withoutCode = (fact: NativeFact): NativeFact =>
  fact.message === 'scan' ? { ...fact, payload: { payCode: `${String(fact.payload['payCode']).slice(0, 2)}…` } } : fact;

type Within = IntakeOptions & {
  readonly clock: Clocks;
  /** Addresses of pictures that were fetched, by host and path. */
  readonly shots: Map<string, Promise<string | null>>;
};

/** States of a barrier that the server publishes, and codes of readers without a clock. */
const OUR_CLOCK: ReadonlySet<string> = new Set(['gate', 'scan']);

/** Passes what is journaled to the lane. */
const pushes =
  ({ ports, gateway, clock }: Within): Push =>
  async (device, events) => {
    const done = await Promise.all(
      [...events]
        .sort((a, b) => a.seq - b.seq)
        .map(
          ({ seq, message, payload, live }) =>
            new Promise<number | null>((then) => {
              gateway.receive(
                // What has no time of its own is by the server's clock.
                { ...device, clockOffsetMs: OUR_CLOCK.has(message) ? 0 : clock.offset(device.deviceId) },
                message,
                Buffer.from(JSON.stringify(payload)),
                (error) => then(error ? null : seq),
                { history: !live },
              );
            }),
        ),
    );
    const stored = done.filter((seq) => seq !== null);
    if (stored.length > 0) await ports.bought.stored(device, stored);
    return stored.length === events.length;
  };

/** Keeps the bytes; what cannot be kept costs the picture, never the event. */
const keep = ({ ports, log }: Within, device: BoughtDevice, bytes: Buffer): Promise<string | null> =>
  ports.bought.picture(device.tenantId, bytes).catch((error: unknown) => {
    log.error({ err: error, sn: device.sn }, 'picture of a device not kept');
    return null;
  });

const MOST_FETCHED = 500;

/** A picture that the message does not bring is fetched from its host once a car, however often the car is reported. */
function fetched(
  options: Within,
  device: BoughtDevice,
  host: BoughtDevice,
  event: NativeEvent,
): Promise<string | null> {
  const from = event.live ? adapters[device.family as FamilyName].snapshot?.(event) : null;
  if (!from) return Promise.resolve(null);
  const { shots, picture } = options;
  const name = `${host.deviceId} ${from.path}`;
  const known = shots.get(name);
  if (known) return known;
  if (shots.size >= MOST_FETCHED) shots.clear();
  const shot = picture(host, from).then((bytes) => (bytes ? keep(options, device, bytes) : null));
  shots.set(name, shot);
  return shot.then((address) => {
    if (address === null) shots.delete(name);
    return address;
  });
}

/** @param host null where nothing shows that it is the device itself: nothing is fetched on its word */
async function pictureOf(
  options: Within,
  device: BoughtDevice,
  host: BoughtDevice | null,
  event: NativeEvent,
): Promise<string | null> {
  const pic = event.pictures?.find(({ shows }) => shows === 'scene') ?? event.pictures?.[0];
  if (pic) return keep(options, device, pic.bytes);
  return host ? fetched(options, device, host, event) : null;
}

async function factsIn(
  options: Within,
  device: BoughtDevice,
  host: BoughtDevice | null,
  content: Decoded,
  receivedAt: number,
): Promise<NativeFact[]> {
  const { clock } = options;
  const all: NativeFact[] = [];
  for (const event of content.events) {
    const rawAt = timeOf(event, device.zone, receivedAt);
    if (event.live) clock.note(device.deviceId, rawAt, receivedAt);
    const late = Math.abs(rawAt - receivedAt - clock.offset(device.deviceId)) > OLD_MS;
    const judged = late ? { ...event, live: false } : event;
    all.push(...factsOf(judged, rawAt, await pictureOf(options, device, host, judged)));
  }
  return [...all, ...(content.payCodes ?? []).map((payCode) => scanFact(payCode, receivedAt))];
}

/** A sign of life; by the clock the device has, as far as its events have shown it. */
function beat({ gateway, clock }: Within, device: BoughtDevice, { beat: status }: Decoded): void {
  const at = new Date(Date.now() + clock.offset(device.deviceId)).toISOString();
  const payload = { seq: 0, at, ...(status?.firmware ? { firmware: status.firmware } : {}) };
  gateway.receive(device, 'heartbeat', Buffer.from(JSON.stringify(payload)), () => undefined);
}

type Way = Pick<Intake, 'push' | 'settle'> & { readonly barrier: Barrier; readonly contacts: Contacts };

/** What is done on the word of a device that may be believed. */
async function take(
  options: Within,
  { push, settle, barrier, contacts }: Way,
  { device, host }: { readonly device: BoughtDevice; readonly host: BoughtDevice },
  raw: Raw,
  content: Decoded,
): Promise<Replied> {
  const { ports, log } = options;
  const adapter = adapters[device.family as FamilyName];
  const to = { channel: device.channel, board: device.board, zone: device.zone };
  const receivedAt = Date.now();
  const facts = await factsIn(options, device, host, content, receivedAt);
  const events = facts.length === 0 ? [] : await ports.bought.journal(device, facts);
  if (content.contacts) await contacts(device, content.contacts);
  if (content.beat) beat(options, device, content);
  await doubt(ports, barrier, device, events);
  const due = events.filter(({ stored }) => !stored);
  const pushed = due.length === 0 ? Promise.resolve(true) : push(device, due);
  pushed.catch((error: unknown) => log.error({ err: error, sn: device.sn }, 'events of a device not passed on'));
  const inTime = await within(adapter.limits.replyMs, pushed);
  const orders = inTime ? await waitingFor(ports, device, content, events) : [];
  return {
    answer: adapter.reply(raw, content, orders, to),
    sent: async (left) => {
      for (const order of orders) await settle(device, order, cameOf(adapter, order, to, left));
    },
  };
}

/** Remembers what a device called itself, how sure that is, and from where: written where it is another than before. */
function notes({ ports }: Within, forget: (key: string) => void) {
  const noted = new Map<string, string>();
  return async (device: BoughtDevice, content: Decoded, trust: Trust, from: From, key: string): Promise<void> => {
    const state = `${trust} ${content.nativeId ?? device.nativeId ?? ''}`;
    if (noted.get(device.deviceId) === state) return;
    const sure = trust !== 'claimed';
    await ports.bought.identified(device, {
      nativeId: sure ? content.nativeId : null,
      trust,
      from: sure ? from.address : null,
    });
    noted.set(device.deviceId, state);
    forget(key);
  };
}

/** Why a message is none of the device's. */
function wrongIn(device: BoughtDevice, content: Decoded): Text | null {
  if (content.poison) return content.poison;
  return device.nativeId !== null && content.nativeId !== null && content.nativeId !== device.nativeId
    ? text(`机内编号 ${content.nativeId} 不是本机`, `its own id ${content.nativeId} is not this device’s`)
    : null;
}

/** The device a host speaks for: another one of its lot where it names that, else the one it logs on as. */
function speakers({ ports: { bought } }: Within) {
  const mates = lookups(
    (tenantId: string, parkId: string, family: string, nativeId: string) =>
      bought.mate({ tenantId: Number(tenantId), parkId, family }, nativeId),
    KNOWN_MS,
  );
  return async (host: BoughtDevice, { nativeId }: Decoded): Promise<BoughtDevice> => {
    if (nativeId === null || nativeId === host.nativeId) return host;
    return (await mates.find(String(host.tenantId), host.parkId, host.family, nativeId)) ?? host;
  };
}

export function openIntake(given: IntakeOptions): Intake {
  const options: Within = { ...given, clock: clocks(), shots: new Map() };
  const { ports, known } = given;
  const { find: byKey, forget } = lookups(ports.bought.byKey, KNOWN_MS);
  const speaker = speakers(options);
  const note = notes(options, forget);
  const push = pushes(options);
  const barrier = barriers(ports, push);
  const settle = settles(ports, barrier);
  const contacts = contactReports(ports.bought, options.clock, push, (work) => {
    work.catch((error: unknown) => given.log.error({ err: error }, 'contact of a barrier not passed on'));
  });
  // Written together: the same again at once would count the same row up from several sides, and they would wait for
  // each other for ever.
  const rejects = gather<Reject>(ports.reject);
  const refuse = (device: BoughtDevice, raw: Raw, reason: Text): Promise<void> =>
    new Promise((then, fail) => {
      rejects.push({ device, topic: device.family, payload: shown(raw), reason: faultOf(reason) }, (error) =>
        error ? fail(error) : then(),
      );
    });
  return {
    push,
    settle,
    contacts,
    payCodes: codeReports(options, push),
    receive: async (family, key, raw, from) => {
      if (!Object.hasOwn(families, family)) return plain(404);
      const adapter = adapters[family as FamilyName];
      if (raw.body.length > adapter.limits.bodyBytes) return plain(413);
      const host = await byKey(key);
      if (!host || host.family !== family) return plain(404);
      const content = decoded(adapter, raw, host);
      const device = adapter.shared ? await speaker(host, content) : host;
      known(device.sn);
      const trust = trustIn(device, from);
      if (trust === null) {
        await refuse(
          device,
          raw,
          text(`来源 ${from.address} 不在来源网段内`, `it came from ${from.address}, which is none of its networks`),
        );
        return plain(403);
      }
      if (adapter.can.mapping && content.events.length === 0) await ports.bought.sample(device, sampleOf(raw));
      const acknowledged = (): Replied => ({
        ...plain(200),
        answer: adapter.reply(raw, content, [], { channel: device.channel }),
      });
      const wrong = wrongIn(device, content);
      if (wrong) {
        await refuse(device, raw, wrong);
        return acknowledged();
      }
      await note(device, content, trust, from, key);
      if (trust !== 'claimed')
        return take(options, { push, settle, barrier, contacts }, { device, host }, raw, content);
      const facts = await factsIn(options, device, null, content, Date.now());
      const seen = facts
        .map(withoutCode)
        .map((fact) => ({ ...fact, payload: { ...fact.payload, from: from.address } }));
      const { nativeId, beat: status } = content;
      if (seen.length > 0) await ports.bought.hold(device, seen);
      else await ports.bought.alive(device, { nativeId, firmware: status?.firmware ?? null, from: from.address });
      return acknowledged();
    },
  };
}

/** Null: it comes from elsewhere than was named. */
function trustIn({ networks }: BoughtDevice, { address, secure }: From): Trust | null {
  const placed = networks.length > 0 && inNetworks(address, networks);
  if (networks.length > 0 && !placed) return null;
  return secure ? 'proven' : placed ? 'placed' : 'claimed';
}

function timeOf({ at }: NativeEvent, zone: string, receivedAt: number): number {
  const read = 'epochMs' in at ? at.epochMs : parseWallTime(at.local.replace(/\.\d+$/, ''), zone);
  return read !== null && Number.isSafeInteger(read) && read > 0 && read < 8e15 ? read : receivedAt;
}
