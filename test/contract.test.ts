/**
 * The product held against its contract, `spec/calls.tsv` and `spec/routes.tsv`: what stands, by area, and nothing that
 * is not in it. `UPDATE_STANDING=1` commits today's counts; from then on they do not fall.
 */
import assert from 'node:assert/strict';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { byArea, callKey, contract, place, registered, routes, standing, standingPage } from '../tools/standing.ts';

const ROOT = join(import.meta.dirname, '..');
const STANDING = join(ROOT, 'spec', 'standing.json');
/** Calls and routes beyond the contract, one `METHOD path` or `ROUTE path` at the beginning of a line or list item. */
const EXTRA = join(ROOT, 'docs', 'decisions', 'extra-calls.md');

const extra = new Set(
  existsSync(EXTRA)
    ? [...readFileSync(EXTRA, 'utf8').matchAll(/^[-*\s`]*(GET|POST|PUT|DELETE|ROUTE) (\/[^\s`]*)/gm)].map(
        ([, method, path]) => callKey(method!, path!),
      )
    : [],
);

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

test('docs/generated/standing.md says what stands now (npm run documents)', () => {
  assert.ok(
    readFileSync(join(ROOT, 'docs', 'generated', 'standing.md'), 'utf8') === standingPage(),
    'standing.md is not current',
  );
});
