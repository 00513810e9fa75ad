import type { Call } from '#kit/declare/call.ts';
import type { Resource } from '#kit/declare/resource.ts';
import type { Served } from '#kit/server/served.ts';
import { areaTitles } from './area-titles.ts';
import { components } from './components.ts';
import { both, ref, schemaOf, string } from './schema.ts';
import type { Json } from './schema.ts';
import { crudShape, customShape, shared } from './shapes.ts';
import { webhooks } from './webhooks.ts';

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
      ...(call.changes ? [['409', 'Conflict']] : []),
      ...(call.changes || call.reasons ? [['422', 'RuleRefused']] : []),
    ].map(([status, name]) => [
      status!,
      {
        $ref: `#/components/responses/${name}`,
        ...(status === '422' && call.reasons ? { description: `reason: ${call.reasons.join(' · ')}` } : {}),
      },
    ]),
  );

/** A spelling of one parameter may be another's name. */
const distinct = (parameters: readonly Json[]): Json[] => [
  ...new Map(parameters.map((each) => [each.name ?? each.$ref, each])).values(),
];

function operation(
  { call }: Pick<Served, 'call'>,
  resources: ReadonlyMap<string, Resource>,
  answersTwice: boolean,
  operationId = call.name,
): Json {
  const inPath = [...call.path.matchAll(/:(\w+)/g)].map(([, name]) => name!);
  const of = resources.get(call.name.split('.')[0]!);
  const shape = (of && crudShape(call, of)) ?? customShape(call, inPath);
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
    operationId,
    tags: [call.area],
    summary: both(call.title),
    ...(notes ? { description: notes } : {}),
    'x-title': call.title,
    'x-permission': call.permission,
    ...(call.permission === 'public' ? { security: [] } : {}),
    ...(parameters.length > 0 ? { parameters: distinct(parameters) } : {}),
    ...(shape.body ? { requestBody: { content: { 'application/json': { schema: shape.body } } } } : {}),
    responses: { 200: ok, ...failures(call) },
  };
}

/** An area that has no title of its own goes by its name. */
function tagOf(name: string): Json {
  const title = areaTitles[name];
  return { name, ...(title ? { description: both(title), 'x-title': title } : {}) };
}

/**
 * The calls of the product as OpenAPI 3.1, in an order that does not depend on how they were listed. Words are in both
 * languages, `中文 / English`; `x-title` holds them apart and `x-permission` the code that is required.
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
    (paths[path] ??= {})[call.method.toLowerCase()] = operation(each, named, twice || call.byBody === true);
    if (call.byBody)
      paths[path].post = operation({ call: { ...call, method: 'POST' } }, named, true, `${call.name}.byBody`);
  }
  const areas = [...new Set(served.map(({ call }) => call.area))].sort();
  return {
    openapi: '3.1.0',
    info,
    servers: [{ url: '/' }],
    security: [{ bearer: [] }],
    tags: areas.map(tagOf),
    paths,
    webhooks,
    components: components(resources),
  };
}
