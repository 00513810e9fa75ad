import type { Dictionary } from './dictionary.ts';
import type { Text } from './text.ts';
import type { Resource } from './resource.ts';

/**
 * Everything a field can be. Each concern (column, check, input, cell, filter, export, sample) has one map complete
 * over this union.
 */
export type Kind =
  | 'text'
  | 'longText'
  | 'integer'
  | 'decimal'
  | 'money'
  | 'percent'
  | 'boolean'
  | 'select'
  | 'multiSelect'
  | 'relation'
  | 'relations'
  | 'plate'
  | 'phone'
  | 'idCard'
  | 'email'
  | 'url'
  | 'date'
  | 'month'
  | 'dateTime'
  | 'timeOfDay'
  | 'duration'
  | 'colour'
  | 'image'
  | 'file'
  | 'geoPoint'
  | 'json'
  | 'secret'
  | 'cron';

export type Options = Readonly<Record<string, Text>>;

export type FieldOptions = {
  /** Must be given when a row is added. */
  required?: boolean;
  /** Offered in the search bar of the list, and accepted as a filter of the list call. */
  search?: boolean;
  /** Shown, never entered: written by the server. */
  readOnly?: boolean;
  /** Entered when the row is added, shown afterwards. */
  fixed?: boolean;
  /** In no form and no list; still a column and, for filters, a parameter. */
  hidden?: boolean;
  default?: unknown;
  /**
   * Of a choice, what there is to choose from. Of text, what the product itself writes there in place of a person's
   * words.
   */
  options?: Options;
  help?: Text;
  /** What an empty value says where it means something, as lanes left empty are all lanes: shown in place of a dash. */
  none?: Text;
  /** Of text: words offered to whoever enters it, besides any of his own. */
  dictionary?: Dictionary;
  /** Other spellings accepted on the wire, e.g. `GateID` for `gateId`. */
  alias?: readonly string[];
  min?: number;
  max?: number;
  /** Only offered when another field of the form has one of these values, or any where none are named. */
  when?: { field: string; is?: readonly (string | boolean)[] };
  /** Personal data: masked for whoever lacks the permission `<resource>:unmask`. */
  personal?: boolean;
  /** Of a plate: the field that says which colour it has. Without one a plate is drawn by its form alone. */
  colouredBy?: string;
  /** Of an instant: shown as how long ago it was. The exact time is in the tooltip, in print and in exports. */
  since?: boolean;
  /** Of a whole number: it names something and counts nothing, as a receipt's does. Drawn without separators. */
  ordinal?: boolean;
  /** Drawn by its page from other values of the row: the server keeps no such column, so nothing is sorted by it. */
  computed?: boolean;
  /** Of a relation: what it names may be removed, the row stays as a record of what was. */
  outlives?: boolean;
  /** Column width in pixels where the kind's own does not fit. */
  width?: number;
};

export interface Field<V = unknown> extends FieldOptions {
  readonly kind: Kind;
  readonly label: Text;
  /** The tone a select's option is drawn in: `ok`, `warn`, `bad`, `info`, `muted`. */
  readonly tones?: Readonly<Record<string, Tone>>;
  readonly target?: () => Resource;
  /** For a relation: the field of this row that narrows the choice, and by the same name filters the target's list. */
  readonly within?: string;
  /**
   * For a relation: filters of the target's list that its choices keep to. What is saved is held to it by the
   * resource's own rules.
   */
  readonly only?: Readonly<Record<string, string>>;
  /** Only in types: what a value of this field is. */
  readonly _value?: V;
}

export type Tone = 'ok' | 'warn' | 'bad' | 'info' | 'muted';

export type Fields = Readonly<Record<string, Field>>;

type ValueOf<F> = F extends Field<infer V> ? V : never;
/** A row's values as the server holds and answers them: absent is null. */
export type Values<F extends Fields> = { -readonly [K in keyof F]: ValueOf<F[K]> | null };

const make =
  <V>(kind: Kind) =>
  (label: Text, options: FieldOptions = {}): Field<V> => ({ kind, label, ...options });

/** One line of text. `max` defaults to 100 characters. */
export const str = make<string>('text');
/** Several lines of text. `max` defaults to 2,000 characters. */
export const longText = make<string>('longText');
export const integer = make<number>('integer');
export const decimal = make<number>('decimal');
/** Integer fen. Entered and shown in yuan. */
export const money = make<number>('money');
/** Hundredths of a percent as an integer: 12.50 % is 1250. */
export const percent = make<number>('percent');
export const boolean = make<boolean>('boolean');
/** A car's plate in canonical form. */
export const plate = make<string>('plate');
export const phone = make<string>('phone');
export const idCard = make<string>('idCard');
export const email = make<string>('email');
export const url = make<string>('url');
/** A calendar day `yyyy-MM-dd` of the lot's zone. */
export const date = make<string>('date');
/** A calendar month `yyyy-MM` of the lot's zone. */
export const month = make<string>('month');
/** An instant, ISO 8601 in UTC. */
export const dateTime = make<string>('dateTime');
/** Wall time of the day, `HH:mm` or `HH:mm:ss`. */
export const timeOfDay = make<string>('timeOfDay');
/** A length of time in whole seconds. */
export const duration = make<number>('duration');
export const colour = make<string>('colour');
/** The address of a stored picture (`/api/updown/file/<hash>`). */
export const image = make<string>('image');
export const file = make<string>('file');
/** `{ lng, lat }`, GCJ-02 degrees. */
export const geoPoint = make<{ lng: number; lat: number }>('geoPoint');
export const json = make<unknown>('json');
/** Replaced or left unchanged; never returned. The column stores it encrypted. */
export const secret = make<string>('secret');
export const cron = make<string>('cron');

export const select = <const O extends Options>(
  label: Text,
  options: O,
  more: FieldOptions & { tones?: { [K in keyof O]?: Tone } } = {},
): Field<keyof O & string> => ({ kind: 'select', label, options, ...more }) as Field<keyof O & string>;

export const multiSelect = <const O extends Options>(
  label: Text,
  options: O,
  more: FieldOptions = {},
): Field<(keyof O & string)[]> => ({ kind: 'multiSelect', label, options, ...more });

/** Points at one row of another resource by id. The arrow lets declarations point at each other. */
export const relation = (
  label: Text,
  target: () => Resource,
  more: FieldOptions & { within?: string; only?: Readonly<Record<string, string>> } = {},
): Field<string> => ({ kind: 'relation', label, target, ...more });

/** Points at several rows of another resource. */
export const relations = (
  label: Text,
  target: () => Resource,
  more: FieldOptions & { within?: string } = {},
): Field<string[]> => ({ kind: 'relations', label, target, ...more });

/** Whether a field is offered, given the other values of its form. */
export function applies({ when }: Field, values: Readonly<Record<string, unknown>>): boolean {
  const held = when ? String(values[when.field] ?? '') : '';
  return !when || (when.is ? when.is.some((wanted) => String(wanted) === held) : held !== '');
}
