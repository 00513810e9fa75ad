/**
 * `npm run mutate:fees`: changes the fee engine in one place at a time and sees whether its tests notice. Survivors
 * must stand in docs/mutations.md with the reason why nothing can notice them; others make the run fail.
 *
 * `--files tariff.ts,meters.ts` tries some files, `--quick` runs the worked examples alone, `--again` tries what
 * survived the last run, `--minutes 20` stops after a time and says what was not tried, `--workers 2` and `--seed 7` as
 * they read. Runs in copies under data/mutation; takes about half an hour.
 */
import { fork } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism, loadavg } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { mutantsOf, mutated } from './mutate/mutants.ts';
import type { Mutant } from './mutate/mutants.ts';
import type { Answer, MutationRequest } from './mutate/tester.ts';

const PROJECT = resolve(import.meta.dirname, '..');
const ENGINE = [
  'tariff.ts',
  'meters.ts',
  'day-plan.ts',
  'bill.ts',
  'derate.ts',
  'price.ts',
  'simple.ts',
  'visits.ts',
  'events.ts',
];
/** Worked examples first: they are quick and notice most; then the laws, the slowest last. */
const ROUNDS = [
  ['tariffs', 'tariff', 'price', 'engine', 'edges', 'day-plan', 'visits', 'events', 'asks'],
  ['check', 'bill', 'laws'],
  ['bill-laws', 'context-laws'],
  ['tariff-laws'],
];
/** A test that takes longer does not end. */
const TIMEOUT_MS = { quick: 15_000, full: 60_000 };
/** What was changed stays in a tester's memory: now and then a new one begins. */
const MUTANTS_EACH = 150;

const { values: options } = parseArgs({
  options: {
    files: { type: 'string', default: ENGINE.join(',') },
    again: { type: 'boolean', default: false },
    quick: { type: 'boolean', default: false },
    minutes: { type: 'string', default: '60' },
    workers: { type: 'string', default: String(availableParallelism()) },
    seed: { type: 'string', default: '7' },
  },
});

const data = join(resolve(process.env['GATEHOUSE_DATA'] ?? join(PROJECT, 'data')), 'mutation');
const lastRun = join(data, 'survivors.json');

/**
 * A process that tries mutants one after the other. One that does not end counts as noticed, and its process is left
 * for another.
 */
class Tester {
  #child: ChildProcess | null = null;
  #tried = 0;
  /** How many did not end in their time. */
  endless = 0;

  #process(): ChildProcess {
    if (this.#child && this.#tried >= MUTANTS_EACH) this.end();
    this.#tried += 1;
    return (this.#child ??= fork(join(import.meta.dirname, 'mutate', 'tester.ts'), [options.seed], {
      execArgv: ['--no-warnings'],
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    }));
  }

  end(): void {
    this.#child?.kill('SIGKILL');
    [this.#child, this.#tried] = [null, 0];
  }

  survives(request: MutationRequest): Promise<boolean> {
    const child = this.#process();
    return new Promise((done) => {
      let timer: NodeJS.Timeout;
      const over = (survived: boolean): void => {
        clearTimeout(timer);
        child.removeAllListeners();
        if (!child.connected) this.end();
        done(survived);
      };
      const wait = (): void => {
        clearTimeout(timer);
        timer = setTimeout(
          () => {
            this.endless += 1;
            this.end();
            over(false);
          },
          options.quick ? TIMEOUT_MS.quick : TIMEOUT_MS.full,
        );
      };
      child.on('message', (answer: Answer) => ('survived' in answer ? over(answer.survived) : wait()));
      child.on('exit', () => {
        this.end();
        over(false);
      });
      wait();
      child.send(request);
    });
  }
}

const as = (mutant: Mutant): MutationRequest => ({
  file: mutant.file,
  text: mutated(PROJECT, mutant),
  rounds: rounds(),
});
/** The tests there are. */
const rounds = (): string[][] =>
  ROUNDS.slice(0, options.quick ? 1 : undefined).map((names) =>
    names.filter((name) => existsSync(join(PROJECT, 'domain', 'fee', `${name}.test.ts`))),
  );

const cell = (text: string): string => `\`${text.replaceAll('|', String.raw`\|`)}\``;
const rowOf = ({ file, source, was, is }: Mutant): string =>
  `| ${file.replace('domain/fee/', '')} | ${cell(source)} | ${cell(`${was} → ${is}`)} |`;

/** The survivors that the document explains, by their rows. */
function explained(): Set<string> {
  const place = join(PROJECT, 'docs', 'mutations.md');
  if (!existsSync(place)) return new Set();
  const rows = readFileSync(place, 'utf8')
    .split('\n')
    .filter((line) => /^\| [a-z-]+\.ts \|/.test(line));
  return new Set(rows.map((row) => row.slice(0, row.lastIndexOf(' | ') + 2).trim()));
}

function chosen(): Mutant[] {
  const all = mutantsOf(
    PROJECT,
    data,
    options.files.split(',').map((file) => `domain/fee/${file.trim()}`),
  );
  if (!options.again || !existsSync(lastRun)) return all;
  const before = new Set(JSON.parse(readFileSync(lastRun, 'utf8')) as string[]);
  return all.filter((mutant) => before.has(rowOf(mutant)));
}

async function run(): Promise<boolean> {
  mkdirSync(data, { recursive: true });
  const testers = Array.from({ length: Math.max(1, Number(options.workers)) }, () => new Tester());
  const begun = Date.now();
  if (!(await testers[0]!.survives({ file: '', text: '', rounds: rounds() })))
    throw new Error('the tests do not pass as they are');
  const mutants = chosen();
  console.log(
    `${mutants.length} mutants, seed ${options.seed}, ${testers.length} in parallel; the tests as they are took ${((Date.now() - begun) / 1000).toFixed(1)} s, load ${loadavg()[0]!.toFixed(1)}`,
  );
  const until = begun + Number(options.minutes) * 60_000;
  const survivors: Mutant[] = [];
  let tried = 0;
  await Promise.all(
    testers.map(async (tester) => {
      for (let mutant = mutants[tried]; mutant && Date.now() < until; mutant = mutants[tried]) {
        tried += 1;
        if (await tester.survives(as(mutant))) {
          survivors.push(mutant);
          console.log(`survives: ${mutant.file}:${mutant.line}  ${mutant.was} → ${mutant.is}`);
        }
        if (tried % 50 === 0)
          console.log(
            `${tried}/${mutants.length}, ${survivors.length} survive, ${Math.round((Date.now() - begun) / 1000)} s`,
          );
      }
      tester.end();
    }),
  );
  const known = explained();
  const open = survivors.filter((mutant) => !known.has(rowOf(mutant)));
  writeFileSync(lastRun, JSON.stringify(survivors.map(rowOf)));
  console.log(
    `\n${tried} of ${mutants.length} tried, ${tried - survivors.length} noticed (${testers.reduce((sum, { endless }) => sum + endless, 0)} of them by not ending), ${survivors.length} survive, ${survivors.length - open.length} of them explained in docs/mutations.md; ${Math.round((Date.now() - begun) / 1000)} s`,
  );
  for (const mutant of open.toSorted((a, b) => (a.file === b.file ? a.line - b.line : a.file < b.file ? -1 : 1)))
    console.log(`${mutant.file}:${mutant.line}  ${mutant.was} → ${mutant.is}\n${rowOf(mutant)}`);
  return open.length === 0 && tried === mutants.length;
}

process.exitCode = (await run()) ? 0 : 1;
