import { formatFen } from '#domain/money/fen.ts';
import type { Field, Kind } from './field.ts';
import { duration, number, percent, wallTime } from './format.ts';
import { text } from './text.ts';
import type { Lang } from './text.ts';

/**
 * Who reads a value: the language, the zone (IANA) that instants are shown in, and what a row that a relation points at
 * is called.
 */
export type TextReader = {
  readonly lang: Lang;
  readonly zone: string;
  readonly nameOf: (field: Field, id: string) => string;
};

type Worded = Pick<Field, 'options' | 'ordinal'>;
type Write = (value: never, field: Field, reader: TextReader) => string;

const yesNo = { yes: text('是', 'Yes'), no: text('否', 'No') };
const [listed, clauses] = [text('、', ', '), text('；', '; ')];

/** Shown instead of the value of a secret. */
export const SECRET_TEXT = '••••';

/** The declared word of a value, or of several with commas between; a value without a word is returned unchanged. */
function word({ options }: Worded, value: string, lang: Lang): string {
  if (!options || Object.hasOwn(options, value)) return options?.[value]?.[lang] ?? value;
  const each = value.split(',').map((key) => (Object.hasOwn(options, key) ? options[key]![lang] : undefined));
  return each.includes(undefined) ? value : each.join(clauses[lang]);
}

const declared: Write = (value, field, { lang }) => word(field, String(value), lang);
const plain: Write = (value) => String(value);

/**
 * The text of a value by its kind. Complete over `Kind`: a new kind does not compile until its text is defined here.
 */
const texts: { readonly [K in Kind]: Write } = {
  text: declared,
  longText: declared,
  integer: (value: number, { ordinal }) => (ordinal ? String(value) : number(Number(value))),
  decimal: (value: number) => number(Number(value)),
  money: (fen: number) => formatFen(Number(fen)),
  percent: (hundredths: number) => percent(Number(hundredths)),
  boolean: (value: boolean, _, { lang }) => yesNo[value ? 'yes' : 'no'][lang],
  select: declared,
  multiSelect: (values: readonly string[], field, { lang }) =>
    values.map((value) => word(field, String(value), lang)).join(listed[lang]),
  relation: (id: string, field, { nameOf }) => nameOf(field, String(id)),
  relations: (ids: readonly string[], field, { nameOf, lang }) =>
    ids.map((id) => nameOf(field, String(id))).join(listed[lang]),
  plate: plain,
  phone: plain,
  idCard: plain,
  email: plain,
  url: plain,
  date: plain,
  month: plain,
  dateTime: (instant: string, _, { zone }) => wallTime(String(instant), zone),
  timeOfDay: plain,
  duration: (seconds: number, _, { lang }) => duration(Number(seconds), lang),
  colour: plain,
  image: plain,
  file: plain,
  geoPoint: ({ lng, lat }: { lng: number; lat: number }) => `${lng},${lat}`,
  json: (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value)),
  secret: () => SECRET_TEXT,
  cron: plain,
};

/** Whether there is nothing to write: no value, no text, an empty list. */
export const isNothing = (value: unknown): boolean =>
  value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0);

/**
 * A value as the wire or the database holds it, as text for a reader: a list's cell, a line of the operation log and a
 * file say the same of it. Empty where there is nothing. Masks nothing: personal values are masked before.
 */
export const valueText = (field: Field, value: unknown, reader: TextReader): string =>
  isNothing(value) ? '' : texts[field.kind](value as never, field, reader); // the kind says which value it is
