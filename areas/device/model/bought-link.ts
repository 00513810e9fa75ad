/** The interface between the intake of bought devices and the server. Types only. */
import type { Text } from '#kit/declare/text.ts';
import type { Contact } from './families.ts';
import type { DeviceIdentity } from './link.ts';

/** A device of another maker, and how it is reached. */
export type BoughtDevice = DeviceIdentity & {
  readonly family: string;
  /** Its own name for itself; null until it has sent one. */
  readonly nativeId: string | null;
  readonly channel: number;
  /** What hangs on its serial line; null where nothing does. */
  readonly board: string | null;
  /** Where its fields stand, `name = path` on each line; null where nothing is entered. */
  readonly mapping: string | null;
  /** Where its messages come from; none where it is not configured. */
  readonly networks: readonly string[];
  /** Of its lot, for texts of local time. */
  readonly zone: string;
  readonly address: { readonly host: string; readonly port: number | null } | null;
  readonly login: { readonly name: string; readonly password: string } | null;
  /** So long after an opening a car counts as passed where the device does not see it; 0 never. */
  readonly passedAfterMs: number;
};

/** A bought device's message in terms of our own protocol, without the numbers it does not have. */
export type NativeFact = {
  /** Names it for ever. */
  readonly key: string;
  readonly message: 'plate' | 'gone' | 'passed' | 'gate' | 'scan';
  /** The vehicle: as the device follows it, that of another fact of this call, or a number that is known. */
  readonly car?: { readonly key: string } | { readonly as: string } | { readonly passing: number };
  readonly rawAt: number;
  readonly live: boolean;
  readonly payload: Readonly<Record<string, unknown>>;
};

/** The same with its numbers, as it stands in the journal. */
export type Journaled = {
  /** The device's own name of it. */
  readonly key: string;
  readonly seq: number;
  readonly message: string;
  readonly payload: Readonly<Record<string, unknown>>;
  readonly live: boolean;
  /** Received now for the first time. */
  readonly fresh: boolean;
  /**
   * Commands given since then may go with its answer, epoch ms; null where it is history or of a vehicle that stands
   * there no more.
   */
  readonly ordersSince: number | null;
  /** Known to have reached the lane. */
  readonly stored: boolean;
};

/** A message that is shown and kept and from which nothing follows: nothing shows that it is the device's own. */
export type HeldMessage = Pick<NativeFact, 'key' | 'message' | 'rawAt' | 'payload'>;

/** What was opened and has to be taken as passed: nobody sees whether it was. */
export type DuePassage = {
  /** Which opened. */
  readonly device: BoughtDevice;
  /** The device that reported the vehicle: the same, or the camera that a relay opened for. */
  readonly camera: BoughtDevice;
  readonly commandId: string;
  readonly passing: number | null;
  /** What contacts of the lane report of its pole after the opening; `none` where it has no such contact. */
  readonly pole: 'none' | 'rose' | 'still';
  /** A contact of the lane reports that the pole is down. */
  readonly reportsDown: boolean;
  /** A loop behind the pole reports passages: none is assumed. */
  readonly reportsPassed: boolean;
};

/** A car that was refused and of which its camera has reported nothing since: it has left. */
export type TurnedAway = {
  /** The device that reported the vehicle. */
  readonly camera: BoughtDevice;
  readonly passing: number;
  /** When it was read last, epoch ms. */
  readonly since: number;
};

/** What the intake of bought devices needs from the server. */
export type BoughtPorts = {
  /** The device whose secret this is. */
  readonly byKey: (key: string) => Promise<BoughtDevice | null>;
  readonly bySn: (sn: string) => Promise<BoughtDevice | null>;
  /**
   * The device of the same lot and family that is known by this id of its own; for hosts that speak for several
   * cameras.
   */
  readonly mate: (
    host: Pick<BoughtDevice, 'tenantId' | 'parkId' | 'family'>,
    nativeId: string,
  ) => Promise<BoughtDevice | null>;
  /** All devices of these families. */
  readonly ofFamilies: (families: readonly string[]) => Promise<readonly BoughtDevice[]>;
  /** Serial numbers of all bought devices. */
  readonly all: () => Promise<ReadonlySet<string>>;
  /**
   * Numbers the messages and stores them; resolves after the commit. A known one comes back as it was; one without a
   * vehicle, not at all.
   */
  readonly journal: (device: BoughtDevice, facts: readonly NativeFact[]) => Promise<readonly Journaled[]>;
  readonly stored: (device: DeviceIdentity, seqs: readonly number[]) => Promise<void>;
  /** Journaled some seconds ago and not known to have reached the lane. */
  readonly waiting: () => Promise<readonly { readonly device: BoughtDevice; readonly events: readonly Journaled[] }[]>;
  /** Keeps a message that was not understood, for whoever names its fields. */
  readonly sample: (device: DeviceIdentity, text: string) => Promise<void>;
  /** A message without a car of a device that only claims to be it: shown to whoever connects it, and nothing else. */
  readonly alive: (
    device: DeviceIdentity,
    as: { nativeId: string | null; firmware: string | null; from: string },
  ) => Promise<void>;
  readonly hold: (device: BoughtDevice, messages: readonly HeldMessage[]) => Promise<void>;
  /** What the device called itself, how sure that is, and where its message came from. */
  readonly identified: (
    device: BoughtDevice,
    as: { nativeId: string | null; trust: string; from: string | null },
  ) => Promise<void>;
  /** Takes commands that wait for the device, once for ever: whoever takes them does them, or nobody. */
  readonly claim: (
    device: BoughtDevice,
    which:
      | { readonly id: string }
      | {
          readonly names: readonly string[];
          /** Given since then, epoch ms; what is valid where it is absent. */
          readonly since?: number;
          /** The message whose answer carries them, by the device's own key. */
          readonly answerTo?: string;
        },
  ) => Promise<readonly { readonly id: string; readonly name: string; readonly payload: Record<string, unknown> }[]>;
  /**
   * Closes a command that the device itself does not report on; answers whether it was still under way. `unsent`
   * gives it back: nothing left for the device.
   */
  readonly close: (
    device: BoughtDevice,
    commandId: string,
    as: 'delivered' | 'uncertain' | 'unsent',
    error: string | null,
  ) => Promise<boolean>;
  /**
   * Nothing of the command left for the device, which was away: it is given once more after some seconds. Answers
   * false where it was already, or would run out.
   */
  readonly onceMore: (device: BoughtDevice, commandId: string, error: string) => Promise<boolean>;
  /**
   * The device sent these messages again: what their answers carried is uncertain. `delivered` is what was thought of
   * each until now.
   */
  readonly repeated: (
    device: BoughtDevice,
    keys: readonly string[],
    error: string,
  ) => Promise<readonly { readonly id: string; readonly name: string; readonly delivered: boolean }[]>;
  /** A command about the camera's list has ended: notes what it holds now, and gives what is due next. */
  readonly listed: (device: BoughtDevice, commandId: string) => Promise<void>;
  /** An opening was carried out or delivered: from now on a passage is waited for, unless it has become uncertain. */
  readonly opened: (device: BoughtDevice, commandId: string) => Promise<void>;
  readonly passages: () => Promise<readonly DuePassage[]>;
  readonly turnedAway: () => Promise<readonly TurnedAway[]>;
  /** The sum due at the lane was sent. */
  readonly over: (device: BoughtDevice) => Promise<void>;
  /** Notes that the device reports this contact; from the first time on the lane relies on it. */
  readonly contact: (device: BoughtDevice, contact: Contact) => Promise<void>;
  /**
   * The opening of the lane that its pole has risen for, proven by that; null where none is under way. `doubted`: it was
   * uncertain until now.
   */
  readonly raised: (device: BoughtDevice) => Promise<{ readonly commandId: string; readonly doubted: boolean } | null>;
  /** Whether this server is the one that reads the device's inputs; it stays so while it goes on asking. */
  readonly reads: (device: BoughtDevice, server: string) => Promise<boolean>;
  /** The bought device that reported the vehicle at the device's lane; null where there is none. */
  readonly cameraAt: (device: BoughtDevice) => Promise<BoughtDevice | null>;
  /** What a device that was queried reports to be wrong with it; null where nothing is. */
  readonly fault: (device: BoughtDevice, fault: Text | null) => Promise<void>;
  /** Keeps a picture; answers its address. */
  readonly picture: (tenantId: number, bytes: Buffer) => Promise<string>;
};
