/** Names of the source are standard English: a request, a response, a message, an action, a fixture. */
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { test } from 'node:test';

const ROOT = join(import.meta.dirname, '..');
const FOLDERS = '{domain,kit,areas,device,apps,db,test,bench,tools}/**/*.{ts,tsx,mjs}';
const FILES = globSync(FOLDERS, { cwd: ROOT })
  .filter((file) => file !== 'test/names.test.ts')
  .sort();
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

/**
 * Columns, stored values and names of the contract or of device messages. Renaming one would need a migration or break
 * those who call us, so that each keeps its word until then; none may be added.
 */
const KEPT: ReadonlySet<string> = new Set(
  (
    'NOT_SAID asked askedAt askedBy askedById askedFen askedTime asked_by asked_fen asked_time deed deedKind ' +
    'deed_kind deeds handheldDeed heardAt heard_at joint jointPart jointTrade joint_id lastHeardAt redAskedTime ' +
    'red_asked_time said saidFen said_fen told toldAt toldEvent toldSeq told_at told_seq'
  ).split(' '),
);

const COMMENTS_AND_STRINGS =
  /\/\*[\s\S]*?\*\/|\/\/[^\n]*|'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|`(?:\\[\s\S]|[^`\\])*`/g;
const DECLARED = /\b(?:const|let|var|function\*?|class|type|interface|enum)\s+(\w+)/g;

const wordsOf = (name: string): string[] =>
  name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/([A-Z])([A-Z][a-z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z]+/);

const instead = (name: string): string[] =>
  wordsOf(name).flatMap((word) => (Object.hasOwn(INSTEAD, word) ? [`${name}: write ${INSTEAD[word]}`] : []));

const declaredIn = (code: string): string[] =>
  [...code.replace(COMMENTS_AND_STRINGS, ' ').matchAll(DECLARED)].map(([, name]) => name!);

test('no declared name and no file is called by a private word', () => {
  const found = FILES.flatMap((file) =>
    [basename(file).replace(/\.\w+$/, ''), ...declaredIn(readFileSync(join(ROOT, file), 'utf8'))]
      .flatMap((name) => instead(name))
      .map((problem) => `${file}: ${problem}`),
  );
  assert.deepEqual(found, []);
});

/** Without comments and texts; of templates what stands in their holes is code. */
const codeOf = (source: string): string =>
  source
    .replace(COMMENTS_AND_STRINGS, (found) =>
      found.startsWith('`') ? [...found.matchAll(/\$\{([^}]*)\}/g)].map(([, hole]) => hole).join(' ') : ' ',
    )
    .replace(/'[^'\n]*'/g, ' ');
const namesIn = (code: string): string[] => [...new Set(code.match(/[A-Za-z_$][\w$]*/g))];

test('no name in the code at all, of a property or parameter too, is a private word', () => {
  const used = new Set<string>();
  const found = FILES.flatMap((file) =>
    namesIn(codeOf(readFileSync(join(ROOT, file), 'utf8'))).flatMap((name) => {
      const problems = instead(name);
      if (problems.length > 0) used.add(name);
      return KEPT.has(name) ? [] : problems.map((problem) => `${file}: ${problem}`);
    }),
  );
  assert.deepEqual(found, []);
  assert.deepEqual(
    [...KEPT].filter((name) => !used.has(name)),
    [],
    'nothing is kept that is gone',
  );
});

test('no comment uses a private word', () => {
  const words = new RegExp(`\\b(${Object.keys(INSTEAD).join('|')})\\b`, 'i');
  const found = FILES.flatMap((file) =>
    (readFileSync(join(ROOT, file), 'utf8').match(/\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/[^\n]*/g) ?? [])
      .map((comment) => words.exec(comment.replace(/`[^`]*`/g, ''))?.[1])
      .filter((word) => word !== undefined)
      .map((word) => `${file}: ${word}: write ${INSTEAD[word!.toLowerCase()]}`),
  );
  assert.deepEqual(found, []);
});

test('names are found in properties, parameters and the holes of templates, not in comments and texts', () => {
  const code = "f({ told: 1 }, (heardAt) => `${orderAsked} said`); // deed\nconst a = 'house';";
  assert.deepEqual(
    namesIn(codeOf(code)).filter((name) => instead(name).length > 0),
    ['told', 'heardAt', 'orderAsked'],
  );
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
