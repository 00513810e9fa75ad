/**
 * Every parameter the OpenAPI document names, one at a time, with what nobody should send; the others as they should be
 * where they are required. The same seed gives the same run.
 */
import { performance } from 'node:perf_hooks';
import type { Fixture } from './fixture.ts';

type Schema = { type?: string; enum?: unknown[]; format?: string; properties?: Record<string, Schema> };
type Parameter = { name: string; in: string; required?: boolean; schema: Schema; $ref?: string };
type Operation = {
  operationId: string;
  parameters?: Parameter[];
  requestBody?: { content: Record<string, { schema: Schema & { required?: string[] } }> };
};
export type Document = {
  paths: Record<string, Record<string, Operation>>;
  components: { parameters: Record<string, Parameter> };
};

export type Fuzzed = {
  readonly requests: number;
  readonly parameters: number;
  readonly faults: readonly string[];
  readonly slowestMs: number;
  readonly slowest: string;
  readonly grownMb: number;
};

const deep = (depth: number): unknown => Array.from({ length: depth }).reduce((inner) => ({ a: [inner] }), 1);
const nasty: readonly unknown[] = [
  '',
  ' ',
  '\u0000',
  '\ufeff',
  '\ud800',
  '😀'.repeat(2_000),
  'ﷺ'.repeat(500),
  '\u202e\u200b',
  'x'.repeat(100_000),
  '京A12345\'"`--;/**/',
  "' OR '1'='1",
  '1; DROP TABLE stay; --',
  '$1',
  '%',
  '_',
  '\\',
  '%00',
  '../../../../etc/passwd',
  '..\\..\\',
  'file:///etc/passwd',
  'http://169.254.169.254/latest/meta-data/',
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  'javascript:alert(1)',
  '{{7*7}}',
  '${7*7}',
  "=cmd|' /C calc'!A0",
  '@SUM(1)',
  '-1+1',
  'NaN',
  'Infinity',
  'null',
  'undefined',
  'true',
  '0',
  '-0',
  '-1',
  '1e309',
  '9'.repeat(40),
  '0x7fffffff',
  '1,2,3',
  ','.repeat(5_000),
  '2026-02-31',
  '0000-00-00',
  '+275760-09-13',
  '24:00',
  '9999-12-31T23:59:59.999+14:00',
  '00000000-0000-0000-0000-000000000000',
  '01980000-0000-7000-8000-00000000dead',
  '01980000-0000-7000-8000-00000000dead,'.repeat(1_500),
  '[object Object]',
  '__proto__',
  'constructor',
  'toString',
  0,
  -1,
  1.5,
  2 ** 31,
  -(2 ** 31) - 1,
  2 ** 53,
  2 ** 63,
  1e300,
  -1e300,
  Number.MIN_VALUE,
  true,
  false,
  null,
  [],
  {},
  [[]],
  [null],
  ['a', ['b']],
  { $ne: null },
  { $gt: '' },
  { toString: 1 },
  { length: 1e9 },
  Array.from({ length: 5_000 }, (_, n) => n),
  deep(30),
  deep(2_000),
];

/** mulberry32: small, and the same everywhere. */
function dice(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const usual = ({ type, enum: choices, format }: Schema): unknown =>
  choices?.[0] ??
  (type === 'integer' || type === 'number'
    ? 1
    : type === 'boolean'
      ? true
      : type === 'array'
        ? []
        : type === 'object'
          ? {}
          : format === 'uuid'
            ? '01980000-0000-7000-8000-00000000dead'
            : format === 'date'
              ? '2026-05-01'
              : format === 'date-time'
                ? '2026-05-01T00:00:00Z'
                : 'x');

type Place = { readonly name: string; readonly schema: Schema; readonly required: boolean };

function placesOf(document: Document, { parameters = [], requestBody }: Operation): Place[] {
  const listed = parameters
    .map((each) => (each.$ref ? document.components.parameters[each.$ref.split('/').at(-1)!]! : each))
    .filter((each) => each.in === 'query');
  const body = requestBody?.content['application/json']?.schema;
  return [
    ...listed.map(({ name, schema, required = false }) => ({ name, schema, required })),
    ...Object.entries(body?.properties ?? {}).map(([name, schema]) => ({
      name,
      schema,
      required: body?.required?.includes(name) ?? false,
    })),
  ];
}

/** @param rounds values tried per parameter, besides it left out and named twice */
export async function fuzz(
  fixture: Fixture,
  document: Document,
  { rounds, seed, each = () => undefined }: { rounds: number; seed: number; each?: (count: number) => void },
): Promise<Fuzzed> {
  const next = dice(seed);
  const faults: string[] = [];
  let [requests, parameters, slowestMs, slowest] = [0, 0, 0, ''];
  const before = process.memoryUsage.rss();
  const ask = async (method: string, path: string, input: Record<string, unknown>, what: string): Promise<void> => {
    const from = performance.now();
    const { status, body } = await fixture.ask(method, path, input);
    const took = performance.now() - from;
    if (took > slowestMs) [slowestMs, slowest] = [took, what];
    if (status >= 500 && body?.error !== 'unavailable') faults.push(`${what}: ${status} ${body?.errorId ?? ''}`);
    requests += 1;
    each(requests);
  };
  for (const [path, methods] of Object.entries(document.paths)) {
    for (const [method, operation] of Object.entries(methods)) {
      const places = placesOf(document, operation);
      const fine = Object.fromEntries(
        places.filter(({ required }) => required).map(({ name, schema }) => [name, usual(schema)]),
      );
      const at = fixture.filled(path.replace(/\{(\w+)\}/g, ':$1'));
      for (const { name } of places) {
        parameters += 1;
        for (let round = 0; round < rounds; round += 1) {
          const value = nasty[Math.floor(next() * nasty.length)];
          await ask(
            method.toUpperCase(),
            at,
            { ...fine, [name]: value },
            `${method.toUpperCase()} ${path} ${name}=${JSON.stringify(value)?.slice(0, 60)}`,
          );
        }
        const { [name]: _, ...without } = fine;
        if (name in fine)
          await ask(method.toUpperCase(), at, without, `${method.toUpperCase()} ${path} without ${name}`);
        if (method === 'get' && next() < 0.2)
          await ask('GET', `${at}?${name}=1&${name}=2&${name}[]=3`, {}, `GET ${path} ${name} named twice`);
      }
      for (const piece of path.matchAll(/\{(\w+)\}/g)) {
        const value = String(nasty[Math.floor(next() * 40)]).slice(0, 150);
        await ask(
          method.toUpperCase(),
          at.replace('01980000-0000-7000-8000-00000000dead', encodeURIComponent(value.toWellFormed())),
          fine,
          `${method.toUpperCase()} ${path} ${piece[1]}=${value.slice(0, 40)}`,
        );
      }
    }
  }
  return {
    requests,
    parameters,
    faults,
    slowestMs: Math.round(slowestMs),
    slowest,
    grownMb: Math.round((process.memoryUsage.rss() - before) / 1_048_576),
  };
}
