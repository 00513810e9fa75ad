/**
 * `npm run lock`: completes package-lock.json after a change of packages. npm leaves out the builds for platforms that
 * the registry in use does not carry, and `npm ci` then refuses the lock on every platform. What is missing is an
 * optional package of one version for one platform, which its name and its parent's exact version say; nothing is
 * fetched.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PROJECT } from './prepare/install.mjs';

/** @returns the path under which npm would find `name` from `path`, or undefined where the lock has none */
export function entryOf(packages, path, name) {
  for (let base = path; ; base = base.slice(0, Math.max(0, base.lastIndexOf('/node_modules/')))) {
    const found = `${base === '' ? '' : `${base}/`}node_modules/${name}`;
    if (found in packages) return found;
    if (base === '') return undefined;
  }
}

/** What a build's name says of the platform it is for: `@oxlint/binding-linux-arm64-musl`, `@esbuild/win32-x64`. */
export function platformOf(name) {
  const [os, cpu, abi = ''] = name
    .split('/')
    .at(-1)
    .replace(/^binding-/, '')
    .split('-');
  const libc =
    os !== 'linux' ? undefined : abi.startsWith('musl') ? 'musl' : abi.startsWith('gnu') ? 'glibc' : undefined;
  return { cpu: [cpu], ...(libc ? { libc: [libc] } : {}), os: [os] };
}

/** @returns the optional packages that others name and the lock does not have, by their path */
export function missing(packages) {
  const found = {};
  for (const [path, one] of Object.entries(packages))
    for (const [name, version] of Object.entries(one.optionalDependencies ?? {})) {
      if (entryOf(packages, path, name)) continue;
      if (!/^\d+\.\d+\.\d+[\w.-]*$/.test(version))
        throw new Error(`${path} names ${name} as ${version}: only a package of one exact version can be completed.`);
      const { cpu, libc, os } = platformOf(name);
      // in the order npm writes, so that its next word on the lock changes nothing
      found[`node_modules/${name}`] = {
        version,
        cpu,
        ...(one.dev ? { dev: true } : {}),
        ...(libc ? { libc } : {}),
        optional: true,
        os,
      };
    }
  return found;
}

if (process.argv[1] === import.meta.filename) {
  const file = join(PROJECT, 'package-lock.json');
  const lock = JSON.parse(readFileSync(file, 'utf8'));
  const more = missing(lock.packages);
  for (const one of Object.values(lock.packages)) delete one.resolved;
  lock.packages = Object.fromEntries(
    Object.entries({ ...lock.packages, ...more }).sort(([a], [b]) => a.localeCompare(b, 'en')),
  );
  writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`);
  process.stdout.write(`${Object.keys(more).length} builds for other platforms were added to the lock.\n`);
}
