/** Guidance counts: what each space is, and how many of a group are free. Unknown is never free. */

export type SpaceState = 'free' | 'taken' | 'unknown' | 'closed';

/** A detector's last report of a space. `seq` breaks the tie of two reports of the same instant. */
export type SpaceReading = { readonly at: number; readonly seq: number; readonly taken: boolean };

/** The later of two words about one space: whatever the order they come in, and however often, the same stands. */
export const later = <T extends Pick<SpaceReading, 'at' | 'seq'>>(known: T | null, next: T): T =>
  known === null || next.at > known.at || (next.at === known.at && next.seq > known.seq) ? next : known;

export type SpaceFacts = {
  readonly reading: SpaceReading | null;
  /** Closed by a person until it is opened again, or until an instant. */
  readonly closed: boolean;
  /** When its detector last reported, epoch ms; null where it has none or never was. */
  readonly lastSeenAt: number | null;
  readonly silentMs: number;
};

/** A space is as its detector last reported, as long as that detector is not silent. */
export function stateOf({ reading, closed, lastSeenAt, silentMs }: SpaceFacts, now: number): SpaceState {
  if (closed) return 'closed';
  if (reading === null || lastSeenAt === null || now - lastSeenAt > silentMs) return 'unknown';
  return reading.taken ? 'taken' : 'free';
}

export type SpaceKind = 'normal' | 'charging' | 'disabled' | 'short' | 'fixed';

/** Spaces that any driver may take: the others have lines of their own. */
export const isPublic = (kind: SpaceKind): boolean => kind !== 'disabled' && kind !== 'fixed';

export type Tally = { readonly [S in SpaceState]: number };

export function tally(states: Iterable<SpaceState>): Tally {
  const counted = { free: 0, taken: 0, unknown: 0, closed: 0 };
  for (const state of states) counted[state] += 1;
  return counted;
}

/** Cars counted in and out of a group, and the signed corrections of people. */
export type Passages = {
  readonly start: number;
  readonly in: number;
  readonly out: number;
  readonly corrected: number;
};

/**
 * How many are inside; counters drift, so the figure is held at 0 and what lies below it is for a correction to mend.
 */
export const insideOf = ({ start, in: came, out, corrected }: Passages): number =>
  Math.max(0, start + came - out + corrected);

export const freeOf = (capacity: number, inside: number): number => Math.max(0, capacity - inside);

/** A correction that would leave fewer than none inside, or changes nothing, is none. */
export const mayCorrect = (passages: Passages, delta: number): boolean =>
  Number.isInteger(delta) &&
  delta !== 0 &&
  passages.start + passages.in - passages.out + passages.corrected + delta >= 0;

/** Differences so small that the night mends them by itself. */
export const BY_ITSELF = 2;

/**
 * What the night's comparison says where a group has spaces with detectors and counters: the correction that makes them
 * agree, and whether it is made without a person. Spaces that are unknown leave nothing to compare with.
 */
export function nightly(inside: number, { taken, unknown }: Tally): { delta: number; byItself: boolean } | null {
  if (unknown > 0 || taken === inside) return null;
  const delta = taken - inside;
  return { delta, byItself: Math.abs(delta) <= BY_ITSELF };
}

/** Whether the lot's count of stays and its detectors say too different things. */
export const drifts = (stays: number, taken: number): boolean =>
  Math.abs(stays - taken) > Math.max(5, Math.ceil(stays * 0.03));
