/** What a lane may ask about its lot: synchronous, already loaded, never changed by the asking. */
import type { FullRule } from '../space/occupancy.ts';
import type { FeeRefusal } from '../fee/types.ts';
import type { Price, Settled } from '../ledger/due.ts';
import type { Instant, Stay, StayKind } from './types.ts';

/** A stay that may be meant by a text read at the exit; `score` 0..1, the highest first. */
export interface Candidate {
  readonly stay: string;
  readonly plate: string;
  readonly score: number;
  readonly inAt: Instant | null;
  readonly picture: string | null;
}

/** `unambiguous`: a machine may take the first. */
export interface Similar {
  readonly candidates: readonly Candidate[];
  readonly unambiguous: boolean;
}

export interface LotSettings {
  /** Same plate in the same lane within this many seconds, nobody passed between: the same vehicle. */
  readonly repeatSeconds: number;
  /** Readings below this (0..1) count as not read. 0 accepts all. */
  readonly minConfidence: number;
  readonly fullRule: FullRule;
  readonly groupFullRule: 'refuse' | 'temporary' | 'queue';
  readonly expiredPassRule: 'refuse' | 'temporary';
  /** `code`: let in immediately under a code; `ask`: the driver scans or a person helps. */
  readonly noPlateRule: 'code' | 'ask';
  readonly noEntryRule: 'minimum' | 'declared' | 'release';
  readonly autoAcceptFuzzy: boolean;
  readonly quoteSeconds: number;
  readonly leaveMinutes: number;
  readonly gateSeconds: number;
  readonly passageSeconds: number;
  /** Open on the contactless channel's acceptance (it advances the money), else wait for the result. */
  readonly openOnAccepted: boolean;
}

export interface PassView {
  readonly id: string;
  readonly state: 'valid' | 'grace' | 'expired';
  /** Days since the end, for grace and expired. */
  readonly endedDays: number;
  /** Space group shared by several plates; null = a space of its own. */
  readonly group: { readonly id: string; readonly spaces: number; readonly taken: number } | null;
}

export interface Finished {
  readonly stay: string | null;
  readonly order: string | null;
  readonly passage: string;
}

export type ListClass = 'law-free' | 'white' | 'black' | null;

/**
 * A lane between areas: the area it leads into, and the one around that, which a car gets to that goes the other way.
 * Null is no area of its own.
 */
export interface InnerLane {
  readonly into: string | null;
  readonly around: string | null;
}

/** What bars a lane to a vehicle: its mode, or the hours set for its kind. */
export type LaneBar = 'lane-closed' | 'lane-full' | 'out-of-hours';

export interface Lookup {
  readonly settings: LotSettings;
  /** Spaces of the lot; null = not limited. */
  readonly capacity: number | null;
  /** Vehicles inside: counted stays plus signed adjustments. */
  occupancy(): number;
  listClass(plate: string, colour: string, at: Instant): ListClass;
  pass(plate: string, colour: string, lane: string, at: Instant): PassView | null;
  booking(plate: string, lane: string, at: Instant): string | null;
  /** Why the entry lane is not open to this kind of stay now; null when it is. `fixed`: pass, white list, booking. */
  laneBar(lane: string, kind: StayKind, fixed: boolean, at: Instant): LaneBar | null;
  /** Whether vehicles go both ways in the lane. */
  twoWay(lane: string): boolean;
  /** Null for a lane into the lot or out of it. */
  inner(lane: string): InnerLane | null;
  /** Tariff version in force for a vehicle at a time. */
  tariff(plate: string, colour: string, at: Instant): string | null;
  stay(id: string): Stay | null;
  /**
   * Every stay of exactly this plate that a late event may still touch, merged ones left out. Also no-entry stays read
   * under this text.
   */
  stays(plate: string): readonly Stay[];
  /** Stays still inside that a text read at the exit may mean, best first; for '' the stays without a plate. */
  similar(plate: string, at: Instant): Similar;
  /** Stays without an entry that left at or after `at` and claim `stay`, or whose text `plate` means beyond doubt. */
  orphans(plate: string, stay: string, at: Instant): readonly Stay[];
  sensorless(plate: string, colour: string): boolean;
  /** Money paid ahead for a plate, fen; null where it has no card. */
  storedValue(plate: string): { readonly card: string; readonly balanceFen: number } | null;
  /** A refusal is no price, and never to be taken for 0. */
  price(stay: Stay, at: Instant): Price | FeeRefusal;
  /** Charge for a vehicle without an entry; `declaredIn` when the driver's word is taken. */
  priceNoEntry(plate: string, colour: string, declaredIn: Instant | null, at: Instant): Price | FeeRefusal;
  settled(stay: string, exceptOrder: string): Settled;
  /** What is still open on an order, fen; 0 for an unknown one. */
  outstanding(order: string): number;
  /** Other orders of a stay that ask for money which has not come. */
  stillAsking(stay: string, exceptOrder: string): readonly string[];
  finished(lane: string, passing: number): Finished | null;
}
