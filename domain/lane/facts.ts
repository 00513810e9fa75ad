import type { ExceptionCode, ReasonId } from './words.ts';
import type { Instant, Direction, Stay, Cause, TurnedAway, Quote } from './types.ts';

/** `moved`: from one area of the lot to another. */
export type PassageState = 'entered' | 'left' | 'moved' | 'aborted' | 'refused' | 'unidentified';

export interface PassageFact {
  readonly fact: 'passage';
  readonly id: string;
  readonly lane: string;
  readonly direction: Direction;
  readonly passing: number;
  /** Numbers the same vehicle had before, where it triggered the camera more than once. */
  readonly before?: readonly number[];
  readonly state: PassageState;
  /** First reading of the vehicle (or the loop's time when nothing was read). */
  readonly at: Instant;
  readonly rawAt: Instant;
  readonly plate: string;
  readonly colour: string;
  readonly picture: string | null;
  readonly stay: string | null;
  readonly order: string | null;
  readonly cause: Cause | null;
  readonly offline: boolean;
  /** How it is known that the vehicle went through; absent where it did not. */
  readonly evidence?: 'seen' | 'assumed';
  /** Of one that backed out after a person had turned it away. */
  readonly turnedAway?: TurnedAway;
}

/** What changed on a stay, as a row of its own; `before` is kept for the history. */
export interface StayChangedFact {
  readonly fact: 'stayChanged';
  readonly stay: string;
  readonly at: Instant;
  readonly why:
    | 'left'
    | 'moved'
    | 'entered-again'
    | 'late'
    | 'merged'
    | 'resolved'
    | 'plate'
    | 'patrol'
    | 'batch'
    | 'event';
  readonly by: string | null;
  readonly before: Stay;
  readonly after: Stay;
}

export type Fact =
  | {
      readonly fact: 'reading';
      readonly id: string;
      readonly lane: string;
      readonly passing: number;
      readonly at: Instant;
      readonly rawAt: Instant;
      readonly plate: string;
      readonly colour: string;
      readonly confidence: number;
      readonly picture: string | null;
      /** First reading of the same vehicle; `better` = this picture replaces the one kept. */
      readonly repeatOf: string | null;
      readonly better: boolean;
    }
  | {
      readonly fact: 'decision';
      readonly id: string;
      readonly lane: string;
      readonly passing: number;
      readonly at: Instant;
      readonly plate: string;
      readonly verdict: 'open' | 'refuse' | 'ask' | 'charge';
      readonly reasons: readonly ReasonId[];
      readonly offline: boolean;
    }
  | { readonly fact: 'stayOpened'; readonly stay: Stay }
  | StayChangedFact
  | PassageFact
  | {
      readonly fact: 'opening';
      readonly id: string;
      readonly lane: string;
      readonly at: Instant;
      readonly rawAt: Instant;
      readonly commandId: string | null;
      readonly cause: Cause;
      /** The barrier reports nothing: taken from the command. */
      readonly assumed?: true;
    }
  /** The barrier is down again after an opening. */
  | {
      readonly fact: 'closed';
      readonly opening: string;
      readonly lane: string;
      readonly openedAt: Instant;
      readonly at: Instant;
    }
  /**
   * An opening that the barrier never confirmed is not wanted any more: another one did it (`by` is its cause), or the
   * vehicle has left.
   */
  | {
      readonly fact: 'superseded';
      readonly commandId: string;
      readonly lane: string;
      readonly at: Instant;
      readonly why: 'opened' | 'left';
      readonly by: Cause | null;
    }
  /** What a barrier did instead of opening: it reports a fault, or does not move on command. */
  | {
      readonly fact: 'barrier';
      readonly id: string;
      readonly lane: string;
      readonly at: Instant;
      readonly rawAt: Instant;
      readonly event: 'fault' | 'still';
      readonly plate: string | null;
      readonly commandId: string | null;
    }
  | {
      readonly fact: 'openingExplained';
      readonly opening: string;
      readonly lane: string;
      readonly at: Instant;
      readonly cause: Cause;
    }
  | {
      readonly fact: 'exception';
      readonly id: string;
      readonly code: ExceptionCode;
      readonly lane: string | null;
      readonly at: Instant;
      readonly plate: string | null;
      readonly stay: string | null;
      readonly other: string | null;
      readonly amountFen: number | null;
    }
  | { readonly fact: 'exceptionCleared'; readonly code: ExceptionCode; readonly subject: string; readonly at: Instant }
  | { readonly fact: 'quoted'; readonly lane: string | null; readonly passing: number | null; readonly quote: Quote }
  /** The exit of `passage`, and the money taken at it, now belong to stay `to`. */
  | {
      readonly fact: 'exitMoved';
      readonly passage: string;
      readonly from: string;
      readonly to: string;
      readonly at: Instant;
    }
  /** The vehicle of `passage` was read after all: what it did stands under passage `by` and stay `stay`. */
  | {
      readonly fact: 'passageRead';
      readonly passage: string;
      readonly by: string;
      readonly stay: string;
      readonly at: Instant;
    }
  /** All money of stay `from` counts for stay `to`: a person found them to be one car. */
  | { readonly fact: 'moneyMoved'; readonly from: string; readonly to: string; readonly at: Instant }
  | { readonly fact: 'quoteVoid'; readonly order: string; readonly at: Instant }
  | {
      readonly fact: 'cash';
      readonly id: string;
      readonly order: string;
      readonly stay: string;
      readonly lane: string;
      readonly at: Instant;
      readonly amountFen: number;
      readonly tenderedFen: number;
      readonly changeFen: number;
      readonly drawer: string;
      readonly by: string;
      readonly offline: boolean;
    }
  /** Taken from the plate's stored-value card. */
  | {
      readonly fact: 'stored';
      readonly id: string;
      readonly order: string;
      readonly stay: string;
      readonly lane: string;
      readonly at: Instant;
      readonly card: string;
      readonly amountFen: number;
    }
  | {
      readonly fact: 'charge';
      readonly id: string;
      readonly order: string;
      readonly how: 'pay-code' | 'deduct';
      readonly payCode: string | null;
      readonly amountFen: number;
      readonly at: Instant;
    }
  | {
      readonly fact: 'release';
      readonly id: string;
      readonly lane: string;
      readonly passing: number;
      readonly at: Instant;
      readonly stay: string | null;
      readonly order: string | null;
      readonly waivedFen: number;
      readonly reason: string;
      readonly picture: string | null;
      readonly by: string;
    }
  | {
      readonly fact: 'picked';
      readonly id: string;
      readonly lane: string;
      readonly passing: number;
      readonly at: Instant;
      readonly read: string;
      readonly chosen: string;
      readonly stay: string | null;
      readonly by: string;
    }
  | ({
      readonly fact: 'turnedAway';
      readonly id: string;
      readonly lane: string;
      readonly passing: number;
      readonly at: Instant;
      readonly plate: string;
    } & TurnedAway)
  | {
      readonly fact: 'billed';
      readonly order: string;
      readonly stay: string;
      readonly at: Instant;
      readonly outstandingFen: number;
    }
  | {
      readonly fact: 'adjustment';
      readonly id: string;
      readonly at: Instant;
      readonly delta: number;
      readonly reason: string;
      readonly by: string | null;
    };
