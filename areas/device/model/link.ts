/**
 * The interface between the device link (broker, gateway) and the server's areas. Types only: the link asks for
 * these functions and the composition root gives them, so neither knows the other.
 */
import type {
  AttendEvent,
  GateEvent,
  GoneEvent,
  HappenedEvent,
  PassedEvent,
  PlateEvent,
  ScanEvent,
  VoidEvent,
} from '#domain/lane/types.ts';
import type { EvidenceClaim } from '#domain/berth/types.ts';
import type { Text } from '#kit/declare/text.ts';
import type { BoughtPorts } from './bought-link.ts';

/** A device's own event, decoded; `device` is the device's row id, `lane` the lane's, null where it speaks of none. */
export type UpEvent = (
  | PlateEvent
  | GoneEvent
  | GateEvent
  | PassedEvent
  | ScanEvent
  | AttendEvent
  | HappenedEvent
  | VoidEvent
) & {
  /** So many messages of the device were answered before this one whose number could not be read. */
  readonly unread?: number;
  /** Kept by the device while it was offline and sent after newer cars: it counts, but nobody stands there any more. */
  readonly history?: true;
};

/**
 * Events of berths. `device` is the row id of whoever sent it; times are epoch ms, `at` corrected by the
 * known offset of its clock.
 */
export type StreetEvent = {
  readonly device: string;
  readonly seq: number;
  readonly rawAt: number;
  readonly at: number;
} & (
  | {
      readonly kind: 'space';
      /** Where numbers begin anew with a session: which one this is of. */
      readonly session?: string;
      /** Serial number of the sensor that a concentrator speaks for; null where the sensor speaks itself. */
      readonly sensor: string | null;
      readonly occupied: boolean;
      readonly trigger: 'change' | 'heartbeat' | 'startup';
      readonly sinceSeconds: number | null;
      readonly changes: number | null;
      readonly batteryMv: number | null;
      readonly rssi: number | null;
    }
  | {
      readonly kind: 'berthCar';
      readonly spaceNo: string;
      readonly claim: EvidenceClaim;
      readonly plate: string | null;
      readonly colour: string;
      readonly confidence: number | null;
      readonly picture: string | null;
    }
  | {
      readonly kind: 'lock';
      readonly trigger: 'car' | 'arm' | 'heartbeat' | 'startup';
      readonly arm: string;
      readonly car: boolean | null;
      readonly forced: boolean;
      readonly obstructed: boolean;
      readonly batteryMv: number | null;
    }
);

/**
 * Events of a device at a door. `device` is its row id; times are epoch ms, `at` corrected by the known offset of its
 * clock.
 */
export type DoorEvent = {
  readonly device: string;
  readonly seq: number;
  readonly rawAt: number;
  readonly at: number;
} & (
  | {
      readonly kind: 'swipe';
      readonly reader: 'in' | 'out';
      readonly credential: string;
      readonly person: string | null;
      readonly result: 'granted' | 'refused';
      readonly reason: string | null;
      readonly picture: string | null;
      /** The device was cut off and decided by what it held. */
      readonly offline: boolean;
    }
  | {
      readonly kind: 'door';
      readonly contact: string;
      readonly by: string;
      readonly commandId: string | null;
      readonly swipeSeq: number | null;
    }
  | {
      /** The fire input of the device. */
      readonly kind: 'fire';
      readonly on: boolean;
    }
  | {
      readonly kind: 'temperature';
      readonly person: string | null;
      /** Tenths of a degree. */
      readonly tempDeci: number;
      readonly ambientDeci: number | null;
      readonly site: string | null;
      readonly picture: string | null;
      readonly thermal: string | null;
    }
);

/** Events of a gateway of garage guidance about its bus. `device` is its row id; addresses are those of the bus. */
export type GuidanceEvent = {
  readonly device: string;
  readonly seq: number;
  readonly rawAt: number;
  readonly at: number;
} & (
  | {
      readonly kind: 'spaces';
      readonly changes: readonly {
        readonly address: number;
        readonly taken: boolean;
        readonly plate: string | null;
        readonly picture: string | null;
      }[];
    }
  | {
      readonly kind: 'nodes';
      readonly nodes: readonly {
        readonly address: number;
        readonly state: 'online' | 'lost' | 'fault';
        readonly version: string | null;
        readonly faults: number | null;
      }[];
    }
  | {
      readonly kind: 'air';
      readonly readings: readonly { readonly address: number; readonly ppmDeci: number; readonly ok: boolean }[];
      readonly fans: readonly { readonly address: number; readonly on: boolean; readonly fault: boolean }[];
      readonly fire: boolean | null;
    }
  | { readonly kind: 'counted'; readonly address: number; readonly way: 'in' | 'out'; readonly n: number }
);

/**
 * Events of an intercom at a lane. `device` is its row id; times are epoch ms, `at` corrected by the known offset of
 * its clock.
 */
export type HelpEvent = {
  readonly device: string;
  readonly seq: number;
  readonly rawAt: number;
  readonly at: number;
  readonly lane: string;
  readonly action: 'press' | 'hangUp' | 'rate';
  /** Of 1 to 5; null where it rates nothing. */
  readonly rating: number | null;
};

export type IngestTarget = { readonly tenantId: number; readonly parkId: string };
/** Stores a batch of one lot's events and all that follows from them in one transaction; resolves after the commit. */
export type Ingest = (target: IngestTarget, events: readonly UpEvent[]) => Promise<void>;
/**
 * The same of several lots of one tenant at once, as far as that can be done; answers the lots that were stored. The
 * others are stored alone.
 */
export type IngestTogether = (
  tenantId: number,
  batches: readonly { readonly parkId: string; readonly events: readonly UpEvent[] }[],
) => Promise<ReadonlySet<string>>;

/** Where a device stands. `gateId` is null for one that serves the whole lot (box terminal). */
export type DeviceIdentity = {
  readonly sn: string;
  readonly deviceId: string;
  readonly tenantId: number;
  readonly parkId: string;
  readonly gateId: string | null;
  /** What it is: `camera`, `box` and so on; decides what it may send. */
  readonly kind: string;
  /** Lanes it may speak of: its own, or those of its box. */
  readonly lanes: readonly string[];
  /** How far the device's clock is ahead of the server's, ms. */
  readonly clockOffsetMs: number;
};

export type CommandAnswer = {
  readonly device: DeviceIdentity;
  readonly commandId: string;
  readonly ok: boolean;
  readonly error: string | null;
  readonly result: unknown;
  /** The device's own time, ISO. */
  readonly at: string;
};

export type Beat = {
  readonly device: DeviceIdentity;
  /** Server time, epoch ms. */
  readonly receivedAt: number;
  /** Device clock minus server clock, ms; includes the way of the message. */
  readonly clockOffsetMs: number;
  readonly firmware: string | null;
  /** Which list it decides by while cut off (`listHash`); null where it does not report it. */
  readonly listHash: string | null;
  /** Number of the last event the device made; above what the server has, events are still to come. */
  readonly lastSeq: number;
  readonly queued: number;
  /** How much of its storage is used, and for how many days of traffic it is; null where it does not report it. */
  readonly journalPercent: number | null;
  readonly journalDays: number | null;
};

/** What somebody did at a box terminal: which session it was done in, at which lane, what. */
export type BoothAct = Pick<AttendEvent, 'lane' | 'act' | 'at'> & { readonly session: string };
/** Who did it and whose drawer his cash goes to; or why it is nobody's. */
export type Doer = { readonly by: string; readonly drawer: string } | { readonly problem: Text };

export type Reject = {
  readonly device: DeviceIdentity;
  readonly topic: string;
  /** At most 4,000 characters of what came. */
  readonly payload: string;
  readonly reason: string;
};

/** A login: the tenant whose person it is, and its id. */
export type SessionRef = { readonly tenantId: number; readonly sessionId: string };

/**
 * What a console's short-lived credentials allow while the session stands that they were given in. `parkIds` null:
 * every lot of the tenant; `tenantId` null: every tenant.
 */
export type LiveTicket = {
  readonly tenantId: number | null;
  readonly parkIds: readonly string[] | null;
  readonly session: SessionRef;
  /** Epoch ms. */
  readonly until: number;
};

/** What a device is sent when it subscribes: its place and the lanes it may report on. */
export type Welcome = {
  readonly parkName: string;
  readonly zone: string;
  readonly lanes: readonly { readonly id: string; readonly name: string; readonly direction: 'entry' | 'exit' }[];
};

export type DevicePorts = {
  /** Absent where no devices of other makers are served. */
  readonly bought?: BoughtPorts | undefined;
  /** The device of this serial number when the secret is right; null else. */
  readonly logOn: (sn: string, secret: string) => Promise<DeviceIdentity | null>;
  /** The device of this serial number as it stands now; null when it was removed or never was. */
  readonly identify: (sn: string) => Promise<DeviceIdentity | null>;
  readonly welcome: (device: DeviceIdentity) => Promise<Welcome>;
  readonly ingest: Ingest;
  readonly ingestTogether?: IngestTogether | undefined;
  /**
   * Stores events about one lot's berths and all that follows from them; resolves after the commit. The same again
   * changes nothing.
   */
  readonly street?: ((target: IngestTarget, events: readonly StreetEvent[]) => Promise<void>) | undefined;
  /** Stores events of devices at doors; resolves after the commit. The same again changes nothing. */
  readonly doors?: ((target: IngestTarget, events: readonly DoorEvent[]) => Promise<void>) | undefined;
  /**
   * Stores events about a garage's spaces and counts anew; resolves after the commit. The same again changes nothing.
   */
  readonly guidance?: ((target: IngestTarget, events: readonly GuidanceEvent[]) => Promise<void>) | undefined;
  /** Stores calls for help and rings for them; resolves after the commit. The same again changes nothing. */
  readonly help?: ((target: IngestTarget, events: readonly HelpEvent[]) => Promise<void>) | undefined;
  /** An event that can not be stored whatever one does: kept aside with the error and shown as an exception. */
  readonly setAside: (
    target: IngestTarget,
    event: UpEvent | StreetEvent | DoorEvent | GuidanceEvent | HelpEvent,
    error: string,
  ) => Promise<void>;
  readonly answered: (answers: readonly CommandAnswer[]) => Promise<void>;
  readonly beats: (beats: readonly Beat[]) => Promise<void>;
  /** Who logged on to the terminal did it, and may. */
  readonly doer: (device: DeviceIdentity, act: BoothAct) => Promise<Doer>;
  readonly reject: (rejects: readonly Reject[]) => Promise<void>;
  /** Reads a console's password; null when it is none of ours or has run out. */
  readonly ticket: (password: string) => LiveTicket | null;
  /** Whether the session of a ticket stands, and its person may still watch what the ticket names. */
  readonly stands: (ticket: LiveTicket) => Promise<boolean>;
};

/** A command on its way to a device. */
export type Outgoing = {
  readonly sn: string;
  readonly name: string;
  readonly id: string;
  readonly payload: Readonly<Record<string, unknown>>;
  /** After this the device must not do it any more, epoch ms. */
  readonly until: number;
};

/** How the server reaches devices and consoles. */
export type DeviceLink = {
  /** Passes a command to the broker; it is not yet done, only sent. */
  readonly send: (command: Outgoing) => void;
  /** Notifies the consoles that watch `gatehouse/v1/live/<tenantId>/<parkId>/<topic>`. Called after the commit. */
  readonly live: (tenantId: number, parkId: string, topic: string, payload: unknown) => void;
};
