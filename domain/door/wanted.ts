/** What a device is to hold of whom: digests of entries, the checksum of its list, how long it may go by it. */
export const personKinds = ['resident', 'staff', 'contractor', 'service'] as const;
export type PersonKind = (typeof personKinds)[number];

const DAY = 86_400_000;
/** How long a device may use an entry without hearing from the server. */
export const LEASE_MS: Readonly<Record<PersonKind, number>> = {
  resident: 30 * DAY,
  staff: 7 * DAY,
  contractor: DAY,
  service: 7 * DAY,
};

/** FNV-1a of 32 bits over UTF-8, as eight hexadecimal digits: small devices reckon it too. */
export function fnv(text: string): string {
  let hash = 0x81_1c_9d_c5;
  for (const byte of new TextEncoder().encode(text)) hash = Math.imul(hash ^ byte, 0x01_00_01_93) >>> 0;
  return hash.toString(16).padStart(8, '0');
}

/** The checksum of a list: by person in code point order, each written as `person|digest` and a line feed. */
export const listHash = (entries: Iterable<readonly [person: string, digest: string]>): string =>
  fnv(
    [...entries]
      .toSorted(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))
      .map(([person, digest]) => `${person}|${digest}\n`)
      .join(''),
  );

/** Until when a device may use an entry: the right's own end, or the lease from now, whichever is first. */
export const leaseOf = (kind: PersonKind, until: number | null, now: number): number =>
  Math.min(until ?? Number.POSITIVE_INFINITY, now + LEASE_MS[kind]);
