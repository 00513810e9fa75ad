/** Events of one device in the order of its own numbers, whatever order and however often they arrive. */

export interface Numbered {
  readonly seq: number;
}

/**
 * Numbers given up: what came behind them was applied without them. Both ends inclusive; `listed` is the first number
 * of the gap as it was listed.
 */
export interface Gap {
  readonly from: number;
  readonly to: number;
  readonly listed: number;
}

/**
 * `next` is the number awaited; `held` the events that wait for one before them, by ascending number; `missing` what
 * was given up and may still come, ascending.
 */
export interface DeviceState<E extends Numbered> {
  readonly next: number;
  readonly held: readonly E[];
  readonly missing?: readonly Gap[];
}

export type Arrival<E extends Numbered> =
  /**
   * `late`: numbers behind these were applied before. `filled`: the gap, by its first number, of which nothing is
   * missing any more.
   */
  | {
      readonly verdict: 'apply';
      readonly state: DeviceState<E>;
      readonly events: readonly E[];
      readonly late: boolean;
      readonly filled: number | null;
    }
  | { readonly verdict: 'hold'; readonly state: DeviceState<E> }
  | { readonly verdict: 'duplicate'; readonly state: DeviceState<E> };

/** A device that loses numbers again and again is not remembered for ever: the oldest gaps are closed first. */
const MOST_GAPS = 64;

export const newDevice = <E extends Numbered>(next = 1): DeviceState<E> => ({ next, held: [] });

const gapOf = <E extends Numbered>({ missing = [] }: DeviceState<E>, seq: number): Gap | null =>
  missing.find(({ from, to }) => from <= seq && seq <= to) ?? null;

/**
 * Take an event in: apply it with all that waited for it, hold it for its predecessors, or drop it as known. A number
 * given up before is still taken, among its own kind in order.
 */
export function inOrder<E extends Numbered>(state: DeviceState<E>, event: E): Arrival<E> {
  const gap = gapOf(state, event.seq);
  if ((event.seq < state.next && gap === null) || state.held.some((it) => it.seq === event.seq))
    return { verdict: 'duplicate', state };
  const at = state.held.findIndex((it) => it.seq > event.seq);
  const taken = { ...state, held: state.held.toSpliced(at === -1 ? state.held.length : at, 0, event) };
  if (event.seq > (gap?.from ?? state.next)) return { verdict: 'hold', state: taken };
  const { state: after, events } = release(taken, event.seq, gap);
  const filled = gap !== null && !(after.missing ?? []).some(({ listed }) => listed === gap.listed) ? gap.listed : null;
  return { verdict: 'apply', state: after, events, late: gap !== null, filled };
}

/** The unbroken run of waiting events from number `from` on, inside the gap or behind everything. */
function release<E extends Numbered>(
  state: DeviceState<E>,
  from: number,
  gap: Gap | null,
): { readonly state: DeviceState<E>; readonly events: readonly E[] } {
  const last = gap?.to ?? Number.POSITIVE_INFINITY;
  const events: E[] = [];
  for (const event of state.held) {
    if (event.seq === from + events.length && event.seq <= last) events.push(event);
  }
  const after = from + events.length;
  const held = state.held.filter(({ seq }) => seq < from || seq >= after);
  if (gap === null) return { events, state: { ...state, next: after, held } };
  const rest = [
    { ...gap, to: from - 1 },
    { ...gap, from: after },
  ].filter((it) => it.from <= it.to);
  const missing = (state.missing ?? []).flatMap((it) => (it === gap ? rest : [it]));
  return { events, state: { next: state.next, held, ...(missing.length > 0 ? { missing } : {}) } };
}

export interface Skipped<E extends Numbered> {
  /** Numbers given up now; null where they had been before. */
  readonly gap: Gap | null;
  readonly late: boolean;
  readonly state: DeviceState<E>;
  readonly events: readonly E[];
}

/**
 * Patience has run out: go on behind the missing numbers. A gap is listed once (E-GAP) and remembered, for its numbers
 * may still come. Null when nothing is held.
 */
export function skipGap<E extends Numbered>(state: DeviceState<E>): Skipped<E> | null {
  const first = state.held[0];
  if (first === undefined) return null;
  const before = gapOf(state, first.seq);
  if (before !== null) return { gap: null, late: true, ...release(state, first.seq, before) };
  const gap: Gap = { from: state.next, to: first.seq - 1, listed: state.next };
  const { state: after, events } = release(state, first.seq, null);
  return {
    gap,
    late: false,
    events,
    state: { ...after, missing: newest([...(state.missing ?? []), gap], after.held) },
  };
}

/**
 * Without the oldest gap where they are too many; one in which an event waits stays until patience with it has run out.
 */
function newest(gaps: readonly Gap[], held: readonly Numbered[]): readonly Gap[] {
  const oldest =
    gaps.length > MOST_GAPS ? gaps.findIndex(({ from, to }) => !held.some(({ seq }) => from <= seq && seq <= to)) : -1;
  return oldest === -1 ? gaps : gaps.toSpliced(oldest, 1);
}
