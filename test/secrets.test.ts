/** No key, token or password of a real place stands in the repository. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';

const root = join(import.meta.dirname, '..');

/** What secrets look like. Each is tried on a made-up one below, which is put together so that it is not found here. */
const patterns: readonly (readonly [what: string, pattern: RegExp, example: string])[] = [
  ['a private key', /-----BEGIN (?:[A-Z]+ )*PRIVATE KEY-----/, ['-----BEGIN RSA PRIVATE', 'KEY-----'].join(' ')],
  ['an AWS key', /\b(?:AKIA|ASIA)[0-9A-Z]{16}\b/, `AKIA${'A1B2'.repeat(4)}`],
  ['an Aliyun key', /\bLTAI[0-9A-Za-z]{16,24}\b/, `LTAI${'a1B2'.repeat(5)}`],
  ['a Tencent key', /\bAKID[0-9A-Za-z]{32}\b/, `AKID${'a1B2'.repeat(8)}`],
  ['a GitHub token', /\bgh[pousr]_[0-9A-Za-z]{36}\b/, `ghp_${'a1B2'.repeat(9)}`],
  ['a Slack token', /\bxox[abprs]-[0-9A-Za-z-]{10,}/, `xoxb-${'12345-'.repeat(4)}`],
  ['an npm token', /\bnpm_[0-9A-Za-z]{36}\b/, `npm_${'a1B2'.repeat(9)}`],
  [
    'a JSON web token',
    /\beyJ[\w-]{15,}\.eyJ[\w-]{15,}\.[\w-]{20,}/,
    ['eyJ', 'a'.repeat(20), '.eyJ', 'b'.repeat(20), '.', 'c'.repeat(30)].join(''),
  ],
  [
    'a password in an address',
    /\b(?:postgres(?:ql)?|mysql|mqtts?|amqp|redis|https?):\/\/[^\s:/@'"`$]+:[^\s/@'"`${]{6,}@(?!(?:host|db|broker|database)[:/'"`\s])[\w.-]+\.[a-z]{2,}/i,
    ['postgres://me:hunter2hunter2', 'db.example.com/x'].join('@'),
  ],
];

test('each pattern finds what it is for', () => {
  for (const [what, pattern, example] of patterns) assert.match(example, pattern, what);
});

test('no file of the repository holds a secret', (t) => {
  const files = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
  })
    .split('\0')
    .filter(Boolean);
  const found = files.flatMap((file) => {
    let words: string;
    try {
      words = readFileSync(join(root, file), 'latin1');
    } catch {
      return [];
    }
    return patterns.filter(([, pattern]) => pattern.test(words)).map(([what]) => `${file}: ${what}`);
  });
  t.diagnostic(`${files.length} files`);
  assert.ok(files.length > 300);
  assert.deepEqual(found, []);
});

test('nor did any state of it before: what was taken out again is still there for whoever clones it', (t) => {
  const tracked = execFileSync(
    'git',
    [
      'log',
      '-p',
      '--unified=0',
      '--no-color',
      '--no-ext-diff',
      '--no-textconv',
      '--format=commit %h',
      '--',
      '.',
      ':!package-lock.json',
      ':!docs/generated',
    ],
    { cwd: root, encoding: 'latin1', maxBuffer: 2 ** 30 },
  );
  let [commit, commits] = ['', 0];
  const found: string[] = [];
  for (const line of tracked.split('\n')) {
    if (line.startsWith('commit ')) [commit, commits] = [line, commits + 1];
    else if (line.startsWith('+'))
      found.push(...patterns.filter(([, pattern]) => pattern.test(line)).map(([what]) => `${commit}: ${what}`));
  }
  t.diagnostic(`${commits} commits`);
  assert.ok(commits > 0);
  assert.deepEqual([...new Set(found)], []);
});

test('keys and settings of a product are left out of the repository', () => {
  for (const path of ['data/secret.key', '.env', 'deploy/.env', 'deploy/mosquitto/passwords', 'backup/secret.key']) {
    assert.doesNotThrow(
      () => execFileSync('git', ['check-ignore', '-q', path], { cwd: root }),
      `${path} is not ignored`,
    );
  }
});
