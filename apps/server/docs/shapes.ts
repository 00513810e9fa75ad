/** What each call takes and answers. */
import type { Answer, Call } from '#kit/declare/call.ts';
import { partsOf } from '#kit/declare/check.ts';
import type { Field, Fields } from '#kit/declare/field.ts';
import type { Resource } from '#kit/declare/resource.ts';
import { keyNames } from '#kit/server/row-by-id.ts';
import { listWords, styleOf } from '#kit/server/filter.ts';
import { ownerSpellings } from '#kit/server/owner-filter.ts';
import { both, propertiesOf, ref, schemaOf, string } from './schema.ts';
import type { Json } from './schema.ts';

export const parameter = (name: string, schema: Json, more: Json = {}): Json => ({
  name,
  in: 'query',
  schema,
  ...more,
});
export const shared = (name: string): Json => ({ $ref: `#/components/parameters/${name}` });

const sameAs = (name: string): Json => ({ ...string, description: `同 ${name} / the same as ${name}` });

/** The contract's other spellings of a field. */
const aliases = (name: string, field: Field): Json =>
  Object.fromEntries([...(field.alias ?? []), ...partsOf(field)].map((alias) => [alias, sameAs(name)]));
const aliasParameters = (name: string, field: Field): Json[] =>
  Object.entries(aliases(name, field)).map(([alias, schema]) => parameter(alias, schema as Json));
const aliasesOf = (fields: Fields): Json =>
  Object.assign({}, ...Object.entries(fields).map(([name, field]) => aliases(name, field))) as Json;

/** The filters a list takes: every field but secrets, ordered kinds also from and to. */
function filterParameters(of: Resource): Json[] {
  return Object.entries(of.fields).flatMap(([name, field]) => {
    const style = styleOf(field.kind);
    if (style === 'none') return [];
    const { readOnly: _, ...schema } = schemaOf(field);
    const plain =
      style === 'equals' || style === 'has'
        ? {
            ...string,
            title: schema.title,
            description: '多个用逗号 / several by comma',
            ...(schema['x-options'] ? { 'x-options': schema['x-options'] } : {}),
          }
        : schema;
    return [
      ...(listWords.has(name) ? [] : [parameter(name, plain)]),
      ...aliasParameters(name, field),
      ...(style === 'ordered' ? [parameter(`${name}From`, schema), parameter(`${name}To`, schema)] : []),
    ];
  });
}

const listing = ['current', 'size', 'sort', 'keyword', 'totals'].map(shared);
const times = ['startTime', 'endTime'].map(shared);

/** What narrows a list: its range, whose rows, and its fields. */
const listParameters = (of: Resource): Json[] => [
  ...(of.wire.key && !of.fields[of.wire.key] ? [parameter(of.wire.key, sameAs('id'))] : []),
  ...(of.facts || of.range ? times : []),
  ...ownerSpellings(of).map((name) => parameter(name, { ...string, description: '多个用逗号 / several by comma' })),
  ...Object.entries(of.either ?? {}).map(([name, fields]) =>
    parameter(name, { ...string, description: `${fields.join('、')} 之一 / any of ${fields.join(', ')}` }),
  ),
  ...Object.entries(of.accepts ?? {}).map(([name, field]) => parameter(name, schemaOf(field))),
  ...filterParameters(of),
];

/** The spellings of a row's key that a change of it takes. */
const keysOf = (of: Resource): Json =>
  Object.fromEntries(
    keyNames(of)
      .filter((name) => name !== 'ids')
      .map((name) => [name, sameAs('ids')]),
  );

const idParameter = (of: Resource, many: boolean): Json[] => [
  parameter(many ? 'ids' : 'id', string, {
    required: true,
    description: many ? '编号，多个用逗号 / ids by comma' : '编号 / id',
  }),
  ...(of.wire.key ? [parameter(of.wire.key, string, { description: '同 id / the same as id' })] : []),
];

export type Shape = { parameters: Json[]; body?: Json; data: Json };

const anything: { readonly [A in Answer]: Json } = {
  page: ref('Page'),
  list: { type: 'array', items: {} },
  tree: { type: 'array', items: { type: 'object' } },
  object: {},
  ack: {},
  file: {},
  url: { type: 'string' },
  token: { type: 'object' },
};

const pageOf = (of: Resource): Json => ({
  allOf: [ref('Page'), { type: 'object', properties: { records: { type: 'array', items: ref(of.name) } } }],
});

/**
 * What a call of a lifecycle takes besides the rows: the input of its action and, where several share the path, what
 * chooses among them.
 */
function actionInput(of: Resource, path: string): { chosenBy: Json; fields: Fields } {
  const group = Object.values(of.lifecycle!.actions).filter(({ wire }) => wire?.path === path);
  const names = [...new Set(group.flatMap(({ wire }) => Object.keys(wire?.with ?? {})))];
  const labels = (name: string) =>
    group.map(({ label, wire }) => `${wire?.with?.[name] ?? ''} = ${both(label)}`).join(' · ');
  const values = (name: string) => group.map(({ wire }) => wire?.with?.[name]);
  const key = group.map(({ wire }) => wire?.key).find((name) => name !== undefined);
  return {
    chosenBy: {
      ...(key ? { [key]: sameAs('ids') } : {}),
      ...Object.fromEntries(names.map((name) => [name, { ...string, enum: values(name), description: labels(name) }])),
    },
    fields: Object.assign({}, ...group.map(({ ask }) => ask ?? {})) as Fields,
  };
}

/** What a resource's own call takes and answers; null for a call written by hand. */
export function crudShape(call: Call, of: Resource): Shape | null {
  const verb = call.name.slice(of.name.length + 1);
  if (/^list\d*$/.test(verb) && call.answer === 'page')
    return { parameters: [...listing, ...listParameters(of)], data: pageOf(of) };
  if (verb === 'export' && call.answer === 'file')
    return {
      parameters: [shared('format'), shared('columns'), shared('run'), shared('sort'), ...listParameters(of)],
      data: {},
    };
  if (verb === 'detail') return { parameters: idParameter(of, false), data: ref(of.name) };
  if (verb === 'remove') return { parameters: idParameter(of, true), data: { type: 'null' } };
  if (verb === 'submit') {
    const entered = Object.fromEntries(Object.entries(of.fields).filter(([, field]) => !field.readOnly));
    const required = Object.entries(entered)
      .filter(([, field]) => field.required && field.default === undefined && !field.when)
      .map(([name]) => name);
    const properties = {
      id: { type: 'string', format: 'uuid', description: '有则修改 / given: edit' },
      updatedAt: { type: 'string', format: 'date-time', description: '并发检查 / guards against changes in between' },
      ...(of.wire.key ? { [of.wire.key]: sameAs('id') } : {}),
      ...propertiesOf(entered),
      ...aliasesOf(entered),
    };
    return {
      parameters: [],
      body: { type: 'object', properties, ...(required.length > 0 ? { 'x-required-when-added': required } : {}) },
      data: { type: 'object', properties: { id: { type: 'string', format: 'uuid' } } },
    };
  }
  if (of.lifecycle?.actions[verb]?.wire?.path === call.path) {
    const { chosenBy, fields } = actionInput(of, call.path);
    return {
      parameters: [],
      body: {
        type: 'object',
        required: ['ids'],
        properties: {
          ids: { ...string, description: '编号，多个用逗号 / ids by comma' },
          ...keysOf(of),
          ...chosenBy,
          ...propertiesOf(fields),
          ...aliasesOf(fields),
        },
      },
      data: { type: 'object', properties: { ids: { type: 'array', items: string } } },
    };
  }
  return null;
}

export function customShape(call: Call, inPath: readonly string[]): Shape {
  const fields = Object.entries(call.input).filter(([name]) => !inPath.includes(name));
  if (call.method === 'GET')
    return {
      parameters: fields.flatMap(([name, field]) => [
        parameter(name, schemaOf(field), field.required ? { required: true } : {}),
        ...aliasParameters(name, field),
      ]),
      data: call.data ?? anything[call.answer],
    };
  const required = fields.filter(([, field]) => field.required && field.default === undefined).map(([name]) => name);
  return {
    parameters: [],
    body: {
      type: 'object',
      properties: { ...propertiesOf(Object.fromEntries(fields)), ...aliasesOf(Object.fromEntries(fields)) },
      ...(required.length > 0 ? { required } : {}),
    },
    data: call.data ?? anything[call.answer],
  };
}
