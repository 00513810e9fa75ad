import type { Field, Kind } from './field.ts';

/**
 * A value of a field for robots and tests: what a form could hold. `nth` makes it differ from others; relations take
 * the id they are given.
 */
export type Sampling = {
  readonly nth: number;
  /** Milliseconds; dates and times are near it. */ readonly now: number;
  readonly idOf: (field: Field) => string | undefined;
};

const two = (value: number): string => String(value).padStart(2, '0');
const wrap = (nth: number, many: number): number => Math.abs(Math.trunc(nth)) % many;

/** Whole numbers within the field's bounds. */
function whole(field: Field, nth: number, wish: number): number {
  const low = field.min ?? 0;
  const high = field.max ?? Math.max(low, wish * 10);
  const range = Math.max(1, high - low + 1);
  return low + ((wrap(nth, 1_000_000) + Math.min(wish, high) - Math.min(low, wish)) % range);
}

function fitted(field: Field, value: string, most: number): string {
  const max = field.max ?? most;
  const cut = value.length > max ? value.slice(value.length - max) : value;
  return cut.padEnd(field.min ?? 0, '样');
}

const day = (ms: number): string => new Date(ms).toISOString().slice(0, 10);
const options = (field: Field): string[] => Object.keys(field.options ?? {});

/** Resident identity number with its check digit. */
function identity(nth: number): string {
  const body = `110105${1950 + wrap(nth, 50)}${two(1 + wrap(nth, 12))}${two(1 + wrap(nth, 28))}${String(1 + wrap(nth, 999)).padStart(3, '0')}`;
  const weights = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2];
  const sum = weights.reduce((total, weight, at) => total + weight * Number(body[at]), 0);
  return body + '10X98765432'[sum % 11];
}

const samples: { readonly [K in Kind]: (field: Field, sampling: Sampling) => unknown } = {
  text: (field, { nth }) => fitted(field, `样例${nth}`, 100),
  longText: (field, { nth }) => fitted(field, `第一行 ${nth}\n第二行`, 2000),
  integer: (field, { nth }) => whole(field, nth, 10),
  decimal: (field, { nth }) => Math.min(field.max ?? 1e9, (field.min ?? 0) + wrap(nth, 100) / 4),
  money: (field, { nth }) => whole({ max: 1_000_000_000, ...field }, nth, 1_250),
  percent: (field, { nth }) => whole({ max: 10_000, ...field }, nth, 1_250),
  boolean: (_, { nth }) => wrap(nth, 2) === 0,
  select: (field, { nth }) => options(field)[wrap(nth, options(field).length)],
  multiSelect: (field, { nth }) => options(field).slice(0, 1 + wrap(nth, 2)),
  relation: (field, { idOf }) => idOf(field),
  relations: (field, { idOf }) => [idOf(field)].filter((id) => id !== undefined),
  plate: (_, { nth }) => `京A${String(wrap(nth, 100_000)).padStart(5, '0')}`,
  phone: (_, { nth }) => `138${String(wrap(nth, 100_000_000)).padStart(8, '0')}`,
  idCard: (_, { nth }) => identity(nth),
  email: (_, { nth }) => `sample${nth}@example.com`,
  url: (_, { nth }) => `https://example.com/${nth}`,
  date: (_, { nth, now }) => day(now + wrap(nth, 20) * 86_400_000),
  month: (_, { nth, now }) => day(now - wrap(nth, 12) * 30 * 86_400_000).slice(0, 7),
  dateTime: (_, { nth, now }) => new Date(now - wrap(nth, 600) * 60_000).toISOString(),
  timeOfDay: (_, { nth }) => `${two(wrap(nth, 24))}:30`,
  duration: (field, { nth }) => whole({ max: 86_400, ...field }, nth, 3_600),
  colour: (_, { nth }) => `#${(wrap(nth, 200) + 0x409e00).toString(16).padStart(6, '0')}`,
  image: (_, { nth }) => `/api/updown/file/${wrap(nth, 1e9).toString(16).padStart(64, '0')}`,
  file: (_, { nth }) => `/api/updown/file/${wrap(nth, 1e9).toString(16).padStart(64, '0')}`,
  geoPoint: (_, { nth }) => ({ lng: 116.3 + wrap(nth, 100) / 1000, lat: 39.9 }),
  json: (_, { nth }) => ({ sample: nth }),
  secret: (field, { nth }) => fitted(field, `Secret-${nth}-sample`, 500),
  cron: () => '0 3 * * *',
};

/** A value the declaration's check accepts; undefined for a relation nobody has an id for. */
export const sampleOf = (field: Field, sampling: Sampling): unknown => samples[field.kind](field, sampling);

/**
 * What each kind refuses, in the shape a form or a query string could carry; null where everything of the right length
 * is fine.
 */
const wrongs: { readonly [K in Kind]: (field: Field) => unknown } = {
  text: (field) => 'x'.repeat((field.max ?? 100) + 1),
  longText: (field) => 'x'.repeat((field.max ?? 2000) + 1),
  integer: () => '1.5x',
  decimal: () => 'a lot',
  money: () => '12.5',
  percent: () => '100001',
  boolean: () => 'maybe',
  select: () => 'no-such-option',
  multiSelect: () => ['no-such-option'],
  relation: () => 'not-an-id',
  relations: () => ['not-an-id'],
  plate: () => '<script>',
  phone: () => '12',
  idCard: () => '110105194912310020',
  email: () => 'nobody',
  url: () => 'javascript:alert(1)',
  date: () => '2026-02-30',
  month: () => '2026-13',
  dateTime: () => 'yesterday',
  timeOfDay: () => '25:00',
  duration: () => '-1',
  colour: () => 'red',
  image: () => 'https://example.com/a.png',
  file: () => '../../etc/passwd',
  geoPoint: () => ({ lng: 500, lat: 0 }),
  json: () => '{',
  secret: (field) => 'x'.repeat((field.max ?? 500) + 1),
  cron: () => 'now',
};

export const wrongSampleOf = (field: Field): unknown => wrongs[field.kind](field);
