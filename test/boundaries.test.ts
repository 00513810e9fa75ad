/** Who may import whom. Every breach is printed as `FILE must not import TARGET`. */
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { test } from 'node:test';

const ROOT = join(import.meta.dirname, '..');
const FOLDERS = '{domain,kit,areas,device,apps,db,test,bench,tools}/**/*.{ts,tsx}';
const files = globSync(FOLDERS, { cwd: ROOT }).sort();
const source = new Map(files.map((file) => [file, readFileSync(join(ROOT, file), 'utf8')]));
/** A fixture is what several test files share. */
const isTest = (file: string) => /\.(test|fixture)\.tsx?$/.test(file);

/** `import … from 'x'` and `export … from 'x'`. */
const FROM = /^\s*(?:import|export)\b([^'";]*?)\bfrom\s*['"]([^'"\n]+)['"]/gm;
const BARE = /^\s*import\s*['"]([^'"\n]+)['"]/gm;
const LAZY = /\bimport\(\s*['"]([^'"\n]+)['"]\s*\)/g;

/** `value`: loaded with the file; `type`: for the compiler alone; `lazy`: loaded on demand. */
type Import = { readonly target: string; readonly kind: 'value' | 'type' | 'lazy' };

/** `import type …`, `export type …`, and braces that hold types alone. */
const forTypes = (clause: string): boolean =>
  /^\s*type\b/.test(clause) ||
  (/^\s*\{/.test(clause) &&
    clause
      .replace(/[{}]/g, '')
      .split(',')
      .filter((each) => each.trim() !== '')
      .every((each) => /^\s*type\s/.test(each)));

/** What code imports: `kit/server/table.ts` for our own, `package:` and the name for others'. */
function readImports(file: string, code: string): Import[] {
  const bare = code.replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '');
  const found = [
    ...[...bare.matchAll(FROM)].map(([, clause, name]) => ({ name, kind: forTypes(clause!) ? 'type' : 'value' })),
    ...[...bare.matchAll(BARE)].map(([, name]) => ({ name, kind: 'value' })),
    ...[...bare.matchAll(LAZY)].map(([, name]) => ({ name, kind: 'lazy' })),
  ] as { name: string; kind: Import['kind'] }[];
  return found.map(({ name, kind }) => ({
    kind,
    target: name.startsWith('#')
      ? name.slice(1)
      : name.startsWith('.')
        ? posix.join(posix.dirname(file), name)
        : `package:${name}`,
  }));
}

const known = new Map<string, readonly Import[]>();
function importsOf(file: string): readonly Import[] {
  const found = known.get(file) ?? readImports(file, source.get(file)!);
  known.set(file, found);
  return found;
}

const imports = (file: string): string[] => importsOf(file).map(({ target }) => target);

const MODELS = 'areas/[^/]+/model/';
const DOORS = 'areas/[^/]+/server/door\\.ts$';
const BROWSER_PACKAGES = 'package:(?!node:|drizzle|pg|fastify|@fastify|aedes|mqtt$)';
/**
 * First rule whose pattern fits the file decides; `$1` is what its group caught. A test may also use what tests need.
 */
const RULES: [file: string, ...may: string[]][] = [
  ['^domain/', 'domain/'],
  ['^kit/declare/', 'domain/', 'kit/declare/', 'package:zod$'],
  ['^kit/server/', 'domain/', 'kit/declare/', 'kit/server/', 'package:'],
  ['^kit/console/', 'domain/', 'kit/declare/', 'kit/console/', BROWSER_PACKAGES],
  // Sheets are read in a thread of their own, which knows no database. What is written is read back in the tests.
  ['^kit/sheets/read/[^/]+\\.test\\.ts$', 'kit/sheets/', 'kit/declare/', 'package:'],
  ['^kit/sheets/read/', 'kit/declare/', 'kit/sheets/[^/]+$', 'kit/sheets/read/', 'package:'],
  ['^kit/sheets/write/', 'domain/', 'kit/declare/', 'kit/sheets/[^/]+$', 'kit/sheets/write/', 'package:'],
  ['^kit/sheets/server/', 'domain/', 'kit/declare/', 'kit/server/', 'kit/sheets/', 'package:'],
  ['^kit/area/', 'kit/area/', 'kit/declare/', 'kit/server/', 'kit/sheets/server/', 'kit/files/', 'package:node:'],
  ['^kit/files/', 'domain/', 'kit/declare/', 'kit/server/', 'kit/files/', 'package:'],
  ['^kit/config/', 'domain/', 'kit/declare/', 'kit/server/', 'kit/config/', 'package:'],
  ['^kit/live/', 'kit/declare/', 'kit/console/', 'kit/live/', BROWSER_PACKAGES],
  ['^areas/[^/]+/model/', 'domain/', 'kit/declare/', MODELS, 'package:zod$'],
  [
    '^areas/([^/]+)/server/',
    'domain/',
    'kit/declare/',
    'kit/server/',
    'kit/sheets/',
    'kit/files/',
    MODELS,
    'kit/area/',
    'areas/$1/server/',
    DOORS,
    'package:(?!react|antd|@ant-design)',
  ],
  [
    '^areas/([^/]+)/console/',
    'domain/',
    'kit/declare/',
    'kit/console/',
    'kit/live/',
    MODELS,
    'areas/$1/console/',
    BROWSER_PACKAGES,
  ],
  // Wire messages and the simulated city know no broker; the rest of device/ is the gateway to it.
  // A virtual device is a client of the broker, as a real one is.
  ['^device/simulator/(virtual-device|live-ear)\\.ts$', 'domain/', 'kit/declare/', MODELS, 'device/', 'package:'],
  [
    '^device/(messages/|simulator/|codec|topics)',
    'domain/',
    'kit/declare/',
    MODELS,
    'device/',
    'package:(?!mqtt$|aedes$)',
  ],
  ['^device/', 'domain/', 'kit/declare/', MODELS, 'device/', 'package:'],
  // The list of all tables is put together like an app.
  ['^db/schema\\.ts$', '(?!test/|bench/|tools/)'],
  // The demo makes its past by the areas' own writers.
  ['^db/demo/', '(?!test/|bench/|tools/)'],
  ['^db/', 'domain/', 'kit/declare/', 'kit/server/', 'kit/files/', MODELS, DOORS, 'device/', 'db/', 'package:'],
  ['^apps/', '(?!test/|bench/|tools/)'],
  ['^(test|bench|tools)/', ''],
];
/** fast-check comes with the turn's seed, through `test/property.ts`. */
const FOR_TESTS = ['test/', 'db/', 'package:node:'];

function mayImport(file: string, target: string): boolean {
  if (isTest(target) && !isTest(file)) return false;
  const found = RULES.map(([pattern, ...may]) => ({ own: new RegExp(pattern).exec(file), may })).find(({ own }) => own);
  const may = [...(found?.may ?? []), ...(isTest(file) ? FOR_TESTS : [])];
  return may.some((pattern) => new RegExp(`^${pattern.replace('$1', found?.own?.[1] ?? '')}`).test(target));
}

test('every file imports only what its folder may', () => {
  assert.ok(files.length > 50, 'the pattern finds the sources');
  const breaches = files.flatMap((file) =>
    imports(file)
      .filter((target) => !mayImport(file, target))
      .map((target) => `${file} must not import ${target.replace('package:', '')}`),
  );
  assert.deepEqual(breaches, []);
});

test('the rules refuse what they are there for', () => {
  const refused: [string, string][] = [
    ['domain/fee/x.ts', 'package:node:fs'],
    ['kit/declare/x.ts', 'kit/server/table.ts'],
    ['areas/access/model/user.ts', 'package:drizzle-orm'],
    ['areas/access/console/x.tsx', 'kit/server/table.ts'],
    ['areas/access/console/x.tsx', 'areas/access/server/door.ts'],
    ['areas/access/console/x.tsx', 'package:drizzle-orm'],
    ['areas/access/server/x.ts', 'areas/org/server/tree.ts'],
    ['areas/access/server/x.ts', 'apps/server/main.ts'],
    ['kit/console/list.tsx', 'areas/org/model/company.ts'],
    ['device/simulator/x.ts', 'package:mqtt'],
    ['domain/fee/x.test.ts', 'package:zod'],
    ['domain/fee/x.test.ts', 'package:fast-check'],
    ['kit/server/x.ts', 'test/postgres.ts'],
    ['kit/server/crud.ts', 'kit/sheets/server/export.ts'],
    ['kit/server/generic.ts', 'kit/files/quota.ts'],
    ['kit/sheets/read/x.ts', 'kit/server/table.ts'],
    ['kit/sheets/write/x.ts', 'kit/server/db.ts'],
    ['kit/sheets/server/x.ts', 'kit/console/ask.ts'],
    ['kit/files/x.ts', 'kit/sheets/server/export.ts'],
    ['kit/live/live.ts', 'kit/server/db.ts'],
    ['kit/console/list-page.tsx', 'kit/live/live.ts'],
    ['domain/fee/x.ts', 'domain/fee/y.fixture.ts'],
  ];
  for (const [file, target] of refused) assert.equal(mayImport(file, target), false, `${file} -> ${target}`);
  assert.equal(mayImport('areas/access/server/x.ts', 'areas/org/server/door.ts'), true);
  assert.equal(mayImport('domain/fee/x.test.ts', 'test/property.ts'), true);
});

test('JSX stands only under console/', () => {
  assert.deepEqual(
    files.filter((file) => file.endsWith('.tsx') && !file.split('/').includes('console')),
    [],
  );
});

/** The shortest way from a place back to itself; null where there is none. */
function wayBack(start: string, leads: (place: string) => Iterable<string>): string | null {
  const cameFrom = new Map<string, string>();
  const queue = [start];
  for (let place = queue.shift(); place !== undefined; place = queue.shift()) {
    for (const target of leads(place)) {
      if (target === start) {
        const way = [start];
        for (let each = place; each !== start; each = cameFrom.get(each)!) way.unshift(each);
        return [start, ...way].join(' -> ');
      }
      if (!cameFrom.has(target)) {
        cameFrom.set(target, place);
        queue.push(target);
      }
    }
  }
  return null;
}

/** Each circle of a graph once, by its first member. */
function circles(graph: ReadonlyMap<string, Iterable<string>>): string[] {
  const found = new Map<string, string>();
  for (const start of [...graph.keys()].sort()) {
    const way = wayBack(start, (place) => graph.get(place) ?? []);
    const members = [...new Set(way?.split(' -> '))].sort().join(' ');
    if (way && !found.has(members)) found.set(members, way);
  }
  return [...found.values()];
}

/** Groups of places that all lead to each other, each as its members with a blank between. */
function knots(graph: ReadonlyMap<string, Iterable<string>>): string[] {
  const reached = (start: string): Set<string> => {
    const seen = new Set<string>();
    const queue = [start];
    for (let place = queue.pop(); place !== undefined; place = queue.pop())
      for (const target of graph.get(place) ?? [])
        if (!seen.has(target)) {
          seen.add(target);
          queue.push(target);
        }
    return seen;
  };
  const inCircle = new Map(
    [...graph.keys()].map((place) => [place, reached(place)] as const).filter(([place, seen]) => seen.has(place)),
  );
  return [
    ...new Set(
      [...inCircle].map(([place, seen]) =>
        [...seen]
          .filter((each) => inCircle.get(each)?.has(place))
          .sort()
          .join(' '),
      ),
    ),
  ].sort();
}

/** Imports folded into what `placeOf` calls the files' places; files of no place are left out. */
function graphOf(
  placeOf: (file: string) => string | null,
  kinds?: readonly Import['kind'][],
): Map<string, Set<string>> {
  const graph = new Map<string, Set<string>>();
  for (const file of files) {
    const from = isTest(file) ? null : placeOf(file);
    if (from === null) continue;
    const targets = graph.get(from) ?? new Set();
    graph.set(from, targets);
    for (const { target, kind } of importsOf(file)) {
      const to = source.has(target) && (!kinds || kinds.includes(kind)) ? placeOf(target) : null;
      if (to !== null && to !== from) targets.add(to);
    }
  }
  return graph;
}

test('the finder of circles finds them, and each once', () => {
  assert.equal(
    wayBack('a', (file) => ({ a: ['b', 'c'], b: ['b'], c: ['d'], d: ['a'] })[file] ?? []),
    'a -> c -> d -> a',
  );
  const graph = new Map(Object.entries({ a: ['b'], b: ['c', 'a'], c: ['d'], d: [] }));
  assert.deepEqual(circles(graph), ['a -> b -> a']);
  const kindsOf = (code: string) => readImports('areas/x/server/y.ts', code).map(({ kind }) => kind);
  assert.deepEqual(kindsOf("import type { A } from './a.ts';\nimport { type B } from './b.ts';"), ['type', 'type']);
  assert.deepEqual(kindsOf("import { a, type A } from './a.ts';\nexport { b } from './b.ts';"), ['value', 'value']);
  assert.deepEqual(kindsOf("import './a.ts';\nconst b = () => import('./b.ts');"), ['value', 'lazy']);
});

test("no areas' server sides lead back to each other, by whatever kind of import", () => {
  const graph = graphOf((file) => /^areas\/([^/]+)\/server\//.exec(file)?.[1] ?? null);
  assert.ok(graph.size > 10, 'the pattern finds the areas');
  assert.deepEqual(circles(graph), []);
});

test('kit knows no db', () => {
  const graph = graphOf((file) => /^(kit|db)\//.exec(file)?.[1] ?? null);
  assert.deepEqual([...graph.get('kit')!], []);
});

test('no file needs itself to be loaded', () => {
  assert.deepEqual(circles(graphOf((file) => file, ['value'])), []);
});

/** `kit/declare`, `areas/fee/console`: files of one module have one subject. */
const moduleOf = (file: string): string =>
  file
    .split('/')
    .slice(0, file.startsWith('areas/') ? 3 : 2)
    .join('/');

test('files lead to each other by types, or load each other later, within one module alone', () => {
  const found = knots(graphOf((file) => file));
  assert.deepEqual(
    found.filter((knot) => new Set(knot.split(' ').map(moduleOf)).size > 1),
    [],
  );
});

test('dialogs, side panels, buttons and pickers of dates are the console kit’s own, one of each', () => {
  const own = /import \{[^}]*\b(Modal|Drawer|Button|DatePicker|TimePicker)\b[^}]*\} from 'antd'/;
  const makes = files.filter((file) => own.test(source.get(file)!));
  assert.deepEqual(makes, ['kit/console/dialog.tsx', 'kit/console/filter-dates.tsx', 'kit/console/input-times.tsx']);
});
