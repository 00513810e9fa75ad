/**
 * Writes the list of a camera that is called and reads it back in the same command: done is what the camera holds
 * afterwards, not what it answered. To write the same again changes nothing, so that no outcome is uncertain.
 */
import { setTimeout as later } from 'node:timers/promises';
import { plateIdentity } from '#domain/plate/plate.ts';
import type { ReadPlate } from '#domain/lane/camera-list.ts';
import type { BoughtDevice } from '#areas/device/model/bought-link.ts';
import type { FamilyName } from '#areas/device/model/families.ts';
import { text } from '#kit/declare/text.ts';
import type { Text } from '#kit/declare/text.ts';
import type { Adapter, Call, ListCalls, ListedPlate, ListEntry, Order, Reply } from './adapter.ts';
import type { Caller } from './calls.ts';
import { CALL_WORDS } from './call-words.ts';
import { adapters } from './index.ts';
import { CANNOT } from './orders.ts';
import type { Came } from './orders.ts';

/** More pages than the largest list of a camera has. */
const MOST_PAGES = 400;
const BUSY_MS = 300;

const NO_ANSWER = text('设备没有应答，稍后再试', 'the device did not answer; tried again later');
const UNREADABLE = text('设备的名单不能读取，稍后再试', 'its list cannot be read; tried again later');

/** Why the conversation ends before its end. */
class Broken extends Error {
  readonly why: Text;
  constructor(why: Text) {
    super(why.en);
    this.why = why;
  }
}

type Talk = {
  readonly device: BoughtDevice;
  readonly order: Order;
  readonly lists: ListCalls;
  readonly outcome: NonNullable<Adapter['outcome']>;
  readonly say: (call: Call) => Promise<Reply>;
};

const talking =
  (call: Caller, device: BoughtDevice) =>
  async (what: Call): Promise<Reply> => {
    const answer = await call(device, what);
    if (!('failed' in answer)) return answer;
    throw new Broken(answer.failed === 'unsure' ? NO_ANSWER : CALL_WORDS[answer.failed]);
  };

async function pageOf({ device, order, lists, outcome, say }: Talk, what: { plate: string } | { from: number }) {
  const answer = await say(lists.find(what, order.id, { channel: device.channel }));
  const page = lists.read(answer, device.zone);
  if (page) return page;
  const came = outcome(answer);
  throw new Broken(came === 'done' || came === 'unknown' ? UNREADABLE : CALL_WORDS[came]);
}

/** How the camera holds these plates; a search may find others that contain one of them. */
async function found(talk: Talk, plates: readonly string[]): Promise<ListedPlate[]> {
  const all: ListedPlate[] = [];
  for (const plate of plates) {
    const page = await pageOf(talk, { plate });
    all.push(...page.plates.filter((each) => plateIdentity(each.plate) === plateIdentity(plate)));
  }
  return all;
}

async function whole(talk: Talk): Promise<ListedPlate[]> {
  const all: ListedPlate[] = [];
  for (let nth = 0; nth < MOST_PAGES; nth += 1) {
    const { plates, more } = await pageOf(talk, { from: all.length });
    all.push(...plates);
    if (!more || plates.length === 0) return all;
  }
  throw new Broken(UNREADABLE);
}

/** Carries it out; one that was busy gets it once more. Answers whether it was refused. */
async function done({ outcome, say }: Talk, call: Call): Promise<'done' | 'refused'> {
  for (let again = 0; ; again += 1) {
    const came = outcome(await say(call));
    if (came === 'done' || came === 'refused') return came;
    if (came !== 'busy' || again > 0) throw new Broken(came === 'unknown' ? NO_ANSWER : CALL_WORDS[came]);
    await later(BUSY_MS);
  }
}

type ListOrder =
  | { readonly action: 'search' }
  | { readonly action: 'set'; readonly from: string; readonly entries: readonly { plate: string; until: string }[] }
  | { readonly action: 'drop'; readonly plates: readonly string[] };

/** Writes these; answers whether they were refused by the names of lists that firmware knows. */
async function refuses(
  talk: Talk,
  entries: readonly ListEntry[],
  times: { readonly from: string; readonly zone: string },
): Promise<boolean> {
  const { lists, device } = talk;
  for (const older of [false, true])
    if ((await done(talk, lists.write(entries, times, { channel: device.channel }, older))) === 'done') return false;
  return true;
}

/** One plate that is refused keeps none of the others off: what the camera holds is read afterwards. */
async function put(talk: Talk, entries: readonly ListEntry[], from: string): Promise<void> {
  const times = { from, zone: talk.device.zone };
  if (!(await refuses(talk, entries, times))) return;
  if (entries.length === 1) throw new Broken(CALL_WORDS.refused);
  for (const entry of entries) await refuses(talk, [entry], times);
}

async function carriedOut(talk: Talk, payload: ListOrder): Promise<readonly ListedPlate[]> {
  const { lists, device } = talk;
  if (payload.action === 'search') return whole(talk);
  const plates = payload.action === 'drop' ? payload.plates : payload.entries.map(({ plate }) => plate);
  const before = await found(talk, plates);
  if (payload.action === 'set') {
    const was = new Map(before.map((each) => [plateIdentity(each.plate), each]));
    const entries = payload.entries.map((entry) => ({ ...entry, was: was.get(plateIdentity(entry.plate)) ?? null }));
    await put(talk, entries, payload.from);
  } else if (before.length > 0) {
    const drop = lists.drop(before, { channel: device.channel });
    if ((await done(talk, drop)) === 'refused') throw new Broken(CALL_WORDS.refused);
  }
  return found(talk, plates);
}

/** Carries out a command about the list; its result is what the camera holds of the plates it was about. */
export async function keepList(call: Caller, device: BoughtDevice, order: Order): Promise<Came> {
  const { lists, outcome } = adapters[device.family as FamilyName];
  const payload = order.payload as ListOrder;
  if (!lists || !outcome || !['search', 'set', 'drop'].includes(payload.action)) return { as: 'failed', why: CANNOT };
  try {
    const held = await carriedOut({ device, order, lists, outcome, say: talking(call, device) }, payload);
    const result: ReadPlate[] = held.map(({ plate, until, byDay }) => ({
      plate,
      until,
      ...(byDay ? { byDay } : {}),
    }));
    return { as: 'done', result };
  } catch (error) {
    if (error instanceof Broken) return { as: 'failed', why: error.why };
    throw error;
  }
}
