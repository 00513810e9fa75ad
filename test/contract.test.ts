/**
 * The product held against its contract, `spec/calls.tsv` and `spec/routes.tsv`: what stands, by area, and nothing that
 * is not in it. `UPDATE_STANDING=1` commits today's counts; from then on they do not fall.
 */
import assert from 'node:assert/strict';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { decided } from '#apps/check/contract.ts';
import { byArea, callKey, contract, place, registered, routes, standing, standingPage } from '../tools/standing.ts';

const ROOT = join(import.meta.dirname, '..');
const STANDING = join(ROOT, 'spec', 'standing.json');

const extra = decided(ROOT);

function report(t: TestContext, what: 'calls' | 'routes'): void {
  t.diagnostic(`${standing[what].length} of ${contract[what].length} ${what} stand`);
  t.diagnostic(
    byArea(what)
      .map(({ area, stand, of }) => `${area} ${stand}/${of}`)
      .join(', '),
  );
}

function committed(): { calls: number; routes: number } {
  return existsSync(STANDING)
    ? (JSON.parse(readFileSync(STANDING, 'utf8')) as { calls: number; routes: number })
    : { calls: 0, routes: 0 };
}

test('every registered call is in the contract or a decision says why not', (t) => {
  report(t, 'calls');
  const inContract = new Set(contract.calls.map((row) => callKey(row['method']!, row['path']!)));
  // Changes that the documents make GET answer POST as well.
  for (const row of contract.calls) if (row['method'] === 'GET') inContract.add(callKey('POST', row['path']!));
  assert.deepEqual([...registered].filter((call) => !inContract.has(call) && !extra.has(call)).sort(), []);
});

test('every route of the console is in the contract or a decision says why not', (t) => {
  report(t, 'routes');
  const inContract = new Set(contract.routes.map((row) => place(row['path']!)));
  assert.deepEqual([...routes].filter((path) => !inContract.has(path) && !extra.has(`ROUTE ${path}`)).sort(), []);
});

test('no call or route that stood has fallen', (t) => {
  const now = { calls: standing.calls.length, routes: standing.routes.length };
  if (process.env['UPDATE_STANDING'] === '1') writeFileSync(STANDING, `${JSON.stringify(now, null, 2)}\n`);
  const before = committed();
  if (now.calls > before.calls || now.routes > before.routes)
    t.diagnostic('more stand than spec/standing.json says: UPDATE_STANDING=1 commits it');
  assert.ok(now.calls >= before.calls, `${now.calls} calls stand, ${before.calls} did`);
  assert.ok(now.routes >= before.routes, `${now.routes} routes stand, ${before.routes} did`);
});

const PARAMETERS = join(ROOT, 'spec', 'parameters.tsv');
/** Words of the contract's table that stand for parameters it does not name. */
const unnamed = new Set(['*', 'filters']);

/** The names each standing call takes, by `METHOD path`: parameters and properties of its body. */
function documented(): Map<string, ReadonlySet<string>> {
  const paths = JSON.parse(readFileSync(join(ROOT, 'docs', 'generated', 'openapi.json'), 'utf8')).paths as Record<
    string,
    Record<string, Operation>
  >;
  return new Map(
    Object.entries(paths).flatMap(([path, operations]) =>
      Object.entries(operations).map(([method, { parameters = [], requestBody }]) => [
        callKey(method.toUpperCase(), path),
        new Set([
          ...parameters.map(({ name, $ref }) => name ?? $ref!.split('/').at(-1)!),
          ...Object.keys(requestBody?.content['application/json']?.schema.properties ?? {}),
        ]),
      ]),
    ),
  );
}
type Operation = {
  parameters?: { name?: string; $ref?: string }[];
  requestBody?: { content: Record<string, { schema: { properties?: object } }> };
};

/** `current`, `size` and the row's id have three spellings each, which every list and change takes. */
const paged = new Set(['current', 'size', 'pageNumber', 'pageSize', 'start', 'limit', 'id', 'ids']);

test('every parameter of the contract is taken, or spec/parameters.tsv says why not', (t) => {
  const taken = documented();
  const excused = new Map(
    readFileSync(PARAMETERS, 'utf8')
      .trimEnd()
      .split('\n')
      .slice(1)
      .map((line) => line.split('\t'))
      .map(([method, path, name, reason]) => [`${callKey(method!, path!)} ${name}`, reason!]),
  );
  const named = standing.calls.flatMap((row) => {
    const key = callKey(row['method']!, row['path']!);
    const [path = ''] = row['path']!.split('?');
    const names = taken.get(callKey(row['method']!, path)) ?? taken.get(callKey('POST', path)) ?? new Set();
    return `${row['query']},${row['body']}`
      .split(',')
      .map((name) => name.trim().replace(/\?$/, ''))
      .filter((name) => name !== '' && !unnamed.has(name))
      .map((name) => ({ key: `${key} ${name}`, taken: names.has(name) || paged.has(name) }));
  });
  t.diagnostic(`${named.length} parameters of standing calls, ${excused.size} not taken`);
  const missing = named.filter((each) => !each.taken).map(({ key }) => key);
  assert.deepEqual(
    missing.filter((key) => !excused.has(key)),
    [],
    'neither declared nor excused',
  );
  assert.deepEqual(
    [...excused.keys()].filter((key) => !missing.includes(key)),
    [],
    'excused, and taken or not in the contract',
  );
  assert.ok(
    [...excused.values()].every((reason) => reason.length > 5),
    'each with its reason',
  );
});

test('docs/generated/standing.md says what stands now (npm run documents)', () => {
  assert.ok(
    readFileSync(join(ROOT, 'docs', 'generated', 'standing.md'), 'utf8') === standingPage(),
    'standing.md is not current',
  );
});
