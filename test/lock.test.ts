/** `npm ci` takes the lock as it stands: every package that another one names is in it, and no registry is. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';

const PROJECT = join(import.meta.dirname, '..');
type Entry = {
  version?: string;
  integrity?: string;
  resolved?: string;
  os?: string[];
  cpu?: string[];
  libc?: string[];
  optional?: boolean;
};
const { packages } = JSON.parse(readFileSync(join(PROJECT, 'package-lock.json'), 'utf8')) as {
  packages: Record<string, Entry>;
};
const { missing, platformOf } = (await import(new URL('../tools/lock.mjs', import.meta.url).href)) as {
  missing: (packages: unknown) => Record<string, Entry>;
  platformOf: (name: string) => Entry;
};

test('every optional package is in the lock, also the builds for other platforms (npm run lock)', () => {
  assert.deepEqual(Object.keys(missing(packages)), []);
});

test('the lock names versions and no registry', () => {
  const others = Object.entries(packages).filter(([path]) => path !== '');
  assert.ok(others.length > 400);
  assert.deepEqual(
    others.filter(([, one]) => !one.version || one.resolved).map(([path]) => path),
    [],
  );
});

test('what is installed anywhere has its checksum; only a build for another platform may lack it', () => {
  const here = ({ os, cpu }: Entry) => os?.includes('linux') && cpu?.includes('x64');
  const bare = Object.entries(packages).filter(([path, one]) => path !== '' && !one.integrity);
  assert.deepEqual(
    bare
      .filter(([, one]) => !one.optional || !one.os || (here(one) && !one.libc?.includes('musl')))
      .map(([path]) => path),
    [],
  );
});

test('a name says its platform, and a lock without a build is completed', () => {
  assert.deepEqual(platformOf('@oxlint/binding-linux-arm64-musl'), { cpu: ['arm64'], libc: ['musl'], os: ['linux'] });
  assert.deepEqual(platformOf('@a/binding-linux-arm-gnueabihf'), { cpu: ['arm'], libc: ['glibc'], os: ['linux'] });
  assert.deepEqual(platformOf('@esbuild/win32-x64'), { cpu: ['x64'], os: ['win32'] });
  const lock = { 'node_modules/a': { version: '1.0.0', optionalDependencies: { '@a/darwin-arm64': '1.0.0' } } };
  assert.deepEqual(missing(lock), {
    'node_modules/@a/darwin-arm64': { version: '1.0.0', cpu: ['arm64'], optional: true, os: ['darwin'] },
  });
  assert.throws(() => missing({ a: { optionalDependencies: { 'b-win32': '^1.0.0' } } }), /one exact version/);
});
