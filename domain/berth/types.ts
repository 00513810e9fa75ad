/** The vocabulary of a roadside berth: what was observed, what follows from it, and what stays in doubt. */
import type { MINUTE_PARAMETERS } from './parameters.ts';

/** Epoch milliseconds, UTC. */
export type Instant = number;

// ---------------------------------------------------------------- evidence

export type EvidenceSource = 'camera' | 'sensor' | 'lock' | 'person' | 'driver' | 'system';
/**
 * `arrive` and `leave` claim a change at `at`; `present` and `absent` a state; `plate` a reading of the car that stands
 * there. A heartbeat of a sensor is `present` or `absent`.
 */
export type EvidenceClaim = 'arrive' | 'leave' | 'present' | 'absent' | 'plate';

/** One claim of one source about one berth. Never changed once stored. */
export type Evidence = {
  /** Unique: the source and its own sequence number. The same id twice is the same claim. */
  readonly id: string;
  readonly berthId: string;
  /** When it happened: the source's time corrected by its clock offset. */
  readonly at: Instant;
  /** The source's own time. */
  readonly rawAt: Instant;
  /** When the server received it. Decides nothing: late evidence counts as if it had come in time. */
  readonly heardAt: Instant;
  readonly source: EvidenceSource;
  readonly claim: EvidenceClaim;
  /** Sensor, lock, camera or handheld; null for what has none. */
  readonly deviceId: string | null;
  readonly userId: string | null;
  /** Canonical text; null where none was read. */
  readonly plate: string | null;
  readonly colour: string | null;
  /** 0 to 1 of a camera's reading; null for others. */
  readonly confidence: number | null;
  /** SHA-256 of the picture in hex; null without one. */
  readonly picture: string | null;
  /** Recorded while its handheld had no network. */
  readonly offline: boolean;
  /** A sensor's own count of its changes, sent with each message; null where the model has none. */
  readonly changes: number | null;
  /** How long a sensor has been in the state it sends, in seconds; null where the model does not report it. */
  readonly sinceSeconds: number | null;
  /** First message after a restart of the sensor: its zero may be a car. */
  readonly restarted: boolean;
  /** A person or camera adds this berth to a car that is registered on that one. */
  readonly alsoOf: string | null;
  /** Never stored: the car was read at another berth of the section at that time. */
  readonly elsewhere?: boolean;
};

/** Which sensor or lock spoke for a berth, and when: [from, to), `to` null while it does. */
export type SensorBinding = {
  readonly deviceId: string;
  readonly berthId: string;
  readonly from: Instant;
  readonly to: Instant | null;
  /** Silent longer than this, the device counts as unknown. */
  readonly silentAfterMinutes: number;
  /**
   * Since when it is proven that the device is mounted at this very berth (`mounting.ts`); null while it is not. A
   * stretch that ended before carries no car: what it felt may have stood elsewhere.
   */
  readonly provenFrom: Instant | null;
  /** Faults counted so far: of two sensors that disagree the one with fewer wins. */
  readonly faults: number;
};

/** A supervisor closed the berth for [from, to). */
export type Closure = { readonly from: Instant; readonly to: Instant | null };

/** Settings of a lot, each in the unit of its name. */
export type BerthParameters = Readonly<Record<keyof typeof MINUTE_PARAMETERS, number>> & {
  /** A leave is final when no source contradicts it for so long. */
  readonly confirmSeconds: number;
};

// ---------------------------------------------------------------- results

export type BerthState = 'free' | 'occupied' | 'unknown' | 'closed';

/** [from, to) in one state. `stay` is the key of the stay it belongs to. */
export type Spell = {
  readonly berthId: string;
  readonly from: Instant;
  readonly to: Instant;
  readonly state: BerthState;
  readonly stay: string | null;
  /** Evidence ids; null where no single claim began or ended it. */
  readonly beganBy: string | null;
  readonly endedBy: string | null;
};

/**
 * `closed`: a source saw it leave. `closed-inferred`: the end follows from something else and lies at `provenTo`.
 * `closed-batch`: ended by initialising the berth, not billed. `voided`: nothing stood there. `suspect`: its plate is
 * read elsewhere too.
 */
export type BerthStayState = 'open' | 'closed' | 'closed-inferred' | 'closed-batch' | 'voided' | 'suspect';

/** A car on its way from one berth to another: `left` the one before, there from `at` on. */
export type BerthMove = { readonly left: Instant; readonly at: Instant; readonly berthId: string };

export type BerthStay = {
  /** Same evidence, same key. Later evidence may give the stay another begin and so another key: see `matchStay`. */
  readonly key: string;
  readonly berthId: string;
  /** Further berths the car stands on, added by a person or camera. */
  readonly alsoBerths: readonly string[];
  /** Berths taken: what the tariff reads as `bays`. */
  readonly bays: number;
  /** Null while nobody has read it. */
  readonly plate: string | null;
  readonly colour: string | null;
  /** Every text read of this car; more than one only where they are one confusable letter apart. */
  readonly plates: readonly string[];
  /** When the berth became occupied by it. */
  readonly beginTime: Instant;
  /** From when it is billed: `beginTime`, or later where nobody can prove the plate so far back. */
  readonly inTime: Instant;
  /** Until when it is billed; null while it stands there. */
  readonly outTime: Instant | null;
  /** Until when the evidence proves that this car stood there. */
  readonly provenTo: Instant;
  readonly beginBy: string;
  readonly endBy: string | null;
  /** First evidence of its plate; null while unread. */
  readonly firstPlate: { readonly id: string; readonly at: Instant } | null;
  readonly state: BerthStayState;
  /** A camera saw it come. */
  readonly cameraArrival: boolean;
  /**
   * Key or id of the earlier stay of the same car which ended too early: price both as one and take off what was paid.
   */
  readonly continues: string | null;
  readonly moves: readonly BerthMove[];
  /** Not to be chased before a person has looked at it. */
  readonly blocked: 'plate' | 'no-car' | null;
  /** All evidence it rests on, in the order of time. */
  readonly evidence: readonly string[];
};

/**
 * A stay whose bill is final. Later evidence changes none of it. Where its car moved, one for each berth that it stood on,
 * all with the id of the one bill (`settledStays`).
 */
export type SettledStay = {
  readonly id: string;
  readonly berthId: string;
  readonly plate: string | null;
  readonly beginTime: Instant;
  readonly inTime: Instant;
  readonly outTime: Instant;
  /** Of a car that moved: the times of its whole bill. */
  readonly bill?: { readonly inTime: Instant; readonly outTime: Instant };
};

export type StayTimes = { readonly plate: string | null; readonly inTime: Instant; readonly outTime: Instant | null };

/** Evidence after settlement contradicts it. A person takes the proposal or refuses it. */
export type SettlementException = {
  readonly code: 'later-begin' | 'earlier-begin' | 'earlier-end' | 'later-end' | 'other-plate' | 'no-stay';
  readonly settledId: string;
  readonly berthId: string;
  readonly before: StayTimes;
  /** Null where the evidence knows no such stay. */
  readonly after: StayTimes | null;
};

export type WarningCode =
  /** Occupied and no plate for `unreadMinutes`. */
  | 'W-UNREAD'
  /** A person registered a car where the sensor is online and free. */
  | 'W-NOCAR'
  /** Ended by a person or camera while the sensor goes on. */
  | 'W-STILL'
  /** A car was seen on a closed berth. */
  | 'W-CLOSED'
  /** The same car on two berths' sensors: it stands over the line. */
  | 'W-OVERLINE'
  /** Two readings one letter apart and neither wins. */
  | 'W-PLATE'
  /** The plate is read elsewhere while its berth stays occupied. */
  | 'W-SUSPECT'
  /** Two sensors of the berth disagree and neither wins. */
  | 'W-DISPUTE';

export type BerthWarning = {
  readonly code: WarningCode;
  readonly berthId: string;
  readonly at: Instant;
  readonly stay: string | null;
  readonly evidence: readonly string[];
};

/** A source was shown to be wrong by better evidence. */
export type SourceFault = {
  readonly deviceId: string;
  readonly berthId: string;
  readonly at: Instant;
  /** `ghost`: it reported a car where none was. `miss`: it reported none where one was, or lost a change. */
  readonly kind: 'ghost' | 'miss';
  /** The evidence that shows it. */
  readonly by: string;
};

export type Settlement = {
  readonly spells: readonly Spell[];
  readonly stays: readonly BerthStay[];
  readonly exceptions: readonly SettlementException[];
  readonly warnings: readonly BerthWarning[];
  readonly faults: readonly SourceFault[];
};

/** What a settlement of one berth is worked out from. `evidence` in any order, also doubled. */
export type BerthInput = {
  readonly berthId: string;
  readonly evidence: readonly Evidence[];
  readonly bindings: readonly SensorBinding[];
  readonly closures: readonly Closure[];
  readonly parameters: BerthParameters;
  readonly settled: readonly SettledStay[];
  /** The window [from, until); `until` is now. Evidence outside is not read. */
  readonly from: Instant;
  readonly until: Instant;
};

/** A berth of a section; where its evidence is read from a later instant than that of the others, from then on. */
export type SectionBerth = {
  readonly berthId: string;
  readonly closures: readonly Closure[];
  readonly from?: Instant;
};

/** A section: its berths in street order, so that neighbours lie beside each other. */
export type SectionInput = Omit<BerthInput, 'berthId' | 'closures'> & {
  readonly berths: readonly SectionBerth[];
  /** All berths of the section in street order, where only some of them are worked out (`reach.ts`). */
  readonly order?: readonly string[];
};
