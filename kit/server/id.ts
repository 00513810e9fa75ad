import { createHash, randomBytes } from 'node:crypto';

let lastMs = 0;
let counter = 0;

/** UUIDv7: time-ordered within this process even inside one millisecond. `atMs` backdates, for facts loaded in bulk. */
export function newId(atMs = Date.now()): string {
  const random = randomBytes(10);
  counter = atMs === lastMs ? (counter + 1) & 0xfff : random.readUInt16BE(0) & 0x7ff;
  lastMs = atMs;
  const time = atMs.toString(16).padStart(12, '0');
  const tail = random.toString('hex', 2);
  const variant = ((random[2]! & 0x3f) | 0x80).toString(16).padStart(2, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-7${counter.toString(16).padStart(3, '0')}-${variant}${tail.slice(2, 4)}-${tail.slice(4, 16)}`;
}

/** The id that a key always has: a UUID made from its SHA-256, so that the same thing sent twice is one row. */
export function keyedId(key: string): string {
  const hex = createHash('sha256').update(key).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
