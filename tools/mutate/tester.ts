/**
 * Runs the tests of the fee engine again and again in one process, each time with another file of it changed in memory.
 * Called with messages `{ file, text, rounds }`; answers `{ survived }`, and `{ alive: true }` after each test, so
 * that an endless one is seen.
 */
import { readFileSync } from 'node:fs';
import { registerHooks, stripTypeScriptTypes } from 'node:module';
import { join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import fc from 'fast-check';

export type MutationRequest = {
  readonly file: string;
  readonly text: string;
  readonly rounds: readonly (readonly string[])[];
};
export type Answer = { readonly survived: boolean } | { readonly alive: true };

const RULES = join(resolve(import.meta.dirname, '..', '..'), 'domain');
const TEST_URL = 'data:text/javascript,export const test = (name, work) => globalThis.mutationTests.push(work);';

const tests: (() => unknown)[] = [];
Object.assign(globalThis, { mutationTests: tests });
fc.configureGlobal({ seed: Number(process.argv[2] ?? 7), endOnFailure: true });

const plain = new Map<string, string>();
let changed: { readonly path: string; readonly source: string } | null = null;
let version = 0;

const pathOf = (url: string): string => fileURLToPath(url.split('?')[0]!);
const isRule = (url: string): boolean => url.startsWith('file:') && pathOf(url).startsWith(RULES);

function sourceOf(path: string): string {
  if (changed?.path === path) return changed.source;
  let source = plain.get(path);
  if (source === undefined) plain.set(path, (source = stripTypeScriptTypes(readFileSync(path, 'utf8'))));
  return source;
}

registerHooks({
  resolve: (name, context, next) => {
    if (name === 'node:test') return { url: TEST_URL, shortCircuit: true };
    const found = next(name, context);
    return isRule(found.url) ? { ...found, url: `${found.url.split('?')[0]}?version=${version}` } : found;
  },
  load: (url, context, next) =>
    isRule(url) ? { format: 'module', source: sourceOf(pathOf(url)), shortCircuit: true } : next(url, context),
});

const say = (answer: Answer): void => {
  process.send!(answer);
};
/** Lets messages out before the next test takes the process. */
const breathe = (): Promise<void> =>
  new Promise((done) => {
    setImmediate(done);
  });

async function passes(names: readonly string[]): Promise<boolean> {
  tests.length = 0;
  try {
    for (const name of names) await import(pathToFileURL(join(RULES, 'fee', `${name}.test.ts`)).href);
    for (const test of tests) {
      await test();
      say({ alive: true });
      await breathe();
    }
    return true;
  } catch {
    return false;
  }
}

async function survives({ file, text, rounds }: MutationRequest): Promise<boolean> {
  version += 1;
  try {
    changed = file === '' ? null : { path: resolve(RULES, '..', file), source: stripTypeScriptTypes(text) };
  } catch {
    return false;
  }
  for (const names of rounds) if (!(await passes(names))) return false;
  return true;
}

process.on('message', (request: MutationRequest) => void survives(request).then((survived) => say({ survived })));
