/**
 * `npm run mutate:fees`: changes the fee engine in one place at a time and sees whether its tests notice. Survivors must stand
 * in docs/mutations.md with the reason why nothing can notice them; others make the run fail.
 *
 * `--files tariff.ts,meters.ts` tries some files, `--again` what survived the last run, `--minutes 20` stops after a time and
 * says what was not tried, `--workers 2` and `--seed 7` as they read. Runs in copies under data/mutation; takes about half an hour.
 */
import { spawn } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { availableParallelism, loadavg } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { mutantsOf, mutated } from './mutate/mutants.ts';
import type { Mutant } from './mutate/mutants.ts';

const PROJECT = resolve(import.meta.dirname, '..');
const ENGINE = ['tariff.ts', 'meters.ts', 'day-plan.ts', 'bill.ts', 'derate.ts', 'price.ts', 'simple.ts'];
/** Worked examples first: they are quick and notice most; then the laws. */
const ROUNDS = [['tariffs', 'tariff', 'price', 'engine'], ['bill', 'laws', 'tariff-laws', 'bill-laws', 'check']];
const TIMEOUT_MS = 90_000;

const { values: options } = parseArgs({ options: {
  files: { type: 'string', default: ENGINE.join(',') }, again: { type: 'boolean', default: false }, minutes: { type: 'string', default: '60' },
  workers: { type: 'string', default: String(availableParallelism()) }, seed: { type: 'string', default: '7' },
} });

const data = join(resolve(process.env['GATEHOUSE_DATA'] ?? join(PROJECT, 'data')), 'mutation');
const lastRun = join(data, 'survivors.json');

/** A copy of the rules with their tests; random tests always take the same cases and stop at the first that fails. */
function copyOf(name: string): string {
  const folder = join(data, name);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  cpSync(join(PROJECT, 'domain'), join(folder, 'domain'), { recursive: true });
  symlinkSync(join(PROJECT, 'node_modules'), join(folder, 'node_modules'));
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ type: 'module' }));
  writeFileSync(join(folder, 'seed.mjs'), `import fc from 'fast-check';\nfc.configureGlobal({ seed: ${Number(options.seed)}, endOnFailure: true });\n`);
  return folder;
}

/** Whether the tests of a round pass in a copy. One that does not end counts as noticed. */
function passes(folder: string, tests: readonly string[]): Promise<boolean> {
  const files = tests.map((test) => join('domain', 'fee', `${test}.test.ts`)).filter((file) => existsSync(join(folder, file)));
  const child = spawn(process.execPath, ['--no-warnings', '--import', './seed.mjs', '--test', '--test-isolation=none', '--test-reporter=dot', ...files],
    { cwd: folder, stdio: 'ignore', env: { ...process.env, NODE_COMPILE_CACHE: join(data, 'compiled') } });
  return new Promise((done) => {
    const timer = setTimeout(() => child.kill('SIGKILL'), TIMEOUT_MS);
    child.on('close', (code) => {
      clearTimeout(timer);
      done(code === 0);
    });
  });
}

async function survives(folder: string, mutant: Mutant): Promise<boolean> {
  const place = join(folder, mutant.file);
  const text = readFileSync(place, 'utf8');
  writeFileSync(place, mutated(folder, mutant));
  try {
    for (const tests of ROUNDS) if (!await passes(folder, tests)) return false;
    return true;
  } finally {
    writeFileSync(place, text);
  }
}

const cell = (text: string): string => `\`${text.replaceAll('|', String.raw`\|`)}\``;
const rowOf = ({ file, source, was, is }: Mutant): string => `| ${file.replace('domain/fee/', '')} | ${cell(source)} | ${cell(`${was} → ${is}`)} |`;

/** The survivors that the document explains, by their rows. */
function explained(): Set<string> {
  const place = join(PROJECT, 'docs', 'mutations.md');
  if (!existsSync(place)) return new Set();
  const rows = readFileSync(place, 'utf8').split('\n').filter((line) => /^\| [a-z-]+\.ts \|/.test(line));
  return new Set(rows.map((row) => row.slice(0, row.lastIndexOf(' | ') + 2).trim()));
}

function chosen(folder: string): Mutant[] {
  const all = mutantsOf(folder, options.files.split(',').map((file) => `domain/fee/${file.trim()}`));
  if (!options.again || !existsSync(lastRun)) return all;
  const before = new Set(JSON.parse(readFileSync(lastRun, 'utf8')) as string[]);
  return all.filter((mutant) => before.has(rowOf(mutant)));
}

async function run(): Promise<boolean> {
  const copies = Array.from({ length: Math.max(1, Number(options.workers)) }, (_, nth) => copyOf(`copy-${nth}`));
  const begun = Date.now();
  for (const tests of ROUNDS) if (!await passes(copies[0]!, tests)) throw new Error(`the tests do not pass as they are: ${tests.join(', ')}`);
  const mutants = chosen(copies[0]!);
  console.log(`${mutants.length} mutants, seed ${options.seed}, ${copies.length} at once; the tests as they are took ${((Date.now() - begun) / 1000).toFixed(1)} s, load ${loadavg()[0]!.toFixed(1)}`);
  const until = begun + Number(options.minutes) * 60_000;
  const survivors: Mutant[] = [];
  let tried = 0;
  await Promise.all(copies.map(async (folder) => {
    for (let mutant = mutants[tried]; mutant && Date.now() < until; mutant = mutants[tried]) {
      tried += 1;
      if (await survives(folder, mutant)) survivors.push(mutant);
      if (tried % 50 === 0) console.log(`${tried}/${mutants.length}, ${survivors.length} survive, ${Math.round((Date.now() - begun) / 1000)} s`);
    }
  }));
  const known = explained();
  const open = survivors.filter((mutant) => !known.has(rowOf(mutant)));
  writeFileSync(lastRun, JSON.stringify(survivors.map(rowOf)));
  console.log(`\n${tried} of ${mutants.length} tried, ${tried - survivors.length} noticed, ${survivors.length} survive, ${survivors.length - open.length} of them explained in docs/mutations.md; ${Math.round((Date.now() - begun) / 1000)} s`);
  for (const mutant of open.toSorted((a, b) => (a.file === b.file ? a.line - b.line : a.file < b.file ? -1 : 1))) console.log(`${mutant.file}:${mutant.line}  ${mutant.was} → ${mutant.is}\n${rowOf(mutant)}`);
  return open.length === 0 && tried === mutants.length;
}

process.exitCode = await run() ? 0 : 1;
