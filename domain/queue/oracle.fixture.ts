/**
 * A second, slow desk for the properties: plain lists that are gone through from the beginning each time, by the rules
 * as they are written down.
 */
import type { SeatGroup } from './groups.ts';
import type { CallState, Desk, DeskEvent, SeatState } from './queue.ts';

type SlowSeat = {
  id: string;
  state: SeatState;
  since: number;
  call: string | null;
  misses: number;
  lots: string[] | null;
  groups: readonly string[];
  heardAt: number;
};
type SlowCall = {
  id: string;
  lot: string;
  lane: string;
  exit: boolean;
  from: number;
  state: CallState;
  seat: string | null;
  /** The groups it came to since it waits, and when. */
  path: { group: string; at: number }[];
  overflowed: boolean;
};

export class SlowDesk {
  readonly seats: SlowSeat[] = [];
  readonly calls: SlowCall[] = [];
  readonly granted: Record<string, number>;
  readonly groups: readonly SeatGroup[];
  readonly watchedFrom: number;

  constructor(
    seats: readonly (readonly [id: string, groups: readonly string[]])[],
    granted: Record<string, number>,
    groups: readonly SeatGroup[],
    watchedFrom: number,
  ) {
    for (const [id, mine] of seats)
      this.seats.push({ id, state: 'offline', since: 0, call: null, misses: 0, lots: null, groups: mine, heardAt: 0 });
    this.granted = granted;
    this.groups = groups;
    this.watchedFrom = watchedFrom;
  }

  #move(seat: SlowSeat, state: SeatState, now: number, call: string | null = null): void {
    Object.assign(seat, { state, since: now, call });
  }
  #seat = (id: string): SlowSeat => this.seats.find((seat) => seat.id === id)!;
  #answers = (seat: SlowSeat, lot: string): boolean => seat.lots === null || seat.lots.some((each) => each === lot);
  #isOnDuty = ({ state }: SlowSeat): boolean => !['offline', 'break'].includes(state);
  /** Whether a seat may take a call of its own accord. */
  #mayTake = (seat: SlowSeat, call: SlowCall): boolean =>
    this.#answers(seat, call.lot) &&
    (this.#chain(call).length === 0 || call.path.some(({ group }) => seat.groups.includes(group)));
  /** All groups a call can come to, in their order. */
  #chain(call: SlowCall): SeatGroup[] {
    const chain: SeatGroup[] = [];
    let next = this.groups.find(({ lots }) => lots.includes(call.lot));
    while (next && !chain.includes(next)) {
      chain.push(next);
      const { overflowTo } = next;
      next = this.groups.find(({ id }) => id === overflowTo);
    }
    return chain;
  }
  /** Goes along the chain: the first at once, each further one when its time came or nobody before it is there. */
  #spread(call: SlowCall, now: number): void {
    for (const [nth, { id }] of this.#chain(call).entries()) {
      if (call.path[nth]) continue;
      const before = call.path[nth - 1];
      if (!before) {
        call.path.push({ group: id, at: call.from });
        continue;
      }
      const due = before.at + this.groups.find((group) => group.id === before.group)!.overflowMs;
      const isSomebodyThere = this.seats.some(
        (seat) =>
          this.#isOnDuty(seat) &&
          this.#answers(seat, call.lot) &&
          call.path.some(({ group }) => seat.groups.includes(group)),
      );
      if (due > now && isSomebodyThere) return;
      call.path.push({ group: id, at: Math.min(due, now) });
      call.overflowed = true;
    }
  }
  #ringer = (call: string): SlowSeat | undefined =>
    this.seats.find((seat) => seat.state === 'ringing' && seat.call === call);
  #freeSeats(lot: string): number {
    let left = this.granted[lot] ?? 0;
    for (const seat of this.seats)
      if (seat.state === 'ringing' || seat.state === 'talking')
        if (this.calls.find(({ id }) => id === seat.call)?.lot === lot) left -= 1;
    return left;
  }
  #queueAnew(call: SlowCall, now: number): void {
    Object.assign(call, { state: 'queued', seat: null, from: now, path: [] });
  }
  #drop(call: SlowCall, state: 'abandoned' | 'fallback', now: number): void {
    const ringer = this.#ringer(call.id);
    if (ringer) this.#move(ringer, 'ready', now);
    call.state = state;
  }

  #time(now: number): void {
    for (const seat of this.seats) {
      if (seat.state === 'offline') continue;
      const call = this.calls.find(({ id }) => id === seat.call);
      if (now - seat.heardAt > 30_000 && now - this.watchedFrom > 30_000) {
        if (seat.state === 'talking' && call) this.#queueAnew(call, now);
        seat.misses = 0;
        this.#move(seat, 'offline', now);
      } else if (seat.state === 'ringing' && now - seat.since >= 10_000) {
        seat.misses += 1;
        this.#move(seat, seat.misses === 2 ? 'break' : 'ready', now);
        if (seat.misses === 2) seat.misses = 0;
      } else if (seat.state === 'wrapup' && now - seat.since >= 30_000) this.#move(seat, 'ready', now);
    }
    for (const call of this.calls)
      if (call.state === 'queued' && now - call.from >= 60_000)
        this.#drop(call, now - call.from >= 180_000 ? 'abandoned' : 'fallback', now);
  }

  /** Rings one call after the other: of those that can be rung for, the one that is due first. */
  #ring(now: number): void {
    for (const call of this.calls) {
      if (call.state !== 'queued' || this.#ringer(call.id)) continue;
      this.#spread(call, now);
      const onDuty = this.seats.some((seat) => this.#isOnDuty(seat) && this.#mayTake(seat, call));
      if (!onDuty || !this.granted[call.lot]) call.state = 'fallback';
    }
    for (;;) {
      let best: { call: SlowCall; seat: SlowSeat } | null = null;
      for (const call of this.calls)
        for (const seat of this.seats) {
          if (call.state !== 'queued' || this.#ringer(call.id) || seat.state !== 'ready') continue;
          if (!this.#mayTake(seat, call) || this.#freeSeats(call.lot) < 1) continue;
          const due = ({ from, exit }: SlowCall): number => (exit ? from - 30_000 : from);
          const order = best
            ? due(call) - due(best.call) ||
              call.id.localeCompare(best.call.id) ||
              seat.since - best.seat.since ||
              seat.id.localeCompare(best.seat.id)
            : -1;
          if (order < 0) best = { call, seat };
        }
      if (!best) return;
      this.#move(best.seat, 'ringing', now, best.call.id);
    }
  }

  #press({ call, at }: Extract<DeskEvent, { kind: 'press' }>, now: number): void {
    if (this.calls.some(({ lane, state }) => lane === call.lane && (state === 'queued' || state === 'talking'))) return;
    this.calls.push({
      ...call,
      from: at,
      seat: null,
      path: [],
      overflowed: false,
      state: now - at >= 180_000 ? 'abandoned' : 'queued',
    });
  }

  #leave(lane: string, now: number): void {
    for (const call of this.calls) {
      if (call.lane !== lane) continue;
      if (call.state === 'queued') this.#drop(call, 'abandoned', now);
      else if (call.state === 'talking') this.#hangUp(call, now);
    }
  }
  #hangUp(call: SlowCall, now: number): void {
    call.state = 'wrapup';
    this.#move(this.#seat(call.seat!), 'wrapup', now, call.id);
  }

  #come({ seat: id, to, lots }: Extract<DeskEvent, { kind: 'presence' }>, now: number): void {
    const seat = this.#seat(id);
    if (seat.state === 'talking') return;
    seat.lots = lots && [...lots];
    if (to === 'ready' && ['ready', 'ringing'].includes(seat.state)) return;
    seat.misses = 0;
    this.#move(seat, to, now);
  }

  #take(seatId: string, callId: string, now: number): void {
    const [seat, call, ringer] = [this.#seat(seatId), this.calls.find(({ id }) => id === callId), this.#ringer(callId)];
    if (call?.state !== 'queued') return;
    const isFree = seat.state === 'ready' && this.#mayTake(seat, call) && this.#freeSeats(call.lot) > 0;
    if (ringer ? ringer !== seat : !isFree) return;
    seat.misses = 0;
    this.#move(seat, 'talking', now, callId);
    Object.assign(call, { state: 'talking', seat: seatId });
  }

  #give(seatId: string, callId: string, to: string | null, now: number): void {
    const call = this.calls.find(({ id }) => id === callId);
    if (call?.state !== 'talking' || call.seat !== seatId) return;
    const others = this.seats
      .filter((seat) => seat.state === 'ready' && seat.id !== seatId && this.#answers(seat, call.lot))
      .filter((seat) => to === null || seat.id === to)
      .sort((a, b) => a.since - b.since || a.id.localeCompare(b.id));
    if (others.length === 0) return;
    this.#move(this.#seat(seatId), 'ready', now);
    this.#queueAnew(call, now);
    this.#move(others[0]!, 'ringing', now, callId);
  }

  #finish(seatId: string, callId: string, now: number, state: 'talking' | 'wrapup'): void {
    const call = this.calls.find(({ id }) => id === callId);
    if (call?.state !== state || call.seat !== seatId) return;
    if (state === 'talking') return this.#hangUp(call, now);
    call.state = 'closed';
    const seat = this.#seat(seatId);
    if (seat.state === 'wrapup' && seat.call === callId) this.#move(seat, 'ready', now);
  }

  happen(event: DeskEvent, now: number): void {
    this.#time(now);
    if ('seat' in event) this.#seat(event.seat).heardAt = now;
    if (event.kind === 'press') this.#press(event, now);
    if (event.kind === 'gone') this.#leave(event.lane, now);
    if (event.kind === 'presence') this.#come(event, now);
    if (event.kind === 'heartbeat') this.#seat(event.seat).lots = event.lots && [...event.lots];
    if (event.kind === 'accept') this.#take(event.seat, event.call, now);
    if (event.kind === 'handOver') this.#give(event.seat, event.call, event.to, now);
    if (event.kind === 'end') this.#finish(event.seat, event.call, now, 'talking');
    if (event.kind === 'note') this.#finish(event.seat, event.call, now, 'wrapup');
    this.#ring(now);
  }
}

/** Who does what, and what became of each call: what both desks have to agree on. */
export const outline = (desk: Pick<SlowDesk, 'seats' | 'calls'> | Desk) => ({
  seats: [...desk.seats.values()].map(({ id, state, call, since, misses }) => ({ id, state, call, since, misses })),
  calls: [...desk.calls.values()].map(({ id, state, seat, overflowed }) => ({ id, state, seat, overflowed })),
});
