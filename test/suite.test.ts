/** What a run of the suite leaves to another turn comes round, and what a change can touch is run. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';

const ROOT = join(import.meta.dirname, '..');
const from = (path: string): Promise<unknown> => import(new URL(`../tools/prepare/${path}`, import.meta.url).href);
const { isDue, partOf, turnOf } = (await from('turns.mjs')) as {
  isDue: (name: string, parts: number, turn: number, all: boolean) => boolean;
  partOf: (name: string, parts: number) => number;
  turnOf: (env: Record<string, string>, now: number) => number;
};
const { touched } = (await from('changed.mjs')) as {
  touched: (files: readonly string[], changed: readonly string[]) => string[];
};
const { longestFirst } = (await from('sections.mjs')) as {
  longestFirst: (files: readonly string[], known: Record<string, number>) => string[];
};
const files = globSync('{domain,kit,areas,device,apps,db,test}/**/*.test.ts', { cwd: ROOT }).map((each) =>
  join(ROOT, each),
);
const reach = (...changed: string[]): string[] => touched(files, changed).map((each) => each.slice(ROOT.length + 1));

test('every file is due exactly once in as many turns as there are parts, and always with --all', () => {
  for (const name of files) assert.equal([7, 8, 9].filter((turn) => isDue(name, 3, turn, false)).length, 1, name);
  assert.ok(files.every((name) => isDue(name, 3, 7, true)));
  const sizes = [0, 1, 2].map((part) => files.filter((name) => partOf(name, 3) === part).length);
  assert.ok(Math.min(...sizes) > files.length / 6, sizes.join());
});

test('the turn is the day unless it is given', () => {
  assert.equal(turnOf({}, Date.parse('1970-01-11T23:59:59Z')), 10);
  assert.equal(turnOf({ GATEHOUSE_TEST_TURN: '4' }, 0), 4);
});

test('a change runs the tests that import it, and those that start the whole product', () => {
  const fee = reach('domain/fee/bill.ts');
  assert.ok(fee.includes('domain/fee/engine.test.ts'));
  assert.ok(fee.some((file) => file.startsWith('areas/fee/')));
  assert.ok(fee.some((file) => file.startsWith('test/walks/')) && fee.some((file) => file.startsWith('test/stories/')));
  assert.ok(!fee.includes('kit/sheets/write/csv.test.ts'));
  assert.ok(fee.includes('test/conformance/kit.test.ts') || fee.includes('test/conformance/product.test.ts'));
});

test('a changed test runs alone, a changed package runs everything', () => {
  const alone = reach('kit/sheets/write/csv.test.ts');
  assert.deepEqual(
    alone.filter((file) => !/^test\/[^/]+$/.test(file)),
    ['kit/sheets/write/csv.test.ts'],
  );
  assert.equal(reach('package-lock.json').length, files.length);
  assert.deepEqual(
    reach('docs/glossary.md').filter((file) => !/^test\/[^/]+$/.test(file)),
    [],
  );
});

test('the longest file begins first', () => {
  const names = ['a', 'b', 'c'].map((each) => join(ROOT, each));
  assert.deepEqual(longestFirst(names, { a: 1, b: 3, c: 2 }), [names[1], names[2], names[0]]);
});

test('what failed is kept with its place and cause, the test that failed by another of its own left out', () => {
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-suite-'));
  const [file, list, totals] = ['broken.test.mjs', 'files.json', 'totals.json'].map((name) => join(folder, name));
  writeFileSync(
    file!,
    `import { test } from 'node:test';
test('outer', (story) => story.test('inner', () => { throw new Error('the cause'); }));
test('fine', () => {});`,
  );
  writeFileSync(list!, JSON.stringify([file]));
  const { NODE_TEST_CONTEXT: _, ...env } = process.env;
  const { status } = spawnSync(process.execPath, [join(ROOT, 'tools/prepare/run-tests.mjs'), list!, totals!, '60000'], {
    env,
  });
  const told = JSON.parse(readFileSync(totals!, 'utf8')) as {
    failures: { name: string; place: string; cause: string }[];
  };
  rmSync(folder, { recursive: true });
  assert.equal(status, 1);
  assert.deepEqual(
    told.failures.map(({ name }) => name),
    ['inner'],
  );
  assert.match(told.failures[0]!.place, /broken\.test\.mjs:2$/);
  assert.match(told.failures[0]!.cause, /^Error: the cause\n/);
});
