/**
 * The journal of a handheld: entries chained by their hashes, so that one removed, changed or put in later is found,
 * and where. Merged in any pieces and any order it gives the same entries (R17). The hash function is passed in.
 */
import { MINUTE } from '../time/zone.ts';
import type { Instant } from './types.ts';

/** Text to its hash; the product uses SHA-256 in hex. */
export type Hash = (text: string) => string;

/** What a handheld records. `seq` counts from 1 without a gap for each installation. */
export type JournalEntry = {
  readonly installation: string;
  readonly seq: number;
  readonly id: string;
  readonly kind: string;
  readonly userId: string;
  /** The handheld's own clock. */
  readonly wallAt: Instant;
  /** Milliseconds since its last synchronisation, by a clock that nobody can set. */
  readonly monotonicMs: number;
  /** Canonical JSON. */
  readonly body: string;
};
export type ChainedEntry = JournalEntry & { readonly previous: string; readonly hash: string };

/** What the first entry of an installation follows. */
export const firstLink = (installation: string): string => `installation ${installation}`;

function hashOf(
  { installation, seq, id, kind, userId, wallAt, monotonicMs, body }: JournalEntry,
  previous: string,
  hash: Hash,
): string {
  return hash(JSON.stringify([previous, installation, seq, id, kind, userId, wallAt, monotonicMs, body]));
}

/** Appends an entry to the chain that ends with `previous`. */
export const chained = (entry: JournalEntry, previous: string, hash: Hash): ChainedEntry => ({
  ...entry,
  previous,
  hash: hashOf(entry, previous, hash),
});

/**
 * `removed`: entries from `seq` on are missing before the next. `changed`: the entry is not what was hashed. `forked`:
 * two entries of one number.
 */
export type JournalFault = { readonly fault: 'removed' | 'changed' | 'forked'; readonly seq: number };
export type Verified = {
  readonly faults: readonly JournalFault[];
  /** Last entry to which the chain is whole from its beginning, and its hash: what is acknowledged. */
  readonly seq: number;
  readonly head: string;
};

/** Each entry once, in order. Two different entries of one number both stay, for the verification to find. */
export function merged(...pieces: readonly (readonly ChainedEntry[])[]): ChainedEntry[] {
  return [...new Map(pieces.flat().map((entry) => [`${entry.seq} ${JSON.stringify(entry)}`, entry])).values()].sort(
    (a, b) => a.seq - b.seq || (a.hash < b.hash ? -1 : 1),
  );
}

/**
 * Verifies one installation's entries, in the order of `seq`, against their chain; `after` is what was verified before.
 */
export function verifyJournal(
  entries: readonly ChainedEntry[],
  installation: string,
  hash: Hash,
  after: { readonly seq: number; readonly head: string } = { seq: 0, head: firstLink(installation) },
): Verified {
  const faults: JournalFault[] = [];
  let { seq, head } = after;
  let whole = after;
  for (const entry of entries) {
    const forked = entry.seq <= seq;
    const gap = entry.seq > seq + 1;
    const changed = entry.installation !== installation || entry.hash !== hashOf(entry, entry.previous, hash);
    if (forked) faults.push({ fault: 'forked', seq: entry.seq });
    else if (gap) faults.push({ fault: 'removed', seq: seq + 1 });
    if (changed) faults.push({ fault: 'changed', seq: entry.seq });
    // A number given anew hides a gap, but the link to the entry before does not.
    else if (!gap && !forked && entry.previous !== head) faults.push({ fault: 'removed', seq: entry.seq });
    if (!forked) ({ seq, hash: head } = entry);
    if (faults.length === 0) whole = { seq, head };
  }
  return { faults, ...whole };
}

// ---------------------------------------------------------------- times

/**
 * A synchronisation: the server's time at which the handheld's monotonic count was 0, and how far its wall clock was
 * ahead.
 */
export type Sync = { readonly at: Instant; readonly offsetMs: number };

export type TimedEntry = {
  readonly entry: ChainedEntry;
  readonly at: Instant;
  /** Its clock was set in between: the time is bounded by its neighbours, and the driver has the doubt. */
  readonly clockSuspect: boolean;
};

/** The wall clock may differ so much from the monotonic one before the time is in doubt. */
const SUSPECT_MS = 2 * MINUTE;

/**
 * Corrected times of entries since a synchronisation: wall clock less its offset. A clock that was set, forward or
 * back, does not agree with the monotonic count; that entry takes the count's time, held between its neighbours in the
 * chain.
 */
export function timesOf(entries: readonly ChainedEntry[], sync: Sync): TimedEntry[] {
  const timed: TimedEntry[] = [];
  for (const entry of entries) {
    const byWall = entry.wallAt - sync.offsetMs;
    const byCount = sync.at + entry.monotonicMs;
    const clockSuspect = Math.abs(byWall - byCount) > SUSPECT_MS;
    const before = timed.at(-1)?.at ?? sync.at;
    timed.push({ entry, at: clockSuspect ? Math.max(before, byCount) : byWall, clockSuspect });
  }
  return timed;
}
