/** Names of the source are standard English: a request, a response, a message, an action, a fixture. */
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { test } from 'node:test';

const ROOT = join(import.meta.dirname, '..');
const FOLDERS = '{domain,kit,areas,device,apps,db,test,bench,tools}/**/*.{ts,tsx,mjs}';
/** Where messages of devices are still said, told, asked and heard. */
const DEVICES = /^(device|areas\/door|tools)\//;
const ONLY_OF_DEVICES: ReadonlySet<string> = new Set(['asked', 'heard', 'said', 'told']);
/** Private words that once stood for things with names, and what to write instead. */
const INSTEAD: Readonly<Record<string, string>> = {
  asked: 'request, query, input or requested',
  deed: 'action, step or entry',
  deeds: 'actions, steps or entries',
  heard: 'received, event or message',
  hear: 'receive or handle',
  hears: 'receives or handles',
  house: 'product or installation',
  houses: 'products or installations',
  joint: 'combined, or separator',
  pave: 'register',
  said: 'message, text, status or response',
  told: 'response, notice, content or issued',
  young: 'new or fresh',
};

const COMMENTS_AND_STRINGS =
  /\/\*[\s\S]*?\*\/|\/\/[^\n]*|'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|`(?:\\[\s\S]|[^`\\])*`/g;
const DECLARED = /\b(?:const|let|var|function\*?|class|type|interface|enum)\s+(\w+)/g;

const wordsOf = (name: string): string[] =>
  name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/([A-Z])([A-Z][a-z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z]+/);

const instead = (name: string, file = ''): string[] =>
  wordsOf(name).flatMap((word) =>
    Object.hasOwn(INSTEAD, word) && !(ONLY_OF_DEVICES.has(word) && DEVICES.test(file))
      ? [`${name}: write ${INSTEAD[word]}`]
      : [],
  );

const declaredIn = (code: string): string[] =>
  [...code.replace(COMMENTS_AND_STRINGS, ' ').matchAll(DECLARED)].map(([, name]) => name!);

test('no declared name and no file is called by a private word', () => {
  const found = globSync(FOLDERS, { cwd: ROOT })
    .filter((file) => file !== 'test/names.test.ts')
    .sort()
    .flatMap((file) =>
      [basename(file).replace(/\.\w+$/, ''), ...declaredIn(readFileSync(join(ROOT, file), 'utf8'))]
        .flatMap((name) => instead(name, file))
        .map((problem) => `${file}: ${problem}`),
    );
  assert.deepEqual(found, []);
});

test('private words are found within names, and not in comments or texts', () => {
  const code = `
    // const told = 1;
    const words = 'const said = 2'; /* type Deed = 3 */
    export const orderAsked = 1;
    function hearOne() {}
    type MOST_DEEDS = never;
    const retold = 1;`;
  assert.deepEqual(
    declaredIn(code).flatMap((name) => instead(name)),
    [
      'orderAsked: write request, query, input or requested',
      'hearOne: write receive or handle',
      'MOST_DEEDS: write actions, steps or entries',
    ],
  );
});
