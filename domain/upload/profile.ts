/** How one platform takes uploads, as data: address, format, signature and answers. No code in it. */

export type Words = { readonly zh: string; readonly en: string };

/** Kinds of messages. `correct` and `void` name what was sent before. */
export const KINDS = ['park', 'entry', 'payment', 'exit', 'correct', 'void', 'count'] as const;
export type MessageKind = (typeof KINDS)[number];

/**
 * How a value is written. Times are given as epoch ms, money as fen. `double`: a number with at least one decimal, as
 * Java prints it.
 */
export const FORMS = ['text', 'integer', 'double', 'yuan', 'seconds', 'ms', 'iso', 'local', 'upper'] as const;
export type Form = (typeof FORMS)[number];

/**
 * A value from the content. `table` maps our words to the platform's; `or` stands where nothing is known or the table
 * lacks it.
 */
export type Ref = {
  readonly $from: string;
  readonly as?: Form;
  readonly table?: Readonly<Record<string, string | number>>;
  readonly or?: MapValue;
};
/** Text with `{path}` places. */
type Say = { readonly $say: string };
/** Each member of a list, which is `item` within. */
type Each = { readonly $each: string; readonly map: MapValue };
/** The same as JSON within a text. */
type Json = { readonly $json: MapValue };
export type MapValue =
  | string
  | number
  | boolean
  | null
  | Ref
  | Say
  | Each
  | Json
  | readonly MapValue[]
  | { readonly [name: string]: MapValue };

export const ALGOS = ['md5', 'sha256', 'sm3', 'hmac-sha256', 'hmac-sm3'] as const;
type Algo = (typeof ALGOS)[number];

/**
 * What is signed and how. `over` is `fields`: each as `name=value`, by name, divided by `&`, empty ones left out; the
 * members of `nested` follow those beside it in the same manner. Anything else is text with `{path}` places, `{body}`
 * among them.
 */
export type Sign = {
  readonly algo: Algo;
  readonly over: string;
  readonly nested?: string;
  /** What comes after it, with `{secret}`. */
  readonly after?: string;
  readonly code: 'hex' | 'HEX' | 'base64';
  /** The key is the base64 after this. */
  readonly keyAfter?: string;
  readonly place: { readonly field: string } | { readonly header: string; readonly before?: string };
};

export type MessageForm = {
  readonly path: string;
  readonly map: MapValue;
  /** What must be known, or the platform would refuse it. */
  readonly needs: readonly string[];
};

/** What an answer means. Without `code` the status of HTTP says it. */
type AnswerForm = {
  readonly code?: string;
  readonly ok?: readonly string[];
  /** Sent before: as good as accepted. */
  readonly known?: readonly string[];
  /** It will never be taken as it is. */
  readonly refused?: readonly string[];
  readonly words?: readonly string[];
  /** A success that says this in that place is none. */
  readonly doubt?: { readonly at: string; readonly says: readonly string[] };
};

/**
 * How a platform is queried for its counts of a day: a list in its answer, whose members name kind, hour (0-23) and
 * number. `span` says the day.
 */
export type CountsForm = {
  readonly path: string;
  readonly map: MapValue;
  readonly list: string;
  readonly kind: string;
  readonly hour: string;
  readonly n: string;
  /** Its words for our kinds. */
  readonly kinds: Readonly<Record<string, MessageKind>>;
};

export type Profile = {
  readonly version: 1;
  readonly name: Words;
  /** Where its text is public. */
  readonly source: string;
  readonly form: 'json' | 'form';
  /** What nobody knows is left out of JSON instead of being null. */
  readonly omits?: true;
  readonly headers?: Readonly<Record<string, MapValue>>;
  /** What every message stands in; `$message` is its own map. */
  readonly envelope?: MapValue;
  readonly sign: Sign | null;
  readonly messages: { readonly [K in MessageKind]?: MessageForm };
  readonly answer: AnswerForm;
  readonly counts?: CountsForm;
};

/** Where the message's own map stands in an envelope. */
export const OWN = '$message';
