/** Decodes the messages of gateways of garage guidance. */
import { MAX_PLATE, isUnread, plateIdentity } from '#domain/plate/plate.ts';
import type { Payload } from '#kit/declare/message.ts';
import { text } from '#kit/declare/text.ts';
import type { Text } from '#kit/declare/text.ts';
import type { GuidanceEvent } from '#areas/device/model/link.ts';
import type { counted } from './messages/guidance.ts';

const MOST = 1_000;
const MOST_ADDRESS = 65_535;
/** More is no reading of a garage. */
const MOST_PPM_DECI = 100_000;
const STATES = ['online', 'lost', 'fault'] as const;

type Head = Pick<GuidanceEvent, 'device' | 'seq' | 'rawAt' | 'at'>;
type Item = Readonly<Record<string, unknown>>;

type Read = { readonly event: GuidanceEvent; readonly problem?: undefined } | { readonly problem: Text };
const event = (made: GuidanceEvent): Read => ({ event: made });

/** Each of a list by a reader that answers undefined for what is none; null where one is, or where there is no list. */
function listOf<T>(raw: unknown, read: (item: Item) => T | undefined): T[] | null {
  if (!Array.isArray(raw) || raw.length > MOST) return null;
  const out: T[] = [];
  for (const item of raw as unknown[]) {
    const one = typeof item === 'object' && item !== null ? read(item as Item) : undefined;
    if (one === undefined) return null;
    out.push(one);
  }
  return out;
}

const addressOf = ({ address }: Item): number | undefined =>
  Number.isInteger(address) && Number(address) >= 0 && Number(address) <= MOST_ADDRESS ? Number(address) : undefined;

const textOf = (raw: unknown, most: number): string | null =>
  typeof raw === 'string' && raw !== '' ? raw.slice(0, most) : null;

function spaceOf(item: Item) {
  const address = addressOf(item);
  if (address === undefined || typeof item['taken'] !== 'boolean') return undefined;
  const { plate: plateText } = item;
  const plate = typeof plateText !== 'string' || isUnread(plateText) ? null : plateIdentity(plateText) || null;
  return {
    address,
    taken: item['taken'],
    plate: plate !== null && plate.length <= MAX_PLATE ? plate : null,
    picture: textOf(item['picture'], 300),
  };
}

function nodeOf(item: Item) {
  const [address, state] = [addressOf(item), STATES.find((known) => known === item['state'])];
  if (address === undefined || state === undefined) return undefined;
  const { faults } = item;
  return {
    address,
    state,
    version: textOf(item['version'], 40),
    faults: Number.isInteger(faults) && Number(faults) >= 0 ? Math.min(Number(faults), 1_000_000_000) : null,
  };
}

function readingOf(item: Item) {
  const [address, { ppmDeci, ok = true }] = [addressOf(item), item];
  if (address === undefined || typeof ok !== 'boolean') return undefined;
  const isValue = Number.isInteger(ppmDeci) && Number(ppmDeci) >= 0 && Number(ppmDeci) <= MOST_PPM_DECI;
  return { address, ppmDeci: isValue ? Number(ppmDeci) : 0, ok: ok && isValue };
}

function fanOf(item: Item) {
  const [address, { on, fault = false }] = [addressOf(item), item];
  if (address === undefined || typeof on !== 'boolean' || typeof fault !== 'boolean') return undefined;
  return { address, on, fault };
}

function airOf(head: Head, values: Record<string, unknown>): Read {
  const [readings, fans] = [listOf(values['readings'] ?? [], readingOf), listOf(values['fans'] ?? [], fanOf)];
  return readings && fans
    ? event({ ...head, kind: 'air', readings, fans, fire: (values['fire'] as boolean | null | undefined) ?? null })
    : { problem: text('readings 与 fans：须为列表', 'readings and fans: must be lists') };
}

/** Null for a message that is none of guidance. */
export function guidanceOf(name: string, head: Head, values: Record<string, unknown>): Read | null {
  switch (name) {
    case 'spaces': {
      const changes = listOf(values['changes'], spaceOf);
      return changes
        ? event({ ...head, kind: 'spaces', changes })
        : { problem: text('changes：须为车位的列表', 'changes: must be a list of spaces') };
    }
    case 'nodes': {
      const nodes = listOf(values['nodes'], nodeOf);
      return nodes
        ? event({ ...head, kind: 'nodes', nodes })
        : { problem: text('nodes：须为设备的列表', 'nodes: must be a list of devices') };
    }
    case 'air':
      return airOf(head, values);
    case 'counted': {
      const of = values as Payload<typeof counted>;
      return event({ ...head, kind: 'counted', address: of.address!, way: of.way!, n: of.n ?? 1 });
    }
    default:
      return null;
  }
}
