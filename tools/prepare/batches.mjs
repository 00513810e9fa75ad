/**
 * Test files that share a process. Loading the product takes longer than most files' tests: what was loaded for one
 * file serves the next ones. Each file is a suite of its own there, with its own hooks, one after the other. It is
 * loaded when its turn comes: a time of day taken while it loads would be minutes old where all are loaded first.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import { importsOf } from './changed.mjs';
import { PROJECT } from './install.mjs';

const FILES_IN_A_BATCH = 12;
/**
 * Longest time one file may take; the walk of all screens takes six minutes on two cores. A file that hangs then fails by
 * its name, and those behind it are run.
 */
export const FILE_MS = 20 * 60_000;
/** How long a process may stay once its tests are through. */
const CLOSING_MS = 60_000;
/** Fewer would leave a core without work at the end. */
const LEAST_BATCHES = 8;

/** Files that make their process something else, a browser for one, or say so, are alone in it. */
const CHANGES_ALL = /\bglobalThis\b|browser\.fixture|^\/\/ Runs alone: /m;
/**
 * A file that awaits while it loads, or imports one that does, leaves its suite meanwhile: its tests would stand among
 * those of the next one.
 */
const WAITS = /^(?:export )?(?:(?:const|let)\s[^=]*=\s*\(?\s*)?await\s/m;
/** What awaits while it loads and stands behind most files is there before the first of them. */
const BEFORE = [join(PROJECT, 'test', 'sharding', 'check.ts')];
const url = (file) => JSON.stringify(pathToFileURL(file).href);

const read = (file) => (existsSync(file) ? readFileSync(file, 'utf8') : ''); // the runner reports that it is missing

/** Of the given files those that await while they load, or import one that does, however far away. */
function waitingOf(files, imports) {
  const importers = new Map();
  const waiting = new Set();
  const seen = new Set(BEFORE);
  for (const found = [...files]; found.length > 0;) {
    const file = found.pop();
    if (seen.has(file)) continue;
    seen.add(file);
    if (WAITS.test(read(file))) waiting.add(file);
    for (const each of imports(relative(PROJECT, file)).map((path) => join(PROJECT, path))) {
      importers.set(each, [...(importers.get(each) ?? []), file]);
      found.push(each);
    }
  }
  for (const file of waiting) for (const each of importers.get(file) ?? []) waiting.add(each);
  return waiting;
}

/**
 * Shares files out to batches of about the same time.
 * @param files the longest first
 * @param guess how long a file takes
 * @param imports what a file of the project imports; called once for each file, not once for each test that reaches it
 * @returns lists of files, the longest first; what stands alone is a list by itself
 */
export function batchesOf(files, guess, imports = importsOf) {
  const waiting = waitingOf(files, imports);
  const isAlone = (file) => waiting.has(file) || CHANGES_ALL.test(read(file));
  const shared = files.filter((file) => !isAlone(file));
  const count = Math.min(shared.length, Math.max(LEAST_BATCHES, Math.ceil(shared.length / FILES_IN_A_BATCH)));
  const batches = Array.from({ length: count }, () => ({ files: [], sum: 0 }));
  for (const file of shared) {
    const batch = batches.reduce((least, each) => (each.sum < least.sum ? each : least));
    batch.files.push(file);
    batch.sum += guess(file);
  }
  const alone = files.filter(isAlone).map((file) => ({ files: [file], sum: guess(file) }));
  return [...batches, ...alone].sort((a, b) => b.sum - a.sum).map((batch) => batch.files);
}

/**
 * Ends the process where a file hangs, in a hook of its own say, which no timeout of the runner ends, or where a test
 * left something open that would keep the process, and with it the whole run, for good.
 */
const watch = (fileMs, closingMs) => `let clock;
function expect(what, ms) {
  clearTimeout(clock);
  clock = setTimeout(() => {
    console.error(what + ', open: ' + process.getActiveResourcesInfo().join(' '));
    process.exit(1);
  }, ms).unref();
}
const begin = (file) => () => expect(file + ' hangs', ${fileMs + closingMs});
const inTurn = (file, url) => new Promise((over) => {
  describe(file, { timeout: ${fileMs} }, () => (after(over), before(begin(file)), import(url)));
});
after(() => expect('still here after the last test', ${closingMs}));`;

/**
 * Writes the program of each batch.
 * @param limits the longest time a file may take, and a process after its last test
 * @returns their paths
 */
export const writeBatches = (folder, batches, { fileMs = FILE_MS, closingMs = CLOSING_MS } = {}) =>
  batches.map((files, nth) => {
    const path = join(folder, `batch-${nth + 1}.mjs`);
    const suites = files.map((file) => `await inTurn(${JSON.stringify(relative(PROJECT, file))}, ${url(file)});`);
    const imports = [
      `import { after, before, describe } from 'node:test';`,
      ...BEFORE.map((at) => `import ${url(at)};`),
    ];
    writeFileSync(path, [...imports, watch(fileMs, closingMs), ...suites, ''].join('\n'));
    return path;
  });
