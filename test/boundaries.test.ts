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

/** `import … from 'x'` and `export … from 'x'`, `import 'x'`, `import('x')`. */
const IMPORT = [
  /^\s*(?:import|export)\b[^'";]*?\bfrom\s*['"]([^'"\n]+)['"]/gm,
  /^\s*import\s*['"]([^'"\n]+)['"]/gm,
  /\bimport\(\s*['"]([^'"\n]+)['"]\s*\)/g,
];

/** What a file imports: `kit/server/table.ts` for our own, the package's name for others'. */
function imports(file: string): string[] {
  const code = source.get(file)!.replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '');
  const names = IMPORT.flatMap((form) => [...code.matchAll(form)].map((found) => found[1]!));
  return names.map((name) =>
    name.startsWith('#')
      ? name.slice(1)
      : name.startsWith('.')
        ? posix.join(posix.dirname(file), name)
        : `package:${name}`,
  );
}

const MODELS = 'areas/[^/]+/model/';
const DOORS = 'areas/[^/]+/server/door\\.ts$';
const BROWSER_PACKAGES = 'package:(?!node:|drizzle|pg|fastify|@fastify|aedes|mqtt$)';
/** First rule whose pattern fits the file decides; `$1` is what its group caught. A test may also use what tests need. */
const RULES: [file: string, ...may: string[]][] = [
  ['^domain/', 'domain/'],
  ['^kit/declare/', 'domain/', 'kit/declare/', 'package:zod$'],
  ['^kit/server/', 'domain/', 'kit/declare/', 'kit/server/', 'db/', 'package:'],
  ['^kit/console/', 'domain/', 'kit/declare/', 'kit/console/', BROWSER_PACKAGES],
  // Sheets are read in a thread of their own, which knows no database. What is written is read back in the tests.
  ['^kit/sheets/read/[^/]+\\.test\\.ts$', 'kit/sheets/', 'kit/declare/', 'package:'],
  ['^kit/sheets/read/', 'kit/declare/', 'kit/sheets/[^/]+$', 'kit/sheets/read/', 'package:'],
  ['^kit/sheets/write/', 'domain/', 'kit/declare/', 'kit/sheets/[^/]+$', 'kit/sheets/write/', 'package:'],
  ['^kit/sheets/server/', 'domain/', 'kit/declare/', 'kit/server/', 'kit/sheets/', 'db/', 'package:'],
  ['^kit/files/', 'domain/', 'kit/declare/', 'kit/server/', 'kit/files/', 'package:'],
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
  // What is said on the wire, and the simulated city, know no broker; the rest of device/ is the gateway to it.
  // A virtual device is a client of the broker, as a real one is.
  ['^device/simulator/virtual-device\\.ts$', 'domain/', 'kit/declare/', MODELS, 'device/', 'package:'],
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
const FOR_TESTS = ['test/', 'db/', 'package:(node:|fast-check$)'];

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
  assert.equal(mayImport('domain/fee/x.test.ts', 'package:fast-check'), true);
});

test('JSX stands only under console/', () => {
  assert.deepEqual(
    files.filter((file) => file.endsWith('.tsx') && !file.split('/').includes('console')),
    [],
  );
});

/** The shortest way of imports among the servers' files from a file back to itself; null where there is none. */
function wayBack(start: string, leads: (file: string) => readonly string[]): string | null {
  const cameFrom = new Map<string, string>();
  const queue = [start];
  for (let file = queue.shift(); file !== undefined; file = queue.shift()) {
    for (const target of leads(file)) {
      if (target === start) {
        const way = [start];
        for (let each = file; each !== start; each = cameFrom.get(each)!) way.unshift(each);
        return [start, ...way].join(' -> ');
      }
      if (!cameFrom.has(target)) {
        cameFrom.set(target, file);
        queue.push(target);
      }
    }
  }
  return null;
}

test('no door leads back to itself', () => {
  const known = new Map(
    files
      .filter((file) => /^areas\/[^/]+\/server\//.test(file))
      .map((file) => [file, imports(file).filter((target) => /^areas\/[^/]+\/server\//.test(target))]),
  );
  assert.deepEqual(
    [...known.keys()]
      .filter((file) => new RegExp(`^${DOORS}`).test(file))
      .flatMap((door) => wayBack(door, (file) => known.get(file) ?? []) ?? []),
    [],
  );
  assert.equal(
    wayBack('a', (file) => ({ a: ['b', 'c'], b: ['b'], c: ['d'], d: ['a'] })[file] ?? []),
    'a -> c -> d -> a',
  );
});
