/** Calls from gates and the seats that answer them: a desk, what happens, and the desk after it. Times are epoch ms. */
import type { Fact, FactKind, Refusal } from './facts.ts';
import { reachOf } from './groups.ts';
import type { Reach, SeatGroup } from './groups.ts';

export type SeatState = 'offline' | 'break' | 'ready' | 'ringing' | 'talking' | 'wrapup';
export type CallState = 'queued' | 'talking' | 'wrapup' | 'closed' | 'abandoned' | 'fallback';

export type Seat = {
  readonly id: string;
  readonly state: SeatState;
  /** Since when it is in this state. */
  readonly since: number;
  /** What it rings for, talks to or has just ended. */
  readonly call: string | null;
  /** Rings in a row that nobody took. */
  readonly misses: number;
  /** Car parks it may answer; null is all of them. */
  readonly lots: readonly string[] | null;
  /** Groups it belongs to. */
  readonly groups: readonly string[];
  /** When its page last sent a heartbeat. */
  readonly heardAt: number;
};

export type Call = Reach & {
  readonly id: string;
  readonly lot: string;
  readonly lane: string;
  readonly exit: boolean;
  readonly queuedAt: number;
  /** Since when it waits for a seat: again from the beginning where the one that talked is gone. */
  readonly waitingFrom: number;
  readonly state: CallState;
  readonly seat: string | null;
  /** When somebody first took it. */
  readonly answeredAt: number | null;
  readonly endedAt: number | null;
  /** It went on to another group, once at least. */
  readonly overflowed: boolean;
};

/** `granted`: how many may talk at once for a car park, by its grants of now; none where it is not named. */
export type Desk = {
  readonly seats: ReadonlyMap<string, Seat>;
  readonly calls: ReadonlyMap<string, Call>;
  readonly granted: ReadonlyMap<string, number>;
  readonly groups: ReadonlyMap<string, SeatGroup>;
  /** Since when pages can reach a server: before, their silence says nothing. */
  readonly watchedFrom: number;
};

export type DeskEvent =
  | { readonly kind: 'press'; readonly call: Pick<Call, 'id' | 'lot' | 'lane' | 'exit'>; readonly at: number }
  /** Hung up at the gate, or the car is gone. */
  | { readonly kind: 'gone'; readonly lane: string }
  /** A seat noticed the caller hang up before anybody answered; several may. */
  | { readonly kind: 'left'; readonly seat: string; readonly call: string }
  | {
      readonly kind: 'presence';
      readonly seat: string;
      readonly to: 'ready' | 'break' | 'offline';
      readonly lots: Seat['lots'];
    }
  /** The page of a seat is still there. */
  | { readonly kind: 'heartbeat'; readonly seat: string; readonly lots: Seat['lots'] }
  | { readonly kind: 'accept'; readonly seat: string; readonly call: string }
  /** To the seat named, else to whoever is ready longest. */
  | { readonly kind: 'handOver'; readonly seat: string; readonly call: string; readonly to: string | null }
  | { readonly kind: 'end'; readonly seat: string; readonly call: string }
  | { readonly kind: 'note'; readonly seat: string; readonly call: string }
  | { readonly kind: 'tick' };

export type Step = { readonly desk: Desk; readonly facts: readonly Fact[]; readonly refused: Refusal | null };

const RING_MS = 10_000;
export const WRAP_MS = 30_000;
/** A seat whose page is silent for so long is not there. */
const SILENT_MS = 30_000;
const FALLBACK_MS = 60_000;
/** A call that was pending for so long is over: it was reported late, or no server ran. */
export const OVER_MS = 180_000;
/** A call at an exit goes before one that has waited so much longer elsewhere. */
const EXIT_AHEAD_MS = 30_000;
const MOST_MISSES = 2;

const OPEN: ReadonlySet<CallState> = new Set(['queued', 'talking'] as const);
export const isOpen = ({ state }: Pick<Call, 'state'>): boolean => OPEN.has(state);
const serves = ({ lots }: Seat, lot: string): boolean => lots === null || lots.includes(lot);
/** Whether a call has come to this seat: to its groups, and to any seat where its car park is in none. */
export const comesTo = (seat: Seat, { lot, reached }: Pick<Call, 'lot' | 'reached'>): boolean =>
  serves(seat, lot) && (reached.length === 0 || seat.groups.some((group) => reached.includes(group)));
const isOnDuty = ({ state }: Seat): boolean => state !== 'offline' && state !== 'break';
const isBusy = ({ state }: Seat): boolean => state === 'ringing' || state === 'talking';

/** A desk that is changed in place while one event is worked on. */
class Working {
  readonly seats: Map<string, Seat>;
  readonly calls: Map<string, Call>;
  readonly granted: ReadonlyMap<string, number>;
  readonly groups: ReadonlyMap<string, SeatGroup>;
  readonly watchedFrom: number;
  readonly facts: Fact[] = [];
  readonly now: number;

  constructor(desk: Desk, now: number) {
    this.seats = new Map(desk.seats);
    this.calls = new Map(desk.calls);
    this.granted = desk.granted;
    this.groups = desk.groups;
    this.watchedFrom = desk.watchedFrom;
    this.now = now;
  }

  emit(kind: FactKind, call: string, seat: string | null = null, group: string | null = null): void {
    this.facts.push({ kind, call, seat, group });
  }

  /** A seat in another state is in it from now on. */
  seat(seat: Seat, state: SeatState, more: Partial<Seat> = {}): void {
    this.seats.set(seat.id, { ...seat, state, since: this.now, call: null, ...more });
  }

  call(call: Call, more: Partial<Call>): void {
    this.calls.set(call.id, { ...call, ...more });
  }

  ringingAt(call: string): Seat | undefined {
    return [...this.seats.values()].find((seat) => seat.state === 'ringing' && seat.call === call);
  }

  /** How many are rung for or talked to for a car park. */
  busy(lot: string): number {
    return [...this.seats.values()].filter(
      (seat) => isBusy(seat) && seat.call !== null && this.calls.get(seat.call)?.lot === lot,
    ).length;
  }

  hasFreeSeat(lot: string): boolean {
    return this.busy(lot) < (this.granted.get(lot) ?? 0);
  }

  /** Seats of a car park that are ready, who is so longest first. */
  ready(lot: string): Seat[] {
    return [...this.seats.values()]
      .filter((seat) => seat.state === 'ready' && serves(seat, lot))
      .sort((a, b) => a.since - b.since || (a.id < b.id ? -1 : 1));
  }

  isStaffed(call: Call): boolean {
    const granted = this.granted.get(call.lot) ?? 0;
    return granted > 0 && [...this.seats.values()].some((seat) => isOnDuty(seat) && comesTo(seat, call));
  }

  /** The same call, on to the next groups where it is time. */
  spread(call: Call): Call {
    const onDuty = (group: string): boolean =>
      [...this.seats.values()].some((seat) => isOnDuty(seat) && serves(seat, call.lot) && seat.groups.includes(group));
    const reach = reachOf(call, this.groups, this.now, onDuty);
    if (reach.reached.join() === call.reached.join() && reach.reachedAt === call.reachedAt) return call;
    const came = reach.reached.slice(1).filter((group) => !call.reached.includes(group));
    for (const group of came) this.emit('overflowed', call.id, null, group);
    const next = { ...call, ...reach, overflowed: call.overflowed || came.length > 0 };
    this.calls.set(call.id, next);
    return next;
  }

  /** It waits for a seat again from the beginning. */
  queueAnew(call: Call): void {
    this.call(call, { state: 'queued', seat: null, waitingFrom: this.now, reached: [], reachedAt: this.now });
  }

  ring(seat: Seat, call: Call): void {
    this.seat(seat, 'ringing', { call: call.id });
    this.emit('rung', call.id, seat.id);
  }

  /** The call is over for whoever was rung for it. */
  stopRinging(call: string): void {
    const seat = this.ringingAt(call);
    if (seat) this.seat(seat, 'ready');
  }

  final(call: Call, state: 'abandoned' | 'fallback'): void {
    this.stopRinging(call.id);
    this.call(call, { state, endedAt: this.now });
    this.emit(state, call.id);
  }

  /** Whoever talked has gone: the caller waits for another. */
  loseTalk(seat: Seat): void {
    const call = seat.state === 'talking' && seat.call !== null ? this.calls.get(seat.call) : undefined;
    if (call?.state !== 'talking') return;
    this.queueAnew(call);
    this.emit('lost', call.id, seat.id);
  }

  endTalk(call: Call): void {
    this.call(call, { state: 'wrapup', endedAt: this.now });
    const seat = call.seat === null ? undefined : this.seats.get(call.seat);
    if (seat?.state === 'talking' && seat.call === call.id) this.seat(seat, 'wrapup', { call: call.id });
    this.emit('ended', call.id, call.seat);
  }
}

/** What time alone has brought about. */
function expire(desk: Working): void {
  const { now, watchedFrom } = desk;
  for (const seat of desk.seats.values()) {
    if (seat.state === 'offline') continue;
    if (now - Math.max(seat.heardAt, watchedFrom) > SILENT_MS) {
      desk.loseTalk(seat);
      desk.seat(seat, 'offline', { misses: 0 });
    } else if (seat.state === 'ringing' && now - seat.since >= RING_MS) {
      const misses = seat.misses + 1;
      desk.emit('missed', seat.call!, seat.id);
      desk.seat(seat, misses >= MOST_MISSES ? 'break' : 'ready', { misses: misses % MOST_MISSES });
    } else if (seat.state === 'wrapup' && now - seat.since >= WRAP_MS) desk.seat(seat, 'ready');
  }
  for (const call of desk.calls.values()) {
    if (call.state !== 'queued') continue;
    const waited = now - call.waitingFrom;
    if (waited >= OVER_MS) desk.final(call, 'abandoned');
    else if (waited >= FALLBACK_MS) desk.final(call, 'fallback');
  }
}

/** The order calls are taken in: who waited longest, those at an exit before. */
export const before = (a: Call, b: Call): number => {
  const due = ({ waitingFrom, exit }: Call): number => waitingFrom - (exit ? EXIT_AHEAD_MS : 0);
  return due(a) - due(b) || (a.id < b.id ? -1 : 1);
};

/**
 * Rings for waiting calls as long as there is a free seat; where there is none at all, the fallback is used at once.
 */
function settle(desk: Working): void {
  const waiting = [...desk.calls.values()]
    .filter((call) => call.state === 'queued' && !desk.ringingAt(call.id))
    .sort(before)
    .map((call) => desk.spread(call));
  for (const call of waiting) {
    if (!desk.isStaffed(call)) desk.final(call, 'fallback');
    else if (desk.hasFreeSeat(call.lot)) {
      const seat = desk.ready(call.lot).find((each) => comesTo(each, call));
      if (seat) desk.ring(seat, call);
    }
  }
}

type Of<K extends DeskEvent['kind']> = Extract<DeskEvent, { kind: K }>;

function press(desk: Working, { call, at }: Of<'press'>): null {
  const open = [...desk.calls.values()].find((each) => each.lane === call.lane && isOpen(each));
  if (open) desk.emit('joined', open.id);
  else {
    const queuedAt = Math.min(at, desk.now);
    const made = { ...call, queuedAt, waitingFrom: queuedAt, state: 'queued', seat: null } as const;
    const reach = { reached: [], reachedAt: queuedAt, overflowed: false };
    desk.calls.set(call.id, { ...made, ...reach, answeredAt: null, endedAt: null });
    desk.emit('queued', call.id);
    if (desk.now - queuedAt >= OVER_MS) desk.final(desk.calls.get(call.id)!, 'abandoned');
  }
  return null;
}

function gone(desk: Working, lane: string): Refusal | null {
  const open = [...desk.calls.values()].find((each) => each.lane === lane && isOpen(each));
  if (!open) return 'gone';
  if (open.state === 'talking') desk.endTalk(open);
  else desk.final(open, 'abandoned');
  return null;
}

function left(desk: Working, { seat, call: callId }: Of<'left'>): Refusal | null {
  const call = desk.calls.get(callId);
  if (call?.state !== 'queued') return null;
  if (!serves(desk.seats.get(seat)!, call.lot)) return 'not-yours';
  desk.final(call, 'abandoned');
  return null;
}

function presence(desk: Working, { seat: id, to, lots }: Of<'presence'>): Refusal | null {
  const seat = { ...desk.seats.get(id)!, lots };
  if (seat.state === 'talking') return to === 'ready' ? null : 'in-talk';
  if (to === 'ready' && (seat.state === 'ready' || seat.state === 'ringing')) desk.seats.set(id, seat);
  else desk.seat(seat, to, { misses: 0 });
  return null;
}

function accept(desk: Working, { seat: id, call: callId }: Of<'accept'>): Refusal | null {
  const [seat, call] = [desk.seats.get(id)!, desk.calls.get(callId)];
  if (call?.state !== 'queued') return 'gone';
  const rung = desk.ringingAt(callId);
  if (rung && rung.id !== id) return 'not-yours';
  if (!rung) {
    if (seat.state !== 'ready') return 'not-ready';
    if (!comesTo(seat, call)) return 'not-yours';
    if (!desk.hasFreeSeat(call.lot)) return 'all-taken';
  }
  desk.seat(seat, 'talking', { call: callId, misses: 0 });
  desk.call(call, { state: 'talking', seat: id, answeredAt: call.answeredAt ?? desk.now });
  desk.emit('answered', callId, id);
  return null;
}

/** The call that a seat talks to. */
function talkOf(desk: Working, seat: string, callId: string): Call | Refusal {
  const call = desk.calls.get(callId);
  if (call?.state !== 'talking') return 'gone';
  return call.seat === seat ? call : 'not-yours';
}

function handOver(desk: Working, { seat: id, call: callId, to }: Of<'handOver'>): Refusal | null {
  const call = talkOf(desk, id, callId);
  if (typeof call === 'string') return call;
  const other = desk.ready(call.lot).find((each) => each.id !== id && (to === null || each.id === to));
  if (!other) return 'nobody-else';
  desk.seat(desk.seats.get(id)!, 'ready');
  desk.queueAnew(call);
  desk.emit('handedOver', callId, id);
  desk.ring(other, desk.calls.get(callId)!);
  return null;
}

function end(desk: Working, { seat, call: callId }: Of<'end'>): Refusal | null {
  const call = talkOf(desk, seat, callId);
  if (typeof call === 'string') return call;
  desk.endTalk(call);
  return null;
}

function note(desk: Working, { seat: id, call: callId }: Of<'note'>): Refusal | null {
  const [seat, call] = [desk.seats.get(id)!, desk.calls.get(callId)];
  if (call?.state !== 'wrapup') return 'gone';
  if (call.seat !== id) return 'not-yours';
  desk.call(call, { state: 'closed' });
  if (seat.state === 'wrapup' && seat.call === callId) desk.seat(seat, 'ready');
  desk.emit('noted', callId, id);
  return null;
}

function takeHeartbeat(desk: Working, { seat: id, lots }: Of<'heartbeat'>): null {
  desk.seats.set(id, { ...desk.seats.get(id)!, lots });
  return null;
}

function apply(desk: Working, event: DeskEvent): Refusal | null {
  // Whatever a seat does, its page is there.
  if ('seat' in event) desk.seats.set(event.seat, { ...desk.seats.get(event.seat)!, heardAt: desk.now });
  switch (event.kind) {
    case 'press':
      return press(desk, event);
    case 'gone':
      return gone(desk, event.lane);
    case 'left':
      return left(desk, event);
    case 'presence':
      return presence(desk, event);
    case 'heartbeat':
      return takeHeartbeat(desk, event);
    case 'accept':
      return accept(desk, event);
    case 'handOver':
      return handOver(desk, event);
    case 'end':
      return end(desk, event);
    case 'note':
      return note(desk, event);
    case 'tick':
      return null;
  }
}

/**
 * The desk after something happened, at `now`. Seats that are named have to be there. What is refused changes nothing
 * but what time has brought.
 */
export function step(desk: Desk, event: DeskEvent, now: number): Step {
  const working = new Working(desk, now);
  expire(working);
  const refused = apply(working, event);
  settle(working);
  return {
    desk: { ...desk, seats: working.seats, calls: working.calls },
    facts: working.facts,
    refused,
  };
}
