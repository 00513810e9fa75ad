/**
 * The messages and commands of a bought device, as data and pure functions: no clock, no database, no network.
 * Whatever a device lacks of our own protocol (numbers without a gap, vehicles, commands with ids) the intake gives
 * it; nothing behind knows that the device is foreign.
 */
import type { Contact } from '#areas/device/model/families.ts';
import type { ReadPlate } from '#domain/lane/camera-list.ts';
import type { PlateColour } from '#domain/plate/colour.ts';
import type { Text } from '#kit/declare/text.ts';

/** A request as it came. Names of headers are in small letters. */
export type Raw = {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
};

/** What goes out: an answer, or a call to the device (`method` and `path` then). */
export type Answer = {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
};
export type Call = {
  readonly method: 'GET' | 'PUT' | 'POST';
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
};

/** A call that is no HTTP: bytes there, and so many of an answer back. */
export type Frame = {
  readonly bytes: Buffer;
  /** How long the answer is, by what of it has come. */
  readonly answerBytes: (answer: Buffer) => number;
  /** Where no port is entered; that of Modbus where it is absent. */
  readonly port?: number;
  /** How long it may take, ms, where that is longer than usual. */
  readonly withinMs?: number;
};

export type Pic = { readonly shows: 'scene' | 'plate'; readonly bytes: Buffer };

/** What one message reports. `key` names it for ever; `live` is false for what the device kept while it was cut off. */
export type NativeEvent = {
  readonly key: string;
  readonly kind: 'plate' | 'gone' | 'passed';
  /** Of the same vehicle as others with this key, where the device follows vehicles. */
  readonly carKey?: string;
  readonly at: { readonly epochMs: number } | { readonly local: string };
  readonly live: boolean;
  /** The device opened the barrier by its own decision. */
  readonly opened?: boolean;
  /** '' where nothing could be read. */
  readonly plate?: string;
  readonly colour?: PlateColour;
  /** 0..1 */
  readonly confidence?: number;
  readonly faces?: 'approach' | 'leave';
  readonly pictures?: readonly Pic[];
};

export type Decoded = {
  /** The id the device gives itself; null where the message has none. */
  readonly nativeId: string | null;
  readonly events: readonly NativeEvent[];
  readonly beat?: { readonly firmware?: string };
  /** Contacts at the barrier that have changed just now: without a number or a time of their own. */
  readonly contacts?: readonly Contact[];
  /** Texts of codes held before it just now: without a number or a time of their own. */
  readonly payCodes?: readonly string[];
  /** Understood, and nothing follows from it. */
  readonly ignored?: Text;
  /** Could not be read: kept on record, and answered, or it would block what follows. */
  readonly poison?: Text;
};

/** A command as it goes to the device. */
export type Order = {
  readonly id: string;
  readonly name: string;
  readonly payload: Readonly<Record<string, unknown>>;
};

/**
 * `board`: what hangs on its serial line; `mapping`: where its fields stand, where it has none of its own; `zone`: of
 * its lot, for local times that it is sent.
 */
export type Setup = {
  readonly channel: number;
  readonly board?: string | null;
  readonly mapping?: string | null;
  readonly zone?: string;
};

/** `unknown`: it may have been done; it is never tried again by itself and never shown as done. */
export type Outcome = 'done' | 'refused' | 'busy' | 'login' | 'unknown';

/** What a call was answered; what came of a frame is in hex. */
export type Reply = { readonly status: number; readonly body: string };

/** The contacts wired to its inputs, and whether each is closed. */
export type Inputs = Readonly<Partial<Record<Contact, boolean>>>;

/** A plate on a camera's own list, with the id it has there and the name it gives that list. */
export type ListedPlate = ReadPlate & { readonly id: string; readonly list: string };
/** To let this plate in until then, ISO; `was` is how the camera holds it already. */
export type ListEntry = { readonly plate: string; readonly until: string; readonly was: ListedPlate | null };

/** Calls about the list a camera lets cars in by while it is cut off. Times are local to `zone`. */
export type ListCalls = {
  /** Looks for one plate, or reads a page; `search` is the same for all pages of one reading. */
  readonly find: (what: { readonly plate: string } | { readonly from: number }, search: string, to: Setup) => Call;
  /** Null where the answer is none. */
  readonly read: (
    answer: Reply,
    zone: string,
  ) => { readonly plates: readonly ListedPlate[]; readonly more: boolean } | null;
  /** `older`: by the names of older firmware, tried where the usual ones are refused. */
  readonly write: (
    entries: readonly ListEntry[],
    times: { readonly from: string; readonly zone: string },
    to: Setup,
    older: boolean,
  ) => Call;
  readonly drop: (plates: readonly ListedPlate[], to: Setup) => Call;
};

/** What is typed into the device's own page. */
export type Step = { readonly label: Text; readonly value: string | Text };

export type Can = {
  /**
   * The ways an opening takes: in the answer to what caused it, in the answer to a sign of life, by a call to the
   * device.
   */
  readonly open: readonly ('reply' | 'poll' | 'call')[];
  /** Names of the other commands it does. */
  readonly other: readonly string[];
  /** It reports when a car has passed; else passages are assumed after an opening. */
  readonly seesPassage: boolean;
  /** Its inputs report contacts at the barrier: to its own address here, or when they are read. */
  readonly contacts?: 'push' | 'poll';
  /** It reads pay codes: it posts them, or is read. */
  readonly payCodes?: 'push' | 'read';
  /** Its fields are named on the device. */
  readonly mapping?: true;
  /** It prints slips. */
  readonly prints?: true;
  /** It reports the colour of a plate. */
  readonly reportsColour: boolean;
};

export type Adapter = {
  readonly title: Text;
  /** `replyMs`: a device that has no answer by then sends again. */
  readonly limits: { readonly bodyBytes: number; readonly replyMs: number };
  readonly can: Can;
  /** Total: whatever the bytes, it answers and never throws. */
  readonly decode: (raw: Raw, to?: Setup) => Decoded;
  /** Acknowledges; with it go the orders that the device carries out from an answer. */
  readonly reply: (raw: Raw, decoded: Decoded, orders: readonly Order[], to: Setup) => Answer;
  /** Whether an answer can carry the order; every one where it is absent. */
  readonly carries?: (order: Order, to: Setup) => boolean;
  /** The call that does an order; null where it cannot. */
  readonly encode?: (order: Order, to: Setup) => Call | Frame | null;
  readonly outcome?: (answer: Reply) => Outcome;
  /** How its list is written and read back, for a camera that is called. */
  readonly lists?: ListCalls;
  /** What somebody has to look at where nobody knows what came of an order; the barrier where it is absent. */
  readonly look?: Text;
  /** One host speaks for several cameras, each a device of the same lot that is known by its own id. */
  readonly shared?: boolean;
  /** What it publishes at our broker, logged on as the device; everything else it publishes is ignored. */
  readonly topics?: RegExp;
  /**
   * Where the host keeps the picture of an event whose message brings none: its path, and the port where none is
   * entered.
   */
  readonly snapshot?: (event: NativeEvent) => { readonly path: string; readonly port: number } | null;
  /** Checks that a device that reports nothing by itself is reachable, and changes nothing. */
  readonly probe?: {
    readonly call: (to: Setup) => Call | Frame;
    readonly there: (answer: Reply) => boolean;
    /** What is wrong with it, by its own answer: nothing is sent to it until that is remedied. */
    readonly fault?: (answer: Reply) => Text | null;
  };
  /** Reads its inputs, again and again over one connection; null of an answer is that it has none. */
  readonly inputs?: {
    readonly call: Frame;
    readonly read: (answer: Reply, to: Setup) => Inputs | null;
  };
  /** Writes a line for each code it reads to whoever is connected; `read` answers the codes in one. */
  readonly lines?: { readonly port: number; readonly read: (line: string) => readonly string[] };
  readonly setup: (to: {
    readonly host: string;
    readonly port: number;
    readonly path: string;
    readonly secure: boolean;
  }) => readonly Step[];
};
