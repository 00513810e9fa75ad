import type { Field, Fields, Kind } from '#kit/declare/field.ts';
import type { Resource } from '#kit/declare/resource.ts';
import { text } from '#kit/declare/text.ts';
import type { Text } from '#kit/declare/text.ts';

/** A row as the wire carries it. */
export type AnyRow = Readonly<Record<string, unknown>> & {
  readonly id: string;
  readonly labels?: Readonly<Record<string, string>>;
  readonly may?: readonly string[];
  readonly updatedAt?: string;
};

/** The fields of a resource with its lifecycle's states as options and tones of the state field. */
export function fieldsOf(of: Resource): Fields {
  if (!of.lifecycle) return of.fields;
  const { field: name, states } = of.lifecycle;
  const declared = of.fields[name];
  const options = Object.fromEntries(Object.entries(states).map(([key, state]) => [key, state.label]));
  const tones = Object.fromEntries(Object.entries(states).map(([key, state]) => [key, state.tone]));
  const stated: Field = {
    kind: 'select',
    label: text('状态', 'State'),
    search: true,
    ...declared,
    options,
    tones,
    readOnly: true,
  };
  return { ...of.fields, [name]: stated };
}

const frame: Fields = {
  createdAt: { kind: 'dateTime', label: text('创建时间', 'Created'), readOnly: true },
  updatedAt: { kind: 'dateTime', label: text('更新时间', 'Updated'), readOnly: true },
};

/** Fields a column can show, with the row's own frame. */
export const columnFields = (of: Resource): Fields => ({
  ...fieldsOf(of),
  ...Object.fromEntries(Object.entries(frame).filter(([name]) => !of.fields[name])),
});

const rightAligned: ReadonlySet<Kind> = new Set<Kind>(['integer', 'decimal', 'money', 'percent', 'duration']);
export const isNumeric = (kind: Kind): boolean => rightAligned.has(kind);

const whole: ReadonlySet<Kind> = new Set<Kind>(['date', 'month', 'dateTime', 'timeOfDay', 'plate', 'phone']);
/** Of values that nobody can read in pieces. */
export const isWhole = (kind: Kind): boolean => whole.has(kind);

const widths: Readonly<Record<Kind, number>> = {
  text: 150,
  longText: 220,
  integer: 96,
  decimal: 96,
  money: 114,
  percent: 92,
  boolean: 80,
  select: 104,
  multiSelect: 160,
  relation: 166,
  relations: 180,
  plate: 132,
  phone: 124,
  idCard: 176,
  email: 180,
  url: 180,
  date: 112,
  month: 92,
  dateTime: 156,
  timeOfDay: 92,
  duration: 116,
  colour: 92,
  image: 84,
  file: 120,
  geoPoint: 170,
  json: 160,
  secret: 84,
  cron: 120,
};

/**
 * Pixels of a word: Chinese characters are as wide as they are high, others about half, and some letters much narrower
 * or wider.
 */
const wordWidth = (word: string): number =>
  [...word].reduce(
    (sum, letter) =>
      sum + (letter > '\u2e80' ? 14 : 'fijlrtI ().,-/'.includes(letter) ? 5 : 'mwMW'.includes(letter) ? 13.5 : 8.8),
    0,
  );

/** Pixels a heading takes with its padding and its sort mark. */
export const headingWidth = (label: string): number => wordWidth(label) + 40;

/** Pixels of the longest word a column of choices may show, within reason. */
const tagWidth = (field: Field, say: (words: Text) => string): number =>
  field.kind === 'select'
    ? Math.min(200, Math.max(0, ...Object.values(field.options ?? {}).map((label) => wordWidth(say(label)) * 0.9 + 36)))
    : 0;

/**
 * Pixels a column needs: for its kind of value, its heading and, where it shows one of several words, the longest of
 * them.
 */
export const columnWidth = (field: Field, say: (words: Text) => string): number =>
  Math.max(field.width ?? widths[field.kind], headingWidth(say(field.label)), tagWidth(field, say));

const unsortable: ReadonlySet<Kind> = new Set<Kind>([
  'image',
  'file',
  'json',
  'secret',
  'geoPoint',
  'multiSelect',
  'relations',
  'colour',
]);
export const isSortable = (field: Field): boolean => !field.computed && !unsortable.has(field.kind);

/** A form's first values when a row is added. */
export function firstValues(fields: Fields): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [name, field.default ?? (field.kind === 'boolean' ? false : null)]),
  );
}

/** After `name` changed, the choices that were narrowed by it no longer hold. */
export function withChange(
  fields: Fields,
  values: Readonly<Record<string, unknown>>,
  name: string,
  value: unknown,
): Record<string, unknown> {
  const next: Record<string, unknown> = { ...values, [name]: value };
  for (const [other, field] of Object.entries(fields)) {
    if (field.within === name && other !== name && values[name] !== value && next[other] != null)
      Object.assign(next, withChange(fields, next, other, null));
  }
  return next;
}
