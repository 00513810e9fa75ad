/**
 * `npm test`: sees to the set-up and runs everything there is to run, to the end, whatever fails on the way.
 * `node tools/test.mjs units stories` runs the named sections only.
 */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { ensureConsole } from './prepare/console.mjs';
import { ensureInstall, PROJECT } from './prepare/install.mjs';
import { chooseNode } from './prepare/node.mjs';
import { check, notRun, testFiles, tests, withEngine } from './prepare/sections.mjs';
import { findBrowser, hasPostgres15 } from './prepare/system.mjs';

const STORIES = ['areas', 'test/stories', 'test/sharding'];

/** In the order they run. `engine`: needs a database. */
const SECTIONS = {
  types: { run: (node) => check(node, 'typescript/bin/tsc', ['-p', 'tsconfig.json']) },
  format: { run: (node) => check(node, 'oxfmt/bin/oxfmt', ['--check', '.']) },
  lint: { run: (node) => check(node, 'oxlint/bin/oxlint', ['--deny-warnings']) },
  unused: { run: (node) => check(node, 'knip/bin/knip.js', ['--no-progress']) },
  boundaries: { engine: true, run: (node, env) => tests(node, ownTests(), env) },
  units: { engine: true, run: (node, env) => tests(node, testFiles(['domain', 'kit', 'db', 'device', 'apps']), env) },
  conformance: { engine: true, run: (node, env) => tests(node, testFiles(['test/conformance']), env) },
  stories: { engine: true, run: (node, env) => tests(node, testFiles(STORIES), env) },
  walks: { engine: true, run: walks },
  postgres15: { run: postgres15 },
};

/** The tests right in `test/`: boundaries and contract. */
function ownTests() {
  const folder = join(PROJECT, 'test');
  return readdirSync(folder)
    .filter((name) => name.endsWith('.test.ts'))
    .map((name) => join(folder, name));
}

async function walks(node, env) {
  const browser = await findBrowser();
  if (!browser) return notRun('no Chromium or Chrome was found. Install one or set CHROME_PATH.');
  await ensureConsole(node);
  return tests(node, testFiles(['test/walks']), { ...env, GATEHOUSE_CHROME: browser });
}

/** The oldest PostgreSQL that production may have: the same stories, and the migrations. */
async function postgres15(node) {
  if (!(await hasPostgres15()))
    return notRun('there is no PostgreSQL 15 on this machine (Debian: apt-get install postgresql-15).');
  const files = [join(PROJECT, 'db', 'migrate.test.ts'), ...testFiles(STORIES)];
  const counts = await withEngine(node, 15, (folder, url) => tests(node, files, { GATEHOUSE_TEST_DATABASE_URL: url }));
  return counts ?? notRun('PostgreSQL 15 did not start; the reason is above.');
}

async function runSection(name, node, env) {
  const start = Date.now();
  process.stdout.write(`\n== ${name} ==\n`);
  const counts = await SECTIONS[name].run(node, env);
  process.stdout.write(
    `-- ${name}: ${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped, ${((Date.now() - start) / 1000).toFixed(1)} s\n`,
  );
  return { name, ...counts };
}

async function runAll(names, node) {
  const results = [];
  for (const name of names.filter((one) => !SECTIONS[one].engine))
    if (name !== 'postgres15') results.push(await runSection(name, node, {}));
  const withDatabase = names.filter((one) => SECTIONS[one].engine);
  const databaseRan =
    withDatabase.length === 0 ||
    (await withEngine(node, undefined, async (folder) => {
      for (const name of withDatabase) results.push(await runSection(name, node, { GATEHOUSE_TEST_DATA: folder }));
      return true;
    }));
  if (!databaseRan) results.push({ name: 'engine', passed: 0, failed: 1, skipped: 0 });
  if (names.includes('postgres15')) results.push(await runSection('postgres15', node, {}));
  return results;
}

const names = process.argv.slice(2);
const unknown = names.filter((name) => !(name in SECTIONS));
if (unknown.length > 0) {
  process.stderr.write(`No such section: ${unknown.join(', ')}. There are ${Object.keys(SECTIONS).join(', ')}.\n`);
  process.exit(2);
}
await ensureInstall();
const chosen = Object.keys(SECTIONS).filter((name) => names.length === 0 || names.includes(name));
const results = await runAll(chosen, chooseNode());
const sum = (what) => results.reduce((total, one) => total + one[what], 0);
process.stdout.write('\n');
for (const { name, failed, skipped } of results) {
  if (failed > 0 || skipped > 0) process.stdout.write(`${name}: ${failed} failed, ${skipped} skipped\n`);
}
process.stdout.write(`${sum('passed')} passed, ${sum('failed')} failed, ${sum('skipped')} skipped\n`);
process.exitCode = sum('failed') > 0 ? 1 : 0;
