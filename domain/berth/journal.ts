/**
 * The journal of a handheld: deeds chained by their hashes, so that one removed, changed or put in later is found, and where.
 * Merged in any pieces and any order it gives the same deeds (R17). The hash function is passed in.
 */
import { MINUTE } from '../time/zone.ts';
import type { Instant } from './types.ts';

/** Text to its hash; the product uses SHA-256 in hex. */
export type Hash = (text: string) => string;

/** What a handheld records. `seq` counts from 1 without a gap for each installation. */
export type Deed = {
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
export type ChainedDeed = Deed & { readonly previous: string; readonly hash: string };

/** What the first deed of an installation follows. */
export const firstLink = (installation: string): string => `installation ${installation}`;

function hashOf(
  { installation, seq, id, kind, userId, wallAt, monotonicMs, body }: Deed,
  previous: string,
  hash: Hash,
): string {
  return hash(JSON.stringify([previous, installation, seq, id, kind, userId, wallAt, monotonicMs, body]));
}

/** Appends a deed to the chain that ends with `previous`. */
export const chained = (deed: Deed, previous: string, hash: Hash): ChainedDeed => ({
  ...deed,
  previous,
  hash: hashOf(deed, previous, hash),
});

/** `removed`: deeds from `seq` on are missing before the next. `changed`: the deed is not what was hashed. `forked`: two deeds of one number. */
export type JournalFault = { readonly fault: 'removed' | 'changed' | 'forked'; readonly seq: number };
export type Verified = {
  readonly faults: readonly JournalFault[];
  /** Last deed to which the chain is whole from its beginning, and its hash: what is acknowledged. */
  readonly seq: number;
  readonly head: string;
};

/** Each deed once, in order. Two different deeds of one number both stay, for the verification to find. */
export function merged(...pieces: readonly (readonly ChainedDeed[])[]): ChainedDeed[] {
  return [...new Map(pieces.flat().map((deed) => [`${deed.seq} ${JSON.stringify(deed)}`, deed])).values()].sort(
    (a, b) => a.seq - b.seq || (a.hash < b.hash ? -1 : 1),
  );
}

/** Holds one installation's deeds, in the order of `seq`, against their chain; `after` is what was verified before. */
export function verifyJournal(
  deeds: readonly ChainedDeed[],
  installation: string,
  hash: Hash,
  after: { readonly seq: number; readonly head: string } = { seq: 0, head: firstLink(installation) },
): Verified {
  const faults: JournalFault[] = [];
  let { seq, head } = after;
  let whole = after;
  for (const deed of deeds) {
    const forked = deed.seq <= seq;
    const gap = deed.seq > seq + 1;
    const changed = deed.installation !== installation || deed.hash !== hashOf(deed, deed.previous, hash);
    if (forked) faults.push({ fault: 'forked', seq: deed.seq });
    else if (gap) faults.push({ fault: 'removed', seq: seq + 1 });
    if (changed) faults.push({ fault: 'changed', seq: deed.seq });
    // A number given anew hides a gap, but the link to the deed before does not.
    else if (!gap && !forked && deed.previous !== head) faults.push({ fault: 'removed', seq: deed.seq });
    if (!forked) ({ seq, hash: head } = deed);
    if (faults.length === 0) whole = { seq, head };
  }
  return { faults, ...whole };
}

// ---------------------------------------------------------------- times

/** A synchronisation: the server's time at which the handheld's monotonic count was 0, and how far its wall clock was ahead. */
export type Sync = { readonly at: Instant; readonly offsetMs: number };

export type TimedDeed = {
  readonly deed: ChainedDeed;
  readonly at: Instant;
  /** Its clock was set in between: the time is bounded by its neighbours, and the driver has the doubt. */
  readonly clockSuspect: boolean;
};

/** The wall clock may differ so much from the monotonic one before the time is in doubt. */
const SUSPECT_MS = 2 * MINUTE;

/**
 * Corrected times of deeds since a synchronisation: wall clock less its offset. A clock that was set, forward or back, does not agree with
 * the monotonic count; that deed takes the count's time, held between its neighbours in the chain.
 */
export function timesOf(deeds: readonly ChainedDeed[], sync: Sync): TimedDeed[] {
  const timed: TimedDeed[] = [];
  for (const deed of deeds) {
    const byWall = deed.wallAt - sync.offsetMs;
    const byCount = sync.at + deed.monotonicMs;
    const clockSuspect = Math.abs(byWall - byCount) > SUSPECT_MS;
    const before = timed.at(-1)?.at ?? sync.at;
    timed.push({ deed, at: clockSuspect ? Math.max(before, byCount) : byWall, clockSuspect });
  }
  return timed;
}
