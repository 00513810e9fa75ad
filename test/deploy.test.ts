/** Everything the files of `deploy/` name exists: settings the server knows, required passwords, mounted files. */
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';

const PROJECT = join(import.meta.dirname, '..');
const read = (path: string): string => readFileSync(join(PROJECT, path), 'utf8');
const compose = read('deploy/compose.yaml');
const container = read('deploy/Containerfile');
const named = (text: string, pattern: RegExp): string[] =>
  [...new Set([...text.matchAll(pattern)].map(([, name]) => name!))].toSorted();

test('the server knows every setting it is given', () => {
  const server = compose.slice(compose.indexOf('\n  server:'));
  const given = named(server, /^ {6}([A-Z_]+):/gm);
  const known = ['settings.ts', 'settings-files.ts', 'settings-outgoing.ts']
    .map((file) => read(`apps/server/${file}`))
    .join('');
  const inImage = named(/^ENV (.*)$/m.exec(container)![1]!, /([A-Z_]+)=/g).filter((name) => !name.startsWith('NODE_')); // those are Node's own
  assert.ok(given.length > 8 && inImage.length > 4);
  assert.deepEqual(
    [...given, ...inImage].filter((name) => !known.includes(`'${name}'`)),
    [],
  );
});

test('the variables filled in are the required ones, including every password', () => {
  assert.deepEqual(named(compose, /\$\{([A-Z_]+)/g), named(read('deploy/.env.example'), /^([A-Z_]+)=$/gm));
  for (const name of named(compose, /\$\{([A-Z_]+)/g))
    assert.ok(compose.includes(`\${${name}:?`), `${name} may be left empty`);
});

test('files that are mounted, copied and started are there', () => {
  const mounted = named(compose, /\.\/([\w./-]+):\//g).filter((path) => path !== 'mosquitto/passwords'); // made by the operator
  assert.ok(mounted.length > 2);
  for (const path of mounted) assert.ok(existsSync(join(PROJECT, 'deploy', path)), path);
  for (const path of [
    ...named(/^COPY (package.*) \.\/$/m.exec(container)![1]!, /(\S+)/g),
    ...named(/^CMD (.*)$/m.exec(container)![1]!, /"(?:--import=\.\/)?([\w./-]+\.(?:mjs|ts))"/g),
  ])
    assert.ok(existsSync(join(PROJECT, path)), path);
});

test('data, history and passwords stay out of the image', () => {
  const left = read('.dockerignore').split('\n');
  for (const folder of ['node_modules', 'data', 'dist', '.git', 'shots', 'deploy'])
    assert.ok(left.includes(folder), folder);
});

test('the database is healthy once it takes connections, not while it is being made', () => {
  assert.match(compose, /pg_isready -h 127\.0\.0\.1 /);
});
