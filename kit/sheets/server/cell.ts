import { msOf } from '#domain/time/iso.ts';
import { wallAt } from '#domain/time/zone.ts';
import type { Field, Kind } from '#kit/declare/field.ts';
import type { Lang, Text } from '#kit/declare/text.ts';
import { text } from '#kit/declare/text.ts';
import { masked } from '#kit/server/rows.ts';
import type { Cell, CellStyle, Column } from '#kit/sheets/write/xlsx.ts';

/** For whom a value is written: his language, his zone (IANA), whether personal data may be read, and what rows are called. */
export type Reader = {
  readonly lang: Lang;
  readonly zone: string;
  readonly unmasked: boolean;
  readonly nameOf: (field: Field, id: string) => string;
};

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

const plain = (width: number): Form => form<unknown>('text', width, (value) => String(value));
const [yes, no] = [text('是', 'Yes'), text('否', 'No')];
const [between, clauses] = [text('、', ', '), text('；', '; ')];
/** A declared word, or several with commas between; what is none stands as it is. */
function word(field: Field, value: string, lang: Lang): string {
  if (!field.options || Object.hasOwn(field.options, value)) return field.options?.[value]?.[lang] ?? value;
  const each = value.split(',').map((key) => field.options?.[key]?.[lang]);
  return each.includes(undefined) ? value : each.join(clauses[lang]);
}

/** Cells for a sheet and a line of text: see `CellStyle` for the units. Secrets have none. */
const forms: { readonly [K in Kind]: Form } = {
  text: form<string>('text', 20, (value, field, { lang }) => word(field, value, lang)),
  longText: form<string>('text', 40, (value, field, { lang }) => word(field, value, lang)),
  integer: form<number>('integer', 12, (value) => value),
  decimal: form<number>('number', 12, (value) => value),
  money: form<number>('money', 14, (fen) => fen / 100),
  percent: form<number>('percent', 10, (hundredths) => hundredths / 10_000),
  boolean: form<boolean>('text', 8, (value, _, { lang }) => (value ? yes : no)[lang]),
  select: form<string>('text', 14, (value, field, { lang }) => word(field, value, lang)),
  multiSelect: form<string[]>('text', 24, (values, field, { lang }) =>
    values.map((value) => word(field, value, lang)).join(between[lang]),
  ),
  relation: form<string>('text', 20, (id, field, { nameOf }) => nameOf(field, id)),
  relations: form<string[]>('text', 30, (ids, field, { nameOf, lang }) =>
    ids.map((id) => nameOf(field, id)).join(between[lang]),
  ),
  plate: plain(14),
  phone: plain(16),
  idCard: plain(22),
  email: plain(24),
  url: plain(30),
  date: form<string>('date', 12, (day) => Date.parse(`${day}T00:00:00Z`)),
  month: plain(10),
  dateTime: form<string>(
    'dateTime',
    20,
    (instant, _, { zone }) => Math.floor(wallAt(msOf(instant), zone) / 1000) * 1000,
  ),
  timeOfDay: plain(10),
  duration: form<number>('duration', 12, (seconds) => seconds),
  colour: plain(10),
  image: plain(40),
  file: plain(40),
  geoPoint: form<{ lng: number; lat: number }>('text', 24, ({ lng, lat }) => `${lng},${lat}`),
  json: form<unknown>('text', 40, (value) => JSON.stringify(value)),
  secret: form<unknown>('text', 8, () => null),
  cron: plain(16),
};

/** Whether a field's values leave the house at all. */
export const exportable = (field: Field): boolean => field.kind !== 'secret';

/** The export form of one value as the database holds it. Personal values are masked for who may not read them. */
export function cellOf(field: Field, value: unknown, reader: Reader): Cell {
  if (value === null || value === undefined) return null;
  if (field.personal && !reader.unmasked) return field.kind === 'secret' ? null : masked(field, value);
  return forms[field.kind].of(value as never, field, reader);
}

const unit = (field: Field): Text | null => (field.kind === 'money' ? text('（元）', ' (CNY)') : null);

/** The column a field makes: its label in the reader's language, wide enough for it. A masked value is text, whatever its kind. */
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
