/**
 * A terminal at a door as a real one would be: holds the list it is sent, decides by it alone, reports what came of
 * each swipe.
 */
import { createHash } from 'node:crypto';
import { decide } from '#domain/door/decide.ts';
import type { Area, Decision } from '#domain/door/decide.ts';
import type { Calendar, DayKind, Plan } from '#domain/door/plan.ts';
import { dayOf } from '#domain/time/day.ts';
import { insideOf, isForgotten, later } from '#domain/door/presence.ts';
import type { Whereabouts } from '#domain/door/presence.ts';
import { listHash } from '#domain/door/wanted.ts';
import type { Command, Done, Sending, VirtualDevice } from './virtual-device.ts';

type Entry = {
  readonly person: string;
  readonly digest: string;
  readonly class: string;
  readonly cards: readonly string[];
  readonly opener: boolean;
  readonly rights: readonly { readonly from: string; readonly until: string | null; readonly plan: string }[];
  readonly face?: Face;
};
/** Where the area's other terminals saw somebody last, as the server sends it; `at` is ISO. */
export type Elsewhere = { readonly person: string; readonly area?: string | null; readonly at: string };
/** A person's photo to recognise, and where it is fetched. */
export type Face = { readonly id: string; readonly url: string };
type DoorConfig = {
  readonly zone: string;
  readonly strikeS: number;
  readonly into: {
    id: string;
    antiPassback: 'off' | 'soft' | 'hard' | 'timed';
    passMinutes: number;
    twoPerson: boolean;
    capacity?: number;
  } | null;
  readonly fromArea: string | null;
  readonly openPlan: string | null;
  readonly firstCard: boolean;
};

export type Swipe = {
  readonly reader?: 'in' | 'out';
  readonly at?: number;
  readonly companion?: boolean;
  /** Called once the server has acknowledged the swipe itself, before what the door did. */
  readonly onReceived?: () => void;
} & Sending;
export type Measured = { readonly person?: string; readonly at?: number; readonly ambientDeci?: number } & Sending;
export type VirtualDoor = {
  /** People it holds, by id, with the digest of each. */
  readonly held: () => ReadonlyMap<string, string>;
  readonly holds: (person: string) => boolean;
  /** Photos it knows people by: their ids, by person. */
  readonly faces: () => ReadonlyMap<string, string>;
  /** Called for each photo it is sent; what it answers is why the photo is of no use. */
  onFace: (face: Face) => string | null;
  /** Called with what the area's other terminals saw, once it knows that. */
  onPresence: (people: readonly Elsewhere[]) => void;
  /** Somebody shows a card; resolves with what it decided once the server has stored it. */
  readonly swipe: (cardNo: string, how?: Swipe) => Promise<Decision>;
  /** It takes a temperature, as a thermal camera does; resolves once the server has stored it. */
  readonly measure: (tempDeci: number, of?: Measured) => Promise<void>;
  /** Its fire input closes or opens; resolves once the server has stored it. */
  readonly fire: (on: boolean) => Promise<void>;
  /** Where it takes somebody to be, by its own readers or by the server. */
  readonly where: (person: string) => Whereabouts | undefined;
  /** Whether it stands open for a fire. */
  readonly isOpenForFire: () => boolean;
  /** How often the lock was released by a command. */
  readonly unlocked: () => number;
  /** How many people its area may hold, as it was sent; null without a limit. */
  readonly capacity: () => number | null;
  /** What it is set to. */
  readonly parameters: () => ReadonlyMap<string, string>;
};

const hashOf = (cardNo: string): string => createHash('sha256').update(cardNo).digest('hex');

/** What it holds: all of it outlives a loss of power. */
type Memory = {
  readonly people: Map<string, Entry>;
  readonly faces: Map<string, string>;
  readonly plans: Map<string, Plan>;
  holdsUntil: Record<string, string>;
  calendar: Calendar;
  door: DoorConfig | null;
  revision: number;
  mode: { mode: 'normal' | 'open' | 'locked'; to: number | null };
  /** Its own fire input, and what the server commanded. */
  fireInput: boolean;
  fireCommanded: boolean;
  /** Where its own readers, or those of the area's other terminals by the server, saw people last. */
  readonly where: Map<string, Whereabouts>;
  firstCame: string | null;
};

const dayIn = ({ door }: Memory, at: number): string => dayOf(at, door?.zone ?? 'Asia/Shanghai');
const calendarOf = (days: Record<string, DayKind[]>): Calendar =>
  new Map(Object.entries(days).map(([day, kinds]) => [day, new Set(kinds)]));

function takeList(memory: Memory, payload: Command['payload'], model: VirtualDoor['onFace']): Done {
  const partly: Record<string, string> = {};
  const sent = payload as {
    revision: number;
    replace?: boolean;
    remove?: string[];
    add?: Entry[];
    plans?: Record<string, Plan>;
    days?: Record<string, DayKind[]>;
    door?: DoorConfig;
    holdsUntil?: Record<string, string>;
  };
  if (sent.revision < memory.revision) return { ok: true };
  memory.revision = sent.revision;
  if (sent.replace) for (const held of [memory.people, memory.faces]) held.clear();
  for (const person of sent.remove ?? []) for (const held of [memory.people, memory.faces]) held.delete(person);
  for (const entry of sent.add ?? []) {
    memory.people.set(entry.person, entry);
    memory.faces.delete(entry.person);
    const why = entry.face ? model(entry.face) : null;
    if (why !== null) partly[entry.person] = why;
    else if (entry.face) memory.faces.set(entry.person, entry.face.id);
  }
  for (const [id, plan] of Object.entries(sent.plans ?? {})) memory.plans.set(id, plan);
  if (sent.days) memory.calendar = calendarOf(sent.days);
  memory.door = sent.door ?? memory.door;
  memory.holdsUntil = { ...memory.holdsUntil, ...sent.holdsUntil };
  return { ok: true, result: { partly } };
}

const seenOf = (memory: Memory, entry: Entry | undefined, at: number): Whereabouts | undefined => {
  const seen = memory.where.get(entry?.person ?? '');
  return seen && !isForgotten(seen.at, at, memory.door?.zone ?? 'Asia/Shanghai') ? seen : undefined;
};

function takePresence({ where }: Memory, people: readonly Elsewhere[]): Done {
  for (const { person, area, at } of people) where.set(person, later(where.get(person), { area, at: Date.parse(at) }));
  return { ok: true };
}

/** The area it leads into, with how many are inside by what it knows. */
function intoOf({ door, where }: Memory, at: number): Area | null {
  if (!door?.into) return null;
  const { capacity = null, ...into } = door.into;
  return { ...into, capacity, inside: capacity === null ? 0 : insideOf(where.values(), into.id, at, door.zone) };
}

function decided(
  memory: Memory,
  entry: Entry | undefined,
  reader: 'in' | 'out',
  at: number,
  companion: boolean,
): Decision {
  const { door, plans } = memory;
  const seen = seenOf(memory, entry, at);
  const mode = memory.mode.to !== null && memory.mode.to <= at ? 'normal' : memory.mode.mode;
  const holds = memory.holdsUntil[entry?.class ?? ''];
  return decide({
    at,
    zone: door?.zone ?? 'Asia/Shanghai',
    calendar: memory.calendar,
    reader,
    door: {
      mode,
      fire: memory.fireInput || memory.fireCommanded,
      into: intoOf(memory, at),
      fromArea: door?.fromArea ?? null,
      verify: 'any',
      otherOpen: false,
      tempGate: false,
      firstCard: door?.firstCard ?? false,
      openPlan: plans.get(door?.openPlan ?? '') ?? null,
      firstCame: memory.firstCame === dayIn(memory, at),
    },
    credential: entry ? { state: 'active', duress: false } : null,
    person: entry
      ? {
          id: entry.person,
          status: 'active',
          barred: false,
          opener: entry.opener,
          grants: entry.rights.flatMap(({ from, until, plan }) => {
            const known = plans.get(plan);
            return known
              ? [{ id: plan, from: Date.parse(from), until: until === null ? null : Date.parse(until), plan: known }]
              : [];
          }),
          area: seen?.area,
          cameIn: seen && door?.into && seen.area === door.into.id ? seen.at : null,
        }
      : null,
    second: true,
    companion,
    hot: false,
    lease: holds === undefined ? null : Date.parse(holds),
  });
}

const emptyMemory = (): Memory => ({
  people: new Map(),
  faces: new Map(),
  plans: new Map(),
  holdsUntil: {},
  calendar: new Map(),
  door: null,
  revision: 0,
  mode: { mode: 'normal', to: null },
  fireInput: false,
  fireCommanded: false,
  where: new Map(),
  firstCame: null,
});

/** Where the reader saw somebody last. */
function passes(memory: Memory, { person, opener }: Entry, reader: 'in' | 'out', at: number): void {
  const area = reader === 'in' ? (memory.door?.into?.id ?? null) : (memory.door?.fromArea ?? null);
  memory.where.set(person, { area, at });
  if (opener) memory.firstCame = dayIn(memory, at);
}

function entryBy({ people }: Memory, hash: string): Entry | undefined {
  for (const entry of people.values()) if (entry.cards.includes(hash)) return entry;
  return undefined;
}

async function swiped(
  device: VirtualDevice,
  memory: Memory,
  cardNo: string,
  { reader = 'in', at = Date.now(), companion = false, onReceived, ...sending }: Swipe,
): Promise<Decision> {
  const hash = hashOf(cardNo);
  const entry = entryBy(memory, hash);
  const decision = decided(memory, entry, reader, at, companion);
  const granted = decision.result === 'granted';
  if (entry && granted) passes(memory, entry, reader, at);
  const values = {
    reader,
    kind: 'card',
    ...(entry ? { person: entry.person } : { value: hash }),
    result: granted ? 'granted' : 'refused',
    ...(decision.reason === null ? {} : { reason: decision.reason }),
    ...(device.isAway ? { decided: 'offline' } : {}),
  };
  const stored = device.event('swipe', at, values, sending);
  const swipeSeq = device.memory.seq; // others may swipe while this one is on its way
  await stored;
  onReceived?.();
  if (granted) await device.event('door', at + 1_500, { contact: 'open', by: 'swipe', swipeSeq });
  return decision;
}

/** It has no loudspeaker that gets louder than 80. */
function takeParameters(parameters: Map<string, string>, payload: Command['payload']): Done {
  const partly: Record<string, string> = {};
  for (const [key, value] of Object.entries(payload['parameters'] as Record<string, string>))
    if (key === 'volume' && Number(value) > 80) partly[key] = 'at most 80';
    else parameters.set(key, value);
  return { ok: true, result: { partly } };
}

export function virtualDoor(device: VirtualDevice): VirtualDoor {
  const memory = emptyMemory();
  let unlocked = 0;
  let firmware: string | null = null;
  const parameters = new Map<string, string>();
  device.saysBesides = () => ({
    listHash: listHash([...memory.people.values()].map(({ person, digest }) => [person, digest])),
    ...(firmware === null ? {} : { firmware }),
  });
  const does = ({ name, id, payload }: Command): Done => {
    switch (name) {
      case 'people':
        return takeList(memory, payload, (face) => door.onFace(face));
      case 'unlock':
        unlocked += 1;
        void device.event('door', Date.now(), { contact: 'open', by: 'command', commandId: id });
        return { ok: true };
      case 'doorMode': {
        const { mode, to } = payload as { mode: Memory['mode']['mode']; to?: string };
        memory.mode = { mode, to: to ? Date.parse(to) : null };
        return { ok: true };
      }
      case 'doorFire':
        memory.fireCommanded = payload['on'] === true;
        return { ok: true };
      case 'presence':
        door.onPresence(payload['people'] as Elsewhere[]);
        return takePresence(memory, payload['people'] as Elsewhere[]);
      case 'doorConfig':
        return takeParameters(parameters, payload);
      case 'upgrade':
        firmware = String(payload['version']);
        return { ok: true };
      default:
        return { ok: false, error: 'not understood' };
    }
  };
  device.onCommand = does;
  const door: VirtualDoor = {
    held: () => new Map([...memory.people].map(([person, { digest }]) => [person, digest])),
    holds: (person) => memory.people.has(person),
    swipe: (cardNo, how = {}) => swiped(device, memory, cardNo, how),
    measure: async (tempDeci, { person, at = Date.now(), ambientDeci, ...sending } = {}) => {
      const values = {
        tempDeci,
        site: 'forehead',
        ...(person ? { person } : {}),
        ...(ambientDeci ? { ambientDeci } : {}),
      };
      await device.event('temperature', at, values, sending);
    },
    fire: async (on) => {
      memory.fireInput = on;
      await device.event('fire', Date.now(), { on });
    },
    where: (person) => memory.where.get(person),
    isOpenForFire: () => memory.fireInput || memory.fireCommanded,
    unlocked: () => unlocked,
    capacity: () => memory.door?.into?.capacity ?? null,
    parameters: () => parameters,
    faces: () => memory.faces,
    onFace: () => null,
    onPresence: () => undefined,
  };
  return door;
}
