/** Events a lane receives: from cameras and barriers, by people, by money, by the clock. */
import type { EventRef } from './identity.ts';
import type { Cause, Direction, Instant } from './types.ts';

/** `at` = corrected device time, `rawAt` = as reported; both epoch ms. `device`+`seq` name the event for ever. */
export interface EventHead extends EventRef {
  readonly lane: string;
  readonly at: Instant;
}

/** What a cut-off lane did on its own. `cashFen` is money it took, 0 if none. */
export interface OfflineDecision {
  readonly opened: boolean;
  readonly cashFen: number;
}

export interface PlateEvent extends EventHead {
  readonly kind: 'plate';
  readonly passing: number;
  /** Canonical text; '' when nothing was read within the camera's 3 s. */
  readonly plate: string;
  readonly colour: string;
  /** 0..1 */
  readonly confidence: number;
  readonly picture: string | null;
  /**
   * Which way the vehicle goes, where the camera of a two-way lane can see it; in a lane between areas `exit` is out of
   * the area it leads into.
   */
  readonly direction?: Direction;
  readonly offline?: OfflineDecision;
}
export interface GoneEvent extends EventHead {
  readonly kind: 'gone';
  readonly passing: number;
}
export interface GateEvent extends EventHead {
  readonly kind: 'gate';
  readonly gate: 'up' | 'down' | 'fault';
  readonly by: 'command' | 'local' | 'unknown';
  readonly commandId: string | null;
  /** The barrier reports nothing: taken from the command. */
  readonly assumed?: true;
}
export interface PassedEvent extends EventHead {
  readonly kind: 'passed';
  readonly passing: number;
  /** Vehicles counted under this one opening; 2 = somebody followed. */
  readonly count: number;
  readonly picture: string | null;
  /** Nobody saw it: taken from the opening. */
  readonly assumed?: true;
}
/** The driver's own pay code, or his entry ticket, held before the lane's reader. */
export interface ScanEvent extends EventHead {
  readonly kind: 'scan';
  readonly payCode: string;
}
/** From the box terminal; `passing` says which vehicle it speaks of. */
export interface AttendEvent extends EventHead {
  readonly kind: 'attend';
  readonly passing: number;
  readonly by: string;
  readonly act:
    | { readonly action: 'pick'; readonly stay: string | null; readonly plate: string | null }
    | { readonly action: 'release'; readonly reason: string; readonly picture: string | null }
    /** `amountFen` is what the drawer keeps; `tenderedFen` what the driver handed over. */
    | { readonly action: 'cash'; readonly amountFen: number; readonly tenderedFen: number; readonly drawer: string }
    | { readonly action: 'declare'; readonly inAt: Instant; readonly reason: string }
    | { readonly action: 'open'; readonly reason: string; readonly picture: string | null }
    /** Turned away: it stays unserved until it backs out. */
    | { readonly action: 'refuse'; readonly reason: string }
    /** A discount was given to the vehicle that waits to pay: its bill is recalculated. */
    | { readonly action: 'derate' }
    /** One given to it was taken back: its bill is recalculated. */
    | { readonly action: 'withdraw' };
}
/** From the server: the driver without a plate took a code at the lane. */
export interface CodedEvent extends EventHead {
  readonly kind: 'coded';
  readonly passing: number;
  readonly code: string;
}
/** From the server: an order of this lane was paid. The payment itself is already booked. */
export interface PaidEvent extends EventHead {
  readonly kind: 'paid';
  readonly order: string;
  readonly amountFen: number;
}
/** From the server: answer of the contactless channel. */
export interface DeductedEvent extends EventHead {
  readonly kind: 'deducted';
  readonly order: string;
  readonly result: 'accepted' | 'paid' | 'failed';
}
/** From the server: a command was given from afar (cloud seat, mode); the gate will answer with its id. */
export interface RemoteEvent extends EventHead {
  readonly kind: 'remote';
  readonly commandId: string;
  readonly cause: Cause;
}
/** From the server: time passed. Only deadlines move; the outcome does not depend on when it comes. */
export interface TickEvent extends EventHead {
  readonly kind: 'tick';
}

/**
 * From a charger, which stands in no lane: something happened to the car of this plate (canonical) while it stood
 * inside.
 */
export interface HappenedEvent extends EventRef {
  readonly kind: 'happened';
  readonly lane: null;
  readonly at: Instant;
  readonly plate: string;
  readonly event: string;
}

/** A message that was refused or set aside, and answered: nothing follows from it, but its number came. */
export interface VoidEvent extends EventRef {
  readonly kind: 'void';
  readonly lane: null;
  readonly at: Instant;
}

export type LaneEvent =
  | PlateEvent
  | GoneEvent
  | GateEvent
  | PassedEvent
  | ScanEvent
  | AttendEvent
  | CodedEvent
  | PaidEvent
  | DeductedEvent
  | RemoteEvent
  | TickEvent;

/** All events a lot receives from devices, people and the server. */
export type LotEvent = LaneEvent | HappenedEvent | VoidEvent;
