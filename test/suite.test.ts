/** What a run of the suite leaves to another turn comes round, and what a change can touch is run. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
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
const { importsOf, touched } = (await from('changed.mjs')) as {
  importsOf: (file: string) => string[];
  touched: (files: readonly string[], changed: readonly string[]) => string[];
};
const { batchesOf, writeBatches } = (await from('batches.mjs')) as {
  batchesOf: (
    files: readonly string[],
    guess: (file: string) => number,
    imports?: (file: string) => string[],
  ) => string[][];
  writeBatches: (
    folder: string,
    batches: readonly (readonly string[])[],
    limits?: { fileMs?: number; closingMs?: number },
  ) => string[];
};
const { lanesFor, longestFirst } = (await from('sections.mjs')) as {
  lanesFor: (often: 'computing' | 'waiting', cores: number) => number;
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

test('tests that wait share a core by three for two, those that compute have one each', () => {
  assert.deepEqual(
    [1, 2, 4].map((cores) => [lanesFor('computing', cores), lanesFor('waiting', cores)]),
    [
      [2, 2],
      [2, 3],
      [4, 6],
    ],
  );
});

test('every variable that the runner sets for tests is read by them', () => {
  const runner = readFileSync(join(ROOT, 'tools/test.mjs'), 'utf8');
  const read = globSync(['test/**/*.ts', 'tools/prepare/*.mjs'], { cwd: ROOT })
    .filter((file) => file !== 'test/suite.test.ts')
    .map((file) => readFileSync(join(ROOT, file), 'utf8'))
    .join('');
  const names = [...new Set([...runner.matchAll(/GATEHOUSE_\w+/g)].map(([name]) => name))];
  assert.ok(names.length > 3);
  assert.deepEqual(
    names.filter((name) => !read.includes(name)),
    [],
  );
});

test('a run’s files lie in memory where it has room and runs programs, else where the machine keeps such files', async () => {
  const { inMemory } = (await from('room.mjs')) as {
    inMemory: (mounts: string, meminfo: string, freeBytes: () => number) => string | undefined;
  };
  const [mount, plenty] = ['tmpfs /dev/shm tmpfs rw,relatime 0 0\n', 'MemTotal: 9\nMemAvailable:   16000000 kB\n'];
  const free = (gb: number) => () => gb * 1024 ** 3;
  assert.equal(inMemory(`proc /proc proc rw 0 0\n${mount}`, plenty, free(16)), '/dev/shm');
  const others: readonly (readonly [string, string, number])[] = [
    [mount, plenty, 0.06],
    [mount, 'MemAvailable:    3000000 kB\n', 16],
    [mount, '', 16],
    ['shm /dev/shm tmpfs rw,nosuid,nodev,noexec 0 0\n', plenty, 16],
    ['/dev/vda /dev/shm ext4 rw 0 0\n', plenty, 16],
    ['', plenty, 16],
  ];
  for (const [mounts, meminfo, gb] of others) assert.equal(inMemory(mounts, meminfo, free(gb)), undefined, mounts);
});

test('a run is given a folder of its own, which goes with it; what killed runs left is dropped, what others use is not', () => {
  const parent = mkdtempSync(join(tmpdir(), 'gatehouse-rooms-'));
  const ended = spawnSync(process.execPath, ['-e', '']).pid;
  const [left, used] = [join(parent, `gatehouse-run-${ended}-a`), join(parent, `gatehouse-run-${process.pid}-b`)];
  for (const each of [left, used]) mkdirSync(join(each, 'walk'), { recursive: true });
  const script = `import { openRoom } from './tools/prepare/room.mjs'; import { tmpdir } from 'node:os';
    import { existsSync } from 'node:fs'; const room = openRoom(process.env.ROOMS);
    process.stdout.write(JSON.stringify([room, tmpdir(), existsSync(room)]));`;
  const { stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', script], {
    cwd: ROOT,
    encoding: 'utf8',
    env: { ...process.env, ROOMS: parent },
  });
  const [room, temporary, stood] = JSON.parse(stdout) as [string, string, boolean];
  assert.deepEqual([temporary, stood, existsSync(room)], [room, true, false]);
  assert.deepEqual([existsSync(left), existsSync(used)], [false, true]);
  rmSync(parent, { recursive: true, force: true });
});

test('the walks find the folders that are prepared for them', async () => {
  const { WALK_FOLDERS } = (await from('sections.mjs')) as { WALK_FOLDERS: string };
  const { hasPrepared } = await import('./walks/prepared-folders.ts');
  assert.equal(hasPrepared(), false);
  process.env[WALK_FOLDERS] = '/prepared';
  assert.equal(hasPrepared(), true);
  delete process.env[WALK_FOLDERS];
});

test('sorting files into processes reads each file once, not once for each test', () => {
  const read: string[] = [];
  batchesOf(
    files,
    () => 1,
    (file) => {
      read.push(file);
      return importsOf(file);
    },
  );
  assert.ok(read.length > files.length);
  assert.equal(new Set(read).size, read.length);
});

test('the longest file begins first', () => {
  const names = ['a', 'b', 'c'].map((each) => join(ROOT, each));
  assert.deepEqual(longestFirst(names, { a: 1, b: 3, c: 2 }), [names[1], names[2], names[0]]);
});

type Totals = { passed: number; failed: number; failures: { name: string; place: string; cause: string }[] };

/** Runs programs of tests as a section does. */
function runTests(
  programs: readonly string[],
  folder: string,
  stopMs?: number,
): { status: number | null; totals: Totals } {
  const [list, totals] = ['files.json', 'totals.json'].map((name) => join(folder, name));
  writeFileSync(list!, JSON.stringify(programs));
  const { NODE_TEST_CONTEXT: _, ...env } = process.env;
  const { status } = spawnSync(
    process.execPath,
    [join(ROOT, 'tools/prepare/run-tests.mjs'), list!, totals!, '60000', '2'],
    {
      env,
      ...(stopMs === undefined ? {} : { timeout: stopMs }),
    },
  );
  return { status, totals: JSON.parse(readFileSync(totals!, 'utf8')) as Totals };
}

function inFolder(written: Record<string, string>, work: (paths: string[], folder: string) => void): void {
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-suite-'));
  for (const [name, text] of Object.entries(written)) writeFileSync(join(folder, name), text);
  try {
    work(
      Object.keys(written).map((name) => join(folder, name)),
      folder,
    );
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const broken = `import { test } from 'node:test';
test('outer', (story) => story.test('inner', () => { throw new Error('the cause'); }));
test('fine', () => {});`;

test('what failed is kept with its place and cause, the test that failed by another of its own left out', () => {
  inFolder({ 'broken.test.mjs': broken }, (paths, folder) => {
    const { status, totals } = runTests(paths, folder);
    assert.equal(status, 1);
    assert.deepEqual(
      totals.failures.map(({ name }) => name),
      ['inner'],
    );
    assert.match(totals.failures[0]!.place, /broken\.test\.mjs:2$/);
    assert.match(totals.failures[0]!.cause, /^Error: the cause\n/);
  });
});

test('batches hold every file once and take about the same time each; a longer file has fewer beside it', () => {
  const names = Array.from({ length: 48 }, (_, nth) => join(ROOT, `${nth}`));
  const batches = batchesOf(names, (file) => (file === names[0] ? 50 : 1));
  assert.deepEqual(batches.flat().toSorted(), names.toSorted());
  assert.deepEqual([batches.length, batches[0]], [8, [names[0]]]);
  assert.ok(batches.slice(1).reduce((sum, { length }) => sum + length, 0) === 47);
});

test('a file that waits while it loads is alone in its process, and so is one that imports it', () => {
  const fine = `import { test } from 'node:test';\ntest('fine', () => {});`;
  const written = {
    'a.test.mjs': fine,
    'b.test.mjs': `import './waits.mjs';\n${fine}`,
    'c.test.mjs': `import './between.mjs';\n${fine}`,
    'between.mjs': `export { late } from './waits.mjs';`,
    'waits.mjs': `export const late = await Promise.resolve(1);`,
  };
  inFolder(written, ([a, b, c]) => {
    const sharing = Array.from({ length: 30 }, (_, nth) => join(ROOT, `${nth}`));
    const batches = batchesOf([a!, b!, c!, ...sharing], (file) => (file.endsWith('a.test.mjs') ? 0 : 1));
    assert.ok(batches.some((batch) => batch.includes(a!) && batch.length > 1));
    for (const file of [b!, c!]) assert.ok(batches.some((batch) => batch.length === 1 && batch[0] === file));
  });
});

test('no fixture keeps rows of its own beside a product: files that share a process would see each other’s', () => {
  const shared = globSync('{domain,kit,areas,device,apps,db,test}/**/*.fixture.ts', { cwd: ROOT }).flatMap((file) =>
    readFileSync(join(ROOT, file), 'utf8')
      .split('\n')
      .filter((line) => /^(export )?const \w+(: [^=]+)? = new (Map|Set)\b/.test(line))
      .filter((line) => !line.includes('Readonly'))
      .map((line) => `${file}: ${line}`),
  );
  assert.deepEqual(shared, []);
});

test('files of a batch have hooks of their own, and one that cannot be loaded fails while the others run', () => {
  const hooked = (name: string) => `import { after, before, test } from 'node:test';
before(() => { globalThis.inside = (globalThis.inside ?? 0) + 1; });
after(() => { globalThis.inside -= 1; });
test('${name}', () => { if (globalThis.inside !== 1) throw new Error(String(globalThis.inside)); });`;
  inFolder(
    {
      'a.test.mjs': hooked('a'),
      'b.test.mjs': `import './missing.mjs';`,
      'c.test.mjs': hooked('c'),
      'd.test.mjs': broken,
    },
    (paths, folder) => {
      const { status, totals } = runTests(writeBatches(folder, [paths]), folder);
      assert.equal(status, 1);
      assert.deepEqual(
        [totals.passed, totals.failures.map(({ name }) => name.replace(/^.*\//, ''))],
        [3, ['b.test.mjs', 'inner']],
      );
      assert.ok(totals.failed >= 2);
    },
  );
});

test('a file of a batch is loaded when its turn comes, so that what it takes for now is now', () => {
  const slow = `import { test } from 'node:test';
test('slow', async () => { await new Promise((then) => setTimeout(then, 300)); globalThis.through = Date.now(); });`;
  const timed = `import { test } from 'node:test';
const T = Date.now();
test('timed', () => { if (!(T >= globalThis.through)) throw new Error('loaded before the file ahead of it was through'); });`;
  inFolder({ 'a.test.mjs': slow, 'b.test.mjs': timed, 'c.test.mjs': timed }, (paths, folder) => {
    const { totals } = runTests(writeBatches(folder, [paths]), folder);
    assert.deepEqual([totals.passed, totals.failures], [3, []]);
  });
});

test('a hook that fails keeps no file behind it from running', () => {
  const failing = `import { after, before, test } from 'node:test';
before(() => { throw new Error('before'); });
after(() => { throw new Error('after'); });
test('fine', () => {});`;
  const fine = `import { test } from 'node:test';\ntest('fine', () => {});`;
  inFolder({ 'a.test.mjs': failing, 'b.test.mjs': fine }, (paths, folder) => {
    const { status, totals } = runTests(writeBatches(folder, [paths]), folder);
    assert.deepEqual([status, totals.passed], [1, 1]);
  });
});

const hangs = `import { test } from 'node:test';
test('hangs', () => { setInterval(() => {}, 1000); return new Promise(() => {}); });`;

test('a file that hangs fails by its name, those behind it run, and what it left open does not keep the process', () => {
  inFolder(
    { 'a.test.mjs': hangs, 'b.test.mjs': `import { test } from 'node:test';\ntest('fine', () => {});` },
    (paths, folder) => {
      const { status, totals } = runTests(writeBatches(folder, [paths], { fileMs: 500, closingMs: 200 }), folder);
      assert.deepEqual([status, totals.passed], [1, 1]);
      assert.ok(totals.failures.some(({ place }) => place.includes('a.test.mjs')));
      assert.ok(totals.failures.every(({ place }) => !place.includes('b.test.mjs')));
    },
  );
});

test('a hook that hangs ends its process, and the failure names its file', () => {
  const after = `import { after, test } from 'node:test';
after(() => { setInterval(() => {}, 1000); return new Promise(() => {}); });
test('fine', () => {});`;
  inFolder(
    { 'a.test.mjs': after, 'b.test.mjs': `import { test } from 'node:test';\ntest('fine', () => {});` },
    (paths, folder) => {
      const { status, totals } = runTests(writeBatches(folder, [paths], { fileMs: 500, closingMs: 200 }), folder);
      assert.equal(status, 1);
      assert.match(totals.failures.map(({ cause }) => cause).join('\n'), /a\.test\.mjs hangs/);
    },
  );
});

test('a process that stays after its last test is ended and counts as failed', () => {
  const leaves = `import { test } from 'node:test';\ntest('fine', () => { setInterval(() => {}, 1000); });`;
  inFolder({ 'a.test.mjs': leaves }, (paths, folder) => {
    const { status, totals } = runTests(writeBatches(folder, [paths], { closingMs: 200 }), folder);
    assert.deepEqual([status, totals.passed, totals.failed], [1, 1, 1]);
  });
});

test('a section that is stopped says which programs were under way', () => {
  inFolder({ 'a.test.mjs': hangs }, (paths, folder) => {
    const { status, totals } = runTests(paths, folder, 3_000);
    assert.equal(status, 1);
    assert.match(totals.failures[0]!.place, /a\.test\.mjs/);
  });
});
