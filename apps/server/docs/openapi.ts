import type { Answer, Call } from '#kit/declare/call.ts';
import type { Field, Fields, Kind } from '#kit/declare/field.ts';
import { refusals } from '#kit/declare/refused.ts';
import type { Resource } from '#kit/declare/resource.ts';
import type { Text } from '#kit/declare/text.ts';
import { listWords, styleOf } from '#kit/server/filter.ts';
import type { Served } from '#kit/server/served.ts';

type Json = { [key: string]: unknown };

const string: Json = { type: 'string' };
const ref = (name: string): Json => ({ $ref: `#/components/schemas/${name}` });
const both = ({ zh, en }: Text): string => `${zh} / ${en}`;

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
function schemaOf(field: Field): Json {
  const schema = schemas[field.kind](field);
  const said = [field.help ? both(field.help) : '', typeof schema.description === 'string' ? schema.description : '']
    .filter(Boolean)
    .join(' · ');
  return {
    title: both(field.label),
    ...schema,
    ...bounds(field),
    ...(said ? { description: said } : {}),
    ...(field.readOnly ? { readOnly: true } : {}),
  };
}

const propertiesOf = (fields: Fields): Json =>
  Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, schemaOf(field)]));

/** A row as it is answered. */
function rowSchema(of: Resource): Json {
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

const parameter = (name: string, schema: Json, more: Json = {}): Json => ({ name, in: 'query', schema, ...more });
const shared = (name: string): Json => ({ $ref: `#/components/parameters/${name}` });

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
      ...(style === 'ordered' ? [parameter(`${name}From`, schema), parameter(`${name}To`, schema)] : []),
    ];
  });
}

const listing = ['current', 'size', 'sort', 'keyword', 'totals'].map(shared);
const factTimes = ['startTime', 'endTime'].map(shared);

const idParameter = (of: Resource, many: boolean): Json[] => [
  parameter(many ? 'ids' : 'id', string, {
    required: true,
    description: many ? '编号，多个用逗号 / ids by comma' : '编号 / id',
  }),
  ...(of.wire.key ? [parameter(of.wire.key, string, { description: '同 id / the same as id' })] : []),
];

type Shape = { parameters: Json[]; body?: Json; data: Json };

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

/** What a resource's own call takes and answers; null for a call written by hand. */
function crudShape(call: Call, of: Resource): Shape | null {
  const verb = call.name.slice(of.name.length + 1);
  if (/^list\d*$/.test(verb) && call.answer === 'page')
    return { parameters: [...listing, ...(of.facts ? factTimes : []), ...filterParameters(of)], data: pageOf(of) };
  if (verb === 'export' && call.answer === 'file')
    return {
      parameters: [
        shared('format'),
        shared('columns'),
        shared('run'),
        shared('sort'),
        ...(of.facts ? factTimes : []),
        ...filterParameters(of),
      ],
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
      ...propertiesOf(entered),
    };
    return {
      parameters: [],
      body: { type: 'object', properties, ...(required.length > 0 ? { 'x-required-when-added': required } : {}) },
      data: { type: 'object', properties: { id: { type: 'string', format: 'uuid' } } },
    };
  }
  if (of.lifecycle?.actions[verb]?.wire?.path === call.path) {
    return {
      parameters: [],
      body: {
        type: 'object',
        required: ['ids'],
        properties: { ids: { ...string, description: '编号，多个用逗号 / ids by comma' }, ...propertiesOf(call.input) },
      },
      data: { type: 'object', properties: { ids: { type: 'array', items: string } } },
    };
  }
  return null;
}

function handShape(call: Call, inPath: readonly string[]): Shape {
  const fields = Object.entries(call.input).filter(([name]) => !inPath.includes(name));
  if (call.method === 'GET')
    return {
      parameters: fields.map(([name, field]) =>
        parameter(name, schemaOf(field), field.required ? { required: true } : {}),
      ),
      data: anything[call.answer],
    };
  const required = fields.filter(([, field]) => field.required && field.default === undefined).map(([name]) => name);
  return {
    parameters: [],
    body: {
      type: 'object',
      properties: propertiesOf(Object.fromEntries(fields)),
      ...(required.length > 0 ? { required } : {}),
    },
    data: anything[call.answer],
  };
}

const failures = (call: Call): Json =>
  Object.fromEntries(
    [
      ['400', 'BadInput'],
      ...(call.permission === 'public'
        ? []
        : [
            ['401', 'NotLoggedIn'],
            ['403', 'NotPermitted'],
          ]),
      ['404', 'NoSuchRecord'],
      ...(call.changes
        ? [
            ['409', 'Conflict'],
            ['422', 'RuleRefused'],
          ]
        : []),
    ].map(([status, name]) => [status!, { $ref: `#/components/responses/${name}` }]),
  );

function operation({ call }: Served, resources: ReadonlyMap<string, Resource>, answersTwice: boolean): Json {
  const inPath = [...call.path.matchAll(/:(\w+)/g)].map(([, name]) => name!);
  const of = resources.get(call.name.split('.')[0]!);
  const shape = (of && crudShape(call, of)) ?? handShape(call, inPath);
  const notes = [call.note ? both(call.note) : '', answersTwice ? 'GET 与 POST 均可 / answers GET and POST' : '']
    .filter(Boolean)
    .join('\n\n');
  const parameters = [
    ...inPath.map((name) => ({
      name,
      in: 'path',
      required: true,
      schema: call.input[name] ? schemaOf(call.input[name]) : string,
    })),
    ...shape.parameters,
    ...(call.changes ? [shared('IdempotencyKey')] : []),
  ];
  const ok: Json =
    call.answer === 'file'
      ? {
          description: '文件 / file',
          content: { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } },
        }
      : {
          description: '成功 / done',
          content: {
            'application/json': {
              schema: { allOf: [ref('Envelope'), { type: 'object', properties: { data: shape.data } }] },
            },
          },
        };
  return {
    operationId: call.name,
    tags: [call.area],
    summary: both(call.title),
    ...(notes ? { description: notes } : {}),
    'x-title': call.title,
    'x-permission': call.permission,
    ...(call.permission === 'public' ? { security: [] } : {}),
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(shape.body ? { requestBody: { content: { 'application/json': { schema: shape.body } } } } : {}),
    responses: { 200: ok, ...failures(call) },
  };
}

const errorAnswer = (description: string): Json => ({
  description,
  content: { 'application/json': { schema: ref('Refusal') } },
});

function components(resources: readonly Resource[]): Json {
  const query = (name: string, schema: Json, description: string) => [name, { name, in: 'query', schema, description }];
  return {
    securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } },
    parameters: Object.fromEntries([
      query(
        'current',
        { type: 'integer', default: 1 },
        '页码，亦可 pageNumber 或 start / page; also pageNumber or start',
      ),
      query(
        'size',
        { type: 'integer', default: 10, maximum: 500 },
        '每页条数，亦可 pageSize 或 limit / rows per page; also pageSize or limit',
      ),
      query('sort', string, '排序字段，前加 - 为倒序 / field to sort by, - before it for descending'),
      query('keyword', string, '关键字 / word looked for'),
      query(
        'totals',
        { type: 'string', enum: ['none', 'only'] },
        '合计：none 不算，only 只算 / sums: none leaves them out, only leaves the rows out',
      ),
      query('startTime', { type: 'string' }, '开始时间 yyyy-MM-dd HH:mm:ss / from'),
      query('endTime', { type: 'string' }, '结束时间 / to; 最长90天 / at most 90 days'),
      query('format', { type: 'string', enum: ['xlsx', 'csv'], default: 'xlsx' }, '格式 / format'),
      query('columns', string, '列，逗号隔开 / columns by comma'),
      query('run', string, '导出编号，用于查询进度 / run id, to ask for progress by'),
      [
        'IdempotencyKey',
        {
          name: 'Idempotency-Key',
          in: 'header',
          schema: { type: 'string', maxLength: 150 },
          description: '幂等键：同一键只执行一次 / the same key is done once',
        },
      ],
    ]),
    responses: {
      BadInput: errorAnswer('输入有误 / bad input'),
      NotLoggedIn: errorAnswer('未登录 / not logged in'),
      NotPermitted: errorAnswer('没有权限 / not permitted'),
      NoSuchRecord: errorAnswer('不存在或不在权限范围 / not there or outside your scope'),
      Conflict: errorAnswer('状态或重复冲突 / state or double'),
      RuleRefused: errorAnswer('规则不允许 / a rule says no'),
    },
    schemas: {
      Envelope: {
        type: 'object',
        required: ['code', 'success', 'msg', 'data'],
        properties: { code: { type: 'integer' }, success: { type: 'boolean' }, msg: string, data: {} },
      },
      Page: {
        type: 'object',
        properties: {
          records: { type: 'array', items: { type: 'object' } },
          total: { type: 'integer' },
          size: { type: 'integer' },
          current: { type: 'integer' },
          pages: { type: 'integer' },
          capped: { type: 'boolean', description: '总数超过10000 / more than 10,000' },
          totals: { type: 'object', additionalProperties: { type: 'number' } },
        },
      },
      Refusal: {
        allOf: [
          ref('Envelope'),
          {
            type: 'object',
            properties: {
              error: { type: 'string', enum: [...Object.keys(refusals), 'internal'] },
              errorId: string,
              errors: { type: 'array', items: { type: 'object', properties: { field: string, msg: string } } },
            },
          },
        ],
      },
      ...Object.fromEntries(
        [...resources].sort((a, b) => (a.name < b.name ? -1 : 1)).map((of) => [of.name, rowSchema(of)]),
      ),
    },
  };
}

/**
 * The calls of the product as OpenAPI 3.1, in an order that does not depend on how they were listed. Words are in both languages,
 * `中文 / English`; `x-title` holds them apart and `x-permission` the code that is asked for.
 */
export function openApi(
  served: readonly Served[],
  resources: readonly Resource[],
  info: { title: string; version: string },
): Json {
  const named = new Map(resources.map((of) => [of.name, of]));
  const paths: Record<string, Json> = {};
  for (const each of [...served].sort((a, b) =>
    a.call.path < b.call.path ? -1 : a.call.path > b.call.path ? 1 : a.call.method < b.call.method ? -1 : 1,
  )) {
    const { call } = each;
    const path = call.path.replace(/:(\w+)/g, '{$1}');
    const twice = call.changes && call.method === 'GET';
    (paths[path] ??= {})[call.method.toLowerCase()] = operation(each, named, twice);
  }
  const areas = [...new Set(served.map(({ call }) => call.area))].sort();
  return {
    openapi: '3.1.0',
    info,
    servers: [{ url: '/' }],
    security: [{ bearer: [] }],
    tags: areas.map((name) => ({ name })),
    paths,
    components: components(resources),
  };
}
