/** What a visit may do at an instant, and what becomes of it. Instants are epoch ms; a window is half open. */
const MINUTE = 60_000;
/** A guest may come so much before the announced time. */
export const EARLY_MS = 30 * MINUTE;
/** So long after the announced end he is not yet overstaying. */
export const LATE_MS = 30 * MINUTE;
/** Days after a visit's end for which it is known who came. Ours, not a law's. */
export const KEPT_DAYS = 90;

export type VisitState =
  | 'waiting'
  | 'approved'
  | 'inside'
  | 'overstay'
  | 'left'
  | 'refused'
  | 'cancelled'
  | 'noShow'
  | 'expired';

export type Visit = {
  readonly state: VisitState;
  readonly from: number;
  readonly until: number;
  /** How often it may be entered, and how often it was. */
  readonly entries: number;
  readonly used: number;
};

export type EntryRefusal = 'notApproved' | 'inside' | 'early' | 'over' | 'usedUp';

/** Why a visit does not let its guest in now; null where it does. */
export function entryRefusal({ state, from, until, entries, used }: Visit, at: number): EntryRefusal | null {
  if (state === 'inside' || state === 'overstay') return 'inside';
  if (state !== 'approved') return 'notApproved';
  if (at < from - EARLY_MS) return 'early';
  if (at >= until) return 'over';
  return used >= entries ? 'usedUp' : null;
}

/** Where a visit stands once its guest has gone: he may come again while entries and time are left. */
export const afterExit = ({ until, entries, used }: Visit, at: number): 'approved' | 'left' =>
  at < until && used < entries ? 'approved' : 'left';

/** What time makes of a visit; null while it stays as it is. */
export function byClock({ state, until, used }: Visit, at: number): VisitState | null {
  if (state === 'inside') return at >= until + LATE_MS ? 'overstay' : null;
  if (at < until) return null;
  if (state === 'waiting') return 'expired';
  if (state === 'approved') return used > 0 ? 'left' : 'noShow';
  return null;
}
