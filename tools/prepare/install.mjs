/** Installs the packages of package-lock.json when they are not there, without running any package's install script. */
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { giveUp, progress, words } from './say.mjs';

export const PROJECT = join(import.meta.dirname, '..', '..');
const MODULES = join(PROJECT, 'node_modules');
const STAMP = join(MODULES, '.gatehouse-stamp');

export async function ensureInstall() {
  const lock = readFileSync(join(PROJECT, 'package-lock.json'), 'utf8');
  const wanted = createHash('sha256').update(lock).digest('hex');
  if (!existsSync(STAMP) || readFileSync(STAMP, 'utf8') !== wanted) {
    if (!isInstalled(JSON.parse(lock).packages)) await install();
    writeFileSync(STAMP, wanted);
  }
  linkNode();
}

/** True when somebody ran npm by hand and everything the lock names for this machine is there. */
function isInstalled(wanted) {
  const record = join(MODULES, '.package-lock.json');
  if (!existsSync(record)) return false;
  const present = JSON.parse(readFileSync(record, 'utf8')).packages;
  return Object.entries(wanted).every(
    ([path, one]) => path === '' || present[path]?.version === one.version || (!present[path] && mayLack(one)),
  );
}

/** Optional packages are mostly other platforms' builds; those for this very platform are needed. */
function mayLack(one) {
  const names = (list, value) => [list ?? []].flat().includes(value);
  const forThisOne = names(one.os, process.platform) && names(one.cpu, process.arch) && one.libc === undefined;
  return Boolean(one.optional || one.peer) && !forThisOne;
}

/** The path of this machine's packages' Node has the platform in it; this one has not, for people and scripts. */
function linkNode() {
  const link = join(MODULES, 'node', 'bin', 'node');
  if (existsSync(link) || !existsSync(ownNode())) return;
  mkdirSync(join(link, '..'), { recursive: true });
  rmSync(link, { force: true });
  symlinkSync(join('..', '..', `node-${process.platform}-${process.arch}`, 'bin', 'node'), link);
}

/** Where the Node 24 that came with the packages is, if there is one for this platform. */
export function ownNode() {
  return join(MODULES, `node-${process.platform}-${process.arch}`, 'bin', 'node');
}

/**
 * The first time `npm ci`, exactly the lock; later `npm install`, which fetches only what changed since. `--no-save`
 * keeps the lock as it is, and its versions are the ones installed.
 */
async function install() {
  const done = progress(words('正在安装依赖包', 'Installing packages'));
  const flags = [
    ...(existsSync(MODULES) ? ['install', '--no-save'] : ['ci']),
    '--ignore-scripts',
    '--include=dev',
    '--include=optional',
    '--no-audit',
    '--no-fund',
    '--no-progress',
    '--loglevel=error',
  ];
  const code = await new Promise((end) => {
    const child = spawn('npm', flags, {
      cwd: PROJECT,
      stdio: ['ignore', 'ignore', 'inherit'],
      env: machineEnvironment(),
    });
    child.on('error', () => end(127));
    child.on('close', end);
  });
  done();
  if (code === 127)
    giveUp('找不到 npm，请先安装 Node.js 与 npm。', 'npm was not found. Install Node.js with npm first.');
  if (code !== 0) giveUp('依赖包安装失败，原因见上。', 'The packages could not be installed; the reason is above.');
}

/** npm may replace the Node in node_modules, so it must not itself run on that one. */
function machineEnvironment() {
  const path = (process.env.PATH ?? '').split(delimiter).filter((folder) => !folder.startsWith(MODULES));
  return { ...process.env, PATH: path.join(delimiter) };
}
