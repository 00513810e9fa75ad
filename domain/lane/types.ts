/** The vocabulary of a lane: the events it takes, its phase, the facts to write, the commands it gives. */
import type { BerthMove } from '../berth/types.ts';
import type { EventRef } from './identity.ts';
import type { CauseKind, ExceptionCode, ReasonId, Words } from './words.ts';
import type { StayEvent } from '../fee/events.ts';
import type { BillLine, FeeRefusal } from '../fee/types.ts';
import type { Candidate, Lookup } from './lookup.ts';
import type { AttendEvent, LaneEvent, OfflineDecision, PassedEvent } from './events.ts';
import type { Fact } from './facts.ts';

export type * from './events.ts';

/** Epoch milliseconds, UTC. */
export type Instant = number;

export type Direction = 'entry' | 'exit';

/**
 * `open`: inside. `suspect`: the same plate entered again, a person decides. `stale`: not seen for long, not counted.
 * The closed ones are final; `merged` is a stay without an entry whose entry was found later (`mergedInto`);
 * `voided` is one of which a person found that nothing stood there: it is in no figure.
 */
export type StayState =
  | 'open'
  | 'suspect'
  | 'stale'
  | 'closed'
  | 'closed-inferred'
  | 'closed-batch'
  | 'merged'
  | 'voided';

export type StayKind =
  | 'temp'
  | 'pass'
  | 'visitor'
  | 'free'
  | 'temp-expired'
  | 'temp-group-full'
  /**
   * Its group was full; it takes the space that becomes free next, the longest waiting first, and is the pass's from
   * then on.
   */
  | 'temp-group-queue'
  | 'unidentified'
  | 'no-entry';

/**
 * One end of a stay. `at` is corrected device time, `rawAt` the device's own; the passage proves it. Null when a person
 * inferred it.
 */
export interface StayEnd {
  readonly at: Instant;
  readonly rawAt: Instant;
  readonly lane: string | null;
  readonly passage: string | null;
}

export interface Stay {
  readonly id: string;
  /** The text read at the entry (canonical), a no-plate code, or the exit's text when no entry was seen. */
  readonly plate: string;
  readonly colour: string;
  readonly kind: StayKind;
  readonly state: StayState;
  /** A second vehicle with the same plate, accepted by a person. */
  readonly clone: boolean;
  readonly entry: StayEnd | null;
  readonly exit: StayEnd | null;
  readonly exitPlate: string | null;
  /** The id this exit has as a stay of its own while no entry is known. */
  readonly exitStay: string | null;
  /** Tariff version frozen at the entry; named on the bill. */
  readonly tariff: string | null;
  readonly pass: string | null;
  readonly booking: string | null;
  readonly picture: string | null;
  readonly mergedInto: string | null;
  /** A stay id a person picked before its entry event arrived. */
  readonly claims: string | null;
  readonly offline: boolean;
  /**
   * Changes of area on the way, in the order of time; absent where there were none. `area` null is no area of its own.
   */
  readonly moves?: readonly Move[];
  /** What happened to the car while it stood, in the order of time; absent where nothing was reported. */
  readonly events?: readonly StayEvent[];
  /** Where it stands at the roadside; absent behind barriers. */
  readonly berth?: AtBerth;
}

/** A stay at the roadside: where, what tariffs ask of the place, and what proves its times. */
export interface AtBerth {
  readonly id: string;
  readonly section: string | null;
  /** Further berths it takes. */
  readonly also: readonly string[];
  /** Where it went on to, in the order of time. */
  readonly moves: readonly BerthMove[];
  readonly bays: number;
  /** Price class of the section when the stay began. */
  readonly zone: string | null;
  readonly beganBy: string | null;
  readonly endedBy: string | null;
  readonly provenTo: Instant | null;
  /** The stay of the same car that ended too early. */
  readonly continues: string | null;
  /** Who was on duty there at the end. */
  readonly duty: string | null;
}

export interface Move {
  readonly at: Instant;
  readonly area: string | null;
}

/**
 * Exactly one per opening. `id` names the stay, the pass, the call or ticket, the release, the mode; null for unknown.
 */
export interface Cause {
  readonly kind: CauseKind;
  readonly id: string | null;
}

/** The vehicle standing in the lane. `passings` has more than one number when it triggered the camera twice. */
export interface Vehicle {
  readonly passings: readonly number[];
  readonly ref: EventRef;
  readonly plate: string;
  readonly colour: string;
  readonly confidence: number;
  readonly picture: string | null;
  readonly reading: string;
  /** First reading of this passage: the time of entry or exit. */
  readonly at: Instant;
  readonly offline: OfflineDecision | null;
  /** Entered by a person; its passage keeps it when it backs out. */
  readonly turnedAway?: TurnedAway;
}

export interface TurnedAway {
  readonly reason: string;
  readonly by: string;
}

/** What an entry lane grants. */
export interface Grant {
  readonly kind: StayKind;
  readonly plate: string;
  readonly reasons: readonly ReasonId[];
  readonly pass: string | null;
  readonly booking: string | null;
  readonly cause: Cause;
}

/** An open command that the gate has not confirmed yet. */
export interface Opening {
  readonly commandId: string;
  readonly name: string;
  readonly askedAt: Instant;
  readonly tries: number;
  readonly alerted: boolean;
  readonly cause: Cause;
  /** When the gate reported up. */
  readonly upAt: Instant | null;
}

/** The exit being settled: which stay (null = none known), which order, what is due. */
export interface Settling {
  readonly stay: string | null;
  /** A stay a person picked whose entry has not been seen yet. */
  readonly claims: string | null;
  readonly declaredIn: Instant | null;
  readonly order: string;
  readonly round: number;
  readonly quote: Quote;
}

export type Phase =
  | { readonly name: 'idle' }
  | { readonly name: 'no-plate'; readonly vehicle: Vehicle }
  | { readonly name: 'refused'; readonly vehicle: Vehicle; readonly reasons: readonly ReasonId[] }
  | { readonly name: 'granted'; readonly vehicle: Vehicle; readonly grant: Grant; readonly opening: Opening }
  | { readonly name: 'confirm'; readonly vehicle: Vehicle; readonly candidates: readonly Candidate[] }
  | { readonly name: 'no-entry'; readonly vehicle: Vehicle }
  /** The tariff gives no price: a person says what is to be paid, or lets it go. Its order is not made before. */
  | { readonly name: 'unpriced'; readonly vehicle: Vehicle; readonly settling: Settling }
  | { readonly name: 'awaiting'; readonly vehicle: Vehicle; readonly settling: Settling }
  | { readonly name: 'deducting'; readonly vehicle: Vehicle; readonly settling: Settling }
  /** Released, gate up, nobody passed in time, still nothing to pay: the next reading of the car opens again. */
  | { readonly name: 'stalled'; readonly vehicle: Vehicle; readonly settling: Settling }
  | { readonly name: 'releasing'; readonly vehicle: Vehicle; readonly settling: Settling; readonly opening: Opening };

export interface LaneState {
  readonly lane: string;
  readonly direction: Direction;
  readonly phase: Phase;
  /** Vehicles let through whose passage is not confirmed while the next one is already read. */
  readonly ahead: readonly Phase[];
  readonly gate: 'up' | 'down' | 'fault';
  /** Command of the opening in force, to distinguish a repeated report from a new opening; and its cause. */
  readonly upBy: string | null;
  readonly upCause: Cause | null;
  /** Commands given and not yet seen on the gate. */
  readonly given: Readonly<Record<string, Cause>>;
  /** Openings whose command nobody has explained yet: command id -> opening id. */
  readonly unexplained: Readonly<Record<string, string>>;
  /** Highest passing number begun. */
  readonly passing: number;
  /** The booth's input about vehicles the camera has not reported yet. */
  readonly early: readonly AttendEvent[];
  /** Vehicles beside the lane, that late events are about: nobody stands there any more, no message is sent. */
  readonly late?: LaneState;
  /** Vehicles that stood here when numbers of the camera were given up: what became of them may be among those. */
  readonly doubtful?: readonly number[];
  /** The opening in force. */
  readonly upOpening?: string;
  /** When the barrier went up for it, until it is down again. */
  readonly upSince?: Instant;
  /** Vehicles that passed without a reading, the newest last: one may be read after all. */
  readonly unread?: readonly Unread[];
}

/**
 * What was made of a vehicle that passed unread, to be taken back when its reading comes. `passed` is null as soon as
 * it has come: what is read of it again decides nothing.
 */
export interface Unread {
  readonly passing: number;
  readonly direction: Direction;
  readonly passed: PassedEvent | null;
  readonly passage: string;
  /** The stay under a code, of one that came in. */
  readonly stay: string | null;
  /** Its opening, where nobody has explained it. */
  readonly opening: string | null;
}

/** `dueFen` = sum of `lines` = `receivableFen - deratedFen - paidFen - waivedFen` of this order, never below 0. */
export interface Quote {
  readonly order: string;
  readonly stay: string;
  readonly pricedAt: Instant;
  readonly validUntil: Instant;
  readonly receivableFen: number;
  readonly deratedFen: number;
  readonly dueFen: number;
  readonly lines: readonly BillLine[];
  readonly tariff: string | null;
  /** Why there is no price; the sums are then 0 and say nothing. */
  readonly unpriced?: FeeRefusal;
}

export type Command =
  | {
      readonly command: 'open';
      readonly lane: string;
      readonly commandId: string;
      readonly cause: Cause;
      readonly at: Instant;
    }
  | { readonly command: 'close'; readonly lane: string; readonly at: Instant }
  | { readonly command: 'show'; readonly lane: string; readonly lines: readonly Words[] }
  | { readonly command: 'speak'; readonly lane: string; readonly words: Words }
  | {
      readonly command: 'ask';
      readonly lane: string;
      readonly passing: number;
      readonly read: string;
      readonly picture: string | null;
      readonly why: ReasonId;
      readonly candidates: readonly Candidate[];
    }
  /** An entry ticket may be printed for a car that was let in, under the id that its entry gives it. */
  | {
      readonly command: 'ticket';
      readonly lane: string;
      readonly commandId: string;
      readonly stay: string;
      /** The plate it was let in under; its code where none was read. */
      readonly plate: string;
      readonly kind: StayKind;
      readonly at: Instant;
    }
  | { readonly command: 'alert'; readonly lane: string; readonly code: ExceptionCode; readonly words: Words };

export interface Step {
  readonly state: LaneState;
  readonly facts: readonly Fact[];
  readonly commands: readonly Command[];
  /** Events to be taken again, late, as soon as these facts hold. */
  readonly again?: readonly LaneEvent[];
}

export type StepFunction = (state: LaneState, event: LaneEvent, look: Lookup) => Step;
