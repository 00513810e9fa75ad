/** The kinds of section a test run is made of: a checking program, or files of node's test runner. */
import { spawn } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { batchesOf, FILE_MS, writeBatches } from './batches.mjs';
import { PROJECT } from './install.mjs';
import { NODE_OPTIONS, nodeEnvironment } from './node.mjs';

/** Names the prepared data folders of walks to their processes (test/walks/prepared-folders.ts). */
export const WALK_FOLDERS = 'GATEHOUSE_WALK_FOLDERS';
/** Longest time one section may take; what hangs in it ends by its file's. */
const SECTION_MS = 3 * 60 * 60_000;

/** A section that could not run here. In CI that is a failure: there everything has to run. */
export function notRun(why) {
  process.stdout.write(`SKIPPED: ${why}\n`);
  return process.env.CI ? { passed: 0, failed: 1, skipped: 0 } : { passed: 0, failed: 0, skipped: 1 };
}

/** Runs one program of a package; it counts as one test. */
export async function check(node, program, args = []) {
  const code = await inTerminal(node, [join(PROJECT, 'node_modules', program), ...args]);
  return { passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1, skipped: 0 };
}

/**
 * How many test processes run in parallel: one for each core, and half as many more where they often wait for a
 * browser, a database or a device while their core is idle.
 */
export const lanesFor = (often, cores = availableParallelism()) =>
  Math.max(2, often === 'waiting' ? Math.ceil(cores * 1.5) : cores);

/**
 * Runs test files with node's own runner, the longest first.
 * @param env what these tests need besides the environment
 * @param inBatches several files in a process
 * @param lanes processes in parallel
 */
export async function tests(node, files, env = {}, { inBatches = false, lanes = lanesFor('computing') } = {}) {
  if (files.length === 0) return notRun('no test files were found');
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-totals-'));
  const [list, totals] = [join(folder, 'files.json'), join(folder, 'totals.json')];
  const known = durations();
  const ordered = longestFirst(files, known);
  const programs = inBatches ? writeBatches(folder, batchesOf(ordered, guessOf(known))) : ordered;
  writeFileSync(list, JSON.stringify(programs));
  const patience = inBatches ? SECTION_MS : FILE_MS;
  const runner = join(PROJECT, 'tools', 'prepare', 'run-tests.mjs');
  const args = [...NODE_OPTIONS, runner, list, totals, String(patience), String(lanes)];
  const code = await inTerminal(node, args, env);
  const { files: took = {}, ...counted } = readTotals(totals);
  const counts = { passed: 0, failed: 0, skipped: 0, ...counted };
  rmSync(folder, { recursive: true, force: true });
  remember(took);
  if (code !== 0 && counts.failed === 0) counts.failed = 1;
  return counts;
}

function readTotals(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return { failed: 1 };
  }
}

/**
 * How long each file took in a whole run, in milliseconds, for machines that never ran them; `npm run durations` writes
 * it.
 */
export const COMMITTED_DURATIONS = join(PROJECT, 'tools', 'prepare', 'durations.json');
/** How long each took when it last ran here; what never ran is guessed by its size. */
export const DURATIONS = join(PROJECT, 'node_modules', '.cache', 'gatehouse-durations.json');

function readDurations(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return {};
  }
}

const durations = () => ({ ...readDurations(COMMITTED_DURATIONS), ...readDurations(DURATIONS) });

function remember(took) {
  mkdirSync(join(DURATIONS, '..'), { recursive: true });
  writeFileSync(DURATIONS, JSON.stringify({ ...readDurations(DURATIONS), ...took }));
}

const guessOf = (known) => (file) => known[relative(PROJECT, file)] ?? statSync(file).size;

export function longestFirst(files, known = durations()) {
  const guess = guessOf(known);
  return files
    .map((file) => [guess(file), file])
    .sort(([a, one], [b, other]) => b - a || (one < other ? -1 : 1))
    .map(([, file]) => file);
}

function inTerminal(file, args, env = {}) {
  return new Promise((done) => {
    const child = spawn(file, args, {
      cwd: PROJECT,
      stdio: ['ignore', 'inherit', 'inherit'],
      env: nodeEnvironment(env),
      timeout: SECTION_MS,
    });
    child.on('error', (error) => {
      process.stdout.write(`${error.message}\n`);
      done(127);
    });
    child.on('close', (code) => done(code ?? 1));
  });
}

/**
 * Test files under the given folders, in a steady order.
 * @param places e.g. `['domain', 'test/stories']`, relative to the project
 */
export function testFiles(places) {
  return places.flatMap((place) => walk(join(PROJECT, place))).sort();
}

function walk(folder) {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return walk(path);
    return entry.name.endsWith('.test.ts') ? [path] : [];
  });
}

/** Does the work with a folder of its own, which others may pass through: an engine in it has another owner. */
export async function inFolder(prefix, work) {
  const folder = mkdtempSync(join(tmpdir(), prefix));
  chmodSync(folder, 0o711);
  try {
    return await work(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * The data folders that walks start from; where they could not be made, each walk makes its own. @returns whether they
 * stand
 */
export const makePreparedFolders = async (node, folder) =>
  (await inTerminal(node, [...NODE_OPTIONS, join(PROJECT, 'tools', 'prepare', 'walk-folders.ts'), folder])) === 0;

/**
 * A throw-away database server for as long as `work` runs.
 * @param major PostgreSQL version, or undefined for the one that comes with Gatehouse
 * @param work receives the folder and the URL
 */
export async function withEngine(node, major, work) {
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-test-'));
  chmodSync(folder, 0o711);
  const args = [
    ...NODE_OPTIONS,
    join(PROJECT, 'tools', 'prepare', 'test-engine.ts'),
    folder,
    ...(major ? [String(major)] : []),
  ];
  const holder = spawn(node, args, {
    cwd: PROJECT,
    env: nodeEnvironment(),
    stdio: ['pipe', 'pipe', 'inherit'],
    detached: true,
  });
  const ended = new Promise((done) => holder.on('close', done));
  const url = await Promise.race([
    new Promise((done) => holder.stdout.once('data', (line) => done(String(line).trim()))),
    ended.then(() => undefined),
  ]);
  try {
    return url === undefined ? undefined : await work(folder, url);
  } finally {
    holder.stdin.end();
    await ended;
  }
}
