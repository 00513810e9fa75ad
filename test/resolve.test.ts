import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';

const project = join(import.meta.dirname, '..');
const hook = pathToFileURL(join(project, 'tools', 'prepare', 'resolve.mjs')).href;
const folders = ['apps', 'areas', 'bench', 'db', 'device', 'domain', 'kit', 'test', 'tools'];
const files = (folder: string, ends: RegExp): string[] =>
  readdirSync(join(project, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => ends.test(name))
    .map((name) => join(project, folder, name));

/** What `url` and format each import is given, by a process that has the hook and by one that has not. */
function led(specifiers: readonly (readonly [string, string])[], hooked: boolean): string[] {
  const script = `const { readFileSync } = await import('node:fs');
    const out = [];
    (await import('node:module')).registerHooks({ resolve(specifier, context, next) {
      const [from, name] = specifier.startsWith('ask:') ? JSON.parse(decodeURIComponent(specifier.slice(4))) : [];
      if (!from) return next(specifier, context);
      try { out.push(next(name, { ...context, parentURL: from }).url); } catch (error) { out.push(error.code); }
      return { url: 'data:text/javascript,', format: 'module', shortCircuit: true };
    } });
    for (const one of JSON.parse(readFileSync(0, 'utf8'))) await import('ask:' + encodeURIComponent(JSON.stringify(one)));
    process.stdout.write(JSON.stringify(out));`;
  const output = execFileSync(
    process.execPath,
    [...(hooked ? ['--import', hook] : []), '--input-type=module', '-e', script],
    { input: JSON.stringify(specifiers), cwd: project, maxBuffer: 1 << 26, env: { ...process.env, NODE_OPTIONS: '' } },
  );
  return JSON.parse(output.toString()) as string[];
}

const importsOf = (path: string): (readonly [string, string])[] =>
  [...readFileSync(path, 'utf8').matchAll(/^(?:import|export)\s[^;]*?from '([^'\n]+)'|^import '([^'\n]+)'/gm)].map(
    (found) => [pathToFileURL(path).href, (found[1] ?? found[2])!],
  );

test('every import of our sources leads where Node itself leads, whichever file asks first', () => {
  const specifiers = folders.flatMap((folder) => files(folder, /\.(ts|mjs)$/)).flatMap(importsOf);
  assert.ok(specifiers.length > 3_000, `${specifiers.length}`);
  assert.deepEqual(led(specifiers, true), led(specifiers, false));
});

test('every import within drizzle-orm leads where Node itself leads', () => {
  const specifiers = files('node_modules/drizzle-orm', /^(pg-core\/.*|node-postgres\/.*|[a-z-]+)\.js$/).flatMap(
    (path) =>
      [...readFileSync(path, 'utf8').matchAll(/from "([^"\n]+)"/g)].map(
        (found) => [pathToFileURL(path).href, found[1]!] as const,
      ),
  );
  assert.ok(specifiers.length > 300, `${specifiers.length}`);
  assert.deepEqual(led(specifiers, true), led(specifiers, false));
});

test('a missing import is reported as by Node, with the importer', () => {
  const [own, product] = [pathToFileURL(join(project, 'apps', 'server', 'run.ts')).href, '#areas/nowhere.ts'];
  const specifiers = [
    [own, './nowhere.ts'],
    [own, product],
    [own, 'node:nowhere'],
  ] as const;
  assert.deepEqual(led(specifiers.slice(0, 2), true), ['ERR_MODULE_NOT_FOUND', 'ERR_MODULE_NOT_FOUND']);
  assert.deepEqual(led(specifiers.slice(0, 2), true), led(specifiers.slice(0, 2), false));
  assert.equal(
    spawnSync(process.execPath, ['--import', hook, '--input-type=module', '-e', "import 'node:nowhere'"], {
      encoding: 'utf8',
    }).stderr.includes('ERR_UNKNOWN_BUILTIN_MODULE'),
    true,
  );
});

/**
 * Libraries that no call needs at the start, each with the files it is read in: together they were a quarter of a
 * start.
 */
const LATER = [
  '/@opentelemetry/',
  '/prom-client/',
  '/ajv/',
  '/pg-boss/',
  '/cron-parser/',
  '/qrcode/',
  '/mqtt/',
  '/alipay-sdk/',
  '/wechatpay-axios-plugin/',
  '/sm-crypto-v2/',
  '/libpg-query/',
  '/date-holidays/',
  'internal/deps/undici/undici',
];

test('a server that takes calls has read nothing that only some call, or the clock, needs', () => {
  const script = `const read = [];
    (await import('node:module')).registerHooks({ load: (url, context, next) => (read.push(url), next(url, context)) });
    await import('#apps/server/run.ts');
    const [{ httpServer }, { served }] = [await import('#apps/server/http.ts'), await import('#apps/server/areas.ts')];
    const app = await httpServer({ database: {}, served, whoIs: async () => null, logger: false });
    await app.ready();
    process.stdout.write(JSON.stringify([...read, ...process.moduleLoadList]));`;
  const output = execFileSync(process.execPath, ['--import', hook, '--input-type=module', '-e', script], {
    cwd: project,
    maxBuffer: 1 << 26,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const read = JSON.parse(output.toString()) as string[];
  assert.ok(read.length > 800 && read.some((url) => url.endsWith('/apps/server/http.ts')), `${read.length}`);
  assert.deepEqual(
    LATER.filter((name) => read.some((url) => url.includes(name))),
    [],
  );
});
