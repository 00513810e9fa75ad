/**
 * The embedded engine: a real PostgreSQL on a Unix socket that only its owner can reach, in one data folder.
 * Killing this process leaves PostgreSQL running with all its work safe; the next start takes it over.
 */
import { spawn } from 'node:child_process';
import {
  closeSync,
  existsSync,
  fstatSync,
  lstatSync,
  openSync,
  renameSync,
  rmSync,
  rmdirSync,
  statSync,
} from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { environment, initialise, lastWords, PORT, prepare, USER, type Place } from './cluster.ts';
import { makeOwned } from './owner.ts';
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
  /** Called with a line for each step that takes longer than a moment. */
  log: (line: string) => void;
  /** PostgreSQL settings over the usual ones, e.g. `{ fsync: 'off' }` for a database that is thrown away. */
  settings?: Record<string, string>;
  /** PostgreSQL version for a new data folder, e.g. 15; the best there is when absent. */
  major?: number;
  /**
   * The product's database is thrown away first, with whoever is still connected to it: only when it was half made by
   * somebody who is gone.
   */
  anew?: boolean;
  /** Called once when PostgreSQL exits without having been stopped. */
  onLost?: () => void;
};

const DATABASE = 'gatehouse';
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
  max_wal_size: '3GB', // a first start writes 1.5 GB; with less its pages are written down, and logged whole again, halfway
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
    const engine = running && (await take(place, running.socketDir, adopted, options));
    if (engine) return engine;
    if (Date.now() > deadline)
      throw new Error(`PostgreSQL did not start within ${START_MS / 1000} s.\n${lastWords(place)}`);
    await sleep(50);
  }
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
    if (Date.now() > deadline)
      throw new Error(`Process ${seen?.pid} holds ${place.cluster} but is not ready.\n${lastWords(place)}`);
    await sleep(20);
  }
}

async function launch(place: Place, settings: Record<string, string>, deadline: number): Promise<void> {
  ownSocketDir(place);
  if (existsSync(place.logFile) && statSync(place.logFile).size > LOG_BYTES)
    renameSync(place.logFile, `${place.logFile}.1`);
  const all = { ...SETTINGS, unix_socket_directories: place.socketDir(), ...settings };
  const args = ['-D', place.cluster, ...Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`])];
  const call = place.owner.command(join(place.binaries().bin, 'postgres'), args);
  const logHandle = openSync(place.logFile, 'a', 0o600);
  const from = fstatSync(logHandle).size;
  const child = spawn(call.file, call.args, {
    ...call.options,
    env: environment(),
    detached: true,
    stdio: ['ignore', logHandle, logHandle],
  });
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
      dropSocketDir(place.socketDir());
      throw new Error(`PostgreSQL ${ended}.\n${words}`);
    }
    await sleep(10);
  }
}

/** The socket folder is the only lock on the door, so one that somebody else laid there is not used. */
function ownSocketDir(place: Place): void {
  makeOwned(place.socketDir(), place.owner);
  const seen = lstatSync(place.socketDir());
  if (!seen.isDirectory() || seen.uid !== place.owner.uid || (seen.mode & 0o077) !== 0) {
    throw new Error(
      `${place.socketDir()} is not a private folder of the database's user (uid ${place.owner.uid}). Remove it and start again.`,
    );
  }
}

/** Connects, makes the product's database when missing and counts this process among the users of the engine. */
async function take(
  place: Place,
  socketDir: string,
  adopted: boolean,
  { log, anew, onLost }: EngineOptions,
): Promise<Engine | undefined> {
  const config: EngineConfig = { host: socketDir, port: PORT, user: USER, database: DATABASE };
  const held = new pg.Client({ ...config, application_name: 'gatehouse engine' });
  let [taken, stopping, lost] = [false, false, false];
  held.on('error', (error) => {
    if (stopping || lost) return;
    lost = true;
    log(`The connection to the database was lost: ${error.message}`);
    if (taken) onLost?.();
  });
  try {
    await ensureDatabase(config, anew ?? false);
    await held.connect();
    await held.query('SELECT pg_advisory_lock_shared($1)', [USED]);
  } catch (error) {
    if (isPassing(error)) return undefined;
    throw error;
  }
  taken = true;
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

/** Starting up, shutting down, or gone between two checks: worth another round. */
function isPassing(error: unknown): boolean {
  const code = (error as { code?: string }).code ?? '';
  return (
    ['57P01', '57P02', '57P03', 'ENOENT', 'ECONNREFUSED', 'ECONNRESET', 'EPIPE'].includes(code) ||
    /terminated/.test(String(error))
  );
}

async function ensureDatabase(config: EngineConfig, anew: boolean): Promise<void> {
  const client = new pg.Client({ ...config, database: 'postgres' });
  client.on('error', () => undefined);
  await client.connect();
  try {
    if (anew) await client.query(`DROP DATABASE IF EXISTS ${DATABASE} WITH (FORCE)`);
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
      throw new Error(
        `PostgreSQL (process ${seen.pid}) did not stop within ${STOP_MS / 1000} s and was ended by force; its work is safe.`,
      );
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
