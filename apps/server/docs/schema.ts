/** What values and rows are on the wire, as JSON Schema. */
import type { Field, Fields, Kind } from '#kit/declare/field.ts';
import type { Resource } from '#kit/declare/resource.ts';
import type { Text } from '#kit/declare/text.ts';

export type Json = { [key: string]: unknown };

export const string: Json = { type: 'string' };
export const ref = (name: string): Json => ({ $ref: `#/components/schemas/${name}` });
export const both = ({ zh, en }: Text): string => `${zh} / ${en}`;

/** What a value of each kind is on the wire. */
const schemas: { readonly [K in Kind]: (field: Field) => Json } = {
  text: () => string,
  longText: () => string,
  integer: () => ({ type: 'integer' }),
  decimal: () => ({ type: 'number' }),
  money: () => ({ type: 'integer', format: 'fen', description: '分 / fen (1/100 yuan)' }),
  percent: () => ({ type: 'integer', description: '万分比 / hundredths of a percent: 1250 = 12.50 %' }),
  boolean: () => ({ type: 'boolean' }),
  select: (field) => ({ type: 'string', enum: Object.keys(field.options ?? {}), 'x-options': field.options }),
  multiSelect: (field) => ({
    type: 'array',
    items: { type: 'string', enum: Object.keys(field.options ?? {}) },
    'x-options': field.options,
  }),
  relation: (field) => ({ type: 'string', format: 'uuid', 'x-resource': field.target?.().name }),
  relations: (field) => ({
    type: 'array',
    items: { type: 'string', format: 'uuid' },
    'x-resource': field.target?.().name,
  }),
  plate: () => ({ type: 'string', examples: ['京A12345'] }),
  phone: () => ({ type: 'string', examples: ['13800000000'] }),
  idCard: () => string,
  email: () => ({ type: 'string', format: 'email' }),
  url: () => ({ type: 'string', format: 'uri' }),
  date: () => ({ type: 'string', format: 'date' }),
  month: () => ({ type: 'string', pattern: '^\\d{4}-\\d{2}$' }),
  dateTime: () => ({ type: 'string', format: 'date-time' }),
  timeOfDay: () => ({ type: 'string', pattern: '^\\d{2}:\\d{2}(:\\d{2})?$' }),
  duration: () => ({ type: 'integer', description: '秒 / seconds' }),
  colour: () => ({ type: 'string', pattern: '^#[0-9a-fA-F]{6}$' }),
  image: () => ({ type: 'string', description: '/api/updown/file/{sha256}' }),
  file: () => ({ type: 'string', description: '/api/updown/file/{sha256}' }),
  geoPoint: () => ({
    type: 'object',
    properties: { lng: { type: 'number' }, lat: { type: 'number' } },
    required: ['lng', 'lat'],
  }),
  json: () => ({}),
  secret: () => ({ type: 'string', writeOnly: true }),
  cron: () => string,
};

const bounds = (field: Field): Json => {
  const numeric = ['integer', 'decimal', 'money', 'percent', 'duration'].includes(field.kind);
  return {
    ...(field.min === undefined ? {} : { [numeric ? 'minimum' : 'minLength']: field.min }),
    ...(field.max === undefined ? {} : { [numeric ? 'maximum' : 'maxLength']: field.max }),
    ...(field.default === undefined ? {} : { default: field.default }),
  };
};

/** A field as a property: its label in both languages is its title, its help the description. */
export function schemaOf(field: Field): Json {
  const schema = schemas[field.kind](field);
  const description = [
    field.help ? both(field.help) : '',
    typeof schema.description === 'string' ? schema.description : '',
  ]
    .filter(Boolean)
    .join(' · ');
  return {
    title: both(field.label),
    ...schema,
    ...bounds(field),
    ...(description ? { description } : {}),
    ...(field.readOnly ? { readOnly: true } : {}),
  };
}

export const propertiesOf = (fields: Fields): Json =>
  Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, schemaOf(field)]));

/** A row as it is answered. */
export function rowSchema(of: Resource): Json {
  const shown = Object.fromEntries(
    Object.entries(of.fields).filter(([, field]) => !(field.hidden && field.kind === 'secret')),
  );
  return {
    type: 'object',
    title: both(of.title),
    ...(of.help ? { description: both(of.help) } : {}),
    properties: {
      id: { type: 'string', format: 'uuid' },
      ...(of.wire.key ? { [of.wire.key]: { type: 'string', format: 'uuid' } } : {}),
      ...propertiesOf(shown),
      createdAt: { type: 'string', format: 'date-time' },
      updatedAt: { type: 'string', format: 'date-time' },
      labels: { type: 'object', additionalProperties: string, description: '关联名称 / names of related rows' },
      may: { type: 'array', items: string, description: '当前可执行的操作 / what may be done now' },
    },
  };
}
