/** The kinds of section a test run is made of: a checking program, or files of node's test runner. */
import { spawn } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PROJECT } from './install.mjs';
import { NODE_OPTIONS, nodeEnvironment } from './node.mjs';

/** Longest time one test may take, and one section. */
const TEST_MS = 10 * 60_000;
const SECTION_MS = 45 * 60_000;

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
 * Runs test files with node's own runner.
 * @param env what these tests need besides the environment
 */
export async function tests(node, files, env = {}) {
  if (files.length === 0) return notRun('no test files were found');
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-totals-'));
  const totals = join(folder, 'totals.json');
  const reporters = ['spec', 'stdout', join(PROJECT, 'tools', 'prepare', 'totals.mjs'), totals];
  const flags = reporters.map((value, i) => `--test-reporter${i % 2 ? '-destination' : ''}=${value}`);
  const args = [...NODE_OPTIONS, '--test', '--test-concurrency=2', `--test-timeout=${TEST_MS}`, ...flags, ...files];
  const code = await inTerminal(node, args, env);
  const counts = { passed: 0, failed: 0, skipped: 0, ...readTotals(totals) };
  rmSync(folder, { recursive: true, force: true });
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

/**
 * A throw-away database server for as long as `work` runs.
 * @param major PostgreSQL version, or undefined for the one that comes with Gatehouse
 * @param work is told the folder and the URL
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
