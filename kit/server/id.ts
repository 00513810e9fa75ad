import { createHash, randomBytes } from 'node:crypto';

type Latest = { ms: number; counter: number };
/** Ids of now and backdated ones count each for themselves: one between two of now does not end their order. */
const [ofNow, backdated]: [Latest, Latest] = [
  { ms: 0, counter: 0 },
  { ms: 0, counter: 0 },
];

/** UUIDv7: time-ordered within this process even inside one millisecond. `atMs` backdates, for facts loaded in bulk. */
export function newId(atMs?: number): string {
  const random = randomBytes(10);
  const latest = atMs === undefined ? ofNow : backdated;
  const ms = atMs ?? Date.now();
  latest.counter = ms === latest.ms ? (latest.counter + 1) & 0xfff : random.readUInt16BE(0) & 0x7ff;
  latest.ms = ms;
  const time = ms.toString(16).padStart(12, '0');
  const tail = random.toString('hex', 2);
  const variant = ((random[2]! & 0x3f) | 0x80).toString(16).padStart(2, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-7${latest.counter.toString(16).padStart(3, '0')}-${variant}${tail.slice(2, 4)}-${tail.slice(4, 16)}`;
}

/** The id that a key always has: a UUID made from its SHA-256, so that the same thing sent twice is one row. */
export function keyedId(key: string): string {
  const hex = createHash('sha256').update(key).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
