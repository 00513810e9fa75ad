/** Events of one device in the order of its own numbers, whatever order and however often they arrive. */

export interface Numbered {
  readonly seq: number;
}

/** `next` is the number awaited; `held` the events that came before it, by ascending number. */
export interface DeviceState<E extends Numbered> {
  readonly next: number;
  readonly held: readonly E[];
}

export type Arrival<E extends Numbered> =
  | { readonly verdict: 'apply'; readonly state: DeviceState<E>; readonly events: readonly E[] }
  | { readonly verdict: 'hold'; readonly state: DeviceState<E> }
  | { readonly verdict: 'duplicate'; readonly state: DeviceState<E> };

export const newDevice = <E extends Numbered>(next = 1): DeviceState<E> => ({ next, held: [] });

/** Take an event in: apply it with all that waited for it, hold it for its predecessors, or drop it as known. */
export function inOrder<E extends Numbered>(state: DeviceState<E>, event: E): Arrival<E> {
  if (event.seq < state.next || state.held.some((it) => it.seq === event.seq)) return { verdict: 'duplicate', state };
  if (event.seq > state.next) {
    const at = state.held.findIndex((it) => it.seq > event.seq);
    return { verdict: 'hold', state: { ...state, held: state.held.toSpliced(at === -1 ? state.held.length : at, 0, event) } };
  }
  return release(state.next, [event, ...state.held]);
}

function release<E extends Numbered>(from: number, waiting: readonly E[]): Extract<Arrival<E>, { verdict: 'apply' }> {
  let next = from;
  let taken = 0;
  for (const event of waiting) {
    if (event.seq !== next) break;
    next += 1;
    taken += 1;
  }
  return { verdict: 'apply', state: { next, held: waiting.slice(taken) }, events: waiting.slice(0, taken) };
}

export interface Gap {
  readonly from: number;
  /** Inclusive. */
  readonly to: number;
}

/** Patience has run out: go on behind the missing numbers. The gap is listed (E-GAP); a straggler is then a duplicate. Null when nothing is held. */
export function skipGap<E extends Numbered>(state: DeviceState<E>): { readonly gap: Gap; readonly state: DeviceState<E>; readonly events: readonly E[] } | null {
  const first = state.held[0];
  if (first === undefined) return null;
  const { state: after, events } = release(first.seq, state.held);
  return { gap: { from: state.next, to: first.seq - 1 }, state: after, events };
}
