/**
 * The embedded engine: a real PostgreSQL on a Unix socket that only its owner can reach, in one data folder.
 * Killing this process leaves PostgreSQL running with all its work safe; the next start takes it over.
 */
import { spawn } from 'node:child_process';
import { createHash, randomUUID } from 'node:crypto';
import { closeSync, existsSync, fstatSync, fsyncSync, lstatSync, mkdirSync, openSync, readdirSync, readFileSync, realpathSync, renameSync, rmSync, rmdirSync, statSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { findBinaries, type Binaries } from './binaries.ts';
import { chooseOwner, makeOwned, mayEnter, reachableBinaries, type Owner } from './owner.ts';
import { processState, readPostmaster } from './postmaster.ts';

/** What `pg` needs to connect: `host` is the folder of the Unix socket. No password: the folder is the lock. */
export type EngineConfig = { host: string; port: number; user: string; database: string };

export type Engine = {
  config: EngineConfig;
  /** True when a PostgreSQL that was already running was taken over. */
  adopted: boolean;
  /**
   * Stops PostgreSQL and waits until it is gone, within about a second; what is open is rolled back.
   * While another process still uses the same data folder it is left running for it.
   */
  stop(): Promise<void>;
};

export type EngineOptions = {
  /** Made when missing. PostgreSQL's own folder is `postgres` in it, its log `postgres.log`. */
  dataDir: string;
  /** Told of what takes longer than a moment, one line each. */
  log: (line: string) => void;
  /** PostgreSQL settings over the usual ones, e.g. `{ fsync: 'off' }` for a database that is thrown away. */
  settings?: Record<string, string>;
  /** PostgreSQL version for a new data folder, e.g. 15; the best there is when absent. */
  major?: number;
};

const USER = 'postgres';
const DATABASE = 'gatehouse';
const PORT = 5432;
const START_MS = 60_000;
const STOP_MS = 60_000;
const LOG_BYTES = 20 * 1024 * 1024;
/** Session lock that every process using the engine shares; who can have it alone was the last. */
const USED = 7_262_001;

const SETTINGS: Record<string, string> = {
  listen_addresses: '',
  port: String(PORT),
  unix_socket_permissions: '0700',
  max_connections: '60',
  shared_buffers: '256MB',
  effective_cache_size: '1GB',
  work_mem: '16MB',
  maintenance_work_mem: '128MB',
  random_page_cost: '1.1',
  max_wal_size: '2GB',
  wal_compression: 'on',
  fsync: 'on',
  jit: 'off',
  timezone: 'UTC',
  log_timezone: 'UTC',
  logging_collector: 'off',
};

/** @throws Error that says what to do, with PostgreSQL's own last words, when it cannot be started. */
export async function startEngine(options: EngineOptions): Promise<Engine> {
  const place = prepare(resolve(options.dataDir), options.major, options.log);
  const deadline = Date.now() + START_MS;
  await initialise(place, options.log);
  for (;;) {
    const adopted = await waitForRunning(place, deadline);
    if (!adopted) await launch(place, options.settings ?? {}, deadline);
    const running = readPostmaster(place.cluster);
    const engine = running && (await take(place, running.socketDir, adopted, options.log));
    if (engine) return engine;
    if (Date.now() > deadline) throw new Error(`PostgreSQL did not start within ${START_MS / 1000} s.\n${lastWords(place)}`);
    await sleep(50);
  }
}

type Place = {
  home: string;
  cluster: string;
  logFile: string;
  socketDir: string;
  owner: Owner;
  binaries: Binaries;
};

function prepare(dataDir: string, major: number | undefined, log: (line: string) => void): Place {
  mkdirSync(dataDir, { recursive: true, mode: process.getuid?.() === 0 ? 0o711 : 0o700 });
  const moved = join(realpathSync(dataDir), 'database');
  let home = existsSync(moved) ? realpathSync(moved) : realpathSync(dataDir);
  let owner = chooseOwner(home, join(home, 'postgres'));
  if (!owner) {
    home = moveHome(home, moved, log);
    owner = chooseOwner(home, join(home, 'postgres'));
  }
  if (!owner) throw new Error(`PostgreSQL does not run as root, and no other user can enter ${home}.`);
  const cluster = join(home, 'postgres');
  const binaries = reachableBinaries(findBinaries(clusterMajor(cluster) ?? major), owner, home);
  return { home, cluster, logFile: join(home, 'postgres.log'), socketDir: chooseSocketDir(home, owner), owner, binaries };
}

/** A folder that only root can enter is of no use to PostgreSQL: the database goes to /var/lib, and a link says so. */
function moveHome(home: string, link: string, log: (line: string) => void): string {
  if (existsSync(join(home, 'postgres'))) {
    throw new Error(`The user that owns ${home}/postgres can no longer enter that folder. Open the folders above it (chmod o+x).`);
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
    throw new Error(`${cluster} belongs to another user (uid ${uid}). Start Gatehouse as that user or as root.`, { cause: error });
  }
}

/** Socket paths end at some hundred bytes, data folders may be deeper: so a short name in the system's own temp folder. */
function chooseSocketDir(home: string, owner: Owner): string {
  const name = `gatehouse-${createHash('sha256').update(home).digest('hex').slice(0, 12)}`;
  const longest = process.platform === 'linux' ? 107 : 103;
  const open = [tmpdir(), '/tmp', '/var/tmp', home].find(
    (folder) => Buffer.byteLength(join(folder, name, `.s.PGSQL.${PORT}`)) <= longest && existsSync(folder) && mayEnter(folder, owner),
  );
  if (!open) throw new Error(`No temp folder for the database socket: ${tmpdir()} is too deep or closed. Set TMPDIR to a short, open path.`);
  return join(open, name);
}

/** Makes the cluster in a folder of its own and renames it, so that a power cut here leaves nothing half made. */
async function initialise(place: Place, log: (line: string) => void): Promise<void> {
  if (existsSync(place.cluster)) return;
  log('Preparing the database (once) …');
  dropHalfMade(place);
  const half = `${place.cluster}.${process.pid}.${randomUUID()}`;
  makeOwned(half, place.owner);
  const args = ['-D', half, '-U', USER, '--encoding=UTF8', '--auth-local=trust', '--auth-host=reject', '--data-checksums', ...localeArgs(place.binaries.major)];
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
    if (maker && processState(Number(maker)) === 'gone') rmSync(join(place.home, name), { recursive: true, force: true });
  }
}

/** Plain code point order everywhere; from 17 on PostgreSQL carries it itself and the system's libc has no say. */
function localeArgs(major: number): string[] {
  if (major >= 17) return ['--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C'];
  return [process.platform === 'darwin' ? '--locale=C' : '--locale=C.UTF-8'];
}

function syncFolder(folder: string): void {
  const handle = openSync(folder, 'r');
  fsyncSync(handle);
  closeSync(handle);
}

function run(place: Place, program: string, args: string[]): Promise<{ code: number | null; output: string }> {
  const call = place.owner.command(join(place.binaries.bin, program), args);
  return new Promise((done, fail) => {
    const child = spawn(call.file, call.args, { ...call.options, env: environment(), stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    child.stdout?.on('data', (chunk: Buffer) => (output += chunk.toString()));
    child.stderr?.on('data', (chunk: Buffer) => (output += chunk.toString()));
    child.on('error', fail);
    child.on('close', (code) => done({ code, output }));
  });
}

/** The caller's PGDATA, PGPORT and the like are not for this server. */
function environment(): NodeJS.ProcessEnv {
  return { PATH: process.env['PATH'] ?? '/usr/bin:/bin', LC_ALL: 'C' };
}

/**
 * PostgreSQL itself sees through a stale lock, but not when its process number was given to another program since.
 * @returns true when a PostgreSQL on this folder takes connections, false when there is none and one may be launched
 */
async function waitForRunning(place: Place, deadline: number): Promise<boolean> {
  for (;;) {
    const seen = readPostmaster(place.cluster);
    const state = seen ? processState(seen.pid) : 'gone';
    if (seen && state === 'running' && seen.ready) return true;
    if (seen && state === 'other') rmSync(join(place.cluster, 'postmaster.pid'), { force: true });
    if (state === 'gone' || state === 'other') return false;
    if (Date.now() > deadline) throw new Error(`Process ${seen?.pid} holds ${place.cluster} but is not ready.\n${lastWords(place)}`);
    await sleep(20);
  }
}

async function launch(place: Place, settings: Record<string, string>, deadline: number): Promise<void> {
  ownSocketDir(place);
  if (existsSync(place.logFile) && statSync(place.logFile).size > LOG_BYTES) renameSync(place.logFile, `${place.logFile}.1`);
  const all = { ...SETTINGS, unix_socket_directories: place.socketDir, ...settings };
  const args = ['-D', place.cluster, ...Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`])];
  const call = place.owner.command(join(place.binaries.bin, 'postgres'), args);
  const logHandle = openSync(place.logFile, 'a', 0o600);
  const from = fstatSync(logHandle).size;
  const child = spawn(call.file, call.args, { ...call.options, env: environment(), detached: true, stdio: ['ignore', logHandle, logHandle] });
  closeSync(logHandle);
  child.unref();
  let ended: string | undefined;
  child.on('error', (error) => (ended = error.message));
  child.on('exit', (code, killer) => (ended = `ended with ${killer ?? code}`));
  while (Date.now() < deadline) {
    const seen = readPostmaster(place.cluster);
    if (seen?.ready && processState(seen.pid) === 'running') return;
    if (ended !== undefined) {
      const words = lastWords(place, from);
      if (/already exists|still in use|is in use by another/.test(words)) return void (await sleep(200));
      dropSocketDir(place.socketDir);
      throw new Error(`PostgreSQL ${ended}.\n${words}`);
    }
    await sleep(10);
  }
}

/** The socket folder is the only lock on the door, so one that somebody else laid there is not used. */
function ownSocketDir(place: Place): void {
  makeOwned(place.socketDir, place.owner);
  const seen = lstatSync(place.socketDir);
  if (!seen.isDirectory() || seen.uid !== place.owner.uid || (seen.mode & 0o077) !== 0) {
    throw new Error(`${place.socketDir} is not a private folder of the database's user (uid ${place.owner.uid}). Remove it and start again.`);
  }
}

/** Connects, makes the product's database when missing and counts this process among the users of the engine. */
async function take(place: Place, socketDir: string, adopted: boolean, log: (line: string) => void): Promise<Engine | undefined> {
  const config: EngineConfig = { host: socketDir, port: PORT, user: USER, database: DATABASE };
  const held = new pg.Client({ ...config, application_name: 'gatehouse engine' });
  let stopping = false;
  held.on('error', (error) => {
    if (!stopping) log(`The connection to the database was lost: ${error.message}`);
  });
  try {
    await ensureDatabase(config);
    await held.connect();
    await held.query('SELECT pg_advisory_lock_shared($1)', [USED]);
  } catch (error) {
    if (isPassing(error)) return undefined;
    throw error;
  }
  if (adopted) log('A running database was taken over.');
  return {
    config,
    adopted,
    async stop() {
      if (stopping) return;
      stopping = true;
      if (await lastUser(held)) await shutDown(place, socketDir);
      await held.end().catch(() => undefined);
    },
  };
}

/** Starting up, shutting down, or gone between two looks: worth another round. */
function isPassing(error: unknown): boolean {
  const code = (error as { code?: string }).code ?? '';
  return ['57P01', '57P02', '57P03', 'ENOENT', 'ECONNREFUSED', 'ECONNRESET', 'EPIPE'].includes(code) || /terminated/.test(String(error));
}

async function ensureDatabase(config: EngineConfig): Promise<void> {
  const client = new pg.Client({ ...config, database: 'postgres' });
  client.on('error', () => undefined);
  await client.connect();
  try {
    const { rowCount } = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [DATABASE]);
    if (rowCount === 0) await client.query(`CREATE DATABASE ${DATABASE}`);
  } catch (error) {
    const code = (error as { code?: string }).code;
    if (code !== '42P04' && code !== '23505') throw error;
  } finally {
    await client.end();
  }
}

/** When the server is already gone there is nobody left to ask, and stopping is done. */
async function lastUser(held: pg.Client): Promise<boolean> {
  try {
    await held.query('SELECT pg_advisory_unlock_shared($1)', [USED]);
    const { rows } = await held.query<{ alone: boolean }>('SELECT pg_try_advisory_lock($1) AS alone', [USED]);
    return rows[0]?.alone ?? true;
  } catch {
    return true;
  }
}

async function shutDown(place: Place, socketDir: string): Promise<void> {
  const seen = readPostmaster(place.cluster);
  if (!seen || processState(seen.pid) !== 'running') return dropSocketDir(socketDir);
  signal(seen.pid, 'SIGINT');
  const patience = Date.now() + STOP_MS;
  while (processState(seen.pid) === 'running') {
    if (Date.now() > patience) {
      signal(seen.pid, 'SIGQUIT');
      throw new Error(`PostgreSQL (process ${seen.pid}) did not stop within ${STOP_MS / 1000} s and was ended by force; its work is safe.`);
    }
    await sleep(10);
  }
  dropSocketDir(socketDir);
}

/** Only when it is empty: another process may already be starting on it again. */
function dropSocketDir(socketDir: string): void {
  try {
    rmdirSync(socketDir);
  } catch (error) {
    if (!['ENOENT', 'ENOTEMPTY', 'EEXIST'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
  }
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

function lastWords(place: Place, from = 0): string {
  if (!existsSync(place.logFile)) return '';
  return readFileSync(place.logFile).subarray(from).toString('utf8').trimEnd().split('\n').slice(-15).join('\n');
}
