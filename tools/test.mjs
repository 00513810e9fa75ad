/**
 * `npm test`: sees to the set-up and runs everything there is to run, to the end, whatever fails on the way. A part of
 * it goes by turns (tools/prepare/turns.mjs) and says what it left out.
 *
 *   npm test -- units stories      the named sections only
 *   npm test -- FILE…              the named test files only
 *   npm test -- --changed [BASE]   what a change since BASE can touch; `main` unless given
 *   npm test -- --all              everything, nothing by turns
 *   npm test -- --turn N           what an earlier run's turn N took
 *   npm test -- --seed N           property tests from seed N instead of the turn's
 */
import { existsSync, readdirSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { changedSince, defaultBase, touched } from './prepare/changed.mjs';
import { ensureConsole } from './prepare/console.mjs';
import { ensureInstall, PROJECT } from './prepare/install.mjs';
import { chooseNode } from './prepare/node.mjs';
import { openRoom } from './prepare/room.mjs';
import {
  check,
  inFolder,
  lanesFor,
  makePreparedFolders,
  notRun,
  testFiles,
  tests,
  WALK_FOLDERS,
  withEngine,
} from './prepare/sections.mjs';
import { findBrowser, hasPostgres15 } from './prepare/system.mjs';
import { isDue, runsAll, turnOf } from './prepare/turns.mjs';

const STORIES = ['areas', 'test/stories', 'test/sharding'];
const UNITS = ['domain', 'kit', 'db', 'device', 'apps'];

/** In the order they run. `engine`: needs a database. */
const SECTIONS = {
  types: { run: (node) => check(node, 'typescript/bin/tsc', ['-p', 'tsconfig.json']) },
  format: { run: (node) => check(node, 'oxfmt/bin/oxfmt', ['--check', '.']) },
  lint: { run: (node) => check(node, 'oxlint/bin/oxlint', ['--deny-warnings']) },
  unused: { run: (node) => check(node, 'knip/bin/knip.js', ['--no-progress']) },
  boundaries: { engine: true, files: ownTests, run: batched },
  units: { engine: true, files: () => testFiles(UNITS), run: batched },
  conformance: { engine: true, files: () => testFiles(['test/conformance']), run: inLanes },
  stories: { engine: true, files: () => testFiles(STORIES), run: stories },
  walks: { engine: true, files: () => testFiles(['test/walks']), run: walks },
  postgres15: { files: () => [join(PROJECT, 'db', 'migrate.test.ts'), ...testFiles(STORIES)], run: postgres15 },
};

/** The tests right in `test/`: boundaries and contract. */
function ownTests() {
  const folder = join(PROJECT, 'test');
  return readdirSync(folder)
    .filter((name) => name.endsWith('.test.ts'))
    .map((name) => join(folder, name));
}

/** Files that were named are run as they are, each in a process of its own. */
function batched(node, files, env) {
  return tests(node, files, env, { inBatches: named.length === 0 });
}

function stories(node, files, env) {
  return tests(node, files, env, { inBatches: named.length === 0, lanes: lanesFor('waiting') });
}

/** Their calls wait for the database one after another. */
function inLanes(node, files, env) {
  return tests(node, files, env, { lanes: lanesFor('waiting') });
}

async function walks(node, files, env) {
  const browser = await findBrowser();
  if (!browser) return notRun('no Chromium or Chrome was found. Install one or set CHROME_PATH.');
  await ensureConsole(node);
  const due = ofThisTurn(files, WALK_TURNS, EACH_TURN);
  return inFolder('gatehouse-walks-', async (folders) => {
    const furnished = due.length > 1 && (await makePreparedFolders(node, folders));
    const more = { GATEHOUSE_CHROME: browser, ...(furnished ? { [WALK_FOLDERS]: folders } : {}) };
    return tests(node, due, { ...env, ...more }, { lanes: lanesFor('waiting') });
  });
}

/**
 * Walks of every turn: money and cars, who may do what, and what sees all screens. The others try the finer ways of one
 * screen and are run in every third turn.
 */
const EACH_TURN =
  'a-car axe box driver handheld. homes login offline people roadside robot roles routes scripts shell sweep- tryout visit'
    .split(' ')
    .map((name) => `test/walks/${name}`);
/** Odd: languages and themes alternate from turn to turn, and a walk of every other turn would be seen in one alone. */
const WALK_TURNS = 3;

/**
 * What PostgreSQL 15 may take otherwise than 18: migrations, the parser's own statements, plans of new tables, copies
 * and back-ups, locks.
 */
const DIFFER = [
  'db/migrate.test.ts',
  'areas/report/server/template/',
  'areas/passage/server/new-month-plans.test.ts',
  'areas/passage/server/batched-queries.test.ts',
  'test/stories/back-up',
  'test/stories/migration.test.ts',
  'test/stories/report-statements.test.ts',
  'test/stories/at-once.test.ts',
  'test/sharding/',
];
/** The others are run there once in as many turns. */
const FIFTEEN_TURNS = 5;
const inProject = (file) => relative(PROJECT, file).replaceAll('\\', '/');

/**
 * Files that are due: those that begin with one of `always`, and of the others a part. All of them where files were
 * named or a change can touch them. Says what is left to other turns.
 */
function ofThisTurn(files, turns, always) {
  if (named.length > 0 || reached) return files;
  const due = files.filter(
    (file) => always.some((each) => inProject(file).startsWith(each)) || isDue(inProject(file), turns),
  );
  const left = files.filter((file) => !due.includes(file)).map(inProject);
  if (left.length > 0)
    process.stdout.write(
      `turn ${turnOf()}: ${left.length} of ${files.length} files run in another turn: ${left.join(' ')}\n`,
    );
  return due;
}

/** The oldest PostgreSQL that production may have: migrations, and the stories by turns. */
async function postgres15(node, files) {
  if (!(await hasPostgres15()))
    return notRun('there is no PostgreSQL 15 on this machine (Debian: apt-get install postgresql-15).');
  const due = ofThisTurn(files, FIFTEEN_TURNS, DIFFER);
  const counts = await withEngine(node, 15, (folder, url) => stories(node, due, { GATEHOUSE_TEST_DATABASE_URL: url }));
  return counts ?? notRun('PostgreSQL 15 did not start; the reason is above.');
}

async function runSection(name, node, env) {
  const start = Date.now();
  process.stdout.write(`\n== ${name} ==\n`);
  const { files, run } = SECTIONS[name];
  const counts = await (files ? run(node, files().filter(isWanted), env) : run(node, env));
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

function giveUp(why) {
  process.stderr.write(`${why}\n`);
  process.exit(2);
}

/** Options with a number, and what passes it to the processes of tests. */
const NUMBERED = { '--turn': 'GATEHOUSE_TEST_TURN', '--seed': 'GATEHOUSE_TEST_SEED' };

/** What the command line asks for: sections, test files, a base to compare with, turns. */
function readArguments(given) {
  const requested = { names: [], files: [], base: undefined };
  for (let at = 0; at < given.length; at += 1) {
    const each = given[at];
    if (each === '--all') process.env.GATEHOUSE_TEST_ALL = '1';
    else if (each in NUMBERED) {
      const number = given[(at += 1)];
      if (!/^\d+$/.test(number ?? '')) giveUp(`${each} needs a number.`);
      process.env[NUMBERED[each]] = number;
    } else if (each === '--changed') {
      const base = given[at + 1];
      requested.base = base && !base.startsWith('-') && !(base in SECTIONS) ? given[(at += 1)] : defaultBase();
    } else if (each in SECTIONS) requested.names.push(each);
    else if (each.endsWith('.test.ts') && existsSync(resolve(each))) requested.files.push(resolve(each));
    else giveUp(`No such section, test file or option: ${each}. Sections are ${Object.keys(SECTIONS).join(', ')}.`);
  }
  return requested;
}

const { names, files: named, base } = readArguments(process.argv.slice(2));
const changed = base && changedSince(base);
const reached =
  changed && new Set(touched([...new Set(Object.values(SECTIONS).flatMap(({ files }) => files?.() ?? []))], changed));
const isWanted = (file) => (named.length === 0 || named.includes(file)) && (!reached || reached.has(file));
/**
 * A section of its own program is run with the whole and by its name; one of files where any of its files is wanted.
 */
function isChosen(name) {
  if (names.length > 0 && !names.includes(name)) return false;
  const { files } = SECTIONS[name];
  if (named.length > 0) return name !== 'postgres15' && Boolean(files?.().some(isWanted));
  return !files || files().some(isWanted);
}
await ensureInstall();
const chosen = Object.keys(SECTIONS).filter(isChosen);
if (changed)
  process.stdout.write(
    `${changed.length} files differ from ${base.slice(0, 12)}; ${reached.size} test files can be touched by them.\n`,
  );
if (!runsAll()) process.stdout.write(`turn ${turnOf()} (npm test -- --all leaves nothing to other turns)\n`);
openRoom();
const results = await runAll(chosen, chooseNode());
const sum = (what) => results.reduce((total, one) => total + one[what], 0);
process.stdout.write('\n');
for (const { name, place, cause } of results.flatMap(({ failures = [] }) => failures))
  process.stdout.write(`✖ ${name} (${place})\n${cause}\n\n`);
for (const { name, failed, skipped } of results) {
  if (failed > 0 || skipped > 0) process.stdout.write(`${name}: ${failed} failed, ${skipped} skipped\n`);
}
process.stdout.write(`${sum('passed')} passed, ${sum('failed')} failed, ${sum('skipped')} skipped\n`);
process.exitCode = sum('failed') > 0 ? 1 : 0;
