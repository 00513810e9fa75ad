import { msOf } from '#domain/time/iso.ts';
import { wallAt } from '#domain/time/zone.ts';
import type { Field, Kind } from '#kit/declare/field.ts';
import type { Lang, Text } from '#kit/declare/text.ts';
import { text } from '#kit/declare/text.ts';
import { valueText } from '#kit/declare/value-text.ts';
import type { TextReader } from '#kit/declare/value-text.ts';
import { masked } from '#kit/server/rows.ts';
import type { Cell, CellStyle, Column } from '#kit/sheets/write/xlsx.ts';

/** For whom a value is written, and whether personal data may be read. */
export type Reader = TextReader & { readonly unmasked: boolean };

type Form = {
  readonly style: CellStyle;
  readonly width: number;
  readonly of: (value: never, field: Field, reader: Reader) => Cell;
};
const form = <V>(style: CellStyle, width: number, of: (value: V, field: Field, reader: Reader) => Cell): Form => ({
  style,
  width,
  of: of as Form['of'],
});

/** A cell with the text that lists show for the value. */
const worded = (width: number): Form =>
  form<unknown>('text', width, (value, field, reader) => valueText(field, value, reader));

/** Cells for a sheet and a line of text: see `CellStyle` for the units. Secrets have none. */
const forms: { readonly [K in Kind]: Form } = {
  text: worded(20),
  longText: worded(40),
  integer: form<number>('integer', 12, (value) => value),
  decimal: form<number>('number', 12, (value) => value),
  money: form<number>('money', 14, (fen) => fen / 100),
  percent: form<number>('percent', 10, (hundredths) => hundredths / 10_000),
  boolean: worded(8),
  select: worded(14),
  multiSelect: worded(24),
  relation: worded(20),
  relations: worded(30),
  plate: worded(14),
  phone: worded(16),
  idCard: worded(22),
  email: worded(24),
  url: worded(30),
  date: form<string>('date', 12, (day) => Date.parse(`${day}T00:00:00Z`)),
  month: worded(10),
  dateTime: form<string>(
    'dateTime',
    20,
    (instant, _, { zone }) => Math.floor(wallAt(msOf(instant), zone) / 1000) * 1000,
  ),
  timeOfDay: worded(10),
  duration: form<number>('duration', 12, (seconds) => seconds),
  colour: worded(10),
  image: worded(40),
  file: worded(40),
  geoPoint: worded(24),
  json: form<unknown>('text', 40, (value) => JSON.stringify(value)),
  secret: form<unknown>('text', 8, () => null),
  cron: worded(16),
};

/** Whether a field's values leave the installation at all. */
export const exportable = (field: Field): boolean => field.kind !== 'secret';

/** The export form of one value as the database holds it. Personal values are masked for who may not read them. */
export function cellOf(field: Field, value: unknown, reader: Reader): Cell {
  if (value === null || value === undefined) return null;
  if (field.personal && !reader.unmasked) return field.kind === 'secret' ? null : masked(field, value);
  return forms[field.kind].of(value as never, field, reader); // the kind says which value it is
}

const unit = (field: Field): Text | null => (field.kind === 'money' ? text('（元）', ' (CNY)') : null);

/**
 * The column a field makes: its label in the reader's language, wide enough for it. A masked value is text, whatever
 * its kind.
 */
export function columnOf(field: Field, lang: Lang, more: { required?: boolean; unmasked?: boolean } = {}): Column {
  const { style, width } = forms[field.kind];
  const heading = `${field.label[lang]}${unit(field)?.[lang] ?? ''}`;
  const asText = field.personal === true && more.unmasked === false;
  return {
    heading,
    style: asText ? 'text' : style,
    width: Math.max(width, Math.min(40, (lang === 'zh' ? 2 : 1) * heading.length + 3)),
    ...(more.required ? { required: true } : {}),
  };
}

/** The column of a field whose values come as PostgreSQL wrote them. */
export const writtenColumn = (field: Field, reader: Reader, parse: (written: string) => unknown): Column => ({
  ...columnOf(field, reader.lang, reader),
  read: (written) => cellOf(field, parse(written), reader),
});
