/** What the tests use of the machine: a browser and a PostgreSQL 15. Root may have them installed. */
import { spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { quietly } from './child.mjs';
import { progress } from './say.mjs';

/** A whole Chromium draws a window of its own around each page: the same walks took four times as long in it. */
const SHELL = 'chromium-headless-shell';
const BROWSERS = [SHELL, 'chromium', 'google-chrome', 'google-chrome-stable', 'chromium-browser'];
const MAC_BROWSERS = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];
const POSTGRES_15 = '/usr/lib/postgresql/15/bin/postgres';

/**
 * @returns the path of a Chromium or Chrome, installed first where we may, or undefined. CI has the one that is
 * quickest.
 */
export async function findBrowser() {
  const found = lookForBrowser();
  const best = process.env.CHROME_PATH || found?.endsWith(SHELL);
  if (found && (best || !process.env.CI)) return found;
  await aptInstall('Installing Chromium', [SHELL, 'fonts-noto-cjk']);
  if (!lookForBrowser()) await aptInstall('Installing Chromium', ['chromium', 'fonts-noto-cjk']);
  return lookForBrowser();
}

function lookForBrowser() {
  const named = BROWSERS.flatMap((name) => [join('/usr/bin', name), ...onPath(name)]);
  return [process.env.CHROME_PATH, ...named, ...MAC_BROWSERS].find((path) => path && isProgram(path));
}

/** @returns true when PostgreSQL 15 is on this machine; asks for Debian's package only in CI, it starts a service */
export async function hasPostgres15() {
  if (!postgres15() && process.env.CI) await aptInstall('Installing PostgreSQL 15', ['postgresql-15']);
  return postgres15();
}

function postgres15() {
  if (existsSync(POSTGRES_15)) return true;
  const { stdout } = spawnSync('pg_config', ['--version'], { encoding: 'utf8' });
  return /PostgreSQL 15\./.test(stdout ?? '');
}

async function aptInstall(what, packages) {
  if (process.getuid?.() !== 0 || onPath('apt-get').length === 0) return;
  const done = progress(what);
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  await quietly('apt-get', ['update', '-q'], { env });
  const { code, output } = await quietly('apt-get', ['install', '-y', '-q', '--no-install-recommends', ...packages], {
    env,
  });
  done();
  if (code !== 0) process.stdout.write(`${output.split('\n').slice(-8).join('\n')}\n`);
}

function onPath(name) {
  return (process.env.PATH ?? '')
    .split(delimiter)
    .map((folder) => join(folder, name))
    .filter(isProgram);
}

function isProgram(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
