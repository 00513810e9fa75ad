/**
 * Where a database lives: its folder, its socket's folder, its owner and its programs; and how the folder is made the
 * first time.
 */
import { spawn } from 'node:child_process';
import { createHash, randomUUID } from 'node:crypto';
import {
  chmodSync,
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findBinaries, type Binaries } from './binaries.ts';
import { chooseOwner, makeOwned, mayEnter, reachableBinaries, type Owner } from './owner.ts';
import { processState } from './postmaster.ts';

/** PostgreSQL's own superuser; nobody else can reach the socket. */
export const USER = 'postgres';
/** Part of the socket's name only: nothing listens on the network. */
export const PORT = 5432;

export type Place = {
  home: string;
  cluster: string;
  logFile: string;
  owner: Owner;
  /**
   * These are for whoever launches an engine: a running one says where its socket is, and each look here starts
   * programs.
   */
  socketDir: () => string;
  binaries: () => Binaries;
};

const once = <T>(find: () => T): (() => T) => {
  let found: { it: T } | undefined;
  return () => (found ??= { it: find() }).it;
};

/** Finds or chooses everything about the place; makes the data folder itself and nothing in it. */
export function prepare(dataDir: string, major: number | undefined, log: (line: string) => void): Place {
  const root = process.getuid?.() === 0;
  const made = mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  // Root's database has another owner, who has to pass through here but need not look around.
  if (made !== undefined && root) chmodSync(dataDir, 0o711);
  const moved = join(realpathSync(dataDir), 'database');
  let home = existsSync(moved) ? realpathSync(moved) : realpathSync(dataDir);
  let owner = chooseOwner(home, join(home, 'postgres'));
  if (!owner) {
    home = moveHome(home, moved, log);
    owner = chooseOwner(home, join(home, 'postgres'));
  }
  if (!owner) throw new Error(`PostgreSQL does not run as root, and no other user can enter ${home}.`);
  const cluster = join(home, 'postgres');
  const madeBy = clusterMajor(cluster);
  const binaries = once(() => reachableBinaries(findBinaries(madeBy ?? major), owner, home));
  return {
    home,
    cluster,
    logFile: join(home, 'postgres.log'),
    owner,
    socketDir: once(() => chooseSocketDir(home, owner)),
    binaries,
  };
}

/** A folder that only root can enter is of no use to PostgreSQL: the database goes to /var/lib, and a link says so. */
function moveHome(home: string, link: string, log: (line: string) => void): string {
  const cluster = join(home, 'postgres');
  if (existsSync(cluster) && statSync(cluster).uid === 0) {
    throw new Error(
      `${cluster} was made inside a user namespace (unshare), which this system does not allow now. Allow it again, or give the folder to the user postgres in a place it can enter.`,
    );
  }
  if (existsSync(cluster)) {
    throw new Error(
      `The user that owns ${cluster} can no longer enter that folder. Open the folders above it (chmod o+x).`,
    );
  }
  const target = join('/var/lib/gatehouse', randomUUID());
  mkdirSync(target, { recursive: true, mode: 0o711 });
  symlinkSync(target, link);
  log(`Only root can enter ${home}, so the database is kept in ${target}.`);
  return target;
}

function clusterMajor(cluster: string): number | undefined {
  try {
    return Number.parseInt(readFileSync(join(cluster, 'PG_VERSION'), 'utf8'), 10);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    const uid = statSync(cluster).uid;
    throw new Error(`${cluster} belongs to another user (uid ${uid}). Start Gatehouse as that user or as root.`, {
      cause: error,
    });
  }
}

/**
 * Socket paths end at some hundred bytes, data folders may be deeper: so a short name in the system's own temp folder.
 */
function chooseSocketDir(home: string, owner: Owner): string {
  const name = `gatehouse-${createHash('sha256').update(home).digest('hex').slice(0, 12)}`;
  const longest = process.platform === 'linux' ? 107 : 103;
  const open = [tmpdir(), '/tmp', '/var/tmp', home].find(
    (folder) =>
      Buffer.byteLength(join(folder, name, `.s.PGSQL.${PORT}`)) <= longest &&
      existsSync(folder) &&
      mayEnter(folder, owner),
  );
  if (!open)
    throw new Error(
      `No temp folder for the database socket: ${tmpdir()} is too deep or closed. Set TMPDIR to a short, open path.`,
    );
  return join(open, name);
}

/** Makes the cluster in a folder of its own and renames it, so that a power cut here leaves nothing half made. */
export async function initialise(place: Place, log: (line: string) => void): Promise<void> {
  if (existsSync(place.cluster)) return;
  log('Preparing the database (once) …');
  dropHalfMade(place);
  const half = `${place.cluster}.${process.pid}.${randomUUID()}`;
  makeOwned(half, place.owner);
  const args = [
    '-D',
    half,
    '-U',
    USER,
    '--encoding=UTF8',
    '--auth-local=trust',
    '--auth-host=reject',
    '--data-checksums',
    ...localeArgs(place.binaries().major),
  ];
  const { code, output } = await run(place, 'initdb', args);
  if (code !== 0) {
    rmSync(half, { recursive: true, force: true });
    throw new Error(`The database could not be made in ${half}:\n${output}`);
  }
  try {
    renameSync(half, place.cluster);
  } catch (error) {
    rmSync(half, { recursive: true, force: true });
    if (!existsSync(place.cluster)) throw error;
  }
  syncFolder(place.home);
}

/** What a first start left that did not get to its end. */
function dropHalfMade(place: Place): void {
  for (const name of readdirSync(place.home)) {
    const maker = /^postgres\.(\d+)\./.exec(name)?.[1];
    if (maker && processState(Number(maker)) === 'gone')
      rmSync(join(place.home, name), { recursive: true, force: true });
  }
}

/** Plain code point order everywhere; from 17 on PostgreSQL carries it itself and the system's libc has no say. */
function localeArgs(major: number): string[] {
  if (major >= 17) return ['--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C'];
  return [process.platform === 'darwin' ? '--locale=C' : '--locale=C.UTF-8'];
}

/**
 * Syncs what was created, renamed or removed in a folder to disk. Windows opens no folders and keeps their order by
 * itself.
 */
export function syncFolder(folder: string): void {
  if (process.platform === 'win32') return;
  const handle = openSync(folder, 'r');
  fsyncSync(handle);
  closeSync(handle);
}

function run(place: Place, program: string, args: string[]): Promise<{ code: number | null; output: string }> {
  const call = place.owner.command(join(place.binaries().bin, program), args);
  return new Promise((done, fail) => {
    const child = spawn(call.file, call.args, {
      ...call.options,
      env: environment(),
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    child.stdout?.on('data', (chunk: Buffer) => (output += chunk.toString()));
    child.stderr?.on('data', (chunk: Buffer) => (output += chunk.toString()));
    child.on('error', fail);
    child.on('close', (code) => done({ code, output }));
  });
}

/** The caller's PGDATA, PGPORT and the like are not for this server. */
export function environment(): NodeJS.ProcessEnv {
  return { PATH: process.env['PATH'] ?? '/usr/bin:/bin', LC_ALL: 'C' };
}

/** The end of PostgreSQL's log, from byte `from` on. */
export function lastWords(place: Place, from = 0): string {
  if (!existsSync(place.logFile)) return '';
  return readFileSync(place.logFile).subarray(from).toString('utf8').trimEnd().split('\n').slice(-15).join('\n');
}
