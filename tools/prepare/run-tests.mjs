/**
 * Runs test files with node's runner in the order given (its command line would sort them), LANES of them in parallel.
 * Usage: `node tools/prepare/run-tests.mjs FILES.json TOTALS.json TIMEOUT_MS LANES`; totals, what failed and why, and
 * the time of each file are written as JSON.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { relative } from 'node:path';
import { run } from 'node:test';
import { spec } from 'node:test/reporters';
import { PROJECT } from './install.mjs';

const [list, totals, timeout, lanes] = process.argv.slice(2);
const counts = { passed: 0, failed: 0, skipped: 0, files: {}, failures: [] };
/** Enough of a failure to see what it was by the end of a long run alone. */
const CAUSE_LINES = 20;

const events = run({
  files: JSON.parse(readFileSync(list, 'utf8')),
  concurrency: Number(lanes),
  timeout: Number(timeout),
});
/** A file that shares its process is a suite there, known by its path. */
let inSuite = 0;
function timed({ name, nesting, details: { type, duration_ms: ms, error } }) {
  if (nesting === 1) inSuite += 1;
  if (nesting > 0 || type !== 'suite' || !name.endsWith('.test.ts')) return;
  counts.files[name] = Math.round(ms);
  if (inSuite === 0 && error === undefined) {
    counts.failed += 1;
    counts.failures.push({ name, place: name, cause: 'none of its tests ran in its own suite' });
  }
  inSuite = 0;
}
events.on('test:pass', timed);
events.on('test:fail', timed);
events.on('test:summary', ({ file, counts: of, duration_ms: ms }) => {
  if (file !== undefined) {
    if (file.endsWith('.test.ts')) counts.files[relative(PROJECT, file)] = Math.round(ms);
    return;
  }
  counts.passed = of.passed;
  counts.failed += of.failed + of.cancelled;
  counts.skipped = of.skipped + of.todo;
});
/** The last output of a process that ended by itself: the runner knows only its exit code. */
const lastWords = new Map();
events.on('test:stderr', ({ file, message }) => lastWords.set(file, message));
events.on('test:fail', ({ name, file, line, details: { error, type } }) => {
  if (error.failureType === 'subtestsFailed') return;
  if (type === 'suite') counts.failed += 1; // a file that cannot be loaded has no test to count
  const { cause: within = error.message, exitCode } = error;
  const cause = exitCode === undefined ? (within.stack ?? within) : `${within} ${lastWords.get(file) ?? ''}`;
  counts.failures.push({
    name,
    place: file === undefined ? '' : `${relative(PROJECT, file)}:${line}`,
    cause: String(cause).split('\n').slice(0, CAUSE_LINES).join('\n'),
  });
});
/**
 * Processes under way: reports come in the order the processes began, so that one that hangs holds back all others'.
 */
const underWay = new Set();
events.on('test:dequeue', ({ name, nesting }) => nesting === 0 && underWay.add(name));
events.on('test:complete', ({ name, nesting }) => nesting === 0 && underWay.delete(name));
/** Whoever waits for a section stops it one day: what it was at is the cause. */
process.on('SIGTERM', () => {
  counts.failed += 1;
  counts.failures.push({ name: 'stopped before its end', place: [...underWay].join(' '), cause: '' });
  writeFileSync(totals, JSON.stringify(counts));
  process.exit(1);
});
events.on('end', () => {
  writeFileSync(totals, JSON.stringify(counts));
  if (counts.failed > 0) process.exitCode = 1;
});
events.compose(spec).pipe(process.stdout);
